// Package edge proves one edge of a frontier's hull, or shows what the frontier lacks there. It
//
//  1. reads the table, with sets of rows as words of 64 bits, and the staircase of points under the edge
//     (table.go, effort.go);
//  2. finds a dual, which bounds I(Z;Y) by a line along the edge, by column generation with a barrier method
//     (dual.go, nearby.go, barrier.go);
//  3. lists the clusters that a better clustering could contain by branch and bound (list.go, explore.go, bound.go),
//     and drops some by further duals (sift.go);
//  4. finds the best clusterings of these clusters by a dynamic program over the sets of rows that are left
//     (cover.go, coverstage.go).
//
// The journal keeps what was listed (journal.go), and jobs divide a list among machines (jobs.go, portion.go).
// docs/proof.md explains why this is a proof.
package edge

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// Edge is a part of the frontier that one dual proves: the points from one corner of the hull to another, both
// included. That is an edge of the hull, or several of nearly the same slope.
type Edge struct{ Points []problem.Point }

// First returns the corner of lowest entropy.
func (e Edge) First() problem.Point { return e.Points[0] }

// Last returns the corner of highest entropy.
func (e Edge) Last() problem.Point { return e.Points[len(e.Points)-1] }

// Slope returns the slope from the first corner to the last, at most 1.
func (e Edge) Slope() float64 {
	a, b := e.First(), e.Last()
	return min((b.I-a.I)/(b.H-a.H), 1)
}

// Depth returns how far in i the lowest corner of the staircase is below the lowest line of the edge's slope that is
// above all of its points.
func (e Edge) Depth() float64 {
	slope, line := e.Slope(), math.Inf(-1)
	for _, at := range e.Points {
		line = max(line, at.I-float64(slope*at.H))
	}
	b := budgetOf(e.Points, slope, line)
	return b.largest()
}

// deeper is how much deeper below its line a part of several edges of the hull may be than the deepest of them. Such a
// part has a few more clusters within its budget than that edge has, and they are listed once for all of the edges.
const deeper = 1.15

// Of returns the parts of a frontier that are proved one by one, from the highest entropy down. A part
// depends only on its own points and on the points of the edge below, so points found lower down do not change it.
func Of(points []problem.Point) []Edge {
	hull := pareto.Hull(len(points), func(k int) (h, i float64) { return points[k].H, points[k].I })
	between := func(from, to int) Edge { return Edge{points[hull[from] : hull[to]+1]} }
	var edges []Edge
	for to := len(hull) - 1; to > 0; {
		from := to - 1
		deepest := between(from, to).Depth()
		for from > 0 {
			deepest = max(deepest, between(from-1, from).Depth())
			if between(from-1, to).Depth() > deeper*deepest {
				break
			}
			from--
		}
		edges = append(edges, between(from, to))
		to = from
	}
	return edges
}

// budget is the total reduced cost that a clustering better than the staircase can have, as a function of its
// entropy: most[k] for entropies up to h[k]. h falls, and most never falls.
type budget struct {
	h, most []float64
}

// budgetOf returns the budget under an edge of the hull: D of docs/proof.md, equation (3), for a cluster's entropy.
// points are the frontier from one end of the edge to the other, and bound is H(Y) plus the sum of the dual.
func budgetOf(points []problem.Point, slope, bound float64) budget {
	var b budget
	most := math.Inf(-1)
	for k := len(points) - 2; k >= 0; k-- {
		most = max(most, bound+float64(slope*points[k+1].H)-points[k].I)
		b.h = append(b.h, points[k+1].H)
		b.most = append(b.most, most)
	}
	return b
}

// flat returns the budget that is most for entropies up to h.
func flat(h, most float64) budget { return budget{[]float64{h}, []float64{most}} }

// widened returns the budget plus an allowance for rounding, but nowhere below least. A dual that is not feasible yet
// can make the budget negative, and the clusters that show its infeasibility must still be listed.
func (b budget) widened(by, least float64) budget {
	most := slices.Clone(b.most)
	for k := range most {
		most[k] = max(most[k]+by, least)
	}
	return budget{b.h, most}
}

// at returns the total that a clustering of entropy h or more may have. Beyond the end of
// the edge it is minus infinity.
func (b budget) at(h float64) float64 {
	from, to := 0, len(b.h) // as sort.Search, which calls a function
	for from < to {
		if middle := int(uint(from+to) / 2); b.h[middle] < h {
			to = middle
		} else {
			from = middle + 1
		}
	}
	if from == 0 {
		return math.Inf(-1)
	}
	return b.most[from-1]
}

// largest returns the largest total of all.
func (b budget) largest() float64 { return b.most[len(b.most)-1] }
