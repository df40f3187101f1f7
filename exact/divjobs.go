package exact

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// job is a node of a search tree for columns, of which the subtree is to be searched, and an estimate
// of the work. Estimates are whole numbers, so that all machines share the jobs in the same way.
type job struct {
	set, open uint64
	work      int
}

const (
	// allJobs is the number of jobs of all edges together.
	allJobs = 1 << 15
	// levels is the number of levels of reduced cost by which sets of rows are counted.
	levels = 32
	// mostWork bounds an estimate.
	mostWork = 1 << 30
)

// branch is a node of an edge's search tree that the bounds do not decide, and the row to branch on.
type branch struct {
	node
	edge, row int
	size      float64
}

// branches is a heap of nodes, the largest first.
type branches []branch

func (b branches) Len() int           { return len(b) }
func (b branches) Less(i, j int) bool { return b[i].size > b[j].size }
func (b branches) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *branches) Push(x any)        { *b = append(*b, x.(branch)) }

func (b *branches) Pop() any {
	last := len(*b) - 1
	top := (*b)[last]
	*b = (*b)[:last]
	return top
}

// cut cuts the search trees of all edges into jobs. The largest node is divided first, because a few
// nodes near the root hold most of the work.
func (d *Division) cut() {
	var open branches
	listers := make([]*lister, len(d.edges))
	offer := func(edge int, n *node) {
		l := listers[edge]
		if x, ok := l.settle(n); ok {
			heap.Push(&open, branch{*n, edge, x, l.size(n)})
		}
	}
	for k := range d.edges {
		listers[k] = newLister(d.rows, d.edges[k].query(d.rows))
		root := listers[k].empty()
		root.open = append(root.open, partition.Identity(d.rows.n)...)
		offer(k, &root)
	}
	for 0 < len(open) && len(open) < allJobs {
		b := heap.Pop(&open).(branch)
		for _, in := range []bool{true, false} {
			child := listers[b.edge].empty()
			listers[b.edge].branch(&child, &b.node, b.row, in)
			offer(b.edge, &child)
		}
	}
	for _, b := range open {
		next := job{set: b.set, work: int(min(1+math.Sqrt(b.size), mostWork))}
		for _, x := range b.open {
			next.open |= 1 << x
		}
		d.edges[b.edge].jobs = append(d.edges[b.edge].jobs, next)
	}
	for k, l := range listers {
		for _, c := range l.columns {
			d.edges[k].jobs = append(d.edges[k].jobs, job{set: c.set, work: 1})
		}
	}
}

// size returns about how many sets of open rows the last bound allows: those whose reduced costs
// have a sum within the slack. The search looks at far fewer nodes, about the root of that.
func (l *lister) size(n *node) float64 {
	counts := [levels + 1]float64{1}
	if !(l.slack > 0) {
		return 1
	}
	for k := range n.open {
		step := int(min(math.Ceil(levels*math.Abs(l.reduced[k])/l.slack), levels+1))
		for at := levels; at >= step; at-- {
			counts[at] += counts[at-step]
		}
	}
	return sum(counts[:])
}

// node returns the node of a job.
func (l *lister) node(j job) node {
	n := l.empty()
	for x := range l.n {
		switch {
		case j.set>>x&1 == 1:
			l.take(&n, x)
		case j.open>>x&1 == 1:
			n.open = append(n.open, x)
		}
	}
	return n
}

// balanced divides things into shares of about the same cost: the costliest comes first, into
// the share that has the least so far. It returns the share of each.
func balanced(costs []int, shares int) []int {
	order := partition.Identity(len(costs))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[b], costs[a]) })
	load := make([]int64, shares)
	share := make([]int, len(costs))
	for _, k := range order {
		least := 0
		for s, l := range load {
			if l < load[least] {
				least = s
			}
		}
		share[k] = least
		load[least] += int64(costs[k])
	}
	return share
}
