package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/partition"
)

// dib is the deterministic information bottleneck in its Lagrangian form, by the
// iterations of Blahut-Arimoto type of Strouse and Schwab 2017 (doi:10.1162/NECO_a_00961,
// algorithm 1 with alpha = 0): at each beta it seeks the hard encoder with the largest
//
//	I(T;Y) - H(T)/beta,
//
// by f(x) = argmax_t [log q(t) - beta D(p(y|x) || q(y|t))], until no label changes. It also
// joins two clusters if that raises the objective, which the iterations cannot do (the merge
// check of the authors' program, for up to 1024 clusters).
//
// A Lagrangian reaches only points on the upper concave hull of the frontier, and it is
// enough to try the slopes of the edges of that hull. So the grid is adaptive. It begins with
// the solutions of one cluster and of all rows apart; the next beta is where two neighbouring
// solutions are equally good, and they remain neighbours if nothing better is found there.
// The iterations at a beta start from both neighbours (annealing, from either side), their
// common refinement, the solutions that are nearly as good, all rows apart, and
// [Options.Restarts] others: random clusterings, and neighbours after separating random rows
// or splitting a random cluster.
//
// The clusterings are the best found at any beta, by increasing H(T). The parameter is the
// smallest beta at which a clustering is the best, and 0 for the first. Local optima that are
// best at no beta are left out. The result may miss points of the hull of the frontier, and
// points on an edge between two others are not found.
//
// O(k c) per iteration for c non-zero cells, about ten iterations per start; O(k m) memory for
// each worker. With more than 512 rows, starts have at most 512 clusters, and of the finer
// clusterings only all rows apart is found.
func dib() Method {
	return Method{Name: "dib", restarts: usualRestarts, run: func(ctx context.Context, t *table, o Options) Result {
		return newAnnealing(t, o).adaptive(ctx)
	}}
}

// annealing collects hard encoders found at many betas.
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

// keep adds an encoder, given by canonical labels.
func (a *annealing) keep(labels []int) {
	h, i := a.table.point(labels)
	a.found.Add(h, i, labels, nil)
}

// solution is an encoder with its point.
type solution = pareto.Point[[]int]

// hull returns the encoders that are best at some beta.
func (a *annealing) hull() []solution {
	all := slices.Collect(a.found.All())
	at := func(p int) (h, i float64) { return all[p].H, all[p].I }
	return lists.Map(pareto.Hull(len(all), at), func(p int) solution { return all[p] })
}

// betaBetween returns the beta at which a and the finer b are equally good.
func betaBetween(a, b solution) float64 { return (b.H - a.H) / (b.I - a.I) }

// adaptive searches between neighbouring solutions until nothing new is found.
func (a *annealing) adaptive(ctx context.Context) Result {
	looked := make(map[[2]float64]bool) // by the entropies of both
	for ctx.Err() == nil {
		var edges [][2]solution
		hull := a.hull()
		for p := 1; p < len(hull); p++ {
			key := [2]float64{hull[p-1].H, hull[p].H}
			if !looked[key] {
				looked[key] = true
				edges = append(edges, [2]solution{hull[p-1], hull[p]})
			}
		}
		if len(edges) == 0 {
			break
		}
		a.solve(ctx, edges)
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
	return found.result(ctx.Err())
}

// solve runs the iterations at the beta of every edge, and keeps the results.
func (a *annealing) solve(ctx context.Context, edges [][2]solution) {
	type job struct {
		beta   float64
		labels []int
		done   bool
	}
	var jobs []job
	for _, e := range edges {
		beta, left, right := betaBetween(e[0], e[1]), e[0].Payload, e[1].Payload
		for _, labels := range a.starts(beta, [][]int{left, right, meet(left, right)}) {
			jobs = append(jobs, job{beta: beta, labels: labels})
		}
	}
	// Results count even if the context ends.
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

const (
	// maxStart is the largest number of clusters to start with.
	maxStart = 512
	// nearlyBest is the number of known solutions to start from again, the best first.
	nearlyBest = 8
)

// starts returns the clusterings to start from at a beta: the given ones, and others.
func (a *annealing) starts(beta float64, given [][]int) [][]int {
	n := a.table.n
	given = append(slices.Clone(given), a.nearly(beta)...)
	list := slices.Clone(given)
	if n <= maxStart {
		list = append(list, partition.Identity(n))
	}
	for r := range a.options.Restarts {
		random := newStream(a.options.Seed^math.Float64bits(beta), forDIB, r)
		from := given[r%len(given)]
		switch r % 4 {
		case 0:
			list = append(list, dealt(n, random))
		case 1:
			list = append(list, apart(from, random))
		default:
			list = append(list, split(from, random))
		}
	}
	for s, labels := range list {
		list[s] = atMost(maxStart, labels)
	}
	return list
}

// nearly returns the best solutions found so far for a beta.
func (a *annealing) nearly(beta float64) (labels [][]int) {
	all := slices.Collect(a.found.All())
	slices.SortStableFunc(all, func(p, q solution) int {
		return -cmp.Compare(p.I-p.H/beta, q.I-q.H/beta)
	})
	for _, s := range all[:min(nearlyBest, len(all))] {
		labels = append(labels, s.Payload)
	}
	return labels
}

// meet returns the coarsest common refinement of two clusterings.
func meet(a, b []int) []int {
	both := lists.Make(len(a), func(x int) [2]int { return [2]int{a[x], b[x]} })
	return partition.Canonical(both)
}

// dealt returns a random clustering. The logarithm of its number of clusters is uniform.
func dealt(n int, random *stream) []int {
	k := int(special.Exp2(float64(random.Uniform()*plogp.Log2(float64(n)))) + 0.5)
	labels := lists.Make(n, func(x int) int { return x % k })
	random.shuffle(labels)
	return labels
}

// apart returns a clustering with a random share of the rows in clusters of their own.
func apart(labels []int, random *stream) []int {
	refined := slices.Clone(labels)
	share := random.Uniform()
	for x := range labels {
		if random.Uniform() < share {
			refined[x] = len(labels) + x
		}
	}
	return refined
}

// split returns a clustering after splitting a random cluster at random.
func split(labels []int, random *stream) []int {
	refined := slices.Clone(labels)
	c := random.below(slices.Max(labels) + 1)
	for x := range labels {
		if labels[x] == c && random.Uniform() < 0.5 {
			refined[x] = len(labels)
		}
	}
	return refined
}

// atMost returns the canonical clustering by labels. More than k clusters are combined
// into k.
func atMost(k int, labels []int) []int {
	p := partition.Canonical(labels)
	for x, c := range p {
		p[x] = c % k
	}
	return p
}
