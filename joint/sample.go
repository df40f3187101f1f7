package joint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// MaxSample is the largest number of records that can be drawn at once.
const MaxSample = 1e15

// ErrSampleSize refuses a sample that is empty or larger than [MaxSample].
var ErrSampleSize = errors.New("a sample has from 1 to 1e15 records")

// Sample draws n records from the distribution and returns how many fell on every
// cell that has mass, in the order of [Joint.Row], row after row.
//
// The counts are multinomial, up to the rounding of float64: cell after cell draws
// from the binomial distribution of what is left for it, so the work does not grow
// with n. They are a function of the labels, the probabilities, n and the seed,
// the same on every machine and for every order of rows and columns. Samples of
// different seeds are independent, and so are those of different n.
//
// The error wraps ErrSampleSize. O(c log c) for c cells that have mass.
func (j *Joint) Sample(n int64, seed uint64) ([]int64, error) {
	if n < 1 || n > MaxSample {
		return nil, fmt.Errorf("%d records cannot be drawn: %w", n, ErrSampleSize)
	}
	counts := make([]int64, len(j.mass))
	random := newStream(seed, n)
	left, rest := float64(n), j.total // records not drawn yet, and the mass they fall on
	rows, _ := byLabel(j.x)
	_, place := byLabel(j.y)
	var cells []int
	for _, x := range rows {
		cells = cells[:0]
		for i := j.start[x]; i < j.start[x+1]; i++ {
			cells = append(cells, i)
		}
		slices.SortFunc(cells, func(a, b int) int { return cmp.Compare(place[j.column[a]], place[j.column[b]]) })
		for _, i := range cells {
			if left == 0 {
				return counts, nil
			}
			k := random.binomial(left, j.mass[i], rest)
			counts[i] = int64(k)
			left -= k
			rest -= j.mass[i] // exact: masses are whole
		}
	}
	return counts, nil
}
