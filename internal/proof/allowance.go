package proof

import (
	"math"

	"github.com/dibmap/dibmap/internal/edge"
)

const (
	// An edge is first tried with firstShare of the steps of the whole proof, or with firstSteps if there is no
	// limit, so that the other edges are proved despite a hard one. When all are tried, the unproved ones are tried
	// again with moreSteps times the steps.
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

// meter returns a meter for the next edge, given the steps that were charged for it before.
func (a *allowance) meter(charged int64) *edge.Meter {
	return edge.NewMeter(charged + min(a.each-charged, a.left))
}

// charge subtracts the steps of an edge, except those charged before, from the remaining steps. An edge that was
// given up counts with its whole allowance.
func (a *allowance) charge(m *edge.Meter, charged int64) {
	if a.left < math.MaxInt64 { // or else there is no limit
		a.left -= max(m.Spent()-charged, 0)
	}
}

// raise allows an edge more steps, and reports whether any are left.
func (a *allowance) raise() bool {
	if a.each > math.MaxInt64/moreSteps {
		a.each = math.MaxInt64
	} else {
		a.each *= moreSteps
	}
	return a.left > 0
}
