package compare

import (
	"cmp"
	"iter"
	"slices"

	"github.com/dibmap/dibmap/baseline"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// Point is where a clustering lies.
type Point struct {
	// H is H(Z) and I is I(Z;Y), in bits.
	H, I float64
	// K is the number of clusters.
	K int
	// Parameter is that of the encoder.
	Parameter float64
	// Optimal tells that the point is one of the true frontier. [Judge] sets it.
	Optimal bool
}

// Evaluator computes points of clusterings of one table. It serves one goroutine.
type Evaluator struct {
	evaluator search.Evaluator
	place     []int
	labels    partition.Partition // in the problem's order of rows
	names     []int
}

// NewEvaluator returns the evaluator of a table.
func NewEvaluator(j *joint.Joint) *Evaluator {
	p := search.DIB(j)
	n := p.Rows()
	return &Evaluator{
		evaluator: p.Evaluators(1, search.MinMemory)[0], place: p.Place(),
		labels: make(partition.Partition, n), names: make([]int, n),
	}
}

// Points returns the points of clusterings of the table's rows, by increasing h and
// then i. Of clusterings at the same point, which tie by the rules of package pareto,
// the first counts. O(n) and what the evaluator takes for each.
func (e *Evaluator) Points(encoders iter.Seq[baseline.Encoder]) []Point {
	var points []Point
	for c := range encoders {
		for x, row := range e.place {
			e.labels[row] = c.Partition[x]
		}
		e.labels.Renumber(e.names)
		at := e.evaluator.Load(e.labels)
		points = append(points, Point{H: at.H, I: at.I, K: c.Partition.K(), Parameter: c.Parameter})
	}
	slices.SortStableFunc(points, func(a, b Point) int {
		return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.I, b.I))
	})
	return distinct(points)
}

// distinct returns the points without those that tie with one before.
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

// tied tells whether two points are one. Package pareto is the home of that rule.
func tied(p, q Point) bool {
	var set pareto.Set[struct{}]
	set.Add(p.H, p.I, struct{}{}, nil)
	return set.Compare(q.H, q.I) == pareto.Tied
}

// Clusterings returns the clusterings of a frontier, with their numbers of clusters
// as parameters.
func Clusterings(f *frontier.Frontier) iter.Seq[baseline.Encoder] {
	return func(yield func(baseline.Encoder) bool) {
		for p := range f.All() {
			if !yield(baseline.Encoder{Partition: p.Assignment(), Parameter: float64(p.K)}) {
				return
			}
		}
	}
}
