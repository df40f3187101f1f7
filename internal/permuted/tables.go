package permuted

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/urn"
	"github.com/dibmap/dibmap/joint"
)

const (
	// cellSteps is the time that drawing the count of a cell takes, if that of dealing a record
	// is one. A row with more records for each column is drawn cell by cell.
	cellSteps = 32
	// maxDealt is the number of records that are dealt at most, by all workers: of four bytes
	// each.
	maxDealt = 1 << 26
)

// plan says how random tables with the margins of a table are made. Their distribution does not
// depend on the names or the order of rows and columns, nor on which of the two are called rows. So
// a plan has the margins in descending order, and takes as rows what is less work.
type plan struct {
	rows, columns []float64
	total         float64
	// The first rows, the heavy ones, are drawn cell by cell, and the others record by record.
	heavy        int
	dealt        float64 // records of the others
	permutations int
	phi          *plogp.Phi
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

// planOfMargins returns the plan of a table with such margins, which it sorts.
func planOfMargins(x, y []float64, total float64) *plan {
	for _, margin := range [][]float64{x, y} {
		slices.SortFunc(margin, func(a, b float64) int { return cmp.Compare(b, a) })
	}
	p, q := planFor(x, y, total), planFor(y, x, total)
	if q.steps() < p.steps() {
		p = q
	}
	p.permutations = permutationsOf(p.steps())
	p.phi = plogp.NewPhi(p.total, true)
	return p
}

// planFor returns the plan with given rows and columns.
func planFor(rows, columns []float64, total float64) *plan {
	p := &plan{rows: rows, columns: columns, total: total, dealt: total}
	for _, n := range rows {
		if n <= cellSteps*float64(len(columns)) && p.dealt <= maxDealt {
			break
		}
		p.heavy++
		p.dealt -= n
	}
	return p
}

// steps returns the time that a table takes, in that of dealing a record.
func (p *plan) steps() float64 {
	return p.dealt + float64(float64(p.heavy)*cellSteps*float64(len(p.columns)))
}

// permutationsOf returns how many tables of so many steps are drawn: so many that the test takes
// about a fifth of a second of processor time, but at least 99, with which a
// p-value can be 0.01, and at most 999.
func permutationsOf(steps float64) int {
	const all = 2.5e7
	for _, n := range []int{999, 499, 199} {
		if float64(n)*steps <= all {
			return n
		}
	}
	return 99
}

// mostWorkers returns how many workers the memory suffices for.
func (p *plan) mostWorkers() int { return max(int(maxDealt/max(p.dealt, 1)), 1) }

// tables draws random tables with the margins of a plan.
type tables struct {
	*plan
	left   []float64 // of each column, the records that no row has yet
	deck   []int32   // the columns of the records to be dealt
	counts []int32   // of a row
}

func newTables(p *plan) *tables {
	t := &tables{plan: p, left: make([]float64, len(p.columns)), counts: make([]int32, len(p.columns))}
	if p.dealt > 0 {
		t.deck = make([]int32, int(p.dealt))
	}
	return t
}

// draw returns the sum of p log2 p over the cells of a random table. Every permutation of the
// records is equally likely: rows take their records, one row after the other, from those that are
// left. The numbers of a heavy row are therefore multivariate hypergeometric, given those of the
// rows before it. If the context ends, the sum is of no use.
func (t *tables) draw(ctx context.Context, r *random.Stream) (sum float64) {
	s := &urn.Stream{Stream: r}
	copy(t.left, t.columns)
	left := t.total
	for _, n := range t.rows[:t.heavy] {
		if ctx.Err() != nil {
			return 0
		}
		sum += t.drawRow(s, left, n)
		left -= n
	}
	if t.heavy < len(t.rows) {
		sum += t.deal(s)
	}
	return sum
}

// drawRow draws how many of the n records of a row are in each column, and returns the sum of its
// cells.
func (t *tables) drawRow(s *urn.Stream, left, n float64) (sum float64) {
	chosen := t.left
	if n < left {
		chosen = s.Choose(t.left, left, n)
	}
	for y, count := range chosen {
		if count > 0 {
			sum += t.phi.At(count)
			t.left[y] -= count
		}
	}
	return sum
}

// deal shuffles the records that are left, and gives each row, except for the heavy ones, as many
// of them as it has. It returns the sum of the cells.
func (t *tables) deal(s *urn.Stream) (sum float64) {
	deck := t.deck[:0]
	for y, n := range t.left {
		for range int(n) {
			deck = append(deck, int32(y))
		}
	}
	for _, n := range t.rows[t.heavy:] {
		hand := deck[:int(n)]
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
				t.counts[y] = 0
			}
		}
		deck = deck[len(hand):]
	}
	return sum
}
