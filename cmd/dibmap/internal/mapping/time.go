package mapping

import (
	"fmt"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
)

// The stages of map share the time limit of the call: reading, the test of dependence, the upper bound, the
// search with its proof, the best of each k, the uncertainty of points, held-out records, and writing. These
// are the parts of what is left that each of them may take. What it does not need is there for the next.
const (
	evidenceShare = 0.1
	ceilingShare  = 0.1 // which it should take; see ceilingPatience
	robustShare   = 0.2
	foldsShare    = 0.5 // of folds, each of which is searched
	testShare     = 0.1 // of other records, which are scored only
	foldShare     = 0.8 // of a fold's time, its search; the rest is for scoring

	// frontierShare is the part of the search that the frontier may take if the best groupings are looked
	// for after it, and halfShare that if more or fewer of these are asked for than by default.
	frontierShare = 0.8
	halfShare     = 0.5

	// again is the time that it takes to prepare the search of a large table and to write its result, in times
	// of that to read it. It is from writing to slowWriting for each row, however long a pipe made the reader
	// wait. From manyRows on there is no result without it. A frontier of fewer rows takes completing for each of
	// them, up to mostCompleting: it may have tens of thousands of points. All of that is at most the share
	// mostWriting of what is left.
	again          = 2
	writing        = 40 * time.Microsecond
	slowWriting    = 250 * time.Microsecond
	manyRows       = 100_000
	completing     = time.Millisecond
	mostCompleting = 400 * time.Millisecond
	mostWriting    = 0.45
)

// afterReading returns the clock of the stages after reading, which leave time to write. It is an error if a
// large table leaves no time for them.
func (f *searchFlags) afterReading(clock cli.Clock, p *input.Problem, reading time.Duration) (cli.Clock, error) {
	left, limited := clock.Left()
	if !limited {
		return clock, nil
	}
	rows := p.Problem.Rows()
	if p.Joint != nil { // which may have equal rows
		rows = p.Joint.Rows()
	}
	finish := min(again*reading, time.Duration(rows)*slowWriting)
	if rows > manyRows && left < finish {
		return clock, cli.Failed(fmt.Errorf("%s: its %s values of X took %.1f s to read, and the rest takes longer, so --time-limit %v is too short: allow more time, or %s",
			p.Name, wording.Number(rows), reading.Seconds(), f.timeLimit, input.FewerValues(p.XScales)))
	}
	finish = max(finish, time.Duration(rows)*writing, min(time.Duration(rows)*completing, mostCompleting))
	return clock.Keep(finish, mostWriting), nil
}

// searchShare is the part of the search before the best groupings are looked for.
func (f *bestFlags) searchShare() float64 {
	switch {
	case f.off():
		return 1
	case f.given:
		return halfShare
	default:
		return frontierShare
	}
}

func (f *robustFlags) share() float64 {
	if f.on {
		return robustShare
	}
	return 0
}

// shareBefore is the part of what the search has left, if another stage with the given share follows.
func (f *robustFlags) shareBefore(next float64) float64 {
	if next == 0 {
		return 1
	}
	return robustShare / (robustShare + next)
}

func (f *validateFlags) share() float64 {
	switch {
	case f.test != "":
		return testShare
	case f.on():
		return foldsShare
	default:
		return 0
	}
}
