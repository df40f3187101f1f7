package program

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/problem"
)

// MaxTrendRows is the largest number of rows along which runs may have a trend. The program looks at n^3/6 pairs of runs
// that follow each other.
const MaxTrendRows = 512

// checkTrend returns an error if there are too many rows for a trend.
func (c *circle) checkTrend() error {
	if n := len(c.order); c.limits.Trend() != nil && n > MaxTrendRows {
		return marked.Errorf(problem.ErrOptions, "groups with a trend are found for up to %d values of X, and there are %d: choose fewer bins", MaxTrendRows, n)
	}
	return nil
}

// trended is the dynamic program for runs with a trend. Which runs may follow a grouping depends on its last run and
// its phase: the end of the grouping and these two are a node. A run from row b to c that takes a grouping to a phase
// may follow the same nodes at b as others from b, so that their groupings are in one list: row b has a list for each
// distinct set of nodes that some run follows. Of two labels of one list the dominated one is dropped as without a
// trend. For two columns the sets of a row are nested, each phase by itself, and a list is made from the one before and
// the new nodes.
type trended struct {
	*chain
	trend *limiter.Trend
	n     int
	costs []problem.Point // of the run from row a to b, at a n + b - 1
	alive []bool          // of every node, whether the grouping may be completed; false for runs that are not allowed
	// follows has, for every node, one more than the list of the groupings that its last run may follow; 0 if there are
	// none.
	follows []int32
	sets    []nodeSet // what each list is made from
}

// nodeSet says which groupings a list holds: all groupings of another list of the same row, unless part is -1, and the
// groupings of fresh nodes. A node is given as the row at which its last run begins, and its phase.
type nodeSet struct {
	row, part int
	fresh     [][2]int
}

// listBytes is the memory of a list besides its labels.
const listBytes = 160

// node returns the number of the node of a run and a phase.
func (t *trended) node(from, to, phase int) int {
	return (from*t.n+to-1)*t.trend.Phases() + phase
}

// follow makes the runs of a chain have a trend.
func (c *chain) follow(trend *limiter.Trend) {
	n := len(c.order)
	t := &trended{chain: c, trend: trend, n: n, costs: make([]problem.Point, n*n)}
	t.alive, t.follows = make([]bool, n*n*trend.Phases()), make([]int32, n*n*trend.Phases())
	allowed := make([]bool, n*n)
	for end := 1; end <= n; end++ {
		for begin := end - 1; begin >= 0; begin-- {
			c.take(begin)
			t.costs[begin*n+end-1], allowed[begin*n+end-1] = c.cost(), c.limits.Allows(c.held)
		}
		c.release()
	}
	t.revive(allowed)
	t.list()
	c.trended, c.lists, c.rowOf = t, make([]list, len(t.sets)), make([]int, len(t.sets))
	for k, set := range t.sets {
		c.rowOf[k] = set.row
	}
}

// revive notes which nodes some allowed runs can complete, from the last row to the first.
func (t *trended) revive(allowed []bool) {
	for b := t.n; b > 0; b-- {
		for a := range b {
			if !allowed[a*t.n+b-1] {
				continue
			}
			for phase := range t.trend.Phases() {
				t.alive[t.node(a, b, phase)] = b == t.n || t.continues(phase, a, b)
			}
		}
	}
}

// continues reports whether a run from row b on can follow the run from a to b in a phase.
func (t *trended) continues(phase, a, b int) bool {
	for c := t.n; c > b; c-- {
		if next, ok := t.trend.Next(phase, a, b, c); ok && t.alive[t.node(b, c, next)] {
			return true
		}
	}
	return false
}

// list finds the sets of nodes that runs follow, from the first row to the last.
func (t *trended) list() {
	t.sets = append(t.sets, nodeSet{part: -1}) // of no rows
	for c := 1; c <= t.n; c++ {
		if t.alive[t.node(0, c, 0)] {
			t.follows[t.node(0, c, 0)] = 1
		}
	}
	phases := t.trend.Phases()
	for b := 1; b < t.n; b++ {
		known := make(map[string]int32)
		for next := range phases {
			followed := make(map[int][]uint64) // by the end of the run
			for c := b + 1; c <= t.n; c++ {
				if t.alive[t.node(b, c, next)] {
					if set := t.before(b, c, next); set != nil {
						followed[c] = set
					}
				}
			}
			t.share(b, next, followed, known)
		}
	}
	var all []uint64
	for a := range t.n {
		for phase := range phases {
			if t.follows[t.node(a, t.n, phase)] > 0 {
				all = with(all, a*phases+phase, t.n*phases)
			}
		}
	}
	t.sets = append(t.sets, t.made(t.n, all, -1, nil))
}

