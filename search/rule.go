package search

import (
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/pareto"
)

// rule says which neighbours of a clustering a walk looks at, and which of them
// it follows. What is not followed against some frontier is not followed against
// a higher one, so that what does not survive early would not survive late.
type rule struct {
	moves bool // merges and moves, or merges only
	// lift: follow what is not dominated after it is raised by this much in i
	// and lowered by as much in h.
	lift float64
	// epsilon: follow what is at a distance d from the frontier with probability
	// exp(-d/epsilon), drawn from the seed and the clustering. Either lift or
	// epsilon is 0.
	epsilon float64
	seed    uint64
	// newcomers: follow only what is a point of its own. Where memory is short,
	// nothing tells otherwise what was followed before, and in a frontier that was
	// thinned countless clusterings share a cell.
	newcomers bool
}

// screen returns a quick test for points, lifted, that do not survive.
func (r *rule) screen(found *archive.Archive) pareto.Screen {
	if r.epsilon > 0 {
		return pareto.Screen{}
	}
	return found.Screen()
}

// survives tells whether a clustering is followed.
func (r *rule) survives(found *archive.Archive, p place) bool {
	if found.Set.Compare(p.H-r.lift, p.I+r.lift) != pareto.Dominated {
		return true
	}
	if r.epsilon == 0 {
		return false
	}
	return found.Distance(p.H, p.I) <= r.reach(p.hash)
}

// reach returns the greatest distance at which a clustering is followed: a draw
// from the exponential distribution of mean epsilon.
func (r *rule) reach(hash keyed.Hash) float64 {
	return -r.epsilon * math.Ln2 * plogp.Log2(hash.Uniform(r.seed))
}

// admits tells whether a neighbour is followed.
func (r *rule) admits(found *archive.Archive, p place) bool {
	if p.undefined() {
		return true // and ends the walk
	}
	if r.newcomers {
		return found.Compare(p.Point) == pareto.Optimal
	}
	return r.survives(found, p)
}
