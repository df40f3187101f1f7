package problem

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// A strip is what a row, or a cluster, has as one of the inputs: its masses by
// cluster of the other input and column. Its part of one cluster is a block.
//
// A cluster of the other input and a column that have mass together have a number,
// their slot. By it one strip is spread out and others are compared with it.

// strips are the strips of all rows, or of all clusters, one after another.
type strips struct {
	cells  []stripCell
	blocks []block
	// The cells of owner o end at cellEnd[o]; its blocks are blockAt[o] to
	// blockEnd[o].
	cellEnd, blockAt, blockEnd []int32
}

// find returns the block of an owner and a cluster; an empty one if there is none.
func (s *strips) find(owner, cluster int32) *block {
	blocks := s.of(owner)
	k, ok := slices.BinarySearchFunc(blocks, cluster, func(b block, c int32) int { return cmp.Compare(b.cluster, c) })
	if !ok {
		return &block{}
	}
	return &blocks[k]
}

// stripCell is the mass in a column of a block, and the phi of it, which is left out
// in strips of rows.
type stripCell struct {
	slot, y   int32
	mass, phi float64
}

// block is the part of a strip that belongs to one cluster of the other input: the
// cells from begin to end. phi is that of its mass and cellPhi the sum over the
// cells; they are left out in strips of rows.
type block struct {
	cluster, begin, end int32
	mass, phi, cellPhi  float64
}

// of returns the blocks of an owner, by cluster, ascending.
func (s *strips) of(owner int32) []block { return s.blocks[s.blockAt[owner]:s.blockEnd[owner]] }

// cellsOf returns the cells of a block.
func (s *strips) cellsOf(b *block) []stripCell { return s.cells[b.begin:b.end] }

// open returns the block of an owner and a cluster, which no greater cluster
// precedes, and makes it if there is none.
func (s *strips) open(owner, cluster int32) *block {
	last := s.blockEnd[owner] - 1
	if last < s.blockAt[owner] || s.blocks[last].cluster != cluster {
		last++
		s.blockEnd[owner]++
		end := s.cellEnd[owner]
		s.blocks[last] = block{cluster: cluster, begin: end, end: end}
	}
	return &s.blocks[last]
}

// add adds mass to a column of the last block of an owner. at says where the
// column's cell is, plus 1; if that is not in the block, one is made.
func (s *strips) add(owner int32, b *block, at *int32, c stripCell) {
	b.mass += c.mass
	if *at > b.begin && *at <= b.end {
		s.cells[*at-1].mass += c.mass
		return
	}
	s.cells[b.end] = c
	b.end++
	s.cellEnd[owner] = b.end
	*at = b.end
}

// members are the rows of a clustering, cluster by cluster.
type members struct {
	label []int32 // of every row
	rows  []int32
	start []int32 // of every cluster in rows
}

// k returns the number of clusters.
func (g *members) k() int { return len(g.start) - 1 }

// of returns the rows of a cluster, ascending.
func (g *members) of(c int) []int32 { return g.rows[g.start[c]:g.start[c+1]] }

// group takes up a clustering. O(n).
func (g *members) group(f []int) {
	k := 0
	for x, c := range f {
		g.label[x] = int32(c)
		k = max(k, c+1)
	}
	g.start = g.start[:k+1]
	clear(g.start)
	for _, c := range g.label {
		g.start[c]++
	}
	for c := range k {
		g.start[c+1] += g.start[c]
	}
	for x := len(f) - 1; x >= 0; x-- {
		c := f[x]
		g.start[c]--
		g.rows[g.start[c]] = int32(x)
	}
}

// view is one side of a table under the loaded clustering.
type view struct {
	*side
	rows, clusters strips
	// Where the cell of a pair is in the strip of its row, that of a column in the
	// strip of a cluster, and the slot of a column; each plus 1.
	pairAt, columnAt, slotAt []int32
	// left holds, for the blocks of rows, how the sums of phi change where the row's
	// cluster loses the block.
	left []phiSums
	// One cluster, spread out by slot and by cluster of the other input.
	spread, spreadBlocks []spreadMass
}

