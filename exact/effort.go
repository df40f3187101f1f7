package exact

import (
	"errors"
	"math"
	"sync/atomic"
)

// Steps are counted where the time goes: a step is about one row at one of 30 columns in a bound of
// the listing, or what takes as long elsewhere.
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
	// An edge is first tried with firstShare of the steps of the whole proof, and with
	// firstSteps if there is no limit, so that a hard edge does not keep others from
	// being proved. When all are tried, those that need more are tried again with moreSteps
	// times as many.
	firstShare = 1. / 16
	firstSteps = 1 << 32
	moreSteps  = 8
	// An edge that needs more than its share is expected to need expectedSteps shares more.
	expectedSteps = 3
)

// errSteps is the error of a computation that needs more steps than it is allowed.
var errSteps = errors.New("exact: more steps than allowed")

// meter counts steps. It is shared by the workers. Whether a computation stays within the
// limit depends on the sum of the steps only, and not on the number of workers: a worker that finds
// the meter used up knows that the sum is above the limit.
type meter struct {
	limit int64
	used  atomic.Int64
}

// unlimited returns a meter without a limit.
func unlimited() *meter { return &meter{limit: math.MaxInt64} }

// spend counts steps, and returns errSteps if that makes them too many.
func (m *meter) spend(steps int64) error {
	if m.used.Add(steps) > m.limit {
		return errSteps
	}
	return nil
}

// exhaust counts all steps as taken, and returns errSteps.
func (m *meter) exhaust() error {
	m.used.Store(m.limit)
	return errSteps
}

// allowance decides how many steps an edge may take.
type allowance struct {
	left int64 // of the whole proof; math.MaxInt64 if there is no limit
	each int64 // for an edge
}

func newAllowance(effort int64) allowance {
	if effort == 0 {
		return allowance{math.MaxInt64, firstSteps}
	}
	return allowance{effort, max(1, int64(float64(effort)*firstShare))}
}

// meter returns a meter for the next edge, for which some steps were charged before.
func (a *allowance) meter(charged int64) *meter {
	return &meter{limit: charged + min(a.each-charged, a.left)}
}

// charge takes what an edge has used from what is left, but for what was charged before. An edge that
// was given up has used its allowance, however far it got.
func (a *allowance) charge(m *meter, charged int64) {
	if a.left < math.MaxInt64 { // or else there is no limit
		a.left -= max(min(m.used.Load(), m.limit)-charged, 0)
	}
}

// raise allows an edge more steps, and tells whether there are any left.
func (a *allowance) raise() bool {
	if a.each > math.MaxInt64/moreSteps {
		a.each = math.MaxInt64
	} else {
		a.each *= moreSteps
	}
	return a.left > 0
}
