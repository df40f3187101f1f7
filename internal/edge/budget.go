package edge

import (
	"math"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/problem"
)

// budget is the total reduced cost that a clustering better than the staircase can have,
// as a function of its entropy: most[k] for entropies up to h[k]. h falls, and most
// never falls.
type budget struct {
	h, most []float64
}

// budgetOf returns the budget under an edge of the hull: D of docs/proof.md, equation
// (3), for a cluster's entropy. points are the frontier from one end of the edge to the
// other, and bound is H(Y) plus the sum of the dual.
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

// widened returns the budget plus an allowance for rounding, but nowhere below least. A dual that
// is not feasible yet can make the budget negative, and the clusters that show its infeasibility
// must still be listed.
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
	k := sort.Search(len(b.h), func(k int) bool { return b.h[k] < h })
	if k == 0 {
		return math.Inf(-1)
	}
	return b.most[k-1]
}

// largest returns the largest total of all.
func (b budget) largest() float64 { return b.most[len(b.most)-1] }
