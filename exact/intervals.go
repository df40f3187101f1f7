package exact

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// Order says which rows are next to each other.
type Order int

// The orders of rows.
const (
	// Linear has every row of the table next to the one that follows.
	Linear Order = iota
	// Circular has the last row next to the first, too.
	Circular
)

// String returns the order as frontier files spell it.
func (o Order) String() string {
	switch o {
	case Linear:
		return "linear"
	case Circular:
		return "circular"
	default:
		return fmt.Sprintf("Order(%d)", int(o))
	}
}

// circularShare is the number of parts of the memory, of which every first cut of
// a circle has one while it is worked on. So many are worked on at once at most.
const circularShare = 4

// Intervals returns the frontier over all groupings into contiguous runs of rows,
// in the order of the table. Rows without mass, which the table has set aside, are
// between no others. The clustering kept at a tie is the one that enumeration of
// these groupings would keep, and so is the number of others (up to 2^31 - 1). The
// error wraps [search.ErrOptions].
//
// When the context ends it returns a sound frontier of what was done, with a
// status that says so and no error. When the memory is used up it begins anew
// with labels thinned. The frontier then found is sound, but perhaps not complete:
// for every grouping into runs there is one on it with at least the same i and an
// h that is larger by less than frontier.Search.Resolution.
//
// O(n^2 L) for lists of L labels in linear order, O(n^3 L) in circular order; L is
// about n^2, or as large as the memory allows.
func Intervals(ctx context.Context, p search.Additive, order Order, opts Options) (*search.Result, error) {
	if order != Linear && order != Circular {
		return nil, fmt.Errorf("%w: there is no order %d", search.ErrOptions, order)
	}
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	c := newCircle(p, opts)
	c.solve(ctx, order)
	return finish(ctx, p, c.found, outcome{
		stats: search.Stats{Evaluated: c.work}, bound: c.bound,
		described: frontier.Search{Method: "intervals", Order: order.String()},
	})
}

// ranks returns the row of the problem behind every row of the table.
func ranks(order []int) []int {
	rank := make([]int, len(order))
	for r, x := range order {
		rank[x] = r
	}
	return rank
}

// circle is what the linear programs for all first cuts share.
type circle struct {
	problem search.Additive
	rank    []int // of every row of the table, the row of the problem
	opts    Options
	memory  int64 // bytes for each program

	mutex sync.Mutex
	found *search.Archive
	work  int64
	bound float64
	done  int
}

func newCircle(p search.Additive, opts Options) *circle {
	return &circle{
		problem: p, rank: p.Place(), opts: opts, memory: opts.MaxMemory / 2,
		found: search.NewArchive(p.Rows()),
	}
}

// solve offers the optimal groupings to the archive.
func (c *circle) solve(ctx context.Context, order Order) {
	if order == Circular {
		c.circular(ctx)
	} else {
		c.cutAt(ctx, newChain(c), 0, true)
	}
}

// circular goes over the groupings of a circle into two or more runs by their
// first cut, the first row of the table that begins a run, so that each is met
// once; and takes one cluster.
func (c *circle) circular(ctx context.Context) {
	n := len(c.rank)
	c.memory /= circularShare
	workers := min(c.opts.Workers, circularShare)
	chains := make([]*chain, workers)
	for k := range chains {
		chains[k] = newChain(c)
	}
	share(workers, n-1, func(worker, first int) {
		if ctx.Err() != nil {
			return
		}
		c.cutAt(ctx, chains[worker], first, false)
		if worker == 0 {
			c.observe()
		}
	})
	whole := make(partition.Partition, n)
	c.found.Offer(c.problem.Evaluators(1, search.MinMemory)[0].Load(whole), partition.Pack(whole), 0)
}

// observe reports the first cuts that are done: the work of each grows with about
// the fifth power of the rows from it on.
func (c *circle) observe() {
	c.mutex.Lock()
	points, left := c.found.Len(), float64(len(c.rank)-c.done)/float64(len(c.rank))
	c.mutex.Unlock()
	observe(c.opts, points, 1-math.Pow(left, 6))
}

