package best

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestFindGoesOn: a search that is interrupted in every turn, or after it, has the result of one that is not, with
// any number of workers.
func TestFindGoesOn(t *testing.T) {
	for _, n := range []int{30, 150, 320} {
		p := problem.DIB(drawn.Table(t, clustersTable(1, n, 30, 9)))
		f := ends(t, p)
		opts := Options{UpTo: 8, Effort: 0.05, Workers: 2, ExactEffort: 1}
		want := mustFind(t, p, f, opts)
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		turns := 0
		for ended := false; !ended; turns++ {
			ctx, cancel := context.WithCancel(context.Background())
			calls, next := 0, opts.Resume
			opts.Workers = 1 + rng.IntN(3)
			end := 2 + rng.IntN(2)
			kept := 1 + rng.IntN(end)
			opts.Checkpoint = func(snapshot func() []byte, last bool) {
				if calls++; calls == 1 && opts.Resume != nil && !bytes.Equal(snapshot(), opts.Resume) {
					t.Errorf("%d rows: it goes on from another state", n)
				}
				if calls == kept || last && rng.IntN(2) == 0 {
					next = snapshot()
				}
				if calls == end && !last {
					cancel()
				}
				ended = last && ctx.Err() == nil
			}
			r, err := Find(ctx, p, f, opts)
			if err != nil {
				t.Fatal(err)
			}
			if ended && !slices.Equal(entriesOf(p, r), want) {
				t.Errorf("%d rows: %v after %d interruptions, want %v", n, entriesOf(p, r), turns, want)
			}
			cancel()
			opts.Resume = next
		}
		if turns < 4 {
			t.Errorf("%d rows: %d turns: that tests little", n, turns)
		}
	}
}

// TestFindRefusesStates: a state that is cut short, or of another frontier or effort, is an error.
func TestFindRefusesStates(t *testing.T) {
	p, other := problem.DIB(drawn.Table(t, clustersTable(1, 30, 9, 5))), problem.DIB(drawn.Table(t, clustersTable(2, 30, 9, 5)))
	opts := Options{UpTo: 6, Effort: 0.01, ExactEffort: 1}
	var state []byte
	keep := opts
	keep.Checkpoint = func(snapshot func() []byte, _ bool) { state = snapshot() }
	mustFind(t, p, ends(t, p), keep)
	resume := func(p problem.Problem, opts Options, state []byte) error {
		opts.Resume = state
		_, err := Find(context.Background(), p, ends(t, p), opts)
		return err
	}
	if err := resume(p, opts, state); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"table":         resume(other, opts, state),
		"up to":         resume(p, Options{UpTo: 5, Effort: 0.01, ExactEffort: 1}, state),
		"effort":        resume(p, Options{UpTo: 6, Effort: 0.02, ExactEffort: 1}, state),
		"cut short":     resume(p, opts, state[:len(state)-1]),
		"no clustering": resume(p, opts, sealed.NewWriter(string(bytes.Replace(state[:len(state)-32], []byte(`"label":[0,`), []byte(`"label":[1,`), 1)), 0).Seal()),
	} {
		if !errors.Is(err, search.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
