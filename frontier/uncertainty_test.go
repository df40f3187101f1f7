package frontier

import (
	"bytes"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

func TestUncertaintyRoundTrip(t *testing.T) {
	f := uncertain(t)
	roundTrips(t, f)
	robust := []bool{true, false, true, false}
	for n, want := range robust {
		if p := f.At(n); p.Robust != want || p.Spread != f.spreads[n] {
			t.Errorf("point %d: %+v", n, p)
		}
	}
	none, err := New(f.Problem, f.Search, nil)
	if err != nil {
		t.Fatal(err)
	}
	if none, err = none.WithUncertainty(*f.Uncertainty, nil); err != nil {
		t.Fatal(err)
	}
	roundTrips(t, none)
}

// TestUncertainGolden freezes what is written of uncertainty, in text.
func TestUncertainGolden(t *testing.T) {
	for format, path := range map[Format]string{JSON: "testdata/uncertain.json", CSV: "testdata/uncertain.csv"} {
		got := written(t, uncertain(t), format)
		if *update {
			if err := os.WriteFile(path, got, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%v has changed:\n%s", format, got)
		}
	}
}

// TestRobustIsWritten in the binary formats too, though no reader here looks at it.
func TestRobustIsWritten(t *testing.T) {
	if got := npzContent(t, uncertain(t))[memberRobust]; !strings.HasSuffix(got, "\n\x01\x00\x01\x00") {
		t.Errorf("npz has %q", got)
	}
	file := written(t, uncertain(t), Parquet)
	rows, err := parquet.Read[struct {
		Robust bool `parquet:"robust"`
	}](bytes.NewReader(file), int64(len(file)))
	if err != nil || len(rows) != 4 || !rows[0].Robust || rows[1].Robust || !rows[2].Robust || rows[3].Robust {
		t.Errorf("Parquet has %v, %v", rows, err)
	}
}

func TestWithUncertainty(t *testing.T) {
	f := tiny(t)
	u := Uncertainty{Method: "delta"}
	spreads := make([]Spread, f.Len())
	g, err := f.WithUncertainty(u, spreads)
	if err != nil {
		t.Fatal(err)
	}
	before := written(t, g, JSON)
	spreads[0].DH, u.Method = 7, "bootstrap"
	if !bytes.Equal(written(t, g, JSON), before) || u.Filter != (Filter{}) {
		t.Error("the frontier shares its uncertainty with the caller")
	}
	if g.Uncertainty.Filter != (Filter{ApartBoth, OverlapIntervals, 1}) {
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
	if !bytes.Equal(written(t, g, JSON), written(t, tiny(t), JSON)) || g.At(0).Robust {
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
	if _, err := tiny(t).WithUncertainty(Uncertainty{Method: "delta"}, make([]Spread, 3)); err == nil || err.Error() != "there are 3 spreads for 4 points" {
		t.Error(err)
	}
}

// TestRobustIsComputed gives files that lie about it.
func TestRobustIsComputed(t *testing.T) {
	text := string(written(t, uncertain(t), JSON))
	for _, with := range []string{"", `, "robust": false`, `, "robust": 3`} {
		got, err := Read(strings.NewReader(strings.ReplaceAll(text, `, "robust": true`, with)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(uncertain(t), got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestCSVHasNoUncertainty: it does not say what its columns mean.
func TestCSVHasNoUncertainty(t *testing.T) {
	text := string(written(t, uncertain(t), CSV))
	for _, cell := range []string{"0.25", "", "wide"} {
		f, err := Read(strings.NewReader(strings.Replace(text, "0.25", cell, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(kept(tiny(t), CSV), f); diff != "" {
			t.Error(diff)
		}
	}
}

func TestUncertaintyIsNotWrittenWithoutSpreads(t *testing.T) {
	for want, change := range map[string]func(f *Frontier){
		"uncertainty: there are 0 spreads for 4 points":                        func(f *Frontier) { f.spreads = nil },
		"uncertainty.method is empty":                                          func(f *Frontier) { f.Uncertainty.Method = "" },
		"uncertainty.filter.sigma is 0: want a number above 0, such as 1 or 2": func(f *Frontier) { f.Uncertainty.Filter.Sigma = 0 },
		"uncertainty.method cannot be written: invalid UTF-8":                  func(f *Frontier) { f.Uncertainty.Method = "\xff" },
	} {
		f := uncertain(t)
		change(f)
		for _, format := range formats() {
			err := f.Write(io.Discard, format)
			if format == CSV && strings.Contains(want, "UTF-8") {
				continue // it has no header
			}
			if err == nil || err.Error() != want {
				t.Errorf("%v: got %v, want %s", format, err, want)
			}
		}
	}
}

// TestEstimatorIsKept, and that nothing is said that holds for plug-in values only.
func TestEstimatorIsKept(t *testing.T) {
	f := tiny(t)
	if bytes.Contains(written(t, f, JSON), []byte("estimator")) {
		t.Error("plug-in values have an estimator")
	}
	f.Problem.Estimator = "nsb"
	want := `certificate: is about plug-in values, and problem.estimator is "nsb"`
	if err := f.Write(io.Discard, JSON); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	f.Certificate = nil
	roundTrips(t, f)
	if u := united(t, f, f); u.Problem.Estimator != "nsb" {
		t.Errorf("united: %q", u.Problem.Estimator)
	}
	if !math.IsInf(f.Bound(1), 1) || !math.IsInf(f.Missing(), 1) {
		t.Errorf("bounds of estimates: %v", f.Bounds(1))
	}
}
