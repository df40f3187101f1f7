//go:build !js

package progress

import (
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/vbauerster/mpb/v8"
	"golang.org/x/term"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// screen is a terminal that shows the lines written to it, and goes up by some and erases them.
type screen struct {
	sync.Mutex
	columns, lines int
	text           string
	changed        chan struct{}
}

var goUp = regexp.MustCompile(`^\x1b\[([0-9]+)A\x1b\[J`)

func (s *screen) Write(p []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	rest := string(p)
	if up := goUp.FindStringSubmatch(rest); up != nil {
		n, _ := strconv.Atoi(up[1])
		lines := strings.SplitAfter(s.text, "\n")
		s.text, rest = strings.Join(lines[:max(0, len(lines)-1-n)], ""), rest[len(up[0]):]
	}
	s.text += rest
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (s *screen) size() (columns, lines int) {
	s.Lock()
	defer s.Unlock()
	return s.columns, s.lines
}

func (s *screen) resize(columns, lines int) {
	s.Lock()
	defer s.Unlock()
	s.columns, s.lines = columns, lines
}

// wait returns the lines of the screen as soon as there are so many and the text is in them.
func (s *screen) wait(t *testing.T, lines int, text string) []string {
	t.Helper()
	tooLong := time.After(time.Minute)
	for {
		s.Lock()
		now := s.text
		s.Unlock()
		if strings.Count(now, "\n") == lines && strings.Contains(now, text) {
			return strings.Split(now, "\n")[:lines]
		}
		select {
		case <-s.changed:
		case <-tooLong:
			t.Fatalf("want %d lines, with %q:\n%s", lines, text, now)
		}
	}
}

// found is a search that has found some points.
func found(points int) search.Progress {
	return search.Progress{Points: points, Settled: 1, Queued: 1, Staircase: func(yield func(problem.Point) bool) {
		for n := range points {
			if !yield(problem.Point{H: 4 * float64(n) / float64(points), I: float64(n) / float64(points)}) {
				return
			}
		}
	}}
}

// TestDrawing: the frontier stands above the bar, as large as the terminal allows, is drawn anew as it grows, stays
// while a part has another frontier and a proof has none, and is gone at the end.
func TestDrawing(t *testing.T) {
	now := time.Unix(0, 0)
	s := &screen{columns: 100, lines: 40, changed: make(chan struct{}, 1)}
	display := func() *Display {
		p := newDisplay(cli.Streams{Err: io.Discard}, false, "searching", func() time.Time { return now })
		p.bar, p.every, p.next = barOn(s, s.size, mpb.WithAutoRefresh()), 0, now
		return p
	}
	p := display()
	p.Observe(found(50))
	s.wait(t, 1, "searching") // nobody wants a drawing
	p.Stop()
	s.wait(t, 0, "")

	p = display()
	p.Draw(frontier.Problem{Kind: "dib", N: 7, M: 8, Source: frontier.Source{Name: "table"}}, true)
	p.Observe(found(50))
	lines := s.wait(t, mostLines+1, "table: 7 x 8, 50 points")
	if !strings.HasPrefix(lines[0], "bits that the group tells about Y ") || !strings.HasPrefix(lines[mostLines], "searching ") {
		t.Errorf("the drawing is not above the bar:\n%s", strings.Join(lines, "\n"))
	}
	p.Observe(found(60)) // too early
	p.Warn(io.EOF)
	if lines = s.wait(t, mostLines+2, "7 x 8, 50 points"); lines[0] != "dibmap: warning: EOF" {
		t.Errorf("the warning is not above the drawing:\n%s", strings.Join(lines, "\n"))
	}
	now = now.Add(terminalEvery)
	p.Observe(found(70))
	s.wait(t, mostLines+2, "7 x 8, 70 points")
	now = now.Add(terminalEvery)
	p.Part("fold 1, ", "searching")
	p.Observe(found(80))
	s.wait(t, mostLines+2, "fold 1, ")
	p.Part("", "proof")
	p.Observe(search.Progress{Points: 70, Settled: 1, Queued: 1})
	s.wait(t, mostLines+2, "7 x 8, 70 points")
	s.resize(leastColumns, leastLines)
	for _, line := range s.wait(t, leastLines, "7 x 8, 70 points")[1 : leastLines-1] {
		if n := utf8.RuneCountInString(line); n > leastColumns {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, size := range [][2]int{{leastColumns - 1, 40}, {100, leastLines - 1}, {0, 0}} {
		s.resize(size[0], size[1])
		s.wait(t, 2, "proof")
		s.resize(100, 40)
		s.wait(t, mostLines+2, "proof")
	}
	p.Stop()
	if got := s.wait(t, 1, "")[0]; got != "dibmap: warning: EOF" {
		t.Errorf("%q is left", got)
	}
}

// TestDrawingTakesLittleTime: the longer a frontier takes, the more rarely it is drawn.
func TestDrawingTakesLittleTime(t *testing.T) {
	now, times := time.Unix(0, 0), 0
	slow := found(9)
	of := slow.Staircase
	slow.Staircase = func(yield func(problem.Point) bool) {
		times++
		now = now.Add(time.Second)
		of(yield)
	}
	d := drawing{wanted: true}
	for range 100 {
		d.observe(slow, func() time.Time { return now })
		now = now.Add(time.Second)
	}
	if times != 5 {
		t.Errorf("drawn %d times", times)
	}
	if f := d.found.Load(); f == nil || f.Len() != 9 {
		t.Errorf("the frontier is not kept")
	}
}

// TestBarNeedsATerminal that can go back to a line above.
func TestBarNeedsATerminal(t *testing.T) {
	if b := newBar(io.Discard); b != nil {
		t.Error("a stream that is no file has a bar")
	}
	_, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if b := newBar(pipe); b != nil {
		t.Error("a pipe has a bar")
	}
	file, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !term.IsTerminal(int(file.Fd())) {
		t.Skip("no pseudo-terminal can be opened here")
	}
	defer file.Close()
	for kind, want := range map[string]bool{"xterm": true, "": true, "dumb": false} {
		t.Setenv("TERM", kind)
		b := newBar(file)
		if (b != nil) != want {
			t.Errorf("TERM=%s: a bar: %v", kind, b != nil)
		}
		if b != nil {
			b.stop()
		}
	}
}
