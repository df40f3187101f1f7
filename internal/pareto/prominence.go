package pareto

import (
	"math"

	"github.com/dibmap/dibmap/internal/special"
)

// Prominence returns how far point j of a staircase of n points stands out between its neighbours. With the steps (dh-, di-) from point j-1 to j and (dh+, di+) from j to j+1,
//
//	A = dh+ di-, the area that only j dominates,
//	B = dh- di+, the area of the pocket on the other side, which no point dominates,
//	prominence = sqrt(max(0, A - B) / (H I))
//
// where H and I are the extents of the frontier, from its first point to its last. It is a number
// without unit from 0 to 1, since A <= H I. The first and the last point have 0. So does a point
// that a shift by 2^-30 bit along one axis would put on the line through its neighbours,
// since points are not known more exactly. at(p) is point p, sorted by increasing h. O(1).
//
// A - B is the determinant of the two steps, |dh+ di+; dh- di-|: twice the signed area
// of the triangle of the three points. It follows, except for the tolerance:
//
//   - on a straight line steps are parallel, so that it is 0 however uneven they are;
//     below the line through the neighbours it is negative;
//   - a linear map M of the plane multiplies it by det M, and a translation leaves the
//     steps as they are. So the order of points by prominence does not change under any
//     affine map of det M > 0 that leaves them the same neighbours: not under other
//     units of h or i, nor under tilts i -> i - beta h, which are what a Lagrangian does;
//   - h -> a h + b and i -> c i + d, for a and c above 0, multiply both A - B and H I by a c,
//     so that the prominence itself does not change.
func Prominence(n int, at func(p int) (h, i float64), j int) float64 {
	if j <= 0 || j >= n-1 {
		return 0
	}
	// Shares of the extents cannot overflow in products.
	h0, i0 := at(0)
	h1, i1 := at(n - 1)
	width, height := h1-h0, i1-i0
	step := func(from int) (dh, di float64) {
		ha, ia := at(from)
		hb, ib := at(from + 1)
		return (hb - ha) / width, (ib - ia) / height
	}
	dhBefore, diBefore := step(j - 1)
	dhAfter, diAfter := step(j)
	excess := float64(dhAfter*diBefore) - float64(dhBefore*diAfter)
	// The distance from the line, along i and along h, is the excess divided by one
	// side of the box of the neighbours.
	noise := Tolerance * max((dhBefore+dhAfter)/height, (diBefore+diAfter)/width)
	if !(excess > noise) { // also if extents overflow
		return 0
	}
	return math.Sqrt(excess)
}

// Kinks returns, for hull points in their order, the angle in degrees between the hull
// edge to the left and the one to the right: atan s_left - atan s_right, of the slopes
// di/dh. It is 0 at both ends.
//
// Slopes are what a Lagrangian H - beta I has as 1/beta, so this is the kink angle
// pi/2 - atan beta_min - atan 1/beta_max of a solution that is optimal from beta_min to
// beta_max (Strouse and Schwab 2017, "The information bottleneck and geometric
// clustering", Neural Computation 31(3):596-612, 2019, doi:10.1162/neco_a_01136). It
// depends on the units of h and i. O(hull).
func Kinks(hull []int, at func(p int) (h, i float64)) []float64 {
	angles := make([]float64, len(hull))
	direction := func(from int) float64 {
		ha, ia := at(hull[from])
		hb, ib := at(hull[from+1])
		return special.Angle(hb-ha, ib-ia)
	}
	for k := 1; k+1 < len(hull); k++ {
		angles[k] = float64(max(0, direction(k-1)-direction(k)) * (180 / math.Pi))
	}
	return angles
}
