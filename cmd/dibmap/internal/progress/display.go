// Package progress shows the progress of a search: a bar on a terminal, a line every half minute
// in a log, an object for a program. display.go decides when and where to show it, bar.go draws the bar, drawing.go
// the frontier above it, pace.go writes the text, and forecast.go estimates the time that is left.
package progress

import (
	"context"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/search"
)

// Display shows the progress of a search: a bar on a terminal, plain lines elsewhere, and
// nothing if the search is short. A program gets objects.
type Display struct {
	out      cli.Streams
	quiet    bool
	part     string // prefix of the names of stages
	first    string // the name of the stage before the rounds
	found    int    // points at the last count
	now      func() time.Time
	start    time.Time // of the search
	begun    time.Time // when the stage began
	next     time.Time // of the next update
	deadline time.Time // of the stage; zero if it has none
	every    time.Duration
	pace     pace
	bar      *bar // on a terminal only
	advice   bool // Advise was called, and the advice was not given yet
}

// A terminal shows nothing for the first second, so that it does not flicker for short
// searches.
const (
	terminalFirst = time.Second
	terminalEvery = 200 * time.Millisecond
)

// LogEvery is the time between two lines without a terminal. It is a variable so that tests
// can switch progress off: their output must not depend on the speed of the machine.
var LogEvery = 30 * time.Second

// messageEvery is the time between two objects for a program.
const messageEvery = 100 * time.Millisecond

// New returns a display that writes to the error stream of out, unless it is quiet. first names the stage before
// the rounds.
func New(out cli.Streams, quiet bool, first string) *Display {
	return newDisplay(out, quiet, first, time.Now)
}

// newDisplay returns a display that reads the time from a clock.
func newDisplay(out cli.Streams, quiet bool, first string, clock func() time.Time) *Display {
	now := clock()
	p := &Display{
		out: out, quiet: quiet, first: first, now: clock,
		start: now, begun: now, pace: pace{since: search.Progress{Round: -1}},
		every: LogEvery, next: now.Add(LogEvery),
	}
	if out.ForPrograms() {
		p.every, p.next = messageEvery, now.Add(messageEvery)
	} else if !quiet {
		p.bar = newBar(out.Err)
	}
	if p.bar != nil {
		p.every, p.next = terminalEvery, now.Add(terminalFirst)
	}
	return p
}

// Observe records the state of the search, and shows it if an update is due. It is cheap enough to be
// called after every step.
func (p *Display) Observe(s search.Progress) {
	now := p.now()
	if s.Round != p.pace.since.Round {
		p.begun = now
		p.pace.enter(s)
	}
	if p.quiet {
		return
	}
	p.pace.stage, p.found = now.Sub(p.begun), s.Points
	p.pace.observe(s)
	if p.bar != nil && p.part == "" { // a part has a frontier of its own
		p.bar.observe(s, p.now)
	}
	if now.Before(p.next) {
		return
	}
	p.next = now.Add(p.every)
	text := describeProgress(p.first, s, &p.pace, p.limit(now))
	if p.out.ForPictures() && p.part == "" {
		text.frontier = outline(s)
	}
	p.show(text)
}

// Draw asks to draw the frontier found so far above the bar, if there is a bar.
func (p *Display) Draw(of frontier.Problem, ascii bool) {
	if p.bar != nil {
		p.bar.draw(of, ascii)
	}
}

// Enter begins another stage without rounds.
func (p *Display) Enter(stage string) {
	p.first, p.begun = stage, p.now()
	p.pace.enter(search.Progress{})
}

// Within sets the deadline of stages from a context.
func (p *Display) Within(ctx context.Context) { p.deadline, _ = ctx.Deadline() }

// limit returns the time until the deadline.
func (p *Display) limit(now time.Time) span {
	if p.deadline.IsZero() {
		return never
	}
	left := max(0, p.deadline.Sub(now).Seconds())
	return span{left, left}
}

// Advise asks to explain once how to end a search that takes longer than patience. It is for calls without a time
// limit.
func (p *Display) Advise() { p.advice = !p.quiet && !p.out.ForPrograms() }

