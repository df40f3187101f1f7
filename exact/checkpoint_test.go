package exact

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// resultFrom returns a frontier as a search would return it.
func resultFrom(f *frontier.Frontier) *search.Result {
	return &search.Result{Frontier: f, Status: frontier.StatusConverged}
}

// interrupted begins a proof with a state, and ends it at the given call of Checkpoint. It returns the snapshot of
// an earlier call, as a kill leaves it, or the last one if that would be a later one, as an interrupt does. If the
// result came before the end, it returns that.
func interrupted(t *testing.T, run proving, opts Options, state []byte, kept, end int) (snapshot []byte, r *search.Result) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	calls := 0
	opts.Resume = state
	opts.Checkpoint = func(now func() []byte, last bool) {
		if calls++; calls == kept && kept <= end || last && kept > end {
			snapshot = now()
		}
		if calls == end {
			cancel()
		}
	}
	r, err := run(ctx, opts)
	if err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		return snapshot, nil
	}
	return snapshot, r
}

// proving is a proof of some frontier that takes a context and options.
type proving func(context.Context, Options) (*search.Result, error)

// solver is a Solve that begins with a frontier.
func solver(j *joint.Joint, f *frontier.Frontier) proving {
	return func(ctx context.Context, opts Options) (*search.Result, error) {
		return Solve(ctx, problem.DIB(j), resultFrom(f), opts)
	}
}

// goesOn interrupts a proof again and again, anywhere, until it has the result, which must be that of one that is
// not interrupted. It returns that result, and how often a proof that went on was interrupted.
func goesOn(t *testing.T, run proving, opts Options, seed uint64, most int) (want *search.Result, again int) {
	t.Helper()
	want, err := run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	var state []byte
	for {
		opts.Workers = 1 + rng.IntN(3)
		end := 1 + rng.IntN(most)
		next, r := interrupted(t, run, opts, state, 1+rng.IntN(2*end), end)
		if r != nil {
			sameFrontier(t, r.Frontier, want.Frontier)
			if diff := cmp.Diff(want.Frontier.Certificate, r.Frontier.Certificate); diff != "" || r.Status != want.Status {
				t.Errorf("%s instead of %s (-want +got):\n%s", r.Status, want.Status, diff)
			}
			return want, again
		}
		if state != nil {
			again++
		}
		state = next
	}
}

// TestSolveGoesOn: a proof that is interrupted has the result of one that is not: with
// and without a limit on its effort, which has it try edges several times, and with any number of workers.
func TestSolveGoesOn(t *testing.T) {
	all := 0
	for seed, effort := range []int64{0, 3_000_000, 30_000_000} {
		j := tableOf(t, uniformTable(uint64(seed), 14, 6))
		_, again := goesOn(t, solver(j, bare(t, j)), Options{Effort: effort, Workers: 2}, uint64(seed), 100)
		all += again
	}
	if all < 10 {
		t.Errorf("%d interruptions after another one: that tests little", all)
	}
}

// TestProveGoesOn: so does a proof whose steps end at some edge, and one with an edge whose clusters take too much
// memory.
func TestProveGoesOn(t *testing.T) {
	steps, columns := tableOf(t, uniformTable(1, 14, 5)), tableOf(t, uniformTable(1, 19, 5))
	all := map[frontier.Status]int{}
	try := func(j *joint.Joint, f *frontier.Frontier, opts Options, seed uint64, most int) {
		run := func(ctx context.Context, opts Options) (*search.Result, error) { return prove(ctx, j, f, opts) }
		want, again := goesOn(t, run, opts, seed, most)
		all[want.Status] += again
	}
	start := searched(t, steps)
	for seed := range uint64(10) {
		try(steps, start, Options{Effort: int64(1_000_000 + 450_000*seed), Workers: 2}, seed, 40)
	}
	try(columns, bare(t, columns), Options{MaxMemory: 16 << 20, Workers: 2}, 3, 100)
	if all[frontier.StatusEffort] < 10 || all[frontier.StatusMemory] < 3 {
		t.Errorf("interruptions after another one: %v: that tests little", all)
	}
}

