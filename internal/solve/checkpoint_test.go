package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// interrupted begins a proof with a state, and ends it at the given call of Checkpoint. It returns the snapshot of
// an earlier call, as a kill leaves it, or the last one if that would be a later one, as an interrupt does. If the
// result came before the end, it returns that.
func interrupted(t *testing.T, run proving, opts method.Options, state []byte, kept, end int) (snapshot []byte, r *search.Result) {
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
type proving func(context.Context, method.Options) (*search.Result, error)

// solver is a Solve that begins with a frontier.
func solver(j *joint.Joint, f *frontier.Frontier) proving {
	return func(ctx context.Context, opts method.Options) (*search.Result, error) {
		return Solve(ctx, problem.DIB(j), drawn.ResultFrom(f), opts)
	}
}

// goesOn interrupts a proof again and again, anywhere, until it has the result, which must be that of one that is
// not interrupted. It returns that result, and how often a proof that went on was interrupted.
func goesOn(t *testing.T, run proving, opts method.Options, seed uint64, most int) (want *search.Result, again int) {
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
			drawn.SameFrontier(t, r.Frontier, want.Frontier)
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
		j := drawn.Table(t, drawn.Uniform(uint64(seed), 14, 6))
		_, again := goesOn(t, solver(j, drawn.Bare(t, j)), method.Options{Effort: effort, Workers: 2}, uint64(seed), 100)
		all += again
	}
	if all < 10 {
		t.Errorf("%d interruptions after another one: that tests little", all)
	}
}

// TestProveGoesOn: so does a proof whose steps end at some edge, and one with an edge whose clusters take too much
// memory.
func TestProveGoesOn(t *testing.T) {
	steps, columns := drawn.Table(t, drawn.Uniform(0, 14, 4)), drawn.Table(t, drawn.Uniform(1, 19, 5))
	all := map[frontier.Status]int{}
	try := func(j *joint.Joint, f *frontier.Frontier, opts method.Options, seed uint64, most int) {
		run := func(ctx context.Context, opts method.Options) (*search.Result, error) {
			return proof.ProveFrom(ctx, j, f, opts)
		}
		want, again := goesOn(t, run, opts, seed, most)
		all[want.Status] += again
	}
	start := drawn.Searched(t, steps)
	for seed := range uint64(10) {
		try(steps, start, method.Options{Effort: int64(2_700_000 + 60_000*seed), Workers: 2}, seed, 40)
	}
	try(columns, drawn.Bare(t, columns), method.Options{MaxMemory: 16 << 20, Workers: 2}, 3, 100)
	if all[frontier.StatusEffort] < 10 || all[frontier.StatusMemory] < 3 {
		t.Errorf("interruptions after another one: %v: that tests little", all)
	}
}

// TestSolveGoesOnWithALaterMethod: methods that have failed before are not tried again.
func TestSolveGoesOnWithALaterMethod(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(4, 9, 6))
	start := drawn.Bare(t, j)
	opts, err := method.WithDefaults(method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var state []byte
	opts.Checkpoint = func(now func() []byte, _ bool) { state = now() }
	methods := methodsFor(problem.DIB(j), opts)
	if len(methods) != 3 || methods[1].Name == methods[0].Name {
		t.Fatalf("there are %d methods", len(methods))
	}
	want, err := methods[2].Improve(context.Background(), drawn.ResultFrom(start), method.Keeping(opts, start, 2, nil))
	if err != nil {
		t.Fatal(err)
	}
	proof := state
	method.Keeping(opts, start, 1, nil).Checkpoint(func() []byte { return nil }, true)
	for k, state := range map[int][]byte{1: state, 2: proof} {
		var entered []string
		r := drawn.Must(t)(Solve(context.Background(), problem.DIB(j), drawn.ResultFrom(start), method.Options{Resume: state, Enter: func(name string) { entered = append(entered, name) }}))
		if !slices.Equal(entered, []string{methods[k].Name}) {
			t.Errorf("method %d: entered %q", k, entered)
		}
		drawn.SamePoints(t, r.Frontier, want.Frontier)
		if diff := cmp.Diff(want.Frontier.Certificate, r.Frontier.Certificate); k == 2 && diff != "" {
			t.Error(diff)
		}
	}
}

