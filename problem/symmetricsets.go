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

func (s phiSums) plus(t phiSums) phiSums  { return phiSums{s.cells + t.cells, s.blocks + t.blocks} }
func (s phiSums) minus(t phiSums) phiSums { return phiSums{s.cells - t.cells, s.blocks - t.blocks} }

// layRows lays the blocks of two sets, or the block of one set given twice, and returns their
// sums of phi.
func (s *setPair) layRows(p, q []int32, same bool) phiSums {
	s.begin()
	for _, x := range p {
		for _, z := range q {
			if same {
				s.add(s.cells.at(x, z), both, +1)
			} else {
				s.add(s.cells.at(x, z), ab, +1)
				s.add(s.cells.at(z, x), ba, +1)
			}
		}
	}
	return s.lay()
}

// lay makes the masses that were added the blocks, and returns their sums of phi.
func (s *setPair) lay() (sums phiSums) {
	for k := range s.blocks {
		m := &s.blocks[k]
		*m = blockMass{mass: m.change, phi: s.phi.At(m.change)}
		sums.blocks += m.phi
	}
	s.laid = append(s.laid[:0], s.touched...)
	for _, y := range s.laid {
		for k := range s.columns[y].blocks {
			m := &s.columns[y].blocks[k]
			*m = blockMass{mass: m.change, phi: s.phi.At(m.change)}
			sums.cells += m.phi
		}
	}
	return sums
}

// sums returns the sums of phi over the blocks of two sets, or of one set given twice.
func (s *setPair) sums(p, q []int32, same bool) phiSums {
	defer s.fold()
	return s.layRows(p, q, same)
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

// add adds cells to a block, times a sign.
func (s *setPair) add(cells []columnMass, block int, sign float64) {
	for _, c := range cells {
		column := &s.columns[c.y]
		if column.round != s.round {
			column.round = s.round
			for k := range column.blocks {
				column.blocks[k].change = 0
			}
			s.touched = append(s.touched, c.y)
		}
		v := float64(sign * c.mass)
		s.blocks[block].change += v
		column.blocks[block].change += v
	}
}

// end returns how the sums of phi change.
func (s *setPair) end() phiSums {
	if len(s.touched) == 0 {
		return phiSums{}
	}
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
