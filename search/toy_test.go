package search

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestDitExample has the frontier of the distribution on which the Python package dit
// tests its bottleneck curves: five equally probable pairs of three values. Two
// clusterings tie. (H and I by going over all five partitions.)
func TestDitExample(t *testing.T) {
	toy := table{{1, 0, 1}, {0, 0, 1}, {0, 1, 1}}
	want := []struct {
		h, i        float64
		assignments []string
	}{
		{0, 0, []string{"[0 0 0]"}},
		{0.7219280949, 0.1709505945, []string{"[0 1 0]"}},
		{0.9709505945, 0.4199730940, []string{"[0 0 1]", "[0 1 1]"}},
		{1.5219280949, 0.5709505945, []string{"[0 1 2]"}},
	}
	for name, opts := range map[string]Options{"enumeration": {Epsilon: math.Inf(1)}, "default": {}, "mapper": {Method: Merge}} {
		f := mustMap(t, toy, opts).Frontier
		if f.Len() != len(want) {
			t.Fatalf("%s: %d points, want %d", name, f.Len(), len(want))
		}
		for n, w := range want {
			p := f.At(n)
			if math.Abs(p.H-w.h) > 1e-9 || math.Abs(p.I-w.i) > 1e-9 ||
				!slices.Contains(w.assignments, fmt.Sprint(p.Assignment())) || p.Ties != len(w.assignments)-1 {
				t.Errorf("%s: %.10f, %.10f, %v with %d ties, want %v", name, p.H, p.I, p.Assignment(), p.Ties, w)
			}
		}
	}
}
