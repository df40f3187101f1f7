// Package overlap goes through points with standard deviations by increasing product of the two deviations, and keeps
// those that do not overlap with a point kept before: the filter behind frontier.Filter, which explains it.
package overlap

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
)

// Point is a point with its standard deviations.
type Point struct{ H, I, DH, DI float64 }

// Rule says when two points overlap. Overlap and Sigma are as in frontier.Filter.
type Rule struct {
	Either  bool // an overlap in one objective is allowed
	Overlap string
	Sigma   float64
}

// Sorted reports for every point whether it is kept. The points are sorted by increasing H and I. O(n log n) as a
// rule, at worst O(n x kept points).
func (r Rule) Sorted(points []Point) []bool {
	robust := make([]bool, len(points))
	kept := newKeptPoints(r, points)
	for _, n := range byProduct(points) {
		if !kept.overlap(1, 0, kept.size, n) {
			kept.add(n)
			robust[n] = true
		}
	}
	return robust
}

// Any does the same for points in any order. O(n x kept points).
func (r Rule) Any(points []Point) []bool {
	robust := make([]bool, len(points))
	for _, n := range byProduct(points) {
		robust[n] = true
		for m, kept := range robust {
			if !kept || m == n {
				continue
			}
			if r.overlap(points[n], points[m]) {
				robust[n] = false
				break
			}
		}
	}
	return robust
}

// byProduct returns the indices of points in the order of the filter.
func byProduct(points []Point) []int {
	order := lists.Numbers(len(points))
	slices.SortStableFunc(order, func(a, b int) int {
		s, t := points[a], points[b]
		return cmp.Or(cmp.Compare(s.DH*s.DI, t.DH*t.DI), cmp.Compare(s.DH+s.DI, t.DH+t.DI))
	})
	return order
}

// overlap reports whether a point overlaps with a kept point.
func (r Rule) overlap(p, kept Point) bool {
	h := r.overlapsAt(p.H-kept.H, p.DH, kept.DH)
	i := r.overlapsAt(p.I-kept.I, p.DI, kept.DI)
	if r.Either {
		return h && i
	}
	return h || i
}

// overlapsAt reports whether two values at a distance overlap. The later point has the standard
// deviation s, and the kept point t. The result is monotone in all three, including rounding.
func (r Rule) overlapsAt(distance, s, t float64) bool {
	reach := t
	switch r.Overlap {
	case "intervals":
		reach = s + t
	case "difference":
		reach = math.Sqrt(float64(s*s) + float64(t*t)) // Hypot is not monotone to the last bit
	}
	return math.Abs(distance) <= r.Sigma*reach
}

// keptPoints is a tree that finds quickly whether a point overlaps with any kept point, even if
// all are kept. Every node covers a range of neighbouring points, the root all of them, and holds
// the largest standard deviations of the kept points in it. The points of a node can be skipped if
// a point as near as the nearest and as wide as the widest would not overlap.
type keptPoints struct {
	rule   Rule
	points []Point
	size   int // leaves: a power of two, and no fewer than the points
	// Node k has the children 2k and 2k+1, and the leaf of point n is size + n.
	// They are negative if no point was kept.
	dh, di []float64
}

func newKeptPoints(r Rule, points []Point) *keptPoints {
	size := 1
	for size < len(points) {
		size *= 2
	}
	k := &keptPoints{r, points, size, make([]float64, 2*size), make([]float64, 2*size)}
	for node := range k.dh {
		k.dh[node], k.di[node] = -1, -1
	}
	return k
}

// add keeps point n.
func (k *keptPoints) add(n int) {
	s := k.points[n]
	for node := k.size + n; node > 0; node /= 2 {
		k.dh[node], k.di[node] = max(k.dh[node], s.DH), max(k.di[node], s.DI)
	}
}

// overlap reports whether point n overlaps with a kept point among the points from..to-1 of a
// node.
func (k *keptPoints) overlap(node, from, to, n int) bool {
	if k.dh[node] < 0 {
		return false
	}
	nearest := min(max(n, from), to-1)
	at := k.points[nearest]
	overlap := k.rule.overlap(k.points[n], Point{at.H, at.I, k.dh[node], k.di[node]})
	if !overlap || to-from == 1 {
		return overlap
	}
	middle := (from + to) / 2
	return k.overlap(2*node, from, middle, n) || k.overlap(2*node+1, middle, to, n)
}
