package exact

import "context"

// Another feasible dual of an edge gives every clustering another total of reduced
// costs, which differs by the same for all: by what the sums of the duals differ.
// So a cluster has to be within the budget by both, and so have some clusters of a
// clustering together.
const (
	// maxOthers is the number of other duals that are tried, as long as more than
	// siftFrom columns are left.
	maxOthers = 3
	siftFrom  = 50_000
	// otherWeight is how much more than its sum another dual minds the reduced costs
	// of the columns left.
	otherWeight = 0.1
)

// other is another dual: how much it differs from the first, by row and in all.
type other struct {
	more  []float64
	shift float64
}

// sift drops columns that other duals rule out, until no more than enough are left
// or maxOthers duals were tried. Each of these makes the reduced costs of what is
// left as large as can be. The error is the context's.
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
			w := over(r.weight, c.set)
			if c.rc+over(o.more, c.set) <= allowed.at(r.twoClusters(w))+o.shift {
				kept = append(kept, c)
			}
		}
		columns, others = kept, append(others, o)
	}
	return columns, others, nil
}

// twoClusters returns the entropy in bits of a cluster of mass w and all others.
func (r *rows) twoClusters(w float64) float64 { return -r.phi.At(w) - r.phi.At(r.total-w) }

// weigh has the barrier minimise the sum of the dual less otherWeight times the mean
// over some columns.
func (b *barrier) weigh(columns []column) {
	often := frequency(columns)
	for x := range b.weight {
		b.weight[x] = 1 - otherWeight*float64(often[x])/float64(len(columns))
	}
}
