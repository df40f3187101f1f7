//go:build !js

package soft

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
)

// table is a joint distribution with one row for all rows of the same p(y|x), which a soft encoder
// need not tell apart. The order of its rows and cells does not depend on their order in the joint
// distribution.
type table struct {
	rows    []row
	m       int
	order   []int     // the column of the joint distribution at each place
	columns []float64 // p(y)
	hx, ixy float64   // of the distinct rows, in bits
	cells   int
	care    care
	hints   [][]float64 // distributions that may be good groups
}

// row is p(y|x), with its negative entropy in bits.
type row struct {
	mass  float64 // p(x)
	cells []cell
	own   float64
}

// cell is a p(y|x) above 0.
type cell struct {
	y int
	p float64
}

// arranged returns the table of a joint distribution. O(cells log cells).
func arranged(j *joint.Joint) *table {
	t := &table{m: j.Cols(), order: columnOrder(j)}
	place := make([]int, t.m)
	for k, y := range t.order {
		place[y] = k
		t.columns = append(t.columns, j.ColMass(y)/j.Total())
	}
	for _, x := range j.CanonicalOrder() {
		columns, masses := j.Row(x)
		r := row{mass: j.RowMass(x)}
		for k, y := range columns {
			r.cells = append(r.cells, cell{place[y], masses[k] / j.RowMass(x)})
		}
		slices.SortFunc(r.cells, func(a, b cell) int { return cmp.Compare(a.y, b.y) })
		t.rows = append(t.rows, r)
	}
	t.unite()
	for x := range t.rows {
		r := &t.rows[x]
		r.mass /= j.Total()
		t.hx -= plogp.PLog2P(r.mass)
		t.cells += len(r.cells)
		information := 0.0
		for _, c := range r.cells {
			r.own += plogp.PLog2P(c.p)
			information += float64(c.p * plogp.Log2(c.p/t.columns[c.y]))
		}
		t.ixy += float64(r.mass * information)
	}
	t.care = careFor(t)
	return t
}

// columnOrder returns the columns in an order that their masses in the rows decide, and labels for
// equal columns.
func columnOrder(j *joint.Joint) []int {
	order, masses := make([]int, j.Cols()), make([][]cell, j.Cols())
	for k, x := range j.CanonicalOrder() {
		columns, values := j.Row(x)
		for c, y := range columns {
			masses[y] = append(masses[y], cell{k, values[c]})
		}
	}
	for y := range order {
		order[y] = y
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(j.ColMass(a), j.ColMass(b)), slices.CompareFunc(masses[a], masses[b], compareCells),
			cmp.Compare(j.YLabels()[a], j.YLabels()[b]))
	})
	return order
}

func compareCells(a, b cell) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.p, b.p)) }

// unite makes rows of the same cells one row.
func (t *table) unite() {
	slices.SortStableFunc(t.rows, func(a, b row) int { return slices.CompareFunc(a.cells, b.cells, compareCells) })
	kept := t.rows[:0]
	for _, r := range t.rows {
		if last := len(kept) - 1; last >= 0 && slices.Equal(kept[last].cells, r.cells) {
			kept[last].mass += r.mass
			continue
		}
		kept = append(kept, r)
	}
	t.rows = kept
}

// logs returns the binary logarithms of a distribution of Y.
func (t *table) logs(nu, room []float64) []float64 {
	for y, p := range nu {
		if p > 0 {
			room[y] = plogp.Log2(p)
		} else {
			room[y] = math.Inf(-1)
		}
	}
	return room
}

// score returns -D(p(y|x) || nu) in bits, of the logarithms of nu.
func (r *row) score(logs []float64) float64 {
	sum := -r.own
	for _, c := range r.cells {
		sum += float64(c.p * logs[c.y])
	}
	return min(sum, 0)
}
