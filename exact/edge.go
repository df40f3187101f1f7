package exact

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// edge is a part of the frontier that one dual proves: the points from one corner of the hull to another, both
// included. That is an edge of the hull, or several of nearly the same slope.
type edge struct{ points []problem.Point }

func (e edge) first() problem.Point { return e.points[0] }
func (e edge) last() problem.Point  { return e.points[len(e.points)-1] }

func (e edge) slope() float64 {
	a, b := e.first(), e.last()
	return min((b.I-a.I)/(b.H-a.H), 1)
}

// depth returns how far in i the lowest corner of the staircase is below the lowest line of the edge's slope that is
// above all of its points.
func (e edge) depth() float64 {
	slope, line := e.slope(), math.Inf(-1)
	for _, at := range e.points {
		line = max(line, at.I-float64(slope*at.H))
	}
	b := budgetOf(e.points, slope, line)
	return b.largest()
}

// deeper is how much deeper below its line a part of several edges of the hull may be than the deepest of them. Such a
// part has a few more clusters within its budget than that edge has, and they are listed once for all of the edges.
const deeper = 1.15

// edges returns the parts of the frontier that are proved one by one, from the highest entropy down. A part
// depends on its own points and on those of the edge below alone, so points found lower down do not change it.
func (p *prover) edges() []edge {
	points := slices.Collect(p.found.Points())
	hull := pareto.Hull(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I })
	between := func(from, to int) edge { return edge{points[hull[from] : hull[to]+1]} }
	var edges []edge
	for to := len(hull) - 1; to > 0; {
		from := to - 1
		deepest := between(from, to).depth()
		for from > 0 {
			deepest = max(deepest, between(from-1, from).depth())
			if between(from-1, to).depth() > deeper*deepest {
				break
			}
			from--
		}
		edges = append(edges, between(from, to))
		to = from
	}
	return edges
}

// proofOf returns the proof of an edge, or nil.
func (p *prover) proofOf(e edge) *proof {
	for k := range p.proofs {
		if slices.Equal(p.proofs[k].points, e.points) {
			return &p.proofs[k]
		}
	}
	return nil
}
