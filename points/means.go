package points

import (
	"math"
	"math/big"
	"slices"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/masses"
	"github.com/dibmap/dibmap/joint"
)

// FromNumericY returns one point for each row of a table whose columns are numbers, by their labels: the mean of
// these numbers in the row, with the mass of the row. The variance of the cloud is that of the numbers
// themselves, about their mean. It includes the variance within the rows, by [Cloud.Moments], which no clustering
// explains, so that the share that a clustering explains is its R^2: 1 minus the mean squared error of a number
// predicted by the mean of its cluster, over the variance.
//
// Sums are exact, so the result does not depend on the order of the table. The error wraps [ErrInput].
// O(c) for c cells.
func FromNumericY(j *joint.Joint) (*Cloud, error) {
	at, err := masses.Numbers(ErrInput, j.YLabels())
	if err != nil {
		return nil, err
	}
	switch len(j.XLabels()) {
	case 0:
		return nil, marked.Errorf(ErrInput, "no record counts")
	case 1:
		return nil, marked.Errorf(ErrInput, "X has one value only, %q, so that there is nothing to group", j.XLabels()[0])
	}
	g := lineOf(at)
	unit := 1.0
	if _, counts := j.Samples(); !counts {
		unit = j.Total() // New returns it to the same masses
	}
	var means [][]float64
	var within, weights []float64
	all := new(momentSum)
	for x := range j.Rows() {
		row := new(momentSum)
		columns, counts := j.Row(x)
		for k, y := range columns {
			row.add(counts[k], g.places[y])
		}
		mean, variance := row.moments()
		means = append(means, []float64{g.middle + math.Ldexp(mean, g.exponent)})
		within, weights = append(within, math.Ldexp(variance, 2*g.exponent)), append(weights, j.RowMass(x)/unit)
		all.mass.Add(&all.mass, &row.mass)
		all.first.Add(&all.first, &row.first)
		all.second.Add(&all.second, &row.second)
	}
	if first := means[0][0]; !slices.ContainsFunc(means, func(m []float64) bool { return m[0] != first }) {
		return nil, marked.Errorf(ErrInput, "the mean of Y is %g for every value of X, so that no grouping explains anything", first)
	}
	c, err := New([]string{"Y"}, j.XLabels(), means, weights)
	if err != nil {
		return nil, err
	}
	_, variance := all.moments()
	c.within, c.digest, c.zeroRows = within, j.SHA256(), j.ZeroRows()
	// The scatter of the means cannot exceed that of the numbers, except by rounding.
	c.scatter = max(c.scatter, math.Ldexp(variance*c.total, 2*(g.exponent-c.grid.exponent)))
	c.variance = max(c.variance, math.Ldexp(variance, 2*g.exponent))
	return c, nil
}

// Moments returns the mean and the variance of the numbers in each row for the result of [FromNumericY], and nil for other
// points. The slices must not be changed.
func (c *Cloud) Moments() (mean, variance []float64) {
	if c.within == nil {
		return nil, nil
	}
	return c.coordinates, c.within
}

// line has numbers as whole multiples of 2^exponent from the middle of their range.
type line struct {
	middle   float64
	exponent int
	places   []int64
}

// lineBits is the number of bits of the largest deviation from the middle: as many as a difference of two numbers has.
const lineBits = 53

func lineOf(at []float64) *line {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range at {
		low, high = min(low, v), max(high, v)
	}
	g := &line{middle: float64(low/2) + float64(high/2), places: make([]int64, len(at))}
	_, exponent := math.Frexp(max(high-g.middle, g.middle-low))
	g.exponent = exponent - lineBits
	for y, v := range at {
		g.places[y] = int64(math.RoundToEven(math.Ldexp(v-g.middle, -g.exponent)))
	}
	return g
}

// momentSum holds exact sums of masses, of masses times places, and of masses times squared places.
type momentSum struct{ mass, first, second big.Int }

func (s *momentSum) add(mass float64, place int64) {
	var m, p big.Int
	m.SetUint64(uint64(mass))
	p.SetInt64(place)
	s.mass.Add(&s.mass, &m)
	m.Mul(&m, &p)
	s.first.Add(&s.first, &m)
	s.second.Add(&s.second, m.Mul(&m, &p))
}

// moments returns the mean and the variance of the places, correctly rounded.
func (s *momentSum) moments() (mean, variance float64) {
	mean, _ = new(big.Rat).SetFrac(&s.first, &s.mass).Float64()
	var scatter, square big.Int
	scatter.Sub(scatter.Mul(&s.mass, &s.second), square.Mul(&s.first, &s.first))
	variance, _ = new(big.Rat).SetFrac(&scatter, square.Mul(&s.mass, &s.mass)).Float64()
	return mean, variance
}
