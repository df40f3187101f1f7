package info

import (
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/dibmap/dibmap/internal/special"
)

// moments returns mean, standard deviation, and the standard error of both for
// values of a distribution with a kurtosis not much above a normal one's.
func moments(values []float64) (mean, sd, meanError, sdError float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	var squares, fourth float64
	for _, v := range values {
		squares += (v - mean) * (v - mean) / n
		fourth += math.Pow(v-mean, 4) / n
	}
	sd = math.Sqrt(squares)
	return mean, sd, sd / math.Sqrt(n), math.Sqrt(max(fourth-squares*squares, 0)/n) / (2 * sd)
}

// TestGammaDraws: the logarithm of a gamma number has mean psi(a) and variance
// psi'(a).
func TestGammaDraws(t *testing.T) {
	for _, shape := range []float64{1e-6, 0.01, 0.5, 0.999, 1, 1.5, 20, 1e8} {
		values := make([]float64, 20_000)
		for k := range values {
			values[k] = newStream(11, uint64(k)).lnGamma(shape)
		}
		mean, sd, meanError, sdError := moments(values)
		if want := special.Digamma(shape); !(math.Abs(mean-want) <= 4*meanError) {
			t.Errorf("shape %g: mean logarithm %g +- %g, want %g", shape, mean, meanError, want)
		}
		if want := math.Sqrt(special.Trigamma(shape)); !(math.Abs(sd-want) <= 4*sdError) {
			t.Errorf("shape %g: deviation of the logarithm %g +- %g, want %g", shape, sd, sdError, want)
		}
	}
}

func TestUniformsAndNormals(t *testing.T) {
	s := newStream(1, 2)
	uniforms, normals := make([]float64, 50_000), make([]float64, 50_000)
	for k := range uniforms {
		uniforms[k], normals[k] = s.Uniform(), s.normal()
		if u := uniforms[k]; !(u > 0 && u < 1) {
			t.Fatalf("a uniform number is %g", u)
		}
	}
	for _, tt := range []struct {
		name     string
		values   []float64
		mean, sd float64
	}{{"uniform", uniforms, 0.5, math.Sqrt(1. / 12)}, {"normal", normals, 0, 1}} {
		mean, sd, meanError, sdError := moments(tt.values)
		if !(math.Abs(mean-tt.mean) <= 4*meanError && math.Abs(sd-tt.sd) <= 4*sdError) {
			t.Errorf("%s: mean %g +- %g, deviation %g +- %g", tt.name, mean, meanError, sd, sdError)
		}
	}
}

// TestPosteriorDrawsHaveTheEntropiesOfTheEstimator: in mean and standard deviation,
// for sparse, tiny, uniform and large counts.
func TestPosteriorDrawsHaveTheEntropiesOfTheEstimator(t *testing.T) {
	for _, counts := range [][]float64{
		{4, 2, 3, 0, 2, 4, 0, 0, 2}, {0, 0, 0}, {1, 1}, {10, 0}, {5, 5, 5, 5}, {1e8, 2e8, 5e6}, repeat([]float64{3, 2, 1}, 0, 60),
	} {
		for _, prior := range []Prior{NSB(), Dirichlet(0), Dirichlet(1e-3)} {
			posterior, err := prior.Posterior(counts)
			if err != nil {
				t.Fatal(err)
			}
			values := make([]float64, 4000)
			p := make([]float64, len(posterior.counts))
			for k := range values {
				posterior.Draw(p, 3, uint64(k))
				values[k] = Entropy(p)
			}
			mean, sd, meanError, sdError := moments(values)
			want := estimate(t, prior, counts, len(counts))
			if !(math.Abs(mean-want.Value) <= 4*meanError) {
				t.Errorf("%s of %v: mean %g +- %g, want %g", prior.Name(), counts, mean, meanError, want.Value)
			}
			if !(math.Abs(sd-want.SD) <= 4*sdError) {
				t.Errorf("%s of %v: deviation %g +- %g, want %g", prior.Name(), counts, sd, sdError, want.SD)
			}
		}
	}
}