// cutAt offers the groupings whose first cut is before a row: those of all rows
// from it on, of which the last run goes on to the rows before it. whole says to
// take one cluster, too.
func (c *circle) cutAt(ctx context.Context, ch *chain, first int, whole bool) {
	ch.first, ch.whole, ch.pitch = first, whole, 0
	l := ch.run(ctx)
	if ch.gather.full || ch.bytes > c.memory {
		ch.pitch = ch.pitchFor(c.memory)
		l = ch.run(ctx)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for k, at := range l.points {
		at = c.problem.Total(at)
		if c.found.Compare(at) != pareto.Dominated {
			c.found.Offer(at, partition.Pack(ch.clustering(l.origin[k])), int(l.count[k]-1))
		}
	}
	c.work += ch.gather.work
	ch.gather.work = 0
	c.bound = max(c.bound, float64(len(c.rank))*ch.pitch)
	c.done++
}

// chain is the dynamic program for one first cut. Row numbers are those of the
// table.
//
// The list of a row is that of the groupings of the rows before it, from the first
// on: the union, over the rows where the last run may begin, of their lists, moved
// by the cost of that run. The origin of a label is where its last run begins, and
// the place in the list there of the label that it was made of.
type chain struct {
	*circle
	first   int
	whole   bool // one cluster is to be taken, too
	lists   []list
	bytes   int64 // of lists
	gather  *gatherer
	cluster search.Cluster
	finest  []float64 // h of the groupings of the rows from the first on into single rows
	pitch   float64
	// end is the row before which the runs that are compared end, and wrapped the
	// number of rows of the beginning that belong to the last of them.
	end, wrapped int
	held         []int // rows in the cluster
	// Scratch space of lower: rows of the problem, the run of each on both sides,
	// and the label of every run in the string, plus one.
	rows    []int
	runs    [2][]int
	numbers [2][]int
}

func newChain(c *circle) *chain {
	n := len(c.rank)
	ch := &chain{circle: c, lists: make([]list, n), cluster: c.problem.Cluster(), finest: make([]float64, n+1)}
	ch.gather = &gatherer{lower: ch.lower}
	for side := range ch.runs {
		ch.runs[side], ch.numbers[side] = make([]int, n), make([]int, n)
	}
	return ch
}

func originAt(begin, place int) uint64 { return uint64(begin)<<32 | uint64(place) }
func beginOf(origin uint64) int        { return int(origin >> 32) }
func placeOf(origin uint64) int        { return int(origin & math.MaxUint32) }

// run makes the lists of all rows after the first, and returns that of all rows. It
// gives up when the memory is used up. When the context ends, it returns the
// groupings of the rows that it is done with, and the others as one run.
func (c *chain) run(ctx context.Context) list {
	n := len(c.rank)
	c.gather.pitch, c.gather.limit = c.pitch, math.MaxInt32
	if c.pitch == 0 {
		c.gather.limit = int(min(c.memory/4/gatheredBytes, math.MaxInt32))
	}
	clear(c.lists)
	c.lists[c.first] = empty()
	c.bytes = 0
	c.setFinest()
	// One cluster is the same for all first cuts: its run begins at the first.
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
			observe(c.opts, 0, math.Pow(float64(end)/float64(n), 4))
		}
		c.lists[end] = c.union(end, 0, c.first, end-1)
		c.bytes += c.lists[end].bytes()
		if c.gather.full || c.bytes > c.memory && c.pitch == 0 {
			return list{}
		}
	}
	return c.union(n, c.first, from, n-1)
}

// setFinest sets finest.
func (c *chain) setFinest() {
	for x := c.first; x < len(c.rank); x++ {
		c.take(x)
		c.finest[x+1] = c.finest[x] + c.cluster.Cost().H
		c.release()
	}
}

// take puts a row into the cluster, and release takes all out.
func (c *chain) take(x int) {
	c.cluster.Add(c.rank[x])
	c.held = append(c.held, x)
}

