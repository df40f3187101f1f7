package tally

import "math"

// twoSum returns the rounded sum of two numbers and the rounding error, which is 0 when the sum
// is infinite (Knuth's algorithm, in which the order of the two does not matter).
func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	if math.IsInf(sum, 0) {
		return sum, 0
	}
	of := sum - a
	return sum, (a - (sum - of)) + (b - of)
}

// grow adds n to an exact sum, which is kept as numbers of increasing size that do not overlap:
// Shewchuk's expansion (1997, doi:10.1007/PL00009321). There are at most about 40 parts.
func grow(parts []float64, n float64) []float64 {
	kept := parts[:0]
	for _, p := range parts {
		var low float64
		if n, low = twoSum(n, p); low != 0 {
			kept = append(kept, low)
		}
	}
	return append(kept, n)
}

// Sum returns the exact sum of numbers, rounded once to the nearest float64, so that their order
// does not matter. It is +Inf beyond the largest float64.
func Sum(numbers []float64) float64 {
	var parts []float64
	for _, n := range numbers {
		parts = grow(parts, n)
	}
	var sum, lost float64
	at := len(parts)
	for at > 0 && lost == 0 {
		at--
		sum, lost = twoSum(sum, parts[at])
	}
	// A sum halfway between two numbers was rounded to even. The sign of the parts below
	// shows on which side of the middle the sum is.
	if at > 0 && lost != 0 && (lost < 0) == (parts[at-1] < 0) {
		twice := lost + lost
		if next := sum + twice; next-sum == twice {
			return next
		}
	}
	return sum
}

// Sums are exact sums of numbers, which do not depend on the order of additions.
type Sums struct {
	sums []float64
	rest map[int][]float64 // the rounding errors of a sum, as grow keeps them
}

// NewSums returns n sums, all 0.
func NewSums(n int) *Sums { return &Sums{sums: make([]float64, n), rest: make(map[int][]float64)} }

// Add adds a number to the sum at a place. O(1) unless the sum is rounded.
func (s *Sums) Add(at int, n float64) {
	sum, lost := twoSum(s.sums[at], n)
	s.sums[at] = sum
	if lost != 0 {
		s.rest[at] = grow(s.rest[at], lost)
	}
}

// Total returns the sum at a place, correctly rounded.
func (s *Sums) Total(at int) float64 {
	if s.rest[at] == nil {
		return s.sums[at]
	}
	return Sum(append(s.rest[at], s.sums[at]))
}
