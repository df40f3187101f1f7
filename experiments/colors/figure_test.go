package main

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMiddle(t *testing.T) {
	for label, want := range map[string]float64{"000-010": 5, "348-360": 354, "352-003": 357.5, "350-020": 5, "012.25-012.75": 12.5, "340-340": 340} {
		if got, ok := middle(label); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %g, %t", label, got, ok)
		}
	}
	for _, label := range []string{"", "3", "a-b", "3-b", "3-400", "400-3", "NaN-3", "-3-5", "1-2-3"} {
		if got, ok := middle(label); ok {
			t.Errorf("%q has the middle %g", label, got)
		}
	}
}

func TestOpenFigure(t *testing.T) {
	name := filepath.Join(t.TempDir(), "t.csv")
	for text, want := range map[string][]float64{
		"hue,a,b\n000-010,1,2\n010-100,3,1\n100-360,1,1\n": {5, 55, 230},
		"hue,a,b\n000-010,1,2\nred,3,1\n100-360,1,1\n":     {60, 180, 300},
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		g, err := openFigure(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		for row, label := range g.table.XLabels() {
			if g.hues[label] != want[row] {
				t.Errorf("row %s has the hue %g, want %g", label, g.hues[label], want[row])
			}
		}
	}
}

// TestRunFigure draws the figure of fruit with its table, and again of the table.
func TestRunFigure(t *testing.T) {
	d, _ := fruit(t)
	c := d.call("-uniform", "0.5", "-classes", "4", "-hues", "36", "-bins", "6", "-figure", d.path("f.svg"))
	if err := c.run(t.Context(), new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(d.read("t.csv"), "hue,") || !strings.HasPrefix(d.read("l.csv"), "bin,") {
		t.Error("the other files hold something else")
	}
	again, err := parse([]string{"-table", d.path("t.csv"), "-figure", d.path("g.svg")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.run(t.Context(), new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"f.svg", "g.svg"} {
		if f := d.read(name); !strings.HasPrefix(f, "<?xml") || !strings.Contains(f, "6 hues, 4 classes, ") {
			t.Errorf("%s begins %.40q", name, f)
		}
	}
	// A bin of leaves alone, 120 degrees, is of pure green.
	if f := d.read("f.svg"); !strings.Contains(f, "#00E000") {
		t.Error("no patch is green")
	}
}

func TestFigureErrors(t *testing.T) {
	for args, want := range map[string]string{
		"-figure f.gif":                  "-figure: f.gif: the name does not tell the format of the figure: end it in .svg, .png or .pdf",
		"-table t.csv":                   "-table FILE goes with -figure FILE alone",
		"-table t -figure f.svg -o t":    "-table FILE goes with -figure FILE alone",
		"-table t -figure f.svg -images": "flag needs an argument: -images",
	} {
		if _, err := parse(strings.Fields(args), nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v", args, err)
		}
	}
	dir := t.TempDir()
	c := call{table: filepath.Join(dir, "none.csv"), figure: filepath.Join(dir, "f.svg")}
	if err := c.run(t.Context(), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "none.csv") {
		t.Error(err)
	}
	g, err := openFigure(t.Context(), "@occupation")
	if err != nil {
		t.Fatal(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.draw(stopped, new(bytes.Buffer), "svg"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
