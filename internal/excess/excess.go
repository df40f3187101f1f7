// Package excess measures how far one staircase of Pareto-optimal points is above another.
package excess

import (
	"math"

	"github.com/dibmap/dibmap/internal/pareto"
)

// Excess is the height of a staircase above another.
type Excess struct {
	// Area is the area in bit^2 between the two where the first is above.
	Area float64
	// Largest is the largest height in bits of i, which is at h = At; both are 0 if the height
	// is below [pareto.Tolerance] everywhere.
	Largest, At float64
}

// Of returns the excess of a staircase of n points over another of m. at and than return their
// points, sorted by increasing h and i. The area is taken from h = 0 to h = end, and the largest
// height anywhere. For the height, a step of the second staircase counts as up to
// [pareto.Tolerance] further left than it is. Before its first point a staircase is at i = 0.
// O(n + m).
func Of(n int, at func(p int) (h, i float64), m int, than func(p int) (h, i float64), end float64) Excess {
	e := Excess{Area: area(walker{n: n, at: at}, walker{n: m, at: than}, end)}
	// Between two steps of the first staircase the height only falls, so it is largest at a step.
	lower := walker{n: m, at: than}
	for p := range n {
		h, i := at(p)
		lower.pass(h + pareto.Tolerance)
		if d := i - lower.level; d > e.Largest && d >= pareto.Tolerance {
			e.Largest, e.At = d, h
		}
	}
	return e
}

// area returns the area between two staircases where the first is above.
func area(upper, lower walker, end float64) (sum float64) {
	for h := min(upper.next(), lower.next()); h < end; {
		upper.pass(h)
		lower.pass(h)
		next := min(upper.next(), lower.next(), end)
		sum += float64(max(0, upper.level-lower.level) * (max(next, 0) - max(h, 0)))
		h = next
	}
	return sum
}

// walker moves along a staircase to the right.
type walker struct {
	n      int
	at     func(p int) (h, i float64)
	passed int     // the number of points
	level  float64 // the i of the last of them
}

// next returns the h of the next point, and infinity after the last.
func (w *walker) next() float64 {
	if w.passed == w.n {
		return math.Inf(1)
	}
	h, _ := w.at(w.passed)
	return h
}

// pass moves past all points up to an h.
func (w *walker) pass(h float64) {
	for w.passed < w.n && w.next() <= h {
		_, w.level = w.at(w.passed)
		w.passed++
	}
}
