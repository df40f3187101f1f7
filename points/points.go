// Package points holds weighted points in R^d, checked and immutable. Clusterings of
// them trade entropy, or the number of clusters, for squared error.
//
// Weights are whole numbers, as the masses of package joint are, and so are coordinates, in units of a fine grid.
// The weighted sum of a set of points is therefore exact and does not depend on the order in which points are added
// and removed; only results computed from it are rounded. Nothing is computed as a difference of sums of squares,
// which would cancel.
package points

import (
	"errors"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/internal/plogp"
)

// Cloud is a set of n points in R^d, each with a weight above 0. It is immutable and safe
// for concurrent use.
type Cloud struct {
	names, labels []string
	byName        []int     // the coordinates in alphabetical order
	coordinates   []float64 // d per point
	weight        []float64
	total         float64
	counts        bool
	zeroRows      []string

	grid grid
	sums []wide // weight times coordinate on the grid, d per point
	// scatter is the sum of weight times squared distance from the mean, in units of
	// the grid.
	scatter, variance float64

	within []float64 // of the result of Means
	digest string    // of the table that it was made from
}

// ErrInput is wrapped by every error of [New]. The text of the error says what is wrong
// and where.
var ErrInput = errors.New("not a valid set of points")

// New returns the cloud of points with the given labels. names are the names of the
// coordinates, and coordinates[x] are the coordinates of point x. If weights is nil,
// every point has weight 1. The arguments are not kept.
//
// If all weights are whole and their total is below 2^53, they are counts, and
// [Cloud.Samples] returns their total. Otherwise they are normalised to whole multiples
// of 2^-52; a weight below 2^-53 of the total counts as zero. Points without weight are
// left out; see [Cloud.ZeroRows].
//
// Distances are computed from coordinates on a grid, the same for all coordinates, whose
// unit is at most 2^-60 of the largest deviation of a coordinate from the middle of its
// range. This changes shares of the variance by about 1e-15, or by 2^-59 times the ratio
// of the largest deviation to the standard deviation if that is more, and never by 1e-9.
//
// The error wraps [ErrInput]. O(n d).
func New(names, labels []string, coordinates [][]float64, weights []float64) (*Cloud, error) {
	if weights == nil {
		weights = slices.Repeat([]float64{1}, len(labels))
	}
	if err := check(names, labels, coordinates, weights); err != nil {
		return nil, err
	}
	whole := slices.Clone(weights)
	counts, _ := masses.Round(whole) // zeroRows names what is lost
	c := &Cloud{names: slices.Clone(names), counts: counts}
	c.byName, _ = masses.ByLabel(names)
	for x, w := range whole {
		if w == 0 {
			c.zeroRows = append(c.zeroRows, labels[x])
			continue
		}
		c.labels = append(c.labels, labels[x])
		c.weight = append(c.weight, w)
		c.coordinates = append(c.coordinates, coordinates[x]...)
		c.total += w
	}
	switch len(c.labels) {
	case 0:
		return nil, marked.Errorf(ErrInput, "no point has weight")
	case 1:
		return nil, marked.Errorf(ErrInput, "only one point has weight, and one point cannot be grouped: %q", c.labels[0])
	}
	if err := c.measure(); err != nil {
		return nil, err
	}
	return c, nil
}

// check returns what is wrong with the arguments of New.
func check(names, labels []string, coordinates [][]float64, weights []float64) error {
	switch n := len(labels); {
	case len(names) == 0:
		return marked.Errorf(ErrInput, "there are no coordinates")
	case len(coordinates) != n:
		return marked.Errorf(ErrInput, "there are %d labels and %d points", n, len(coordinates))
	case len(weights) != n:
		return marked.Errorf(ErrInput, "there are %d labels and %d weights", n, len(weights))
	}
	if err := masses.CheckDistinct(ErrInput, "coordinate", names); err != nil {
		return err
	}
	if err := masses.CheckDistinct(ErrInput, "point", labels); err != nil {
		return err
	}
	for x, row := range coordinates {
		if len(row) != len(names) {
			return marked.Errorf(ErrInput, "point %q has %d numbers for %d coordinates", labels[x], len(row), len(names))
		}
		for y, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return marked.Errorf(ErrInput, "point %q, coordinate %q is %g: a coordinate must be a finite number", labels[x], names[y], v)
			}
		}
		if w := weights[x]; !masses.IsMass(w) {
			return marked.Errorf(ErrInput, "point %q has weight %g: a weight must be a finite number that is not negative", labels[x], w)
		}
	}
	return nil
}

// Len returns n, the number of points that have weight.
func (c *Cloud) Len() int { return len(c.labels) }

// Names returns the names of the coordinates. The slice must not be changed.
func (c *Cloud) Names() []string { return c.names }

// Labels returns the labels of the points. The slice must not be changed.
func (c *Cloud) Labels() []string { return c.labels }

// At returns the d coordinates of point x as they were given; in the result of
// [Cloud.Coarsen], those of the centroid of a cluster. The slice must not be changed.
func (c *Cloud) At(x int) []float64 {
	d := len(c.names)
	return c.coordinates[x*d : (x+1)*d : (x+1)*d]
}

// Weight returns the weight of point x, a whole number.
func (c *Cloud) Weight(x int) float64 { return c.weight[x] }

// Total returns the weight of all points: the number of samples for counts, about 2^52
// for other weights. A weight divided by it is a probability.
func (c *Cloud) Total() float64 { return c.total }

// Samples returns the number N of samples that were counted, and false if the
// weights are not counts.
func (c *Cloud) Samples() (n int64, ok bool) {
	if !c.counts {
		return 0, false
	}
	return int64(c.total), true
}

// ZeroRows returns the labels of the points that were left out because they have no
// weight.
func (c *Cloud) ZeroRows() []string { return c.zeroRows }

// HX returns the entropy of the weights in bits. It does not depend on the order of the
// points. O(n).
func (c *Cloud) HX() float64 {
	return max(-plogp.NewPhi(c.total, c.counts).Sum(c.weight), 0)
}

// Variance returns the weighted mean squared distance of the points from their mean, in
// the square of the coordinates' unit. It is the mean squared error of a single cluster. For [FromNumericY], it is the
// variance of the numbers.
// [Cloud.Coarsen] keeps the variance of the points as they were given.
func (c *Cloud) Variance() float64 { return c.variance }
