package frontier

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/partition"
)

// Entry is a point without what follows from the other points: an argument of [New]. Its
// clustering is packed or, where thousands of points of thousands of rows would take too much
// memory, a member of a tree. Both are empty if the clustering is not known, as in a frontier from
// CSV.
type Entry struct {
	H, I float64
	// K is the number of clusters; 0 means the number in the clustering.
	K int
	// Ties is the number of other clusterings that were found at the same point.
	Ties int
	// Assignment is the clustering; empty if it is in a tree.
	Assignment partition.Packed
	// Tree has the clustering as its member of the given index; nil if it is in Assignment.
	Tree   *partition.Tree
	Member int
}

// known reports whether the clustering is known.
func (e *Entry) known() bool { return e.Assignment != "" || e.Tree != nil }

// unpack writes the clustering, which is known, to labels, one for each row. O(n).
func (e *Entry) unpack(labels partition.Partition) {
	if e.Tree != nil {
		e.Tree.Unpack(e.Member, labels)
		return
	}
	e.Assignment.Unpack(labels)
}

// packed returns the clustering in packed form; empty if it is not known. O(1), and O(n) if it is
// in a tree.
func (e *Entry) packed() partition.Packed {
	if e.Tree != nil {
		return e.Tree.Pack(e.Member)
	}
	return e.Assignment
}

// Compare orders the entries of one table by their clusterings as [partition.Packed] does, unknown
// clusterings first. O(n), and O(1) for equal clusterings in trees.
func (e *Entry) Compare(o *Entry) int {
	if e.Tree != nil && o.Tree != nil && e.Tree.Digest(e.Member) == o.Tree.Digest(o.Member) {
		return 0
	}
	return cmp.Compare(e.packed(), o.packed())
}

// checkForm returns an error if the clustering does not have n rows. O(1).
func (e *Entry) checkForm(n int) error {
	switch {
	case e.Tree == nil:
		if e.Assignment != "" && !fits(e.Assignment, n) {
			return errLabels(n)
		}
	case e.Assignment != "":
		return errors.New("there are an assignment and a member of a tree, and should be one of them")
	case e.Tree.Rows() != n:
		return fmt.Errorf("the tree is of %d rows, and the problem has %d", e.Tree.Rows(), n)
	case e.Member < 0 || e.Member >= e.Tree.Len():
		return fmt.Errorf("the tree of %d clusterings has no member %d", e.Tree.Len(), e.Member)
	}
	return nil
}

// check checks an entry and sets its number of clusters; labels is scratch space of one label for
// each row. O(n), and O(1) for a member of a tree, whose form is right by construction.
func (e *Entry) check(labels partition.Partition) error {
	for _, v := range []float64{e.H, e.I} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("(h %g, i %g) is not a point", e.H, e.I)
		}
	}
	if err := e.checkForm(len(labels)); err != nil {
		return err
	}
	if !e.known() {
		if e.K < 1 {
			return fmt.Errorf("k is %d", e.K)
		}
		return nil
	}
	k, err := e.count(labels)
	if err != nil {
		return fmt.Errorf("assignment: %w", err)
	}
	if e.K != 0 && e.K != k {
		return fmt.Errorf("k is %d, but the assignment has %d clusters", e.K, k)
	}
	e.K = k
	return nil
}

// count returns the number of clusters, or an error if the labels are not canonical.
func (e *Entry) count(labels partition.Partition) (int, error) {
	if e.Tree != nil {
		return e.Tree.K(e.Member), nil
	}
	e.Assignment.Unpack(labels)
	return labels.K(), labels.Check()
}

// fits reports whether an assignment has one label for each of n rows.
func fits(a partition.Packed, n int) bool {
	return n >= 0 && n <= len(a) && len(a) == partition.PackedLen(n)
}

// errLabels returns the error of an assignment that does not have one label for each of n rows.
func errLabels(n int) error {
	return fmt.Errorf("the assignment does not have one label for each of the %d rows", n)
}
