package robust

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
)

// quanta returns a point of whole quanta.
func quanta(h, i int64) point { return point{float64(h) * plogp.Quantum, float64(i) * plogp.Quantum} }

func (a int128) big() *big.Int {
	b := new(big.Int)
	a.writeTo(b)
	return b
}

// momentsOf adds up points.
func momentsOf(points ...point) (m moments) {
	for _, p := range points {
		m.add(p)
	}
	return m
}

// TestMomentsAreExact: sums have the bits of sums of any size, and standard deviations those of
// fractions, to the last digits.
func TestMomentsAreExact(t *testing.T) {
	const most = 1<<53 - 1
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.OneOf(rapid.Int64Range(-most, most), rapid.Int64Range(-9, 9), rapid.Int64Range(most-9, most))
		var want [5]big.Int
		var points []point
		for range rapid.IntRange(2, 40).Draw(rt, "draws") {
			h, i := number.Draw(rt, "h"), number.Draw(rt, "i")
			points = append(points, quanta(h, i))
			bh, bi := big.NewInt(h), big.NewInt(i)
			for k, v := range []*big.Int{bh, bi, new(big.Int).Mul(bh, bh), new(big.Int).Mul(bi, bi), new(big.Int).Mul(bh, bi)} {
				want[k].Add(&want[k], v)
			}
		}
		m := momentsOf(points...)
		for k := range want {
			if m[k].big().Cmp(&want[k]) != 0 {
				rt.Fatalf("sum %d is %v, want %v", k, m[k].big(), &want[k])
			}
		}
		spreads, err := spreadsOf([]moments{m}, len(points))
		if err != nil {
			rt.Fatal(err)
		}
		n := big.NewInt(int64(len(points)))
		moment := func(xy, x, y int) float64 {
			r := new(big.Rat).SetFrac(
				new(big.Int).Sub(new(big.Int).Mul(n, &want[xy]), new(big.Int).Mul(&want[x], &want[y])),
				new(big.Int).Mul(n, new(big.Int).Sub(n, big.NewInt(1))))
			v, _ := r.Float64()
			return v * plogp.Quantum * plogp.Quantum
		}
		dh, di := math.Sqrt(moment(sumHH, sumH, sumH)), math.Sqrt(moment(sumII, sumI, sumI))
		const share = 0x1p-51
		if s := spreads[0]; !near(s.DH, dh, share) || !near(s.DI, di, share) || !(math.Abs(s.Cov-moment(sumHI, sumH, sumI)) <= share*dh*di) {
			rt.Fatalf("%v, want %g, %g and %g", s, dh, di, moment(sumHI, sumH, sumI))
		}
	})
}

// TestMomentsAgreeWithFloats: what was computed in float64 before is the same to 1e-12.
func TestMomentsAgreeWithFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	for range 200 {
		var m moments
		var w welford
		h, i, sd := 8*r.Float64(), 3*r.Float64(), math.Exp2(-1-8*r.Float64())
		n := 2 + r.IntN(300)
		for range n {
			a, b := r.NormFloat64(), r.NormFloat64()
			p := point{plogp.Quantize(h/2+sd*a) * 2, plogp.Quantize(i + sd*(a+b))}
			m.add(p)
			w.add(p)
		}
		got, err := spreadsOf([]moments{m}, n)
		if err != nil {
			t.Fatal(err)
		}
		s, want := got[0], w.spread()
		if !near(s.DH, want.DH, 1e-12) || !near(s.DI, want.DI, 1e-12) || !(math.Abs(s.Cov-want.Cov) <= 1e-12*want.DH*want.DI) {
			t.Errorf("%v, want %v", s, want)
		}
	}
}

// TestMomentsOfTwoValues: n draws, of which the half have one value and the half another, d
// apart, have the variance n d^2 / 4(n-1), up to the largest number of the largest entropies.
func TestMomentsOfTwoValues(t *testing.T) {
	for _, most := range []int64{1, 12345, 1<<53 - 1} {
		m, n := momentsOf(quanta(0, most), quanta(most, 0)), 2
		for ; n <= maxResamples; n *= 2 {
			d := float64(most) * plogp.Quantum
			want := math.Sqrt(float64(n) / float64(n-1) / 4 * d * d)
			got, err := spreadsOf([]moments{m}, n)
			if err != nil {
				t.Fatal(err)
			}
			if s := got[0]; !near(s.DH, want, 1e-15) || s.DI != s.DH || !near(s.Cov, -want*want, 1e-15) {
				t.Errorf("%d quanta, %d draws: %v, want %g", most, n, s, want)
			}
			for k := range m {
				m[k] = m[k].plus(m[k])
			}
		}
	}
}

// TestEqualDrawsHaveNoSpread to the last bit.
func TestEqualDrawsHaveNoSpread(t *testing.T) {
	p := quanta(1<<53-1, -7)
	got, err := spreadsOf([]moments{momentsOf(p, p, p), {}}, 3)
	if err != nil || !slices.Equal(got, make([]frontier.Spread, 2)) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := spreadsOf([]moments{{sumH: product(3, 1)}}, 2); err == nil {
		t.Error("sums of no draws have a spread")
	}
}

// TestWidths: a number is read from as many bytes as it needs, and from no fewer.
func TestWidths(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := int128{rapid.Uint64().Draw(rt, "hi"), rapid.Uint64().Draw(rt, "lo")}
		for range rapid.IntRange(0, 127).Draw(rt, "shift") {
			a = int128{uint64(int64(a.hi) >> 1), a.lo>>1 | a.hi<<63}
		}
		for w := range byte(17) {
			b := a.bytes()
			for k := range b[w:] {
				b[int(w)+k] = 0xa5
			}
			if got := numberOf(b[:], w); (got == a) != (w >= a.width()) {
				rt.Fatalf("%v of %d bytes is read from %d as %v", a, a.width(), w, got)
			}
		}
	})
}
