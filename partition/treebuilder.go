package partition

import (
	"fmt"
	"math"
	"slices"
)

// TreeBuilder makes a [Tree].
type TreeBuilder struct {
	tree *Tree
}

// NewTreeBuilder returns a builder of a tree of clusterings of n rows, which has no members yet.
func NewTreeBuilder(n int) *TreeBuilder { return &TreeBuilder{&Tree{rows: n}} }

// Add adds the member that the changes, applied in their order, make of an earlier member, or of
// all rows in one cluster if the parent is -1. It returns the index of the member, or an error if
// there is no such parent, or a change names no row or only one. O(changes).
func (b *TreeBuilder) Add(parent int, changes []Change) (int, error) {
	t := b.tree
	i := len(t.members)
	if parent < -1 || parent >= i {
		return 0, fmt.Errorf("%d is none of the %d members before", parent, i)
	}
	if i == math.MaxInt32 {
		return 0, fmt.Errorf("a tree holds at most %d members", i)
	}
	first := len(t.steps)
	for _, c := range changes {
		s, err := stepOf(c, t.rows)
		if err != nil {
			t.steps = t.steps[:first]
			return 0, err
		}
		t.steps = append(t.steps, s)
	}
	t.members = append(t.members, member{parent: int32(parent), whole: -1, first: first})
	return i, nil
}

// AddPartition adds a member that shares little with any other: it is kept whole. It returns the
// index of the member, or an error if p has another number of rows or is not canonical. O(rows).
func (b *TreeBuilder) AddPartition(p Partition) (int, error) {
	if len(p) != b.tree.rows {
		return 0, fmt.Errorf("a clustering of %d rows in a tree of %d", len(p), b.tree.rows)
	}
	if err := p.Check(); err != nil {
		return 0, err
	}
	i, err := b.Add(-1, nil)
	if err != nil {
		return 0, err
	}
	b.keep(i, Pack(p), p.K())
	return i, nil
}

func (b *TreeBuilder) keep(i int, p Packed, k int) {
	m := &b.tree.members[i]
	m.whole, m.k = int32(len(b.tree.whole)), int32(k)
	b.tree.whole = append(b.tree.whole, p)
}

// Tree returns the tree; the builder must not be used after it.
// O(rows (1 + whole members) + changes log rows).
func (b *TreeBuilder) Tree() *Tree {
	t := b.tree
	b.tree = nil
	t.steps, t.members = slices.Clip(t.steps), slices.Clip(t.members)
	t.count(t.tops())
	return t
}

// count sets the numbers of clusters and the digests of all members, and keeps some whole.
func (t *Tree) count(keep []bool) {
	t.digests = make([]Digest, len(t.members))
	c := counter{tree: t, roots: []int32{-1}, keep: keep, replay: replay{digest: newDigester(t.rows)}}
	c.link()
	for len(c.roots) > 0 {
		root := c.roots[0]
		c.roots = c.roots[1:]
		c.below(root)
	}
}

// tops chooses the members that are kept whole besides those that were given so: going up, those
// below which, their own changes counted, more than rows / 4 changes have come together on a way.
// These changes are those of no other such member, which bounds the number of them.
func (t *Tree) tops() []bool {
	limit := max(t.rows/4, 1)
	keep := make([]bool, len(t.members))
	depth := make([]int, len(t.members)) // most changes on a way from the member down
	for i, m := range slices.Backward(t.members) {
		own := depth[i] + len(t.stepsOf(i))
		switch {
		case m.whole >= 0:
		case own > limit:
			keep[i] = true
		case m.parent >= 0:
			depth[m.parent] = max(depth[m.parent], own)
		}
	}
	return keep
}

// counter counts the clusters of all members and packs those that are kept whole. It goes through
// the tree in parts, each of which is what lies below a whole member, and in a part from parent to
// child by applying changes and back by reverting them.
type counter struct {
	tree    *Tree
	keep    []bool
	roots   []int32 // of the parts that are still to do
	child   []int32 // of member i-1: its first child, or -1; child[0] is that of the root
	sibling []int32 // the next child of the same parent, or -1
	replay  replay
	names   []int32
	labels  Partition
}

func (c *counter) link() {
	c.child, c.sibling = make([]int32, len(c.tree.members)+1), make([]int32, len(c.tree.members))
	for i := range c.child {
		c.child[i] = -1
	}
	for i, m := range slices.Backward(c.tree.members) {
		if m.whole >= 0 {
			c.roots = append(c.roots, int32(i))
			continue
		}
		c.sibling[i] = c.child[m.parent+1]
		c.child[m.parent+1] = int32(i)
	}
	c.labels = make(Partition, c.tree.rows)
}

// below does the part below a member.
func (c *counter) below(root int32) {
	type visit struct {
		child int32 // the next one to visit
		log   int   // how long the log was before the member
	}
	c.replay.load(c.tree.base(root), c.tree.rows)
	if root >= 0 {
		c.tree.digests[root] = c.replay.digest.total
	}
	stack := []visit{{child: c.child[root+1]}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		i := top.child
		if i < 0 {
			c.replay.revert(top.log)
			stack = stack[:len(stack)-1]
			continue
		}
		top.child = c.sibling[i]
		log := len(c.replay.log)
		for _, s := range c.tree.stepsOf(int(i)) {
			c.replay.apply(s)
		}
		c.tree.members[i].k = int32(c.replay.k)
		c.tree.digests[i] = c.replay.digest.total
		if c.keep[i] {
			c.pack(i)
			c.replay.revert(log)
			continue
		}
		stack = append(stack, visit{c.child[i+1], log})
	}
}

func (c *counter) pack(i int32) {
	c.names = c.replay.write(c.labels, c.names)
	(&TreeBuilder{c.tree}).keep(int(i), Pack(c.labels), c.replay.k)
	c.roots = append(c.roots, i)
}
