//go:build !js

package progress

import (
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8/decor"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot/terminal"
	"github.com/dibmap/dibmap/search"
)

// drawing is the drawing of the frontier found so far above a bar. The search updates found, and a goroutine of the
// pool draws it.
type drawing struct {
	size    func() (columns, lines int) // of the terminal
	problem frontier.Problem
	ascii   bool
	wanted  bool
	next    time.Time // of the next update
	found   atomic.Pointer[frontier.Frontier]

	drawn *frontier.Frontier // by the goroutine
	of    terminal.Options
	text  string
}

// A drawing has the size of the drawing in a summary, or less on a small terminal. A terminal below leastColumns or
// leastLines has no drawing.
const (
	mostColumns, mostLines   = 72, 18
	leastColumns, leastLines = 40, 15
)

// drawingShare bounds the time of drawings: after each, the search continues for drawingShare times its duration.
const drawingShare = 20

// observe records the frontier of a search if an update is due.
func (d *drawing) observe(s search.Progress, now func() time.Time) {
	begun := now()
	if !d.wanted || s.Staircase == nil || begun.Before(d.next) {
		return
	}
	entries := make([]frontier.Entry, 0, s.Points)
	for p := range s.Staircase { // without the groups, which are not drawn
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, K: 1})
	}
	if f, err := frontier.New(d.problem, frontier.Search{}, entries); err == nil && f.Len() > 1 && !same(f, d.found.Load()) {
		d.found.Store(f)
	}
	end := now()
	d.next = end.Add(max(terminalEvery, drawingShare*end.Sub(begun)))
}

// same reports whether two frontiers have the same points.
func same(f, g *frontier.Frontier) bool {
	if g == nil || f.Len() != g.Len() {
		return false
	}
	for n := range f.Len() {
		if f.At(n).H != g.At(n).H || f.At(n).I != g.At(n).I {
			return false
		}
	}
	return true
}

// Fill implements [mpb.BarFiller]: it writes the lines above the bar, the last line first.
func (d *drawing) Fill(w io.Writer, _ decor.Statistics) error {
	f := d.found.Load()
	columns, rows := d.size()
	if f == nil || columns < leastColumns || rows < leastLines {
		return nil
	}
	of := terminal.Options{ASCII: d.ascii, Width: min(columns, mostColumns), Height: min(rows-2, mostLines)}
	if f != d.drawn || of != d.of {
		var b strings.Builder
		if err := terminal.Draw(&b, f, of); err != nil {
			return nil //nolint:nilerr // the search continues without a drawing
		}
		lines := slices.Collect(strings.Lines(b.String()))
		slices.Reverse(lines)
		d.drawn, d.of, d.text = f, of, strings.Join(lines, "")
	}
	_, err := io.WriteString(w, d.text)
	return err
}
