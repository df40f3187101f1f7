package problem

// setPair holds the blocks of two disjoint sets of rows P and Q with each other, or the block
// of a set with itself, and computes how their sums of phi change when a row joins or leaves.
type setPair struct {
	*symmetric
	blocks  [3]blockMass
	columns []columnMasses
	laid    []int32 // columns that have mass
	touched []int32 // columns that change
	round   int64   // tells what changes now from what changed earlier
	// Scratch space: masses after a change.
	cellsAfter, blocksAfter []float64
}

// The blocks (P,Q), (Q,P), and (P,P). The last is used for a set with itself only.
const (
	ab = iota
	ba
	both
)

// blockMass is a mass, its phi, and its change.
type blockMass struct{ mass, phi, change float64 }

// columnMasses are the masses of the blocks in a column.
type columnMasses struct {
	blocks [3]blockMass
	round  int64
}

// phiSums are the sums of phi over the cells of blocks and over the blocks.
type phiSums struct{ cells, blocks float64 }

func (s phiSums) plus(t phiSums) phiSums {
	return phiSums{s.cells + t.cells, s.blocks + t.blocks}
}

func (s phiSums) minus(t phiSums) phiSums {
	return phiSums{s.cells - t.cells, s.blocks - t.blocks}
}

func newSetPair(p *symmetric) setPair {
	return setPair{symmetric: p, columns: make([]columnMasses, p.cols)}
}

// lay computes the blocks of two sets, or the block of one set given twice, and returns
// their sums of phi.
func (s *setPair) lay(p, q []int32, same bool) (sums phiSums) {
	s.begin()
	for _, x := range p {
		if same {
			for _, z := range q {
				s.add(x, z, both, +1)
			}
		} else {
			s.meet(x, q, ab, ba, +1)
		}
	}
	for k := range s.blocks {
		m := &s.blocks[k]
		*m = blockMass{mass: m.change, phi: s.phi.At(m.change)}
		sums.blocks += m.phi
	}
	s.laid = append(s.laid[:0], s.touched...)
	for _, y := range s.laid {
		for k := range s.blocks {
			m := &s.columns[y].blocks[k]
			*m = blockMass{mass: m.change, phi: s.phi.At(m.change)}
			sums.cells += m.phi
		}
	}
	return sums
}

// fold clears the blocks.
func (s *setPair) fold() {
	s.blocks = [3]blockMass{}
	for _, y := range s.laid {
		s.columns[y].blocks = [3]blockMass{}
	}
}

// begin begins a change.
func (s *setPair) begin() {
	s.touched = s.touched[:0]
	s.round++
	for k := range s.blocks {
		s.blocks[k].change = 0
	}
}

// add adds the cells of first input x and second input z to a block, times a sign.
func (s *setPair) add(x, z int32, block int, sign float64) {
	at := int(x)*s.Rows() + int(z)
	for _, c := range s.cells[s.start[at]:s.start[at+1]] {
		column := &s.columns[c.y]
		if column.round != s.round {
			column.round = s.round
			for k := range column.blocks {
				column.blocks[k].change = 0
			}
			s.touched = append(s.touched, c.y)
		}
		v := sign * c.mass
		s.blocks[block].change += v
		column.blocks[block].change += v
	}
}

// meet adds the cells that row x has with the other rows of a set, times a sign. Cells with x as
// first input go to block first, and cells with x as second input to block second.
func (s *setPair) meet(x int32, set []int32, first, second int, sign float64) {
	for _, z := range set {
		if z != x {
			s.add(x, z, first, sign)
			s.add(z, x, second, sign)
		}
	}
}

// end returns how the sums of phi change.
func (s *setPair) end() phiSums {
	cells, blocks, before := s.cellsAfter[:0], s.blocksAfter[:0], phiSums{}
	for k := range s.blocks {
		if m := &s.blocks[k]; m.change != 0 {
			blocks = append(blocks, m.mass+m.change)
			before.blocks += m.phi
		}
	}
	for _, y := range s.touched {
		for k := range s.columns[y].blocks {
			if m := &s.columns[y].blocks[k]; m.change != 0 {
				cells = append(cells, m.mass+m.change)
				before.cells += m.phi
			}
		}
	}
	s.cellsAfter, s.blocksAfter = cells, blocks
	return phiSums{s.phi.Sum(cells), s.phi.Sum(blocks)}.minus(before)
}

// toggleOther returns the changes of a row that is in neither set: when it joins P, and when it
// joins Q.
func (s *setPair) toggleOther(x int32, p, q []int32) (first, second phiSums) {
	s.begin()
	s.meet(x, q, ab, ba, +1)
	first = s.end()
	s.begin()
	s.meet(x, p, ba, ab, +1)
	return first, s.end()
}

// toggleMember returns the changes when a member of a set leaves it, and when it moves to
// the other. As first input, members of the set contribute to the given block.
func (s *setPair) toggleMember(x int32, set, other []int32, block int) (leaves, moves phiSums) {
	s.begin()
	s.meet(x, other, block, ab+ba-block, -1)
	leaves = s.end()
	s.meet(x, set, ab+ba-block, block, +1)
	return leaves, s.end()
}

// toggleSelf returns the toggles of a row for a set with itself, given what the row alone
// has with itself.
func (s *setPair) toggleSelf(x int32, set []int32, member bool, alone phiSums) (own, apart phiSums) {
	sign := 1.0
	if member {
		sign = -1
	}
	s.begin()
	s.meet(x, set, both, both, sign)
	s.add(x, x, both, sign)
	own = s.end()
	s.begin()
	s.meet(x, set, ab, ba, +1)
	apart = s.end()
	if member {
		apart = apart.plus(alone)
	}
	return own, apart
}
