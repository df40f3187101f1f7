//go:build !js

package progress

import (
	"io"
	"os"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/dibmap/dibmap/frontier"
)

// bar is a bar on a terminal, below a drawing if the caller asks for it. It appears with the first call of show.
type bar struct {
	drawing
	pool *mpb.Progress
	line *mpb.Bar
	text atomic.Pointer[progressText] // read by a goroutine of the pool
}

// A bar has barSteps steps, and at least leastBar characters if the line has room.
const (
	barSteps = 1000
	leastBar = 20
)

// newBar returns a bar for an error stream, or nil if the stream is not a terminal that can redraw lines.
func newBar(w io.Writer) *bar {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return barOn(file, func() (columns, lines int) {
		columns, lines, _ = term.GetSize(int(file.Fd())) // 0 after the terminal has closed
		return columns, lines
	})
}

// barOn returns a bar on a terminal of the given size.
func barOn(w io.Writer, size func() (columns, lines int), options ...mpb.ContainerOption) *bar {
	return &bar{drawing: drawing{size: size}, pool: mpb.New(append(options, mpb.WithOutput(w), mpb.WithRefreshRate(terminalEvery))...)}
}

// draw asks to draw the frontier of a problem above the bar.
func (b *bar) draw(p frontier.Problem, ascii bool) { b.problem, b.ascii, b.wanted = p, ascii, true }

func (b *bar) show(text progressText) {
	b.text.Store(&text)
	if b.line == nil {
		b.line = b.pool.New(barSteps, mpb.BarStyle(), mpb.BarRemoveOnComplete(), mpb.BarExtender(&b.drawing, true),
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return b.text.Load().stage + " " })),
			mpb.AppendDecorators(decor.Any(func(d decor.Statistics) string {
				return b.text.Load().beside(d.AvailableWidth)
			})))
	}
	// mpb treats a full bar as finished, so the last step is never set.
	b.line.SetCurrent(min(int64(barSteps*text.done), barSteps-1))
}

// above returns the writer of lines above the bar.
func (b *bar) above(w io.Writer) io.Writer {
	if b.line == nil {
		return w
	}
	return b.pool
}

func (b *bar) stop() {
	if b.line != nil {
		b.line.Abort(true)
	}
	b.pool.Wait()
}

// beside returns the text next to a bar. It leaves out the speed if the bar would have fewer
// than leastBar of the width characters.
func (t *progressText) beside(width int) string {
	text := " " + t.state + t.speed
	if len(text)+leastBar > width {
		text = " " + t.state
	}
	return text
}
