package union

import (
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
)

// TestUnionOfUncertainties keeps them where all frontiers have the same.
func TestUnionOfUncertainties(t *testing.T) {
	f := uncertain(t)
	for name, change := range map[string]func(u *frontier.Uncertainty){
		"method":    func(u *frontier.Uncertainty) { u.Method = "posterior" },
		"resamples": func(u *frontier.Uncertainty) { u.Resamples++ },
		"seed":      func(u *frontier.Uncertainty) { u.Seed-- },
		"apart":     func(u *frontier.Uncertainty) { u.Filter.Apart = "both" },
		"overlap":   func(u *frontier.Uncertainty) { u.Filter.Overlap = "value" },
		"sigma":     func(u *frontier.Uncertainty) { u.Filter.Sigma = 2 },
	} {
		u := *f.Uncertainty
		change(&u)
		g, err := f.WithUncertainty(u, spreadsOf(f))
		if err != nil {
			t.Fatal(err)
		}
		for _, fs := range [][]*frontier.Frontier{{f, g}, {g, f}, {f, g, f}, {tiny(t), f}, {f, tiny(t)}} {
			if diff := difference(t, tiny(t), united(t, fs...)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
	// Of one clustering the smaller bits of a spread stay, and what they make robust.
	for _, smaller := range []frontier.Spread{
		{DH: math.Nextafter(0.1, 0), DI: 0.06, Cov: 0.005}, {DH: 0.1, DI: math.Nextafter(0.05, 0), Cov: 0.0049}, {DH: 0.1, DI: 0.05, Cov: 0.0048},
	} {
		spreads := spreadsOf(f)
		spreads[2] = smaller
		g, err := f.WithUncertainty(*f.Uncertainty, spreads)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range []*frontier.Frontier{united(t, f, g), united(t, g, f)} {
			if diff := difference(t, g, u); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// TestUnionMarksRobustAnew: a point that another frontier brings may be better known.
func TestUnionMarksRobustAnew(t *testing.T) {
	f := uncertain(t)
	part := func(from, to int) *frontier.Frontier {
		g, err := frontier.New(f.Problem, f.Search, entriesOf(f)[from:to])
		if err != nil {
			t.Fatal(err)
		}
		if g, err = g.WithUncertainty(*f.Uncertainty, spreadsOf(f)[from:to]); err != nil {
			t.Fatal(err)
		}
		return g
	}
	a, b := part(0, 2), part(2, 4)
	if !a.At(1).Robust {
		t.Fatal("nothing can be told from this")
	}
	want := part(0, 4)
	if diff := gocmp.Diff(image(t, want), image(t, united(t, a, b))); diff != "" || want.At(1).Robust {
		t.Error(diff)
	}
}

// spreadOut draws deviations of the size of the steps between points.
func spreadOut(t *rapid.T, f *frontier.Frontier, u frontier.Uncertainty) *frontier.Frontier {
	deviation := rapid.SampledFrom([]float64{0, 0.5 * pareto.Tolerance, pareto.Tolerance})
	spreads := make([]frontier.Spread, f.Len()+len(slices.Collect(f.Best())))
	for n := range spreads {
		s := frontier.Spread{DH: deviation.Draw(t, "dh"), DI: deviation.Draw(t, "di")}
		s.Cov = rapid.SampledFrom([]float64{0, math.Copysign(0, -1), s.DH * s.DI}).Draw(t, "cov")
		spreads[n] = s
	}
	f, err := f.WithUncertainty(u, spreads)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
