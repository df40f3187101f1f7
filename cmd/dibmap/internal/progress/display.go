// Package progress shows how far a search is: a bar on a terminal, a line now and then
// in a log. display.go says when something is shown and where, pace.go what it says.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/search"
)

// Display shows how a search goes on: a bar that is redrawn on a terminal, a
// plain line now and then elsewhere, nothing if the search is short.
type Display struct {
	out   io.Writer
	quiet bool
	first string    // the stage before the rounds
	start time.Time // of the search
	pace  pace
	begun time.Time // the stage
	next  time.Time // nothing is shown before
	every time.Duration
	pool  *mpb.Progress // on a terminal only
	bar   *mpb.Bar
	text  atomic.Pointer[progressText] // drawn by a goroutine of the pool
}

// Times between two lines: a terminal is redrawn, a log grows. A bar that goes
// again at once would only be a flicker.
const (
	terminalFirst = time.Second
	terminalEvery = 200 * time.Millisecond
)

// LogEvery is a variable so that tests can switch progress off: what they compare must
// not depend on the speed of the machine.
var LogEvery = 30 * time.Second

// A bar has barSteps steps, and is leastBar characters wide if it can be.
const (
	barSteps = 1000
	leastBar = 20
)

func New(out io.Writer, quiet bool, first string, limit time.Duration) *Display {
	now := time.Now()
	p := &Display{
		out: out, quiet: quiet, first: first,
		start: now, begun: now, pace: pace{limit: limit, since: search.Progress{Round: -1}},
		every: LogEvery, next: now.Add(LogEvery),
	}
	if file, ok := out.(*os.File); ok && !quiet && term.IsTerminal(int(file.Fd())) {
		p.every, p.next = terminalEvery, now.Add(terminalFirst)
		p.pool = mpb.New(mpb.WithOutput(out), mpb.WithRefreshRate(terminalEvery))
	}
	return p
}

// Observe is told of the state of the search, often.
func (p *Display) Observe(s search.Progress) {
	now := time.Now()
	if s.Round != p.pace.since.Round {
		p.pace.since, p.begun = s, now
	}
	if p.quiet || now.Before(p.next) {
		return
	}
	p.next = now.Add(p.every)
	p.pace.elapsed, p.pace.stage = now.Sub(p.start), now.Sub(p.begun)
	p.show(describeProgress(p.first, s, p.pace))
}

// Enter begins another stage, after which no rounds come.
func (p *Display) Enter(stage string) {
	p.first, p.begun, p.pace.since = stage, time.Now(), search.Progress{}
}

// Count begins a stage of which is known how much there is to do, and returns what is
// to be told of it, often.
func (p *Display) Count(stage string) func(done, all int) {
	p.Enter(stage)
	return func(done, all int) {
		now := time.Now()
		if p.quiet || now.Before(p.next) || all == 0 {
			return
		}
		p.next = now.Add(p.every)
		state := fmt.Sprintf("%s of %s", wording.Number(done), wording.Number(all))
		if done > 0 {
			left := time.Duration(float64(now.Sub(p.begun)) / float64(done) * float64(all-done))
			state += ", " + roughly(left) + " left"
		}
		p.show(progressText{stage: stage, state: state, done: float64(done) / float64(all)})
	}
}

// CountTo begins a stage of which is known how much there is to do at most, and returns
// what is to be told of it, often.
func (p *Display) CountTo(stage string) func(done, most int) {
	p.Enter(stage)
	return func(done, most int) {
		now := time.Now()
		if p.quiet || now.Before(p.next) {
			return
		}
		p.next = now.Add(p.every)
		p.show(progressText{
			stage: stage, state: fmt.Sprintf("%s of at most %s", wording.Number(done), wording.Number(most)), done: float64(done) / float64(most),
		})
	}
}

func (p *Display) show(text progressText) {
	if p.pool == nil {
		fmt.Fprintf(p.out, "dibmap: %s: %s%s\n", text.stage, text.state, text.speed)
		return
	}
	p.text.Store(&text)
	if p.bar == nil {
		p.bar = p.pool.New(barSteps, mpb.BarStyle(), mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.text.Load().stage + " " })),
			mpb.AppendDecorators(decor.Any(func(d decor.Statistics) string {
				return p.text.Load().beside(d.AvailableWidth)
			})))
	}
	// A bar that is full is over for its library.
	p.bar.SetCurrent(min(int64(barSteps*text.done), barSteps-1))
}

// beside returns what stands beside a bar: without the speed if width characters
// would leave no bar worth the name.
func (t *progressText) beside(width int) string {
	text := " " + t.state + t.speed
	if len(text)+leastBar > width {
		text = " " + t.state
	}
	return text
}

// Warn prints a line without spoiling the bar.
func (p *Display) Warn(err error) {
	out := p.out
	if p.bar != nil {
		out = p.pool
	}
	fmt.Fprintf(out, "dibmap: warning: %s\n", cli.OneLine(err.Error()))
}

// Stop takes the bar off the terminal.
func (p *Display) Stop() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
	if p.pool != nil {
		p.pool.Wait()
	}
}
