package edge

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/partition"
)

// Known holds clusters that may become constraints of the linear program: the clusters of the frontier, and the
// most violated ones that pricing has found.
type Known struct {
	clusters []cluster
	has      map[uint64]bool
}

// Add adds a cluster, unless it is there.
func (k *Known) Add(r *Table, set uint64) {
	if k.has == nil {
		k.has = make(map[uint64]bool)
	}
	if !k.has[set] {
		k.has[set] = true
		k.clusters = append(k.clusters, r.cluster(set))
	}
}

// Take adds the clusters of a clustering.
func (k *Known) Take(r *Table, f partition.Partition) {
	for _, set := range setsOf(f) {
		k.Add(r, set)
	}
}

// Sets returns the clusters in the order of their addition.
func (k *Known) Sets() []uint64 {
	return lists.Map(k.clusters, func(c cluster) uint64 { return c.set })
}

const (
	// The sum of the dual may exceed the optimum by centreGap times the depth of the staircase under the edge.
	centreGap = 0.02
	// Clusters with a reduced cost below nearCut times that depth become constraints, so
	// that the dual keeps away from them; at most maxCuts are added at a time.
	nearCut = 0.3
	maxCuts = 400
	// Each part of a search for violated clusters ends after maxBad of them, and each part of a
	// search for all columns after maxNearBad if some are violated.
	maxBad     = 4
	maxNearBad = 1 << 8
	// manyColumns is a number of columns. Listing more takes far longer than finding violated clusters.
	manyColumns = 20_000
	// A sample of at least 1/leastSample of the parts is enough for an estimate of the steps.
	leastSample = 10
	// violated is the reduced cost below which a cluster counts as violated, an allowance for rounding.
	violated = -1e-12
	// margin is what makes the safe dual strictly feasible, in bits per row.
	margin = 1e-3
)

// TrivialDual returns a dual that is feasible for every cluster. It is a mixture of the dual for I(Z;Y) <= I(X;Y), at
// slope 0, and the dual for I(Z;Y) <= H(Z), at slope 1. A mixture is feasible because costs are affine in the slope.
func (r *Table) TrivialDual(slope float64) []float64 {
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
	u := make([]float64, r.N)
	for x, row := range r.mass {
		one := r.own[x]
		for y, v := range row {
			one += float64(v*log[y]) / r.total
		}
		u[x] = float64((1-slope)*r.alone[x]) + float64(slope*one)
	}
	return u
}

// Problem asks for a dual that is feasible for every cluster that a clustering of
// entropy below the end of an edge can contain.
type Problem struct {
	Edge
	Start   []float64
	Centred bool // the start is the dual of an earlier try, and need not be centred
	// unlisted means that a feasible dual is all that is wanted, without its columns.
	Unlisted bool
	Most     int64 // columns that may be listed
	Meter    *Meter
	// journal has what was listed for the edge before; nil if nothing is noted.
	Journal *Journal
}

// budget returns the budget of a dual under the edge: exactly, and widened for rounding. (Each of n clusters may have
// a reduced cost as low as violated, and each of its m values of phi is off by up to two quanta.)
func (p *Problem) budget(r *Table, dual []float64) (exact, allowed budget) {
	exact = budgetOf(p.Points, p.Slope(), r.Hy+lists.Sum(dual))
	return exact, exact.widened(float64(float64(r.N)*(float64(float64(2*r.m)*plogp.Quantum)-violated)), violated)
}

// Largest returns the largest budget of a dual under the edge.
func (p *Problem) Largest(r *Table, dual []float64) float64 {
	most, _ := p.budget(r, dual)
	return most.largest()
}

// AtZero returns the bound of a feasible dual on I(Z;Y) at H(Z) = 0: H(Y) plus the sum of the dual.
func (r *Table) AtZero(dual []float64) float64 { return r.Hy + lists.Sum(dual) }

// breaches asks for the clusters that violate the constraints of a dual.
func (p *Problem) breaches(dual []float64) query {
	return query{slope: p.Slope(), dual: dual, budget: flat(p.Last().H, violated), mostBad: maxBad, meter: p.Meter}
}

