package frontier

import (
	"math"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/special"
)

// prominence returns how far point j stands out between its neighbours on the frontier. With the steps (dh-, di-) from point j-1 to j and (dh+, di+) from j to j+1,
//
//	A = dh+ di-, the area that only j dominates,
//	B = dh- di+, the area of the pocket on the other side, which no point dominates,
//	prominence = sqrt(max(0, A - B) / (H I))
//
// where H and I are the extents of the frontier, from its first point to its last. It is a number
// without unit from 0 to 1, since A <= H I. The first and the last point have 0. So does a point
// that a shift by 2^-30 bit along one axis would put on the line through its neighbours,
// since points are not known more exactly.
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
func (f *Frontier) prominence(j int) float64 {
	last := len(f.entries) - 1
	if j <= 0 || j >= last {
		return 0
	}
	// Shares of the extents cannot overflow in products.
	width, height := f.entries[last].H-f.entries[0].H, f.entries[last].I-f.entries[0].I
	step := func(from int) (dh, di float64) {
		a, b := &f.entries[from], &f.entries[from+1]
		return (b.H - a.H) / width, (b.I - a.I) / height
	}
	dhBefore, diBefore := step(j - 1)
	dhAfter, diAfter := step(j)
	excess := float64(dhAfter*diBefore) - float64(dhBefore*diAfter)
	// The distance from the line, along i and along h, is the excess divided by one
	// side of the box of the neighbours.
	noise := pareto.Tolerance * max((dhBefore+dhAfter)/height, (diBefore+diAfter)/width)
	if !(excess > noise) { // also if extents overflow
		return 0
	}
	return math.Sqrt(excess)
}

// kinks returns, for hull points in their order, the angle in degrees between the hull
// edge to the left and the one to the right: atan s_left - atan s_right, of the slopes
// di/dh. It is 0 at both ends.
//
// Slopes are what a Lagrangian H - beta I has as 1/beta, so this is the kink angle
// pi/2 - atan beta_min - atan 1/beta_max of a solution that is optimal from beta_min to
// beta_max (Strouse and Schwab 2017, "The information bottleneck and geometric
// clustering", Neural Computation 31(3):596-612, 2019, doi:10.1162/neco_a_01136). It
// depends on the units of h and i.
func (f *Frontier) kinks(hull []int) []float64 {
	angles := make([]float64, len(hull))
	direction := func(from int) float64 {
		a, b := &f.entries[hull[from]], &f.entries[hull[from+1]]
		return special.Angle(b.H-a.H, b.I-a.I)
	}
	for k := 1; k+1 < len(hull); k++ {
		angles[k] = float64(max(0, direction(k-1)-direction(k)) * (180 / math.Pi))
	}
	return angles
}

// place returns where point j is.
func (f *Frontier) place(j int) (h, i float64) { return f.entries[j].H, f.entries[j].I }
