package problem

import "math/bits"

// setPair holds the blocks of two sets of rows P and Q with each other, which are
// laid out in a corner as (a,b) and (b,a), or the block of a set with itself, and
// computes how they change by what a row has with a set. A set is a bit set.
type setPair struct {
	*symmetric
	// cells holds those of first input x and second input z at x n + z.
	cells  [][]sideCell
	corner corner
	change change
	// The masses of the blocks, their phi, and their changes.
	masses [3]cornerMass
	laid   []int32 // columns
}

func newSetPair(p *symmetric) setPair {
	n := p.Rows()
	s := setPair{
		symmetric: p, cells: make([][]sideCell, n*n),
		corner: corner{columns: make([]cornerColumn, p.cols)},
		change: change{phi: p.phi},
	}
	firsts := &p.sides[1] // keeps the cells of every first input, those of a second together
	for x := range n {
		cells := firsts.cells[firsts.start[x]:firsts.start[x+1]]
		for len(cells) > 0 {
			count := 1
			for count < len(cells) && cells[count].x == cells[0].x {
				count++
			}
			s.cells[x*n+int(cells[0].x)] = cells[:count]
			cells = cells[count:]
		}
	}
	return s
}

// lay lays two sets out and returns the sums of phi of their blocks.
func (s *setPair) lay(p, q uint64) (sums phiSums) {
	s.begin()
	for set := p; set != 0; set &= set - 1 {
		x := bits.TrailingZeros64(set)
		if p == q {
			s.row(x, q, both, +1)
		} else {
			s.meet(x, q, ab, +1)
		}
	}
	for k := range s.masses {
		m := &s.masses[k]
		*m = cornerMass{mass: m.change, phi: s.phi.At(m.change)}
		sums.blocks += m.phi
	}
	s.laid = append(s.laid[:0], s.corner.touched...)
	for _, y := range s.laid {
		for k := range s.masses {
			m := &s.corner.columns[y].blocks[k]
			*m = cornerMass{mass: m.change, phi: s.phi.At(m.change)}
			sums.cells += m.phi
		}
	}
	return sums
}

// fold takes up what is laid out.
func (s *setPair) fold() {
	s.masses = [3]cornerMass{}
	for _, y := range s.laid {
		s.corner.columns[y].blocks = [3]cornerMass{}
	}
}

func (s *setPair) begin() {
	s.corner.begin()
	for k := range s.masses {
		s.masses[k].change = 0
	}
}

// end returns how the sums of phi change.
func (s *setPair) end() phiSums {
	s.change.begin()
	for k := range s.masses {
		if m := &s.masses[k]; m.change != 0 {
			s.change.block(m.mass+m.change, m.phi)
		}
	}
	s.corner.settle(&s.change, ab)
	return s.change.end(phiSums{})
}

// row adds to a block, times a sign, what x has as first input with second inputs
// of a set, and column what it has as second input.
func (s *setPair) row(x int, set uint64, which int, sign float64) {
	for n := s.Rows(); set != 0; set &= set - 1 {
		s.add(x*n+bits.TrailingZeros64(set), which, sign)
	}
}

func (s *setPair) column(x int, set uint64, which int, sign float64) {
	for n := s.Rows(); set != 0; set &= set - 1 {
		s.add(bits.TrailingZeros64(set)*n+x, which, sign)
	}
}

// add adds the cells of two inputs to a block, times a sign.
func (s *setPair) add(inputs, which int, sign float64) {
	cells := s.cells[inputs]
	for k := range cells {
		v := sign * cells[k].mass
		s.masses[which].change += v
		s.corner.at(cells[k].y)[which].change += v
	}
}

// meet adds what x, as a row of P if which is ab and of Q if it is ba, has with a
// part of the other set.
func (s *setPair) meet(x int, set uint64, which int, sign float64) {
	s.row(x, set, which, sign)
	s.column(x, set, ab+ba-which, sign)
}

// toggle returns the toggles of row x for two sets that are laid out.
func (s *setPair) toggle(x int, p, q uint64) (first, second phiSums) {
	row := uint64(1) << x
	switch {
	case p&row != 0:
		return s.toggleMember(x, q, p&^row, ab)
	case q&row != 0:
		return s.toggleMember(x, p, q&^row, ba)
	}
	s.begin()
	s.meet(x, q, ab, +1)
	first = s.end()
	s.begin()
	s.meet(x, p, ba, +1)
	return first, s.end()
}

// toggleMember returns those of a member of a set, of which the rest are given.
func (s *setPair) toggleMember(x int, other, rest uint64, which int) (leaves, moves phiSums) {
	s.begin()
	s.meet(x, other, which, -1)
	leaves = s.end()
	s.meet(x, rest, ab+ba-which, +1)
	return leaves, s.end()
}

// toggleSelf returns the toggles of row x, which alone has the given sums, for a set
// that is laid out with itself.
func (s *setPair) toggleSelf(x int, p uint64, alone phiSums) (own, apart phiSums) {
	row, sign := uint64(1)<<x, 1.0
	if p&row != 0 {
		sign = -1
	}
	rest := p &^ row
	s.begin()
	s.row(x, rest|row, both, sign)
	s.column(x, rest, both, sign)
	own = s.end()
	s.begin()
	s.meet(x, rest, ab, +1)
	apart = s.end()
	if sign < 0 {
		apart = apart.plus(alone)
	}
	return own, apart
}
