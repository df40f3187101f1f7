package program

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/problem"
)

// list holds the labels of a set of rows: the sums over the clusters of its clusterings,
// by increasing h, and of equal h by decreasing i. No label dominates another.
type list struct {
	points []problem.Point
	// origin says how the clustering with the smallest string is made; each program has its own way.
	origin []uint64
	// count is the number of clusterings at exactly this point, up to maxCount.
	count []uint32
	// ends[k] is where the labels of k clusters end. If the number of clusters is not
	// limited, ends has one element, for all labels.
	ends []int32
}

// span returns where the labels of a number of clusters begin and end.
func (l *list) span(clusters int) (from, to int) {
	if clusters >= len(l.ends) {
		return 0, 0
	}
	if clusters > 0 {
		from = int(l.ends[clusters-1])
	}
	return from, int(l.ends[clusters])
}

const (
	// labelBytes is the memory of a label in a list, and gatheredBytes in a gatherer.
	labelBytes    = 28
	gatheredBytes = 32
	// maxCount is one more than the largest number of ties in a frontier file.
	maxCount = math.MaxInt32 + 1
)

// empty returns the list of the set of no rows.
func empty() list {
	return list{points: []problem.Point{{}}, origin: []uint64{0}, count: []uint32{1}, ends: []int32{1}}
}

func (l *list) bytes() int64 { return labelBytes * int64(len(l.points)) }

// add appends the labels of the next number of clusters.
func (l *list) add(labels []label) {
	at := len(l.points)
	l.points = slices.Grow(l.points, len(labels))[:at+len(labels)]
	l.origin = slices.Grow(l.origin, len(labels))[:at+len(labels)]
	l.count = slices.Grow(l.count, len(labels))[:at+len(labels)]
	for k, from := range labels {
		l.points[at+k], l.origin[at+k], l.count[at+k] = from.at, from.origin, from.count
	}
	l.ends = append(l.ends, int32(len(l.points)))
}

// has reports whether a label has exactly the given sums. The list is of any number of clusters.
func (l *list) has(at problem.Point) bool {
	k, found := slices.BinarySearchFunc(l.points, at, func(p, at problem.Point) int {
		return cmp.Or(cmp.Compare(p.H, at.H), cmp.Compare(at.I, p.I))
	})
	return found && l.points[k] == at
}
