package problem

import "github.com/dibmap/dibmap/internal/plogp"

// change adds up how the sums of phi change: the phi of the masses that there are
// afterwards, less what there was before.
type change struct {
	phi           *plogp.Phi
	cells, blocks []float64 // masses afterwards
	before        phiSums
}

func (c *change) begin() { c.cells, c.blocks, c.before = c.cells[:0], c.blocks[:0], phiSums{} }

// end returns sums after the change.
func (c *change) end(s phiSums) phiSums {
	return phiSums{
		s.cells - c.before.cells + c.phi.Sum(c.cells),
		s.blocks - c.before.blocks + c.phi.Sum(c.blocks),
	}
}

// block replaces blocks with the given sum of phi by one of the given mass.
func (c *change) block(mass, before float64) {
	c.blocks = append(c.blocks, mass)
	c.before.blocks += before
}

// join adds the block b, with the given cells, to that of the cluster that is spread
// out, or takes it away if the sign is -1. The phi of b and of its cells count as gone.
func (c *change) join(v *view, b *block, cells []stripCell, sign float64) {
	s := v.spreadBlocks[b.cluster]
	c.block(s.mass+sign*b.mass, s.phi+b.phi)
	before := c.before.cells + b.cellPhi
	for k := range cells {
		s := &v.spread[cells[k].slot]
		c.cells = append(c.cells, s.mass+sign*cells[k].mass)
		before += s.phi
	}
	c.before.cells = before
}

// A corner is where the strips of two clusters a and b cross: blocks that change by
// what a row, or a cluster, has as one input and as the other.
type corner struct {
	columns []cornerColumn
	touched []int32 // columns that change
	round   int64   // tells what changes now from what changed earlier
}

// cornerColumn is a column of the corner.
type cornerColumn struct {
	blocks [3]cornerMass
	round  int64
}

// cornerMass is a mass, the phi of it, and the change of it.
type cornerMass struct{ mass, phi, change float64 }

// Blocks of a corner: (a,b), (b,a), and (b,b), or whatever block both inputs share.
// Where side k adds to the cluster b, block 1-k gains.
const (
	ab = iota
	ba
	both
)

// lay puts a block of a cluster's strip into the corner, and fold takes it out.
func (c *corner) lay(which int, s *strips, owner, cluster int32) {
	for _, cell := range s.cellsOf(s.find(owner, cluster)) {
		m := &c.columns[cell.y].blocks[which]
		m.mass, m.phi = cell.mass, cell.phi
	}
}

func (c *corner) fold(which int, s *strips, owner, cluster int32) {
	for _, cell := range s.cellsOf(s.find(owner, cluster)) {
		m := &c.columns[cell.y].blocks[which]
		m.mass, m.phi = 0, 0
	}
}

// begin forgets the changes.
func (c *corner) begin() {
	c.touched = c.touched[:0]
	c.round++
}

// at returns a column, to be changed.
func (c *corner) at(y int32) *[3]cornerMass {
	column := &c.columns[y]
	if column.round != c.round {
		column.round = c.round
		for k := range column.blocks {
			column.blocks[k].change = 0
		}
		c.touched = append(c.touched, y)
	}
	return &column.blocks
}

// add adds cells, times a sign, to a block of the corner.
func (c *corner) add(cells []stripCell, which int, sign float64) {
	for k := range cells {
		c.at(cells[k].y)[which].change += sign * cells[k].mass
	}
}

// shift takes cells from block which and adds them to the one that both inputs share.
func (c *corner) shift(cells []stripCell, which int) {
	for k := range cells {
		blocks := c.at(cells[k].y)
		blocks[which].change -= cells[k].mass
		blocks[both].change += cells[k].mass
	}
}

// settle adds up what changes, from block on.
func (c *corner) settle(ch *change, from int) {
	for _, y := range c.touched {
		blocks := &c.columns[y].blocks
		for k := from; k <= both; k++ {
			if m := &blocks[k]; m.change != 0 {
				ch.cells = append(ch.cells, m.mass+m.change)
				ch.before.cells += m.phi
			}
		}
	}
}