// SolveDual returns a feasible dual whose sum is within centreGap of the optimum, and all columns within its budget.
// If these are more than the problem allows, it says so; with a limit on the steps, the dual may then not be feasible.
// The error is the context's, or ErrSteps; the dual is then the last one whose columns were to be listed, which may be
// feasible, or nil if there is none.
func (r *Table) SolveDual(ctx context.Context, p Problem, k *Known, workers int) (dual []float64, all listing, err error) {
	b := newBarrier(r, p.Start, p.Slope())
	err = r.generate(ctx, p, b, k, func(u []float64) (_ listing, err error) {
		dual = slices.Clone(u)
		all, err = r.price(ctx, p, dual, workers)
		return all, err
	})
	return dual, all, err
}

// generate centres the barrier until its dual is feasible, by column generation. look
// looks for violated clusters. The error is the context's, or ErrSteps.
func (r *Table) generate(ctx context.Context, p Problem, b *barrier, k *Known, look func(dual []float64) (listing, error)) error {
	near := nearCut * p.Depth()
	for centred := p.Centred; ctx.Err() == nil; centred = false {
		for bad := b.include(p.Slope(), near, k); bad || !centred; bad = b.include(p.Slope(), near, k) {
			b.centre(centreGap * p.Depth())
			if err := p.Meter.spend(b.steps); err != nil {
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
		for _, c := range cheapest(all.Columns, maxCuts) {
			k.Add(r, c.Set)
		}
	}
	return ctx.Err()
}

// price returns violated clusters, or all columns within the budget if none is violated. It looks for both at once: a
// search for violated ones alone takes nearly as long if columns are few, and descents have found most of these before.
// If columns are many, as a sample of them shows, it first looks for violated ones alone. With an error, or with too
// many columns, it says whether the dual is known to be feasible.
func (r *Table) price(ctx context.Context, p Problem, dual []float64, workers int) (all listing, err error) {
	q, feasible := p.breaches(dual), false
	breaches := func() (listing, error) {
		alone := p
		alone.Unlisted = true
		some, err := r.price(ctx, alone, dual, workers)
		feasible = some.Feasible
		return some, err
	}
	if !p.Unlisted {
		_, q.budget = p.budget(r, dual)
		q.mostBad, q.limit = maxNearBad, p.Most
		q.sampled = func(s sample, parts int) (listing, error) {
			if !feasible && s.columns*int64(parts) > int64(manyColumns*s.parts) {
				if some, err := breaches(); err != nil || some.bad {
					return some, err
				}
			}
			if s.parts*leastSample < parts {
				return listing{}, nil
			}
			return listing{}, p.Meter.expect(s.steps / int64(s.parts) * int64(parts-s.parts))
		}
	}
	q.notes = p.Journal.list(dual, p.Unlisted)
	if before := q.notes.done(); before != nil {
		all, err = before.listing, p.Meter.spend(before.steps)
	} else {
		start := p.Meter.used.Load()
		if all, err = listColumns(ctx, r, q, workers); err != nil {
			return listing{Feasible: feasible}, err // the columns depend on the workers
		}
		switch {
		case all.Many:
			all = listing{Many: true, Feasible: feasible}
		case all.bad:
			all.Columns = slices.Clone(cheapest(all.Columns, maxCuts)) // the others are of no use
		default:
			all.Feasible = all.whole
		}
		q.notes.end(all, p.Meter.used.Load()-start)
	}
	if err == nil && all.Many && !all.Feasible && !p.Meter.Limited() {
		if some, err := breaches(); err != nil || some.bad {
			return some, err
		}
		all.Feasible = true
	}
	return all, err
}

// cheapest returns the most columns of smallest reduced cost, of columns that it sorts.
func cheapest(found []Column, most int) []Column {
	slices.SortStableFunc(found, func(a, b Column) int { return cmp.Compare(a.rc, b.rc) })
	return found[:min(len(found), most)]
}

// ReadDual reads a dual. It refuses a dual that is infeasible for a single row or whose bound is far above all
// information, from which a proof could take very long.
func (r *Table) ReadDual(from *sealed.Reader, slope float64) []float64 {
	dual := from.Floats(r.N)
	from.Require(lists.Sum(dual) <= r.Hy+ProvedTo, "a dual is too large") // so that its bound is at most 2 H(Y)
	for x, u := range dual {
		from.Require(u >= r.alone[x]+float64(slope*r.phiW[x])-ProvedTo, "a dual is too small")
	}
	return dual
}
