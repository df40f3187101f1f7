// Package points holds a validated, immutable cloud of weighted points in R^d,
// whose clusterings trade entropy or the number of clusters for squared error.
//
//  1. Package table reads labels, coordinates and weights;
//  2. [New] checks them, sets points without weight aside, and rounds coordinates
//     to a fine grid;
//  3. package search asks a [Set] of points for the part of the variance that its
//     centroid explains.
//
// Weights are whole numbers, as the masses of package joint are, and so are
// coordinates, in units of the grid. The weighted sum of a set of points is
// therefore exact, and does not depend on the order in which points came and went;
// only what is computed from it is rounded. Nothing is computed from sums of
// squares, which would cancel.
package points

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/info"
)

// Cloud is n weighted points in R^d, all of which have weight. It is immutable and
// safe for concurrent use.
type Cloud struct {
	names, labels []string
	coordinates   []float64 // d a point
	weight        []float64
	total         float64
	counts        bool
	zeroRows      []string

	grid grid
	sums []wide // weight times coordinate on the grid, d a point
	// scatter is the sum of weight times squared distance from the mean, in units of
	// the grid.
	scatter, variance float64
}

// Errors of [New]. They come wrapped with what is wrong and where.
var (
	ErrShape         = errors.New("every point needs a label, a weight and one number for every coordinate")
	ErrNoWeight      = errors.New("no point has weight")
	ErrOnePoint      = errors.New("only one point has weight, and one point cannot be grouped")
	ErrOnePlace      = errors.New("all points are at one place, so no clustering explains anything")
	ErrBadCoordinate = errors.New("a coordinate must be a finite number")
	ErrBadWeight     = errors.New("a weight must be a number that is neither negative nor infinite")
	ErrTwiceNamed    = errors.New("a label stands twice")
	ErrUnit          = errors.New("the variance is too large or too small for a number of 64 bits: give the coordinates in another unit")
)

// New returns the cloud of points with the given labels; names are those of the
// coordinates, and coordinates[x] are the numbers of point x. Where weights are nil,
// every point counts once.
//
// If all weights are whole and their total is below 2^53, they are counts, and
// [Cloud.Samples] tells their total. Otherwise they are normalised; one below 2^-53 of
// the total counts as zero, and others lose or gain as much: where nearly all weight
// is at one place, the shares of the rest are those of the rounded weights. Points
// without weight are left out; see [Cloud.ZeroRows]. Nothing that is given is kept.
//
// Distances are computed from coordinates that are rounded, by one unit at most of
// a grid: 2^-60, or less, of the largest deviation of a coordinate from the middle of
// its range, and the same for all coordinates. Shares of the variance are off by about
// 1e-15 for that, or by 2^-59 times the ratio of the largest deviation to the standard
// deviation if that is more; it never is 1e-9.
//
// The error wraps ErrShape, ErrNoWeight, ErrOnePoint, ErrOnePlace,
// ErrBadCoordinate, ErrBadWeight, ErrTwiceNamed or ErrUnit. O(n d).
func New(names, labels []string, coordinates [][]float64, weights []float64) (*Cloud, error) {
	if weights == nil {
		weights = make([]float64, len(labels))
		for x := range weights {
			weights[x] = 1
		}
	}
	if err := check(names, labels, coordinates, weights); err != nil {
		return nil, err
	}
	masses, counts := massesOf(weights)
	c := &Cloud{names: append([]string(nil), names...), counts: counts}
	for x, w := range masses {
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
		return nil, ErrNoWeight
	case 1:
		return nil, fmt.Errorf("%w: %q", ErrOnePoint, c.labels[0])
	}
	return c, c.measure()
}

// check tells what is wrong with what New is given.
func check(names, labels []string, coordinates [][]float64, weights []float64) error {
	switch {
	case len(names) == 0:
		return fmt.Errorf("there are no coordinates: %w", ErrShape)
	case len(coordinates) != len(labels):
		return fmt.Errorf("%d labels and %d points: %w", len(labels), len(coordinates), ErrShape)
	case len(weights) != len(labels):
		return fmt.Errorf("%d labels and %d weights: %w", len(labels), len(weights), ErrShape)
	}
	if err := errors.Join(checkDistinct("coordinate", names), checkDistinct("point", labels)); err != nil {
		return err
	}
	for x, row := range coordinates {
		if len(row) != len(names) {
			return fmt.Errorf("point %q has %d numbers for %d coordinates: %w", labels[x], len(row), len(names), ErrShape)
		}
		for y, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("point %q, coordinate %q is %g: %w", labels[x], names[y], v, ErrBadCoordinate)
			}
		}
		if w := weights[x]; !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("point %q has weight %g: %w", labels[x], w, ErrBadWeight)
		}
	}
	return nil
}

func checkDistinct(what string, labels []string) error {
	seen := make(map[string]bool, len(labels))
	for _, l := range labels {
		if seen[l] {
			return fmt.Errorf("%s %q: %w", what, l, ErrTwiceNamed)
		}
		seen[l] = true
	}
	return nil
}

// Len returns n, the number of points that have weight.
func (c *Cloud) Len() int { return len(c.labels) }

// Dim returns d, the number of coordinates.
func (c *Cloud) Dim() int { return len(c.names) }

// Names returns the names of the coordinates. The slice must not be changed.
func (c *Cloud) Names() []string { return c.names }

// Labels returns the labels of the points. The slice must not be changed.
func (c *Cloud) Labels() []string { return c.labels }

// At returns the d coordinates of point x as they were given, or, for a cluster
// of [Cloud.Coarsen], those of its centroid. The slice must not be changed.
func (c *Cloud) At(x int) []float64 {
	d := c.Dim()
	return c.coordinates[x*d : (x+1)*d : (x+1)*d]
}

// Weight returns the weight of point x, a whole number.
func (c *Cloud) Weight(x int) float64 { return c.weight[x] }

// Total returns the weight of all points: the number of samples for counts, about
// 2^52 for weights. A weight divided by it is a probability.
func (c *Cloud) Total() float64 { return c.total }

// Samples returns the number N of samples that were counted, and false if the
// weights are not counts.
func (c *Cloud) Samples() (n int64, ok bool) {
	if !c.counts {
		return 0, false
	}
	return int64(c.total), true
}

// ZeroRows returns the labels of the points that were set aside because they have
// no weight. No clustering says anything about them.
func (c *Cloud) ZeroRows() []string { return c.zeroRows }

// HX returns the entropy of the weights in bits, independent of the order of the
// points. O(n).
func (c *Cloud) HX() float64 {
	return max(-info.NewPhi(c.total, c.counts).Sum(c.weight), 0)
}

// Variance returns the mean squared distance of a point from the mean of all, in
// the square of the coordinates' unit: the mean squared error of one cluster.
// Coarsen keeps it: it is that of the points as they were given.
func (c *Cloud) Variance() float64 { return c.variance }
