package points

import (
	"math"
	"math/big"
)

// grid says where the whole numbers that stand for coordinates lie: a number of
// units of 2^exponent from an origin. The origin is near the mean of the points, so
// that the shares of [Set.Between] are not much above 1 in all.
type grid struct {
	exponent int
	// The origin of each coordinate is middle + shift units: the middle of its
	// range, and from there to the mean.
	middle []float64
	shift  []int64
}

// gridBits is the number of bits of the largest deviation from a middle. With a
// shift of as many, a coordinate has one more.
const gridBits = 61

// measure rounds coordinates to the grid and computes what is common to all
// clusterings.
func (c *Cloud) measure() error {
	places := c.settle()
	d := c.Dim()
	c.sums = make([]wide, len(places))
	// The scatter is (total * sum of weight * |place|^2 - |sum|^2) / total.
	var squares, scratch, place big.Int
	all := make([]wide, d)
	for x, w := range c.weight {
		scratch.SetInt64(0)
		for y := range d {
			at := places[x*d+y]
			c.sums[x*d+y] = product(uint64(w), at)
			all[y] = all[y].plus(c.sums[x*d+y])
			place.SetInt64(at)
			scratch.Add(&scratch, place.Mul(&place, &place))
		}
		squares.Add(&squares, scratch.Mul(&scratch, place.SetUint64(uint64(w))))
	}
	total := new(big.Int).SetUint64(uint64(c.total))
	squares.Mul(&squares, total)
	for _, s := range all {
		sum := s.big()
		squares.Sub(&squares, sum.Mul(sum, sum))
	}
	c.scatter, _ = new(big.Rat).SetFrac(&squares, total).Float64()
	if c.scatter == 0 {
		return ErrOnePlace
	}
	c.variance = math.Ldexp(c.scatter/c.total, 2*c.grid.exponent)
	if math.IsInf(c.variance, 1) || c.variance < 0x1p-1022 {
		return ErrUnit
	}
	return nil
}

// settle chooses the grid, and returns the places of all coordinates on it.
func (c *Cloud) settle() []int64 {
	d := c.Dim()
	c.grid.middle = make([]float64, d)
	c.grid.shift = make([]int64, d)
	var largest float64
	for y := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for at := y; at < len(c.coordinates); at += d {
			low, high = min(low, c.coordinates[at]), max(high, c.coordinates[at])
		}
		middle := low/2 + high/2 // which no range is too large for
		c.grid.middle[y] = middle
		largest = max(largest, high-middle, middle-low)
	}
	_, exponent := math.Frexp(largest)
	c.grid.exponent = exponent - gridBits
	places := make([]int64, len(c.coordinates))
	for y := range d {
		var sum wide
		for x, w := range c.weight {
			at := x*d + y
			places[at] = c.grid.place(c.coordinates[at], c.grid.middle[y])
			sum = sum.plus(product(uint64(w), places[at]))
		}
		mean := sum.over(uint64(c.total))
		c.grid.shift[y] = mean
		for at := y; at < len(places); at += d {
			places[at] -= mean
		}
	}
	return places
}

// place returns how many units a coordinate is above a middle. What the difference
// loses as a float64 is itself one (Knuth), and counts where a range is much larger
// than what most points differ by.
func (g *grid) place(v, middle float64) int64 {
	difference := v - middle
	back := difference - v
	lost := (v - (difference - back)) - (middle + back)
	units := func(v float64) int64 { return int64(math.RoundToEven(math.Ldexp(v, -g.exponent))) }
	return units(difference) + units(lost)
}

// coordinate returns coordinate y of the centroid of points of a given sum and
// weight, in the unit of the data.
func (g *grid) coordinate(y int, sum wide, weight float64) float64 {
	from := sum.float() / weight
	if _, negative := sum.size(); negative {
		from = -from
	}
	return g.middle[y] + math.Ldexp(float64(g.shift[y])+from, g.exponent)
}

func (a wide) big() *big.Int {
	size, negative := a.size()
	v := new(big.Int).SetUint64(size.hi)
	v.Add(v.Lsh(v, 64), new(big.Int).SetUint64(size.lo))
	if negative {
		v.Neg(v)
	}
	return v
}
