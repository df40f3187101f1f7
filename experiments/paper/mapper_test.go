package main

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// TestMapperOfEverything: with a depth far above all distances it goes over all
// clusterings, in either order, and finds the true frontier.
func TestMapperOfEverything(t *testing.T) {
	j, err := simplex(6, 9, 1)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := mapped(t.Context(), j, search.Options{Epsilon: math.Inf(1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, stack := range []bool{false, true} {
		m := newMapper(j, 1e9, 0, stack)
		children := 1 // the finest clustering is no child
		for {
			parent, found, ok := m.step()
			if !ok {
				break
			}
			children += len(found)
			for _, c := range found {
				if c.clusters.K() != parent.clusters.K()-1 || c.H >= parent.H || c.I > parent.I+1e-12 || !c.enqueued {
					t.Fatalf("%+v is a child of %+v", c, parent)
				}
			}
		}
		if want := int(partition.Bell(6)); m.explored != want || children != want {
			t.Errorf("stack %t: %d explored and %d found of %d", stack, m.explored, children, want)
		}
		if m.frontier.Len() != truth.Frontier.Len() {
			t.Errorf("stack %t: %d points of %d", stack, m.frontier.Len(), truth.Frontier.Len())
		}
	}
}

// TestMapperIsGreedy: at depth 0 what is enqueued is on the frontier when it is found, and
// the stack explores more than the queue of package search.
func TestMapperIsGreedy(t *testing.T) {
	j, err := simplex(15, columns, 2)
	if err != nil {
		t.Fatal(err)
	}
	m := newMapper(j, 0, 0, true)
	for {
		_, children, ok := m.step()
		if !ok {
			break
		}
		for _, c := range children {
			if c.enqueued != (c.distance == 0) {
				t.Fatalf("%+v", c)
			}
		}
	}
	r, err := mapped(t.Context(), j, search.Options{Method: search.Merge})
	if err != nil {
		t.Fatal(err)
	}
	if m.explored <= int(r.Expanded) || m.frontier.Len() < r.Frontier.Len()*8/10 {
		t.Errorf("%d explored, %d points; package search has %d and %d", m.explored, m.frontier.Len(), r.Expanded, r.Frontier.Len())
	}
}

// TestMapperDraws: the depth decides how much is explored, and the seed what.
func TestMapperDraws(t *testing.T) {
	j, err := simplex(8, columns, 3)
	if err != nil {
		t.Fatal(err)
	}
	explored := func(epsilon float64, seed uint64) int {
		m := newMapper(j, epsilon, seed, false)
		for {
			if _, _, ok := m.step(); !ok {
				return m.explored
			}
		}
	}
	few, some, all := explored(0, 0), explored(0.02, 0), explored(100, 0)
	if few >= some || some >= all || some == explored(0.02, 1) {
		t.Errorf("%d, %d and %d explored", few, some, all)
	}
}

// TestMapperOrder: a queue is in level order, and a stack goes on with the last child.
func TestMapperOrder(t *testing.T) {
	j, err := simplex(9, columns, 4)
	if err != nil {
		t.Fatal(err)
	}
	queue, stack := newMapper(j, 0, 0, false), newMapper(j, 0, 0, true)
	before := j.Rows()
	for {
		parent, _, ok := queue.step()
		if !ok {
			break
		}
		k := parent.clusters.K()
		if k > before {
			t.Fatalf("%d clusters after %d", k, before)
		}
		before = k
	}
	_, children, _ := stack.step()
	var last candidate
	for _, c := range children {
		if c.enqueued {
			last = c
		}
	}
	if parent, _, _ := stack.step(); !slices.Equal(parent.clusters, last.clusters) {
		t.Errorf("%v follows, and not %v", parent.clusters, last.clusters)
	}
}
