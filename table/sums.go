package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/textfile"
)

// noteSums notes a last row or column of totals in a matrix, which counts as one more value, and rows of conditional
// probabilities, which give all values of X the same weight. O(cells + rows + columns).
func (t *Table) noteSums() {
	rows, columns := make([]float64, len(t.x)), make([]float64, len(t.y))
	bottom, right := slices.Clone(columns), slices.Clone(rows)
	whole := true
	for _, c := range t.cells {
		rows[c.X] += c.Value
		columns[c.Y] += c.Value
		if int(c.X) == len(rows)-1 {
			bottom[c.Y] += c.Value
		}
		if int(c.Y) == len(columns)-1 {
			right[c.X] += c.Value
		}
		whole = whole && c.Value == math.Trunc(c.Value)
	}
	for _, last := range []struct {
		what, of    string
		labels      []string
		value, sums []float64
	}{{"row", "X", t.x, bottom, columns}, {"column", "Y", t.y, right, rows}} {
		if n := len(last.labels); n > 2 && total(last.value, last.sums) {
			t.Notes = append(t.Notes, fmt.Sprintf("the last %s, %s, has the sums of the others and is read as a value of %s: leave it out if it is a total",
				last.what, textfile.Shown(last.labels[n-1]), last.of))
		}
	}
	if !whole && !slices.ContainsFunc(rows, func(sum float64) bool { return math.Abs(sum-1) > conditional }) {
		t.Notes = append(t.Notes, "each row sums to 1, so all values of X have the same weight: if these are p(y|x), multiply each row by p(x)")
	}
}

// conditional is how far the sum of rounded probabilities may be from 1.
const conditional = 0.005

// total reports whether values are half of sums that they are part of, in at least two places above 0.
func total(values, sums []float64) bool {
	above := 0
	for i, v := range values {
		if math.Abs(2*v-sums[i]) > 1e-9*sums[i] {
			return false
		}
		if v > 0 {
			above++
		}
	}
	return above > 1
}
