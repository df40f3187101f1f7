package input

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/joint"
)

// TestWithRest holds that values that the grouped table lacks count there as the rest, and where it has no
// rest stay what they are.
func TestWithRest(t *testing.T) {
	known, err := joint.Dense([]string{"a", "(other)"}, []string{"u", "(other)"}, [][]float64{{3, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	held, err := joint.Dense([]string{"a", "b", "c"}, []string{"u", "v", "w"}, [][]float64{{1, 2, 4}, {8, 16, 0}, {0, 32, 64}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		flags TableFlags
		want  map[string]float64
	}{
		{TableFlags{TopX: 1, TopY: 1}, map[string]float64{"a u": 1, "a (other)": 6, "(other) u": 8, "(other) (other)": 112}},
		{TableFlags{TopX: 1}, map[string]float64{"a u": 1, "a v": 2, "a w": 4, "(other) u": 8, "(other) v": 48, "(other) w": 64}},
		{TableFlags{TopY: 1}, map[string]float64{"a u": 1, "a (other)": 6, "b u": 8, "b (other)": 16, "c (other)": 96}},
		{TableFlags{MinCount: 9, TopY: 1}, map[string]float64{"a u": 1, "a (other)": 6, "b u": 8, "b (other)": 16, "c (other)": 96}},
	} {
		row, column := tt.flags.restOf(known)
		j, err := withRest(held, known, row, column)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]float64)
		for x, label := range j.XLabels() {
			columns, masses := j.Row(x)
			for k, y := range columns {
				got[label+" "+j.YLabels()[y]] = masses[k]
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("top %d x %d: %s", tt.flags.TopX, tt.flags.TopY, d)
		}
	}
	if _, column := (&TableFlags{TopX: 1, TopY: 1}).restOf(held); column != "" {
		t.Error("a table without others has a column of them")
	}
}
