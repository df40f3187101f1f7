package sweeps

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// engineOf returns a search.
func engineOf(t testing.TB, p problem.Problem, opts Options) *engine {
	t.Helper()
	s := p.Traits()
	opts.MaxMemory, opts.Workers = max(opts.MaxMemory, 1<<24), max(opts.Workers, 1)
	return newEngine(s, opts)
}

// restored takes over a state.
func (e *engine) restored(state []byte) error {
	e.opts.Resume = state
	return e.restore()
}

// snapshots returns the states of a search before all of its batches and at its end.
func snapshots(t testing.TB, p problem.Problem, opts Options) (all [][]byte) {
	t.Helper()
	opts.Checkpoint = func(snapshot func() []byte, _ bool) { all = append(all, snapshot()) }
	search(t, context.Background(), p, opts)
	return all
}

// TestResumeFromEveryBatch continues from the state before every batch with other numbers of workers, and compares the
// snapshot of the restored state.
func TestResumeFromEveryBatch(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	opts := Options{Effort: 0.03}
	want := search(t, t.Context(), p, opts)
	all := snapshots(t, p, opts)
	if len(all) < 10 {
		t.Fatalf("there are %d snapshots", len(all))
	}
	for n, s := range all {
		e := engineOf(t, p, opts)
		if err := e.restored(s); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(e.snapshot(), s) {
			t.Errorf("snapshot %d is not what it was restored to", n)
		}
		if n < 2 || n%50 == 0 || n == len(all)-1 {
			got := search(t, t.Context(), p, Options{Effort: opts.Effort, Workers: 1 + n%4, Resume: s})
			if !same(want, got) {
				t.Errorf("a search that goes on from snapshot %d of %d ends elsewhere", n, len(all))
			}
		}
	}
}

// TestResumeWithMoreEffort continues from the last state.
func TestResumeWithMoreEffort(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	all := snapshots(t, p, Options{Effort: 0.02})
	want, got := search(t, t.Context(), p, Options{Effort: 0.1}), search(t, t.Context(), p, Options{Effort: 0.1, Resume: all[len(all)-1]})
	if !same(want, got) || want.Evaluated < 3e6 {
		t.Errorf("%d evaluations and %d", want.Evaluated, got.Evaluated)
	}
}

// brief is a context that ends after a number of calls of Err.
type brief struct {
	context.Context
	left atomic.Int64
}

func (c *brief) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestResumeAfterCutSweeps ends searches in the middle of sweeps, and continues from the last state each time. The
// clusterings of the cut sweeps are in the returned frontier.
func TestResumeAfterCutSweeps(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	want := search(t, t.Context(), p, Options{Effort: 0.08})
	var state []byte
	last, found := 0, 0
	runs := 0
	for ; ; runs++ {
		ctx := &brief{Context: t.Context()}
		ctx.left.Store(int64(200 + 700*runs))
		got := search(t, ctx, p, Options{Effort: 0.08, Workers: 1 + runs%3, Resume: state, Checkpoint: func(snapshot func() []byte, end bool) {
			if end {
				state = snapshot()
				last++
			}
		}})
		checkPoints(t, p, got)
		if got.Status != frontier.StatusInterrupted {
			if !same(want, got) {
				t.Errorf("after %d runs, the search ends elsewhere", runs)
			}
			break
		}
		e := engineOf(t, p, Options{})
		if err := e.restored(state); err != nil {
			t.Fatal(err)
		}
		if e.evaluated < got.Evaluated-int64(90*looked) {
			found++
		}
	}
	if runs < 5 || last != runs+1 || found < 3 {
		t.Errorf("%d runs, %d last snapshots, %d with more than in the snapshot: that is no test", runs, last, found)
	}
}

// TestWalkersCarryNothing carries a sweep out by a walker that has carried out others, and by a new one.
func TestWalkersCarryNothing(t *testing.T) {
	e := engineOf(t, problem.DIB(families.Words(t, 90, 40, 1)), Options{Effort: 0.01})
	e.search(t.Context())
	used := e.walkers[0]
	room, _ := roomIn(e.table, e.opts)
	empty := newGrid(e.grid.from, e.grid.end())
	used.finds = newFinds(empty)
	for n, w := range e.windows(3) {
		s := w.sweep(3, e.part, e.grid)
		s.labels = slices.Clone(e.labels(s.from))
		used.carryOut(t.Context(), s, 7, e.near)
		fresh := newWalker(e.table, empty, room)
		fresh.carryOut(t.Context(), s, 7, e.near)
		if !slices.Equal(used.log, fresh.log) || !slices.Equal(used.finds.take(), fresh.finds.take()) {
			t.Fatalf("sweep %d ends elsewhere after others", n)
		}
	}
}

