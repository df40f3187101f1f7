package judge

import (
	"cmp"
	"iter"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// Point is the point of a clustering.
type Point struct {
	// H is H(Z) and I is I(Z;Y), in bits.
	H float64 `json:"h"`
	I float64 `json:"i"`
	// K is the number of clusters.
	K int `json:"k"`
	// Parameter is the parameter with which the method found the clustering.
	Parameter float64 `json:"parameter"`
	// Optimal reports whether the point is on the frontier. [Judge] sets it.
	Optimal bool `json:"tp"`
}

// Points returns the points of clusterings of a table's rows, by increasing h and then
// i. Of clusterings that tie by the rules of package pareto, only the first is kept.
// O(n) and an evaluation for every clustering of n rows.
func Points(j *joint.Joint, clusterings iter.Seq[baseline.Clustering]) []Point {
	problem := problem.DIB(j)
	evaluator := problem.Evaluators(1, 0)[0]
	var points []Point
	for c := range clusterings {
		at := evaluator.Load(archive.Placed(problem, c.Partition))
		points = append(points, Point{H: at.H, I: at.I, K: c.Partition.K(), Parameter: c.Parameter})
	}
	return ordered(points)
}

// PointsOf is [Points] of the clusterings of a frontier of H(Z) and I(Z;Y), which has their points with the same bits,
// as all sums are exact. O(points log points).
func PointsOf(f *frontier.Frontier) []Point {
	points := make([]Point, 0, f.Len())
	for p := range f.All() {
		points = append(points, Point{H: p.H, I: p.I, K: p.K, Parameter: float64(p.K)})
	}
	return ordered(points)
}

// ordered sorts points, and keeps the first of points that tie.
func ordered(points []Point) []Point {
	slices.SortStableFunc(points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.I, b.I))
	})
	return distinct(points)
}

// distinct removes the points that tie with an earlier one.
func distinct(points []Point) []Point {
	kept := points[:0]
	for _, p := range points {
		twice := false
		for k := len(kept) - 1; k >= 0 && !twice && p.H-kept[k].H < pareto.Tolerance; k-- {
			twice = tied(p, kept[k])
		}
		if !twice {
			kept = append(kept, p)
		}
	}
	return kept
}

// tied reports whether two points tie by the rules of package pareto.
func tied(p, q Point) bool {
	var set pareto.Set[struct{}]
	set.Add(p.H, p.I, struct{}{}, nil)
	return set.Compare(q.H, q.I) == pareto.Tied
}

// ClusteringsOf returns the clusterings of a frontier. Their parameter is the number of
// clusters.
func ClusteringsOf(f *frontier.Frontier) iter.Seq[baseline.Clustering] {
	return func(yield func(baseline.Clustering) bool) {
		for p := range f.All() {
			if !yield(baseline.Clustering{Partition: p.Assignment(), Parameter: float64(p.K)}) {
				return
			}
		}
	}
}
