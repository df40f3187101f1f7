package problem

import "github.com/dibmap/dibmap/joint"

// side is a table with two inputs as seen from one of them, the side's own: which
// cells a row has in that place. The cells are kept by the other input, so that
// going through its rows cluster by cluster puts each own row's cells in order.
type side struct {
	start []int32 // the cells of the other input's row o are start[o] to start[o+1]
	cells []sideCell
	// cellAt and blockAt leave room for what every own row has at most: a cell for
	// each of its cells, and a block for each row of the other input that it meets.
	cellAt, blockAt []int32
	pairs           int // number of pairs of an own row and a column that have mass
}

// sideCell is a cell of own row x.
type sideCell struct {
	x, y, pair int32
	mass       float64
}

// columnMass is a mass in a column.
type columnMass struct {
	y    int32
	mass float64
}

// fill lays the table out by each input, rows in canonical order: order[r] is the
// table's row of row r, and rank its inverse. O(n + m + cells).
func (p *symmetric) fill(t *joint.Triple, order, rank []int) {
	n, m := t.Rows(), t.Cols()
	cells := make([]joint.TripleCell, 0, t.NonZero())
	p.diagonal = make([][]columnMass, n)
	for r, x := range order {
		second, columns, masses := t.Row(x)
		for k, v := range masses {
			c := joint.TripleCell{X1: int32(r), X2: int32(rank[second[k]]), Y: columns[k], Value: v}
			cells = append(cells, c)
			if c.X1 == c.X2 {
				p.diagonal[r] = append(p.diagonal[r], columnMass{c.Y, v})
			}
		}
	}
	first := func(c *joint.TripleCell) int32 { return c.X1 }
	second := func(c *joint.TripleCell) int32 { return c.X2 }
	p.sides[0] = newSide(cells, n, m, first, second)
	p.sides[1] = newSide(cells, n, m, second, first)
}

// newSide returns the side of the input own of the cells.
func newSide(cells []joint.TripleCell, n, m int, own, other func(*joint.TripleCell) int32) side {
	s := side{cells: make([]sideCell, len(cells)), cellAt: make([]int32, n+1), blockAt: make([]int32, n+1)}
	ownStart, byOwn := grouped(cells, n, own)
	pairs := make([]int32, len(cells))
	pairAt, met := make([]int32, m), make([]int32, n)
	for x := range n {
		first := int32(s.pairs) // pairs from here on, plus 1, are of this row
		s.cellAt[x+1] = ownStart[x+1]
		s.blockAt[x+1] = s.blockAt[x]
		for _, i := range byOwn[ownStart[x]:ownStart[x+1]] {
			c := &cells[i]
			if pairAt[c.Y] <= first {
				s.pairs++
				pairAt[c.Y] = int32(s.pairs)
			}
			pairs[i] = pairAt[c.Y] - 1
			if o := other(c); met[o] != int32(x)+1 {
				met[o] = int32(x) + 1
				s.blockAt[x+1]++
			}
		}
	}
	var byOther []int32
	s.start, byOther = grouped(cells, n, other)
	for k, i := range byOther {
		c := &cells[i]
		s.cells[k] = sideCell{own(c), c.Y, pairs[i], c.Value}
	}
	return s
}

// grouped returns the indices of the cells by an input of n rows, and where those
// of every row begin.
func grouped(cells []joint.TripleCell, n int, input func(*joint.TripleCell) int32) (start, indices []int32) {
	start = make([]int32, n+1)
	for i := range cells {
		start[input(&cells[i])+1]++
	}
	for x := range n {
		start[x+1] += start[x]
	}
	next := append([]int32(nil), start...)
	indices = make([]int32, len(cells))
	for i := range cells {
		x := input(&cells[i])
		indices[next[x]] = int32(i)
		next[x]++
	}
	return start, indices
}
