package exact

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/dibmap/dibmap/partition"
)

// query asks for the clusters T whose reduced cost
//
//	rc(T) = sum_{x in T} dual_x - c_slope(T)
//
// is within the budget of every clustering that they are in. One has at least the
// entropy H2(w_T) = -phi(w_T) - phi(1-w_T) of two clusters.
type query struct {
	slope  float64
	dual   []float64 // bits, one a row
	budget budget
	// A part of the search ends early after most columns, and after mostBad if one
	// of them is violated.
	most, mostBad int
	// The search ends early after limit columns; 0 is no limit. Which columns there
	// are then may depend on the number of workers.
	limit int64
}

// column is a cluster that was listed, and its reduced cost.
type column struct {
	set uint64
	rc  float64
}

func (c column) members() uint64 { return c.set }

// frequency returns how many of the columns each row is in.
func frequency[C interface{ members() uint64 }](columns []C) (often [MaxProvedRows]int) {
	for _, c := range columns {
		for s := c.members(); s != 0; s &= s - 1 {
			often[bits.TrailingZeros64(s)]++
		}
	}
	return often
}

// parts is the number of subtrees that are handed out to workers: the same
// whatever their number, so that the result is the same.
const parts = 256

// listing is the answer to a query.
type listing struct {
	columns []column
	whole   bool // these are all
	bad     bool // some are violated
}

// listColumns returns the clusters that a query asks for, in an order that
// depends on nothing but the query. The error is the context's, if it ended.
//
// It is a branch and bound over rows taken into the cluster or left out of it;
// [lister.chordBound] and [lister.loneBound] are the bounds.
func listColumns(ctx context.Context, r *rows, q query, workers int) (listing, error) {
	root := newLister(r, q)
	open := root.split()
	var (
		stop atomic.Bool
		all  atomic.Int64
	)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	found := make([]listing, len(open))
	listers := make([]*lister, workers)
	share(workers, len(open), func(worker, job int) {
		l := listers[worker]
		if l == nil {
			l = newLister(r, q)
			l.stop, l.all = &stop, &all
			listers[worker] = l
		}
		found[job] = l.explore(&open[job])
	})
	sum := root.listing
	for _, part := range found {
		sum.columns = append(sum.columns, part.columns...)
		sum.whole = sum.whole && part.whole
		sum.bad = sum.bad || part.bad
	}
	return sum, ctx.Err()
}

// lister searches for columns.
type lister struct {
	*rows
	query
	// price is what taking a row costs: its dual, less what its own columns add.
	price []float64
	// lone is the reduced cost of every row as if merging lost no information and
	// saved no entropy, and byLone the rows by that per weight.
	lone   []float64
	byLone []int
	path   []node // one a depth
	stop   *atomic.Bool
	all    *atomic.Int64 // columns of all parts
	listing
	bounds
}

// node is a set of rows taken, and those not decided yet.
type node struct {
	set    uint64
	weight float64   // mass of the set
	price  float64   // of the set
	lone   float64   // of the set
	mass   []float64 // of the set, by column
	phi    []float64 // of mass
	open   []int     // rows, the heaviest first
	guess  uint64    // of the open rows, those that the best cluster is likely to have
	// loss holds for every open row the information that the set with it loses, if
	// the row is in fresh, and else what a smaller set loses; 0 if that is not known.
	loss  []float64
	fresh uint64
}

func newLister(r *rows, q query) *lister {
	l := &lister{
		rows: r, query: q, byLone: partition.Identity(r.n),
		stop: new(atomic.Bool), all: new(atomic.Int64), bounds: newBounds(r),
	}
	for x := range r.n {
		l.price = append(l.price, q.dual[x]-r.own[x])
		l.lone = append(l.lone, q.dual[x]-r.alone[x])
	}
	slices.SortStableFunc(l.byLone, func(a, b int) int {
		return cmp.Compare(l.lone[a]/r.weight[a], l.lone[b]/r.weight[b])
	})
	l.path = make([]node, r.n+2)
	for d := range l.path {
		l.path[d] = l.empty()
	}
	return l
}

