package problem

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// Quantizer returns the problem of entropy-constrained quantisation of points: h =
// H(Z), what the number of the cluster takes as a label of variable length, against
// the share of the variance that the clusters' centroids explain,
//
//	i = 1 - MSE/Variance = sum_c w_c |m_c - m|^2 / Variance
//
// with clusters of probability w_c and centroid m_c, and the mean m of all points. It
// is 0 for one cluster and 1 for the identity. Every term is rounded to plogp.Quantum, so
// that sums are exact.
func Quantizer(c *points.Cloud) Additive {
	return newQuantizer(c, variableLength, partition.Identity(c.Len()))
}

// KMeans returns the problem of k-means for all k at once: h = log2 k, what the number
// of the cluster takes as a label of fixed length, against the share of the variance
// that is explained, as for [Quantizer]. Its frontier has at most one point for every
// k, the clustering of least squared error.
func KMeans(c *points.Cloud) Additive {
	return newQuantizer(c, fixedLength, partition.Identity(c.Len()))
}

// quantizer is a problem of points, with rows that are always together as one point.
type quantizer struct {
	table  *points.Cloud
	linked [][2]string
	size   size
	scale  scale
	place  []int
	points *points.Cloud
	order  []int // point of every row
	phi    *plogp.Phi
	mass   []float64
}

// newQuantizer returns the problem in which the table's rows of each cluster of
// together are one row.
func newQuantizer(table *points.Cloud, s size, together partition.Partition) *quantizer {
	c := table
	if together.K() < table.Len() { // a copy takes memory
		c = table.Coarsen(together)
	}
	_, counts := c.Samples()
	p := &quantizer{
		table: table, linked: linkedPairs(table.Labels(), together), size: s,
		points: c, order: c.CanonicalOrder(), phi: plogp.NewPhi(c.Total(), counts),
	}
	p.scale = s.scale(len(p.order))
	p.place = placesOf(together, p.order)
	for _, x := range p.order {
		p.mass = append(p.mass, c.Weight(x))
	}
	return p
}

// Rows implements [Problem].
func (p *quantizer) Rows() int { return len(p.order) }

// Place implements [Problem].
func (p *quantizer) Place() []int { return p.place }

// Masses implements [Weighted].
func (p *quantizer) Masses() (rows []float64, total float64) { return p.mass, p.points.Total() }

// Link implements [Linker]. What points that are together lose by that is lost to every
// clustering, so that their weight and centroid are enough.
func (p *quantizer) Link(f partition.Partition) Problem { return newQuantizer(p.table, p.size, f) }

// Evaluators implements [Problem].
func (p *quantizer) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(p, goroutines, memory)
}

// Describe implements [Problem].
func (p *quantizer) Describe() frontier.Problem {
	c := p.table
	d := frontier.Problem{
		Kind: "quantizer", N: c.Len(), M: len(c.Names()),
		XLabels: c.Labels(), YLabels: c.Names(),
		HX: c.HX(), IXY: explained(c), Variance: c.Variance(),
		ZeroRows: c.ZeroRows(), XMass: probabilities(c.Len(), c.Weight, c.Total()),
		Source: frontier.Source{SHA256: c.SHA256()},
	}
	if p.size == fixedLength {
		d.Kind = "kmeans"
	}
	d.Constraints.MustLink = p.linked
	if n, ok := c.Samples(); ok {
		d.Samples = &n
	}
	return d
}

// explained returns the i of the identity: 1, but for rounding.
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

// base returns what [Evaluators] adds to a sum, nothing; ok is false if Total does more.
func (p *quantizer) base() (base Point, ok bool) { return Point{}, p.size == variableLength } //nolint:unparam // other problems add something

// Counted tells whether h is log2 k.
func (p *quantizer) Counted() bool { return p.size == fixedLength }

// Total implements [Additive].
func (p *quantizer) Total(sum Point) Point { return Point{p.scale.of(sum.H), sum.I} }

// Cluster implements [Additive].
func (p *quantizer) Cluster() Cluster {
	return &quantizerCluster{quantizer: p, set: p.points.Set()}
}

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
	return Point{c.size.cluster(c.phi.At(c.set.Weight())), plogp.Quantize(c.set.Between())}
}

// Line implements exact.Lined: in one dimension contiguous clusters, in the order of
// the points, are as good as any
//
//   - for k-means, whatever the weights: given the centroids of any clustering, let
//     every point go to the nearest, the lower one of two. Clusters are contiguous
//     then and not more, and no squared error about the old centroids has grown; about
//     the new ones it is smaller still. Rows that are together are a weight at their
//     centroid, but for a constant error, so that the same holds for them;
//   - for entropies, if all weights are equal: of clusterings with given numbers of
//     points in the clusters, which decide on h, one of least squared error about given
//     centroids has points and centroids in the same order (the rearrangement
//     inequality).
//
// With weights that differ that is so of the convex hull alone: of the points 0, 1 and 5
// with weights 1, 2 and 3, {0, 5} and {1} are an optimal clustering, of 0.918 bit.
func (p *quantizer) Line() []int {
	if len(p.points.Names()) != 1 || p.size == variableLength && slices.Min(p.mass) < slices.Max(p.mass) {
		return nil
	}
	line := partition.Identity(p.Rows())
	slices.SortStableFunc(line, func(a, b int) int {
		return cmp.Compare(p.points.At(p.order[a])[0], p.points.At(p.order[b])[0])
	})
	return line
}
