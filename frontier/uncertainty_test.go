package frontier

import (
	"math"
	"testing"
)

func TestWithUncertainty(t *testing.T) {
	f := tiny(t)
	u := Uncertainty{Method: "delta"}
	spreads := make([]Spread, f.Len())
	g, err := f.WithUncertainty(u, spreads)
	if err != nil {
		t.Fatal(err)
	}
	before := *g.Uncertainty
	spreads[0].DH, u.Method = 7, "bootstrap"
	if *g.Uncertainty != before || g.spreads[0] != (Spread{}) || u.Filter != (Filter{}) {
		t.Error("the frontier shares its uncertainty with the caller")
	}
	if g.Uncertainty.Filter != (Filter{"both", "intervals", 1}) {
		t.Errorf("the filter is %v", g.Uncertainty.Filter)
	}
	if diff := difference(tiny(t), f); diff != "" {
		t.Error("the frontier itself has changed: ", diff)
	}
	// What is set anew, or to nil, is as if it had not been there.
	again, err := g.WithUncertainty(*uncertain(t).Uncertainty, uncertain(t).spreads)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(uncertain(t), again); diff != "" {
		t.Error(diff)
	}
	g.Uncertainty = nil
	if g.At(0).Robust || g.At(1).Spread != (Spread{}) {
		t.Error("without uncertainty some is left")
	}
}

func TestWithUncertaintyErrors(t *testing.T) {
	for _, tt := range []struct {
		want   string
		change func(u *Uncertainty, spreads []Spread)
	}{
		{"", func(*Uncertainty, []Spread) {}},
		{"", func(_ *Uncertainty, s []Spread) { s[2] = Spread{1, 2, -2} }},
		{"", func(_ *Uncertainty, s []Spread) { s[2] = Spread{1, 2, 2 + 1e-9} }},
		{"", func(_ *Uncertainty, s []Spread) { s[2] = Spread{0, 1, 1e-17} }}, // as rounding may leave it
		{"", func(_ *Uncertainty, s []Spread) { s[2] = Spread{1e200, 1e200, 1e308} }},
		{"uncertainty.method is empty", func(u *Uncertainty, _ []Spread) { u.Method = "" }},
		{"uncertainty.resamples is -1, and should be 0 or more", func(u *Uncertainty, _ []Spread) { u.Resamples = -1 }},
		{"uncertainty.filter.sigma is -1: want a number above 0, such as 1 or 2", func(u *Uncertainty, _ []Spread) { u.Filter.Sigma = -1 }},
		{"point 2: dh is -1, and should be 0 or more", func(_ *Uncertainty, s []Spread) { s[2].DH = -1 }},
		{"point 2: dh is NaN, and should be 0 or more", func(_ *Uncertainty, s []Spread) { s[2].DH = math.NaN() }},
		{"point 2: dh is +Inf, and should be 0 or more", func(_ *Uncertainty, s []Spread) { s[2].DH = math.Inf(1) }},
		{"point 3: di is -0.5, and should be 0 or more", func(_ *Uncertainty, s []Spread) { s[3].DI = -0.5 }},
		{"point 3: di is NaN, and should be 0 or more", func(_ *Uncertainty, s []Spread) { s[3].DI = math.NaN() }},
		{"point 3: di is +Inf, and should be 0 or more", func(_ *Uncertainty, s []Spread) { s[3].DI = math.Inf(1) }},
		{"point 0: cov is NaN, and should be a number", func(_ *Uncertainty, s []Spread) { s[0].Cov = math.NaN() }},
		{"point 0: cov is -Inf, and should be a number", func(_ *Uncertainty, s []Spread) { s[0] = Spread{1e200, 1e200, math.Inf(-1)} }},
		{"point 0: cov is -2.1, and should not be larger than dh 1 times di 2", func(_ *Uncertainty, s []Spread) { s[0] = Spread{1, 2, -2.1} }},
	} {
		u, spreads := Uncertainty{Method: "delta"}, make([]Spread, 4)
		tt.change(&u, spreads)
		_, err := tiny(t).WithUncertainty(u, spreads)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	if _, err := tiny(t).WithUncertainty(Uncertainty{Method: "delta"}, make([]Spread, 3)); err == nil || err.Error() != "there are 3 values for 4 points and 0 best clusterings" {
		t.Error(err)
	}
}
