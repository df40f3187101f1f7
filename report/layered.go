package report

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
)

// mostLayered is the largest number of clusterings that a page holds of the layers, without the frontier and the best
// clusterings.
const mostLayered = 3000

// layered returns the clusterings of the layers by increasing k and then by h, without the frontier and the best
// clusterings, and their whole number. It returns at most most of them, so that the staircases of the layers lose
// least, and leaves out the largest k if the ends of the layers alone are more. O(points log points).
func layered(f *frontier.Frontier, most int) (points []frontier.Point, all int) {
	if f.Layers() == nil {
		return nil, 0
	}
	best := make(map[int]frontier.Point)
	for p := range f.Best() {
		best[p.K] = p
	}
	var ends []bool
	last := 0
	for _, e := range f.Layers().Entries {
		if e.K == last {
			continue
		}
		last = e.K
		from := len(points)
		for p := range f.Layer(e.K) {
			if b, known := best[e.K]; p.Index < 0 && !(known && p.H == b.H && p.I == b.I) {
				points = append(points, p)
			}
		}
		for n := range len(points) - from {
			ends = append(ends, n == 0 || n == len(points)-from-1)
		}
	}
	all = len(points)
	if all <= most {
		return points, all
	}
	var some []frontier.Point
	for j, keep := range thin(points, ends, most) {
		if keep {
			some = append(some, points[j])
		}
	}
	return slices.Clip(some[:min(len(some), most)]), all
}
