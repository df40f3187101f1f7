package cellsum

import (
	"math"

	"github.com/dibmap/dibmap/internal/special"
)

// latticeWindow holds the points first to last of a level, in the blocks left to right.
type latticeWindow struct {
	*latticeCells
	sums        Summer
	level       int
	left, right int
	first, last int
}

// open returns the window of the block that has a point.
func (c *latticeCells) open(level, at int, s Summer) latticeWindow {
	index := at >> 3
	number := c.block(latticePlace{level, index})
	c.origin = index * lanes
	w := latticeWindow{latticeCells: c, sums: s, level: level, left: number, right: number, first: c.origin, last: c.origin + lanes - 1}
	w.read(number)
	return w
}

// read computes the values at the points of a block.
func (w *latticeWindow) read(number int) {
	first := w.points[number].index*lanes - w.origin + len(w.logs)/2
	for first < 0 || first+lanes > len(w.logs) {
		half := make([]float64, len(w.logs)/2)
		w.logs = append(append(half[:len(half):len(half)], w.logs...), half...)
		w.means = append(append(half[:len(half):len(half)], w.means...), half...)
		first = w.points[number].index*lanes - w.origin + len(w.logs)/2
	}
	constants, sums := w.constants(number), w.sums.Sums(number)
	logs, means := (*[lanes]float64)(w.logs[first:]), (*[lanes]float64)(w.means[first:])
	for k := range lanes {
		logs[k] = constants.log[k] - sums[k]
		means[k] = constants.mean[k] + float64(constants.slope[k]*sums[lanes+k])
	}
}

// log returns the log-density at a point in the window or next to it.
func (w *latticeWindow) log(at int) float64 {
	switch {
	case at > w.last:
		w.right = w.next(w.right, 1)
		w.last += lanes
		w.read(w.right)
	case at < w.first:
		w.left = w.next(w.left, 0)
		w.first -= lanes
		w.read(w.left)
	}
	return w.logs[at-w.origin+len(w.logs)/2]
}

// climb goes uphill from a point and returns the maximum.
func (w *latticeWindow) climb(at int) int {
	value := w.log(at)
	for _, to := range [2]int{1, -1} {
		for next := w.log(at + to); next > value; next = w.log(at + to) {
			at, value = at+to, next
		}
	}
	return at
}

// roughness returns (d/s)^2 + spreading d^2 for the step d, with s of the parabola
// through the logarithms at the maximum and next to it.
func (w *latticeWindow) roughness(top int) float64 {
	step := stepOf(w.level)
	return float64(2*w.log(top)) - (w.log(top-1) + w.log(top+1)) + float64(spreading*float64(step*step))
}

// within returns the ends of the range around the maximum that is not negligible.
func (w *latticeWindow) within(top int) (low, high int) {
	least := w.log(top) - latticeDepth
	for low = top; w.log(low-1) > least; low-- {
	}
	for high = top; w.log(high+1) > least; high++ {
	}
	return low, high
}

// average returns the weighted mean of the expected entropies.
func (w *latticeWindow) average(low, high, top int) float64 {
	middle := len(w.logs)/2 - w.origin
	logs, means := w.logs[low+middle:high+middle+1], w.means[low+middle:high+middle+1]
	highest := w.logs[top+middle]
	var weights, sum float64
	for k, log := range logs {
		weight := w.down(log - highest)
		weights += weight
		sum += float64(weight * means[k])
	}
	return sum / weights
}

// down returns e^x for -700 < x <= 0: with x = (k/64) ln 2 + r it is
// 2^(k/64) (1 + r + r^2/2 + ...); r^6/720 is below 4e-17.
func (l *lattice) down(x float64) float64 {
	const mantissaBits = 52
	const rounder = 1.5 * (1 << mantissaBits)
	shifted := float64(x*(64/math.Ln2)) + rounder
	k := int(int32(math.Float64bits(shifted)))
	units := shifted - rounder
	r := (x - float64(units*(special.Ln2High/64))) - float64(units*(special.Ln2Low/64))
	square := float64(r * r)
	series := r + float64(square*(0.5+float64(r*(1./6))+float64(square*(1./24+float64(r*(1./120))))))
	root := l.roots[k&63]
	return math.Float64frombits(math.Float64bits(root+float64(root*series)) + uint64(k>>6)<<mantissaBits)
}
