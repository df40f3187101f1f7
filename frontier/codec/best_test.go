package codec

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// listed returns a frontier with a list of best clusterings, of which the last is not on the
// frontier.
func listed(t testing.TB, f *frontier.Frontier) *frontier.Frontier {
	t.Helper()
	all := entriesOf(f)
	off := all[3]
	off.H, off.I = 1.5, 2 // not on the frontier
	list := []frontier.BestEntry{{Entry: all[0], Exact: true}, {Entry: all[2], Exact: true}, {Entry: off}}
	f, err := f.WithBest(5, list)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// measured returns a frontier with all optional parts.
func measured(t testing.TB, f *frontier.Frontier) *frontier.Frontier {
	t.Helper()
	f = listed(t, f)
	f.Evidence = &frontier.Evidence{Permutations: 999, AtLeast: 3, Seed: 7, Chance: 0.01, Corrected: -0.1, Estimator: "miller-madow"}
	spreads, heldOut := make([]frontier.Spread, measures(f)), make([]frontier.HeldOut, measures(f))
	for p := range spreads {
		spreads[p] = frontier.Spread{DH: 0.1 * float64(p), DI: 0.2 * float64(p), Cov: 0.01 * float64(p)}
		heldOut[p] = frontier.HeldOut{I: 0.5 - float64(p)/4, SE: 0.125}
	}
	f, err := f.WithUncertainty(frontier.Uncertainty{Method: "delta"}, spreads)
	if err == nil {
		f, err = f.WithValidation(frontier.Validation{Method: "column", Name: "year", Folds: 3, Records: 100, NewX: 2, NewY: 1, Clusters: 2, H: 0.5}, heldOut)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestOptionalPartsRoundTrip(t *testing.T) {
	whole := measured(t, tiny(t))
	roundTrips(t, whole)
	roundTrips(t, listed(t, tiny(t)))
	validated := *whole
	validated.Uncertainty = nil // its columns are left out
	for _, format := range readable() {
		f, err := Read(strings.NewReader(string(written(t, &validated, format))))
		if err != nil {
			t.Fatal(err)
		}
		if p := f.At(1); p.HeldOut != whole.At(1).HeldOut || p.Spread != (frontier.Spread{}) {
			t.Errorf("%s: point 1 has %v and %v", format, p.HeldOut, p.Spread)
		}
		if p, _ := f.WithClusters(3); !p.Best || p.Exact || p.HeldOut != (frontier.HeldOut{I: 0.5 - 6.0/4, SE: 0.125}) {
			t.Errorf("%s: the best of 3 clusters is %+v", format, p)
		}
	}
}

func TestOptionalPartsAreChecked(t *testing.T) {
	text := string(written(t, measured(t, tiny(t)), "json"))
	for _, tt := range []struct{ old, with, want string }{
		{`"up_to": 5`, `"up_to": 2`, "best[2] has 3 clusters, and the list goes up to 2"},
		{`"h": 1.5`, `"h": "x"`, `best.points[2].h is "x", want a number`},
		{`"i": 2,`, `"i": 0.5,`, "has a larger i, 0.75, than the best of up to 3 clusters"},
		{`"folds": 3`, `"folds": 0`, "validation: 0 folds of 100 records"},
		{`"at_least": 3`, `"at_least": 1000`, "at_least is 1000 of 999 permutations"},
		{`"held_out": 0.25,`, ``, "points[1] lacks held_out or held_out_se"},
	} {
		if strings.Count(text, tt.old) == 0 {
			t.Errorf("no %s in\n%s", tt.old, text)
			continue
		}
		_, err := Read(strings.NewReader(strings.Replace(text, tt.old, tt.with, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.with, err, tt.want)
		}
	}
}

// TestOptionalPartsGolden freezes what is written of the optional parts, in text.
func TestOptionalPartsGolden(t *testing.T) {
	for format, path := range map[string]string{"json": "testdata/measured.json", "csv": "testdata/measured.csv"} {
		got := written(t, measured(t, tiny(t)), format)
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
			t.Errorf("%s has changed:\n%s", format, got)
		}
	}
}

// TestFilesWithoutTheOptionalParts: files of earlier versions are read as before.
func TestFilesWithoutTheOptionalParts(t *testing.T) {
	for _, name := range []string{"tiny.json", "uncertain.json"} {
		f, err := ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if f.BestUpTo() != 0 || f.Evidence != nil || f.Validation != nil {
			t.Errorf("%s: up to %d, %v, %v", name, f.BestUpTo(), f.Evidence, f.Validation)
		}
		if p, ok := f.WithClusters(2); !ok || p.Best || p.Index != 2 {
			t.Errorf("%s: the best of two clusters is %+v", name, p)
		}
	}
	// A file may say that it has none of them.
	text := strings.Replace(string(written(t, tiny(t), "json")), `"certificate"`, `"best": null, "evidence": null, "validation": null, "certificate"`, 1)
	if f, err := Read(strings.NewReader(text)); err != nil || difference(tiny(t), f) != "" {
		t.Error(err)
	}
}
