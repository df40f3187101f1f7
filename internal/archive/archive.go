// Package archive holds the frontier that a search has found so far: the non-dominated set of package pareto with
// the clustering of every point, and the rule that decides which of two tied clusterings is kept.
package archive

import (
	"fmt"
	"iter"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Archive is the frontier found so far of a problem. Clusterings are in the problem's
// order of rows.
type Archive struct {
	set pareto.Set[Member]
	// Inserted counts the points that were optimal when they were offered.
	Inserted int64
	rows     int
	err      error // of a point that was offered and is not valid
}

// Member is the clustering kept at a point, and the number of others found there.
type Member struct {
	Clustering partition.Packed
	Ties       int
}

// New returns an empty archive for clusterings of n rows.
func New(n int) *Archive { return &Archive{rows: n} }

// Rows returns the number of rows of the clusterings.
func (a *Archive) Rows() int { return a.rows }

// Offer adds the point of a clustering that was not offered before, and the number of others known at exactly this
// point. Of tied clusterings it keeps the one with the smallest string, so that the order of the offers does not
// matter, and counts the others, up to 2^31 - 1 as frontier files do. A dominated point changes nothing, and an
// invalid point becomes the error of [Archive.Err]. O(log points).
func (a *Archive) Offer(p problem.Point, c partition.Packed, ties int) pareto.Relation {
	if !p.Valid() {
		if a.err == nil {
			a.err = fmt.Errorf("a clustering has an h, an i or a cost of a cluster that is not a number below %d in size: scale the objectives", problem.MaxPoint)
		}
		return pareto.Dominated
	}
	relation := a.set.Add(p.H, p.I, Member{c, ties}, func(old, offered Member) (kept Member, replace bool) {
		ties := int(min(int64(old.Ties)+int64(offered.Ties)+1, math.MaxInt32))
		if offered.Clustering < old.Clustering {
			return Member{offered.Clustering, ties}, true
		}
		return Member{old.Clustering, ties}, false
	})
	if relation == pareto.Optimal {
		a.Inserted++
	}
	return relation
}

// Err returns an error if a point was offered that is not valid.
func (a *Archive) Err() error { return a.err }

// Compare returns the relation of a point to the points of the archive. An invalid point counts as optimal, so that
// it is offered. O(log points).
func (a *Archive) Compare(p problem.Point) pareto.Relation {
	if !p.Valid() {
		return pareto.Optimal
	}
	return a.set.Compare(p.H, p.I)
}

// Dominates reports whether a point of the archive dominates (h, i), which need not be the point of a clustering.
// O(log points).
func (a *Archive) Dominates(h, i float64) bool { return a.set.Compare(h, i) == pareto.Dominated }

// Distance returns how far any point is below the staircase, as [pareto.Set.Distance] does.
func (a *Archive) Distance(h, i float64) float64 { return a.set.Distance(h, i) }

// Screen returns a quick test for points that the archive dominates.
func (a *Archive) Screen() pareto.Screen { return a.set.Screen() }

// Coarsen thins the frontier as [pareto.Set.Coarsen] does. O(points).
func (a *Archive) Coarsen() { a.set.Coarsen() }

// Coarsened returns the number of calls of Coarsen.
func (a *Archive) Coarsened() int { return a.set.Coarsened() }

// Restore adds a point as a checkpoint holds it. It neither counts it as inserted nor checks it.
func (a *Archive) Restore(p problem.Point, m Member) { a.set.Add(p.H, p.I, m, nil) }

// Len returns the number of points.
func (a *Archive) Len() int { return a.set.Len() }

// All returns the points with their members by increasing h.
func (a *Archive) All() iter.Seq[pareto.Point[Member]] { return a.set.All() }

// Points returns the points by increasing h.
func (a *Archive) Points() iter.Seq[problem.Point] {
	return func(yield func(problem.Point) bool) {
		for p := range a.set.All() {
			if !yield(problem.Point{H: p.H, I: p.I}) {
				return
			}
		}
	}
}

// Last returns the point of largest h; the zero point if the archive is empty. O(points).
func (a *Archive) Last() (last problem.Point) {
	for last = range a.Points() {
	}
	return last
}

// Holds reports whether a clustering is the one kept at its point. O(log points).
func (a *Archive) Holds(p problem.Point, c partition.Packed) bool {
	m, ok := a.set.Find(p.H, p.I)
	return ok && m.Clustering == c
}

// Frontier returns the points found as a finished frontier of the problem, with rows in the
// order of the table.
func (a *Archive) Frontier(p problem.Problem, s frontier.Search) (*frontier.Frontier, error) {
	f, err := frontier.New(p.Describe(), s, a.Entries(p.Place()))
	if err != nil {
		return nil, fmt.Errorf("the points found are no frontier: %w", err)
	}
	return f, nil
}

// Entries returns the points with the rows of the table, given the problem's row of each.
func (a *Archive) Entries(place []int) []frontier.Entry {
	entries := make([]frontier.Entry, 0, a.Len())
	labels := make(partition.Partition, a.rows)
	for point := range a.set.All() {
		point.Payload.Clustering.Unpack(labels)
		entries = append(entries, frontier.Entry{
			H: point.H, I: point.I, Ties: point.Payload.Ties,
			Assignment: partition.Pack(InTable(place, labels)),
		})
	}
	return entries
}

// InTable returns a clustering of a problem's rows as one of the table's rows, given the problem's row of each. O(rows).
func InTable(place []int, f partition.Partition) partition.Partition {
	labels := make(partition.Partition, len(place))
	for x, row := range place {
		labels[x] = f[row]
	}
	labels.Renumber(make([]int, len(f)))
	return labels
}

// Placed returns a clustering of a table's rows as one of the problem's rows. Rows of the table that are one row of
// the problem must share a cluster. O(rows).
func Placed(p problem.Problem, f partition.Partition) partition.Partition {
	labels := make(partition.Partition, p.Rows())
	for x, row := range p.Place() {
		labels[row] = f[x]
	}
	labels.Renumber(make([]int, len(f)))
	return labels
}
