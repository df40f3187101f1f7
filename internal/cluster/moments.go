package cluster

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// cloud holds the moments of points.
type cloud struct {
	*Table
	d       int
	moments []float64 // d whole numbers for each row
	unit    float64   // of the square of a moment
}

// momentBits is the number of bits of the largest sum of absolute moments. Moments are rounded to whole numbers whose
// sums stay below 2^52, so that all sums are exact.
const momentBits = 51

// fillMoments fills a table of points. Rounding the moments may change a share of the variance by some
// 1e-12.
func fillMoments(t *Table, s problem.Traits) {
	c := &cloud{Table: t, d: s.Coordinates, moments: s.Moments()}
	sizes := make([]float64, c.d)
	for x := range int32(t.N) {
		for y, v := range c.row(x) {
			sizes[y] += math.Abs(v)
		}
	}
	var largest float64
	for _, size := range sizes {
		largest = max(largest, size)
	}
	_, bits := math.Frexp(largest)
	exponent := momentBits - bits
	for k, v := range c.moments {
		c.moments[k] = math.RoundToEven(math.Ldexp(v, exponent))
	}
	c.unit = math.Ldexp(1, -2*exponent)
	for x := range int32(t.N) {
		i := c.share(squares(c.row(x), c.row(x), 0), t.Weight[x])
		t.alone, t.RowSteps = append(t.alone, Change{-t.Phi(t.Weight[x]), i}), append(t.RowSteps, int32(c.d))
	}
	t.PairSteps, t.ClusterBytes = c.d, int64(c.d)*8
	t.FirstSlope, t.LastSlope, t.ListSlope = firstSlopeOfPoints, t.steepest(), 0
	t.SpatialOrder = c.spatialOrder()
	t.newSums = func(in *Clustering) sums {
		return &momentSums{cloud: c, in: in, at: make([][]float64, c.N), own: make([]bool, c.N), i: make([]float64, c.N)}
	}
}

// firstSlopeOfPoints is the slope at which the first sweep begins: points may be so near each other that a bit of h
// costs hardly any i.
const firstSlopeOfPoints = 1e-10

// steepest returns a slope at which any merge gains: a merge loses at most all of i, and lowers h by at least the
// probability of the lighter cluster.
func (t *Table) steepest() float64 {
	least, total := int64(math.MaxInt64), int64(0)
	for _, w := range t.Weight {
		least, total = min(least, w), total+w
	}
	return float64(total) / float64(least)
}

// row returns the moments of a row.
func (c *cloud) row(x int32) []float64 {
	from, to := int(x)*c.d, (int(x)+1)*c.d
	return c.moments[from:to:to]
}

// share returns the share of the variance that a cluster explains, given the sum of its squared moments and its weight.
func (c *cloud) share(squares float64, w int64) float64 {
	return plogp.Quantize(float64(squares*c.unit) / float64(w))
}

// momentSums holds the sums of the moments of each cluster. The sums of a cluster of one row may be its moments.
type momentSums struct {
	*cloud
	in    *Clustering
	at    [][]float64 // sums of each cluster
	own   []bool      // whether the sums of a cluster have memory of their own
	i     []float64   // share of the variance that each cluster explains
	spare [][]float64
}

func (c *momentSums) load(k int32) Change {
	x := c.in.Head[k]
	c.at[k], c.i[k] = c.row(x), c.alone[x].I
	if c.in.Size[k] > 1 {
		c.fill(k)
		for z := c.in.Next[x]; z != x; z = c.in.Next[z] {
			c.include(k, c.row(z))
		}
		c.explain(k)
	}
	return Change{-c.in.phiW[k], c.i[k]}
}

// explain computes the share of a cluster.
func (c *momentSums) explain(k int32) { c.i[k] = c.share(squares(c.at[k], c.at[k], 0), c.in.W[k]) }

func (c *momentSums) has(k int32) bool { return c.own[k] }

func (c *momentSums) fill(k int32) {
	if c.own[k] {
		return
	}
	c.in.Room--
	var s []float64
	if last := len(c.spare) - 1; last >= 0 {
		s, c.spare = c.spare[last], c.spare[:last]
	} else {
		s = make([]float64, c.d)
	}
	copy(s, c.at[k])
	c.at[k], c.own[k] = s, true
}

func (c *momentSums) release(k int32) {
	if c.own[k] {
		c.in.Room++
		c.spare, c.own[k] = append(c.spare, c.at[k]), false
	}
}

// include adds moments to the sums of a cluster.
func (c *momentSums) include(k int32, moments []float64) {
	s := c.at[k]
	for y, v := range moments {
		s[y] += v
	}
}

func (c *momentSums) add(x, k int32) {
	if c.in.Size[k] == 1 {
		c.at[k], c.i[k] = c.row(x), c.alone[x].I
		return
	}
	c.include(k, c.row(x))
	c.explain(k)
}

func (c *momentSums) subtract(x, k int32) {
	s := c.at[k]
	for y, v := range c.row(x) {
		s[y] -= v
	}
	c.explain(k)
}

func (c *momentSums) unite(a, b int32) {
	c.include(b, c.at[a])
	c.explain(b)
}

// Joining is O(d) for d coordinates, as parting and uniting are.
func (c *momentSums) Joining(x, k int32) Change {
	w := c.in.W[k] + c.Weight[x]
	return Change{c.in.phiW[k] - c.Phi(w), c.share(squares(c.at[k], c.row(x), 1), w) - c.i[k]}
}

func (c *momentSums) parting(x int32) Change {
	k := c.in.Label[x]
	w := c.in.W[k] - c.Weight[x]
	return Change{c.in.phiW[k] - c.Phi(w), c.share(squares(c.at[k], c.row(x), -1), w) - c.i[k]}
}

func (c *momentSums) uniting(a, b int32) Change {
	w := c.in.W[a] + c.in.W[b]
	return Change{
		c.in.phiW[a] + c.in.phiW[b] - c.Phi(w),
		c.share(squares(c.at[a], c.at[b], 1), w) - c.i[a] - c.i[b],
	}
}

// squares returns the sum of the squares of a + factor b, where the factor is 1, -1 or 0. It computes four sums at the
// same time, in an order that depends on the length only, so that the bits depend on the numbers alone.
func squares(a, b []float64, factor float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	for len(a) >= 4 && len(b) >= 4 {
		v0, v1, v2, v3 := a[0]+float64(factor*b[0]), a[1]+float64(factor*b[1]), a[2]+float64(factor*b[2]), a[3]+float64(factor*b[3])
		s0 += float64(v0 * v0)
		s1 += float64(v1 * v1)
		s2 += float64(v2 * v2)
		s3 += float64(v3 * v3)
		a, b = a[4:], b[4:]
	}
	for y, v := range a {
		v += float64(factor * b[y])
		s0 += float64(v * v)
	}
	return s0 + s1 + (s2 + s3)
}
