package progress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func TestDescribeProgress(t *testing.T) {
	const s = time.Second
	counts := func(evaluated int64) search.Stats { return search.Stats{Evaluated: evaluated} }
	limit := func(seconds float64) span { return span{seconds, seconds} }
	for _, tt := range []struct {
		name     string
		from, at search.Progress // the stage goes evenly from the one to the other
		stage    time.Duration
		limit    span
		want     string
		done     float64
	}{
		{
			"the rates of the first second tell nothing",
			search.Progress{Queued: 200, Budget: 1e10},
			search.Progress{Stats: counts(9e6), Points: 1, Settled: 50, Queued: 150, Budget: 1e10},
			s / 2, never, "first: 25 %, 1 point", 0.25,
		},
		{
			"the queue ends the stage: 150 wait, and 50 were done in 10 s",
			search.Progress{Queued: 200, Budget: 1e10},
			search.Progress{Stats: counts(30e6), Points: 1234, Settled: 50, Queued: 150, Budget: 1e10},
			10 * s, never, "first: 25 %, about 30 s left, 1,234 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the queue has not become shorter, so nobody knows",
			search.Progress{Queued: 150},
			search.Progress{Stats: counts(30e6), Points: 1234, Settled: 50, Queued: 150},
			10 * s, never, "first: 25 %, 1,234 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the budget ends it",
			search.Progress{Queued: 150, Budget: 36e6},
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150, Budget: 36e6},
			10 * s, never, "first: 25 %, about 2 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the time limit does",
			search.Progress{Queued: 150},
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150},
			10 * s, limit(5), "first: 25 %, about 5 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the time limit or something before it does",
			search.Progress{Queued: 150},
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150},
			10 * s, limit(44.2), "first: 25 %, at most 45 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the time limit has passed already",
			search.Progress{Queued: 150},
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150},
			10 * s, limit(0), "first: 25 %, about 1 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"a round has rates of its own",
			search.Progress{Stats: counts(500), Round: 3, Lift: 0.0009 * 3, Queued: 1000, Budget: 2700},
			search.Progress{Stats: counts(2500), Points: 321, Round: 3, Lift: 0.0009 * 3, Settled: 995, Queued: 5, Budget: 2700},
			2 * s, never, "round 3: 99 %, about 1 s left, 321 points, 1.0 k groupings/s", 0.995,
		},
		{
			"a search that was resumed settled most before: 10 in 10 s now, 100 wait",
			search.Progress{Stats: counts(1e9), Settled: 1000, Queued: 110},
			search.Progress{Stats: counts(1e9 + 100), Points: 3, Settled: 1010, Queued: 100},
			10 * s, never, "first: 90 %, about 2 min left, 3 points, 10 groupings/s", 1010.0 / 1110,
		},
		{
			"an enumeration has no queue",
			search.Progress{},
			search.Progress{Stats: counts(20e9), Points: 3},
			20 * s, never, "first: 3 points, 1.0 G groupings/s", 0,
		},
		{
			"an enumeration may end before the time limit",
			search.Progress{},
			search.Progress{Stats: counts(20e9), Points: 3},
			20 * s, limit(10), "first: at most 10 s left, 3 points, 1.0 G groupings/s", 0,
		},
		{
			"nothing was done at all",
			search.Progress{},
			search.Progress{},
			20 * s, never, "first: 0 points", 0,
		},
		{
			"a dynamic program has no points yet",
			search.Progress{Queued: 100},
			search.Progress{Settled: 50, Queued: 50},
			20 * s, never, "first: 50 %, about 20 s left", 0.5,
		},
	} {
		p := pace{since: tt.from}
		between := func(from, to int64, n int64) int64 { return from + (to-from)*n/100 }
		for n := range int64(101) {
			at := tt.at
			at.Evaluated = between(tt.from.Evaluated, tt.at.Evaluated, n)
			at.Settled, at.Queued = between(tt.from.Settled, tt.at.Settled, n), between(tt.from.Queued, tt.at.Queued, n)
			p.stage = tt.stage * time.Duration(n) / 100
			p.observe(at)
		}
		got := describeProgress("first", tt.at, &p, tt.limit)
		if text := got.stage + ": " + got.state + got.speed; text != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, text, tt.want)
		}
		if got.done != tt.done {
			t.Errorf("%s: done is %g, want %g", tt.name, got.done, tt.done)
		}
	}
}

func TestRoughly(t *testing.T) {
	for _, tt := range []struct {
		seconds float64
		want    string
	}{
		{-3600, "1 s"},
		{1.499, "1 s"},
		{1.5, "2 s"},
		{99, "99 s"},
		{100, "2 min"},
		{99 * 60, "99 min"},
		{100 * 60, "2 h"},
		{47 * 3600, "47 h"},
		{48 * 3600, "2 days"},
		{1e10, "115,741 days"},
	} {
		if got := roughly(tt.seconds); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.seconds, got, tt.want)
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1.4: "1", 999.4: "999", 999.6: "1.0 k", 9949: "9.9 k", 9951: "10 k", 123456: "123 k",
		999.6e3: "1.0 M", 2.5e6: "2.5 M", 331e6: "331 M", 1.04e9: "1.0 G", 5e12: "5000 G",
	} {
		if got := short(v); got != want {
			t.Errorf("%g: %s, want %s", v, got, want)
		}
	}
}

