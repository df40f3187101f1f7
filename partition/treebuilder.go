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

// Add adds a member: the changes, applied in order to an earlier member, or to all rows in one
// cluster if the parent is -1. It returns the index of the member, or an error if the parent does
// not exist or a change is invalid. O(changes).
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
		if err := c.check(t.rows); err != nil {
			t.steps = t.steps[:first]
			return 0, err
		}
		t.steps = append(t.steps, c)
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
	t.digests = make([]digest, len(t.members))
	d := newDigester(t.rows)
	r := &replay{follower: d}
	labels, names := make(Partition, t.rows), []int32(nil)
	w := t.Walk()
	for len(w.tops) > 0 {
		top := w.tops[0]
		w.tops = w.tops[1:]
		r.load(t.base(top), t.rows)
		if top >= 0 {
			t.digests[top] = d.total
		}
		_ = w.below(r, top, func(i int32) (down bool, err error) { // which ends without an error
			t.members[i].k, t.digests[i] = int32(r.k), d.total
			if keep[i] {
				names = r.write(labels, names)
				(&TreeBuilder{t}).keep(int(i), Pack(labels), r.k)
				w.tops = append(w.tops, i)
			}
			return !keep[i], nil
		})
	}
}

// tops chooses further members that are kept whole. Going up, it chooses a member if the longest
// way down from it, with its own changes and up to the members already chosen, has more than rows
// / 4 changes. Each change counts for one chosen member, which bounds their number.
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
