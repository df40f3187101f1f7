package baseline

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// DIB is the deterministic information bottleneck in its Lagrangian form, by the
// iterations of Blahut-Arimoto type of Strouse and Schwab 2017
// (doi:10.1162/NECO_a_00961, algorithm 1 with alpha = 0): at each beta it seeks the
// hard encoder with the largest
//
//	I(T;Y) - H(T)/beta,
//
// repeating f(x) = argmax_t [log q(t) - beta D(p(y|x) || q(y|t))] until nothing changes,
// and joining two clusters where that is better, which the iterations cannot (the
// merge check of the authors' program, at up to 1024 clusters).
//
// A Lagrangian reaches points of the frontier on its upper concave hull only, and the
// betas that matter are the slopes of its edges. So the grid is adaptive: beginning
// with one cluster and all rows apart, the next beta is the one at which two
// neighbouring solutions are equally good, and they stay neighbours if nothing better is
// found there. Starts at a beta are the neighbours (annealing, from either side), their
// common refinement, the solutions that are nearly as good, all rows apart, and
// [Options.Restarts] others: random ones, and
// neighbours of which random rows were set apart or a random cluster was split. With
// Betas, those are the grid, and their neighbours on it the neighbours.
//
// Encoders are the best found at any beta, by increasing H(T); the parameter is the
// smallest beta at which an encoder is the best, 0 for the first, or with Betas the first
// of them. Local optima that are the best at no beta are left out. Whether what is left is
// the hull of the frontier is not known, and points on an edge between two others are
// not found.
//
// O(k c) an iteration for c non-zero cells, some ten for every start; O(k m) memory for
// each worker. With more than 512 rows, starts have at most 512 clusters, and finer
// encoders than these are not found, but for all rows apart.
type DIB struct {
	// Betas is the grid, each number above 0; nil means the adaptive one.
	Betas []float64
}

// Name implements [Method]: "dib".
func (DIB) Name() string { return "dib" }

// Run implements [Method].
func (m DIB) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), usualRestarts(j.Rows()))
	if err != nil {
		return Result{}, err
	}
	if err := checkBetas(m.Betas); err != nil {
		return Result{}, err
	}
	a := newAnnealing(newTable(j), o)
	if m.Betas != nil {
		return a.grid(ctx, m.Betas), nil
	}
	return a.adaptive(ctx), nil
}

func checkBetas(betas []float64) error {
	for _, b := range betas {
		if !(b > 0) || math.IsInf(b, 1) {
			return fmt.Errorf("%w: beta is %g, want a number above 0", ErrOptions, b)
		}
	}
	return nil
}

// annealing collects hard encoders at many betas.
type annealing struct {
	table   *table
	options Options
	found   pareto.Set[[]int] // labels of the rows of the table
}

func newAnnealing(t *table, o Options) *annealing {
	a := &annealing{table: t, options: o}
	a.keep(make([]int, t.n))
	a.keep(partition.Identity(t.n))
	return a
}

// keep takes in an encoder, given by canonical labels.
func (a *annealing) keep(labels []int) {
	h, i := a.table.point(labels)
	a.found.Add(h, i, labels, nil)
}

// solution is an encoder with its point.
type solution = pareto.Point[[]int]

// hull returns the encoders that are the best ones at some beta.
func (a *annealing) hull() []solution {
	all := slices.Collect(a.found.All())
	at := func(p int) (h, i float64) { return all[p].H, all[p].I }
	var hull []solution
	for _, p := range pareto.Hull(len(all), at) {
		hull = append(hull, all[p])
	}
	return hull
}

// edge is a beta at which two solutions are equally good.
type edge struct {
	a, b solution
	beta float64
}

// betaBetween returns the beta at which two solutions, b the finer, are equally good.
func betaBetween(a, b solution) float64 { return (b.H - a.H) / (b.I - a.I) }

// adaptive looks between neighbouring solutions until there is nothing to be found
// there.
func (a *annealing) adaptive(ctx context.Context) Result {
	looked := make(map[[2]float64]bool) // by the entropies of both
	for ctx.Err() == nil {
		var edges []edge
		hull := a.hull()
		for p := 1; p < len(hull); p++ {
			key := [2]float64{hull[p-1].H, hull[p].H}
			if !looked[key] {
				looked[key] = true
				edges = append(edges, edge{hull[p-1], hull[p], betaBetween(hull[p-1], hull[p])})
			}
		}
		if len(edges) == 0 {
			break
		}
		a.solve(ctx, len(edges), func(e int) (float64, [][]int) {
			a, b := edges[e].a.Payload, edges[e].b.Payload
			return edges[e].beta, [][]int{a, b, meet(a, b)}
		})
	}
	found := newCollector(a.table)
	hull := a.hull()
	for p, s := range hull {
		beta := 0.0
		if p > 0 {
			beta = betaBetween(hull[p-1], s)
		}
		found.add(s.Payload, beta)
	}
	return found.result(ctx.Err() == nil)
}

// grid looks at given betas until the solutions of neighbours improve none.
func (a *annealing) grid(ctx context.Context, betas []float64) Result {
	betas = slices.Clone(betas)
	slices.Sort(betas)
	var best []solution
	for before := -1; ctx.Err() == nil; {
		a.solve(ctx, len(betas), func(b int) (float64, [][]int) {
			var given [][]int
			for _, p := range []int{b - 1, b, b + 1} {
				if p >= 0 && p < len(best) {
					given = append(given, best[p].Payload)
				}
			}
			return betas[b], given
		})
		best = best[:0]
		for _, beta := range betas {
			best = append(best, a.best(beta))
		}
		if a.found.Len() == before {
			break
		}
		before = a.found.Len()
	}
	found := newCollector(a.table)
	for b, s := range best {
		found.add(s.Payload, betas[b])
	}
	return found.result(ctx.Err() == nil)
}

// best returns the best solution at a beta, the coarsest of equal ones.
func (a *annealing) best(beta float64) (best solution) {
	highest := math.Inf(-1)
	for s := range a.found.All() {
		if value := s.I - s.H/beta; value > highest+rounding {
			best, highest = s, value
		}
	}
	return best
}

// solve runs the iterations at a number of betas, from the starts given for each and from
// others, and keeps what comes out.
func (a *annealing) solve(ctx context.Context, betas int, at func(b int) (beta float64, given [][]int)) {
	type job struct {
		beta   float64
		labels []int
		done   bool
	}
	var jobs []job
	for b := range betas {
		beta, given := at(b)
		for _, labels := range a.starts(beta, given) {
			jobs = append(jobs, job{beta: beta, labels: labels})
		}
	}
	// What was found counts also when the context ended.
	_ = pool.Each(ctx, a.options.Workers, len(jobs), func(_, k int) error {
		jobs[k].labels = a.table.descend(ctx, jobs[k].labels, jobs[k].beta)
		jobs[k].done = true
		return nil
	})
	for _, j := range jobs {
		if j.done {
			a.keep(j.labels)
		}
	}
}

// descend returns the encoder to which the iterations, and joining clusters, lead. The
// labels are overwritten.
func (t *table) descend(ctx context.Context, labels []int, beta float64) []int {
	s := &hard{table: t, beta: beta, labels: labels, k: slices.Max(labels) + 1}
	s.compact()
	for ctx.Err() == nil {
		s.iterate(ctx)
		if !s.join() {
			break
		}
	}
	return s.labels
}
