package pareto

import "math"

// Hull returns the indices of the points on the upper concave hull of a staircase of n points,
// from the first to the last. at(p) is point p, and points are sorted by strictly increasing h and
// i. Points on an edge between two others, up to [Tolerance], are left out. This is Andrew's
// monotone chain. O(n).
func Hull(n int, at func(p int) (h, i float64)) []int {
	var hull []int
	for p := range n {
		for len(hull) >= 2 && slope(at, hull[len(hull)-2], hull[len(hull)-1]) <= slope(at, hull[len(hull)-2], p) {
			hull = hull[:len(hull)-1]
		}
		hull = append(hull, p)
	}
	return straighten(hull, at)
}

func slope(at func(p int) (h, i float64), from, to int) float64 {
	ha, ia := at(from)
	hb, ib := at(to)
	return (ib - ia) / (hb - ha)
}

// straighten leaves out the points of a concave chain within the tolerance of an edge between
// points that remain. An edge that starts at the last point kept needs a certain slope to come
// that close to each point passed. Slopes fall along the chain, so the first point below the
// largest of these slopes ends the edge.
func straighten(chain []int, at func(p int) (h, i float64)) []int {
	if len(chain) < 3 {
		return chain
	}
	kept := []int{chain[0]}
	least := math.Inf(-1)
	for k := 1; k < len(chain); k++ {
		last := kept[len(kept)-1]
		if slope(at, last, chain[k]) < least {
			last = chain[k-1]
			kept = append(kept, last)
			least = math.Inf(-1)
		}
		h, i := at(chain[k])
		h0, i0 := at(last)
		least = max(least, (i-Tolerance-i0)/(h-h0))
	}
	return append(kept, chain[len(chain)-1])
}

// Hypervolume returns the area in bit^2 under a staircase of n points, above i = 0, from h = 0
// to h = end: the integral of the best i within each h. at(p) is point p, sorted by increasing
// h; points beyond end do not count. O(n).
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
