package exact

import (
	"slices"

	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/problem"
)

// edge is an edge of the hull: the points of the frontier from one end to the other, both included.
type edge struct{ points []problem.Point }

func (e edge) first() problem.Point { return e.points[0] }
func (e edge) last() problem.Point  { return e.points[len(e.points)-1] }

func (e edge) slope() float64 {
	a, b := e.first(), e.last()
	return min((b.I-a.I)/(b.H-a.H), 1)
}

// depth returns how far in i the lowest corner of the staircase is below the edge.
func (e edge) depth() float64 {
	b := budgetOf(e.points, e.slope(), e.first().I-float64(e.slope()*e.first().H))
	return b.largest()
}

// edges returns the edges of the hull, from the highest entropy down.
func (p *prover) edges() []edge {
	points := slices.Collect(p.found.Points())
	hull := pareto.Hull(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I })
	var edges []edge
	for k := len(hull) - 1; k > 0; k-- {
		edges = append(edges, edge{points[hull[k-1] : hull[k]+1]})
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
