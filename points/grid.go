package points

import (
	"math"
	"math/big"

	"github.com/dibmap/dibmap/internal/marked"
)

// grid maps coordinates to whole numbers of units of 2^exponent from an origin. The
// origin is near the mean of the points, so that the shares of [Set.Between] add up to
// little more than 1.
type grid struct {
	exponent int
	// The origin of each coordinate is middle + shift units: the middle of its range is
	// middle, and its mean is shift units from there.
	middle []float64
	shift  []int64
}

// gridBits is the number of bits of the largest deviation from a middle. A coordinate,
// which is shifted by up to as much, has one bit more.
const gridBits = 61

// measure rounds the coordinates to the grid, and computes the weighted sums, the scatter
// and the variance.
func (c *Cloud) measure() error {
	places := c.settle()
	d := len(c.names)
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
		return marked.Errorf(ErrInput, "all points are at one place, so no clustering explains anything")
	}
	c.variance = math.Ldexp(c.scatter/c.total, 2*c.grid.exponent)
	if math.IsInf(c.variance, 1) || c.variance < 0x1p-1022 {
		return marked.Errorf(ErrInput, "the variance is too large or too small for a number of 64 bits: give the coordinates in another unit")
	}
	return nil
}

// settle chooses the grid and returns all coordinates on it.
func (c *Cloud) settle() []int64 {
	d := len(c.names)
	c.grid.middle = make([]float64, d)
	c.grid.shift = make([]int64, d)
	var largest float64
	for y := range d {
		low, high := math.Inf(1), math.Inf(-1)
		for at := y; at < len(c.coordinates); at += d {
			low, high = min(low, c.coordinates[at]), max(high, c.coordinates[at])
		}
		middle := float64(low/2) + float64(high/2) // does not overflow
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

// place returns by how many units a coordinate exceeds a middle. It adds what the
// difference loses to rounding, which is a float64 itself (Knuth, The Art of Computer
// Programming 2, section 4.2.2), because that matters where the range of a coordinate is
// much larger than the distances between most points.
func (g *grid) place(v, middle float64) int64 {
	difference := v - middle
	back := difference - v
	lost := (v - (difference - back)) - (middle + back)
	units := func(v float64) int64 { return int64(math.RoundToEven(math.Ldexp(v, -g.exponent))) }
	return units(difference) + units(lost)
}

// coordinate returns coordinate y of the centroid of points with a given sum and weight,
// in the unit of the data.
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
