package urn

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
)

// mostTrials is the number of trials up to which the tests go.
const mostTrials = 1e15

// TestRejectionBounds checks what makes the rejection exact: f(k) G'(u) nowhere exceeds
// alpha f(mode), and where the squeeze takes k, the exact test would.
func TestRejectionBounds(t *testing.T) {
	for _, mean := range []float64{10, 10.3, 12.7, 20, 50, 333.3, 1e4, 1e7, 1e14} {
		for _, p := range []float64{0.5, 0.4999, 0.3, 0.1, 0.01, 1e-6, 1e-14} {
			n := math.Ceil(mean / p)
			if n > mostTrials {
				continue
			}
			r := newRejection(n, p)
			for i := -4999.0; i <= 4999; i++ {
				u := i / 10000
				edge := 0.5 - math.Abs(u)
				k := r.at(u, edge)
				if k < 0 || k > n {
					if edge >= squeezeEdge {
						t.Errorf("n=%g, p=%g, u=%g: the squeeze takes %g", n, p, u, k)
					}
					continue
				}
				// The bound on v above which k is not taken.
				bound := math.Exp2(r.log2(k)) * r.slope(edge) / r.alpha
				if bound > 1 {
					t.Errorf("n=%g, p=%g, u=%g: v would have to exceed %g", n, p, u, bound)
				}
				if edge >= squeezeEdge && bound < r.squeeze {
					t.Errorf("n=%g, p=%g, u=%g: the squeeze takes v to %g, the exact test to %g", n, p, u, r.squeeze, bound)
				}
			}
		}
	}
}

// exactMasses returns f(0) to f(n), computed to 200 bits.
func exactMasses(n int64, p float64) []float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	f := number(1)
	for range n {
		f.Mul(f, number(1-p)) // p is a multiple of 2^-10
	}
	masses := make([]float64, n+1)
	for k := range masses {
		masses[k], _ = f.Float64()
		f.Mul(f, number(float64(n-int64(k))*p))
		f.Quo(f, number(float64(k+1)*(1-p)))
	}
	return masses
}

func TestRejectionKnowsTheDistribution(t *testing.T) {
	for _, tt := range []struct {
		n int64
		p float64
	}{{20, 0.5}, {37, 0.28125}, {150, 0.0703125}} {
		r := newRejection(float64(tt.n), tt.p)
		masses := exactMasses(tt.n, tt.p)
		for k, mass := range masses {
			want := mass / masses[int(r.mode)]
			if got := math.Exp2(r.log2(float64(k))); math.Abs(got/want-1) > 1e-12 {
				t.Errorf("n=%d, p=%g: f(%d)/f(mode) = %.15g, want %.15g", tt.n, tt.p, k, got, want)
			}
		}
	}
}

// TestLargeBinomialsKeepTheirPrecision: near the mode f(k+1)/f(k) is
// (n-k) p / ((k+1) (1-p)), which rounding must not drown.
func TestLargeBinomialsKeepTheirPrecision(t *testing.T) {
	for _, n := range []float64{1e9, 1e12, 1e15} {
		for _, p := range []float64{0.5, 0.25, 0x1p-10} {
			r := newRejection(n, p)
			sigma := math.Sqrt(n * p * (1 - p))
			for _, off := range []float64{-3, -1, 0, 1, 3} {
				k := math.Round(r.mode + off*sigma)
				step := math.Ceil(sigma / 8)
				// The logarithm of the ratio over a step of standard normal size.
				got := (r.log2(k+step) - r.log2(k)) * math.Ln2
				a, b := (k-r.mean)/sigma, (k+step-r.mean)/sigma
				if want := (a*a - b*b) / 2; math.Abs(got-want) > 1e-11+20/sigma {
					t.Errorf("n=%g, p=%g, at %g sigma: log ratio %.12g, want %.12g", n, p, off, got, want)
				}
			}
		}
	}
}

func TestLog2Failure(t *testing.T) {
	for p := 0.5; p > 0x1p-60; p *= 0.71 {
		if got, want := log2Failure(p), math.Log1p(-p)/math.Ln2; math.Abs(got/want-1) > 1e-13 {
			t.Errorf("log2(1 - %g) = %.17g, want %.17g", p, got, want)
		}
	}
}

// TestBinomialFitsItsDistribution compares 40,000 draws with the exact distribution,
// cells of fewer than 5 taken together. A normal approximation of chi-square's
// distribution puts the limit at five standard deviations.
func TestBinomialFitsItsDistribution(t *testing.T) {
	const draws = 40_000
	for _, tt := range []struct {
		n, mass int64 // of rest 1024
	}{
		{1, 300},
		{5, 512},
		{12, 1000},
		{19, 512}, // mean 9.5: waits
		{21, 512}, // mean 10.5: rejects
		{50, 210},
		{50, 900},
		{400, 26},
		{700, 300},
	} {
		t.Run(fmt.Sprintf("n=%d/mass=%d", tt.n, tt.mass), func(t *testing.T) {
			seen := make([]float64, tt.n+1)
			s := Stream{random.New(1, uint64(tt.n))}
			masses := exactMasses(tt.n, float64(tt.mass)/1024)
			for range draws {
				seen[int(s.Binomial(float64(tt.n), float64(tt.mass), 1024))]++
			}
			var chi, cells, restSeen, restWant float64
			add := func(got, want float64) {
				chi += (got - want) * (got - want) / want
				cells++
			}
			for k, got := range seen {
				want := draws * masses[k]
				if want < 5 {
					restSeen += got
					restWant += want
					continue
				}
				add(got, want)
			}
			if restWant > 1 {
				add(restSeen, restWant)
			}
			if limit := cells + 5*math.Sqrt(2*cells) + 5; chi > limit {
				t.Errorf("chi-square %.1f of %.0f cells", chi, cells)
			}
		})
	}
}
