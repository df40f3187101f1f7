// Package describe says what the clusters of a point of a frontier consist of, and what they tell
// about Y.
package describe

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
)

// Cluster describes a cluster of a point.
type Cluster struct {
	// Labels are the labels of the rows, the heaviest first if masses are known, and otherwise
	// in the order of the table.
	Labels []string
	// Name is the name of the cluster in [frontier.Point.Names].
	Name string
	// Mass is the probability of the cluster; NaN if it is not known.
	Mass float64
	// I is the term of the cluster in the plug-in value of I(Z;Y): sum_y p(c,y) log2
	// p(y|c)/p(y), in bits; NaN if the cells of the table are not known. The terms of all
	// clusters add up to I(Z;Y), and none is negative except by rounding.
	I float64
	// Tells are the columns with the largest terms in that sum, the largest first. A column
	// that does not occur with the cluster is not among them.
	Tells []Contribution
	// TellsNot are the columns that are less frequent in the cluster than overall, ordered by
	// the missing probability p(c) (p(y) - p(y|c)), the largest first. Bits would not do as a
	// measure: they are 0 where p(y|c) is 0, though a frequent column that never occurs with
	// a cluster distinguishes it most.
	TellsNot []Contribution
	// GroupMean is the mean of Y in the cluster, for a problem of kind "mean"; NaN for others.
	GroupMean
}

// Contribution is the term of a column in the information of a cluster.
type Contribution struct {
	Y string `json:"y"`
	// P is p(y|c), the share of the column in the cluster, and Overall is p(y).
	P       float64 `json:"p"`
	Overall float64 `json:"overall"`
	// Bits is p(c,y) log2 p(y|c)/p(y), or its limit 0 if p(y|c) is 0.
	Bits float64 `json:"bits"`
}

// Clusters returns the clusters of a point of a frontier in the order of their numbers, with at
// most top columns in each of Tells and TellsNot. It is nil if [frontier.Point.Assignment] is nil. O((n + cells) log (n + cells) + m log m + k min(top, m)).
func Clusters(f *frontier.Frontier, p frontier.Point, top int) []Cluster {
	labels := heaviestFirst(f, p)
	a := p.Assignment()
	if a == nil || len(a) != f.Problem.N {
		return nil
	}
	clusters := make([]Cluster, len(labels))
	rows := a.Clusters()
	for c, name := range p.Names() {
		clusters[c] = Cluster{Labels: labels[c], Name: name, Mass: math.NaN(), I: math.NaN(), GroupMean: level(&f.Problem, rows[c])}
	}
	if mass := f.Problem.Masses(); mass != nil {
		for c := range clusters {
			clusters[c].Mass = 0
		}
		for x, c := range a {
			clusters[c].Mass += mass[x]
		}
	}
	if f.Problem.Cells != nil {
		explain(&f.Problem, clusters, a, max(top, 0))
	}
	return clusters
}

// explain sets I, Tells and TellsNot of clusters.
func explain(p *frontier.Problem, clusters []Cluster, a partition.Partition, top int) {
	cells := p.Cells
	of := make([][]int, len(clusters)) // the cells of every cluster
	for k := range cells.Weight {
		c := a[cells.X[k]]
		of[c] = append(of[c], k)
	}
	overall, total := columnWeights(p)
	e := newExplainer(p.YLabels, overall, total, top)
	for c := range clusters {
		var met []int
		var sum float64
		for _, k := range of[c] {
			y := cells.Y[k]
			if e.weight[y] == 0 {
				met = append(met, y)
			}
			e.weight[y] += cells.Weight[k]
			sum += cells.Weight[k]
		}
		slices.Sort(met)
		e.explain(&clusters[c], met, sum)
		for _, y := range met {
			e.weight[y] = 0
		}
	}
}

// columnWeights returns the sums of the cells in every column, and the sum of all.
func columnWeights(p *frontier.Problem) (sums []float64, total float64) {
	sums = make([]float64, p.M)
	for k, v := range p.Cells.Weight {
		total += v
		sums[p.Cells.Y[k]] += v
	}
	return sums, total
}

// newExplainer returns what explains clusters of a table with columns of some weights, which it changes.
func newExplainer(labels []string, overall []float64, total float64, top int) *explainer {
	e := &explainer{labels: labels, overall: overall, weight: make([]float64, len(labels)), total: total, top: top}
	e.frequent = make([]int, len(labels))
	for y := range e.overall {
		e.overall[y] /= e.total
		e.frequent[y] = y
	}
	slices.SortStableFunc(e.frequent, func(a, b int) int { return cmp.Compare(e.overall[b], e.overall[a]) })
	return e
}

// explainer holds the columns of a table, overall and in one cluster.
type explainer struct {
	labels   []string
	overall  []float64 // p(y)
	frequent []int     // the columns by decreasing p(y)
	weight   []float64 // of every column in the cluster
	total    float64   // weight of the table
	top      int
}

// explain sets I, Tells and TellsNot of a cluster of a weight, which occurs with the columns in
// met.
func (e *explainer) explain(cluster *Cluster, met []int, sum float64) {
	mass := sum / e.total
	var more, less []Contribution
	cluster.I = 0
	for _, y := range met {
		v := e.weight[y]
		c := Contribution{e.labels[y], v / sum, e.overall[y], 0}
		if c.P > 0 && c.Overall > 0 { // not rounded to 0
			c.Bits = v / e.total * (plogp.Log2(c.P) - plogp.Log2(c.Overall))
		}
		cluster.I += c.Bits
		if c.Bits > pareto.Tolerance {
			more = append(more, c)
		}
		if mass*(c.Overall-c.P) > pareto.Tolerance {
			less = append(less, c)
		}
	}
	less = append(less, e.absent(mass)...)
	slices.SortStableFunc(more, func(a, b Contribution) int { return cmp.Compare(b.Bits, a.Bits) })
	// The mass is the same for all.
	slices.SortStableFunc(less, func(a, b Contribution) int { return cmp.Compare(b.Overall-b.P, a.Overall-a.P) })
	cluster.Tells, cluster.TellsNot = first(more, e.top), first(less, e.top)
}

// absent returns the most frequent columns that do not occur with a cluster of a mass, at most
// top. It skips only columns that occur with the cluster.
func (e *explainer) absent(mass float64) (columns []Contribution) {
	for _, y := range e.frequent {
		if len(columns) >= e.top || !(mass*e.overall[y] > pareto.Tolerance) {
			break
		}
		if e.weight[y] == 0 {
			columns = append(columns, Contribution{Y: e.labels[y], Overall: e.overall[y]})
		}
	}
	return columns
}

// first returns a copy of the first entries of a list, at most top.
func first(list []Contribution, top int) []Contribution {
	return slices.Clone(list[:min(top, len(list))])
}

// heaviestFirst returns the labels of every cluster, the heaviest row first if masses are known.
func heaviestFirst(f *frontier.Frontier, p frontier.Point) [][]string {
	a := p.Assignment()
	if a == nil {
		return nil
	}
	rows := a.Clusters()
	mass := f.Problem.Masses()
	clusters := make([][]string, len(rows))
	for c, members := range rows {
		if mass != nil {
			slices.SortStableFunc(members, func(x, y int) int { return cmp.Compare(mass[y], mass[x]) })
		}
		for _, x := range members {
			clusters[c] = append(clusters[c], f.Problem.XLabels[x])
		}
	}
	return clusters
}
