package edge

import (
	"errors"
	"math"
	"sync/atomic"
)

// Steps are counted in the code that takes most of the time. A step is about the work for one row at one of 30
// columns in a bound of the listing.
const (
	// A row takes boundSteps steps in a bound and one for every other column, as was measured on
	// tables of 3 to 60 columns.
	boundSteps = 16
	// columnSteps is what a listed column takes. In the search for clusterings nodeSteps are for a
	// column that fits into some rows, and labelSteps for each grouping of the other rows.
	columnSteps = 100
	nodeSteps   = 30
	labelSteps  = 20
	// A chord bound takes as long for the columns' values of phi as for chordSteps rows.
	chordSteps = 8
	// Workers count on their own and add up every countedSteps steps.
	countedSteps = 1 << 12
)

// NeedMore is how many times its limit a computation is expected to need that exceeds it.
const NeedMore = 4

// ErrSteps is the error of a computation that needs more steps than it is allowed.
var ErrSteps = errors.New("exact: more steps than allowed")

// Meter counts steps. The workers share it. Whether a computation stays within the limit depends only on the sum of
// the steps: a worker that finds the meter used up knows that the sum is above the limit.
type Meter struct {
	limit int64
	used  atomic.Int64
	need  int64 // expected in all, after a sample
}

// NewMeter returns a meter with a limit; math.MaxInt64 means none.
func NewMeter(limit int64) *Meter { return &Meter{limit: limit} }

// Unlimited returns a meter without a limit.
func Unlimited() *Meter { return NewMeter(math.MaxInt64) }

// Limited reports whether the meter has a limit.
func (m *Meter) Limited() bool { return m.limit < math.MaxInt64 }

// Spent returns the number of steps that were counted, up to the limit.
func (m *Meter) Spent() int64 { return min(m.used.Load(), m.limit) }

// spend counts steps, and returns ErrSteps if that makes them too many.
func (m *Meter) spend(steps int64) error {
	if m.used.Add(steps) > m.limit {
		return ErrSteps
	}
	return nil
}

// expect returns ErrSteps if that many more steps are expected to be too many.
func (m *Meter) expect(more int64) error {
	if m.need = m.used.Load() + more; m.need > m.limit {
		return ErrSteps
	}
	return nil
}

// Need returns the number of steps that a computation that ended with ErrSteps is expected to need in all: by a sample,
// or NeedMore times the limit if that was exceeded.
func (m *Meter) Need() int64 {
	switch {
	case m.need > m.limit:
		return m.need
	case m.limit > math.MaxInt64/(2*NeedMore):
		return math.MaxInt64
	default:
		return NeedMore * m.limit
	}
}

// Exhaust counts all steps as taken, and returns ErrSteps.
func (m *Meter) Exhaust() error {
	m.used.Store(m.limit)
	return ErrSteps
}
