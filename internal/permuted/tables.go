package permuted

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/urn"
	"github.com/dibmap/dibmap/joint"
)

const (
	// cellSteps is the time for drawing the count of a cell, in units of the time for dealing a
	// record. A row with more records for each column is drawn cell by cell.
	cellSteps = 32
	// Records are dealt from decks of at most deckRecords, of four bytes each: few enough for the cache of a
	// processor, and enough that drawing a deck, cell by cell, takes less time than dealing it.
	deckRecords   = 1 << 20
	deckPerColumn = 2 * cellSteps
)

// plan says how random tables with the margins of a table are made. Their distribution does not
// depend on the names or the order of rows and columns, and not on which are called rows. So a plan
// has the margins in descending order, and calls rows what takes less work.
type plan struct {
	rows, columns []float64
	total         float64
	// The first rows, the heavy ones, are drawn cell by cell, and the others record by record.
	heavy        int
	dealt        float64 // records of the others
	deck         float64 // how many of them are dealt at once, except where a row has more
	permutations int
	phi          *plogp.Phi

	swapped bool    // the rows of the plan are the columns of the table
	x, y    []int32 // the place of every row and column of the table among those of the plan
}

func planOf(j *joint.Joint) *plan {
	x, y := make([]float64, j.Rows()), make([]float64, j.Cols())
	for k := range x {
		x[k] = j.RowMass(k)
	}
	for k := range y {
		y[k] = j.ColMass(k)
	}
	return planOfMargins(x, y, j.Total())
}

// planOfMargins returns the plan of a table with such margins, which it sorts. Equal ones keep their order.
func planOfMargins(x, y []float64, total float64) *plan {
	xAt, yAt := descending(x), descending(y)
	p, q := planFor(x, y, total), planFor(y, x, total)
	if q.steps() < p.steps() {
		p = q
		p.swapped = true
	}
	p.x, p.y = xAt, yAt
	p.permutations = permutationsOf(p.steps())
	p.phi = plogp.NewPhi(p.total, true)
	return p
}

// descending sorts masses and returns the new place of each.
func descending(masses []float64) (at []int32) {
	order := lists.Numbers(len(masses))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(masses[b], masses[a]) })
	at, sorted := make([]int32, len(masses)), make([]float64, len(masses))
	for place, k := range order {
		at[k], sorted[place] = int32(place), masses[k]
	}
	copy(masses, sorted)
	return at
}

// planFor returns the plan with given rows and columns.
func planFor(rows, columns []float64, total float64) *plan {
	p := &plan{rows: rows, columns: columns, total: total, dealt: total, deck: deckFor(len(columns))}
	for _, n := range rows {
		if n <= cellSteps*float64(len(columns)) {
			break
		}
		p.heavy++
		p.dealt -= n
	}
	return p
}

// deckFor returns how many records are dealt at once.
func deckFor(columns int) float64 { return max(deckRecords, deckPerColumn*float64(columns)) }

// BytesPerWorker returns how many bytes a worker takes at most for the test of a table of counts, or of means.
func BytesPerWorker(j *joint.Joint, means bool) int64 {
	const perRecord, perNumber = 4, 8
	if means {
		return perNumber * int64(j.Total())
	}
	return perRecord * int64(min(j.Total(), deckFor(max(j.Rows(), j.Cols()))))
}

// steps returns the time that a table takes, in units of the time for dealing a record.
func (p *plan) steps() float64 {
	draws := float64(p.heavy) + math.Floor(p.dealt/p.deck) // of numbers for all columns
	return p.dealt + float64(draws*cellSteps*float64(len(p.columns)))
}

// permutationsOf returns the number of tables to draw, given the steps of each. The test takes about a
// fifth of a second of processor time, but draws at least 99 tables, with which a p-value can be 0.01,
// and at most 999.
func permutationsOf(steps float64) int {
	const all = 2.5e7
	for _, n := range []int{999, 499, 199} {
		if float64(n)*steps <= all {
			return n
		}
	}
	return 99
}

