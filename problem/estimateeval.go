package problem

import (
	"github.com/dibmap/dibmap/internal/cellsum"
	"github.com/dibmap/dibmap/partition"
)

// estimateEvaluator evaluates clusterings under an estimator that needs sums over cells: over the masses of the
// clusters for H(Z), and over the masses of the clusters in the columns for H(Z,Y). Both are sums over the
// clusters. For a neighbour, a row or a cluster leaves the loaded clustering, and another cluster is replaced.
type estimateEvaluator struct {
	*estimated
	updater cellsum.Updater
	pools   poolStore
	// entropy holds the estimators of H(Z) and H(Z,Y) by number of clusters.
	entropy [sides][]func(cellsum.Summer) float64

	// The loaded clustering.
	grouping
	at       Point
	clusters []*pool
	whole    [sides]sumsList
	// remains holds, for every row, the sums after that row has left. Its last entry is for
	// merges: the sums after the cluster that others are merged with has left.
	remains []remainder
	scratch sumsArena
	laid    [3]layout
	change  exchange
}

// sides is the number of entropies that depend on the clustering: H(Z) is side 0, and H(Z,Y)
// is side 1.
const sides = 2

func newEstimateEvaluator(p *estimated, u cellsum.Updater, memory int64) *estimateEvaluator {
	n := p.Rows()
	e := &estimateEvaluator{
		estimated: p, updater: u,
		pools: poolStore{budget: memory}, grouping: newGrouping(n), remains: make([]remainder, n+1),
	}
	e.change.estimateEvaluator = e
	for side := range e.entropy {
		e.entropy[side] = make([]func(cellsum.Summer) float64, n+1)
	}
	for k := range e.laid {
		e.laid[k].counts = make([]float64, p.cols)
	}
	return e
}

// Load implements [Evaluator]. O(n), and the sums that are not remembered.
func (e *estimateEvaluator) Load(f partition.Partition) Point {
	e.group(f)
	e.scratch.used = 0
	for k := range e.laid {
		e.laid[k].cluster = -1
	}
	for k := range e.remains {
		e.remains[k].reset()
	}
	e.clusters = e.clusters[:0]
	for c, key := range e.keys {
		mass := 0.0
		for _, x := range e.of(c) {
			mass += e.rowMass[x]
		}
		e.clusters = append(e.clusters, e.pools.get(key, mass))
	}
	for side := range e.whole {
		e.whole[side] = e.whole[side][:0]
	}
	e.change.begin(part{}, nil)
	e.at = e.change.point(e.k())
	return e.at
}

// Merges implements [Evaluator].
func (e *estimateEvaluator) Merges(a int, wanted []int32, to []Point) {
	rest := &e.remains[len(e.label)]
	rest.reset()
	for _, b := range wanted {
		e.change.begin(part{kind: aCluster, cluster: a, pool: e.clusters[a]}, rest)
		e.change.out = part{kind: aCluster, cluster: int(b), pool: e.clusters[b]}
		both := e.pools.get(e.keys[a].Xor(e.keys[b]), e.clusters[a].mass+e.clusters[b].mass)
		e.change.in = part{kind: twoClusters, cluster: a, other: int(b), pool: both}
		to[b] = e.change.point(e.k() - 1)
	}
}

// Moves implements [Evaluator].
func (e *estimateEvaluator) Moves(b int, to []Point) {
	for x, a := range e.label {
		from, k, key := e.clusters[a], e.k(), e.rowKeys[x]
		if len(e.of(int(a))) == 1 {
			if int(a) == b {
				to[x] = e.at
				continue
			}
			e.change.begin(part{kind: aCluster, cluster: int(a), pool: from}, &e.remains[x])
			k--
		} else {
			rest := e.pools.get(e.keys[a].Xor(key), from.mass-e.rowMass[x])
			e.change.begin(part{kind: withoutRow, cluster: int(a), other: x, pool: rest}, &e.remains[x])
		}
		if int(a) == b {
			e.change.in = part{kind: aRow, other: x, pool: e.pools.get(key, e.rowMass[x])}
			k++
		} else {
			joined := e.pools.get(e.keys[b].Xor(key), e.clusters[b].mass+e.rowMass[x])
			e.change.out = part{kind: aCluster, cluster: b, pool: e.clusters[b]}
			e.change.in = part{kind: withRow, cluster: b, other: x, pool: joined}
		}
		to[x] = e.change.point(k)
	}
}

// exchange is a change of the loaded clustering: a cluster, or a row of one, leaves; then the
// set out is replaced by the set in. It provides the sums after the change.
type exchange struct {
	*estimateEvaluator
	side    int
	leaves  part
	rest    *remainder
	out, in part
	sums    cellsum.Sums
}

// begin begins a change, given the cluster that leaves, the remainder of a cluster that a row leaves, or nothing,
// and the place for the remaining sums.
func (c *exchange) begin(leaves part, rest *remainder) {
	c.leaves, c.rest, c.out, c.in = leaves, rest, part{}, part{}
}

// point returns the point after the change, which leads to k clusters.
func (c *exchange) point(k int) Point {
	if k == 1 {
		return Point{}
	}
	var h [sides]float64
	for side := range h {
		entropy := c.entropy[side][k]
		if entropy == nil {
			entropy = c.newEntropy(side, k)
		}
		c.side = side
		h[side] = entropy(c)
	}
	return Point{h[0], h[0] + c.hy - h[1]}
}

// Sums implements [cellsum.Summer].
func (c *exchange) Sums(block int) *cellsum.Sums {
	rest := c.remaining(block)
	if c.in.kind == nothing {
		return rest
	}
	in := c.sumsOf(c.side, block, c.in)
	if c.out.kind == nothing {
		for k := range c.sums {
			c.sums[k] = rest[k] + in[k]
		}
		return &c.sums
	}
	out := c.sumsOf(c.side, block, c.out)
	for k := range c.sums {
		c.sums[k] = (rest[k] - out[k]) + in[k]
	}
	return &c.sums
}

// remaining returns the sums over what does not leave.
func (c *exchange) remaining(block int) *cellsum.Sums {
	if c.leaves.kind == nothing {
		return c.total(c.side, block)
	}
	known := &c.rest.sums[c.side]
	if sums := known.get(block); sums != nil {
		return sums
	}
	a := c.leaves.cluster
	sums := c.scratch.next()
	*sums = *c.total(c.side, block)
	sums.Sub(c.sumsOf(c.side, block, part{kind: aCluster, cluster: a, pool: c.clusters[a]}))
	if c.leaves.kind == withoutRow {
		sums.Add(c.sumsOf(c.side, block, c.leaves))
	}
	known.put(block, sums)
	return sums
}

// total returns the sums over the loaded clustering.
func (e *estimateEvaluator) total(side, block int) *cellsum.Sums {
	if sums := e.whole[side].get(block); sums != nil {
		return sums
	}
	sums := e.scratch.next()
	*sums = cellsum.Sums{}
	for c, p := range e.clusters {
		sums.Add(e.sumsOf(side, block, part{kind: aCluster, cluster: c, pool: p}))
	}
	e.whole[side].put(block, sums)
	return sums
}
