package tuning

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/robust"
)

// TestInterruptedTuning: an interrupt is no fault of the call.
func TestInterruptedTuning(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	var f tuneFlags
	var stderr bytes.Buffer
	counts, err := joint.Dense([]string{"a", "b", "c"}, []string{"p", "q", "r"}, [][]float64{{30, 10, 4}, {5, 15, 9}, {7, 2, 20}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.tune(cancelled, counts, robust.TuneOptions{}, cli.Streams{In: strings.NewReader(""), Out: &stderr, Err: &stderr})
	if err = tuneError(cancelled, "t.csv", err); cli.ExitCode(err) != cli.ExitFailed || err.Error() != "t.csv: interrupted before two depths were tried" || stderr.Len() > 0 {
		t.Errorf("interrupted: %v %s", err, stderr.String())
	}
}

// TestTuneReasons: why an epsilon is recommended, and what to do if it may be too small.
func TestTuneReasons(t *testing.T) {
	level := func(epsilon, transfer, gap, overlap float64) robust.Level {
		return robust.Level{Epsilon: epsilon, Transfer: transfer, TransferError: 0.01, Gap: gap, Overlap: overlap}
	}
	const more = "A deeper search may do better still: --effort 10 may reach 0.1."
	for _, tt := range []struct {
		name              string
		levels            []robust.Level
		best, recommended int
		status            frontier.Status
		want              []string
		not               string
	}{
		{
			"nothing is gained",
			[]robust.Level{level(0, 0.2, 0.001, 0.5), level(0.001, 0.21, 0, 0.5)},
			0, 0, frontier.StatusEffort,
			[]string{"least transfer, 20.0 % ± 1.00 %: no deeper search", "it misses 0.100 %, while 20.0 %"},
			"A deeper",
		},
		{
			"little is gained",
			[]robust.Level{level(0, 0.205, 0.15, 0.5), level(0.001, 0.2, 0, 0.5)},
			1, 0, frontier.StatusEffort,
			[]string{"It is the smallest within one standard error of the least transfer, 20.0 % ± 1.00 % at epsilon 0.001."},
			"misses",
		},
		{
			"much is gained",
			[]robust.Level{level(0, 0.5, 0.4, 0.5), level(0.001, 0.2, 0, 0.5)},
			1, 1, frontier.StatusEffort,
			[]string{"and no smaller one is within one standard error of it.", more},
			"share",
		},
		{
			"much is gained, and all were tried",
			[]robust.Level{level(0, 0.5, 0.4, 0.5), level(0.001, 0.2, 0, 0.5)},
			1, 1, frontier.StatusConverged,
			[]string{"no smaller one"},
			"A deeper",
		},
		{
			"interrupted",
			[]robust.Level{level(0, 0.5, 0.4, 0.5), level(0.001, 0.2, 0, 0.5)},
			1, 1, frontier.StatusInterrupted,
			[]string{"no smaller one"},
			"A deeper",
		},
		{
			"noise",
			[]robust.Level{level(0, 0.2, 0, 0.02), level(0.001, 0.2, 0, 0.03)},
			0, 0, frontier.StatusConverged,
			[]string{"The halves share at most 3.00 % of their groupings"},
			"A deeper",
		},
		{
			"less noise",
			[]robust.Level{level(0, 0.2, 0, 0.02), level(0.001, 0.2, 0, 0.11)},
			0, 0, frontier.StatusConverged,
			nil, "share",
		},
	} {
		r := &robust.Tuning{Levels: tt.levels, Best: tt.best, Recommended: tt.recommended, Status: tt.status}
		if tt.status != frontier.StatusConverged {
			r.Deeper = []float64{0.1, 0.2}
		}
		got := strings.Join(describeTuning(r).reasons(), "\n")
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q lacks %q", tt.name, got, want)
			}
		}
		if strings.Contains(got, tt.not) {
			t.Errorf("%s: %q has %q", tt.name, got, tt.not)
		}
	}
}

// TestTuneTellsWhatIsNotTried and why.
func TestTuneTellsWhatIsNotTried(t *testing.T) {
	for status, want := range map[frontier.Status]string{
		frontier.StatusConverged:   "",
		frontier.StatusEffort:      "0.03, 0.1  too deep: at 0.03 a search takes more than 1,000 evaluations, or 256 MiB\n",
		frontier.StatusInterrupted: "0.03, 0.1  not tried: interrupted\n",
	} {
		r := &robust.Tuning{Levels: []robust.Level{{}, {Epsilon: 0.01}}, Status: status, Budget: 1000, Memory: 256 << 20}
		if want != "" {
			r.Deeper = []float64{0.03, 0.1}
		}
		var b strings.Builder
		if err := describeTuning(r).print(&b); err != nil {
			t.Fatal(err)
		}
		if _, after, _ := strings.Cut(b.String(), "\n0.01 "); !strings.Contains(after, "\n"+want+"\nrecommended: ") {
			t.Errorf("%v: %s", status, b.String())
		}
	}
}

func TestPercent(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0 %", 1: "100 %", 0.123456: "12.3 %", 0.0999: "9.99 %", 0.0123456: "1.23 %",
		0.00123456: "0.123 %", 8.86e-6: "0.000886 %", 2e-9: "0.000000200 %", 1e-12: "0 %", 12.3456: "1235 %",
	} {
		if got := percent(v); got != want {
			t.Errorf("%g: %q, want %q", v, got, want)
		}
	}
}
