package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/problem"
)

// TestSweptSearchGoesOn interrupts a search by sweeps at its batches, and continues with other numbers of workers.
func TestSweptSearchGoesOn(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(7, 7)), 410, 5)
	p := problem.DIB(tab.joint(t))
	opts := Options{Effort: 0.2}
	want := mustMap(t, tab, opts)
	if want.Frontier.Search.Method != "sweeps" {
		t.Fatalf("the method is %q", want.Frontier.Search.Method)
	}
	for runs := 1; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		opts.Workers = 1 + runs%3
		opts.Checkpoint = func(snapshot func() []byte, last bool) {
			if calls++; calls == 2+runs {
				cancel()
			}
			if last {
				opts.Resume = snapshot()
			}
		}
		r, err := Map(ctx, p, opts)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if calls < 2+runs {
			if d := gocmp.Diff(outcome(want), outcome(r)); d != "" || runs < 3 {
				t.Errorf("after %d runs: %s", runs, d)
			}
			return
		}
	}
}

// TestForeignStatesOfSweepsAreRefused gives a search by sweeps the states of other searches, and other bytes.
func TestForeignStatesOfSweepsAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	p, other := problem.DIB(simplex(rng, 410, 5).joint(t)), problem.DIB(simplex(rng, 410, 5).joint(t))
	opts := Options{Effort: 1e-4}
	snapshot := snapshotOf(t, p, opts, 2)
	id, _, err := divided.Open(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	_, body, err := divided.OpenWhole(snapshot, id)
	if err != nil {
		t.Fatal(err)
	}
	walk := id
	walk.Sweeps = false
	for _, tt := range []struct {
		want     string
		problem  problem.Problem
		snapshot []byte
		change   func(*Options)
	}{
		{"another table", other, snapshot, nil},
		{"seed 0 and not 2", p, snapshot, func(o *Options) { o.Seed = 2 }},
		{"bytes of memory", p, snapshot, func(o *Options) { o.MaxMemory = 32 << 20 }},
		{"another method", p, snapshot, func(o *Options) { o.Method = Local }},
		{"another method", p, divided.Whole(walk, "", body), nil},
		{"not hold a state of this search", p, divided.Whole(id, "", body[:len(body)-1]), nil},
		{"not hold a state of this search", p, divided.Whole(id, "", nil), nil},
		{"checksum", p, snapshot[:len(snapshot)-1], nil},
		{"not from this version of dibmap", p, []byte("x,y\n"), nil},
	} {
		changed := opts
		changed.Resume = tt.snapshot
		if tt.change != nil {
			tt.change(&changed)
		}
		if _, err := Map(t.Context(), tt.problem, changed); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	opts.Resume = snapshot
	if _, err := Map(t.Context(), p, opts); err != nil {
		t.Errorf("its own: %v", err)
	}
}
