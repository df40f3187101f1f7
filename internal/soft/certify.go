//go:build !js

package soft

import (
	"math"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/special"
)

const (
	// mostCertified is the largest number of values of Y for which the largest G is bounded.
	mostCertified = 3
	// certain is how far in bits of I the bound may be above the largest G that was found.
	certain = 5e-6
	// mostPieces is the largest number of pieces of the simplex.
	mostPieces = 1 << 19
)

// bound returns a proved upper bound of log2 G over all distributions of Y, by branch and bound over
// pieces of the simplex. It reports whether the bound is within the tolerance of the largest G that was found.
//
// The logarithm of a term of G is concave in nu, and therefore at most its tangent at the centre c of a piece,
//
//	-beta D(p(y|x) || c) + beta / ln 2 (sum_y p(y|x) nu_y / c_y - 1).
//
// The sum of these exponentials is convex, and at most its largest value at a corner of the piece.
func (e *encoder) bound(t *table) (excess float64, ok bool) {
	limit := e.excess + float64(certain*e.beta)
	most := special.Exp2(limit)
	g := newExcess(t, e.beta, e.logZ)
	pieces := [][][]float64{t.whole()}
	for n := 0; len(pieces) > 0; n++ {
		if n == mostPieces {
			return 0, false
		}
		piece := pieces[len(pieces)-1]
		pieces = pieces[:len(pieces)-1]
		if g.most(piece) <= most {
			continue
		}
		a, b := halves(piece)
		pieces = append(pieces, a, b)
	}
	return limit, true
}

// whole returns a simplex that holds all p(y|x), with a corner in each row.
func (t *table) whole() [][]float64 {
	if t.m == 2 {
		least, most := 1.0, 0.0
		for x := range t.rows {
			p := t.distribution(x)[0]
			least, most = min(least, p), max(most, p)
		}
		return [][]float64{{least, 1 - least}, {most, 1 - most}}
	}
	corners := square(t.m)
	for y := range corners {
		corners[y][y] = 1
	}
	return corners
}

// most returns an upper bound of G in a piece.
func (g *excess) most(piece [][]float64) float64 {
	m := g.t.m
	centre := make([]float64, m)
	for _, v := range piece {
		for y, p := range v {
			centre[y] += p / float64(len(piece))
		}
	}
	logs := g.t.logs(centre, g.room)
	at := make([]float64, len(piece))
	apart := 0.0
	for x := range g.t.rows {
		r := &g.t.rows[x]
		here := g.logs[x] + float64(g.beta*r.score(logs))
		if math.IsInf(here, -1) { // then every nu of the piece lacks a value of this row
			continue
		}
		highest := math.Inf(-1)
		for k, v := range piece {
			slope := -1.0
			for _, c := range r.cells {
				slope += float64(c.p * v[c.y] / centre[c.y])
			}
			there := here + float64(g.beta*slope/math.Ln2)
			highest = max(highest, there)
			at[k] += special.Exp2(there)
		}
		apart += special.Exp2(min(highest, g.logs[x]))
	}
	together := 0.0
	for _, v := range at {
		together = max(together, v)
	}
	return min(together, apart)
}

// halves splits a piece at the middle of its longest edge.
func halves(piece [][]float64) (a, b [][]float64) {
	longest, from, to := -1.0, 0, 0
	for k, v := range piece {
		for l, w := range piece[:k] {
			if d := distance(v, w); d > longest {
				longest, from, to = d, l, k
			}
		}
	}
	middle := lists.Make(len(piece[from]), func(y int) float64 { return (piece[from][y] + piece[to][y]) / 2 })
	a, b = make([][]float64, len(piece)), make([][]float64, len(piece))
	copy(a, piece)
	copy(b, piece)
	a[from], b[to] = middle, middle
	return a, b
}
