package partition

import (
	"fmt"
	"slices"
	"sync"
)

// Tree holds clusterings of the same rows, its members, each as a few changes to another one. It keeps some members
// whole, so that any of them can be unpacked in O(rows): between a member and the next whole member on the way to
// the root are at most rows / 4 changes, and at most one member is kept whole for each rows / 4 changes. A change
// takes another 8 bytes, and a member 40.
//
// A tree never changes; it is safe for concurrent use. A [TreeBuilder] makes it.
type Tree struct {
	rows    int
	members []member
	digests []digest
	steps   []Change
	whole   []Packed
	scratch sync.Pool // of *scratch
}

// member is a clustering of a tree; its steps end where the steps of the next member begin.
type member struct {
	parent int32
	k      int32
	whole  int32 // its index among those that are kept whole, or -1
	first  int   // its first step
}

type scratch struct {
	replay replay
	names  []int32
	way    []int32
}

// Rows returns the number of rows.
func (t *Tree) Rows() int { return t.rows }

// Len returns the number of members.
func (t *Tree) Len() int { return len(t.members) }

// K returns the number of clusters of member i. O(1).
func (t *Tree) K(i int) int { return int(t.members[i].k) }

// Parent returns the member that the changes of member i change: an earlier one, or -1 for all
// rows in one cluster. O(1).
func (t *Tree) Parent(i int) int { return int(t.members[i].parent) }

// Changes returns the changes that turn the parent of member i into it. O(changes), and O(rows)
// if it was given as a whole.
func (t *Tree) Changes(i int) []Change {
	steps := t.stepsOf(i)
	if w := t.members[i].whole; w >= 0 && t.members[i].parent < 0 && len(steps) == 0 {
		p := make(Partition, t.rows)
		t.whole[w].Unpack(p)
		return Difference(make(Partition, t.rows), p)
	}
	return slices.Clone(steps)
}

// Digest returns a digest of 128 bits of member i, which is the same for equal clusterings in any trees of
// the same number of rows. Two clusterings that were not made to collide have the same digest with a
// probability of 2^-128. O(1).
func (t *Tree) Digest(i int) [2]uint64 { return [2]uint64{t.digests[i].hi, t.digests[i].lo} }

// Unpack writes the labels of member i, in canonical form, to dst, which has one for each row.
// O(rows).
func (t *Tree) Unpack(i int, dst Partition) {
	if len(dst) != t.rows {
		panic(fmt.Sprintf("partition: a tree of %d rows is unpacked to %d", t.rows, len(dst)))
	}
	if w := t.members[i].whole; w >= 0 {
		t.whole[w].Unpack(dst)
		return
	}
	s := t.borrow()
	defer t.scratch.Put(s)
	s.way = s.way[:0]
	at := int32(i)
	for ; at >= 0 && t.members[at].whole < 0; at = t.members[at].parent {
		s.way = append(s.way, at)
	}
	s.replay.load(t.base(at), t.rows)
	for _, m := range slices.Backward(s.way) {
		for _, step := range t.stepsOf(int(m)) {
			s.replay.apply(step)
		}
	}
	s.names = s.replay.write(dst, s.names)
}

// Pack returns member i in packed form. O(rows).
func (t *Tree) Pack(i int) Packed {
	if w := t.members[i].whole; w >= 0 {
		return t.whole[w]
	}
	p := make(Partition, t.rows)
	t.Unpack(i, p)
	return Pack(p)
}

// Reorder returns the tree with the rows of all members reordered as by [Partition.Reorder]: with
// the same members, parents and changes, of other rows. O(changes log rows + rows x whole members).
func (t *Tree) Reorder(order []int) *Tree {
	u := &Tree{rows: t.rows, members: slices.Clone(t.members), steps: make([]Change, len(t.steps)), whole: make([]Packed, len(t.whole))}
	for i, s := range t.steps {
		u.steps[i] = Change{int32(order[s.Row]), int32(order[max(s.To, ^s.To)])}
		if s.To < 0 {
			u.steps[i].To = ^u.steps[i].To
		}
	}
	p := make(Partition, t.rows)
	for i, w := range t.whole {
		w.Unpack(p)
		u.whole[i] = Pack(p.Reorder(order))
	}
	u.count(make([]bool, len(u.members)))
	return u
}

func (t *Tree) borrow() *scratch {
	if s, ok := t.scratch.Get().(*scratch); ok {
		return s
	}
	return new(scratch)
}

// base returns a member that is kept whole, or "" for -1, all rows in one cluster.
func (t *Tree) base(i int32) Packed {
	if i < 0 {
		return ""
	}
	return t.whole[t.members[i].whole]
}

func (t *Tree) stepsOf(i int) []Change {
	end := len(t.steps)
	if i+1 < len(t.members) {
		end = t.members[i+1].first
	}
	return t.steps[t.members[i].first:end]
}
