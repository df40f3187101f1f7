package partition

import "fmt"

// Kind is the kind of a [Change].
type Kind uint8

// The kinds of changes.
const (
	// Move moves the row to the cluster of row To.
	Move Kind = iota
	// Alone makes the row a cluster of its own; To has no meaning and is the row.
	Alone
	// Merge joins the cluster of the row and the cluster of row To.
	Merge
)

// Change is one change of a clustering. It names clusters by rows in them, so that it does not
// depend on labels.
type Change struct {
	Row, To int32
	Kind    Kind
}

// step is a change in two numbers: to is the row itself for [Alone] and ^To for [Merge].
type step struct{ row, to int32 }

// stepOf returns the change of a clustering of n rows in two numbers, or an error if it has no
// meaning.
func stepOf(c Change, n int) (step, error) {
	to := c.To
	if c.Kind == Alone {
		to = c.Row
	}
	switch {
	case c.Kind > Merge:
		return step{}, fmt.Errorf("%d is no kind of change", c.Kind)
	case c.Row < 0 || int(c.Row) >= n:
		return step{}, fmt.Errorf("row %d of a change is not one of rows 0 to %d", c.Row, n-1)
	case to < 0 || int(to) >= n:
		return step{}, fmt.Errorf("row %d of a change is not one of rows 0 to %d", to, n-1)
	case c.Kind != Alone && to == c.Row:
		return step{}, fmt.Errorf("row %d moves to, or is merged with, its own cluster", to)
	case c.Kind == Merge:
		to = ^to
	}
	return step{c.Row, to}, nil
}

func (s step) change() Change {
	switch {
	case s.to < 0:
		return Change{Row: s.row, To: ^s.to, Kind: Merge}
	case s.to == s.row:
		return Change{Row: s.row, To: s.row, Kind: Alone}
	default:
		return Change{Row: s.row, To: s.to, Kind: Move}
	}
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

// undo records a change by a step: row had another label, or, if row is -1, a root was joined to another.
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

// apply applies a step.
func (r *replay) apply(s step) {
	if s.to < 0 {
		r.join(r.root(r.label[s.row]), r.root(r.label[^s.to]))
		return
	}
	fresh := s.to == s.row
	to := int32(len(r.labels))
	if fresh {
		r.labels = append(r.labels, label{up: to, weight: 1})
	} else {
		to = r.root(r.label[s.to])
	}
	r.log = append(r.log, undo{s.row, r.label[s.row], fresh})
	r.put(s.row, to)
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

// revert takes back steps until the log has the given length.
func (r *replay) revert(length int) {
	for ; len(r.log) > length; r.log = r.log[:len(r.log)-1] {
		u := r.log[len(r.log)-1]
		if u.row < 0 {
			b := &r.labels[u.old]
			if r.follower != nil {
				r.follower.Part(b.up, u.old)
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