// before returns the nodes at row b that the run from b to c follows so that it is in a phase, as bits; nil if there
// are none.
func (t *trended) before(b, c, next int) (set []uint64) {
	phases := t.trend.Phases()
	for a := range b {
		for phase := range phases {
			if t.follows[t.node(a, b, phase)] == 0 {
				continue
			}
			if at, ok := t.trend.Next(phase, a, b, c); ok && at == next {
				set = with(set, a*phases+phase, b*phases)
			}
		}
	}
	return set
}

// with returns a set of up to n numbers with one more.
func with(set []uint64, number, n int) []uint64 {
	if set == nil {
		set = make([]uint64, (n+63)/64)
	}
	set[number/64] |= 1 << (number % 64)
	return set
}

// nearSets is the number of smaller sets among which a part of a set is looked for.
const nearSets = 8

// run is [chain.run]. When the context ends, the last run of the groupings that it returns has all remaining rows.
func (t *trended) run(ctx context.Context) list {
	last := len(t.sets) - 1
	for k := 1; k < last; k++ {
		if ctx.Err() != nil {
			return t.union(t.sets[last], k)
		}
		square := float64(t.rowOf[k]*t.rowOf[k]) / float64(t.n*t.n)
		method.Report(t.opts, 0, square*square)
		t.lists[k] = t.union(t.sets[k], k)
		t.bytes += t.lists[k].bytes() + listBytes
		if t.gather.full || t.bytes > t.memory && t.pitch == 0 {
			return list{}
		}
	}
	return t.union(t.sets[last], last)
}

// union returns the list of a set of nodes. Only the lists before a given one are known.
func (t *trended) union(set nodeSet, before int) list {
	t.end, t.wrapped = set.row, 0
	longest, step := 1, 0 // step is 1 if lists are by the number of clusters
	if t.runs() > 0 {
		step = 1
	}
	if set.part >= 0 {
		longest = len(t.lists[set.part].points)
	}
	for _, node := range set.fresh {
		if from := t.from(node, set.row); from < before {
			longest = max(longest, len(t.lists[from].points))
		}
	}
	t.gather.reset(0, t.finest[set.row], longest)
	return t.gather.byClusters(t.clustersOf(set.row), func(less int) {
		if set.part >= 0 {
			part := &t.lists[set.part]
			t.gather.addAll(part, less+step, problem.Point{}, func(k int) uint64 { return part.origin[k] })
		}
		for _, node := range set.fresh {
			if from := t.from(node, set.row); from < before {
				t.gather.addAll(&t.lists[from], less, t.costs[node[0]*t.n+set.row-1], func(k int) uint64 { return originAt(from, k) })
			}
		}
	})
}

// from returns the list of the groupings that the last run of a node follows, which ends before row to.
func (t *trended) from(node [2]int, to int) int {
	return int(t.follows[t.node(node[0], to, node[1])]) - 1
}

// share gives the runs from row b, by their ends, the lists of the sets of nodes that they follow, from the smallest set
// on.
func (t *trended) share(b, next int, followed map[int][]uint64, known map[string]int32) {
	ends := make([]int, 0, len(followed))
	for c := b + 1; c <= t.n; c++ {
		if followed[c] != nil {
			ends = append(ends, c)
		}
	}
	slices.SortStableFunc(ends, func(c, d int) int { return size(followed[c]) - size(followed[d]) })
	var lists []int
	var sets [][]uint64
	for _, c := range ends {
		set := followed[c]
		key := fmt.Sprint(set)
		at, ok := known[key]
		if !ok {
			part, of := -1, []uint64(nil)
			for k := len(sets) - 1; k >= max(0, len(sets)-nearSets) && part < 0; k-- {
				if includes(set, sets[k]) {
					part, of = lists[k], sets[k]
				}
			}
			at = int32(len(t.sets)) + 1
			t.sets = append(t.sets, t.made(b, set, part, of))
			known[key] = at
		}
		t.follows[t.node(b, c, next)] = at
		lists, sets = append(lists, int(at-1)), append(sets, set)
	}
}

// made returns what the list of a set of nodes is made from, given a list of a part of them.
func (t *trended) made(row int, set []uint64, part int, of []uint64) nodeSet {
	made := nodeSet{row: row, part: part}
	for word, members := range set {
		if of != nil {
			members &^= of[word]
		}
		for ; members != 0; members &= members - 1 {
			number := word*64 + bits.TrailingZeros64(members)
			made.fresh = append(made.fresh, [2]int{number / t.trend.Phases(), number % t.trend.Phases()})
		}
	}
	return made
}

func size(set []uint64) (n int) {
	for _, word := range set {
		n += bits.OnesCount64(word)
	}
	return n
}

// includes reports whether a set includes all of another.
func includes(set, part []uint64) bool {
	for k, word := range part {
		if word&^set[k] != 0 {
			return false
		}
	}
	return true
}
