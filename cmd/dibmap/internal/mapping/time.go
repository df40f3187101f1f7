package mapping

import (
	"fmt"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
)

// The stages of map share the time limit of the call: reading, the test of dependence, the upper bound, the
// search with its proof, the best of each k, the uncertainty of points, held-out records, and writing. Each may take
// these parts of the time that is left, and leaves unused time to the next.
const (
	evidenceShare = 0.1
	ceilingShare  = 0.1 // as a goal; see ceilingPatience
	robustShare   = 0.2
	softShare     = 0.2 // for the curve of soft encoders
	foldsShare    = 0.5 // to search and score folds
	testShare     = 0.1 // to score other records
	foldShare     = 0.8 // of the time of a fold, to search it

	// frontierShare is the part of the search for the frontier before the best groupings, and halfShare this part if
	// the call sets the number of best groupings.
	frontierShare = 0.8
	halfShare     = 0.5

	// again times the reading time is reserved to prepare the search of a large table and to write its result, within
	// writing to slowWriting per row, because the reader may have waited for a pipe. From manyRows on there is no
	// result without this time. A frontier of fewer rows can have tens of thousands of points and takes completing
	// per row, up to mostCompleting. The reserve is at most the share mostWriting of the time left.
	again          = 2
	writing        = 40 * time.Microsecond
	slowWriting    = 250 * time.Microsecond
	manyRows       = 100_000
	completing     = time.Millisecond
	mostCompleting = 400 * time.Millisecond
	mostWriting    = 0.45
)

// afterReading returns the clock of the stages after reading, which reserves time to write, or an error if a large
// table leaves no time for them.
func (f *searchFlags) afterReading(clock cli.Clock, p *input.Problem, reading time.Duration) (cli.Clock, error) {
	left, limited := clock.Left()
	if !limited {
		return clock, nil
	}
	rows := p.Problem.Rows()
	if p.Joint != nil { // it can have more rows than the problem
		rows = p.Joint.Rows()
	}
	finish := min(again*reading, time.Duration(rows)*slowWriting)
	if rows > manyRows && left < finish {
		return clock, cli.Failed(fmt.Errorf("%s: its %s values of X took %.1f s to read, and the rest takes longer, so --time-limit %v is too short: allow more time, or %s",
			p.Name, wording.Number(rows), reading.Seconds(), f.timeLimit, listing.FewerValues(p.XScales)))
	}
	finish = max(finish, time.Duration(rows)*writing, min(time.Duration(rows)*completing, mostCompleting))
	return clock.Keep(finish, mostWriting), nil
}

// searchShare returns the part of the search for the frontier.
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

// shareBefore returns the part of the time after the search, if another stage with the given share follows.
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