// TestSolveGoesOnWithALaterMethod: methods that have failed before are not tried again.
func TestSolveGoesOnWithALaterMethod(t *testing.T) {
	j := tableOf(t, uniformTable(4, 9, 6))
	start := bare(t, j)
	opts, err := Options{}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	var state []byte
	opts.Checkpoint = func(now func() []byte, _ bool) { state = now() }
	methods := methodsFor(problem.DIB(j), opts)
	if len(methods) != 3 || methods[1].name == methods[0].name {
		t.Fatalf("there are %d methods", len(methods))
	}
	want, err := methods[2].improve(context.Background(), resultFrom(start), opts.keeping(start, 2, nil))
	if err != nil {
		t.Fatal(err)
	}
	proof := state
	opts.keeping(start, 1, nil).Checkpoint(func() []byte { return nil }, true)
	for k, state := range map[int][]byte{1: state, 2: proof} {
		var entered []string
		r, err := Solve(context.Background(), problem.DIB(j), resultFrom(start), Options{Resume: state, Enter: func(name string) { entered = append(entered, name) }})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(entered, []string{methods[k].name}) {
			t.Errorf("method %d: entered %q", k, entered)
		}
		samePoints(t, r.Frontier, want.Frontier)
		if diff := cmp.Diff(want.Frontier.Certificate, r.Frontier.Certificate); k == 2 && diff != "" {
			t.Error(diff)
		}
	}
}

// TestSolveRefusesStates: a state that is damaged, or of another frontier, table, effort or memory, is an error.
func TestSolveRefusesStates(t *testing.T) {
	j, other := tableOf(t, uniformTable(4, 7, 4)), tableOf(t, uniformTable(5, 7, 4))
	start := searched(t, j)
	state, _ := interrupted(t, solver(j, start), Options{}, nil, 2, 2)
	if state == nil {
		t.Fatal("no state")
	}
	resume := func(j *joint.Joint, f *frontier.Frontier, opts Options, state []byte) error {
		opts.Resume = state
		_, err := Solve(context.Background(), problem.DIB(j), resultFrom(f), opts)
		return err
	}
	if err := resume(j, start, Options{}, state); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"another frontier": resume(j, bare(t, j), Options{}, state),
		"another table":    resume(other, bare(t, other), Options{}, state),
		"another effort":   resume(j, start, Options{Effort: 1000}, state),
		"another memory":   resume(j, start, Options{MaxMemory: 1 << 26}, state),
		"more":             resume(j, start, Options{}, append(slices.Clone(state), 0)),
	} {
		if !errors.Is(err, search.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for at := 0; at < len(state); at += 1 + at/100 {
		changed := slices.Clone(state)
		changed[at] ^= 1 << (at % 8)
		if err := resume(j, start, Options{}, changed); !errors.Is(err, search.ErrCheckpoint) {
			t.Fatalf("byte %d changed: %v", at, err)
		}
		if err := resume(j, start, Options{}, state[:at]); !errors.Is(err, search.ErrCheckpoint) {
			t.Fatalf("%d bytes: %v", at, err)
		}
	}
}

// TestProveAloneGoesOn: a Prove goes on from its own state, and reports one that is damaged or of another frontier.
// Dynamic programs have no state.
func TestProveAloneGoesOn(t *testing.T) {
	j := tableOf(t, uniformTable(3, 14, 6))
	f, opts := bare(t, j), Options{Effort: 30_000_000, Workers: 2}
	run := func(ctx context.Context, opts Options) (*search.Result, error) { return Prove(ctx, j, f, opts) }
	if _, again := goesOn(t, run, opts, 1, 60); again < 2 {
		t.Errorf("%d interruptions after another one: that tests little", again)
	}
	state, _ := interrupted(t, run, opts, nil, 3, 3)
	other := tableOf(t, uniformTable(4, 14, 6))
	for name, prove := range map[string]func() error{
		"cut short": func() error {
			_, err := Prove(t.Context(), j, f, Options{Effort: opts.Effort, Resume: state[:len(state)-1]})
			return err
		},
		"a bit": func() error {
			damaged := slices.Clone(state)
			damaged[len(damaged)/2] ^= 4
			_, err := Prove(t.Context(), j, f, Options{Effort: opts.Effort, Resume: damaged})
			return err
		},
		"nothing":     func() error { _, err := Prove(t.Context(), j, f, Options{Resume: []byte{}}); return err },
		"more effort": func() error { _, err := Prove(t.Context(), j, f, Options{Resume: state}); return err },
		"other table": func() error {
			_, err := Prove(t.Context(), other, bare(t, other), Options{Effort: opts.Effort, Resume: state})
			return err
		},
		"subsets": func() error { _, err := Subsets(t.Context(), problem.DIB(j), Options{Resume: state}); return err },
		"neighbours": func() error {
			_, err := Intervals(t.Context(), problem.DIB(j), Linear, Options{Resume: state})
			return err
		},
		"line": func() error { _, err := Line(t.Context(), problem.DMC(j), Options{Resume: state}); return err },
		"of each size": func() error {
			_, _, err := Informative(t.Context(), problem.DIB(j), "", 4, Options{Resume: state})
			return err
		},
	} {
		if err := prove(); !errors.Is(err, search.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
