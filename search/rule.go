package search

import (
	"math"

	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// rule says which neighbours of a clustering a walk evaluates, and which of them survive and are followed. A clustering
// that does not survive against a frontier does not survive against a higher one.
type rule struct {
	moves bool // evaluate merges and moves, not merges only
	// Follow a clustering if its point is not dominated after it is raised by lift in i and lowered by drop in h.
	lift, drop float64
	// Of the clusterings below the frontier in a cell of this width in h and i, follow only the first; 0 for all. A rule
	// with cells has a lift.
	cell float64
	// Follow a clustering at distance d from the frontier with probability exp(-d/epsilon), drawn from the seed and the
	// clustering. Either lift or epsilon is 0.
	epsilon float64
	seed    uint64
	// Follow a clustering only if it is a new point. When memory is short, the walk forgets the clusterings it followed,
	// and in a thinned frontier countless clusterings share a cell.
	newcomers bool
}

// screen returns a quick test for lifted points that do not survive.
func (r *rule) screen(found *archive.Archive) pareto.Screen {
	if r.epsilon > 0 {
		return pareto.Screen{}
	}
	return found.Screen()
}

// lifted returns a point after it is raised in i and lowered in h.
func (r *rule) lifted(p problem.Point) problem.Point {
	return problem.Point{H: p.H - r.drop, I: p.I + r.lift}
}

// survives reports whether a clustering is followed.
func (r *rule) survives(found *archive.Archive, p place) bool {
	at := r.lifted(p.Point)
	return !found.Dominates(at.H, at.I) || r.epsilon > 0 && found.Distance(p.H, p.I) <= r.reach(p.hash)
}

// reach returns the largest distance at which a clustering is followed: a draw from the exponential distribution with
// mean epsilon.
func (r *rule) reach(hash keyed.Hash) float64 {
	return -r.epsilon * math.Ln2 * plogp.Log2(hash.Uniform(r.seed))
}

// admits reports whether a neighbour is followed.
func (r *rule) admits(found *archive.Archive, p place) bool {
	if p.undefined() {
		return true // and ends the walk
	}
	if r.newcomers {
		return found.Compare(p.Point) == pareto.Optimal
	}
	return r.survives(found, p)
}
