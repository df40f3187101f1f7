package joint

import (
	"fmt"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/urn"
)

// Fold is a division of records: training records, and held-out records for testing what was learned. Rows and
// columns without records are left out of each, so that their labels may differ.
type Fold struct{ Training, HeldOut *Joint }

// Folds divides the N records of a table of counts into k parts at random, whose sizes differ by
// one at most, and returns one fold for each part, in which that part is held out. Every division
// into parts of these sizes is equally likely: the counts of a part are multivariate
// hypergeometric, up to the rounding of float64, and the parts add up to the table. The tables of
// a fold keep the order of rows and columns.
//
// The folds are a function of the labels, the counts, k and the seed, the same on every machine
// and for every order of rows and columns. Folds of different seeds or of another k are
// independent, and so are the folds, the [Joint.Split] and the [Joint.Sample] of one seed.
//
// A part may be a single record: its table has one cell, and no counts by [Joint.Samples].
//
// The error wraps [ErrInput] if the table has no counts or k is below 2, and [ErrTooSmall] if there
// are fewer than k records. O(k (c log c + c log log N)) for c cells that have mass.
func (j *Joint) Folds(k int, seed uint64) ([]Fold, error) {
	n, ok := j.Samples()
	switch {
	case !ok:
		return nil, marked.Errorf(ErrInput, "the table holds probabilities, and only records that were counted can be held out")
	case k < 2:
		return nil, marked.Errorf(ErrInput, "%d folds are not possible: it takes 2 or more", k)
	case n < int64(k):
		return nil, marked.Errorf(ErrTooSmall, "too few records for %d folds: there are %d", k, n)
	}
	order := j.byLabel()
	left := make([]float64, len(order)) // the counts of the parts that are left
	for i, at := range order {
		left[i] = j.mass[at]
	}
	draws := &urn.Stream{Stream: random.New(seed, foldsOfRecords, uint64(k))}
	folds := make([]Fold, k)
	total := j.total
	for part := range folds {
		size := float64((n + int64(k-part-1)) / int64(k))
		chosen := draws.Choose(left, total, size)
		total -= size
		heldOut, training := make([]float64, len(order)), make([]float64, len(order))
		for i, at := range order {
			left[i] -= chosen[i]
			heldOut[at], training[at] = chosen[i], j.mass[at]-chosen[i]
		}
		var err error
		if folds[part].HeldOut, err = j.withCounts(heldOut); err == nil {
			folds[part].Training, err = j.withCounts(training)
		}
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", part+1, err)
		}
	}
	return folds, nil
}

// foldsOfRecords makes the random numbers of folds independent of the numbers of samples and halves.
const foldsOfRecords = 0x666f6c6473
