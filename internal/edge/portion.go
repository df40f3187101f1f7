package edge

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/sealed"
)

// Portion is an edge with its candidate dual, which no known cluster violates, and the jobs into
// which the search for its columns is cut.
type Portion struct {
	Edge
	Dual []float64
	Jobs []Job
}

// slackShare is the part of an edge's depth that the budget of a list adds to the budget of its dual. If clusters
// turn out to violate the dual, it can be raised by this amount.
const slackShare = 0.03

// Portion returns an edge with a candidate dual and its jobs.
func (r *Table) Portion(e Edge, dual []float64) Portion {
	p := Portion{Edge: e, Dual: dual}
	p.Jobs = r.jobs(p.query(r), parts)
	return p
}

// query asks for the columns of an edge.
func (e *Portion) query(r *Table) query {
	return query{slope: e.Slope(), dual: e.Dual, budget: e.allowed(r), mostBad: math.MaxInt, meter: Unlimited()}
}

// allowed returns the budget of the list of columns.
func (e *Portion) allowed(r *Table) budget {
	_, allowed := (&Problem{Edge: e.Edge}).budget(r, e.Dual)
	return allowed.widened(float64(slackShare*e.Depth()), violated)
}

// Candidate returns a dual of an edge. It is violated by no known cluster, by no listed column, and by no cluster
// that a descent finds from these or from the first nodes of the search for columns. The reduced costs of listed
// columns are for the start. The error is the context's.
func (r *Table) Candidate(ctx context.Context, e Edge, start []float64, k *Known, listed []Column) ([]float64, error) {
	of := Problem{Edge: e, Start: start, Meter: Unlimited()}
	b := newBarrier(r, start, e.Slope())
	more := make([]float64, r.N)
	err := r.generate(ctx, of, b, k, func(u []float64) (found listing, err error) {
		for x := range more {
			more[x] = u[x] - start[x]
		}
		if found = breachesOf(listed, more); found.bad {
			return found, ctx.Err()
		}
		d := r.descent(of, u)
		root := newLister(r, (&Portion{Edge: e, Dual: u}).query(r))
		for _, n := range root.split(parts) {
			if n.set|n.guess == 0 {
				continue
			}
			if set, rc := d.from(n.set | n.guess); rc < violated {
				found.Columns, found.bad = append(found.Columns, Column{set, rc}), true
			}
		}
		return found, ctx.Err()
	})
	return b.u, err
}

// List returns the columns of some jobs of an edge, by ascending sets, or nil if they are more than most. Their
// reduced costs are computed from nothing, so that they do not depend on the jobs.
func (e *Portion) List(ctx context.Context, r *Table, jobs []Job, most int64, workers int) ([]Column, error) {
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
	columns := slices.Grow(all.Columns, 1) // not nil
	slices.SortFunc(columns, func(a, b Column) int { return cmp.Compare(a.Set, b.Set) })
	const chunk = 1 << 12
	err = pool.Each(ctx, workers, (len(columns)+chunk-1)/chunk, func(_, job int) error {
		for k := job * chunk; k < min(len(columns), (job+1)*chunk); k++ {
			c := r.cluster(columns[k].Set)
			columns[k].rc = over(e.Dual, c.set) - c.at(e.Slope())
		}
		return nil
	})
	return columns, err
}

// Violations returns how many columns violate the dual.
func Violations(columns []Column) (n int) {
	return lists.Count(columns, func(c Column) bool { return c.rc < violated })
}

// Repair returns the dual of an edge after it was raised until no column violates it, and tells
// whether that succeeded: all columns within the budget of the raised dual must be listed. It
// changes the reduced costs of the columns with the dual.
//
// Raising a dual lowers no reduced cost, and the budget grows by the same amount as the sum of the dual. The list
// has a larger budget than the old dual. Clusters beyond it therefore stay above the budget of the new dual as long
// as this is at most the list's.
func (r *Table) Repair(e *Portion, columns []Column) (dual []float64, ok bool) {
	dual = slices.Clone(e.Dual)
	bad := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return c.rc >= violated })
	for len(bad) > 0 && lists.Sum(dual)-lists.Sum(e.Dual) <= slackShare*e.Depth() {
		often := frequency(bad)
		worst := slices.MinFunc(bad, byCost)
		x := bits.TrailingZeros64(worst.Set)
		for s := worst.Set; s != 0; s &= s - 1 {
			if z := bits.TrailingZeros64(s); often[z] > often[x] {
				x = z
			}
		}
		dual[x] -= worst.rc
		for k := range bad {
			bad[k].rc -= float64(worst.rc * float64(bad[k].Set>>x&1))
		}
		bad = slices.DeleteFunc(bad, func(c Column) bool { return c.rc >= violated })
	}
	more := lists.Make(r.N, func(x int) float64 { return dual[x] - e.Dual[x] })
	for k := range columns {
		columns[k].rc += over(more, columns[k].Set)
	}
	_, allowed := (&Problem{Edge: e.Edge}).budget(r, dual)
	listed := e.allowed(r)
	ok = len(bad) == 0
	for k, most := range allowed.most {
		ok = ok && most <= listed.most[k]
	}
	return dual, ok
}

// Within returns the columns within the budget of an edge, given their reduced costs for its dual.
func (r *Table) Within(of Problem, dual []float64, columns []Column) []Column {
	_, allowed := of.budget(r, dual)
	var some []Column
	for _, c := range columns {
		if c.rc <= allowed.at(r.twoClusters(over(r.weight, c.Set))) {
			some = append(some, c)
		}
	}
	return some
}

// WriteColumns writes columns, whose sets ascend.
func WriteColumns(w *sealed.Writer, columns []Column) {
	sets, costs := make([]uint64, len(columns)), make([]float64, len(columns))
	for k, c := range columns {
		sets[k], costs[k] = c.Set, c.rc
	}
	w.Sets(sets)
	w.Floats(costs...)
}

// ReadColumns reads columns of n rows.
func ReadColumns(r *sealed.Reader, n int) []Column {
	sets := r.Sets(n)
	r.Require(len(sets) <= r.Left()/8, "it ends early")
	if r.Err != nil {
		return nil
	}
	columns := make([]Column, len(sets))
	for k, rc := range r.Floats(len(sets)) {
		columns[k] = Column{sets[k], rc}
	}
	return columns
}