// TestConcentrationDraws holds the draws of ln beta against the integral.
func TestConcentrationDraws(t *testing.T) {
	for _, counts := range [][]float64{{4, 2, 3, 0, 2, 4, 0, 0, 2}, {10, 0}, repeat(repeat(nil, 100, 20), 0, 20)} {
		posterior, err := NSB().Posterior(counts)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(posterior.lnBeta); n <= drawIntervals {
			t.Errorf("%v: %d points to draw from", counts, n)
		}
		tally, err := newTally(NSB(), counts, len(counts))
		if err != nil {
			t.Fatal(err)
		}
		want := tally.mixture()
		s, values := newStream(5, 5), make([]float64, 20_000)
		for k := range values {
			values[k] = posterior.draw(s)
		}
		mean, sd, meanError, sdError := moments(values)
		if !(math.Abs(mean-want.lnBeta) <= 4*meanError && math.Abs(sd-want.spread) <= 4*sdError) {
			t.Errorf("%v: ln beta %g +- %g, want %g +- %g", counts, mean, sd, want.lnBeta, want.spread)
		}
	}
}

// TestDrawsAreReproducible: whoever draws, in whatever order; and another seed or
// number is another draw.
func TestDrawsAreReproducible(t *testing.T) {
	counts := []float64{4, 2, 3, 0, 2, 4, 0, 0, 2}
	posterior, err := NSB().Posterior(counts)
	if err != nil {
		t.Fatal(err)
	}
	counts[0] = 77 // the posterior has its own
	const draws = 64
	draw := func(seed, k uint64) []float64 {
		p := make([]float64, len(posterior.counts))
		posterior.Draw(p, seed, k)
		return p
	}
	var together [draws][]float64
	var group sync.WaitGroup
	for k := range together {
		group.Go(func() { together[k] = draw(1, uint64(k)) })
	}
	group.Wait()
	seen := map[float64]bool{}
	var sum uint64
	for k := draws - 1; k >= 0; k-- {
		p := draw(1, uint64(k))
		if !slices.Equal(p, together[k]) {
			t.Errorf("draw %d is %v and %v", k, p, together[k])
		}
		for _, v := range p {
			sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(v)
		}
		seen[p[0]], seen[draw(2, uint64(k))[0]] = true, true
	}
	if len(seen) != 2*draws {
		t.Errorf("%d different draws, want %d", len(seen), 2*draws)
	}
	// They must be the same on every machine, for good. Printed on amd64.
	const golden = 0x42e89717b73870b8
	if sum != golden {
		t.Errorf("checksum is %#x, want %#x", sum, uint64(golden))
	}
}

// TestPosteriorInformationIsThatOfItsDraws: anyone who draws them finds the same.
func TestPosteriorInformationIsThatOfItsDraws(t *testing.T) {
	table := [][]float64{{3, 1, 0}, {0, 5, 2}}
	posterior, err := NSB().Posterior([]float64{3, 1, 0, 0, 5, 2})
	if err != nil {
		t.Fatal(err)
	}
	var of [2]float64
	for k := range of {
		p := make([]float64, 6)
		posterior.Draw(p, 9, uint64(k))
		of[k] = MutualInformation([][]float64{p[:3], p[3:]})
	}
	got, err := PosteriorInformation(NSB(), table, 2, 9)
	want := Estimate{(of[0] + of[1]) / 2, math.Abs(of[0]-of[1]) / math.Sqrt2, true}
	if err != nil || !near(got.Value, want.Value, 1e-15) || !near(got.SD, want.SD, 1e-15) || !got.HasSD {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

func TestPosteriorOfOneCell(t *testing.T) {
	for _, prior := range []Prior{NSB(), Dirichlet(0)} {
		got, err := PosteriorInformation(prior, [][]float64{{5}}, 2, 1)
		if err != nil || got != (Estimate{HasSD: true}) {
			t.Errorf("%s: %v, %v", prior.Name(), got, err)
		}
		if got, err := prior.MutualInformation([][]float64{{5}}); err != nil || got.Value != 0 {
			t.Errorf("%s: %v, %v", prior.Name(), got, err)
		}
	}
}

func TestDrawPanicsWithoutRoom(t *testing.T) {
	posterior, err := Dirichlet(0).Posterior([]float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if got := recover(); got != "info: room for 1 probabilities of 2 cells" {
			t.Errorf("panic %v", got)
		}
	}()
	posterior.Draw(make([]float64, 1), 1, 1)
}
