package edge

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// Job is the root of a subtree of the search for an edge's columns.
type Job struct {
	Set, Open uint64
}

// jobsOfEdge is the number of jobs into which the search for the columns of an edge is cut. With this number, 64
// parts that share the jobs of 40 edges have about equal work.
const jobsOfEdge = 512

// jobs cuts the search for columns into about most jobs, the largest first. It repeatedly splits the node that will
// probably take longest: the node with the largest slack, which is the difference between budget and bound. On a
// table of 40 words, the rank correlation between steps and slack is 0.9. There, the largest of 1024 nodes has one
// or two hundredths of the work, and the largest of 4096 nodes in level order up to a twentieth.
func (r *Table) jobs(q query, most int) []Job {
	root := newLister(r, q)
	root.whole = true
	var (
		open  slackHeap
		done  []node // which can be used again
		small []Job  // columns
	)
	put := func(n node) {
		listed := len(root.Columns)
		x, ok := root.settle(&n)
		if ok {
			heap.Push(&open, slackNode{node: n, x: x, slack: root.slack})
			return
		}
		done = append(done, n)
		if len(root.Columns) > listed {
			small = append(small, Job{Set: n.set})
		}
	}
	first := root.empty()
	first.open = append(first.open, partition.Identity(r.N)...)
	put(first)
	for len(open) > 0 && len(open) < most {
		n := heap.Pop(&open).(slackNode)
		child := root.empty()
		if last := len(done) - 1; last >= 0 {
			child, done = done[last], done[:last]
		}
		root.branch(&child, &n.node, n.x, true)
		put(child)
		root.branch(&n.node, &n.node, n.x, false)
		put(n.node)
	}
	slices.SortStableFunc(open, func(a, b slackNode) int { return cmp.Compare(b.slack, a.slack) })
	jobs := make([]Job, 0, len(open)+len(small))
	for _, n := range open {
		next := Job{Set: n.set}
		for _, x := range n.open {
			next.Open |= 1 << x
		}
		jobs = append(jobs, next)
	}
	return append(jobs, small...)
}

// slackNode is a node that is not split yet, with the row to branch on and its slack.
type slackNode struct {
	node
	x     int
	slack float64
}

// slackHeap is a heap of nodes with the largest slack on top.
type slackHeap []slackNode

func (h slackHeap) Len() int { return len(h) }

func (h slackHeap) Less(a, b int) bool { return h[a].slack > h[b].slack }

func (h slackHeap) Swap(a, b int) { h[a], h[b] = h[b], h[a] }

func (h *slackHeap) Push(n any) { *h = append(*h, n.(slackNode)) }

func (h *slackHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// node returns the node of a job.
func (l *lister) node(j Job) node {
	n := l.empty()
	for x := range l.N {
		switch {
		case j.Set>>x&1 == 1:
			l.take(&n, x)
		case j.Open>>x&1 == 1:
			n.open = append(n.open, x)
		}
	}
	return n
}
