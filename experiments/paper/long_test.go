//go:build long

// These tests take a minute together: go test -C experiments -tags long ./...

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/powerlaw"
	"github.com/dibmap/dibmap/internal/oracle"
)

// TestLongFast makes all rows in small, without the authors' tables, and then one anew.
func TestLongFast(t *testing.T) {
	out := t.TempDir()
	var told bytes.Buffer
	if err := (call{out: out, fast: true}).run(t.Context(), &told); err != nil {
		t.Fatal(err)
	}
	t.Logf("times:\n%s", &told)
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	lines := read(comparisonFile)
	made, err := comparison(bytes.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids() {
		if len(made[id].lines) == 0 && id != "fig-colors" && id != "fig-group-tables" {
			t.Errorf("%s has no lines", id)
		}
	}
	text := read("README.md")
	for name := range linked(string(text)) {
		// Colors need the authors' tables, and experiments/second makes the page on three objectives.
		if strings.Contains(name, "color") || name == "three-objectives.md" {
			continue
		}
		if _, err := os.Stat(filepath.Join(out, name)); err != nil && !strings.HasPrefix(name, "..") {
			t.Errorf("the page links what is not there: %v", err)
		}
	}
	if err := (call{out: out, fast: true, only: []string{"copulas"}}).run(t.Context(), &told); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(lines, read(comparisonFile)) || !bytes.Equal(text, read("README.md")) {
		t.Error("making one row changed others")
	}
}

// TestLongNumbersAreReproduced makes the rows that take seconds anew, of the authors' tables,
// and compares every number with those of docs/paper.
func TestLongNumbersAreReproduced(t *testing.T) {
	e := &env{data: filepath.Dir(oracle.Shared(t, "data", "reference", lettersFile)), out: t.TempDir()}
	for _, r := range rows() {
		if !r.slow {
			t.Run(r.id, func(t *testing.T) { reproduce(t, e, r) })
		}
	}
}

// reproduce makes a row and compares its lines and all CSV files that it wrote.
func reproduce(t *testing.T, e *env, r row) {
	made, err := r.run(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	all, err := comparison(bytes.NewReader(read(t, comparisonFile)))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(all[r.id], made, cmp.AllowUnexported(outcome{}, line{})); d != "" {
		t.Errorf("lines of %s (-committed +made):\n%s", comparisonFile, d)
	}
	written, err := filepath.Glob(filepath.Join(e.out, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range written {
		name := filepath.Base(path)
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := read(t, name)
		if strings.HasSuffix(name, ".csv") && !bytes.Equal(want, got) {
			t.Errorf("%s differs:\n%s", name, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLongRandom16 compares random tables with the authors' one of 16 rows: their frontiers are
// of the same kind of size.
func TestLongRandom16(t *testing.T) {
	var sizes []float64
	for seed := range 5 {
		s, err := frontierSize(t.Context(), 16, seed)
		if err != nil {
			t.Fatal(err)
		}
		if !s.proved || s.mapper > s.known || s.local > s.known {
			t.Errorf("%+v", s)
		}
		sizes = append(sizes, float64(s.known))
	}
	if mean := powerlaw.Geometric(sizes); mean < 159/1.5 || mean > 159*1.5 {
		t.Errorf("%v points, and a table of the authors has 159", sizes)
	}
}
