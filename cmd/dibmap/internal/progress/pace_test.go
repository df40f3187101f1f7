package progress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/search"
)

func TestDescribeProgress(t *testing.T) {
	const s = time.Second
	counts := func(evaluated int64) search.Stats { return search.Stats{Evaluated: evaluated} }
	for _, tt := range []struct {
		name string
		at   search.Progress
		pace pace
		want string
		done float64
	}{
		{
			"the rates of the first second tell nothing",
			search.Progress{Stats: counts(9e6), Points: 1, Settled: 50, Queued: 150, Budget: 1e10},
			pace{elapsed: s / 2, stage: s / 2},
			"first: 25 %, 1 point", 0.25,
		},
		{
			"the queue ends the stage: 150 wait, and 50 were done in 10 s",
			search.Progress{Stats: counts(30e6), Points: 1234, Settled: 50, Queued: 150, Budget: 1e10},
			pace{elapsed: 10 * s, stage: 10 * s},
			"first: 25 %, about 30 s left, 1,234 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the budget does",
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150, Budget: 36e6},
			pace{elapsed: 10 * s, stage: 10 * s},
			"first: 25 %, about 2 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the time limit does",
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150, Budget: 1e10},
			pace{elapsed: 10 * s, limit: 15 * s, stage: 10 * s},
			"first: 25 %, about 5 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"the time limit has passed already",
			search.Progress{Stats: counts(30e6), Points: 2, Settled: 50, Queued: 150},
			pace{elapsed: 16 * s, limit: 15 * s, stage: 10 * s},
			"first: 25 %, about 1 s left, 2 points, 3.0 M groupings/s", 0.25,
		},
		{
			"a round has rates of its own",
			search.Progress{Stats: counts(2500), Points: 321, Round: 3, Lift: 0.0009 * 3, Settled: 995, Queued: 5, Budget: 2700},
			pace{elapsed: 1000 * s, stage: 2 * s, since: search.Progress{Stats: counts(500), Round: 3}},
			"round 3, epsilon 0.0027: 99 %, about 1 s left, 321 points, 1.0 k groupings/s", 0.995,
		},
		{
			"a search that was resumed settled most before: 10 in 10 s now, 100 wait",
			search.Progress{Stats: counts(1e9 + 100), Points: 3, Settled: 1010, Queued: 100},
			pace{elapsed: 10 * s, stage: 10 * s, since: search.Progress{Stats: counts(1e9), Settled: 1000}},
			"first: 90 %, about 2 min left, 3 points, 10 groupings/s", 1010.0 / 1110,
		},
		{
			"an enumeration has no queue",
			search.Progress{Stats: counts(20e9), Points: 3},
			pace{elapsed: 20 * s, stage: 20 * s},
			"first: 3 points, 1.0 G groupings/s", 0,
		},
		{
			"nothing was done at all",
			search.Progress{},
			pace{elapsed: 20 * s, stage: 20 * s},
			"first: 0 points", 0,
		},
		{
			"a dynamic program has no points yet",
			search.Progress{Settled: 50, Queued: 50},
			pace{elapsed: 20 * s, stage: 20 * s},
			"first: 50 %, about 20 s left", 0.5,
		},
	} {
		got := describeProgress("first", tt.at, tt.pace)
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
		d    time.Duration
		want string
	}{
		{-time.Hour, "about 1 s"},
		{1499 * time.Millisecond, "about 1 s"},
		{1500 * time.Millisecond, "about 2 s"},
		{99 * time.Second, "about 99 s"},
		{100 * time.Second, "about 2 min"},
		{99 * time.Minute, "about 99 min"},
		{100 * time.Minute, "about 2 h"},
		{47 * time.Hour, "about 47 h"},
		{48 * time.Hour, "about 2 days"},
		{math.MaxInt64, "about 106,751 days"},
	} {
		if got := roughly(tt.d); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.d, got, tt.want)
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
		p := New(cli.Streams{Err: &log}, quiet, "merging", 0)
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

// TestProgressForPrograms: a program gets an object, whose text is what a person sees.
func TestProgressForPrograms(t *testing.T) {
	var out bytes.Buffer
	cli.Run(context.Background(), func(s cli.Streams) *cobra.Command {
		return &cobra.Command{Run: func(*cobra.Command, []string) {
			p := New(s, false, "merging", 0)
			at := search.Progress{Points: 7, Settled: 3, Queued: 1}
			p.Observe(at) // too early
			p.next = p.start
			p.Observe(at)
			step := p.Count("uncertainty", false)
			p.begun, p.next = p.begun.Add(-20*time.Second), p.start
			step(1, 2)
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
	want := []string{"merging 0.75 7 unknown 75 %, 7 points", "uncertainty 0.5 7 20 1 of 2, about 20 s left"}
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
	New(cli.Streams{Err: &log}, true, "searching", 0).Warn(errors.New("no\nroom"))
	if got := log.String(); got != "dibmap: warning: no room\n" {
		t.Errorf("%q", got)
	}
}
