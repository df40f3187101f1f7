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

// pace holds the times of a state of a search.
type pace struct {
	// stage is the time since the stage began. A stage is a round, or a step before the
	// rounds.
	stage time.Duration
	// since is the first state seen in this stage, which is not its beginning after a
	// resume.
	since search.Progress
	// queue and budget forecast the two ends of a stage: no clustering is left, or no evaluation.
	queue, budget forecast
}

// enter begins another stage.
func (p *pace) enter(since search.Progress) {
	p.since, p.queue, p.budget = since, forecast{}, forecast{}
}

// observe records the state of a search. It is cheap enough to be called after every step.
func (p *pace) observe(s search.Progress) {
	p.queue.observe(p.stage, float64(s.Settled), float64(s.Queued))
	if s.Budget > 0 {
		p.budget.observe(p.stage, float64(s.Evaluated), float64(max(0, s.Budget-s.Evaluated)))
	}
}

// minPace is the time after which the rates of a stage are shown.
const minPace = time.Second

// progressText is the progress of a search as text.
type progressText struct {
	stage, state, speed string
	done                float64      // share of the stage
	left                *float64     // seconds, or nil if unknown
	frontier            [][2]float64 // points found so far, for a program that draws them
}

// describeProgress describes the progress of the stage of a search, the time left, and the
// number of points found. first names the stage before the rounds.
func describeProgress(first string, s search.Progress, p *pace, limit span) progressText {
	t := progressText{stage: first}
	if s.Round > 0 {
		t.stage = fmt.Sprintf("round %d", s.Round)
	}
	if known := s.Settled + s.Queued; known > 0 {
		t.done = float64(s.Settled) / float64(known)
		t.state = fmt.Sprintf("%d %%, ", int(100*t.done))
	}
	if left := t.tell(p.queue.left(p.stage).sooner(p.budget.left(p.stage)), limit); left != "" {
		t.state += left + ", "
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

// tell records and describes the time to the end of a stage if it is known well enough. A time limit also
// ends the stage; if the time is unknown, tell returns the limit.
func (t *progressText) tell(left, limit span) string {
	if v, ok := left.sooner(limit).value(); ok {
		t.left = &v
		return "about " + roughly(v) + " left"
	}
	if limit != never {
		return "at most " + roughly(math.Ceil(limit.most)) + " left"
	}
	return ""
}

// describeSteps describes the number of steps done, of all or of at most all, and the time for the
// rest if it is known.
func describeSteps(stage string, done, all int, atMost bool, left, limit span) progressText {
	t := progressText{stage: stage, done: float64(done) / float64(all)}
	if atMost {
		t.state = wording.Number(done) + " of at most " + wording.Number(all)
		return t
	}
	t.state = wording.Number(done) + " of " + wording.Number(all)
	if told := t.tell(left, limit); told != "" {
		t.state += ", " + told
	}
	return t
}

// rate returns the growth of a count per second of the stage, or 0 if the stage is too short.
func (p *pace) rate(now, before int64) float64 {
	if p.stage < minPace {
		return 0
	}
	return float64(now-before) / p.stage.Seconds()
}

// roughly writes an estimated time in seconds.
func roughly(seconds float64) string {
	round := func(unit time.Duration) int64 { return int64(math.Round(seconds / unit.Seconds())) }
	switch {
	case seconds < 100:
		return fmt.Sprintf("%d s", max(1, round(time.Second)))
	case seconds < 100*60:
		return fmt.Sprintf("%d min", round(time.Minute))
	case seconds < 48*3600:
		return fmt.Sprintf("%d h", round(time.Hour))
	default:
		return fmt.Sprintf("%s days", wording.Number(round(24*time.Hour)))
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
