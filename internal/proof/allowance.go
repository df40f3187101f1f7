package proof

import (
	"math"

	"github.com/dibmap/dibmap/internal/edge"
)

const (
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
func (a *allowance) meter(charged int64) *edge.Meter {
	return edge.NewMeter(charged + min(a.each-charged, a.left))
}

// charge takes what an edge has used from what is left, but for what was charged before. An edge that
// was given up has used its allowance, however far it got.
func (a *allowance) charge(m *edge.Meter, charged int64) {
	if a.left < math.MaxInt64 { // or else there is no limit
		a.left -= max(m.Spent()-charged, 0)
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
