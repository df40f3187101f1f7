package search

import (
	"slices"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/partition"
)

// The estimated bytes of an entry of a map, and of a clustering with its point without the string. They are the same on
// every machine, because the result depends on them.
const (
	entryBytes = 64
	nodeBytes  = 112
)

// rememberedBytes is the most memory for the costs of clusters. More makes no search of up to 400 rows faster.
const rememberedBytes = 64 << 20

// bytes returns the approximate number of bytes of the walk.
func (w *walk) bytes() int64 {
	nodes := int64(w.queued() + w.points())
	return nodes*(nodeBytes+int64(partition.PackedLen(w.found.Rows()))) + entryBytes*int64(w.marks.Len()+w.crowds.Len())
}

// over reports whether the walk takes more memory than it may, or has found more points.
func (w *walk) over() bool {
	return w.bytes() > w.memory || w.rule.lift == 0 && w.beyond(localBytes) || w.mostPoints > 0 && w.points() > w.mostPoints
}

// pointsLimit reports whether the number of points limits the walk sooner than the memory.
func (w *walk) pointsLimit() bool {
	return w.mostPoints > 0 && localBytes*int64(w.mostPoints) <= w.memory
}

// beyond reports whether the walk takes more than some bytes for each point that it may find. Marks count twice, because
// a map that grows takes twice its memory.
func (w *walk) beyond(bytes float64) bool {
	return w.mostPoints > 0 && float64(w.bytes()+entryBytes*int64(w.marks.Len())) > bytes*float64(w.mostPoints)
}

const (
	// If the number of points is limited, a local search takes about localBytes for each of them, and rounds of effort 1
	// roundBytes. In an almost symmetric table, millions of clusterings are a little below a frontier of few points.
	localBytes = 1500
	roundBytes = 1000
	// newcomerCost is the number of evaluations as which one counts while the walk follows new points alone because it has
	// found too many, or too many ties. Nearly all points are then so near that they must be compared with those found. If
	// these are fewer than 1/manyPoints of the limit, as in a symmetric table, it counts as less, with their square.
	newcomerCost = 16
	manyPoints   = 10
)

// makeRoom frees memory if the walk takes too much, except in epsilon rounds, which end then. First it forgets which
// clusterings were taken, and removes clusterings below the frontier from the queue; from then on a clustering is
// followed only if it is a new point. If that is not enough, it thins the frontier: it makes the cells on which points
// are compared wider until half of the points are left, and only these are explored.
func (w *walk) makeRoom() (changed bool) {
	for w.over() && w.rule.lift == 0 {
		if w.rule.newcomers {
			if w.points() <= max(minThinned, 2*len(w.archives)) { // an archive keeps a point
				break
			}
			for goal := w.points() / 2; w.points() > goal; {
				w.coarsen()
			}
		}
		w.rule = rule{moves: w.rule.moves, newcomers: true}
		w.marks, w.crowds = keyed.Map[keyed.Hash, mark]{}, keyed.Map[crowd, uint8]{}
		for grade, queue := range w.queues {
			w.queues[grade] = slices.DeleteFunc(queue, func(n node) bool { return !w.archives[n.level].Holds(n.Point, n.clustering) })
		}
		changed = true
	}
	return changed
}

// minThinned is the number of points that the walk keeps even if memory is short.
const minThinned = 64
