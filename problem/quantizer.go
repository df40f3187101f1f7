package problem

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// Quantizer returns the problem of entropy-constrained quantisation of points (Chou,
// Lookabaugh and Gray 1989): h = H(Z) in bits, the length of a label of
// variable length, against the share of the variance that the centroids of the clusters
// explain,
//
//	i = 1 - MSE/Variance = sum_c w_c |m_c - m|^2 / Variance
//
// for clusters of probability w_c and centroid m_c, and the mean m of all points. It is 0
// for one cluster and 1 for the identity, or less for [points.FromNumericY]. Every term is rounded to a multiple of 2^-48, so
// that sums are exact.
func Quantizer(c *points.Cloud) Problem { return newQuantizer(c, false, partition.Identity(c.Len())) }

// KMeans returns the problem of k-means for all k at once: h = log2 k in bits, the length of
// a label of fixed length, against the share of the variance that is explained, as for
// [Quantizer]. Its frontier has at most one point for every k, the clustering of least
// squared error.
func KMeans(c *points.Cloud) Problem { return newQuantizer(c, true, partition.Identity(c.Len())) }

// quantizer is a problem of points.
type quantizer struct {
	rows
	table  *points.Cloud
	scale  scale
	points *points.Cloud
	order  []int // point of every row
	phi    *plogp.Phi
}

// newQuantizer returns the problem with the points of each cluster of together merged.
func newQuantizer(table *points.Cloud, fixed bool, together partition.Partition) *quantizer {
	c := table
	if together.K() < table.Len() { // a copy takes memory
		c = table.Coarsen(together)
	}
	_, counts := c.Samples()
	order := c.CanonicalOrder()
	return &quantizer{
		rows: newRows(table.Labels(), together, order, c.Weight), table: table, scale: newScale(fixed, len(order)),
		points: c, order: order, phi: plogp.NewPhi(c.Total(), counts),
	}
}

// Traits implements [Problem]. The loss of linked points by sharing a centroid is the same in every clustering, so
// their weight and centroid suffice to link them.
//
// In one dimension, contiguous clusters in the order of the points are as good as any
//
//   - for k-means, whatever the weights: assign every point to the nearest centroid of any clustering, and to the
//     lower of two at the same distance. The clusters are then contiguous, and their number has not grown. Nor has
//     the squared error about the old centroids, and about the new ones it is smaller still. Linked points are a
//     weight at their centroid and a constant error, so the same holds for them;
//   - for entropies, if all weights are equal: the sizes of the clusters determine h. Among
//     the clusterings with given sizes, one with the least squared error about given
//     centroids has points and centroids in the same order (the rearrangement inequality).
//
// With different weights, that holds only for the convex hull: of the points 0, 1 and 5 with
// weights 1, 2 and 3, {0, 5} and {1} are an optimal clustering, of 0.918 bit.
func (p *quantizer) Traits() Traits {
	t := Traits{
		Cluster: p.cluster, Total: p.pointOf, LogK: p.scale.fixed(),
		Masses: p.rowMass, Coordinates: len(p.points.Names()), Moments: p.moments,
		Link: func(f partition.Partition) Problem { return newQuantizer(p.table, p.scale.fixed(), f) },
	}
	if !t.LogK {
		t.Shift = new(Point)
	}
	if t.Coordinates == 1 {
		t.InformativeLine = p.line
		if t.LogK || slices.Min(p.rowMass) == slices.Max(p.rowMass) {
			t.Line = p.line
		}
	}
	return t
}

// Evaluators implements [Problem].
func (p *quantizer) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(p, goroutines, memory)
}

// Describe implements [Problem].
func (p *quantizer) Describe() frontier.Problem {
	c := p.table
	d := frontier.Problem{
		Kind: "quantizer", XLabels: c.Labels(), YLabels: c.Names(), ZeroRows: c.ZeroRows(),
		HX: c.HX(), IXY: explained(c), Variance: c.Variance(),
		Source: frontier.Source{SHA256: c.SHA256()},
	}
	if mean, variance := c.Moments(); mean != nil {
		d.Kind, d.Means = "mean", &frontier.Means{Mean: mean, Variance: variance}
	}
	if p.scale.fixed() {
		d.Kind = "kmeans"
	}
	samples, counts := c.Samples()
	return p.described(d, c.Weight, c.Total(), samples, counts)
}

// explained returns the i of the identity, which is 1 up to rounding, or less for means of numbers.
func explained(c *points.Cloud) float64 {
	var i float64
	set := c.Set()
	for x := range c.Len() {
		set.Add(x)
		i += plogp.Quantize(set.Between())
		set.Remove(x)
	}
	return i
}

// pointOf returns the point of a clustering, given the sum of the costs of its clusters.
func (p *quantizer) pointOf(sum Point) Point { return Point{p.scale.of(sum.H), sum.I} }

// cluster returns an empty set of rows.
func (p *quantizer) cluster() Cluster { return &quantizerCluster{quantizer: p, set: p.points.Set()} }

// quantizerCluster is a set of rows.
type quantizerCluster struct {
	*quantizer
	set *points.Set
}

// Add implements [Cluster]. O(d).
func (c *quantizerCluster) Add(row int) { c.set.Add(c.order[row]) }

// Remove implements [Cluster]. O(d).
func (c *quantizerCluster) Remove(row int) { c.set.Remove(c.order[row]) }

// Cost implements [Cluster]. O(d).
func (c *quantizerCluster) Cost() Point {
	return Point{c.scale.cluster(c.phi.At(c.set.Weight())), plogp.Quantize(c.set.Between())}
}

// line returns the rows in the order of the first coordinate.
func (p *quantizer) line() []int {
	line := partition.Identity(p.Rows())
	slices.SortStableFunc(line, func(a, b int) int {
		return cmp.Compare(p.points.At(p.order[a])[0], p.points.At(p.order[b])[0])
	})
	return line
}

// moments returns, row by row, the mass of a row times its deviation from the mean of all points, coordinate by
// coordinate in alphabetical order of the names, in a unit such that a cluster explains the square of the sum of
// the moments of its rows, over its mass, up to rounding. O(n d).
func (p *quantizer) moments() []float64 {
	columns := partition.Identity(len(p.points.Names()))
	slices.SortFunc(columns, func(a, b int) int { return cmp.Compare(p.points.Names()[a], p.points.Names()[b]) })
	unit := math.Sqrt(p.points.Variance()) * math.Sqrt(p.points.Total())
	moments := make([]float64, 0, p.Rows()*len(columns))
	means := make([]float64, len(columns))
	// A small error of the mean adds the same to all clusterings. The order of the rows does not depend on the
	// order of the table.
	for row, x := range p.order {
		for y, v := range p.points.At(x) {
			means[y] += float64(p.rowMass[row] / p.total * v)
		}
	}
	for row, x := range p.order {
		at := p.points.At(x)
		for _, y := range columns {
			moments = append(moments, p.rowMass[row]*((at[y]-means[y])/unit))
		}
	}
	return moments
}
