package second

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// seeds returns the clusterings that the search begins with: one cluster, every row as a cluster, and the
// clusterings of the frontier to begin with.
func (m *mapper) seeds() []partition.Partition {
	list := []partition.Partition{make(partition.Partition, m.n), partition.Identity(m.n)}
	f := m.opts.From
	if f == nil {
		return list
	}
	take := func(p frontier.Point) {
		if rows, ok := m.placed(p); ok {
			list = append(list, rows)
		}
	}
	for p := range f.All() {
		take(p)
	}
	for p := range f.Best() {
		take(p)
	}
	if f.Layers() != nil {
		for k := range f.Problem.N {
			for p := range f.Layer(k + 1) {
				if p.Index < 0 {
					take(p)
				}
			}
		}
	}
	return list
}

// placed returns a clustering of the frontier to begin with, in the rows of the problem, and false if it is not known.
func (m *mapper) placed(p frontier.Point) (partition.Partition, bool) {
	if !p.Known() || m.opts.From.Problem.N != len(m.place) {
		return nil, false
	}
	rows := make(partition.Partition, m.n)
	for x, z := range p.Assignment() {
		rows[m.place[x]] = z
	}
	return partition.Canonical(rows), true
}

// pathDirections is the number of parts of each weight of the agglomerative paths.
const pathDirections = 8

// paths offers the clusterings of agglomerative paths (Slonim and Tishby 1999): from the finest clustering, each merges
// the two clusters whose merge is best for some weights of the three objectives, as shares of their ranges. The weights
// go through a grid. It returns the number of steps.
func (m *mapper) paths(ctx context.Context, workers []*explorer) (steps int64, err error) {
	var weights []pareto3.Vector
	finest := workers[0].load(partition.Identity(m.n))
	scale := func(extent float64) float64 { return 1 / max(math.Abs(extent), 1e-9) }
	for a := 0; a <= pathDirections; a++ {
		for b := 0; a+b <= pathDirections; b++ {
			if c := pathDirections - a - b; b+c > 0 { // some weight of i or s
				weights = append(weights, pareto3.Vector{
					H: float64(a) * scale(finest.H), I: float64(b) * scale(finest.I), S: float64(c) * scale(finest.S),
				})
			}
		}
	}
	results, work := make([][]found, len(weights)), make([]int64, len(weights))
	err = pool.Each(ctx, len(workers), len(weights), func(worker, k int) error {
		results[k], work[k] = workers[worker].path(weights[k])
		return nil
	})
	for k, list := range results {
		steps += work[k]
		for _, f := range list {
			m.archive.offer(f.k, f.at, f.clustering)
		}
	}
	return steps, err
}

// path returns the clusterings of one agglomerative path that satisfy the limits, and the number of steps.
func (e *explorer) path(weight pareto3.Vector) (list []found, steps int64) {
	f := partition.Identity(e.n)
	clusters := partition.Identity(e.n)              // the first row of each cluster
	loss := make([]float64, e.n*e.n)                 // of the score by the merge of two clusters, by their first rows
	update := func(a int, others func(b int) bool) { // of cluster a with others
		at := e.load(f)
		e.wanted = e.wanted[:0]
		for b := range clusters {
			if others(b) {
				e.wanted = append(e.wanted, int32(b))
			}
		}
		if len(e.wanted) == 0 {
			return
		}
		e.y.Merges(a, e.wanted, e.atY)
		e.s.Merges(a, e.wanted, e.atS)
		for _, b := range e.wanted {
			d := at.Minus(e.vector(e.atY[b], e.atS[b]))
			x, y := clusters[min(a, int(b))], clusters[max(a, int(b))]
			loss[x*e.n+y] = float64(weight.I*d.I) + float64(weight.S*d.S) - float64(weight.H*d.H)
		}
		steps += int64(len(e.wanted))
	}
	for a := range e.n {
		update(a, func(b int) bool { return b > a })
	}
	for k := e.n; k > 1; k-- {
		e.gauge.Load(f)
		bestA, bestB, least, fewest := -1, -1, math.Inf(1), int64(math.MaxInt64)
		for a, x := range clusters {
			for b := a + 1; b < k; b++ {
				broken := e.gauge.Merged(a, b)
				if v := loss[x*e.n+clusters[b]]; broken < fewest || broken == fewest && v < least {
					bestA, bestB, least, fewest = a, b, v, broken
				}
			}
		}
		steps += int64(k * k / 64) // which are quick
		f = f.Merge(bestA, bestB)
		clusters = slices.Delete(clusters, bestB, bestB+1)
		update(bestA, func(b int) bool { return b != bestA })
		if fewest == 0 {
			list = append(list, found{e.load(f), k - 1, partition.Pack(f)})
		}
	}
	return list, steps
}
