package frontier

import "github.com/dibmap/dibmap/partition"

// Point is one clustering of the frontier, or of the best ones for each number of clusters.
type Point struct {
	// Index is the position on the frontier: [Frontier.At](Index) returns the point. It is -1
	// for a clustering of [Frontier.Best] or [Frontier.Layer] that is not on the frontier.
	Index int
	// H is H(Z) and I is I(Z;Y), in bits; K is the number of clusters.
	H, I float64
	K    int
	// Ties is the number of other clusterings that were found with the same H and I.
	Ties int
	// Hull means that the point is on the upper concave hull, so that it maximises I - beta H for
	// some beta: the Lagrangian form of the problem can reach it.
	Hull bool
	// DMC means that the point has the largest I of all points of the frontier with at most K
	// clusters. (A clustering that is not on the frontier may have a larger I, at a higher H.)
	DMC bool
	// Prominence is how far the point stands out between its two neighbours on the frontier, a
	// number without unit from 0 to 1: the square root of the share of the area of the
	// frontier's box that only this point dominates, less the pocket on its other side,
	//
	//	sqrt(max(0, dh+ di- - dh- di+) / (H I))
	//
	// for the steps (dh-, di-) from the previous point and (dh+, di+) to the next one, and the
	// extents H and I of the frontier. It is 0 at both ends, and for points on the line through
	// their neighbours or below it. It does not depend on the units of h and i, and the order of
	// points by prominence is the same for every tilt i - beta h.
	Prominence float64
	// Kink is the angle in degrees by which the hull bends at a hull point (Strouse and
	// Schwab 2017, doi:10.1162/neco_a_01136); 0 at both ends and off the hull.
	Kink float64
	// Spread is the uncertainty of the point, and Robust means that the filter keeps it; both
	// are zero if the frontier has no Uncertainty.
	Spread
	Robust bool
	// HeldOut is the score of the point on held-out records; zero if the frontier has no
	// Validation.
	HeldOut HeldOut
	// Best means that the point is from [Frontier.Best], and Exact that it was proved to be the
	// most informative of K clusters, to 2^-30 bit.
	Best, Exact bool

	entry *Entry
	of    *Frontier
}

// Known reports whether the clustering is known; it is not in a frontier from CSV. O(1).
func (p Point) Known() bool { return p.entry != nil && p.entry.known() }

// Packed returns the clustering in packed form; empty if it is not known. O(1), and O(n) if the
// clustering is in a tree, as in frontiers of many rows.
func (p Point) Packed() partition.Packed {
	if !p.Known() {
		return ""
	}
	return p.entry.packed()
}

// Entry returns the point as an argument of [New], without a clustering if it is not known. O(1).
func (p Point) Entry() Entry {
	e := Entry{H: p.H, I: p.I, K: p.K, Ties: p.Ties}
	if p.entry != nil {
		e.Assignment, e.Tree, e.Member = p.entry.Assignment, p.entry.Tree, p.entry.Member
	}
	return e
}

// Unpack is [Point.Assignment] for a loop: it writes the cluster of every row to labels, which has
// one for each row. It panics if the clustering is not known. O(n).
func (p Point) Unpack(labels partition.Partition) { p.entry.unpack(labels) }

// Assignment returns the cluster of every row, in the order of the problem's labels and in
// canonical form. It is nil if the clustering is not known, as in a frontier from CSV. O(n).
func (p Point) Assignment() partition.Partition {
	if !p.Known() {
		return nil
	}
	a := make(partition.Partition, p.of.Problem.N)
	p.Unpack(a)
	return a
}

// Clusters returns the labels of the rows of every cluster, in the order of the table; nil if
// [Point.Assignment] is nil. O(n).
func (p Point) Clusters() [][]string {
	a := p.Assignment()
	if a == nil {
		return nil
	}
	clusters := make([][]string, p.K)
	for x, c := range a {
		clusters[c] = append(clusters[c], p.of.Problem.XLabels[x])
	}
	return clusters
}
