package joint

import (
	"fmt"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/urn"
	"github.com/dibmap/dibmap/partition"
)

// MaxSample is the largest number of records that can be drawn at once.
const MaxSample = 1e15

// Sample draws n records from the distribution and returns how many fell on every cell
// that has mass, in the order of [Joint.Row], row after row.
//
// The counts are multinomial, up to the rounding of float64: each cell in turn draws
// from the binomial distribution of the records that are left, so the time does not
// grow with n. The counts are a function of the labels, the probabilities, n and the
// seed, the same on every machine and for every order of rows and columns. Samples of
// different seeds are independent, and so are samples of different n.
//
// The error wraps [ErrInput] unless n is from 1 to [MaxSample]. O(c log c) for c cells
// that have mass.
func (j *Joint) Sample(n int64, seed uint64) ([]int64, error) {
	counts, err := j.sample(n, seed)
	if err != nil {
		return nil, err
	}
	return lists.Map(counts, func(v float64) int64 { return int64(v) }), nil
}

// SampleTable returns the table of the n records that [Joint.Sample] draws, without the rows and columns that have no
// record; see [Joint.ZeroRows]. The error wraps [ErrInput], as for Sample, or [ErrTooSmall]. O(c log c).
func (j *Joint) SampleTable(n int64, seed uint64) (*Joint, error) {
	counts, err := j.sample(n, seed)
	if err != nil {
		return nil, err
	}
	return j.withCounts(counts)
}

func (j *Joint) sample(n int64, seed uint64) ([]float64, error) {
	if n < 1 || n > MaxSample {
		return nil, marked.Errorf(ErrInput, "%d records cannot be drawn: a sample has from 1 to 1e15 records", n)
	}
	counts := make([]float64, len(j.mass))
	draws := newStream(seed, n)
	left, rest := float64(n), j.total // the records that are left, and the mass of the cells that are left
	for _, k := range j.byLabel() {
		if left == 0 {
			break
		}
		counts[k] = draws.Binomial(left, j.mass[k], rest)
		left -= counts[k]
		rest -= j.mass[k] // exact: masses are whole
	}
	return counts, nil
}

// minSplit is the least number of records that can be split into two halves.
const minSplit = 4

// Split divides the N records of a table of counts into two halves at random; if N is
// odd, the first half has one more. Every choice of records is equally likely: the
// counts of a half are multivariate hypergeometric, up to the rounding of float64, and
// the two halves add up to the table. A half keeps the order of rows and columns, and
// leaves out those without records; see [Joint.ZeroRows].
//
// The halves are a function of the labels, the counts and the seed, the same on every
// machine and for every order of rows and columns. Halves of different seeds are
// independent, and so are the halves and the [Joint.Sample] of one seed.
//
// The error wraps [ErrInput] if the table has no counts, and [ErrTooSmall] if there are
// fewer than 4 records or if a half has a single row or column. O(c log c + c log log N)
// for c cells that have mass.
func (j *Joint) Split(seed uint64) (a, b *Joint, err error) {
	n, ok := j.Samples()
	switch {
	case !ok:
		return nil, nil, marked.Errorf(ErrInput, "the table holds probabilities, and only records that were counted can be split")
	case n < minSplit:
		return nil, nil, marked.Errorf(ErrTooSmall, "too few records to split: there are %d, and it takes %d", n, minSplit)
	}
	order := j.byLabel()
	all := lists.Map(order, func(at int32) float64 { return j.mass[at] })
	// A negative size makes the stream independent of the streams of samples.
	chosen := newStream(seed, -n).Choose(all, j.total, float64(n-n/2))
	first, second := make([]float64, len(order)), make([]float64, len(order))
	for k, at := range order {
		first[at], second[at] = chosen[k], all[k]-chosen[k]
	}
	if a, err = j.half(first); err == nil {
		b, err = j.half(second)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("too few records to split: of a half of the %d, %w", n, err)
	}
	return a, b, nil
}

// half returns the table with the counts of a half of its records, or an error if nothing can be
// learned from them.
func (j *Joint) half(counts []float64) (*Joint, error) {
	h, err := j.withCounts(counts)
	switch {
	case err != nil:
		return nil, err
	case h.Rows() == 1:
		return nil, marked.Errorf(ErrTooSmall, "only one row has mass: %q", h.x[0])
	case h.Cols() == 1:
		return nil, marked.Errorf(ErrTooSmall, "only one column has mass: %q", h.y[0])
	}
	return h, nil
}

// withCounts returns the table with other counts in its cells.
func (j *Joint) withCounts(counts []float64) (*Joint, error) {
	t, err := newTable(j.x, j.y, j.cells(partition.Identity(j.Rows()), counts))
	if err != nil {
		return nil, err
	}
	return newJoint(t), nil
}

// newStream returns the random numbers of a seed and a sample size. Mixing the seed keeps the
// streams of neighbouring seeds from sharing numbers.
func newStream(seed uint64, n int64) *urn.Stream {
	return &urn.Stream{Stream: random.From(random.Mix(random.Mix(seed) + uint64(n) - random.Increment))}
}
