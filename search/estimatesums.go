package search

import (
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
)

// pool is a set of rows, with the sums over its cells that were asked for.
type pool struct {
	mass float64
	sums [sides]sumsList
}

// sumsList are sums of a few blocks.
type sumsList []blockSums

// blockSums are the sums of a block.
type blockSums struct {
	block int
	sums  *info.Sums
}

// get returns the sums of a block, or nil.
func (l sumsList) get(block int) *info.Sums {
	for k := range l {
		if l[k].block == block {
			return l[k].sums
		}
	}
	return nil
}

func (l *sumsList) put(block int, s *info.Sums) { *l = append(*l, blockSums{block, s}) }

// poolStore remembers pools, until they take more memory than they may. Then all are
// forgotten.
type poolStore struct {
	budget, used int64 // bytes
	rows         []partition.Key
	pools        keyed[partition.Key, *pool]
}

// What a pool, and sums of it, take in bytes.
const (
	poolBytes = 160
	sumsBytes = 176
)

// get returns the pool of a key, which is made if there is none.
func (s *poolStore) get(key partition.Key, mass float64) *pool {
	if p, ok := s.pools.get(key); ok {
		return p
	}
	p := &pool{mass: mass}
	s.spend(poolBytes)
	*s.pools.at(key) = p
	return p
}

// spend counts bytes.
func (s *poolStore) spend(bytes int64) {
	if s.used += bytes; s.used > s.budget {
		s.pools, s.used = keyed[partition.Key, *pool]{}, bytes
	}
}

// sumsArena gives out sums that are used until it is reset.
type sumsArena struct {
	chunks [][]info.Sums
	used   int
}

// arenaChunk is the number of sums of a chunk.
const arenaChunk = 64

// next returns sums whose values are anything.
func (a *sumsArena) next() *info.Sums {
	if a.used == len(a.chunks)*arenaChunk {
		a.chunks = append(a.chunks, make([]info.Sums, arenaChunk))
	}
	s := &a.chunks[a.used/arenaChunk][a.used%arenaChunk]
	a.used++
	return s
}

func (a *sumsArena) reset() { a.used = 0 }

// reset forgets the sums.
func (r *remainder) reset() {
	for side := range r.sums {
		r.sums[side] = r.sums[side][:0]
	}
}

// sumsOf returns the sums over the cells of a part.
func (e *estimateEvaluator) sumsOf(side, block int, p part) *info.Sums {
	if sums := p.pool.sums[side].get(block); sums != nil {
		return sums
	}
	var sums *info.Sums
	if side == 0 {
		sums = e.updater.Cell(block, p.pool.mass)
	} else {
		sums = e.add(block, p)
	}
	e.pools.spend(sumsBytes)
	p.pool.sums[side].put(block, sums)
	return sums
}

// add adds up the cells of a part.
func (e *estimateEvaluator) add(block int, p part) *info.Sums {
	sums := new(info.Sums)
	if p.kind == aRow {
		for _, n := range e.cells[p.other].counts {
			sums.Add(e.updater.Cell(block, n))
		}
		return sums
	}
	if p.kind == aCluster {
		to := e.lay(0, p.cluster)
		for _, y := range to.columns {
			sums.Add(e.updater.Cell(block, to.counts[y]))
		}
		return sums
	}
	*sums = *e.sumsOf(1, block, part{kind: aCluster, cluster: p.cluster, pool: e.clusters[p.cluster]})
	columns, counts, sign := e.cells[max(p.other, 0)].columns, e.cells[p.other].counts, 1.0
	switch p.kind {
	case withoutRow:
		sign = -1
	case twoClusters:
		other := e.lay(2, p.other)
		columns, counts = other.columns, e.counts[:0]
		for _, y := range columns {
			counts = append(counts, other.counts[y])
		}
		e.counts = counts
	}
	slot := 0
	if p.kind == withoutRow {
		slot = 1
	}
	to := e.lay(slot, p.cluster)
	for k, y := range columns {
		before := to.counts[y]
		if before > 0 {
			sums.Sub(e.updater.Cell(block, before))
		}
		if after := before + sign*counts[k]; after > 0 {
			sums.Add(e.updater.Cell(block, after))
		}
	}
	return sums
}

// lay spreads a cluster out, unless it is.
func (e *estimateEvaluator) lay(slot, c int) *layout {
	l := &e.laid[slot]
	if l.cluster == c {
		return l
	}
	for _, y := range l.columns {
		l.counts[y] = 0
	}
	l.cluster, l.columns = c, l.columns[:0]
	for _, x := range e.of(c) {
		for k, y := range e.cells[x].columns {
			if l.counts[y] == 0 {
				l.columns = append(l.columns, y)
			}
			l.counts[y] += e.cells[x].counts[k]
		}
	}
	return l
}

// typical is a clustering into k clusters: all but k-1 of the heaviest rows together.
type typical struct {
	*estimateEvaluator
	side, k int
	rest    countRow
	mass    float64
	sums    info.Sums
}

// newEntropy makes an estimator for k clusters.
func (e *estimateEvaluator) newEntropy(side, k int) func(info.Summer) float64 {
	t := &typical{estimateEvaluator: e, side: side, k: k}
	counts := make([]float64, e.cols)
	for x := k - 1; x < len(e.cells); x++ { // rows are in canonical order, heaviest first
		t.mass += e.rowMass[x]
		for at, y := range e.cells[x].columns {
			counts[y] += e.cells[x].counts[at]
		}
	}
	for _, n := range counts {
		if n > 0 {
			t.rest.counts = append(t.rest.counts, n)
		}
	}
	cells := k
	if side == 1 {
		cells *= e.cols
	}
	e.entropy[side][k] = e.updater.Of(cells, t)
	return e.entropy[side][k]
}

// Sums implements [info.Summer].
func (t *typical) Sums(block int) *info.Sums {
	t.sums = info.Sums{}
	for x := range t.k - 1 {
		t.sums.Add(t.sumsOf(t.side, block, part{kind: aRow, other: x, pool: t.alone[x]}))
	}
	if t.side == 0 {
		t.sums.Add(t.updater.Cell(block, t.mass))
		return &t.sums
	}
	for _, n := range t.rest.counts {
		t.sums.Add(t.updater.Cell(block, n))
	}
	return &t.sums
}
