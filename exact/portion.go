package exact

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
)

// portion is an edge with its candidate dual, which no known cluster violates, and the jobs into
// which the search for its columns is cut.
type portion struct {
	edge
	dual []float64
	jobs []job
}

// slackShare is the part of the depth of an edge by which the budget of a list is larger than
// that of its dual. If some clusters turn out to violate the dual, it can be raised by as much.
const slackShare = 0.03

// portion returns an edge with a candidate dual and its jobs.
func (r *rows) portion(e edge, dual []float64) portion {
	p := portion{edge: e, dual: dual}
	p.jobs = r.jobs(p.query(r), jobsOfEdge)
	return p
}

// query asks for the columns of an edge.
func (e *portion) query(r *rows) query {
	return query{slope: e.slope(), dual: e.dual, budget: e.allowed(r), mostBad: math.MaxInt, meter: unlimited()}
}

// allowed returns the budget of the list of columns.
func (e *portion) allowed(r *rows) budget {
	_, allowed := (&dualProblem{edge: e.edge}).budget(r, e.dual)
	return allowed.widened(float64(slackShare*e.depth()), violated)
}

// candidate returns a dual of an edge that no known cluster and none near these violates, nor near those that
// the search for columns begins with, nor a listed column, whose reduced cost is that for the start. The error
// is the context's.
func (r *rows) candidate(ctx context.Context, e edge, start []float64, k *known, listed []column) ([]float64, error) {
	of := dualProblem{edge: e, start: start, meter: unlimited()}
	b := newBarrier(r, start, e.slope())
	more := make([]float64, r.n)
	err := r.generate(ctx, of, b, k, func(u []float64) (found listing, err error) {
		for x := range more {
			more[x] = u[x] - start[x]
		}
		if found = breachesOf(listed, more); found.bad {
			return found, ctx.Err()
		}
		d := r.descent(of, u)
		root := newLister(r, (&portion{edge: e, dual: u}).query(r))
		for _, n := range root.split() {
			if n.set|n.guess == 0 {
				continue
			}
			if set, rc := d.from(n.set | n.guess); rc < violated {
				found.columns, found.bad = append(found.columns, column{set, rc}), true
			}
		}
		return found, ctx.Err()
	})
	return b.u, err
}

// list returns the columns of some jobs of an edge, by ascending sets, or nil if they are more than most. Their
// reduced costs are computed from nothing, so that they do not depend on the jobs.
func (e *portion) list(ctx context.Context, r *rows, jobs []job, most int64, workers int) ([]column, error) {
	q := e.query(r)
	q.limit = max(most, 1)
	var nodes []node
	l := newLister(r, q)
	for _, j := range jobs {
		nodes = append(nodes, l.node(j))
	}
	all, err := exploreAll(ctx, r, q, nodes, workers)
	if err != nil || !all.whole {
		return nil, err
	}
	columns := slices.Grow(all.columns, 1) // not nil
	slices.SortFunc(columns, func(a, b column) int { return cmp.Compare(a.set, b.set) })
	const chunk = 1 << 12
	err = pool.Each(ctx, workers, (len(columns)+chunk-1)/chunk, func(_, job int) error {
		for k := job * chunk; k < min(len(columns), (job+1)*chunk); k++ {
			c := r.cluster(columns[k].set)
			columns[k].rc = over(e.dual, c.set) - c.at(e.slope())
		}
		return nil
	})
	return columns, err
}

// violations returns how many columns violate the dual.
func violations(columns []column) (n int) {
	for _, c := range columns {
		if c.rc < violated {
			n++
		}
	}
	return n
}

// repair returns the dual of an edge after it was raised until no column violates it, and tells
// whether that succeeded: all columns within the budget of the raised dual must be listed. It
// changes the reduced costs of the columns with the dual.
//
// No cluster's reduced cost falls when a dual is raised, and the budget grows by as much as the
// sum of the dual. So clusters that are beyond the budget of the list, which is larger than that
// of the old dual, stay above the budget of the new one as long as that is not larger than the list's.
func (r *rows) repair(e *portion, columns []column) (dual []float64, ok bool) {
	dual = slices.Clone(e.dual)
	bad := slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.rc >= violated })
	for len(bad) > 0 && sum(dual)-sum(e.dual) <= slackShare*e.depth() {
		often := frequency(bad)
		worst := slices.MinFunc(bad, byCost)
		x := bits.TrailingZeros64(worst.set)
		for s := worst.set; s != 0; s &= s - 1 {
			if z := bits.TrailingZeros64(s); often[z] > often[x] {
				x = z
			}
		}
		dual[x] -= worst.rc
		for k := range bad {
			bad[k].rc -= float64(worst.rc * float64(bad[k].set>>x&1))
		}
		bad = slices.DeleteFunc(bad, func(c column) bool { return c.rc >= violated })
	}
	more := make([]float64, r.n)
	for x := range more {
		more[x] = dual[x] - e.dual[x]
	}
	for k := range columns {
		columns[k].rc += over(more, columns[k].set)
	}
	_, allowed := (&dualProblem{edge: e.edge}).budget(r, dual)
	listed := e.allowed(r)
	ok = len(bad) == 0
	for k, most := range allowed.most {
		ok = ok && most <= listed.most[k]
	}
	return dual, ok
}

// within returns the columns within the budget of an edge, whose reduced costs are those for its dual.
func (r *rows) within(of dualProblem, dual []float64, columns []column) []column {
	_, allowed := of.budget(r, dual)
	var some []column
	for _, c := range columns {
		if c.rc <= allowed.at(r.twoClusters(over(r.weight, c.set))) {
			some = append(some, c)
		}
	}
	return some
}

// writeColumns writes columns, whose sets ascend.
func writeColumns(w *writer, columns []column) {
	sets, costs := make([]uint64, len(columns)), make([]float64, len(columns))
	for k, c := range columns {
		sets[k], costs[k] = c.set, c.rc
	}
	w.sets(sets)
	w.floats(costs)
}

// readColumns reads columns of n rows.
func readColumns(r *reader, n int) []column {
	sets := r.sets(n)
	r.require(len(sets) <= r.left()/8, "it ends early")
	if r.err != nil {
		return nil
	}
	columns := make([]column, len(sets))
	for k, rc := range r.floats(len(sets)) {
		columns[k] = column{sets[k], rc}
	}
	return columns
}
