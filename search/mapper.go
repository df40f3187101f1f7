package search

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
)

// mapper runs the Pareto Mapper. It takes clusterings from a queue, first in
// first out, and so level by level: a merge has one cluster less. What happens
// to one is two steps. A worker expands it: it computes the merges, and keeps
// those that survive against the frontier as it stands. Then the mapper commits
// it: children are offered and queued one by one, in the order of the queue.
//
// The frontier only rises, so what does not survive early would not survive
// late. Workers may therefore expand a batch ahead, and the result is that of a
// single one that does one clustering after the other.
type mapper struct {
	rows    int
	epsilon float64
	seed    uint64
	found   *archive
	stats   Stats
	queue   []node
	seen    map[partition.Hash]struct{}
	// taken counts the clusterings queued at exactly a point.
	taken   map[[2]float64]int
	workers []*expander
	// maxChildren is the constant, but for a test.
	maxChildren int
}

// place is the point of a clustering, with the clustering's hash.
type place struct {
	h, i float64
	hash partition.Hash
}

// node is a clustering of k clusters that waits to be expanded.
type node struct {
	trail *trail
	k     int
	place
}

// maxTiesExpanded is the number of clusterings of one and the same point that
// are expanded. Tables with equal rows have astronomically many, with
// neighbourhoods alike; the others are counted and kept out of the queue.
const maxTiesExpanded = 16

// batchPerWorker is the number of clusterings a worker expands ahead of the
// commits. More keep it busy, fewer waste less on clusterings that the commits
// before them rule out.
const batchPerWorker = 8

// maxBatchMerges bounds the children that a batch may hold at once, whatever the
// number of clusters, and commitStep is how many are committed between two looks
// at the context.
const (
	maxBatchMerges = 1 << 21
	commitStep     = 1 << 12
)

func newMapper(p Problem, opts Options, found *archive) *mapper {
	m := &mapper{
		rows: p.Rows(), epsilon: opts.Epsilon, seed: opts.Seed, found: found,
		seen:        make(map[partition.Hash]struct{}),
		taken:       make(map[[2]float64]int),
		maxChildren: maxChildren,
	}
	keys := partition.RowKeys(p.Rows())
	for range opts.Workers {
		m.workers = append(m.workers, newExpander(m, p, keys))
	}
	return m
}

// run searches until the queue is empty, or the context ends: then done is
// false.
func (m *mapper) run(ctx context.Context, observe func(Progress)) (done bool) {
	// One cluster tells nothing and leads nowhere, but it is a point of every
	// frontier, however early the search ends.
	one := oneCluster(m.rows)
	at := m.workers[0].load(one)
	m.seen[at.hash] = struct{}{}
	m.found.offer(at.h, at.i, one)
	m.take(node{nil, m.rows, m.workers[0].load(nil)})
	m.stats.Evaluated += 2

	batchSize := 1
	if len(m.workers) > 1 {
		batchSize = batchPerWorker * len(m.workers)
	}
	for len(m.queue) > 0 {
		if observe != nil {
			observe(Progress{
				Stats: m.stats, Points: m.found.set.Len(),
				Queued: len(m.queue), Clusters: m.queue[0].k,
			})
		}
		batch := m.queue[:min(batchSize, len(m.queue), max(1, maxBatchMerges/(m.queue[0].k*m.queue[0].k)))]
		m.queue = m.queue[len(batch):]
		for k, e := range m.expandAll(ctx, batch) {
			m.commit(ctx, batch[k], e)
		}
		clear(batch) // so that trails that lead nowhere can be collected
		if ctx.Err() != nil {
			return false
		}
	}
	return true
}

// survives tells whether a clustering at distance d from the frontier is taken
// up: with probability exp(-d/epsilon), that is if d is at most its reach, a
// draw from the exponential distribution of mean epsilon.
func (m *mapper) survives(hash partition.Hash, d float64) bool {
	if d == 0 || m.epsilon == 0 {
		return d == 0
	}
	reach := -m.epsilon * math.Ln2 * info.Log2(hash.Uniform(m.seed))
	return d <= reach
}

// expandAll expands the clusterings of a batch, all against the frontier as it
// stands.
func (m *mapper) expandAll(ctx context.Context, batch []node) []expansion {
	expansions := make([]expansion, len(batch))
	if len(batch) == 1 {
		expansions[0] = m.workers[0].expand(ctx, batch[0])
		return expansions
	}
	var (
		next atomic.Int64
		wait sync.WaitGroup
	)
	for _, w := range m.workers {
		wait.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(batch); k = int(next.Add(1)) - 1 {
				expansions[k] = w.expand(ctx, batch[k])
			}
		})
	}
	wait.Wait()
	return expansions
}

// commit offers and queues the children of a clustering, if it still survives,
// until the context ends.
func (m *mapper) commit(ctx context.Context, parent node, e expansion) {
	if !m.survives(parent.hash, m.found.set.Distance(parent.h, parent.i)) {
		return
	}
	m.stats.Expanded++
	m.stats.Evaluated += e.evaluated
	for k, c := range e.children {
		if k%commitStep == 0 && ctx.Err() != nil {
			return
		}
		if !m.survives(c.hash, m.found.set.Distance(c.h, c.i)) {
			continue
		}
		if _, ok := m.seen[c.hash]; !ok {
			m.take(node{&trail{parent.trail, c.a, c.b}, parent.k - 1, c.place})
		}
	}
}

// take offers a clustering that was not seen before and queues it.
func (m *mapper) take(n node) {
	m.seen[n.hash] = struct{}{}
	m.found.offer(n.h, n.i, n.trail)
	point := [2]float64{n.h, n.i}
	if m.taken[point]++; m.taken[point] <= maxTiesExpanded {
		m.queue = append(m.queue, n)
	}
}
