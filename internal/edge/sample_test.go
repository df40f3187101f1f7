package edge

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// TestSampled: every part is searched once, and each sample has its share of them.
func TestSampled(t *testing.T) {
	for n := range 600 {
		order, ends := sampled(n)
		if !slices.IsSorted(ends[:]) || ends[2] != n || ends[0] > n/64+1 || ends[1] > n/8+1 || ends[1] < n/8 {
			t.Errorf("%d parts: samples end at %v", n, ends)
		}
		slices.Sort(order)
		if !slices.Equal(order, partition.Identity(n)) {
			t.Errorf("%d parts: the search has %v", n, order)
		}
	}
}

// TestHardEdgesStopEarly: a listing that will not end within its steps stops after a sample, with as many steps for
// any number of workers, and knows about how many it needs. If there are many columns, it has a feasible dual by then.
func TestHardEdgesStopEarly(t *testing.T) {
	stopped, feasible := 0, 0
	many := drawn.Table(t, drawn.Uniform(3, 17, 6))
	few := drawn.Table(t, drawn.Uniform(2, 20, 6))
	for j, f := range map[*joint.Joint]*frontier.Frontier{many: drawn.Bare(t, many), few: drawn.Searched(t, few)} {
		r, known, edges := started(j, f)
		for _, e := range edges {
			solve := func(limit int64, workers int) (listing, *Meter, error) {
				k := Known{clusters: slices.Clone(known.clusters), has: make(map[uint64]bool)}
				of := Problem{Edge: e, Start: r.TrivialDual(e.Slope()), Most: 1 << 24, Meter: NewMeter(limit)}
				_, all, err := r.SolveDual(context.Background(), of, &k, workers)
				return all, of.Meter, err
			}
			all, meter, err := solve(1<<40, 1)
			if err != nil {
				t.Fatal(err)
			}
			whole := meter.Spent()
			one, first, err := solve(whole/2, 1)
			three, second, again := solve(whole/2, 3)
			if !errors.Is(err, ErrSteps) || !errors.Is(again, ErrSteps) || first.Spent() != second.Spent() || first.Need() != second.Need() || one.Feasible != three.Feasible {
				t.Errorf("edge from %g: %v after %d steps, and %v after %d", e.First().H, err, first.Spent(), again, second.Spent())
			}
			if first.Spent() == whole/2 { // too many before the sample
				continue
			}
			if stopped++; first.Need() < whole/4 || first.Need() > 4*whole {
				t.Errorf("edge from %g: %d steps are expected, and %d needed", e.First().H, first.Need(), whole)
			}
			if one.Feasible {
				feasible++
			} else if len(all.Columns) > 4*manyColumns {
				t.Errorf("edge from %g: %d columns are listed before the dual is known to be feasible", e.First().H, len(all.Columns))
			}
		}
	}
	if stopped == 0 || feasible == 0 || feasible == stopped {
		t.Errorf("%d edges stopped early, %d with a feasible dual: that tests little", stopped, feasible)
	}
}
