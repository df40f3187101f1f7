package partition

// Follower keeps something about a clustering up to date while a [Walk] changes it. Clusters have
// numbers from 0, which differ from the canonical labels, and may be empty.
type Follower interface {
	// Load begins with a clustering, given the cluster of every row and the number of clusters. It
	// does not keep the slice.
	Load(cluster []int32, k int)
	// Move moves a row from one cluster to another one, which is empty if it was not named before.
	Move(row, from, to int32)
	// Join moves all rows of cluster b to cluster a. Until they part, b is not named again.
	Join(a, b int32)
	// Unjoin moves the rows of the last Join of a and b back to b.
	Unjoin(a, b int32)
}

// Walk is a way through all members of a [Tree] that leads from one member to the next by the changes between them.
// It has parts, which are independent of each other: each begins at a member that the tree keeps whole, or at all
// rows in one cluster, and goes through the members below it, up to the beginnings of other parts. All parts
// together apply every change of the tree at most once. A walk never changes; it is safe for concurrent use.
type Walk struct {
	tree    *Tree
	tops    []int32 // where the parts begin; -1 for all rows in one cluster
	child   []int32 // of member i-1: its first child in the same part, or -1; child[0] is the first child of the root
	sibling []int32 // the next child of the same parent, or -1
}

// Walk returns the way through the tree. O(members).
func (t *Tree) Walk() *Walk {
	w := &Walk{tree: t, tops: []int32{-1}, child: make([]int32, len(t.members)+1), sibling: make([]int32, len(t.members))}
	for i := range w.child {
		w.child[i] = -1
	}
	for i := len(t.members) - 1; i >= 0; i-- {
		m := &t.members[i]
		if m.whole >= 0 {
			w.tops = append(w.tops, int32(i))
			continue
		}
		w.sibling[i] = w.child[m.parent+1]
		w.child[m.parent+1] = int32(i)
	}
	return w
}

// Parts returns the number of parts.
func (w *Walk) Parts() int { return len(w.tops) }

// Follow goes through the members of a part. The follower, which may be nil, is notified of every
// change, and visit is called at every member. The first error of visit ends the walk. O(rows +
// changes log rows), without what the follower and visit do.
func (w *Walk) Follow(part int, f Follower, visit func(Visit) error) error {
	s := w.tree.borrow()
	s.replay.follower = f
	defer func() {
		s.replay.follower = nil
		w.tree.scratch.Put(s)
	}()
	top := w.tops[part]
	s.replay.load(w.tree.base(top), w.tree.rows)
	if top >= 0 {
		if err := visit(Visit{int(top), &s.replay}); err != nil {
			return err
		}
	}
	return w.below(&s.replay, top, func(i int32) (bool, error) {
		return true, visit(Visit{int(i), &s.replay})
	})
}

// Visit is a member of a tree on a [Walk]. It is valid during the call of visit.
type Visit struct {
	Member int
	replay *replay
}

// Cluster returns the number of the cluster of a row, as the [Follower] knows it. O(log rows).
func (v Visit) Cluster(row int) int32 { return v.replay.root(v.replay.label[row]) }

// Size returns the number of rows in the cluster of a row. O(log rows).
func (v Visit) Size(row int) int { return int(v.replay.labels[v.Cluster(row)].size) }

// below goes through the members below the top of a part, which the replay has loaded: from parent to child by
// applying changes, and back by reverting them. If visit returns false, the members below are left out.
func (w *Walk) below(r *replay, top int32, visit func(i int32) (down bool, err error)) error {
	type place struct {
		child int32 // the next one to visit
		log   int   // the length of the log before the member
	}
	stack := []place{{child: w.child[top+1]}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		i := at.child
		if i < 0 {
			r.revert(at.log)
			stack = stack[:len(stack)-1]
			continue
		}
		at.child = w.sibling[i]
		log := len(r.log)
		for _, s := range w.tree.stepsOf(int(i)) {
			r.apply(s)
		}
		down, err := visit(i)
		switch {
		case err != nil:
			return err
		case down:
			stack = append(stack, place{w.child[i+1], log})
		default:
			r.revert(log)
		}
	}
	return nil
}
