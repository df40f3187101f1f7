package verify

import (
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// running is the point of a clustering that changes little by little, the [partition.Follower] of a
// problem with [problem.Traits].Cells.
// Masses are whole numbers, and every phi is a multiple of [plogp.Quantum], so that all sums are exact: the point
// has the same bits as when it is computed from scratch. A move of a row takes O(cells of the row), and a merge
// O(columns of the smaller cluster).
type running struct {
	problem.Traits
	phi           *plogp.Phi
	rowOf         []int // of every row of a clustering, that of the problem
	clusters      []columnSums
	sum           problem.Point
	joins         []joined  // those that have not parted
	before, after []float64 // scratch space: masses that change
}

// joined holds what undoing a Join needs: the sum before it, and whether the two clusters were swapped so that the
// larger one took in the other.
type joined struct {
	sum     problem.Point
	swapped bool
}

func newRunning(t problem.Traits, rowOf []int) *running {
	return &running{Traits: t, phi: plogp.Of(t.Phi, t.Masses), rowOf: rowOf}
}

// point returns the point of the clustering.
func (r *running) point() problem.Point { return r.Total(r.sum) }

// Load implements [partition.Follower]. O(cells).
func (r *running) Load(cluster []int32, k int) {
	r.clusters, r.joins = make([]columnSums, k), r.joins[:0]
	for x, c := range cluster {
		row, to := r.rowOf[x], &r.clusters[c]
		columns, masses := r.Cells(row)
		for n, y := range columns {
			*to.at(y, r.Columns) += masses[n]
		}
		to.mass += r.Masses[row]
	}
	r.sum = problem.Point{}
	for c := range r.clusters {
		r.change(nil, r.clusters[c].sums)
		r.weigh(nil, []float64{r.clusters[c].mass})
	}
}

// change adds the change of a sum over columns to the sum of i, given the masses before and after.
func (r *running) change(before, after []float64) {
	r.sum.I += r.phi.Sum(after) - r.phi.Sum(before)
}

// weigh adds the change of the terms of whole clusters, given their masses before and after.
func (r *running) weigh(before, after []float64) {
	by := r.phi.Sum(after) - r.phi.Sum(before)
	r.sum.I -= by
	if r.LogK {
		r.sum.H += float64(positive(after) - positive(before))
	} else {
		r.sum.H -= by
	}
}

func positive(masses []float64) (n int) {
	return lists.Count(masses, func(v float64) bool { return v > 0 })
}

// Move implements [partition.Follower].
func (r *running) Move(row, from, to int32) {
	for int(to) >= len(r.clusters) {
		r.clusters = append(r.clusters, columnSums{})
	}
	if from == to {
		return
	}
	a, b, x := &r.clusters[from], &r.clusters[to], r.rowOf[row]
	columns, masses := r.Cells(x)
	r.before, r.after = r.before[:0], r.after[:0]
	for n, y := range columns {
		out, in := a.at(y, r.Columns), b.at(y, r.Columns)
		r.before = append(r.before, *out, *in)
		*out -= masses[n]
		*in += masses[n]
		r.after = append(r.after, *out, *in)
	}
	r.change(r.before, r.after)
	m := r.Masses[x]
	r.weigh([]float64{a.mass, b.mass}, []float64{a.mass - m, b.mass + m})
	a.mass -= m
	b.mass += m
}

// Join implements [partition.Follower].
func (r *running) Join(into, from int32) {
	a, b := &r.clusters[into], &r.clusters[from]
	swapped := len(a.sums) < len(b.sums)
	if swapped {
		*a, *b = *b, *a
	}
	r.joins = append(r.joins, joined{r.sum, swapped})
	r.before, r.after = r.before[:0], r.after[:0]
	for n, v := range b.sums {
		if v == 0 {
			continue
		}
		sum := a.at(b.column(n), r.Columns)
		if *sum != 0 { // otherwise the term of v stays
			r.before = append(r.before, *sum, v)
			r.after = append(r.after, *sum+v)
		}
		*sum += v
	}
	r.change(r.before, r.after)
	r.weigh([]float64{a.mass, b.mass}, []float64{a.mass + b.mass})
	a.mass += b.mass
}

// Unjoin implements [partition.Follower].
func (r *running) Unjoin(from, into int32) {
	a, b := &r.clusters[from], &r.clusters[into]
	last := r.joins[len(r.joins)-1]
	r.joins = r.joins[:len(r.joins)-1]
	for n, v := range b.sums {
		if v != 0 {
			*a.at(b.column(n), r.Columns) -= v
		}
	}
	a.mass -= b.mass
	if last.swapped {
		*a, *b = *b, *a
	}
	r.sum = last.sum
}

// columnSums are the masses of a cluster in the columns: a hash table of the columns or, once it would have a place
// for each column, one number for each column.
type columnSums struct {
	mass float64
	keys []int32   // 1 and the column, or 0 where there is none; nil if there is one sum for each column
	sums []float64 // may be 0
	used int
}

// column returns the column of sum n.
func (c *columnSums) column(n int) int32 {
	if c.keys == nil {
		return int32(n)
	}
	return c.keys[n] - 1
}

// at returns the sum of column y, of a number of columns. It is valid until the next call.
func (c *columnSums) at(y int32, columns int) *float64 {
	if c.keys == nil && c.sums != nil {
		return &c.sums[y]
	}
	if 2*c.used >= len(c.keys) {
		c.grow(columns)
		return c.at(y, columns)
	}
	n := c.place(y)
	if c.keys[n] == 0 {
		c.keys[n] = y + 1
		c.used++
	}
	return &c.sums[n]
}

// place returns where column y is, or is to be, in the hash table.
func (c *columnSums) place(y int32) int {
	last := uint32(len(c.keys) - 1)
	n := uint32(y) * 0x9e3779b1
	for n = (n ^ n>>15) & last; c.keys[n] != 0 && c.keys[n] != y+1; n = (n + 1) & last {
	}
	return int(n)
}

// grow doubles the room for columns, and drops sums of 0.
func (c *columnSums) grow(columns int) {
	old := *c
	size := max(8, 2*len(old.keys))
	c.keys, c.sums, c.used = nil, nil, 0
	if size >= columns {
		c.sums = make([]float64, columns)
	} else {
		c.keys, c.sums = make([]int32, size), make([]float64, size)
	}
	for n, v := range old.sums {
		if v != 0 {
			*c.at(old.column(n), columns) = v
		}
	}
}
