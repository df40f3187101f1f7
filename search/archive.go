package search

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// archive is the frontier found so far of a problem of n rows.
type archive struct {
	rows int
	set  pareto.Set[member]
	// inserted counts the points that were new when they came.
	inserted int64
}

// member is the clustering kept at a point, in the problem's order of rows, and
// the number of others found there.
type member struct {
	clustering partition.Packed
	ties       int
}

// offer adds the point of a clustering that was not offered before. Of
// clusterings that tie it keeps the one whose string is smallest, so that it
// does not matter which was found first, and counts the others. A dominated
// point changes nothing.
func (a *archive) offer(p Point, c partition.Packed) pareto.Relation {
	relation := a.set.Add(p.H, p.I, member{clustering: c}, func(old, offered member) (kept member, replace bool) {
		ties := old.ties + 1
		if offered.clustering < old.clustering {
			return member{offered.clustering, ties}, true
		}
		return member{old.clustering, ties}, false
	})
	if relation == pareto.Optimal {
		a.inserted++
	}
	return relation
}

// last returns the h of the last point.
func (a *archive) last() (h float64) {
	for p := range a.set.All() {
		h = p.H
	}
	return h
}

// meanGap returns the mean distance in h between neighbouring points.
func (a *archive) meanGap() float64 { return a.last() / float64(a.set.Len()) }

// holds tells whether a clustering is the one kept at its point.
func (a *archive) holds(p Point, c partition.Packed) bool {
	m, ok := a.set.Find(p.H, p.I)
	return ok && m.clustering == c
}

// entries returns the frontier with rows in the order of the table.
func (a *archive) entries(order []int) []frontier.Entry {
	entries := make([]frontier.Entry, 0, a.set.Len())
	labels := make(partition.Partition, a.rows)
	for point := range a.set.All() {
		point.Payload.clustering.Unpack(labels)
		entries = append(entries, frontier.Entry{
			H: point.H, I: point.I, Ties: point.Payload.ties,
			Assignment: partition.Pack(labels.Reorder(order)),
		})
	}
	return entries
}
