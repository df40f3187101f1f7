package exact

import "context"

// A second feasible dual of an edge changes the total reduced cost of every clustering by
// the same amount, the difference of the sums of the duals. A cluster of a better clustering
// must therefore be within the budget for both duals, and so must several of its clusters
// together.
const (
	// Up to maxOthers further duals are tried while more than siftFrom columns are left and
	// the last dual has dropped at least the part leastDropped.
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
// that are left as large as possible. The error is the context's, or errSteps.
func (r *rows) sift(ctx context.Context, p dualProblem, dual []float64, columns []column, enough int, k *known, workers int) ([]column, []other, error) {
	_, allowed := p.budget(r, dual)
	var others []other
	for len(columns) > enough && len(others) < maxOthers {
		b := newBarrier(r, dual, p.slope())
		b.weigh(columns)
		err := r.generate(ctx, p, b, k, func(u []float64) (listing, error) {
			return listColumns(ctx, r, p.breaches(u), workers)
		})
		if err != nil {
			return nil, nil, err
		}
		o := other{more: make([]float64, r.n)}
		for x := range o.more {
			o.more[x] = b.u[x] - dual[x]
		}
		o.shift = sum(o.more)
		kept := make([]column, 0, len(columns)/2)
		for _, c := range columns {
			if c.rc+over(o.more, c.set) <= allowed.at(r.twoClusters(over(r.weight, c.set)))+o.shift {
				kept = append(kept, c)
			}
		}
		dropped := len(columns) - len(kept)
		columns, others = kept, append(others, o)
		if float64(dropped) < leastDropped*float64(dropped+len(kept)) {
			break
		}
	}
	return columns, others, nil
}
