package edge

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
)

// A second dual of an edge changes the total reduced cost of every clustering by the same amount, the difference of
// the sums of the duals. A cluster of a better clustering must therefore be within the budget for both duals, and so
// must several of its clusters together, if none of them violates the second dual. As all of them are listed by the
// first one, the second one has to be feasible for the listed clusters only, which are quickly looked through.
const (
	// Up to maxOthers further duals are tried while more than siftFrom columns are left and the last dual dropped
	// at least the share leastDropped.
	maxOthers    = 8
	leastDropped = 0.2
	siftFrom     = 50_000
	// otherWeight is the weight of the mean reduced cost of the columns in the objective
	// of a further dual, relative to the sum of the dual.
	otherWeight = 0.1
)

// other is a further dual, minus the first: by row, and the sum.
type other struct {
	more  []float64
	shift float64
}

// sift drops columns that further duals rule out, until at most enough are left or
// maxOthers duals were tried. Each of the duals makes the reduced costs of the columns
// that are left as large as possible. The error is the context's, or ErrSteps.
func (r *Table) sift(ctx context.Context, p Problem, dual []float64, columns []Column, enough int, k *Known, workers int) ([]Column, []other, error) {
	_, allowed := p.budget(r, dual)
	p.Centred = false // for other weights
	var others []other
	for len(columns) > enough && len(others) < maxOthers {
		b := newBarrier(r, dual, p.Slope())
		b.weigh(columns)
		o := other{more: make([]float64, r.N)}
		err := r.generate(ctx, p, b, k, func(u []float64) (listing, error) {
			for x := range o.more {
				o.more[x] = u[x] - dual[x]
			}
			all, err := chosen(ctx, workers, columns, func(some []Column) []Column { return breachesOf(some, o.more).Columns })
			return listing{Columns: all, bad: len(all) > 0}, cmp.Or(err, p.Meter.spend(int64(len(columns))))
		})
		if err != nil {
			return nil, nil, err
		}
		o.shift = lists.Sum(o.more)
		kept, err := chosen(ctx, workers, columns, func(some []Column) (kept []Column) {
			for _, c := range some {
				// A listed column is allowed at least the first budget.
				cost := c.rc + over(o.more, c.Set)
				if cost <= allowed.most[0]+o.shift || cost <= allowed.at(r.twoClusters(over(r.weight, c.Set)))+o.shift {
					kept = append(kept, c)
				}
			}
			return kept
		})
		if err != nil {
			return nil, nil, err
		}
		dropped := len(columns) - len(kept)
		columns, others = kept, append(others, o)
		if float64(dropped) < leastDropped*float64(dropped+len(kept)) {
			break
		}
	}
	return columns, others, nil
}

// chunk is a number of columns that a worker looks through at a time.
const chunk = 1 << 12

// chosen returns the columns that are chosen of each chunk, in their order. The error is the context's.
func chosen(ctx context.Context, workers int, columns []Column, of func(some []Column) []Column) ([]Column, error) {
	some := make([][]Column, (len(columns)+chunk-1)/chunk)
	err := pool.Each(ctx, workers, len(some), func(_, job int) error {
		some[job] = of(columns[job*chunk : min(len(columns), (job+1)*chunk)])
		return nil
	})
	return slices.Concat(some...), err
}

// breachesOf returns the columns that are violated after a dual was changed.
func breachesOf(columns []Column, more []float64) (all listing) {
	for _, c := range columns {
		if rc := c.rc + over(more, c.Set); rc < violated {
			all.Columns, all.bad = append(all.Columns, Column{c.Set, rc}), true
		}
	}
	return all
}
