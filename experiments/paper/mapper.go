package main

import (
	"math"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// mapper is the Pareto Mapper as the paper describes it (algorithm 1), one step at a time. It
// explores what is in the queue even if it has been dominated since; package search checks this
// again. The queue may be a stack, as in the published program.
//
// Partitions are of the rows in the problem's own order.
type mapper struct {
	epsilon float64
	seed    uint64
	stack   bool // last in, first out

	eval     problem.Evaluator
	frontier pareto.Set[partition.Partition]
	queue    []candidate
	seen     map[partition.Packed]bool
	explored int
}

// candidate is a clustering with its point.
type candidate struct {
	problem.Point
	clusters partition.Partition
	distance float64 // to the frontier, when it was found
	enqueued bool
}

func newMapper(j *joint.Joint, epsilon float64, seed uint64, stack bool) *mapper {
	p := problem.DIB(j)
	const memory = 64 << 20
	m := &mapper{epsilon: epsilon, seed: seed, stack: stack, eval: p.Evaluators(1, memory)[0], seen: make(map[partition.Packed]bool)}
	first := candidate{clusters: partition.Identity(p.Rows())}
	first.Point = m.eval.Load(first.clusters)
	m.offer(&first)
	return m
}

// step explores the next clustering, if there is one, and returns it with its new children.
func (m *mapper) step() (parent candidate, children []candidate, ok bool) {
	if len(m.queue) == 0 {
		return candidate{}, nil, false
	}
	if m.stack {
		parent, m.queue = m.queue[len(m.queue)-1], m.queue[:len(m.queue)-1]
	} else {
		parent, m.queue = m.queue[0], m.queue[1:]
	}
	m.explored++
	m.eval.Load(parent.clusters)
	k := parent.clusters.K()
	points := make([]problem.Point, k)
	for a := range k {
		var wanted []int32
		for b := a + 1; b < k; b++ {
			wanted = append(wanted, int32(b))
		}
		m.eval.Merges(a, wanted, points)
		for b := a + 1; b < k; b++ {
			child := candidate{Point: points[b], clusters: parent.clusters.Merge(a, b)}
			if m.offer(&child) {
				children = append(children, child)
			}
		}
	}
	return parent, children, true
}

// offer adds a clustering to the frontier if it is optimal so far, and to the queue if it
// survives. It returns false if the clustering was offered before.
func (m *mapper) offer(c *candidate) bool {
	key := partition.Pack(c.clusters)
	if m.seen[key] {
		return false
	}
	m.seen[key] = true
	c.distance = m.frontier.Distance(c.H, c.I)
	m.frontier.Add(c.H, c.I, c.clusters, nil)
	if c.distance == 0 || hashOf(c.clusters).Uniform(m.seed) < math.Exp(-c.distance/m.epsilon) {
		c.enqueued = true
		m.queue = append(m.queue, *c)
	}
	return true
}

// hashOf returns the hash of a partition.
func hashOf(f partition.Partition) keyed.Hash {
	rows := keyed.RowKeys(len(f))
	var h keyed.Hash
	for _, cluster := range f.Clusters() {
		var key keyed.Key
		for _, x := range cluster {
			key = key.Xor(rows[x])
		}
		h = h.Add(key.Scramble())
	}
	return h
}
