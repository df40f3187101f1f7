package limiter

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Trend checks how p(y|x) changes along clusters that are runs of neighbouring rows. It is immutable and safe for
// concurrent use.
//
// Cluster b is above cluster a if, for every y, the columns from y on have at least the share in b that they have in a,
// and for some y a larger share. That is the share of the last column if there are two, and first-order stochastic
// dominance otherwise. The shares are compared as
// fractions of whole numbers, exactly.
type Trend struct {
	shape string
	order []int // rows of the problem, in the order of the table, without those that are alone
	// tails[y] has, for every place in the order and one more, the mass before it in the columns from y on.
	tails [][]uint64
}

// newTrend returns the check for the shape that limits name, or nil if they name none.
func newTrend(p problem.Problem, l problem.Limits) (*Trend, error) {
	if l.Monotone == "" {
		return nil, nil //nolint:nilnil // nothing to check
	}
	if !slices.Contains(frontier.Trends(), l.Monotone) {
		return nil, marked.Errorf(problem.ErrOptions, "the trend along the groups is %q, want one of %s", l.Monotone, strings.Join(frontier.Trends(), ", "))
	}
	table := p.Traits()
	if table.Cells == nil {
		return nil, marked.Errorf(problem.ErrOptions, "a trend of p(y|x) along the groups is for tables of X and Y")
	}
	t := &Trend{shape: l.Monotone, tails: make([][]uint64, table.Columns)}
	known := make([]bool, p.Rows())
	for x, row := range p.Place() {
		if !known[row] && !slices.Contains(l.Alone, x) {
			t.order = append(t.order, row)
		}
		known[row] = true
	}
	for y := range t.tails {
		t.tails[y] = make([]uint64, len(t.order)+1)
	}
	for at, row := range t.order {
		columns, masses := table.Cells(row)
		for k, y := range columns {
			t.tails[y][at+1] = uint64(masses[k])
		}
	}
	for y := len(t.tails) - 1; y >= 0; y-- {
		for at := range t.order {
			if y+1 < len(t.tails) {
				t.tails[y][at+1] += t.tails[y+1][at+1] - t.tails[y+1][at]
			}
		}
		for at := range t.order { // from the mass of each row to sums
			t.tails[y][at+1] += t.tails[y][at]
		}
	}
	return t, nil
}

// Phases returns the number of phases that a clustering may be in: rising and falling for a peak. It is 1 for nil.
func (t *Trend) Phases() int {
	if t == nil {
		return 1
	}
	if t.shape == "peak" || t.shape == "valley" {
		return 2
	}
	return 1
}

// Next returns the phase after the run from place b to c follows the run from a to b in a phase. The first phase is
// 0. ok is false if the run may not follow. Runs with equal shares may follow each other.
func (t *Trend) Next(phase, a, b, c int) (next int, ok bool) {
	order, related := t.compare(a, b, c)
	if t.shape == "down" || t.shape == "valley" {
		order = -order
	}
	switch {
	case !related:
		return 0, false
	case phase == 0 && order >= 0:
		return 0, true
	case t.Phases() == 2 && order <= 0:
		return 1, true
	}
	return 0, false
}

// compare returns 1 if the run from place b to c is above the run from a to b, -1 if it is below, and 0 if their shares
// are equal. related is false if it is neither.
func (t *Trend) compare(a, b, c int) (order int, related bool) {
	before, after := t.tails[0][b]-t.tails[0][a], t.tails[0][c]-t.tails[0][b]
	for _, tail := range t.tails[1:] {
		high, low := bits.Mul64(tail[c]-tail[b], before)
		hi, lo := bits.Mul64(tail[b]-tail[a], after)
		switch sign := cmp.Or(cmp.Compare(high, hi), cmp.Compare(low, lo)); {
		case sign == 0:
		case order == -sign:
			return 0, false
		default:
			order = sign
		}
	}
	return order, true
}

// Follows reports whether the runs of a clustering of the problem's rows have the trend. Rows that are alone do not
// matter. It is true for nil.
func (t *Trend) Follows(f partition.Partition) bool {
	if t == nil {
		return true
	}
	phase, before, begin := 0, 0, 0
	for at := 1; at <= len(t.order); at++ {
		if at < len(t.order) && f[t.order[at]] == f[t.order[at-1]] {
			continue
		}
		if begin > 0 {
			next, ok := t.Next(phase, before, begin, at)
			if !ok {
				return false
			}
			phase = next
		}
		before, begin = begin, at
	}
	return true
}
