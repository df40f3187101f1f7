package structure

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// TestDistinctions holds them against a look at every pair at every point.
func TestDistinctions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawLadder(t)
		if rapid.Bool().Draw(t, "ends at H(X)") {
			f.Problem.HX = f.At(f.Len() - 1).H
		}
		d, err := DistinctionsOf(f)
		if err != nil {
			t.Fatal(err)
		}
		budgets := max(f.Problem.HX, f.At(f.Len()-1).H) - f.At(0).H
		for x := range f.Problem.N {
			alone := math.Inf(1)
			for y := range f.Problem.N {
				from, share := math.Inf(1), 0.0
				for p := range f.All() {
					if p.Assignment()[x] == p.Assignment()[y] {
						continue
					}
					from = min(from, p.H)
					if budgets > 0 {
						share += widthOf(f, p.Index) / budgets
					} else {
						share = 1
					}
				}
				if gotFrom, got := d.Apart(x, y); gotFrom != from || math.Abs(got-share) > 1e-12 || from > 1e300 && got != 0 {
					t.Fatalf("rows %d and %d: from %g, share %g, want %g and %g", x, y, gotFrom, got, from, share)
				}
			}
			for p := range f.All() {
				if len(p.Clusters()[p.Assignment()[x]]) == 1 {
					alone = min(alone, p.H)
				}
			}
			if got := d.Alone(x); got != alone {
				t.Fatalf("row %d is alone from %g, want %g", x, got, alone)
			}
		}
	})
}

func TestDistinctionErrors(t *testing.T) {
	many := ladder(t, 1, maxRows+1, []partition.Partition{make(partition.Partition, maxRows+1)})
	for want, f := range map[string]*frontier.Frontier{
		"there is no point that could keep rows apart":                                    through(t),
		"point 0 has no clustering: use a file with the clusterings":                      through(t, [2]float64{0, 0}),
		"there are 4097 rows, and which pairs are kept apart can be told of 4096 at most": many,
	} {
		if _, err := DistinctionsOf(f); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
