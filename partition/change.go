package partition

import "fmt"

// Change is one change of a clustering. It names clusters by rows in them, so that it does not depend on labels: Row
// moves to the cluster of row To or, if To is Row, becomes a cluster of its own. If To is negative, the clusters of Row
// and of row ^To = -1 - To are merged.
type Change struct{ Row, To int32 }

// check returns an error if a change of a clustering of n rows has no meaning.
func (c Change) check(n int) error {
	to := max(c.To, ^c.To)
	switch {
	case c.Row < 0 || int(c.Row) >= n:
		return fmt.Errorf("row %d of a change is not one of rows 0 to %d", c.Row, n-1)
	case int(to) >= n:
		return fmt.Errorf("row %d of a change is not one of rows 0 to %d", to, n-1)
	case ^c.To == c.Row:
		return fmt.Errorf("row %d is merged with its own cluster", to)
	}
	return nil
}

// replay is a clustering on which changes are applied, and reverted in reverse order. A merge
// joins labels instead of renaming rows, so that it is as fast as a move.
type replay struct {
	label  []int32 // of every row
	labels []label
	k      int // clusters
	log    []undo
	// follower is notified of all changes, unless it is nil.
	follower Follower
}

// label is one label of a replay. The labels of a cluster are a tree, whose root is the cluster.
type label struct {
	up     int32 // itself at the root
	size   int32 // rows of the cluster, at the root
	weight int32 // labels of the cluster, at the root
}

// undo records what a change changed: row had another label, or, if row is -1, a root was joined to another.
type undo struct {
	row, old int32
	fresh    bool // the row got a new label
}

// load begins with a clustering of n rows; all in one cluster if it is empty. O(n).
func (r *replay) load(from Packed, n int) {
	if r.label == nil {
		r.label = make([]int32, n)
	}
	r.labels, r.log = r.labels[:0], r.log[:0]
	if from == "" {
		clear(r.label)
	} else {
		unpackTo(from, r.label)
	}
	labels := r.labels
	for _, l := range r.label {
		if int(l) == len(labels) {
			labels = append(labels, label{up: l, weight: 1})
		}
		labels[l].size++
	}
	r.labels, r.k = labels, len(labels)
	if r.follower != nil {
		r.follower.Load(r.label, r.k)
	}
}

// root returns the cluster of a label. As the lighter cluster is joined to the heavier one,
// the way to the root is short: O(log n).
func (r *replay) root(l int32) int32 {
	for r.labels[l].up != l {
		l = r.labels[l].up
	}
	return l
}

// apply applies a change.
func (r *replay) apply(s Change) {
	if s.To < 0 {
		r.join(r.root(r.label[s.Row]), r.root(r.label[^s.To]))
		return
	}
	fresh := s.To == s.Row
	to := int32(len(r.labels))
	if fresh {
		r.labels = append(r.labels, label{up: to, weight: 1})
	} else {
		to = r.root(r.label[s.To])
	}
	r.log = append(r.log, undo{s.Row, r.label[s.Row], fresh})
	r.put(s.Row, to)
}

// put gives a row another label.
func (r *replay) put(row, to int32) {
	from, into := r.root(r.label[row]), r.root(to)
	if r.follower != nil {
		r.follower.Move(row, from, into)
	}
	a, b := &r.labels[from], &r.labels[into]
	if a.size--; a.size == 0 {
		r.k--
	}
	if b.size++; b.size == 1 {
		r.k++
	}
	r.label[row] = to
}

// join joins two clusters, which may be the same.
func (r *replay) join(a, b int32) {
	if a == b {
		return
	}
	if r.labels[a].weight < r.labels[b].weight {
		a, b = b, a
	}
	if r.follower != nil {
		r.follower.Join(a, b)
	}
	r.labels[b].up = a
	r.labels[a].size += r.labels[b].size
	r.labels[a].weight += r.labels[b].weight
	r.k--
	r.log = append(r.log, undo{row: -1, old: b})
}

// revert takes back changes until the log has the given length.
func (r *replay) revert(length int) {
	for ; len(r.log) > length; r.log = r.log[:len(r.log)-1] {
		u := r.log[len(r.log)-1]
		if u.row < 0 {
			b := &r.labels[u.old]
			if r.follower != nil {
				r.follower.Unjoin(b.up, u.old)
			}
			a := &r.labels[b.up]
			a.size -= b.size
			a.weight -= b.weight
			b.up = u.old
			r.k++
			continue
		}
		r.put(u.row, u.old)
		if u.fresh {
			r.labels = r.labels[:len(r.labels)-1]
		}
	}
}

// write writes the canonical labels of the clustering to dst; names is scratch space. O(n).
func (r *replay) write(dst Partition, names []int32) []int32 {
	names = append(names[:0], make([]int32, len(r.labels))...)
	k := int32(0)
	for x, l := range r.label {
		if r.labels[l].up != l {
			l = r.root(l)
		}
		if names[l] == 0 {
			k++
			names[l] = k
		}
		dst[x] = int(names[l] - 1)
	}
	return names
}
