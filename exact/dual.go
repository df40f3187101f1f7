package exact

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// known holds clusters that may become constraints of the linear program: those of the
// frontier, and the worst that pricing has found.
type known struct {
	clusters []cluster
	has      map[uint64]bool
}

// add adds a cluster, unless it is there.
func (k *known) add(r *rows, set uint64) {
	if k.has == nil {
		k.has = make(map[uint64]bool)
	}
	if !k.has[set] {
		k.has[set] = true
		k.clusters = append(k.clusters, r.cluster(set))
	}
}

// take adds the clusters of a clustering.
func (k *known) take(r *rows, f partition.Partition) {
	for _, set := range setsOf(f) {
		k.add(r, set)
	}
}

// sets returns the clusters, in the order in which they were added.
func (k *known) sets() []uint64 {
	sets := make([]uint64, len(k.clusters))
	for n, c := range k.clusters {
		sets[n] = c.set
	}
	return sets
}

const (
	// The sum of the dual may exceed the optimum by centreGap times the depth of the
	// staircase under the edge.
	centreGap = 0.02
	// Clusters with a reduced cost below nearCut times that depth become constraints, so
	// that the dual keeps away from them; at most maxCuts are added at a time.
	nearCut = 0.3
	maxCuts = 400
	// Each part of a search for violated clusters ends after maxBad of them, and each part of a
	// search for all columns after maxNearBad if some are violated.
	maxBad     = 4
	maxNearBad = 1 << 8
	// violated is the reduced cost below which a cluster counts as violated, an
	// allowance for rounding.
	violated = -1e-12
	// margin is what makes the safe dual strictly feasible, in bits per row.
	margin = 1e-3
)

// trivial returns a dual that is feasible for every cluster. It is a mixture of the dual for
// I(Z;Y) <= I(X;Y), at slope 0, and the dual for I(Z;Y) <= H(Z), at slope 1. A mixture is
// feasible because costs are affine in the slope.
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
		one := r.own[x]
		for y, v := range row {
			one += float64(v*log[y]) / r.total
		}
		u[x] = float64((1-slope)*r.alone[x]) + float64(slope*one)
	}
	return u
}

// dualProblem asks for a dual that is feasible for every cluster that a clustering of
// entropy below the end of an edge can contain.
type dualProblem struct {
	edge
	start   []float64
	centred bool // the start is the dual of an earlier try, and need not be centred
	// unlisted means that a feasible dual is all that is wanted, without its columns.
	unlisted bool
	most     int64 // columns that may be listed
	meter    *meter
	// journal has what was listed for the edge before; nil if nothing is noted.
	journal *journal
}

// budget returns the budget of a dual under the edge: exactly, and widened for rounding. (Each
// of n clusters may have a reduced cost as low as violated, and each of its m values of phi is
// off by up to two quanta.)
func (p *dualProblem) budget(r *rows, dual []float64) (exact, allowed budget) {
	exact = budgetOf(p.points, p.slope(), r.hy+sum(dual))
	return exact, exact.widened(float64(float64(r.n)*(float64(float64(2*r.m)*plogp.Quantum)-violated)), violated)
}

// largest returns the largest budget of a dual under the edge.
func (p *dualProblem) largest(r *rows, dual []float64) float64 {
	most, _ := p.budget(r, dual)
	return most.largest()
}

// atZero returns the bound of a feasible dual on I(Z;Y) at H(Z) = 0: H(Y) plus the sum of the dual.
func (r *rows) atZero(dual []float64) float64 { return r.hy + sum(dual) }

// breaches asks for the clusters that violate the constraints of a dual.
func (p *dualProblem) breaches(dual []float64) query {
	return query{slope: p.slope(), dual: dual, budget: flat(p.last().H, violated), mostBad: maxBad, meter: p.meter}
}

// solveDual returns a feasible dual whose sum is within centreGap of the optimum, and all
// columns within its budget. If these are more than the problem allows, it says so, and the dual may
// not be feasible. The error is the context's, or errSteps; the dual is then the one whose columns
// were being listed, or nil if it was not centred yet.
func (r *rows) solveDual(ctx context.Context, p dualProblem, k *known, workers int) (dual []float64, all listing, err error) {
	b := newBarrier(r, p.start, p.slope())
	err = r.generate(ctx, p, b, k, func(u []float64) (_ listing, err error) {
		dual = u
		if all, err = r.price(ctx, p, u, workers); err == nil && all.bad {
			dual = nil
		}
		return all, err
	})
	return dual, all, err
}

// generate centres the barrier until its dual is feasible, by column generation. look
// looks for violated clusters. The error is the context's, or errSteps.
func (r *rows) generate(ctx context.Context, p dualProblem, b *barrier, k *known, look func(dual []float64) (listing, error)) error {
	near := nearCut * p.depth()
	for centred := p.centred; ctx.Err() == nil; centred = false {
		for bad := b.include(p.slope(), near, k); bad || !centred; bad = b.include(p.slope(), near, k) {
			b.centre(centreGap * p.depth())
			if err := p.meter.spend(b.steps); err != nil {
				return err
			}
			b.steps, centred = 0, true
		}
		if some, err := r.nearby(p, b.u, k); err != nil {
			return err
		} else if some {
			continue
		}
		all, err := look(b.u)
		if err != nil || !all.bad {
			return err
		}
		for _, c := range cheapest(all.columns, maxCuts) {
			k.add(r, c.set)
		}
	}
	return ctx.Err()
}

// price returns violated clusters, or all columns within the budget if none is violated. It looks for
// both at once: a search for violated ones alone takes nearly as long if columns are few, and descents
// have found most of these before.
func (r *rows) price(ctx context.Context, p dualProblem, dual []float64, workers int) (all listing, err error) {
	q := p.breaches(dual)
	if !p.unlisted {
		_, q.budget = p.budget(r, dual)
		q.mostBad, q.limit = maxNearBad, p.most
	}
	q.notes = p.journal.list(dual, p.unlisted)
	if before := q.notes.done(); before != nil {
		return before.listing, p.meter.spend(before.steps)
	}
	start := p.meter.used.Load()
	if all, err = listColumns(ctx, r, q, workers); err != nil {
		return all, err // which depends on the workers
	}
	switch {
	case all.many:
		all = listing{many: true}
	case all.bad:
		all.columns = slices.Clone(cheapest(all.columns, maxCuts)) // the others are of no use
	default:
		all.feasible = all.whole
	}
	q.notes.end(all, p.meter.used.Load()-start)
	return all, nil
}

// cheapest returns the most columns of smallest reduced cost, of columns that it sorts.
func cheapest(found []column, most int) []column {
	slices.SortStableFunc(found, func(a, b column) int { return cmp.Compare(a.rc, b.rc) })
	return found[:min(len(found), most)]
}

// readDual reads a dual. Those of proofs are feasible for single rows, and their bounds do not exceed all information by
// far. A proof that began with another one could take very long.
func (of *rows) readDual(r *reader, slope float64) []float64 {
	dual := r.floats(of.n)
	r.require(sum(dual) <= of.hy+ProvedTo, "a dual is too large") // so that its bound is at most 2 H(Y)
	for x, u := range dual {
		r.require(u >= of.alone[x]+float64(slope*of.phiW[x])-ProvedTo, "a dual is too small")
	}
	return dual
}
