package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/dibmap/dibmap/search"
)

// progress shows how a search goes on: a line that is redrawn on a terminal, a
// plain line now and then elsewhere, nothing if the search is short.
type progress struct {
	out   io.Writer
	quiet bool
	next  time.Time // nothing is shown before
	every time.Duration
	pool  *mpb.Progress // on a terminal only
	bar   *mpb.Bar
	text  atomic.Pointer[string] // drawn by a goroutine of the pool
}

// Times between two lines: a terminal is redrawn, a log grows.
const (
	terminalEvery = 200 * time.Millisecond
	logEvery      = 30 * time.Second
)

func newProgress(out io.Writer, quiet bool) *progress {
	p := &progress{out: out, quiet: quiet, every: logEvery}
	if file, ok := out.(*os.File); ok && !quiet && term.IsTerminal(int(file.Fd())) {
		p.every = terminalEvery
		p.pool = mpb.New(mpb.WithOutput(out), mpb.WithRefreshRate(terminalEvery))
	}
	p.next = time.Now().Add(p.every)
	return p
}

// observe is told of the state of the search, often.
func (p *progress) observe(s search.Progress) {
	if p.quiet || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(p.every)
	text := fmt.Sprintf("%s points, %s groupings evaluated", number(s.Points), number(s.Evaluated))
	if s.Clusters > 0 {
		text += fmt.Sprintf(", %s waiting, the next of %s", number(s.Queued), plural(s.Clusters, "cluster"))
	}
	if p.pool == nil {
		fmt.Fprintf(p.out, "dibmap: searching: %s\n", text)
		return
	}
	p.text.Store(&text)
	if p.bar == nil {
		p.bar = p.pool.New(0, mpb.SpinnerStyle(), mpb.BarRemoveOnComplete(),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *p.text.Load() })))
	}
}

// stop takes the line off the terminal.
func (p *progress) stop() {
	if p.bar != nil {
		p.bar.Abort(true)
	}
	if p.pool != nil {
		p.pool.Wait()
	}
}
