package info

// Updater estimates the entropies of many tables of counts that have one total and
// differ in few cells. What an estimator needs of a table is a set of sums over its
// cells, which are exact: terms are rounded to a unit of which their sums are float64
// numbers. Sums of a table are therefore those of its parts, added and subtracted in
// any order, and an estimate is a function of the table, with the same bits on every
// machine and whatever tables came before.
//
// Sums come in blocks, which are numbered. Which of them an estimate takes depends on
// the table.
//
// An Updater remembers what it computed. It serves one goroutine.
type Updater interface {
	// Cell returns what a cell of n observations, a whole number from 1 to the total,
	// adds to the sums of a block that was asked for. A cell of 0 adds nothing. It must
	// not be changed.
	Cell(block int, n float64) *Sums
	// Of returns the estimator of the entropy in bits, given the sums over the cells,
	// of tables of that many cells: the value of [Estimator.Entropy] to within 1e-10.
	// typical are the sums of one such table. Estimates are exact functions of that and
	// the table, and take least time for tables alike. There must be two cells.
	Of(cells int, typical Summer) func(Summer) float64
}

// Sums are sums over the cells of a table. Their meaning is that of an [Updater].
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

// lanes is the number of points of a lattice that a block has.
const lanes = 8

// Summer gives the sums over the cells of a table.
type Summer interface {
	// Sums returns those of a block. They are read before the next call.
	Sums(block int) *Sums
}

// NewUpdater returns the updater of an estimator, one of [NSB], [Dirichlet],
// [Shrinkage] and [ChaoShen], for tables of that many observations, in up to seen cells
// with observations. It remembers about the given number of bytes. ok is false for
// other estimators; see [PhiOf].
func NewUpdater(e Estimator, total float64, seen int, memory int64) (u Updater, ok bool) {
	switch e := e.(type) {
	case NSB:
		return newLattice(total, seen, memory), true
	case Dirichlet:
		return newFixed(e, total, memory), true
	case Shrinkage:
		return newShrinker(total, memory), true
	case ChaoShen:
		return newCoverage(total, memory), true
	default:
		return nil, false
	}
}

// cellTable remembers what cells add to the sums of blocks.
type cellTable struct {
	fill   func(block int, n float64, to *Sums)
	blocks []cellSums
	held   int
	limit  int // of held
}

// cellSums is what cells add to the sums of a block, by their counts.
type cellSums struct {
	few  [maxFew]*Sums
	many map[float64]*Sums
}

const (
	// maxFew is the number of counts that are found at once.
	maxFew = 1 << 10
	// heldBytes is what one that is remembered takes.
	heldBytes = 200
)

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

// extend makes room for blocks up to one.
func (t *cellTable) extend(block int) {
	for len(t.blocks) <= block {
		t.blocks = append(t.blocks, cellSums{})
	}
}

// newCellTable returns one that remembers about so many bytes, but at least 64 KB.
func newCellTable(memory int64) cellTable {
	return cellTable{limit: int(max(memory, 1<<16) / heldBytes)}
}
