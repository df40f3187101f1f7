package robust

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/search"
)

// TestMeasureGoesOn: draws that are interrupted again and again, by any number of workers, give the bits of draws
// that are not.
func TestMeasureGoesOn(t *testing.T) {
	table := randomTable(43, 7, 5, 12)
	j := tableOf(t, table)
	f := withList(t, j)
	rapid.Check(t, func(rt *rapid.T) {
		o := Options{
			Method:    rapid.SampledFrom([]Method{Bootstrap, Posterior}).Draw(rt, "method"),
			Resamples: rapid.IntRange(2, 60).Draw(rt, "draws"), Seed: rapid.Uint64().Draw(rt, "seed"),
		}
		want, err := Measure(context.Background(), j, f, o)
		if err != nil {
			rt.Fatal(err)
		}
		for far := 0; ; {
			ctx, cancel := context.WithCancel(context.Background())
			end, calls := rapid.IntRange(1, 40).Draw(rt, "calls"), 0
			kept := rapid.IntRange(1, end).Draw(rt, "kept")
			o.Workers = rapid.IntRange(1, 4).Draw(rt, "workers")
			next := o.Resume
			o.Checkpoint = func(snapshot func() []byte, last bool) {
				if calls++; calls == kept {
					next = snapshot()
				}
				if calls == end && !last {
					cancel()
				}
			}
			o.Observe = func(done, all int) {
				if done < far || all != o.Resamples {
					rt.Errorf("%d of %d draws are done, of %d when it began", done, all, far)
				}
			}
			got, err := Measure(ctx, j, f, o)
			cancel()
			if err == nil {
				if d := cmp.Diff(spreadsAndMarks(want), spreadsAndMarks(got)); d != "" {
					rt.Fatal(d)
				}
				return
			}
			if !errors.Is(err, context.Canceled) {
				rt.Fatal(err)
			}
			if o.Resume = next; next != nil {
				id, err := o.identify(j, f)
				if err != nil {
					rt.Fatal(err)
				}
				p, err := id.open(next)
				if err != nil {
					rt.Fatal(err)
				}
				far = p.to
			}
		}
	})
}

// TestMeasureRefusesStates: a state that is damaged, or of other draws, is an error.
func TestMeasureRefusesStates(t *testing.T) {
	j, other := tableOf(t, randomTable(43, 7, 5, 12)), tableOf(t, randomTable(44, 7, 5, 12))
	f := mapped(t, j)
	o := Options{Resamples: 8}
	var state []byte
	o.Checkpoint = func(snapshot func() []byte, _ bool) { state = snapshot() }
	if _, err := Measure(context.Background(), j, f, o); err != nil {
		t.Fatal(err)
	}
	o = Options{Resamples: 8}
	resume := func(o Options, state []byte) error {
		o.Resume = state
		_, err := Measure(context.Background(), j, f, o)
		return err
	}
	if err := resume(o, state); err != nil {
		t.Fatal(err)
	}
	o.Resamples = 12 // the first draws do not depend on their number
	if err := resume(o, state); err != nil {
		t.Fatal(err)
	}
	_, err := Measure(context.Background(), other, mapped(t, other), Options{Resamples: 8, Resume: state})
	for name, err := range map[string]error{
		"table":      err,
		"method":     resume(Options{Resamples: 8, Method: Posterior}, state),
		"seed":       resume(Options{Resamples: 8, Seed: 1}, state),
		"fewer":      resume(Options{Resamples: 7}, state),
		"later ones": resume(Options{Resamples: 8}, drawn(t, j, f, Options{Resamples: 8}, 1, 3)),
	} {
		if !errors.Is(err, search.ErrCheckpoint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for at := range state {
		changed := append([]byte(nil), state...)
		changed[at] ^= 1 << (at % 8)
		if err := resume(o, changed); !errors.Is(err, search.ErrCheckpoint) {
			t.Fatalf("byte %d changed: %v", at, err)
		}
		if err := resume(o, state[:at]); !errors.Is(err, search.ErrCheckpoint) {
			t.Fatalf("%d bytes: %v", at, err)
		}
	}
}
