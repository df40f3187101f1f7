package problem

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// Dimension returns the number of coordinates.
func (p *quantizer) Dimension() int { return len(p.points.Names()) }

// Moments returns, row by row, the mass of a row times its deviation from the mean of all points, coordinate by
// coordinate in alphabetical order of the names, in a unit such that a cluster explains the square of the sum of
// the moments of its rows, over its mass, up to rounding. O(n d).
func (p *quantizer) Moments() []float64 {
	columns := partition.Identity(p.Dimension())
	slices.SortFunc(columns, func(a, b int) int { return cmp.Compare(p.points.Names()[a], p.points.Names()[b]) })
	unit := math.Sqrt(p.points.Variance()) * math.Sqrt(p.points.Total())
	moments := make([]float64, 0, p.Rows()*p.Dimension())
	means := make([]float64, p.Dimension())
	// A small error of the mean adds the same to all clusterings. The order of the rows does not depend on the
	// order of the table.
	for row, x := range p.order {
		for y, v := range p.points.At(x) {
			means[y] += float64(p.rowMass[row] / p.total * v)
		}
	}
	for row, x := range p.order {
		at := p.points.At(x)
		for _, y := range columns {
			moments = append(moments, p.rowMass[row]*((at[y]-means[y])/unit))
		}
	}
	return moments
}

// Phi returns the function of a cluster's mass that is taken from h.
func (p *quantizer) Phi() *plogp.Phi { return p.phi }

// Counts reports whether masses are counts.
func (p *quantizer) Counts() bool {
	_, counts := p.table.Samples()
	return counts
}

// Follower returns a follower of clusterings that change little by little, and a function that returns the point.
// rowOf has the row of the problem for each row of the clusterings, or -1 for a row that is linked to an earlier
// one. All sums are exact, so the point has the same bits as when it is computed from scratch.
func (p *quantizer) Follower(rowOf []int) (f partition.Follower, point func() Point) {
	r := &runningQuantizer{quantizer: p, rowOf: rowOf, at: make([]int32, p.Rows())}
	return r, func() Point { return p.Total(r.sum) }
}

// runningQuantizer is the point of a clustering that changes little by little.
type runningQuantizer struct {
	*quantizer
	rowOf  []int
	sets   []*points.Set // of every cluster
	rows   [][]int32     // of every cluster
	at     []int32       // of every row, its place among those of its cluster
	joined [][]int32     // the rows of clusters that were joined to others, and have not parted
	costs  []Point       // of every cluster
	sum    Point
}

// Load implements [partition.Follower]. O(n d).
func (r *runningQuantizer) Load(cluster []int32, k int) {
	for c, rows := range r.rows { // sets take long to make
		for _, x := range rows {
			r.sets[c].Remove(r.order[x])
		}
		r.rows[c] = rows[:0]
		r.changed(int32(c))
	}
	r.joined = nil
	r.reach(k - 1)
	for x, c := range cluster {
		if row := r.rowOf[x]; row >= 0 {
			r.add(int32(row), c)
		}
	}
	for c := range r.sets {
		r.changed(int32(c))
	}
}

// reach makes clusters up to the given one.
func (r *runningQuantizer) reach(last int) {
	for len(r.sets) <= last {
		r.sets, r.rows, r.costs = append(r.sets, r.points.Set()), append(r.rows, nil), append(r.costs, Point{})
	}
}

// add adds a row to a cluster. O(d).
func (r *runningQuantizer) add(row, to int32) {
	r.sets[to].Add(r.order[row])
	r.at[row] = int32(len(r.rows[to]))
	r.rows[to] = append(r.rows[to], row)
}

// remove takes a row out of a cluster. O(d).
func (r *runningQuantizer) remove(row, from int32) {
	r.sets[from].Remove(r.order[row])
	rows, at := r.rows[from], r.at[row]
	last := len(rows) - 1
	rows[at], r.at[rows[last]] = rows[last], at
	r.rows[from] = rows[:last]
}

// changed computes what a cluster adds after a change. O(d).
func (r *runningQuantizer) changed(cluster int32) {
	before, now := &r.costs[cluster], Point{}
	if len(r.rows[cluster]) > 0 {
		now = r.cost(r.sets[cluster])
	}
	r.sum.H += now.H - before.H
	r.sum.I += now.I - before.I
	*before = now
}

// Move implements [partition.Follower]. O(d).
func (r *runningQuantizer) Move(row, from, to int32) {
	r.reach(int(to))
	if x := int32(r.rowOf[row]); x >= 0 {
		r.remove(x, from)
		r.add(x, to)
		r.changed(from)
		r.changed(to)
	}
}

// Join implements [partition.Follower]. O(rows of b x d).
func (r *runningQuantizer) Join(a, b int32) {
	rows := slices.Clone(r.rows[b])
	r.joined = append(r.joined, rows)
	r.carry(rows, b, a)
}

// Part implements [partition.Follower]. O(rows of b x d).
func (r *runningQuantizer) Part(a, b int32) {
	last := len(r.joined) - 1
	rows := r.joined[last]
	r.joined = r.joined[:last]
	r.carry(rows, a, b)
}

// carry moves rows from a cluster to another.
func (r *runningQuantizer) carry(rows []int32, from, to int32) {
	for _, x := range rows {
		r.remove(x, from)
		r.add(x, to)
	}
	r.changed(from)
	r.changed(to)
}
