package search

import (
	"encoding/json"
	"math"
	"os"
	"testing"

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

// TestAlpha27 holds the greedy frontier against the exact one of 1073 points:
// many are found, none is above it, and every value is right.
func TestAlpha27(t *testing.T) {
	tab := shared(t, "pxy_alpha27.npy")
	r := mustMap(t, tab, Options{})
	if r.Frontier.Len() < 1000 {
		t.Errorf("%d points, want at least 1000", r.Frontier.Len())
	}
	sound(t, tab, r.Frontier)
	exact := golden(t, "alpha27.json")
	// The area under the staircase: 1.554268677 when exact, 1.548731532 for the
	// published program (epsilon 1e-8).
	if hv := r.Frontier.Hypervolume(); hv < 1.5520 || hv > 1.5542686768+1e-9 {
		t.Errorf("hypervolume %.9f", hv)
	}
	k, right := 0, 0
	for p := range r.Frontier.All() {
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
	// The published program: 538.
	if right < 780 {
		t.Errorf("%d of the %d exact points found", right, len(exact))
	}
	t.Logf("%d points, of which %d are among the %d exact ones", r.Frontier.Len(), right, len(exact))
}

// TestRand16 needs some depth to find all 159 points.
func TestRand16(t *testing.T) {
	r := mustMap(t, shared(t, "pxy_rand16.npy"), Options{Epsilon: 0.01})
	samePoints(t, pairsOf(r.Frontier), golden(t, "rand16.json"))
}
