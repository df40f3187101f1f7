package joint

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// MinSplit is the least number of records that can be split into two halves.
const MinSplit = 4

// Errors of [Joint.Split]. They come wrapped with what is wrong.
var (
	ErrNoCounts   = errors.New("the table holds probabilities, and only records that were counted can be split")
	ErrFewRecords = errors.New("too few records to split")
)

// Split deals the N records of a table of counts out to two halves at random; if N is
// odd, the first has one more. Every choice of records is equally likely: the counts of
// a half are multivariate hypergeometric, up to the rounding of float64, and those of
// both add up to the table's. A half keeps the order of rows and columns, and sets
// those aside that it has no record of; see [Joint.ZeroRows].
//
// The halves are a function of the labels, the counts and the seed, the same on every
// machine and for every order of rows and columns. Those of different seeds are
// independent, and so are those of a seed and the [Joint.Sample] of it.
//
// The error wraps ErrNoCounts if the table has no counts, and ErrFewRecords if there
// are fewer than [MinSplit] of them or a half has one row or one column only: then it
// wraps ErrOneRow or ErrOneColumn, too. O(c log c + c log log N) for c cells that have
// mass.
func (j *Joint) Split(seed uint64) (a, b *Joint, err error) {
	n, ok := j.Samples()
	switch {
	case !ok:
		return nil, nil, ErrNoCounts
	case n < MinSplit:
		return nil, nil, fmt.Errorf("%w: there are %d, and it takes %d", ErrFewRecords, n, MinSplit)
	}
	order := j.cellsByLabel()
	all := make([]float64, len(order))
	for k, i := range order {
		all[k] = j.mass[i]
	}
	// No sample has so few records: the numbers are not those that a sample is drawn by.
	chosen := newStream(seed, -n).choose(all, j.total, float64(n-n/2))
	first, second := make([]float64, len(order)), make([]float64, len(order))
	for k, i := range order {
		first[i], second[i] = chosen[k], all[k]-chosen[k]
	}
	if a, err = j.withCounts(first); err == nil {
		b, err = j.withCounts(second)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: of a half of the %d, %w", ErrFewRecords, n, err)
	}
	return a, b, nil
}

// cellsByLabel returns the cells that have mass in the order of the labels of their
// rows, and then of their columns.
func (j *Joint) cellsByLabel() []int {
	rows, _ := byLabel(j.x)
	_, place := byLabel(j.y)
	order := make([]int, 0, len(j.mass))
	for _, x := range rows {
		from := len(order)
		for i := j.start[x]; i < j.start[x+1]; i++ {
			order = append(order, i)
		}
		slices.SortFunc(order[from:], func(a, b int) int { return cmp.Compare(place[j.column[a]], place[j.column[b]]) })
	}
	return order
}

// Drawn returns the table of the n records that [Joint.Sample] draws, without the rows and
// columns that drew none; see [Joint.ZeroRows]. The error is that of Sample, or wraps
// ErrOneRow or ErrOneColumn. O(c log c).
func (j *Joint) Drawn(n int64, seed uint64) (*Joint, error) {
	drawn, err := j.Sample(n, seed)
	if err != nil {
		return nil, err
	}
	counts := make([]float64, len(drawn))
	for i, count := range drawn {
		counts[i] = float64(count)
	}
	return j.withCounts(counts)
}

// withCounts returns the table with other counts in its cells.
func (j *Joint) withCounts(counts []float64) (*Joint, error) {
	cells := make([]Cell, 0, len(counts))
	for x := range j.x {
		for i := j.start[x]; i < j.start[x+1]; i++ {
			if counts[i] > 0 {
				cells = append(cells, Cell{int32(x), j.column[i], counts[i]})
			}
		}
	}
	return New(j.x, j.y, cells)
}

// oneByOne is the number of records up to which they are drawn one by one.
const oneByOne = 8

// choose returns of how many records of each cell a random choice of n consists. There
// are total records, and every choice of n of them is equally likely.
//
// At first every record is chosen with probability n/total, independently of others, so
// that the numbers are binomial. Whatever number of records that makes, every choice of
// so many is equally likely. Of those that are too many, or of the others if they are
// too few, as many as the difference are chosen in the same way, which leaves every
// choice of n equally likely. The difference is about the root of n, so that it is soon
// small.
func (s *stream) choose(counts []float64, total, n float64) []float64 {
	chosen := make([]float64, len(counts))
	if n <= oneByOne {
		s.draw(counts, total, n, chosen)
		return chosen
	}
	var sum float64
	for k, c := range counts {
		if c > 0 {
			chosen[k] = s.binomial(c, n, total)
			sum += chosen[k]
		}
	}
	switch {
	case sum > n:
		add(chosen, -1, s.choose(chosen, sum, sum-n))
	case sum < n:
		rest := slices.Clone(counts)
		add(rest, -1, chosen)
		add(chosen, 1, s.choose(rest, total-sum, n-sum))
	}
	return chosen
}

// add adds a multiple of whole numbers to others.
func add(to []float64, factor float64, numbers []float64) {
	for k, v := range numbers {
		to[k] += factor * v
	}
}

// draw draws n records one by one, none twice.
func (s *stream) draw(counts []float64, total, n float64, drawn []float64) {
	for ; n > 0; n-- {
		at := float64(s.below(uint64(total)))
		k := 0
		for at >= counts[k]-drawn[k] {
			at -= counts[k] - drawn[k]
			k++
		}
		drawn[k]++
		total--
	}
}

// below returns a whole number below n, which is above 0, all of them equally likely
// (Lemire 2019, doi:10.1145/3230636).
func (s *stream) below(n uint64) uint64 {
	for {
		hi, lo := bits.Mul64(s.Next(), n)
		if lo >= -n%n {
			return hi
		}
	}
}
