package frontier

import (
	"cmp"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/internal/pareto"
)

// Within returns the most informative point with H(Z) <= h bits, up to 2^-30 bit: the
// solution of the primal problem for the budget h. It returns false if there is no such point.
//
// All methods that choose consider only points for which every function in where returns true.
// O(log points), and O(points) with conditions.
func (f *Frontier) Within(h float64, where ...func(Point) bool) (Point, bool) {
	last := sort.Search(len(f.entries), func(i int) bool { return !(f.entries[i].H <= h+pareto.Tolerance) }) - 1
	for i := last; i >= 0; i-- {
		if p := f.At(i); allowed(p, where) {
			return p, true
		}
	}
	return Point{}, false
}

// WithClusters returns the most informative clustering with exactly k clusters from
// [Frontier.Best], whether or not it is on the frontier, or the best point of the frontier if
// there is no such list. It returns false if there is no such clustering. O(points).
func (f *Frontier) WithClusters(k int, where ...func(Point) bool) (Point, bool) {
	if f.BestUpTo() < k {
		return f.onFrontier(k, where)
	}
	n, ok := f.best.of(k)
	if !ok {
		return Point{}, false
	}
	p := f.bestAt(n)
	return p, allowed(p, where)
}

// onFrontier returns the most informative point of the frontier that has exactly k clusters, and
// false if there is none.
func (f *Frontier) onFrontier(k int, where []func(Point) bool) (Point, bool) {
	for i := len(f.entries) - 1; i >= 0; i-- {
		if f.entries[i].K != k {
			continue
		}
		if p := f.At(i); allowed(p, where) {
			return p, true
		}
	}
	return Point{}, false
}

// Keeping returns the point of smallest H that keeps a share of I(X;Y), such as 0.95, up to
// 2^-30 bit. If the problem is not known, as in a frontier from CSV, it is a share of the
// I of the last point. It returns false if there is no such point, and if I(X;Y) is
// [Problem.WithinError]. O(log points), and O(points) with conditions.
func (f *Frontier) Keeping(share float64, where ...func(Point) bool) (Point, bool) {
	n := len(f.entries)
	if f.Problem.WithinError() {
		return Point{}, false
	}
	all := f.Problem.IXY
	if f.Problem.N == 0 && n > 0 {
		all = f.entries[n-1].I
	}
	first := sort.Search(n, func(j int) bool { return f.entries[j].I >= float64(share*all)-pareto.Tolerance })
	for j := first; j < n; j++ {
		if p := f.At(j); allowed(p, where) {
			return p, true
		}
	}
	return Point{}, false
}

// MostProminent returns the n points of the largest prominence, the most prominent first. Points
// of equal prominence are sorted by H. Points of prominence 0 are left out, so there may be fewer
// than n. O(points log points).
func (f *Frontier) MostProminent(n int, where ...func(Point) bool) []Point {
	var points []Point
	for p := range f.All() {
		if p.Prominence > 0 && allowed(p, where) {
			points = append(points, p)
		}
	}
	slices.SortStableFunc(points, func(p, q Point) int { return cmp.Compare(q.Prominence, p.Prominence) })
	return points[:min(max(n, 0), len(points))]
}

func allowed(p Point, where []func(Point) bool) bool {
	for _, ok := range where {
		if !ok(p) {
			return false
		}
	}
	return true
}
