package evidence

import (
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// TestShrunkCountsAreThoseOfTheSmoothedTable compares what a cluster of smoothed rows tells with the table that is
// clustered.
func TestShrunkCountsAreThoseOfTheSmoothedTable(t *testing.T) {
	var cells []joint.Cell
	for x, row := range [][]float64{{7, 1}, {2, 0}, {0, 3}, {4, 9}} {
		for y, n := range row {
			cells = append(cells, joint.Cell{X: int32(x), Y: int32(y), Value: n})
		}
	}
	counts, err := joint.New([]string{"a", "b", "c", "d"}, []string{"no", "yes"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	for _, strength := range []float64{0.5, 3, 20} {
		smooth, err := counts.Smooth(strength)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newSample(joint.Fold{Training: counts, HeldOut: counts}, &frontier.Problem{})
		if err != nil {
			t.Fatal(err)
		}
		s.shrink(strength)
		g := gatherer{training: make([]float64, 2), held: make([]float64, 2)}
		for _, rows := range [][]int32{{0}, {1, 3}, {0, 1, 2}} {
			g.gather(s, rows, true)
			for y := range 2 {
				mass, all := 0.0, 0.0
				for _, x := range rows {
					columns, own := smooth.Row(int(x))
					for k, column := range columns {
						all += own[k]
						if int(column) == y {
							mass += own[k]
						}
					}
				}
				n, q := float64(26), counts.ColMass(y)/26
				n *= all / smooth.Total()
				want := math.Log2((n*(mass/all) + q) / (n + 1) / q)
				if got := s.told(g.training[y], g.mass, g.spread, g.sum, int32(y), 1); math.Abs(got-want) > 1e-5 {
					t.Errorf("strength %g, rows %v, column %d: %g, want %g", strength, rows, y, got, want)
				}
			}
			g.clear()
		}
	}
}

// TestOnlyRowsWithoutAnOrderAreScoredAsTheyAreSmoothed: runs of rows in order choose their concentrations.
func TestOnlyRowsWithoutAnOrderAreScoredAsTheyAreSmoothed(t *testing.T) {
	j := tableOf(t, [][]float64{{40, 9, 2, 30}, {31, 12, 5, 20}, {3, 25, 31, 9}, {8, 30, 22, 4}})
	last := func(order string, smooth float64) float64 {
		whole := exhausted(t, j)
		whole.Search.Order, whole.Problem.Smooth = order, smooth
		f := validated(t, whole, foldsOf(t, j, 3, 1), ValidateOptions{})
		return f.At(f.Len() - 1).HeldOut.I
	}
	for order, same := range map[string]bool{"": false, "linear": true} {
		if plain, smooth := last(order, 0), last(order, 9); (plain == smooth) != same {
			t.Errorf("order %q: %g bits, and %g if rows are smoothed", order, plain, smooth)
		}
	}
}