// patience is the length of a search for which a limit is advised.
const patience = time.Minute

// advise prints the advice if the search has taken, or its stage will take, longer than patience.
func (p *Display) advise(left *float64) {
	if !p.advice || p.now().Sub(p.start) <= patience && (left == nil || *left <= patience.Seconds()) {
		return
	}
	p.advice = false
	p.above().Note("this takes longer than a minute: Ctrl-C ends it and keeps the groupings found so far, as --time-limit does after a time such as 5m")
}

// Part begins a part of the work. The name, such as "fold 1 of 5, ", becomes the prefix of the names
// of its stages, and first names its first stage.
func (p *Display) Part(name, first string) {
	p.part = name
	p.Enter(first)
}

// Count begins a stage with a known number of steps, and returns a function to call after
// each step. atMost means that the stage may end before its last step.
func (p *Display) Count(stage string, atMost bool) func(done, all int) {
	var steps forecast
	steps.observe(0, 0, 0) // before the first step
	return p.count(stage, atMost, steps)
}

// CountOn is Count for a stage that continues from a checkpoint. The first call of the function gives the number of
// steps done before.
func (p *Display) CountOn(stage string) func(done, all int) { return p.count(stage, false, forecast{}) }

func (p *Display) count(stage string, atMost bool, steps forecast) func(done, all int) {
	p.Enter(stage)
	return func(done, all int) {
		now := p.now()
		if p.quiet || all == 0 {
			return
		}
		spent := now.Sub(p.begun)
		steps.observe(spent, float64(done), float64(all-done))
		if now.Before(p.next) {
			return
		}
		p.next = now.Add(p.every)
		p.show(describeSteps(stage, done, all, atMost, steps.left(spent), p.limit(now)))
	}
}

// state is the progress of a search as an object for programs.
type state struct {
	Stage   string   `json:"stage"`
	Done    float64  `json:"done"`    // share of the stage, 0 while it is unknown
	Points  int      `json:"points"`  // points found so far
	Seconds float64  `json:"seconds"` // since the search began
	Left    *float64 `json:"left"`    // estimated seconds to the end of the stage, if known
	Text    string   `json:"text"`    // as on a terminal
	// Frontier has points found so far, by increasing h, only for programs that ask for them.
	Frontier [][2]float64 `json:"frontier,omitempty"`
}

// outlined is the number of points of a growing frontier for programs, or up to twice this number.
const outlined = 200

// outline returns some points of the frontier found so far, evenly spread, and the last.
func outline(s search.Progress) (points [][2]float64) {
	if s.Staircase == nil {
		return nil
	}
	step, n := max(1, s.Points/outlined), 0
	var last [2]float64
	for p := range s.Staircase {
		last = [2]float64{p.H, p.I}
		if n%step == 0 {
			points = append(points, last)
		}
		n++
	}
	if n > 0 && (n-1)%step != 0 {
		points = append(points, last)
	}
	return points
}

func (p *Display) show(text progressText) {
	text.stage = p.part + text.stage
	if p.out.ForPrograms() {
		p.out.Progress(state{
			Stage: text.stage, Done: text.done, Points: p.found, Seconds: p.now().Sub(p.start).Seconds(), Left: text.left, Text: text.state + text.speed,
			Frontier: text.frontier,
		})
		return
	}
	if p.bar == nil {
		p.out.Done("%s: %s%s", text.stage, text.state, text.speed)
	} else {
		p.bar.show(text)
	}
	p.advise(text.left)
}

// Warn prints a line above the bar, if there is one.
func (p *Display) Warn(err error) { p.above().Warn("%s", err.Error()) }

// above returns streams whose messages appear above the bar, if there is one.
func (p *Display) above() cli.Streams {
	out := p.out
	if p.bar != nil {
		out.Err = p.bar.above(out.Err)
	}
	return out
}

// Stop removes the bar, and the drawing above it, from the terminal.
func (p *Display) Stop() {
	if p.bar != nil {
		p.bar.stop()
	}
}
