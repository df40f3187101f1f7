package search

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle"
)

// golden reads an exact reference frontier.
func golden(t *testing.T, name string) []pair {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", "frontiers", name))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Points []struct{ H, I float64 } }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	var points []pair
	for _, p := range file.Points {
		points = append(points, pair{p.H, p.I})
	}
	return points
}

// TestAlpha10 enumerates the table of the paper's Table 1: 94 points. The
// golden values are rounded to 9 digits.
func TestAlpha10(t *testing.T) {
	tab := shared(t, "pxy_alpha10.npy")
	r := mustMap(t, tab, Options{Epsilon: math.Inf(1)})
	want := golden(t, "alpha10.json")
	if len(want) != 94 {
		t.Fatalf("%d golden points", len(want))
	}
	samePoints(t, pairsOf(r.Frontier), want)
	sound(t, tab, r.Frontier)
}

// against returns the number of points that are on the exact frontier, and fails
// if one is above it.
func against(t *testing.T, f *frontier.Frontier, exact []pair) (right int) {
	t.Helper()
	k := 0
	for p := range f.All() {
		for k+1 < len(exact) && exact[k+1].h <= p.H+1e-9 {
			k++
		}
		if math.Abs(p.H-exact[k].h) < 1e-9 && math.Abs(p.I-exact[k].i) < 1e-9 {
			right++
		}
		if p.I > exact[k].i+1e-9 {
			t.Errorf("(%.9f, %.9f) is above the exact frontier", p.H, p.I)
		}
	}
	return right
}

// TestAlpha27 holds what each method finds against the exact frontier of 1073
// points, which has a hypervolume of 1.554268677. The published program finds
// 538 of them, and a hypervolume of 1.548731532.
func TestAlpha27(t *testing.T) {
	tab := shared(t, "pxy_alpha27.npy")
	exact := golden(t, "alpha27.json")
	if len(exact) != 1073 {
		t.Fatalf("%d golden points", len(exact))
	}
	for _, tt := range []struct {
		opts  Options
		right int
		area  float64
	}{
		{Options{}, 1073, 1.554268677},
		{Options{Method: Local}, 1071, 1.5542686},
		{Options{Method: Merge}, 780, 1.5520},
	} {
		r := mustMap(t, tab, tt.opts)
		sound(t, tab, r.Frontier)
		right := against(t, r.Frontier, exact)
		if right < tt.right {
			t.Errorf("%+v: %d of the %d exact points found, want %d", tt.opts, right, len(exact), tt.right)
		}
		if area := r.Frontier.Hypervolume(); area < tt.area-1e-9 || area > 1.554268677+1e-9 {
			t.Errorf("%+v: hypervolume %.9f", tt.opts, area)
		}
		if tt.right == len(exact) && r.Frontier.Len() != len(exact) {
			t.Errorf("%d points, want %d", r.Frontier.Len(), len(exact))
		}
		t.Logf("%+v: %d points, of which %d are among the %d exact ones", tt.opts, r.Frontier.Len(), right, len(exact))
	}
}

// TestColors: the exact frontier has 321 points and a hypervolume of 2.076108666
// (design notes; the published program finds 147 of them, and 2.066941974).
func TestColors(t *testing.T) {
	tab := shared(t, "pxy_colors.npy")
	for _, tt := range []struct {
		opts   Options
		points int
		area   float64
	}{
		{Options{}, 321, 2.076108666},
		{Options{Effort: 0.15}, 321, 2.076108666},
		{Options{Method: Local}, 313, 2.0760},
	} {
		r := mustMap(t, tab, tt.opts)
		sound(t, tab, r.Frontier)
		if r.Frontier.Len() != tt.points {
			t.Errorf("%+v: %d points, want %d", tt.opts, r.Frontier.Len(), tt.points)
		}
		if area := r.Frontier.Hypervolume(); area < tt.area-1e-9 || area > 2.076108666+1e-9 {
			t.Errorf("%+v: hypervolume %.9f, want %.9f", tt.opts, area, tt.area)
		}
	}
}

// TestRand16 needs epsilon rounds, or some depth, to find all 159 points.
func TestRand16(t *testing.T) {
	for _, opts := range []Options{{}, {Epsilon: 0.01}} {
		r := mustMap(t, shared(t, "pxy_rand16.npy"), opts)
		samePoints(t, pairsOf(r.Frontier), golden(t, "rand16.json"))
	}
}
