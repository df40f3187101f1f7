package codec

import (
	"bytes"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
)

func TestUncertaintyRoundTrip(t *testing.T) {
	f := uncertain(t)
	roundTrips(t, f)
	robust := []bool{true, false, true, false}
	for n, want := range robust {
		if p := f.At(n); p.Robust != want || n == 1 && p.Spread != (frontier.Spread{DH: 0.5, DI: 0.25, Cov: -0.125}) {
			t.Errorf("point %d: %+v", n, p)
		}
	}
	none, err := frontier.New(f.Problem, f.Search, nil)
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
	for format, path := range map[string]string{"json": "testdata/uncertain.json", "csv": "testdata/uncertain.csv"} {
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
	if got := npzContent(t, uncertain(t))["robust.npy"]; !strings.HasSuffix(got, "\n\x01\x00\x01\x00") {
		t.Errorf("npz has %q", got)
	}
	file := written(t, uncertain(t), "parquet")
	rows, err := parquet.Read[struct {
		Robust bool `parquet:"robust"`
	}](bytes.NewReader(file), int64(len(file)))
	if err != nil || len(rows) != 4 || !rows[0].Robust || rows[1].Robust || !rows[2].Robust || rows[3].Robust {
		t.Errorf("Parquet has %v, %v", rows, err)
	}
}

// TestRobustIsComputed gives files that lie about it.
func TestRobustIsComputed(t *testing.T) {
	text := string(written(t, uncertain(t), "json"))
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

func TestUncertaintyIsNotWrittenWithoutSpreads(t *testing.T) {
	for want, change := range map[string]func(f *frontier.Frontier){
		"uncertainty: there are 0 spreads for 4 points": func(f *frontier.Frontier) {
			settings := f.Uncertainty
			*f = *tiny(t)
			f.Uncertainty = settings
		},
		"uncertainty.method is empty":                                          func(f *frontier.Frontier) { f.Uncertainty.Method = "" },
		"uncertainty.filter.sigma is 0: want a number above 0, such as 1 or 2": func(f *frontier.Frontier) { f.Uncertainty.Filter.Sigma = 0 },
		"uncertainty.method cannot be written: invalid UTF-8":                  func(f *frontier.Frontier) { f.Uncertainty.Method = "\xff" },
	} {
		f := uncertain(t)
		change(f)
		for _, format := range Formats() {
			err := Write(io.Discard, f, format)
			if format == "csv" && strings.Contains(want, "UTF-8") {
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
	if bytes.Contains(written(t, f, "json"), []byte("estimator")) {
		t.Error("plug-in values have an estimator")
	}
	f.Problem.Estimator = "nsb"
	want := `certificate: is about plug-in values, and problem.estimator is "nsb"`
	if err := Write(io.Discard, f, "json"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	f.Certificate = nil
	roundTrips(t, f)
	if u := united(t, f, f); u.Problem.Estimator != "nsb" {
		t.Errorf("united: %q", u.Problem.Estimator)
	}
	if !math.IsInf(f.Bound(1), 1) || !math.IsInf(f.Gap(), 1) {
		t.Errorf("bounds of estimates: %v", f.Bounds(1))
	}
}
