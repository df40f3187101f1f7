package exact

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// known remembers clusters that may be worth a cut: those of the frontier, and the
// worst that pricing has found.
type known struct {
	clusters []cluster
	has      map[uint64]bool
	many     bool // columns were listed the last time
}

// add remembers a cluster.
func (k *known) add(r *rows, set uint64) {
	if k.has == nil {
		k.has = make(map[uint64]bool)
	}
	if !k.has[set] {
		k.has[set] = true
		k.clusters = append(k.clusters, r.cluster(set))
	}
}

const (
	// The sum of the dual may exceed the optimum by this share of the depth of the
	// staircase under the edge.
	centreGap = 0.02
	// Clusters whose reduced cost is within that share of the depth are cuts, so
	// that the dual keeps away from them; at most so many are added at a time.
	nearCut = 0.3
	maxCuts = 400
	// A part of the search for violated clusters ends after maxBad of them, and one
	// for these and all within the budget after maxNear, or maxNearBad if some are
	// violated.
	maxBad     = 4
	maxNear    = 1 << 14
	maxNearBad = 1 << 8
	// So many columns take longer to list than violated ones to find.
	manyColumns = 20_000
	// violated is the reduced cost below which a cluster counts as violated: what
	// rounding may take.
	violated = -1e-12
	// margin makes the safe dual strictly feasible, in bits a row.
	margin = 1e-3
)

// trivial returns a dual that is feasible for every cluster: the mixture of those
// that say I(Z;Y) <= I(X;Y) and I(Z;Y) <= H(Z). As c is affine in the slope, so is
// what is feasible for it.
func (r *rows) trivial(slope float64) []float64 {
	column := make([]float64, r.m)
	for _, row := range r.mass {
		for y, v := range row {
			column[y] += v
		}
	}
	log := make([]float64, r.m) // log2 p_y
	for y, v := range column {
		log[y] = r.phi.At(v) * r.total / v
	}
	u := make([]float64, r.n)
	for x, row := range r.mass {
		most := r.own[x]
		for y, v := range row {
			most += float64(v*log[y]) / r.total
		}
		u[x] = float64((1-slope)*r.alone[x]) + float64(slope*most)
	}
	return u
}

// dualProblem asks for a dual that is feasible for every cluster that a clustering
// of entropy below an edge's end can have.
type dualProblem struct {
	edge
	start []float64
	most  int64 // columns to list
}

// budget returns the budget under the edge of a dual, and one that is a little wider:
// n clusters may each have a reduced cost of violated, and m values of phi are
// rounded by up to two quanta.
func (p *dualProblem) budget(r *rows, dual []float64) (exact, allowed budget) {
	exact = budgetOf(p.points, p.slope(), r.hy+sum(dual))
	return exact, exact.widened(float64(r.n)*float64(float64(2*r.m)*plogp.Quantum-violated), violated)
}

// breaches asks for clusters for which a dual is not feasible.
func (p *dualProblem) breaches(dual []float64) query {
	return query{slope: p.slope(), dual: dual, budget: flat(p.last().H, violated), most: maxBad, mostBad: maxBad}
}

// solveDual returns a feasible dual whose sum is within centreGap of the smallest,
// and all columns within its budget, unless these are more than the problem allows.
// The error is the context's, if it ended.
func (r *rows) solveDual(ctx context.Context, p dualProblem, k *known, workers int) (dual []float64, all listing, err error) {
	b := newBarrier(r, p.start, p.slope())
	err = r.generate(ctx, p, b, k, func(u []float64) (found listing, err error) {
		found, err = r.price(ctx, p, u, k.many, workers)
		k.many = k.many && found.bad || len(found.columns) > manyColumns
		all = found
		return found, err
	})
	return b.u, all, err
}

// generate centres the barrier until its dual is feasible: column generation. look
// looks for violated clusters.
func (r *rows) generate(ctx context.Context, p dualProblem, b *barrier, k *known, look func(dual []float64) (listing, error)) error {
	near := nearCut * p.depth()
	for ctx.Err() == nil {
		for first := true; b.include(p.slope(), near, k) || first; first = false {
			b.centre(centreGap * p.depth())
		}
		all, err := look(b.u)
		if err != nil || !all.bad {
			return err
		}
		for _, c := range cheapest(slices.Clone(all.columns)) {
			k.add(r, c.set)
		}
	}
	return ctx.Err()
}

// price returns columns that are violated, or all within the budget if there are
// none. It looks for both at once, unless the latter were many the last time.
func (r *rows) price(ctx context.Context, p dualProblem, dual []float64, many bool, workers int) (all listing, err error) {
	_, allowed := p.budget(r, dual)
	if !many {
		q := query{slope: p.slope(), dual: dual, budget: allowed, most: maxNear, mostBad: maxNearBad}
		if all, err = listColumns(ctx, r, q, workers); err != nil || all.whole || all.bad {
			return all, err
		}
	}
	if all, err = listColumns(ctx, r, p.breaches(dual), workers); err != nil || all.bad {
		return all, err
	}
	q := query{slope: p.slope(), dual: dual, budget: allowed, most: math.MaxInt, mostBad: math.MaxInt, limit: p.most}
	return listColumns(ctx, r, q, workers)
}

// cheapest returns the columns of smallest reduced cost.
func cheapest(found []column) []column {
	slices.SortStableFunc(found, func(a, b column) int { return cmp.Compare(a.rc, b.rc) })
	return found[:min(len(found), maxCuts)]
}

func newBarrier(r *rows, start []float64, slope float64) *barrier {
	b := &barrier{
		n: r.n, u: slices.Clone(start), safe: r.trivial(slope), in: make(map[uint64]bool), weight: make([]float64, r.n),
		gradient: make([]float64, r.n), step: make([]float64, r.n), hessian: make([]float64, r.n*r.n),
	}
	for x := range r.n {
		b.weight[x] = 1
		b.safe[x] += margin
		b.add(cut{1 << x, r.alone[x] + float64(slope*r.phiW[x])})
	}
	return b
}

func (b *barrier) add(c cut) {
	b.in[c.set] = true
	b.pool = append(b.pool, c)
	b.reduced = append(b.reduced, 0)
}

// include makes cuts of the known clusters of reduced cost below near, and tells
// whether some of them are violated.
func (b *barrier) include(slope, near float64, k *known) (some bool) {
	var cuts []column
	for _, c := range k.clusters {
		if rc := over(b.u, c.set) - c.at(slope); rc < near && !b.in[c.set] {
			cuts = append(cuts, column{c.set, rc})
		}
	}
	for _, c := range cheapest(cuts) {
		b.add(cut{c.set, over(b.u, c.set) - c.rc})
		some = some || c.rc < 0
	}
	return some
}