// spreadMass is a mass and the phi of it.
type spreadMass struct{ mass, phi float64 }

func newView(s *side, n, m int) view {
	newStrips := func() strips {
		return strips{
			cells: make([]stripCell, len(s.cells)), blocks: make([]block, s.blockAt[n]),
			cellEnd: make([]int32, n), blockAt: make([]int32, n), blockEnd: make([]int32, n),
		}
	}
	return view{
		side: s, rows: newStrips(), clusters: newStrips(),
		pairAt: make([]int32, s.pairs), columnAt: make([]int32, m), slotAt: make([]int32, m),
		left: make([]phiSums, s.blockAt[n]), spreadBlocks: make([]spreadMass, n),
	}
}

// load computes the strips of a clustering. O(n k + cells).
func (v *view) load(g *members, phi *plogp.Phi) {
	v.reset(g)
	slots := int32(0)
	for c := range g.k() {
		first := slots // slots from here on, plus 1, are of this cluster
		for _, other := range g.of(c) {
			for _, cell := range v.cells[v.start[other]:v.start[other+1]] {
				if v.slotAt[cell.y] <= first {
					slots++
					v.slotAt[cell.y] = slots
				}
				b := v.rows.open(cell.x, int32(c))
				v.rows.add(cell.x, b, &v.pairAt[cell.pair], stripCell{slot: v.slotAt[cell.y] - 1, y: cell.y, mass: cell.mass})
			}
		}
		for a := range g.k() {
			v.gather(int32(a), int32(c), g.of(a), phi)
		}
	}
	if int(slots) > len(v.spread) {
		v.spread = make([]spreadMass, slots)
	}
}

// reset empties the strips and says where each begins.
func (v *view) reset(g *members) {
	copy(v.rows.cellEnd, v.cellAt)
	copy(v.rows.blockAt, v.blockAt)
	copy(v.rows.blockEnd, v.blockAt)
	clear(v.pairAt)
	clear(v.columnAt)
	clear(v.slotAt)
	cells, blocks := int32(0), int32(0)
	for a := range g.k() {
		v.clusters.cellEnd[a] = cells
		v.clusters.blockAt[a], v.clusters.blockEnd[a] = blocks, blocks
		for _, x := range g.of(a) {
			cells += v.cellAt[x+1] - v.cellAt[x]
			blocks += v.blockAt[x+1] - v.blockAt[x]
		}
	}
}

// gather adds up the blocks of rows with cluster c of the other input to that of
// their cluster a.
func (v *view) gather(a, c int32, rows []int32, phi *plogp.Phi) {
	var sum *block
	for _, x := range rows {
		last := v.rows.blockEnd[x] - 1
		if last < v.rows.blockAt[x] || v.rows.blocks[last].cluster != c {
			continue
		}
		if sum == nil {
			sum = v.clusters.open(a, c)
		}
		for _, cell := range v.rows.cellsOf(&v.rows.blocks[last]) {
			v.clusters.add(a, sum, &v.columnAt[cell.y], cell)
		}
	}
	if sum == nil {
		return
	}
	sum.phi = phi.At(sum.mass)
	cells := v.clusters.cellsOf(sum)
	for k := range cells {
		cells[k].phi = phi.At(cells[k].mass)
		sum.cellPhi += cells[k].phi
	}
}

// lay spreads a cluster out, and fold takes it up again.
func (v *view) lay(a int32) {
	for _, b := range v.clusters.of(a) {
		v.spreadBlocks[b.cluster] = spreadMass{b.mass, b.phi}
		for _, c := range v.clusters.cellsOf(&b) {
			v.spread[c.slot] = spreadMass{c.mass, c.phi}
		}
	}
}

func (v *view) fold(a int32) {
	for _, b := range v.clusters.of(a) {
		v.spreadBlocks[b.cluster] = spreadMass{}
		for _, c := range v.clusters.cellsOf(&b) {
			v.spread[c.slot] = spreadMass{}
		}
	}
}