// TestProgressLines: a log gets a line when the time has come, and nothing of a
// short search or a quiet one.
func TestProgressLines(t *testing.T) {
	var log bytes.Buffer
	at := search.Progress{Points: 7, Settled: 3, Queued: 1}
	for _, quiet := range []bool{true, false} {
		p := New(cli.Streams{Err: &log}, quiet, "merging")
		p.Observe(at)
		if log.Len() > 0 {
			t.Fatalf("quiet %v, at once: %s", quiet, &log)
		}
		p.next = time.Now()
		p.Observe(at)
		p.Observe(at)
		p.Stop()
	}
	if want := "dibmap: merging: 75 %, 7 points\n"; log.String() != want {
		t.Errorf("got %q, want %q", &log, want)
	}
}

// TestAdvice: of a search that has taken a minute, or will, a person is told once how to end it.
func TestAdvice(t *testing.T) {
	const advice = "dibmap: note: this takes longer than a minute: Ctrl-C ends it and keeps the groupings found so far, as --time-limit does after a time such as 5m\n"
	for _, tt := range []struct {
		name          string
		quiet, limits bool
		every         time.Duration // between the steps, of which there are 20
		want          int           // steps until it is told, or 0
	}{
		{"a minute is left after the second step", false, false, 4 * time.Second, 2},
		{"it takes 42 s", false, false, 2 * time.Second, 0},
		{"it is quiet", true, false, 4 * time.Second, 0},
		{"it has a limit", false, true, 4 * time.Second, 0},
	} {
		var log bytes.Buffer
		now := time.Unix(0, 0)
		p := newDisplay(cli.Streams{Err: &log}, tt.quiet, "searching", func() time.Time { return now })
		p.every, p.next = 0, now
		if !tt.limits {
			p.Advise()
		}
		step, told := p.Count("uncertainty", false), 0
		for done := 1; done <= 20; done++ {
			now = now.Add(tt.every)
			step(done, 20)
			if told == 0 && strings.Contains(log.String(), advice) {
				told = done
			}
		}
		if n := strings.Count(log.String(), advice); told != tt.want || n > 1 {
			t.Errorf("%s: told after %d steps, %d times:\n%s", tt.name, told, n, &log)
		}
	}
}

// TestProgressForPrograms: a program gets an object, whose text is what a person sees.
func TestProgressForPrograms(t *testing.T) {
	var out bytes.Buffer
	cli.Run(context.Background(), func(s cli.Streams) *cobra.Command {
		return &cobra.Command{Run: func(*cobra.Command, []string) {
			now := time.Unix(0, 0)
			p := newDisplay(s, false, "merging", func() time.Time { return now })
			at := search.Progress{Points: 7, Settled: 3, Queued: 1}
			p.Observe(at) // too early
			p.next = p.start
			p.Observe(at)
			step := p.Count("uncertainty", false)
			for done := 1; done <= 3; done++ {
				now = now.Add(10 * time.Second)
				step(done, 5)
			}
			p.Stop()
		}}
	}, []string{"--messages", "json"}, cli.Streams{Out: &out, Err: &out})
	var got []string
	for line := range strings.Lines(out.String()) {
		var message struct {
			Progress struct {
				Stage   string
				Done    float64
				Points  int
				Seconds *float64
				Left    *float64
				Text    string
			}
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			t.Fatal(err)
		}
		p := message.Progress
		if p.Seconds == nil || *p.Seconds < 0 {
			t.Errorf("seconds are missing: %s", line)
		}
		left := "unknown"
		if p.Left != nil {
			left = fmt.Sprintf("%.0f", *p.Left)
		}
		got = append(got, fmt.Sprintf("%s %g %d %s %s", p.Stage, p.Done, p.Points, left, p.Text))
	}
	want := []string{
		"merging 0.75 7 unknown 75 %, 7 points", "uncertainty 0.2 7 unknown 1 of 5",
		"uncertainty 0.4 7 30 2 of 5, about 30 s left", "uncertainty 0.6 7 20 3 of 5, about 20 s left",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBesideTheBar: a narrow terminal has a bar and no speed.
func TestBesideTheBar(t *testing.T) {
	text := progressText{state: "50 %", speed: ", 1.0 M groupings/s"}
	if got := text.beside(80); got != " 50 %, 1.0 M groupings/s" {
		t.Error(got)
	}
	if got := text.beside(43); got != " 50 %" {
		t.Error(got)
	}
	if got := text.beside(44); !strings.HasSuffix(got, "/s") {
		t.Error(got)
	}
}

func TestWarningIsOneLine(t *testing.T) {
	var log bytes.Buffer
	New(cli.Streams{Err: &log}, true, "searching").Warn(errors.New("no\nroom"))
	if got := log.String(); got != "dibmap: warning: no room\n" {
		t.Errorf("%q", got)
	}
}

// TestOutline: some points, evenly spread, the first and the last among them.
func TestOutline(t *testing.T) {
	for _, tt := range []struct{ points, want int }{{0, 0}, {1, 1}, {200, 200}, {399, 399}, {400, 201}, {4001, 201}, {4002, 202}} {
		got := outline(search.Progress{Points: tt.points, Staircase: func(yield func(problem.Point) bool) {
			for n := range tt.points {
				if !yield(problem.Point{H: float64(n), I: float64(2 * n)}) {
					return
				}
			}
		}})
		if len(got) != tt.want {
			t.Errorf("%d of %d points, want %d", len(got), tt.points, tt.want)
		}
		if tt.points > 0 && (got[0] != [2]float64{} || got[len(got)-1] != [2]float64{float64(tt.points - 1), float64(2 * (tt.points - 1))}) {
			t.Errorf("of %d points, from %v to %v", tt.points, got[0], got[len(got)-1])
		}
	}
	if got := outline(search.Progress{}); got != nil {
		t.Errorf("without a staircase: %v", got)
	}
}
