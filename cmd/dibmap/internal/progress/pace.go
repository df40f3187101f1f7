package progress

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/search"
)

// pace holds the times that belong to a state of a search.
type pace struct {
	elapsed time.Duration // of the search
	limit   time.Duration // on the search; 0 for none
	// stage is the time since the stage began. A stage is a round or what comes before the
	// rounds.
	stage time.Duration
	// since is the first state seen in this stage. After a resume, that is not where the
	// stage began.
	since search.Progress
}

// minPace is how long a stage must have run before its rates are shown.
const minPace = time.Second

// progressText is what a person sees of a search under way.
type progressText struct {
	stage, state, speed string
	done                float64  // share of the stage
	left                *float64 // seconds, or nil if nothing is known
}

// describeProgress says how far the stage of a search is, how long it may still take, and
// how many points the search has found. First names the stage before the rounds.
func describeProgress(first string, s search.Progress, p pace) progressText {
	t := progressText{stage: first}
	if s.Round > 0 {
		t.stage = fmt.Sprintf("round %d, epsilon %.2g", s.Round, s.Lift)
	}
	if known := s.Settled + s.Queued; known > 0 {
		t.done = float64(s.Settled) / float64(known)
		t.state = fmt.Sprintf("%d %%, ", int(100*t.done))
	}
	if left, ok := p.left(s); ok {
		t.state += roughly(left) + " left, "
		t.left = new(left.Seconds())
	}
	if s.Points > 0 || t.state == "" {
		t.state += wording.Plural(s.Points, "point")
	}
	t.state = strings.TrimSuffix(t.state, ", ") // a dynamic program has no points before its end
	if rate := p.rate(s.Evaluated, p.since.Evaluated); rate > 0 {
		t.speed = ", " + short(rate) + " groupings/s"
	}
	return t
}

// describeSteps says how many steps of a stage are done, of all or of at most all, and how long
// the rest may take if the number is known. spent is the time since the stage began.
func describeSteps(stage string, done, all int, atMost bool, spent time.Duration) progressText {
	t := progressText{stage: stage, done: float64(done) / float64(all)}
	if atMost {
		t.state = wording.Number(done) + " of at most " + wording.Number(all)
		return t
	}
	t.state = wording.Number(done) + " of " + wording.Number(all)
	if done > 0 {
		left := time.Duration(float64(spent) / float64(done) * float64(all-done))
		t.state += ", " + roughly(left) + " left"
		t.left = new(left.Seconds())
	}
	return t
}

// rate returns by how much a count grew per second of the stage, or 0 if that is too short.
func (p pace) rate(now, before int64) float64 {
	if p.stage < minPace {
		return 0
	}
	return float64(now-before) / p.stage.Seconds()
}

// left estimates the time until the stage is done, or until the evaluations or the time allowed
// are used up, if that is sooner. The estimate is rough, because some of the queued clusterings
// will be ruled out and others will add to the queue. ok is false if nothing is known.
func (p pace) left(s search.Progress) (left time.Duration, ok bool) {
	least := math.Inf(1)
	if p.limit > 0 {
		least = (p.limit - p.elapsed).Seconds()
	}
	if rate := p.rate(s.Settled, p.since.Settled); rate > 0 {
		least = min(least, float64(s.Queued)/rate)
	}
	if rate := p.rate(s.Evaluated, p.since.Evaluated); rate > 0 && s.Budget > 0 {
		least = min(least, float64(s.Budget-s.Evaluated)/rate)
	}
	if least > math.MaxInt64/float64(time.Second) {
		return 0, false
	}
	return time.Duration(least * float64(time.Second)), true
}

// roughly writes an estimated time.
func roughly(d time.Duration) string {
	round := func(unit time.Duration) int64 { return int64(d.Round(unit) / unit) }
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("about %d s", max(1, round(time.Second)))
	case d < 100*time.Minute:
		return fmt.Sprintf("about %d min", round(time.Minute))
	case d < 48*time.Hour:
		return fmt.Sprintf("about %d h", round(time.Hour))
	default:
		return fmt.Sprintf("about %s days", wording.Number(round(24*time.Hour)))
	}
}

// short writes a number with two or three digits and a prefix such as k.
func short(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		switch scaled := v / unit.size; {
		case scaled >= 9.95:
			return strconv.FormatFloat(scaled, 'f', 0, 64) + unit.name
		case scaled >= 0.9995:
			return strconv.FormatFloat(scaled, 'f', 1, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}
