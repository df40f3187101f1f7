package exact

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/problem"
)

// list holds the labels of a set of rows: the sums over the clusters of its
// clusterings, by increasing h, of equal h by decreasing i. No label beats another.
type list struct {
	points []problem.Point
	// origin says how the clustering of smallest string is made, in a way of the
	// program's own.
	origin []uint64
	// count is the number of clusterings at exactly this point, up to maxCount.
	count []uint32
	// ends says where the labels of 0, 1, 2, ... clusters end, if those of every
	// number are a list of their own; else it is nil.
	ends []int32
}

// reaches tells whether there may be labels of a number of clusters.
func (l *list) reaches(clusters int) bool { return clusters < len(l.ends) || l.ends == nil }

// span returns the places of the labels of a number of clusters; if these are not
// told apart, of all.
func (l *list) span(clusters int) (from, to int) {
	switch {
	case l.ends == nil:
		return 0, len(l.points)
	case clusters >= len(l.ends):
		return 0, 0
	case clusters > 0:
		from = int(l.ends[clusters-1])
	}
	return from, int(l.ends[clusters])
}

// labelBytes is what a label takes in a list, and gatheredBytes in a gatherer.
const (
	labelBytes    = 28
	gatheredBytes = 32
)

// maxCount is one more than the ties that a frontier file can hold.
const maxCount = math.MaxInt32 + 1

// empty is the list of the set of no rows.
func empty() list {
	return list{points: []problem.Point{{}}, origin: []uint64{0}, count: []uint32{1}, ends: []int32{1}}
}

func (l *list) bytes() int64 { return labelBytes * int64(len(l.points)) }

// add appends the labels of one more number of clusters.
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

// listOf returns a list of labels whose numbers of clusters are not told apart.
func listOf(labels []label) (l list) {
	l.add(labels)
	l.ends = nil
	return l
}
