package problem

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Sum returns a problem of your own whose points are sums over the clusters. cost
// returns what a cluster of the given rows, ascending, adds to h, which is to be
// small, and to i, which is to be large. It must be a function of the rows alone,
// safe for concurrent use, and not change or keep them. d describes the problem: it
// needs the labels of the rows, and a Kind, a word for the problem; what else is
// zero is filled in, if it can be. With XMass, and Cells for a table of two variables,
// the file can explain clusters. Frontiers are united only if Source.SHA256 tells
// that they are of one table.
//
// Costs are rounded to 2^-40, about 10^-12, and the sizes of a clustering's must add up
// to less than 4096; the search panics where totals exceed it. Scale the objectives so
// that differences of 10^-9 do not matter. Sums are exact then, so points do not depend
// on the way to a clustering; and cost is asked for once for most clusters, since its
// results are remembered.
//
// A problem that computes the costs of growing and shrinking clusters faster than
// from their rows implements [Additive] itself, with [Evaluators].
func Sum(d frontier.Problem, cost func(rows []int) Point) Additive {
	p := &summed{described{d}, cost}
	p.complete(p)
	return p
}

// Custom returns a problem of your own. point returns the point of a clustering of
// the rows, h to be small and i to be large. It must be a function of the clustering
// alone, safe for concurrent use, and not change or keep it. Points must be numbers
// below 4096 in size, or the search panics. d describes the problem, as in [Sum].
//
// Every neighbour that the search looks at takes a call of point, about n k of them
// for a clustering of n rows into k clusters. Where points are sums over clusters,
// [Sum] is far faster; otherwise an [Evaluator] that updates points is.
func Custom(d frontier.Problem, point func(f partition.Partition) Point) Problem {
	p := &custom{described{d}, func(f partition.Partition) Point {
		at := point(f)
		if !(math.Abs(at.H) < maxSum && math.Abs(at.I) < maxSum) {
			panic(fmt.Sprintf("search: the point of %v is h %g, i %g, beyond %d: scale the objectives", f, at.H, at.I, maxSum))
		}
		return at
	}}
	p.complete(p)
	return p
}

// described is what problems of users have in common, with rows in the order of the
// labels.
type described struct{ description frontier.Problem }

// complete fills in what the user left out of the description of p.
func (o *described) complete(p Problem) {
	d := &o.description
	d.N, d.M = len(d.XLabels), len(d.YLabels)
	if d.N < 2 {
		panic(fmt.Sprintf("search: a problem of %d rows: give 2 or more labels", d.N))
	}
	if d.Kind == "" {
		d.Kind = "custom"
	}
	finest := p.Evaluators(1, 1<<20)[0].Load(partition.Identity(d.N))
	if d.HX == 0 {
		d.HX = finest.H
	}
	if d.IXY == 0 {
		d.IXY = finest.I
	}
}

// Rows implements [Problem].
func (o *described) Rows() int { return o.description.N }

// Place implements [Problem].
func (o *described) Place() []int { return partition.Identity(o.description.N) }

// Describe implements [Problem].
func (o *described) Describe() frontier.Problem { return o.description }

// summed is a problem of [Sum].
type summed struct {
	described
	cost func(rows []int) Point
}

// Evaluators implements [Problem].
func (p *summed) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(p, goroutines, memory)
}

// Total implements [Additive].
func (p *summed) Total(sum Point) Point {
	if !(math.Abs(sum.H) < maxSum && math.Abs(sum.I) < maxSum) {
		panic(fmt.Sprintf("search: the costs of a clustering add up to h %g, i %g, beyond %d: scale the objectives", sum.H, sum.I, maxSum))
	}
	return sum
}

// maxSum is the size below which sums of costs are exact, and fit the grid on which
// points are compared.
const maxSum = 1 << 12

// Cluster implements [Additive].
func (p *summed) Cluster() Cluster { return &rowSet{cost: p.cost} }

// rowSet is a set of rows, ascending.
type rowSet struct {
	cost func(rows []int) Point
	rows []int
}

// Add implements [Cluster].
func (s *rowSet) Add(row int) {
	at, _ := slices.BinarySearch(s.rows, row)
	s.rows = slices.Insert(s.rows, at, row)
}

// Remove implements [Cluster].
func (s *rowSet) Remove(row int) {
	at, _ := slices.BinarySearch(s.rows, row)
	s.rows = slices.Delete(s.rows, at, at+1)
}

// Cost implements [Cluster].
func (s *rowSet) Cost() Point {
	p := s.cost(s.rows)
	return Point{rounded(p.H), rounded(p.I)}
}

// rounded rounds a cost to a multiple of 2^-40, of which sums below maxSum are exact.
func rounded(v float64) float64 { return math.RoundToEven(v*0x1p40) * 0x1p-40 }

// custom is a problem of [Custom].
type custom struct {
	described
	point func(f partition.Partition) Point
}

// Evaluators implements [Problem].
func (p *custom) Evaluators(goroutines int, _ int64) []Evaluator {
	evaluators := make([]Evaluator, goroutines)
	for k := range evaluators {
		evaluators[k] = &loader{point: p.point}
	}
	return evaluators
}

// Slowness implements [Slow], for a function that takes a microsecond.
func (p *custom) Slowness() float64 { return 25 }

// loader evaluates neighbours one by one.
type loader struct {
	point func(f partition.Partition) Point
	f     partition.Partition
	to    partition.Partition
	names []int
}

// Load implements [Evaluator].
func (l *loader) Load(f partition.Partition) Point {
	l.f = append(l.f[:0], f...)
	return l.point(f)
}

// Merges implements [Evaluator]. A call of the user's function a merge.
func (l *loader) Merges(a int, wanted []int32, to []Point) {
	for _, b := range wanted {
		to[b] = l.point(l.f.Merge(a, int(b)))
	}
}

// Moves implements [Evaluator]. A call of the user's function a row.
func (l *loader) Moves(b int, to []Point) {
	n := len(l.f)
	l.names = slices.Grow(l.names[:0], n+1)[:n+1]
	for x, from := range l.f {
		l.to = append(l.to[:0], l.f...)
		l.to[x] = b
		if from == b {
			l.to[x] = n // no cluster's label
		}
		l.to.Renumber(l.names)
		to[x] = l.point(l.to)
	}
}