// TestForgedSnapshotsAreRefused changes one thing at a time of a state that is accepted.
func TestForgedSnapshotsAreRefused(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	all := snapshots(t, p, Options{Effort: 0.02})
	snapshot := all[len(all)/2]
	for name, forge := range map[string]func(e *engine, r *run){
		"nothing":              nil,
		"a phase":              func(e *engine, _ *run) { e.plan.phase = rounds + 1 },
		"a phase without runs": func(e *engine, _ *run) { e.plan.phase = coarsePhase },
		"a round":              func(e *engine, _ *run) { e.plan.round = mostRounds + 1 },
		"no level":             func(e *engine, _ *run) { e.plan.level = 0 },
		"a level":              func(e *engine, _ *run) { e.plan.level = deepest + 1 },
		"an area":              func(e *engine, _ *run) { e.plan.area = math.Inf(1) },
		"evaluations":          func(e *engine, _ *run) { e.evaluated = -1 },
		"a window":             func(e *engine, _ *run) { e.plan.tasks[0].number = 1 << e.plan.level },
		"no slope":             func(e *engine, _ *run) { e.plan.tasks[0].slope = 0 },
		"a slope":              func(e *engine, _ *run) { e.plan.tasks[0].slope = math.MaxFloat64 },
		"a window nowhere":     func(e *engine, _ *run) { e.plan.tasks[0].from.at = 1 << 30 },
		"a row":                func(_ *engine, r *run) { r.steps[3].Row = 90 },
		"a row below":          func(_ *engine, r *run) { r.steps[3].Row = -1 },
		"a row to join":        func(_ *engine, r *run) { r.steps[3].To = 90 },
		"a row to unite with":  func(_ *engine, r *run) { r.steps[3].To = ^90 },
		"a step twice":         func(_ *engine, r *run) { r.steps[3] = r.steps[2] },
		"a row alone":          func(_ *engine, r *run) { r.steps[0] = cluster.Step{Row: r.steps[0].Row, To: r.steps[0].Row} },
		"a run from itself":    func(e *engine, r *run) { r.from.run = int32(len(e.runs) - 1) },
		"a run after its end":  func(e *engine, r *run) { r.from.at = int32(len(e.runs[r.from.run].steps) + 1) },
		"a run off its way":    func(_ *engine, r *run) { r.from.more = cluster.Step{Row: 4, To: ^4} },
		"no number": func(e *engine, _ *run) {
			e.grid.cells[0] = found{math.NaN(), 0.5, position{0, 0, none}}
		},
		"an entropy": func(e *engine, _ *run) {
			e.grid.cells[0] = found{e.grid.end() * 2, 0.5, position{0, 0, none}}
		},
		"information": func(e *engine, _ *run) {
			e.grid.cells[0] = found{e.grid.end() / 2, 1e300, position{0, 0, none}}
		},
		"a run that is not there": func(e *engine, _ *run) {
			e.grid.cells[0] = found{e.grid.end() / 2, 1, position{int32(len(e.runs)), 0, none}}
		},
		"a point too high": func(e *engine, _ *run) {
			for k := range e.grid.cells[:cells/2] {
				if f := &e.grid.cells[k]; f.i > 0 && f.more != none {
					f.i = math.Nextafter(f.i, 2)
					return
				}
			}
		},
		"a step nowhere": func(e *engine, _ *run) {
			e.grid.cells[0] = found{e.grid.end() / 2, 1, position{0, 0, cluster.Step{Row: 5, To: 5}}}
		},
		"too many runs": func(e *engine, _ *run) {
			for range mostRuns {
				e.runs = append(e.runs, run{from: position{0, 0, none}})
			}
		},
		"a chain of runs": func(e *engine, _ *run) {
			f, _ := e.grid.best(0.01, e.grid.end()/3, e.grid.end()/2)
			for range 60 {
				e.runs = append(e.runs, run{from: f.position})
				f.position = position{int32(len(e.runs) - 1), 0, none}
			}
			e.grid.cells[e.grid.cell(f.h)] = f // which the chain leads to
		},
	} {
		e := engineOf(t, p, Options{Effort: 0.02})
		if err := e.restored(snapshot); err != nil {
			t.Fatal(err)
		}
		if forge != nil {
			forge(e, &e.runs[len(e.runs)-1])
		}
		err := engineOf(t, p, Options{Effort: 0.02}).restored(e.snapshot())
		if accepted := err == nil; accepted != (forge == nil) || !accepted && !errors.Is(err, ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestResumeUnderLimits continues a search under limits, which refuses the state of a search without.
func TestResumeUnderLimits(t *testing.T) {
	p := problem.DIB(families.Words(t, 90, 40, 1))
	l, err := limiter.New(p, problem.Limits{MinMass: 0.02, MaxClusters: 30, Alone: []int{4}, CannotLink: [][2]int{{0, 1}, {1, 7}}})
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Effort: 0.01, Limits: l}
	want, all := search(t, t.Context(), p, opts), snapshots(t, p, opts)
	for n, s := range all {
		if n < 3 || n%10 == 0 {
			if got := search(t, t.Context(), p, Options{Effort: 0.01, Limits: l, Workers: 1 + n%4, Resume: s}); !same(want, got) {
				t.Errorf("a search that goes on from snapshot %d of %d ends elsewhere", n, len(all))
			}
		}
	}
	free := snapshots(t, p, Options{Effort: 0.002})
	for _, apart := range []problem.Limits{{MinMass: 0.02}, {MaxClusters: 30}, {Alone: []int{4}}, {CannotLink: [][2]int{{0, 1}}}} {
		l, err := limiter.New(p, apart)
		if err != nil {
			t.Fatal(err)
		}
		if err := engineOf(t, p, Options{Limits: l}).restored(free[len(free)-1]); !errors.Is(err, ErrSnapshot) {
			t.Errorf("%+v: %v", apart, err)
		}
	}
}

// TestResumeWithLittleRoom continues with room for the sums of few clusters.
func TestResumeWithLittleRoom(t *testing.T) {
	p := problem.DIB(families.Words(t, 120, 50, 3))
	var all [][]byte
	tight := func(opts Options) *engine {
		e := engineOf(t, p, opts)
		e.table.Heavy, e.walkers[0].Room = 4, 12
		return e
	}
	e := tight(Options{Effort: 0.003, Checkpoint: func(snapshot func() []byte, _ bool) { all = append(all, snapshot()) }})
	want, err := result(t.Context(), e, p.Place())
	if err != nil {
		t.Fatal(err)
	}
	for n, s := range all {
		if err := tight(Options{}).restored(s); err != nil {
			t.Fatalf("snapshot %d of %d: %v", n, len(all), err)
		}
	}
	got, err := result(t.Context(), tight(Options{Effort: 0.003, Resume: all[len(all)/2]}), p.Place())
	if err != nil || !same(want, got) {
		t.Errorf("the search ends elsewhere: %v", err)
	}
}

// FuzzRestore resumes from any bytes, with limits and without. A search refuses them or finds clusterings.
func FuzzRestore(f *testing.F) {
	p := problem.DIB(families.Words(f, 12, 6, 1))
	s := p.Traits()
	l, err := limiter.New(p, problem.Limits{MinMass: 0.06, MaxClusters: 9, Alone: []int{4}, CannotLink: [][2]int{{0, 1}}})
	if err != nil {
		f.Fatal(err)
	}
	both := []*limiter.Limiter{nil, l}
	for _, limits := range both {
		for n, state := range snapshots(f, p, Options{Effort: 3e-4, Limits: limits}) {
			if n%4 == 0 {
				f.Add(state)
			}
		}
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		for _, limits := range both {
			goOn(t, p, s, limits, state)
		}
	})
}

// goOn continues from a snapshot for some batches.
func goOn(t *testing.T, p problem.Problem, s problem.Traits, limits *limiter.Limiter, state []byte) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	batches := 0
	r, err := Map(ctx, s, Options{Effort: 1e-3, MaxMemory: 1 << 24, Workers: 1, Limits: limits, Resume: state, Observe: func(Progress) {
		if batches++; batches == 3 {
			cancel()
		}
	}})
	switch {
	case err != nil && !errors.Is(err, ErrSnapshot):
		t.Error(err)
	case err == nil:
		if _, err := frontier.New(p.Describe(), frontier.Search{}, r.Entries); err != nil || len(r.Entries) == 0 {
			t.Errorf("%d entries: %v", len(r.Entries), err)
		}
	}
}

// TestNothingToFind searches a table in which X tells nothing about Y.
func TestNothingToFind(t *testing.T) {
	var cells []joint.Cell
	x := make([]string, 40)
	for row := range x {
		x[row] = string(rune('A' + row))
		for y := range int32(2) {
			cells = append(cells, joint.Cell{X: int32(row), Y: y, Value: float64(1 + row)})
		}
	}
	j, err := joint.New(x, []string{"a", "b"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	if r := search(t, t.Context(), problem.DIB(j), Options{Effort: 1}); r.Status != frontier.StatusConverged {
		t.Errorf("%v, %d points", r.Status, len(r.Entries))
	}
}
