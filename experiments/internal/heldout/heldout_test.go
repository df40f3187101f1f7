package heldout

import (
	"math"
	"testing"
)

// TestInformation: closed forms.
func TestInformation(t *testing.T) {
	for _, tt := range []struct {
		counts [][]int64
		want   float64
	}{
		{[][]int64{{1, 0}, {0, 1}}, 1},
		{[][]int64{{3, 6}, {1, 2}}, 0},
		{[][]int64{{1, 1, 0}, {0, 0, 2}}, 1},
		{[][]int64{{3, 1}, {1, 3}}, 0.5 + 0.75*math.Log2(0.75)},
	} {
		if i := Information(tt.counts); math.Abs(i-tt.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", tt.counts, i, tt.want)
		}
	}
}

// TestConcentration: the a that is chosen makes the training records most likely, each predicted
// from all others; where groups say nothing it is large, and where they say all it is small.
func TestConcentration(t *testing.T) {
	for name, tt := range map[string]struct {
		counts   [][]int64
		from, to float64
	}{
		"nothing": {[][]int64{{500, 500}, {500, 500}}, math.Inf(1), math.Inf(1)},
		"all":     {[][]int64{{1000, 0}, {0, 1000}}, 0, 0.1},
		"some":    {[][]int64{{12, 4}, {6, 10}, {9, 7}}, 1, 1000},
	} {
		q := New(tt.counts)
		if q.A < tt.from || q.A > tt.to {
			t.Errorf("%s: %v", name, q.A)
		}
		chosen, l := q.A, q.leaveOneOut()
		for _, q.A = range concentrations(100) {
			if q.leaveOneOut() > l {
				t.Errorf("%s: %v is likelier than %v", name, q.A, chosen)
			}
		}
	}
}
