package pareto

import "math"

// Hull returns the indices of the points on the upper concave hull of a
// staircase of n points, from the first to the last; at(p) is point p, and
// points must be sorted by strictly increasing h and i. Points that lie on an
// edge between two others, to within the tie tolerance, are left out. This is
// Andrew's monotone chain. O(n).
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

// straighten leaves out the points of a concave chain that lie within the
// tolerance of an edge of what remains. From the last point kept, every point
// passed sets a least slope that the edge must have to come so close; slopes
// fall along the chain, so the first point that is too flat ends the edge.
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

// Excess is how far a staircase is above another.
type Excess struct {
	// Area is that between the two, where the first is above.
	Area float64
	// Largest is the largest distance in i, which is at h = At; both are 0 if the
	// distance is less than [Tolerance] everywhere.
	Largest, At float64
}

// ExcessOf returns how far a staircase of n points is above another of m, whose points
// are given by at and than, sorted by increasing h and i, as for [Hypervolume]. The area
// is that from h = 0 to h = end; the largest distance is that anywhere. A step of the
// second staircase up to [Tolerance] behind one of the first is as good as at its place
// for the distance. Before its first point a staircase is at i = 0. O(n + m).
func ExcessOf(n int, at func(p int) (h, i float64), m int, than func(p int) (h, i float64), end float64) Excess {
	e := Excess{Area: excessArea(walker{n: n, at: at}, walker{n: m, at: than}, end)}
	// From one step of the first staircase to the next the distance only shrinks, so
	// that it is largest at a step.
	lower := walker{n: m, at: than}
	for p := range n {
		h, i := at(p)
		lower.pass(h + Tolerance)
		if d := i - lower.level; d > e.Largest && d >= Tolerance {
			e.Largest, e.At = d, h
		}
	}
	return e
}

// excessArea goes along two staircases and adds up the area between them, where the
// first is above.
func excessArea(upper, lower walker, end float64) (area float64) {
	for h := min(upper.next(), lower.next()); h < end; {
		upper.pass(h)
		lower.pass(h)
		next := min(upper.next(), lower.next(), end)
		area += float64(max(0, upper.level-lower.level) * (max(next, 0) - max(h, 0)))
		h = next
	}
	return area
}

// walker goes along a staircase.
type walker struct {
	n      int
	at     func(p int) (h, i float64)
	passed int     // points
	level  float64 // the i of the last of them
}

// next returns the h of the next point, infinity behind the last.
func (w *walker) next() float64 {
	if w.passed == w.n {
		return math.Inf(1)
	}
	h, _ := w.at(w.passed)
	return h
}

// pass goes up to an h, including points there.
func (w *walker) pass(h float64) {
	for w.passed < w.n && w.next() <= h {
		_, w.level = w.at(w.passed)
		w.passed++
	}
}
