package mapping

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// manyValues is a problem of so many rows.
type manyValues struct {
	problem.Problem
	rows int
}

func (p manyValues) Rows() int { return p.rows }

// TestTimeLimitCountsFromTheStart: reading and writing are part of the time limit, and where a large table has
// left no time for a search, that is said.
func TestTimeLimitCountsFromTheStart(t *testing.T) {
	for _, tt := range []struct {
		limit, read time.Duration
		rows        int
		left        time.Duration
		wrong       string
	}{
		{20 * time.Second, 100 * time.Millisecond, 10_000, 19900*time.Millisecond - 10_000*writing, ""},
		{20 * time.Second, 2 * time.Second, 10_000, 18*time.Second - 10_000*slowWriting, ""},
		{20 * time.Second, 8 * time.Second, 10_000, 12*time.Second - 10_000*slowWriting, ""},
		{20 * time.Second, 6 * time.Second, 1_000_000, 7700 * time.Millisecond, ""}, // at most a part is kept
		{20 * time.Second, 0, 100, 20*time.Second - 100*completing, ""},
		{20 * time.Second, 0, 1000, 20*time.Second - mostCompleting, ""},
		{20 * time.Second, 21 * time.Second, 10_000, 0, ""},
		{20 * time.Second, 11 * time.Second, 1_000_000, 0, "table: its 1,000,000 values of X took 11.0 s to read, and the rest takes longer, so --time-limit 20s is too short: "},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := searchFlags{timeLimit: tt.limit}
			clock := cli.StartClock(tt.limit)
			time.Sleep(tt.read)
			p := &input.Problem{Name: "table", Problem: manyValues{rows: tt.rows}}
			clock, err := f.afterReading(clock, p, tt.read)
			if tt.wrong != "" {
				if err == nil || !strings.HasPrefix(err.Error(), tt.wrong) || cli.ExitCode(err) != cli.ExitFailed {
					t.Errorf("the error is %v, want %s", err, tt.wrong)
				}
				return
			}
			if left, limited := clock.Left(); err != nil || left != tt.left || !limited {
				t.Errorf("of %v, %v are left after %v, want %v; %v", tt.limit, left, tt.read, tt.left, err)
			}
		})
	}
	if clock, err := new(searchFlags).afterReading(cli.Clock{}, &input.Problem{}, time.Hour); clock != (cli.Clock{}) || err != nil {
		t.Errorf("without a limit, there is %v, %v", clock, err)
	}
}

// TestSharesOfTheTime: with all that can follow, the search has most of the time, and what follows has its shares.
func TestSharesOfTheTime(t *testing.T) {
	for _, tt := range []struct {
		robust                     bool
		validate                   validateFlags
		search, uncertain, heldOut int // percent of the time
	}{
		{false, validateFlags{}, 100, 0, 0},
		{true, validateFlags{}, 80, 20, 0},
		{false, validateFlags{k: 5}, 50, 0, 50},
		{true, validateFlags{k: 5}, 30, 20, 50},
		{true, validateFlags{test: "other.csv"}, 70, 20, 10},
	} {
		f := mapFlags{robust: robustFlags{on: tt.robust}, validate: tt.validate}
		search := 1 - f.robust.share() - f.validate.share()
		uncertain := 0.
		if tt.robust {
			uncertain = (1 - search) * f.robust.shareBefore(f.validate.share())
		}
		for _, part := range []struct {
			got  float64
			want int
		}{{search, tt.search}, {uncertain, tt.uncertain}, {1 - search - uncertain, tt.heldOut}} {
			if int(math.Round(100*part.got)) != part.want {
				t.Errorf("%+v: a stage has %g of the time, want %d %%", tt, part.got, part.want)
			}
		}
	}
}

// TestWithoutABound: a table of so many values that the bound says nothing has none, which would take memory and time.
func TestWithoutABound(t *testing.T) {
	for rows, want := range map[int]bool{100: true, mostBounded + 1: false} {
		var cells []joint.Cell
		labels := make([]string, rows)
		for x := range labels {
			labels[x] = strconv.Itoa(x)
			cells = append(cells, joint.Cell{X: int32(x), Y: int32(x % 2), Value: 1})
		}
		j, err := joint.New(labels, []string{"p", "q"}, cells)
		if err != nil {
			t.Fatal(err)
		}
		f := searchFlags{prove: cli.ProveAuto}
		if got := f.bounds(&input.Problem{Joint: j, Problem: problem.DIB(j)}); got != want {
			t.Errorf("of %d rows, there is a bound: %v", rows, got)
		}
		f.memory = "1kB"
		if f.bounds(&input.Problem{Joint: j, Problem: problem.DIB(j)}) {
			t.Errorf("of %d rows, there is a bound in 1 kB", rows)
		}
	}
}

// TestThreadsOfTheTest: each may take four bytes for a record, of at most 2^20.
func TestThreadsOfTheTest(t *testing.T) {
	j, err := joint.New([]string{"a", "b"}, []string{"p", "q"}, []joint.Cell{{X: 0, Y: 0, Value: 4e6}, {X: 1, Y: 1, Value: 1e6}})
	if err != nil {
		t.Fatal(err)
	}
	p := &input.Problem{Joint: j}
	for memory, want := range map[int64]int{1 << 20: 1, 16 << 20: 4, 2 << 30: 8} {
		if got := testWorkers(p, search.Options{Workers: 8, MaxMemory: memory}); got != want {
			t.Errorf("with %d bytes there are %d threads, want %d", memory, got, want)
		}
	}
}
