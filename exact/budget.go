package exact

import (
	"math"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/problem"
)

// budget says how much total reduced cost a clustering better than the staircase
// can have, depending on its entropy: see [budgetOf]. Steps are sorted by
// decreasing h, and most never falls.
type budget struct {
	h, most []float64
}

// budgetOf returns the budget under an edge of the hull. Points are those of the
// frontier from one end of the edge to the other, and bound is sum_x u_x + H(Y),
// so that I = bound + slope H - total for every clustering.
//
// A clustering is better than the staircase if for some k its entropy is below
// h_{k+1} and its information above i_k. Then its total is below bound + slope
// h_{k+1} - i_k. at(h) is the largest of those for h_{k+1} >= h.
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

// widened returns the budget with something added, for what rounding may take, but
// no less than that: a dual that is not feasible yet can make it negative, and must
// not hide the clusters that say so.
func (b budget) widened(by, least float64) budget {
	most := slices.Clone(b.most)
	for k := range most {
		most[k] = max(most[k]+by, least)
	}
	return budget{b.h, most}
}

// at returns the total that a clustering of entropy h or more may have; minus
// infinity beyond the end of the edge.
func (b budget) at(h float64) float64 {
	k := sort.Search(len(b.h), func(k int) bool { return b.h[k] < h })
	if k == 0 {
		return math.Inf(-1)
	}
	return b.most[k-1]
}

// largest returns the budget of any entropy.
func (b budget) largest() float64 { return b.most[len(b.most)-1] }
