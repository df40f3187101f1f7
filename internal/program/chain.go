package program

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// chain is the dynamic program for a first cut. Rows are numbered in the order of the circle, unless said otherwise.
//
// The list of row x has the groupings of the rows from the first up to, but not including, x. It is a union over the
// rows b at which the last run may begin: the labels of the list of b, moved by the cost of the run from b to x. The
// origin of a label is the list of b and the place, in that list, of the label that it is made from. A row has one list,
// of its own number, unless the runs have a trend (trend.go).
type chain struct {
	*circle
	first   int
	whole   bool // one cluster is included
	lists   []list
	rowOf   []int // of every list
	bytes   int64 // of lists
	gather  *gatherer
	cluster problem.Cluster
	invalid problem.Point // a cost that is not valid, if there is one
	held    []int         // rows of the problem in the cluster
	finest  []float64     // for every row, h of the rows from the first to the one before, each as a run
	pitch   float64
	trended *trended // nil if the runs need no trend
	// The runs that are compared end before row end. The last of them continues with the
	// first wrapped rows of the circle.
	end, wrapped int
	costs        []problem.Point // of the run from every row to the end
	barred       []bool          // of every row, whether the run from it to the end is not allowed
	// Scratch space of lower: rows of the problem, the run of each on both sides, and
	// the label of every run in the string, plus one.
	rows    []int
	sides   [2][]int
	numbers [2][]int
}

func newChain(c *circle) *chain {
	n, all := len(c.order), c.problem.Rows()
	ch := &chain{
		circle: c, lists: make([]list, n), rowOf: partition.Identity(n), cluster: c.traits.Cluster(), finest: make([]float64, n+1),
		costs: make([]problem.Point, n), barred: make([]bool, n),
	}
	ch.gather = &gatherer{lower: ch.lower, sharp: c.sharp, perK: c.opts.PerK}
	for side := range ch.sides {
		ch.sides[side], ch.numbers[side] = make([]int, all), make([]int, n)
	}
	return ch
}

func originAt(list, place int) uint64 { return uint64(list)<<32 | uint64(place) }

func listOf(origin uint64) int { return int(origin >> 32) }

func placeOf(origin uint64) int { return int(origin & math.MaxUint32) }

// run makes the lists of all rows after the first, and returns the list of all groupings. It gives up when the
// memory is used up. When the context ends, it returns the groupings that have all remaining rows in the last run.
func (c *chain) run(ctx context.Context) list {
	n := len(c.order)
	c.gather.pitch, c.gather.limit = c.pitch, math.MaxInt32
	if c.pitch == 0 {
		c.gather.limit = int(min(c.memory/4/gatheredBytes, math.MaxInt32))
	}
	clear(c.lists)
	c.lists[c.first] = empty()
	c.bytes = 0
	for x := c.first; x < n; x++ {
		c.take(x)
		c.finest[x+1] = c.finest[x] + c.cost().H
		c.release()
	}
	if c.trended != nil {
		return c.trended.run(ctx)
	}
	// A run that begins at the first row is one cluster, the same for all first cuts.
	from := c.first
	if !c.whole {
		from++
	}
	for end := c.first + 1; end < n; end++ {
		if ctx.Err() != nil {
			if end-1 < from {
				return list{}
			}
			return c.union(n, c.first, end-1, end-1)
		}
		if c.whole {
			square := float64(end*end) / float64(n*n)
			method.Report(c.opts, 0, square*square)
		}
		c.lists[end] = c.union(end, 0, c.first, end-1)
		c.bytes += c.lists[end].bytes()
		if c.gather.full || c.bytes > c.memory && c.pitch == 0 {
			return list{}
		}
	}
	return c.union(n, c.first, from, n-1)
}

// cost returns the cost of the cluster. An invalid cost is recorded, and counts as 0.
func (c *chain) cost() problem.Point {
	at := c.cluster.Cost()
	if !at.Valid() {
		c.invalid = at
		return problem.Point{}
	}
	return at
}

// take adds a row to the cluster, and release removes all rows.
func (c *chain) take(x int) {
	c.cluster.Add(c.order[x])
	c.held = append(c.held, c.order[x])
}

func (c *chain) release() {
	for _, row := range c.held {
		c.cluster.Remove(row)
	}
	c.held = c.held[:0]
}