// TestSolveRefusesStates: a state that is damaged, or of another frontier, table, effort or memory, is an error.
func TestSolveRefusesStates(t *testing.T) {
	j, other := drawn.Table(t, drawn.Uniform(4, 7, 4)), drawn.Table(t, drawn.Uniform(5, 7, 4))
	start := drawn.Searched(t, j)
	state, _ := interrupted(t, solver(j, start), method.Options{}, nil, 2, 2)
	if state == nil {
		t.Fatal("no state")
	}
	resume := func(j *joint.Joint, f *frontier.Frontier, opts method.Options, state []byte) error {
		opts.Resume = state
		_, err := Solve(context.Background(), problem.DIB(j), drawn.ResultFrom(f), opts)
		return err
	}
	if err := resume(j, start, method.Options{}, state); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"another frontier": resume(j, drawn.Bare(t, j), method.Options{}, state),
		"another table":    resume(other, drawn.Bare(t, other), method.Options{}, state),
		"another effort":   resume(j, start, method.Options{Effort: 1000}, state),
		"another memory":   resume(j, start, method.Options{MaxMemory: 1 << 26}, state),
		"more":             resume(j, start, method.Options{}, append(slices.Clone(state), 0)),
	} {
		if !errors.Is(err, search.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for at := 0; at < len(state); at += 1 + at/100 {
		changed := slices.Clone(state)
		changed[at] ^= 1 << (at % 8)
		if err := resume(j, start, method.Options{}, changed); !errors.Is(err, search.ErrCheckpoint) {
			t.Fatalf("byte %d changed: %v", at, err)
		}
		if err := resume(j, start, method.Options{}, state[:at]); !errors.Is(err, search.ErrCheckpoint) {
			t.Fatalf("%d bytes: %v", at, err)
		}
	}
}

// TestProveAloneGoesOn: a Prove goes on from its own state, and reports one that is damaged or of another frontier.
// Dynamic programs have no state.
func TestProveAloneGoesOn(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(3, 14, 6))
	f, opts := drawn.Bare(t, j), method.Options{Effort: 30_000_000, Workers: 2}
	run := func(ctx context.Context, opts method.Options) (*search.Result, error) {
		return proof.Prove(ctx, j, f, opts)
	}
	if _, again := goesOn(t, run, opts, 1, 60); again < 2 {
		t.Errorf("%d interruptions after another one: that tests little", again)
	}
	state, _ := interrupted(t, run, opts, nil, 3, 3)
	other := drawn.Table(t, drawn.Uniform(4, 14, 6))
	for name, prove := range map[string]func() error{
		"cut short": func() error {
			_, err := proof.Prove(t.Context(), j, f, method.Options{Effort: opts.Effort, Resume: state[:len(state)-1]})
			return err
		},
		"a bit": func() error {
			damaged := slices.Clone(state)
			damaged[len(damaged)/2] ^= 4
			_, err := proof.Prove(t.Context(), j, f, method.Options{Effort: opts.Effort, Resume: damaged})
			return err
		},
		"nothing":     func() error { _, err := proof.Prove(t.Context(), j, f, method.Options{Resume: []byte{}}); return err },
		"more effort": func() error { _, err := proof.Prove(t.Context(), j, f, method.Options{Resume: state}); return err },
		"other table": func() error {
			_, err := proof.Prove(t.Context(), other, drawn.Bare(t, other), method.Options{Effort: opts.Effort, Resume: state})
			return err
		},
		"subsets": func() error {
			_, err := program.Subsets(t.Context(), problem.DIB(j), method.Options{Resume: state})
			return err
		},
		"neighbours": func() error {
			_, err := program.Intervals(t.Context(), problem.DIB(j), method.Linear, method.Options{Resume: state})
			return err
		},
		"line": func() error {
			_, err := program.Line(t.Context(), problem.DMC(j), method.Options{Resume: state})
			return err
		},
		"of each size": func() error {
			_, _, err := program.Informative(t.Context(), problem.DIB(j), "", 4, method.Options{Resume: state})
			return err
		},
	} {
		if err := prove(); !errors.Is(err, search.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