// tables draws random tables with the margins of a plan.
type tables struct {
	*plan
	left   []float64 // of each column, the records that no row has yet
	deck   []int32   // the columns of the records that are dealt at once
	counts []int32   // of a row

	// The design whose statistics are noted, or nil to note nothing.
	design *design
	bin    []int32   // of every place of X
	base   []float64 // the cells of the bins
	score  float64
}

func newTables(p *plan) *tables {
	return &tables{plan: p, left: make([]float64, len(p.columns)), counts: make([]int32, len(p.columns))}
}

// note makes the tables note what the statistics of a design look at.
func (t *tables) note(d *design) *tables {
	t.design = d
	if d.of != nil {
		t.base, t.bin = make([]float64, len(d.bins)*len(d.columns)), make([]int32, len(d.of))
		for x, at := range t.x {
			t.bin[at] = d.of[x]
		}
	}
	return t
}

// cell notes a cell of a table, by the places of its row and its column in the plan.
func (t *tables) cell(row, column int, n float64) {
	if t.swapped {
		row, column = column, row
	}
	if t.base != nil {
		t.base[int(t.bin[row])*len(t.design.columns)+column] += n
	} else {
		t.score += float64(n*(n-1)) / t.design.columns[column]
	}
}

// draw returns the sum of p log2 p over the cells of a random table. Every permutation of the
// records is equally likely: rows take their records, one row after the other, from the records that
// are left. The counts of a heavy row, or of rows that share a deck, are therefore multivariate
// hypergeometric, given the rows before. If the context ends, the sum is meaningless.
func (t *tables) draw(ctx context.Context, r *random.Stream) (sum float64) {
	s := &urn.Stream{Stream: r}
	clear(t.base)
	t.score = 0
	copy(t.left, t.columns)
	left := t.total
	for row, n := range t.rows[:t.heavy] {
		if ctx.Err() != nil {
			return 0
		}
		sum += t.rowSum(row, t.take(s, left, n))
		left -= n
	}
	for row := t.heavy; row < len(t.rows); {
		if ctx.Err() != nil {
			return 0
		}
		count, n := t.together(t.rows[row:])
		t.deck = slices.Grow(t.deck[:0], int(n))
		sum += t.deal(s, t.take(s, left, n), row, count)
		row += count
		left -= n
	}
	return sum
}

// take removes n random records from those that are left, and returns their counts in each column.
func (t *tables) take(s *urn.Stream, left, n float64) []float64 {
	if n == left {
		return t.left
	}
	chosen := s.Choose(t.left, left, n)
	for y, count := range chosen {
		t.left[y] -= count
	}
	return chosen
}

// rowSum returns the sum of the cells of a row.
func (t *tables) rowSum(row int, counts []float64) (sum float64) {
	for y, n := range counts {
		if n > 0 {
			sum += t.phi.At(n)
			if t.design != nil {
				t.cell(row, y, n)
			}
		}
	}
	return sum
}

// together returns how many of the next rows are dealt from one deck, at least one, and the sum of their records.
func (p *plan) together(rows []float64) (count int, records float64) {
	for _, n := range rows {
		if count > 0 && records+n > p.deck {
			break
		}
		count++
		records += n
	}
	return count, records
}

// deal shuffles records, given by their number in each column, and deals them to count rows, beginning with first. It
// returns the sum of the cells.
func (t *tables) deal(s *urn.Stream, records []float64, first, count int) (sum float64) {
	deck := t.deck[:0]
	for y, n := range records {
		for range int(n) {
			deck = append(deck, int32(y))
		}
	}
	t.deck = deck
	for row := first; row < first+count; row++ {
		hand := deck[:int(t.rows[row])]
		if len(hand) < len(deck) {
			for k := range hand {
				with := k + int(s.Below(uint64(len(deck)-k)))
				deck[k], deck[with] = deck[with], deck[k]
			}
		}
		for _, y := range hand {
			t.counts[y]++
		}
		for _, y := range hand {
			if c := t.counts[y]; c > 0 {
				sum += t.phi.At(float64(c))
				if t.design != nil {
					t.cell(row, int(y), float64(c))
				}
				t.counts[y] = 0
			}
		}
		deck = deck[len(hand):]
	}
	return sum
}
