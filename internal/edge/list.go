package edge

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// query asks for the clusters T whose reduced cost
//
//	rc(T) = sum_{x in T} dual_x - c_slope(T)
//
// is within the budget of the clusterings that contain T. Their entropy is at least H2(w_T) = -phi(w_T) -
// phi(1-w_T), the entropy of two clusters.
type query struct {
	slope  float64
	dual   []float64 // bits, one per row
	budget budget
	// Each part of the search ends early after mostBad columns if any column is violated.
	mostBad int
	// The whole search ends early after limit columns, unless limit is 0. The columns, and whether
	// some are violated, may then depend on the number of workers.
	limit int64
	meter *Meter
	// sampled is called after each sample of the parts, with the number of all parts. An error or violated columns that
	// it returns end the search.
	sampled func(some sample, parts int) (listing, error)
	// notes have what was listed before, and take what is listed; nil if nothing is noted.
	notes *NotedList
}

// Column is a listed cluster and its reduced cost.
type Column struct {
	Set uint64
	rc  float64
}

// byCost orders columns by reduced cost, and columns of equal cost by their sets.
func byCost(a, b Column) int { return cmp.Or(cmp.Compare(a.rc, b.rc), cmp.Compare(a.Set, b.Set)) }

// frequency returns how many of the columns contain each row.
func frequency(columns []Column) (often [MaxRows]int) {
	for _, c := range columns {
		for s := c.Set; s != 0; s &= s - 1 {
			often[bits.TrailingZeros64(s)]++
		}
	}
	return often
}

// parts is the number of subtrees that are searched in parallel. It does not depend on the number of workers, so
// neither does the result. With this number, 64 machines that share the subtrees of 40 edges have about equal work.
const parts = 512

// listing is the answer to a query.
type listing struct {
	Columns []Column
	whole   bool // these are all
	bad     bool // some are violated
	Many    bool // there are more than the limit
	// feasible means that no cluster is violated, listed or not.
	Feasible bool
}

// listColumns returns the clusters that a query asks for, in an order that depends on the
// query alone. The error is the context's, or ErrSteps.
//
// It is a branch and bound: a row is taken into the cluster or left out of it. The bounds
// are [lister.chordBound] and [lister.loneBound].
func listColumns(ctx context.Context, r *Table, q query, workers int) (listing, error) {
	root := newLister(r, q)
	open := root.split(parts)
	if err := root.count(); err != nil {
		return listing{}, err
	}
	sum := root.listing
	below, err := exploreAll(ctx, r, q, open, workers)
	sum.append(below)
	return sum, err
}

// append appends what another part of the search has found.
func (l *listing) append(part listing) {
	l.Columns = append(l.Columns, part.Columns...)
	l.whole = l.whole && part.whole
	l.bad = l.bad || part.bad
	l.Many = l.Many || part.Many
}

// lister searches for columns. It serves one worker.
type lister struct {
	*Table
	query
	price  []float64 // of every row, its dual minus own
	lone   []float64 // of every row, its reduced cost as a cluster at slope 0
	byLone []int     // rows by lone per weight, ascending
	path   []node    // the nodes from the root, by depth
	stop   *atomic.Bool
	all    *atomic.Int64 // number of columns of all parts
	steps  int64         // not yet added to the meter
	spent  int64         // in the subtree under way, and added to the meter
	// rowSteps is the number of steps of a row in a bound.
	rowSteps int64
	listing
	bounds
}

// node is a node of the search tree: a set of rows taken, and rows not decided yet, which
// are open. weight, price and lone are sums over the set.
type node struct {
	set    uint64
	weight float64
	price  float64
	lone   float64
	mass   []float64 // of the set, by column
	phi    []float64 // of mass
	open   []int     // the heaviest first
	guess  uint64    // the open rows that the best cluster probably contains
	// loss is, for every open row in fresh, the information that merging the set with the row loses. For other open
	// rows it is the loss with a smaller set, or 0 if no loss is known.
	loss  []float64
	fresh uint64
	// least is the allowance of the set, and most of the set with all open rows. A child inherits one.
	least, most allowance
}

// allowance is the reduced cost that a cluster of a given mass may have.
type allowance struct{ weight, most float64 }

func newLister(r *Table, q query) *lister {
	l := &lister{
		Table: r, query: q, byLone: partition.Identity(r.N),
		stop: new(atomic.Bool), all: new(atomic.Int64), bounds: newBounds(r),
		rowSteps: int64(boundSteps + r.m/2),
	}
	for x := range r.N {
		l.price = append(l.price, q.dual[x]-r.own[x])
		l.lone = append(l.lone, q.dual[x]-r.alone[x])
	}
	slices.SortStableFunc(l.byLone, func(a, b int) int {
		return cmp.Compare(l.lone[a]/r.weight[a], l.lone[b]/r.weight[b])
	})
	l.path = lists.Make(r.N+2, func(int) node { return l.empty() })
	return l
}

func (l *lister) empty() node {
	return node{
		mass: make([]float64, l.m), phi: make([]float64, l.m), loss: make([]float64, l.N), open: make([]int, 0, l.N),
		least: allowance{weight: -1}, most: allowance{weight: -1},
	}
}

// explore searches the subtree of a node, depth first.
func (l *lister) explore(n *node) listing {
	l.listing = listing{whole: true}
	l.tried, l.useful, l.spent = 0, 0, 0
	l.path[0].copy(n)
	l.visit(0)
	return l.listing
}

func (l *lister) visit(depth int) {
	n := &l.path[depth]
	if l.steps >= countedSteps && l.count() != nil {
		l.stop.Store(true)
	}
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

// count adds the steps to the meter.
func (l *lister) count() error {
	steps := l.steps
	l.steps = 0
	l.spent += steps
	return l.meter.spend(steps)
}

// settle decides the rows of a node that the bounds decide. If rows are left it returns
// the one to branch on; otherwise it lists the cluster if it is within the budget.
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
	if rc <= l.allowed(n.weight, &n.least) {
		l.steps += columnSteps
		l.Columns = append(l.Columns, Column{n.set, rc})
		l.bad = l.bad || rc < violated
		l.whole = !l.bad || len(l.Columns) < l.mostBad
		if l.all.Add(1) > l.limit && l.limit > 0 {
			l.whole, l.Many = false, true
			l.stop.Store(true)
		}
	}
	return 0, false
}

// choose returns the row to branch on: the row that loses most information in merges with the rows of the set, or the
// heaviest row if the set is empty. Such a row is soon ruled out, and without it the set can grow in fewer ways.
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

// branch makes to the child of a node that takes row x or leaves it out.
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
	n.lone, n.fresh, n.least, n.most = from.lone, from.fresh, from.least, from.most
	copy(n.loss, from.loss)
	copy(n.mass, from.mass)
	copy(n.phi, from.phi)
	n.open = append(n.open[:0], from.open...)
}

// allowed returns the reduced cost that a cluster of a given mass may have, and notes it.
func (l *lister) allowed(weight float64, note *allowance) float64 {
	if note.weight != weight {
		*note = allowance{weight, l.budget.at(l.twoClusters(weight))}
	}
	return note.most
}
