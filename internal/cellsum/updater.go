package cellsum

import "github.com/dibmap/dibmap/info"

// Updater estimates the entropies of many tables of counts with the same total that differ in few cells. An
// estimate depends on a set of sums over the cells. They are exact, because terms are rounded to a unit in which
// all their sums are float64 numbers. The sums of a table are therefore the sums of its parts, added and subtracted
// in any order, and an estimate is a function of the table: it has the same bits on every machine, and does not
// depend on the tables that came before.
//
// Sums come in numbered blocks. Which blocks an estimate reads depends on the table.
//
// An Updater remembers what it computed. It serves one goroutine.
type Updater interface {
	// Cell returns the terms of a cell of n observations, a whole number from 1 to the
	// total, in the sums of a block that was asked for before. A cell of 0 has no
	// terms. The result must not be changed.
	Cell(block int, n float64) *Sums
	// Of returns a function that estimates the entropy in bits of tables with the given number of cells, two or
	// more, from their sums: the value of [info.Estimator] to within 1e-10. Typical are the sums of one such table.
	// Estimates are exact functions of typical and the table, and are fastest for tables similar to it.
	Of(cells int, typical Summer) func(Summer) float64
}

// Sums are sums over the cells of a table. Their meaning depends on the [Updater].
type Sums [2 * lanes]float64

// Add adds other sums.
func (s *Sums) Add(other *Sums) {
	for k, v := range other {
		s[k] += v
	}
}

// Sub subtracts other sums.
func (s *Sums) Sub(other *Sums) {
	for k, v := range other {
		s[k] -= v
	}
}

// lanes is the number of lattice points of a block.
const lanes = 8

// Summer gives the sums over the cells of a table.
type Summer interface {
	// Sums returns the sums of a block. They are valid until the next call.
	Sums(block int) *Sums
}

// NewUpdater returns the updater of an estimator, one of [info.NSB], [info.Dirichlet],
// [info.Shrinkage] and [info.ChaoShen], for tables of total observations in at most seen
// cells. It remembers about the given number of bytes. For other estimators ok is false;
// see [PhiOf].
func NewUpdater(e info.Estimator, total float64, seen int, memory int64) (u Updater, ok bool) {
	switch e {
	case info.NSB():
		return newLattice(total, seen, memory), true
	case info.Shrinkage():
		return newShrinker(total, memory), true
	case info.ChaoShen():
		return newCoverage(total, memory), true
	}
	if alpha, ok := info.Concentration(e); ok {
		return newFixed(alpha, total, memory), true
	}
	return nil, false
}

// cellTable remembers the terms of cells.
type cellTable struct {
	fill   func(block int, n float64, to *Sums)
	blocks []cellTerms
	held   int
	limit  int // of held
}

// cellTerms holds the terms of cells in the sums of a block, by their counts.
type cellTerms struct {
	few  [maxFew]*Sums
	many map[float64]*Sums
}

const (
	// maxFew is the number of counts that are found without a map.
	maxFew = 1 << 10
	// heldBytes is the memory for the terms of one cell.
	heldBytes = 200
)

// newCellTable returns a table that remembers about the given number of bytes, but at least 64 KB.
func newCellTable(memory int64) cellTable {
	return cellTable{limit: int(max(memory, 1<<16) / heldBytes)}
}

// extend makes room for all blocks up to the given one.
func (t *cellTable) extend(block int) {
	for len(t.blocks) <= block {
		t.blocks = append(t.blocks, cellTerms{})
	}
}

// Cell implements [Updater].
func (t *cellTable) Cell(block int, n float64) *Sums {
	b := &t.blocks[block]
	if n < maxFew {
		if s := b.few[int(n)]; s != nil {
			return s
		}
	} else if s := b.many[n]; s != nil {
		return s
	}
	return t.make(block, n)
}

func (t *cellTable) make(block int, n float64) *Sums {
	if t.held++; t.held > t.limit {
		clear(t.blocks)
		t.held = 1
	}
	made := new(Sums)
	t.fill(block, n, made)
	b := &t.blocks[block]
	if n < maxFew {
		b.few[int(n)] = made
		return made
	}
	if b.many == nil {
		b.many = make(map[float64]*Sums)
	}
	b.many[n] = made
	return made
}