func (c *chain) release() {
	for _, x := range c.held {
		c.cluster.Remove(c.rank[x])
	}
	c.held = c.held[:0]
}

// union returns the list of the rows before end, with a last run that begins at a
// row in from to to and has the first rows of the table, too, as many as wrapped.
func (c *chain) union(end, wrapped, from, to int) list {
	c.end, c.wrapped = end, wrapped
	for x := range wrapped {
		c.take(x)
	}
	c.gather.reset(0, c.finest[end]+c.wrapCost(), len(c.lists[to].points))
	for begin := end - 1; begin >= from; begin-- {
		c.take(begin)
		if begin <= to {
			c.gather.addAll(&c.lists[begin], c.cluster.Cost(), func(k int) uint64 { return originAt(begin, k) })
		}
	}
	c.release()
	return c.gather.list()
}

// wrapCost returns the h of what the cluster holds, if anything.
func (c *chain) wrapCost() float64 {
	if len(c.held) == 0 {
		return 0
	}
	return c.cluster.Cost().H
}

// pitchFor returns the least pitch, of powers of two, at which the lists of all
// rows fit into a number of bytes: each has at most one label a pitch. A grouping
// is built up from at most n lists, and each of them may have lost its label to
// one whose i is no smaller and whose h is larger by less than the pitch.
func (c *chain) pitchFor(memory int64) float64 {
	n := float64(len(c.rank))
	pitch := float64(pareto.Tolerance)
	for n*labelBytes*(c.finest[len(c.rank)]/pitch+2) > float64(memory) && pitch < coarsest {
		pitch *= 2
	}
	return pitch
}

// clustering returns the clustering of a label of all rows, in the problem's order.
// The rows before the first are in the last run, which is number 0.
func (c *chain) clustering(origin uint64) partition.Partition {
	labels := make(partition.Partition, len(c.rank))
	end := len(c.rank)
	for run := 0; ; run++ {
		begin := beginOf(origin)
		for x := begin; x < end; x++ {
			labels[c.rank[x]] = run
		}
		if begin == c.first {
			labels.Renumber(make([]int, len(labels)))
			return labels
		}
		end, origin = begin, c.lists[begin].origin[placeOf(origin)]
	}
}

// lower tells which of two groupings of the rows before end has the smaller string
// in the problem's order of rows. One more cluster does not change that, whichever
// its rows: up to where two strings differ, the rows in question are grouped in
// the same way with it, too, so that both are numbered in the same way. So
// what both groupings begin with needs no look.
func (c *chain) lower(a, b uint64) bool {
	c.rows = c.rows[:0]
	for x := range c.wrapped {
		c.rows = append(c.rows, c.rank[x])
		c.runs[0][c.rank[x]], c.runs[1][c.rank[x]] = 0, 0 // as the last run
	}
	// The last run of the longer one is taken off, until what is left is the same.
	var (
		origins = [2]uint64{a, b}
		ends    = [2]int{c.end, c.end}
		places  [2]int
		taken   [2]int
	)
	for ends[0] == c.end || ends[0] != ends[1] || places[0] != places[1] {
		side := 0
		if ends[1] > ends[0] {
			side = 1
		}
		begin, place := beginOf(origins[side]), placeOf(origins[side])
		for x := begin; x < ends[side]; x++ {
			c.runs[side][c.rank[x]] = taken[side]
		}
		taken[side]++
		ends[side], places[side] = begin, place
		origins[side] = c.lists[begin].origin[place]
	}
	for x := ends[0]; x < c.end; x++ {
		c.rows = append(c.rows, c.rank[x])
	}
	slices.Sort(c.rows)
	return c.smaller(taken)
}

// smaller compares the two strings of rows, of which each side has so many runs.
func (c *chain) smaller(taken [2]int) bool {
	var fresh [2]int
	for side := range fresh {
		clear(c.numbers[side][:taken[side]])
	}
	for _, row := range c.rows {
		var at [2]int
		for side := range at {
			number := &c.numbers[side][c.runs[side][row]]
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
