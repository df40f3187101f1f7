package urn

import (
	"math/bits"
	"slices"
)

// oneByOne is the number of records up to which they are drawn one by one.
const oneByOne = 8

// Choose chooses n of the total records at random, every choice of n being equally
// likely, and returns the number chosen from each cell.
//
// First every record is chosen independently with probability n/total, so that the numbers are binomial. Given
// their total number, every choice of this number of records is equally likely. The surplus is then removed from
// the chosen records, or the shortage is made up from the others, by the same method, which keeps every choice of n
// equally likely. The difference is about the square root of n, so the recursion soon ends.
func (s *Stream) Choose(counts []float64, total, n float64) []float64 {
	chosen := make([]float64, len(counts))
	if n <= oneByOne {
		s.draw(counts, total, n, chosen)
		return chosen
	}
	var sum float64
	for k, c := range counts {
		if c > 0 {
			chosen[k] = s.Binomial(c, n, total)
			sum += chosen[k]
		}
	}
	switch {
	case sum > n:
		add(chosen, -1, s.Choose(chosen, sum, sum-n))
	case sum < n:
		rest := slices.Clone(counts)
		add(rest, -1, chosen)
		add(chosen, 1, s.Choose(rest, total-sum, n-sum))
	}
	return chosen
}

// add adds factor times numbers to the elements of to.
func add(to []float64, factor float64, numbers []float64) {
	for k, v := range numbers {
		to[k] += float64(factor * v)
	}
}

// draw draws n different records one by one and counts them in drawn.
func (s *Stream) draw(counts []float64, total, n float64, drawn []float64) {
	for ; n > 0; n-- {
		at := float64(s.Below(uint64(total)))
		k := 0
		for at >= counts[k]-drawn[k] {
			at -= counts[k] - drawn[k]
			k++
		}
		drawn[k]++
		total--
	}
}

// Below returns a uniformly random whole number below n, for n above 0 (Lemire 2019,
// doi:10.1145/3230636).
func (s *Stream) Below(n uint64) uint64 {
	for {
		hi, lo := product(s.Next(), n)
		if lo >= n || lo >= -n%n { // the first comparison spares most numbers the division
			return hi
		}
	}
}

// product returns the halves of the product of two numbers. Where n is below 2^32, as nearly always, two
// multiplications do, which matters where the machine has none of 64 bits by 64, as in a browser.
func product(x, n uint64) (hi, lo uint64) {
	if n>>32 != 0 {
		return bits.Mul64(x, n)
	}
	return (x>>32*n + x&(1<<32-1)*n>>32) >> 32, x * n
}
