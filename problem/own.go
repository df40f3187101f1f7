package problem

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/partition"
)

// Sum returns a problem of your own whose points are sums over the clusters: cost returns the contribution of a
// cluster of the given rows, in ascending order, to h, which is minimised, and to i, which is maximised. It must be
// a function of the rows alone, safe for concurrent use, and must not change or keep the slice.
//
// The description needs the labels of the rows, all different. If they are empty, Kind, which names the problem,
// becomes "custom", and Source.Name becomes Kind; HX and IXY, if they are 0, become the h and i of the finest
// clustering. With XMass, and with Cells for a table of two variables, a frontier file can explain clusters.
// Frontiers are united only if they have the same Source.SHA256.
//
// Costs are rounded to 2^-40, about 10^-12, so that sums of them are exact: scale the
// objectives so that differences of 10^-9 do not matter. Costs, and the points that they
// add up to, must be [Point.Valid]; otherwise a search ends with an error. The search
// remembers costs, so it asks for most of them once.
//
// The error wraps [ErrOptions] if there are fewer than two labels or two that are equal, or if the point
// of the finest clustering is not valid.
//
// The traits say what else is known of the problem; the zero value is enough. If costs can be computed faster by
// adding and removing rows, set Traits.Cluster, and leave cost nil. If they are sums over the cells of a table, set
// Masses, Columns, Cells and, for another function than p log2 p, Phi, and leave cost and Cluster nil: the problem is
// then as fast as [DIB].
func Sum(d frontier.Problem, cost func(rows []int) Point, t Traits) (Problem, error) {
	switch n := len(d.XLabels); {
	case t.Masses != nil && len(t.Masses) != n || t.Cells != nil && t.Masses == nil:
		return nil, marked.Errorf(ErrOptions, "a problem with %d labels and %d masses: give each row a mass", n, len(t.Masses))
	case t.Cells != nil:
		t.cells = newCellRows(t)
		t.Cluster = t.cells.cluster
	case t.Cluster == nil && cost == nil:
		return nil, marked.Errorf(ErrOptions, "a problem without costs: give a function, or Cluster or Cells")
	case t.Cluster == nil:
		t.Cluster = func() Cluster { return &rowSet{cost: cost} }
	}
	if t.Total == nil {
		t.Total = func(sum Point) Point {
			if t.Shift != nil {
				sum = sum.plus(*t.Shift)
			}
			if !sum.Valid() {
				return invalid
			}
			return sum
		}
	}
	p := &summed{described{traits: t}}
	err := p.describe(d, p)
	return p, err
}

// Custom returns a problem of your own: point returns the point of a clustering of the rows; h is minimised and i
// maximised. It must be a function of the clustering alone, safe for concurrent use, and must not change or keep
// it. Points must be [Point.Valid]; otherwise a search ends with an error. The description, the traits and the error are
// as for [Sum].
//
// Every neighbour that the search considers takes one call of point, about n k of them for
// a clustering of n rows into k clusters. [Sum] is far faster if points are sums over
// clusters, and so is an [Evaluator] that updates points.
func Custom(d frontier.Problem, point func(f partition.Partition) Point, t Traits) (Problem, error) {
	if t.Slowness == 0 {
		t.Slowness = 25 // of a function that takes a microsecond
	}
	p := &custom{described{traits: t}, point}
	err := p.describe(d, p)
	return p, err
}

// described is what [Sum] and [Custom] have in common. Rows are in the order of the labels.
type described struct {
	description frontier.Problem
	traits      Traits
}

// describe sets the description of p, and fills in what the user left out.
func (o *described) describe(d frontier.Problem, p Problem) error {
	d.N, d.M = len(d.XLabels), len(d.YLabels)
	if d.N < 2 {
		return marked.Errorf(ErrOptions, "a problem with %d rows: give at least 2 labels", d.N)
	}
	if k := lists.Repeated(d.XLabels); k >= 0 {
		return marked.Errorf(ErrOptions, "two rows have the label %q: give each another one", d.XLabels[k])
	}
	d.Kind = cmp.Or(d.Kind, "custom")
	d.Source.Name = cmp.Or(d.Source.Name, d.Kind)
	o.description = d
	finest, err := Load(p, p.Evaluators(1, 0)[0], partition.Identity(d.N))
	if err != nil {
		return marked.Errorf(ErrOptions, "%w", err)
	}
	if d.HX == 0 {
		o.description.HX = finest.H
	}
	if d.IXY == 0 {
		o.description.IXY = finest.I
	}
	return nil
}

// Rows implements [Problem].
func (o *described) Rows() int { return o.description.N }

// Place implements [Problem].
func (o *described) Place() []int { return partition.Identity(o.description.N) }

// Describe implements [Problem].
func (o *described) Describe() frontier.Problem { return o.description }

// Traits implements [Problem].
func (o *described) Traits() Traits { return o.traits }

// summed is a problem of [Sum].
type summed struct{ described }

// Evaluators implements [Problem].
func (p *summed) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(p, goroutines, memory)
}

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
	if !p.Valid() {
		return invalid
	}
	return Point{rounded(p.H), rounded(p.I)}
}

// rounded rounds a cost to a multiple of 2^-40. Sums of those below [MaxPoint] are exact.
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

// loader evaluates neighbours one by one, by a function of the clustering.
type loader struct {
	point func(f partition.Partition) Point
	f     partition.Partition
	to    partition.Partition
	names []int
}

// Load implements [Evaluator].
func (l *loader) Load(f partition.Partition) Point {
	l.f = append(l.f[:0], f...)
	return l.at(f)
}

// at returns the point of a clustering.
func (l *loader) at(f partition.Partition) Point {
	if p := l.point(f); p.Valid() {
		return p
	}
	return invalid
}

// Merges implements [Evaluator]. One call of the function per merge.
func (l *loader) Merges(a int, wanted []int32, to []Point) {
	for _, b := range wanted {
		to[b] = l.at(l.f.Merge(a, int(b)))
	}
}

// Moves implements [Evaluator]. One call of the function per row.
func (l *loader) Moves(b int, to []Point) {
	n := len(l.f)
	l.names = slices.Grow(l.names[:0], n+1)[:n+1]
	for x, from := range l.f {
		l.to = append(l.to[:0], l.f...)
		l.to[x] = b
		if from == b {
			l.to[x] = n // the label of no cluster
		}
		l.to.Renumber(l.names)
		to[x] = l.at(l.to)
	}
}
