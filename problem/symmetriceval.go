package problem

import "github.com/dibmap/dibmap/partition"

// stripEvaluator evaluates clusterings of a [Symmetric] problem of any number of
// rows. It remembers nothing but the one that is loaded, and takes memory in
// proportion to the cells of the table.
//
// When row x moves from cluster a to b, the blocks (a,c), (b,c), (c,a) and (c,b)
// change, c being another cluster, by the masses that x has as one input with c as
// the other. What x leaves does not depend on b, and is computed once a row. The
// corner, which is the blocks (a,a), (a,b), (b,a) and (b,b), changes by what x has
// as either input, and its column masses are added up first. Columns that x has not
// are not looked at.
type stripEvaluator struct {
	*symmetric
	members
	views [2]view
	at    phiSums
	// leaving holds the sums after a row has left its cluster and gone nowhere, one
	// a row, once hasLeaving is set.
	leaving    []phiSums
	hasLeaving bool

	corner corner
	change change
}

// phiSums are the sums of phi over the cells of all blocks and over the blocks.
type phiSums struct{ cells, blocks float64 }

func (s phiSums) plus(t phiSums) phiSums {
	return phiSums{s.cells + t.cells, s.blocks + t.blocks}
}

func (s phiSums) minus(t phiSums) phiSums {
	return phiSums{s.cells - t.cells, s.blocks - t.blocks}
}

// point returns the point of the sums of a clustering.
func (p *symmetric) point(s phiSums) Point {
	return Point{(0 - s.blocks) / 2, p.hy + (s.cells - s.blocks)}
}

func newStripEvaluator(p *symmetric) *stripEvaluator {
	n := p.Rows()
	e := &stripEvaluator{
		symmetric: p,
		members:   members{label: make([]int32, n), rows: make([]int32, n), start: make([]int32, n+1)},
		leaving:   make([]phiSums, n),
		corner:    corner{columns: make([]cornerColumn, p.cols)},
		change:    change{phi: p.phi},
	}
	for k := range e.views {
		e.views[k] = newView(&p.sides[k], n, p.cols)
	}
	return e
}

// Load implements [Evaluator]. O(n k + cells).
func (e *stripEvaluator) Load(f partition.Partition) Point {
	e.group(f)
	e.hasLeaving = false
	for k := range e.views {
		e.views[k].load(&e.members, e.phi)
	}
	e.at = phiSums{}
	for a := range e.k() {
		for _, b := range e.views[0].clusters.of(int32(a)) {
			e.at.cells += b.cellPhi
			e.at.blocks += b.phi
		}
	}
	return e.point(e.at)
}

// lay spreads a cluster out as both inputs, and its block with itself in the
// corner. fold takes it up again.
func (e *stripEvaluator) lay(b int32) {
	for k := range e.views {
		e.views[k].lay(b)
	}
	e.corner.lay(both, &e.views[0].clusters, b, b)
}

func (e *stripEvaluator) fold(b int32) {
	for k := range e.views {
		e.views[k].fold(b)
	}
	e.corner.fold(both, &e.views[0].clusters, b, b)
}

// Merges implements [Evaluator]. O(cells of the strips of a and all of wanted).
func (e *stripEvaluator) Merges(a int, wanted []int32, to []Point) {
	e.lay(int32(a))
	own := e.views[0].spreadBlocks[a]
	for _, b := range wanted {
		ch := &e.change
		ch.begin()
		e.corner.begin()
		corner, phi := own.mass, own.phi
		for k := range e.views {
			v := &e.views[k]
			for _, bl := range v.clusters.of(b) {
				cells := v.clusters.cellsOf(&bl)
				switch {
				case bl.cluster == b && k == 1: // is in the other strip too
				case bl.cluster == b, bl.cluster == int32(a):
					corner += bl.mass
					phi += bl.phi
					ch.before.cells += bl.cellPhi
					e.corner.add(cells, both, +1)
				default:
					ch.join(v, &bl, cells, +1)
				}
			}
		}
		ch.block(corner, phi)
		e.corner.settle(ch, both)
		to[b] = e.point(ch.end(e.at))
	}
	e.fold(int32(a))
}