func (l *lister) empty() node {
	return node{mass: make([]float64, l.m), phi: make([]float64, l.m), loss: make([]float64, l.n), open: make([]int, 0, l.n)}
}

// split goes through the tree in level order until there are enough nodes to hand
// out, or none.
func (l *lister) split() []node {
	root := l.empty()
	root.open = append(root.open, partition.Identity(l.n)...)
	l.whole = true
	queue := []node{root}
	for len(queue) > 0 && len(queue) < parts {
		n := queue[0]
		queue = queue[1:]
		if x, ok := l.settle(&n); ok {
			for _, in := range []bool{true, false} {
				child := l.empty()
				l.branch(&child, &n, x, in)
				queue = append(queue, child)
			}
		}
	}
	return queue
}

// explore goes through a subtree, depth first.
func (l *lister) explore(n *node) listing {
	l.listing = listing{whole: true}
	l.tried, l.useful = 0, 0
	l.path[0].copy(n)
	l.visit(0)
	return l.listing
}

func (l *lister) visit(depth int) {
	n := &l.path[depth]
	if l.stop.Load() || !l.whole {
		l.whole = false
		return
	}
	x, ok := l.settle(n)
	if !ok {
		return
	}
	likely := n.guess>>x&1 == 1
	for _, in := range []bool{likely, !likely} {
		l.branch(&l.path[depth+1], n, x, in)
		l.visit(depth + 1)
	}
}

// settle decides the rows of a node that can be decided. If some are left it
// returns the one to branch on; else it lists the cluster, if it is one.
func (l *lister) settle(n *node) (x int, ok bool) {
	if !l.tighten(n) {
		return 0, false
	}
	if len(n.open) > 0 {
		return l.choose(n), true
	}
	if n.set == 0 {
		return 0, false
	}
	rc := n.price + float64((1-l.slope)*l.phi.At(n.weight))
	for _, v := range n.phi {
		rc -= v
	}
	if rc <= l.allowed(n.weight) {
		l.columns = append(l.columns, column{n.set, rc})
		l.bad = l.bad || rc < violated
		l.whole = len(l.columns) < l.most && (!l.bad || len(l.columns) < l.mostBad)
		if l.all.Add(1) > l.limit && l.limit > 0 {
			l.whole = false
			l.stop.Store(true)
		}
	}
	return 0, false
}

// choose returns the row to branch on: that of which the set would lose most if it
// were taken in, or the heaviest if the set is empty. Such a row is soon ruled
// out, and without it the set can grow in fewer ways.
func (l *lister) choose(n *node) int {
	best, most := n.open[0], math.Inf(-1)
	if n.set == 0 {
		return best
	}
	for _, x := range n.open {
		var loss float64
		for s := n.set; s != 0; s &= s - 1 {
			loss += l.loss[x][bits.TrailingZeros64(s)]
		}
		if loss > most {
			best, most = x, loss
		}
	}
	return best
}

// branch makes to the child of a node in which row x is taken in, or left out.
func (l *lister) branch(to, n *node, x int, in bool) {
	to.copy(n)
	to.open = slices.DeleteFunc(to.open, func(z int) bool { return z == x })
	to.guess &^= 1 << x
	if in {
		l.take(to, x)
	}
}

// take adds a row to the set of a node.
func (l *lister) take(n *node, x int) {
	n.set |= 1 << x
	n.fresh = 0
	n.weight += l.weight[x]
	n.price += l.price[x]
	n.lone += l.lone[x]
	for y, v := range l.mass[x] {
		if v > 0 {
			n.mass[y] += v
			n.phi[y] = l.phi.At(n.mass[y])
		}
	}
}

func (n *node) copy(from *node) {
	n.set, n.weight, n.price, n.guess = from.set, from.weight, from.price, from.guess
	n.lone, n.fresh = from.lone, from.fresh
	copy(n.loss, from.loss)
	copy(n.mass, from.mass)
	copy(n.phi, from.phi)
	n.open = append(n.open[:0], from.open...)
}

// allowed returns the reduced cost that a cluster of that mass may have.
func (l *lister) allowed(weight float64) float64 {
	return l.budget.at(l.twoClusters(weight))
}