// Moves implements [Evaluator]. O(cells of the table) and, for every row, its cells
// in the strips.
func (e *stripEvaluator) Moves(b int, to []Point) {
	if !e.hasLeaving {
		e.leave()
	}
	into := int32(b)
	for _, x := range e.of(b) {
		to[x] = e.moved(x, into, nowhere)
	}
	e.lay(into)
	for a := range int32(e.k()) {
		if a == into {
			continue
		}
		e.corner.lay(ba, &e.views[0].clusters, into, a)
		e.corner.lay(ab, &e.views[1].clusters, into, a)
		for _, x := range e.of(int(a)) {
			to[x] = e.moved(x, a, into)
		}
		e.corner.fold(ba, &e.views[0].clusters, into, a)
		e.corner.fold(ab, &e.views[1].clusters, into, a)
	}
	e.fold(into)
}

// nowhere is the cluster of its own that a row moves to. Nothing is spread out then.
const nowhere = -1

// moved returns the point after row x of cluster a, having left it, joins the cluster
// b that is spread out.
func (e *stripEvaluator) moved(x, a, b int32) Point {
	sums := e.leaving[x]
	ch := &e.change
	ch.begin()
	e.corner.begin()
	var masses [3]float64 // changes of the blocks of the corner
	for k := range e.views {
		v := &e.views[k]
		first, end := v.rows.blockAt[x], v.rows.blockEnd[x]
		for i := first; i < end; i++ {
			bl := &v.rows.blocks[i]
			cells := v.rows.cellsOf(bl)
			switch bl.cluster {
			case a:
				masses[1-k] += bl.mass
				e.corner.add(cells, 1-k, +1)
			case b:
				// Cluster a has nothing of it left, and the corner is apart.
				sums = sums.minus(v.left[i])
				masses[k] -= bl.mass
				masses[both] += bl.mass
				e.corner.shift(cells, k)
			default:
				ch.join(v, bl, cells, +1)
			}
		}
	}
	for _, d := range e.diagonal[x] {
		blocks := e.corner.at(d.y)
		for k, sign := range diagonalSigns {
			blocks[k].change += sign * d.mass
			masses[k] += sign * d.mass
		}
	}
	from := [3]spreadMass{ab: e.views[1].spreadBlocks[a], ba: e.views[0].spreadBlocks[a]}
	if b != nowhere {
		from[both] = e.views[0].spreadBlocks[b]
	}
	for k, f := range from {
		ch.block(f.mass+masses[k], f.phi)
	}
	e.corner.settle(ch, ab)
	return e.point(ch.end(sums))
}

// diagonalSigns: what a row has with itself goes from (a,a) to (b,b), and the strips
// have it go by both ways.
var diagonalSigns = [3]float64{ab: -1, ba: -1, both: +1}

// leave computes leaving.
func (e *stripEvaluator) leave() {
	e.hasLeaving = true
	for a := range int32(e.k()) {
		e.lay(a)
		for _, x := range e.of(int(a)) {
			e.leaving[x] = e.left(x, a)
		}
		e.fold(a)
	}
}

// left returns the sums after row x has left its cluster a, which is spread out.
func (e *stripEvaluator) left(x, a int32) phiSums {
	sums := e.at
	ch := &e.change
	e.corner.begin()
	own := e.views[0].spreadBlocks[a]
	mass := own.mass
	for k := range e.views {
		v := &e.views[k]
		for i := v.rows.blockAt[x]; i < v.rows.blockEnd[x]; i++ {
			bl := &v.rows.blocks[i]
			cells := v.rows.cellsOf(bl)
			if bl.cluster == a {
				mass -= bl.mass
				e.corner.add(cells, both, -1)
				continue
			}
			ch.begin()
			ch.join(v, bl, cells, -1)
			v.left[i] = ch.end(phiSums{})
			sums = sums.plus(v.left[i])
		}
	}
	for _, d := range e.diagonal[x] { // both strips have it
		e.corner.at(d.y)[both].change += d.mass
		mass += d.mass
	}
	ch.begin()
	ch.block(mass, own.phi)
	e.corner.settle(ch, both)
	return ch.end(sums)
}