// union returns the list of the groupings of the rows before end whose last run begins in from..to, both included,
// and continues with the first wrapped rows of the circle.
func (c *chain) union(end, wrapped, from, to int) list {
	c.end, c.wrapped = end, wrapped
	for x := range wrapped {
		c.take(x)
	}
	finest := c.finest[end]
	if wrapped > 0 {
		finest += c.cost().H
	}
	for begin := end - 1; begin >= from; begin-- {
		c.take(begin)
		if begin <= to {
			c.costs[begin], c.barred[begin] = c.cost(), !c.limits.Allows(c.held)
		}
	}
	c.release()
	c.gather.reset(0, finest, len(c.lists[to].points))
	return c.gather.byClusters(c.clustersOf(end), func(less int) {
		for begin := to; begin >= from; begin-- {
			if !c.barred[begin] {
				c.gather.addAll(&c.lists[begin], less, c.costs[begin], func(k int) uint64 { return originAt(begin, k) })
			}
		}
	})
}

// clustersOf returns the largest number of clusters that groupings of the rows before end may have;
// 0 means any. If rows are left, one cluster is kept for them.
func (c *chain) clustersOf(end int) int {
	most := c.runs()
	if most > 1 && end < len(c.order) {
		return most - 1
	}
	return most
}

// pitchFor returns the smallest pitch, a power of two, at which the lists of all rows fit into a number of bytes: a
// list has at most one label per cell of the pitch, for each number of clusters if that is limited. Thinning costs
// little h: a grouping is built from at most n lists, and in each of them its label may be replaced by one with at
// least its i and an h that is larger by less than the pitch.
func (c *chain) pitchFor(memory int64) float64 {
	n := float64(len(c.lists) * max(c.runs(), 1))
	pitch := float64(pareto.Tolerance)
	for n*labelBytes*(c.finest[len(c.order)]/pitch+2) > float64(memory) && pitch < coarsest {
		pitch *= 2
	}
	return pitch
}

// clustering returns the clustering of a label of all rows, in the problem's order. The
// rows before the first are in the last run, which has number 0.
func (c *chain) clustering(origin uint64) partition.Partition {
	labels := make(partition.Partition, c.problem.Rows())
	for n, x := range c.alone {
		labels[x] = len(c.order) + n
	}
	end := len(c.order)
	for run := 0; ; run++ {
		from := listOf(origin)
		begin := c.rowOf[from]
		for x := begin; x < end; x++ {
			labels[c.order[x]] = run
		}
		if begin == c.first {
			labels.Renumber(make([]int, len(labels)))
			return labels
		}
		end, origin = begin, c.lists[from].origin[placeOf(origin)]
	}
}

// lower reports whether the first of two groupings of the rows before end has the smaller string in the problem's
// order of rows. One more cluster does not change that: up to where the strings differ, it groups the rows in the
// same way in both. For the same reason the runs that both groupings begin with need not be compared.
func (c *chain) lower(a, b uint64) bool {
	c.rows = c.rows[:0]
	for x := range c.wrapped {
		c.rows = append(c.rows, c.order[x])
		c.sides[0][c.order[x]], c.sides[1][c.order[x]] = 0, 0 // as the last run
	}
	// The last run of the longer grouping is removed until the rest is the same.
	var (
		origins = [2]uint64{a, b}
		ends    = [2]int{c.end, c.end}
		rests   = origins // the list and the place of the label of the rest
		taken   [2]int
	)
	for ends[0] == c.end || rests[0] != rests[1] {
		side := 0
		if ends[1] > ends[0] {
			side = 1
		}
		rests[side] = origins[side]
		from := listOf(rests[side])
		begin := c.rowOf[from]
		for x := begin; x < ends[side]; x++ {
			c.sides[side][c.order[x]] = taken[side]
		}
		taken[side]++
		ends[side] = begin
		origins[side] = c.lists[from].origin[placeOf(rests[side])]
	}
	for x := ends[0]; x < c.end; x++ {
		c.rows = append(c.rows, c.order[x])
	}
	slices.Sort(c.rows)
	return c.smaller(taken)
}

// smaller reports whether the first side has the smaller string of c.rows; taken is the number of runs of each side.
func (c *chain) smaller(taken [2]int) bool {
	var fresh [2]int
	for side := range fresh {
		clear(c.numbers[side][:taken[side]])
	}
	for _, row := range c.rows {
		var at [2]int
		for side := range at {
			number := &c.numbers[side][c.sides[side][row]]
			if *number == 0 {
				fresh[side]++
				*number = fresh[side]
			}
			at[side] = *number
		}
		if at[0] != at[1] {
			return at[0] < at[1]
		}
	}
	return false
}
