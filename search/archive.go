package search

import (
	"github.com/dibmap/dibmap/problem"

	"fmt"
	"iter"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// Archive is the frontier found so far of a problem: the one home of the rule for
// ties.
type Archive struct {
	rows int
	set  pareto.Set[member]
	// inserted counts the points that were new when they came.
	inserted int64
}

// NewArchive returns an empty archive for clusterings of n rows.
func NewArchive(n int) *Archive { return &Archive{rows: n} }

// member is the clustering kept at a point, in the problem's order of rows, and
// the number of others found there.
type member struct {
	clustering partition.Packed
	ties       int
}

// Offer adds the point of a clustering that was not offered before, in the
// problem's order of rows, and of a number of others at exactly this point. Of
// clusterings that tie it keeps the one whose string is smallest, so that it
// does not matter which was found first, and counts the others, as far as
// frontier files can: to 2^31 - 1. A dominated point changes nothing. O(log
// points).
func (a *Archive) Offer(p problem.Point, c partition.Packed, ties int) pareto.Relation {
	relation := a.set.Add(p.H, p.I, member{c, ties}, func(old, offered member) (kept member, replace bool) {
		ties := int(min(int64(old.ties)+int64(offered.ties)+1, math.MaxInt32))
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

// Compare tells how a point stands to those of the archive. O(log points).
func (a *Archive) Compare(p problem.Point) pareto.Relation { return a.set.Compare(p.H, p.I) }

// Len returns the number of points.
func (a *Archive) Len() int { return a.set.Len() }

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

// Result returns what was found, by a search that ended so. s says of the search
// what stats and status do not.
func (a *Archive) Result(p problem.Problem, stats Stats, status Status, s frontier.Search) (*Result, error) {
	s.Status = status
	s.Evaluated, s.Expanded = stats.Evaluated, stats.Expanded
	f, err := frontier.New(p.Describe(), s, a.entries(p.Place()))
	if err != nil {
		return nil, fmt.Errorf("search: the points found are no frontier: %w", err)
	}
	return &Result{Frontier: f, Status: status, Stats: stats}, nil
}

// last returns the h of the last point.
func (a *Archive) last() (h float64) {
	for p := range a.set.All() {
		h = p.H
	}
	return h
}

// holds tells whether a clustering is the one kept at its point.
func (a *Archive) holds(p problem.Point, c partition.Packed) bool {
	m, ok := a.set.Find(p.H, p.I)
	return ok && m.clustering == c
}

// entries returns the frontier with the rows of the table, given the problem's row
// of each.
func (a *Archive) entries(place []int) []frontier.Entry {
	entries := make([]frontier.Entry, 0, a.set.Len())
	labels := make(partition.Partition, a.rows)
	inTable, names := make(partition.Partition, len(place)), make([]int, a.rows)
	for point := range a.set.All() {
		point.Payload.clustering.Unpack(labels)
		for x, row := range place {
			inTable[x] = labels[row]
		}
		inTable.Renumber(names)
		entries = append(entries, frontier.Entry{
			H: point.H, I: point.I, Ties: point.Payload.ties,
			Assignment: partition.Pack(inTable),
		})
	}
	return entries
}
