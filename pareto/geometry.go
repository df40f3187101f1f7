package pareto

// Hull returns the indices of the points on the upper concave hull of a
// staircase of n points, from the first to the last; at(p) is point p, and
// points must be sorted by strictly increasing h and i. Points on an edge
// between two others, to within the tie tolerance, are not on the hull. This is
// Andrew's monotone chain. O(n).
func Hull(n int, at func(p int) (h, i float64)) []int {
	var hull []int
	for p := range n {
		hp, ip := at(p)
		for len(hull) >= 2 {
			ha, ia := at(hull[len(hull)-2])
			hb, ib := at(hull[len(hull)-1])
			// b stays if it lies above the chord from a to p.
			chord := ia + float64((ip-ia)*((hb-ha)/(hp-ha)))
			if ib-chord > Tolerance {
				break
			}
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	return hull
}

// Hypervolume returns the area under a staircase of n points between h = 0 and
// h = end, above i = 0: the integral over h of the best i that h allows. at(p)
// is point p, sorted by increasing h; points beyond end do not count. O(n).
func Hypervolume(n int, at func(p int) (h, i float64), end float64) float64 {
	var area float64
	for p := range n {
		h, i := at(p)
		if h > end {
			break
		}
		next := end
		if p+1 < n {
			h2, _ := at(p + 1)
			next = min(next, h2)
		}
		area += float64(i * (next - h))
	}
	return area
}
