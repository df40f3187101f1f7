package problem

import "github.com/dibmap/dibmap/internal/cellsum"

// part is a set of rows, described by clusters of the loaded clustering.
type part struct {
	kind           partKind
	cluster, other int
	pool           *pool
}

type partKind int

const (
	nothing     partKind = iota
	aRow                 // the row other
	aCluster             // the cluster
	withRow              // the cluster and the row other
	withoutRow           // the cluster without the row other
	twoClusters          // the cluster and the cluster other
)

// sumsOf returns the sums over the cells of a part.
func (e *estimateEvaluator) sumsOf(side, block int, p part) *cellsum.Sums {
	if sums := p.pool.sums[side].get(block); sums != nil {
		return sums
	}
	var sums *cellsum.Sums
	switch {
	case side == 0:
		sums = e.updater.Cell(block, p.pool.mass)
	case p.kind == aRow:
		sums = e.add(block, e.cells[p.other].mass)
	case p.kind == aCluster:
		sums = e.add(block, e.lay(0, p.cluster).list())
	default:
		sums = e.alter(block, p)
	}
	e.pools.spend(sumsBytes)
	p.pool.sums[side].put(block, sums)
	return sums
}

// add returns the sums over cells with the given numbers of observations.
func (e *estimateEvaluator) add(block int, counts []float64) *cellsum.Sums {
	sums := new(cellsum.Sums)
	for _, n := range counts {
		sums.Add(e.updater.Cell(block, n))
	}
	return sums
}

// alter returns the sums of a part that differs from a cluster in some columns. O(their
// number).
func (e *estimateEvaluator) alter(block int, p part) *cellsum.Sums {
	columns, counts, sign := []int32(nil), []float64(nil), 1.0
	if p.kind == twoClusters {
		other := e.lay(1, p.other)
		columns, counts = other.columns, other.list()
	} else {
		columns, counts = e.cells[p.other].columns, e.cells[p.other].mass
	}
	// Slot 2 keeps the cluster that rows leave one by one, while others use slot 0.
	slot := 0
	if p.kind == withoutRow {
		slot, sign = 2, -1
	}
	sums := new(cellsum.Sums)
	*sums = *e.sumsOf(1, block, part{kind: aCluster, cluster: p.cluster, pool: e.clusters[p.cluster]})
	to := e.lay(slot, p.cluster)
	for k, y := range columns {
		before := to.counts[y]
		if before > 0 {
			sums.Sub(e.updater.Cell(block, before))
		}
		if after := before + float64(sign*counts[k]); after > 0 {
			sums.Add(e.updater.Cell(block, after))
		}
	}
	return sums
}

// layout holds the counts of a cluster by column.
type layout struct {
	cluster int       // or -1 for none
	counts  []float64 // one per column
	columns []int32   // the columns with counts
	listed  []float64
}

// list returns the counts of these columns. The slice is valid until the next call.
func (l *layout) list() []float64 {
	l.listed = l.listed[:0]
	for _, y := range l.columns {
		l.listed = append(l.listed, l.counts[y])
	}
	return l.listed
}

// lay sets a layout to a cluster, unless it is there already.
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
			l.counts[y] += e.cells[x].mass[k]
		}
	}
	return l
}

// typical is a clustering into k clusters: the k-1 heaviest rows alone, and the others
// together.
type typical struct {
	*estimateEvaluator
	side, k int
	rest    []float64
	mass    float64
	sums    cellsum.Sums
}

// newEntropy makes the estimator of an entropy for k clusters.
func (e *estimateEvaluator) newEntropy(side, k int) func(cellsum.Summer) float64 {
	t := &typical{estimateEvaluator: e, side: side, k: k}
	counts := make([]float64, e.cols)
	for x := k - 1; x < len(e.cells); x++ { // rows are in canonical order, heaviest first
		t.mass += e.rowMass[x]
		for at, y := range e.cells[x].columns {
			counts[y] += e.cells[x].mass[at]
		}
	}
	for _, n := range counts {
		if n > 0 {
			t.rest = append(t.rest, n)
		}
	}
	cells := k
	if side == 1 {
		cells *= e.cols
	}
	e.entropy[side][k] = e.updater.Of(cells, t)
	return e.entropy[side][k]
}

// Sums implements [cellsum.Summer].
func (t *typical) Sums(block int) *cellsum.Sums {
	t.sums = cellsum.Sums{}
	for x := range t.k - 1 {
		alone := t.pools.get(t.rowKeys[x], t.rowMass[x])
		t.sums.Add(t.sumsOf(t.side, block, part{kind: aRow, other: x, pool: alone}))
	}
	if t.side == 0 {
		t.sums.Add(t.updater.Cell(block, t.mass))
		return &t.sums
	}
	for _, n := range t.rest {
		t.sums.Add(t.updater.Cell(block, n))
	}
	return &t.sums
}
