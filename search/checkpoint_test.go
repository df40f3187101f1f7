package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// outcome is all of a result that must not depend on interruptions.
func outcome(r *Result) []any {
	return []any{entriesOf(r, nil), r.Status, r.Stats, r.Frontier.Search}
}

// checkpointed are searches of every kind, small enough to be resumed often.
func checkpointed() map[string]struct {
	tab  table
	opts Options
} {
	rng := rand.New(rand.NewPCG(21, 3))
	type search = struct {
		tab  table
		opts Options
	}
	apart := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 9}}
	list := map[string]search{
		"light":        {simplex(rng, 13, 6), Options{Effort: 0.1, Limits: problem.Limits{MinMass: 0.12}}},
		"few":          {simplex(rng, 13, 6), Options{Effort: 0.1, Limits: problem.Limits{MaxClusters: 4}}},
		"apart":        {simplex(rng, 12, 6), Options{Method: Local, Limits: problem.Limits{CannotLink: apart}}},
		"limits":       {sparseCounts(rng, 11, 4), Options{Effort: 0.3, Limits: problem.Limits{MinMass: 0.1, MaxClusters: 5, CannotLink: apart}}},
		"merge limits": {simplex(rng, 14, 6), Options{Method: Merge, Limits: problem.Limits{MinMass: 0.1, MaxClusters: 5}}},
		"far":          {simplex(rng, 40, 6), Options{Method: Local, Effort: 1e-4, Limits: problem.Limits{MinMass: 0.1, CannotLink: cycle(40)}}},
		"rounds":       {simplex(rng, 13, 6), Options{Effort: 0.4}},
		"converged":    {simplex(rng, 10, 6), Options{}},
		"effort":       {simplex(rng, 14, 6), Options{Effort: 0.1}},
		"local":        {simplex(rng, 20, 6), Options{Method: Local}},
		"local depth":  {simplex(rng, 12, 6), Options{Method: Local, Epsilon: 0.005, Seed: 3}},
		"mapper":       {simplex(rng, 14, 6), Options{Method: Merge}},
		"depth":        {simplex(rng, 12, 6), Options{Effort: 0.2, Epsilon: 0.004, Seed: 9}},
		"ties":         {sparseCounts(rng, 11, 4), Options{Effort: 0.2}},
		"points":       {powers(11), Options{MaxPoints: 1000, Effort: 1e-3}},
		"taken":        {turning(14), Options{MaxPoints: 300}},
		"queues":       {turning(42), Options{Effort: 0.02}},
		"per k":        {simplex(rng, 10, 6), Options{Effort: 0.1, PerK: true}},
		"per k, light": {simplex(rng, 10, 6), Options{Effort: 0.03, PerK: true, Limits: problem.Limits{MinMass: 0.12}}},
	}
	if testing.Short() { // as under the race detector
		delete(list, "queues") // which one worker fills
		for name, tt := range list {
			if tt.opts.Method == Auto && (tt.opts.Effort == 0 || tt.opts.Effort > 0.1) {
				tt.opts.Effort = 0.1
				list[name] = tt
			}
		}
	}
	return list
}

// TestResumeFromAnywhere takes snapshots throughout a search, and continues from each of
// them with another number of workers.
func TestResumeFromAnywhere(t *testing.T) {
	resumeFromAnywhere(t, 5)
}

// resumeFromAnywhere does what TestResumeFromAnywhere says. The steps between two
// snapshots grow faster with a larger factor.
func resumeFromAnywhere(t *testing.T, factor int) {
	t.Helper()
	for name, tt := range checkpointed() {
		t.Run(name, func(t *testing.T) {
			p := problem.DIB(tt.tab.joint(t))
			want := mustMap(t, tt.tab, tt.opts)
			var snapshots [][]byte
			calls, step := 0, 1
			opts := tt.opts
			opts.Workers = 2
			opts.Checkpoint = func(snapshot func() []byte, last bool) {
				if calls++; last || calls == step {
					snapshots = append(snapshots, snapshot())
					step = factor * (1 + step + step/2)
				}
			}
			if r, err := Map(context.Background(), p, opts); err != nil || gocmp.Diff(outcome(want), outcome(r)) != "" {
				t.Fatalf("taking snapshots changes the result: %v %s", err, gocmp.Diff(outcome(want), outcome(r)))
			}
			if len(snapshots) < 4 {
				t.Fatalf("%d snapshots", len(snapshots))
			}
			opts.Checkpoint = nil
			for k, s := range snapshots {
				opts.Workers, opts.Resume = 1+k%3, s
				r, err := Map(context.Background(), p, opts)
				if err != nil {
					t.Fatal(err)
				}
				if d := gocmp.Diff(outcome(want), outcome(r)); d != "" {
					t.Fatalf("snapshot %d of %d: %s", k, len(snapshots), d)
				}
			}
		})
	}
}

// TestSnapshotHoldsEverything takes a snapshot of what a snapshot was restored to.
// The order of marks and crowds in it is of no account.
func TestSnapshotHoldsEverything(t *testing.T) {
	for name, tt := range checkpointed() {
		p := problem.DIB(tt.tab.joint(t))
		opts, err := tt.opts.withDefaults(p.Rows())
		if err != nil {
			t.Fatal(err)
		}
		for _, steps := range []int{1, 300} {
			snapshot := snapshotOf(t, p, tt.opts, steps)
			pl := newPlan(p, opts, limiterOf(t, p, opts))
			if err := pl.restore(snapshot); err != nil {
				t.Fatal(err)
			}
			again := pl.snapshot()
			_, want, _ := inside(t, snapshot)
			_, got, _ := inside(t, again)
			if d := gocmp.Diff(want, got, gocmp.AllowUnexported(header{})); d != "" || len(snapshot) != len(again) {
				t.Errorf("%s, step %d: %d bytes and %d: %s", name, steps, len(snapshot), len(again), d)
			}
		}
	}
}

// TestResumeAfterInterrupts interrupts a search at every tenth step, and continues from
// the last snapshot each time.
func TestResumeAfterInterrupts(t *testing.T) {
	for name, tt := range checkpointed() {
		t.Run(name, func(t *testing.T) {
			p := problem.DIB(tt.tab.joint(t))
			want := mustMap(t, tt.tab, tt.opts)
			opts := tt.opts
			opts.Workers = 2
			runs := 0
			for {
				ctx, cancel := context.WithCancel(context.Background())
				calls := 0
				opts.Checkpoint = func(snapshot func() []byte, last bool) {
					// Runs get longer, or a search of many steps would take as many
					// runs.
					if calls++; calls == 10+2*runs*runs {
						cancel()
					}
					if last {
						opts.Resume = snapshot()
					}
				}
				r, err := Map(ctx, p, opts)
				cancel()
				// Without a clustering that satisfies the limits there is no result.
				if err != nil && (opts.Limits.IsZero() || ctx.Err() == nil || !errors.Is(err, problem.ErrInfeasible)) {
					t.Fatal(err)
				}
				runs++
				if err != nil || r.Status == frontier.StatusInterrupted {
					continue
				}
				if runs < 3 {
					t.Errorf("%d runs: that is no test", runs)
				}
				if d := gocmp.Diff(outcome(want), outcome(r)); d != "" {
					t.Errorf("after %d runs: %s", runs, d)
				}
				return
			}
		})
	}
}

// TestResumeBeforeTheFirstStep interrupts a search during its agglomeration.
func TestResumeBeforeTheFirstStep(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 5)), 12, 6)
	want := mustMap(t, tab, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var snapshot []byte
	opts := Options{Checkpoint: func(take func() []byte, _ bool) { snapshot = take() }}
	r, err := Map(ctx, problem.DIB(tab.joint(t)), opts)
	if err != nil || r.Status != frontier.StatusInterrupted || r.Frontier.Len() < 2 {
		t.Fatal(r, err)
	}
	got := mustMap(t, tab, Options{Resume: snapshot})
	if d := gocmp.Diff(outcome(want), outcome(got)); d != "" {
		t.Error(d)
	}
}

// limiterOf returns the limiter of a search.
func limiterOf(tb testing.TB, p problem.Problem, opts Options) *limiter.Limiter {
	tb.Helper()
	l, err := limiter.New(p, opts.Limits)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// snapshotOf returns the snapshot after some steps of a search, or its last one
// if it has fewer.
func snapshotOf(tb testing.TB, p problem.Problem, opts Options, steps int) (snapshot []byte) {
	tb.Helper()
	opts.Checkpoint = func(take func() []byte, _ bool) {
		if steps--; steps >= 0 {
			snapshot = take()
		}
	}
	if _, err := Map(context.Background(), p, opts); err != nil || snapshot == nil {
		tb.Fatal("no snapshot", err)
	}
	return snapshot
}

// TestForeignCheckpointsAreRefused changes one thing at a time.
func TestForeignCheckpointsAreRefused(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 5)), 10, 6)
	p := problem.DIB(tab.joint(t))
	opts := Options{Method: Local, Epsilon: 0.001, Seed: 1, Workers: 1}
	snapshot := snapshotOf(t, p, opts, 20)
	other := simplex(rand.New(rand.NewPCG(5, 6)), 10, 6)
	for _, tt := range []struct {
		want    string
		problem problem.Problem
		change  func(*Options)
	}{
		{"another table", problem.DIB(other.joint(t)), func(*Options) {}},
		{"seed 1 and not 2", p, func(o *Options) { o.Seed = 2 }},
		{"epsilon 0.001 and not 0.002", p, func(o *Options) { o.Epsilon = 0.002 }},
		{"another method", p, func(o *Options) { o.Method = Merge }},
		{"other constraints", p, func(o *Options) { o.Limits.MaxClusters = 9 }},
		{"2147483648 bytes of memory and not 33554432", p, func(o *Options) { o.MaxMemory = 32 << 20 }},
	} {
		changed := opts
		changed.Resume = snapshot
		tt.change(&changed)
		if _, err := Map(context.Background(), tt.problem, changed); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	opts.Resume = snapshot
	if _, err := Map(context.Background(), p, opts); err != nil {
		t.Errorf("its own: %v", err)
	}
	id, h, body := inside(t, snapshot)
	id.Version++
	opts.Resume = outside(id, h, body)
	if _, err := Map(context.Background(), p, opts); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), fmt.Sprintf("version %d only", divided.Version)) {
		t.Errorf("of another version: %v", err)
	}
}

// altered returns a snapshot with another header and the right checksum.
func altered(tb testing.TB, snapshot []byte, change func(*header)) []byte {
	tb.Helper()
	id, h, body := inside(tb, snapshot)
	change(&h)
	return outside(id, h, body)
}

// inside returns what is in the snapshot of a walk, and outside the snapshot.
func inside(tb testing.TB, snapshot []byte) (id divided.Identity, h header, body []byte) {
	tb.Helper()
	id, r, err := divided.Open(snapshot)
	if err != nil {
		tb.Fatal(err)
	}
	r.JSON(&h)
	return id, h, r.Rest()
}

func outside(id divided.Identity, h header, body []byte) []byte {
	w := divided.New(id, 0)
	w.JSON(h)
	w.Put(body)
	return w.Seal()
}

// TestSenselessCheckpointsAreRefused has headers that their bodies do not bear
// out, with the right checksum.
func TestSenselessCheckpointsAreRefused(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), 6, 4).joint(t))
	snapshot := snapshotOf(t, p, Options{Workers: 1}, 5)
	for k, change := range []func(*header){
		func(h *header) { h.Points[0]++ },
		func(h *header) { h.Points = nil },
		func(h *header) { h.Points = append(h.Points, 0, 0, 0) },
		func(h *header) { h.Points[0] = math.MaxInt },
		func(h *header) { h.Queues[0]-- },
		func(h *header) { h.Queues[1]++ },
		func(h *header) { h.Marks = math.MaxInt32 },
		func(h *header) { h.Crowds++ },
		func(h *header) { h.Coarsened = -1 },
		func(h *header) { h.Coarsened = 1000 },
		func(h *header) { h.Round = -1 },
		func(h *header) { h.Lift = -1 },
	} {
		if _, err := Map(context.Background(), p, Options{Resume: altered(t, snapshot, change)}); !errors.Is(err, ErrCheckpoint) {
			t.Errorf("change %d: %v", k, err)
		}
	}
}

// FuzzRestore gives any headers and bodies the right checksum. A search either refuses
// them or continues.
func FuzzRestore(f *testing.F) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 5)), 6, 4).joint(f))
	limits := problem.Limits{MinMass: 0.1, MaxClusters: 4, CannotLink: [][2]int{{0, 3}, {2, 3}}}
	all := []Options{{}, {Method: Merge}, {Limits: limits}, {Method: Merge, Limits: limits}}
	for _, opts := range all {
		_, h, body := inside(f, snapshotOf(f, p, opts, 5))
		head, err := json.Marshal(h)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(head, body)
		f.Add([]byte(fmt.Sprintf("%s ", head)), body[:len(body)/2])
	}
	f.Fuzz(func(t *testing.T, head, body []byte) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		steps := 0
		for _, opts := range all {
			opts, err := opts.withDefaults(p.Rows())
			if err != nil {
				t.Fatal(err)
			}
			w := divided.New(identify(p, opts, limiterOf(t, p, opts)), 0)
			w.Count(len(head))
			w.Put(slices.Concat(head, body))
			r, err := Map(ctx, p, Options{Method: opts.Method, Limits: opts.Limits, Workers: 1, Resume: w.Seal(), Observe: func(Progress) {
				if steps++; steps > 1000 {
					cancel()
				}
			}})
			if err == nil && r.Frontier.Len() == 0 {
				t.Error("an empty frontier")
			}
		}
	})
}

// TestResumeWantsTheSameOrderOfRows: the order of rows of equal mass in a search depends
// on the order of the columns, and the table's digest does not.
func TestResumeWantsTheSameOrderOfRows(t *testing.T) {
	rows := []string{"a", "b", "c", "d", "e"}
	cells := [][]float64{{1, 2, 3}, {3, 1, 2}, {2, 2, 2}, {1, 4, 1}, {0, 1, 5}}
	reversed := make([][]float64, len(cells))
	for x, row := range cells {
		reversed[x] = slices.Clone(row)
		slices.Reverse(reversed[x])
	}
	a, err := joint.Dense(rows, []string{"u", "v", "w"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	b, err := joint.Dense(rows, []string{"w", "v", "u"}, reversed)
	if err != nil {
		t.Fatal(err)
	}
	if a.SHA256() != b.SHA256() {
		t.Fatal("the tables do not show what they should")
	}
	// The order of columns does not decide the order of these rows, even at equal mass.
	snapshot := snapshotOf(t, problem.DIB(a), Options{}, 3)
	if _, err := Map(context.Background(), problem.DIB(b), Options{Resume: snapshot}); err != nil {
		t.Errorf("not resumed with columns in another order: %v", err)
	}
	mine := func(scale float64) problem.Problem {
		p, err := problem.Custom(frontier.Problem{XLabels: rows}, func(f partition.Partition) problem.Point {
			return problem.Point{H: scale * float64(f.K()), I: float64(f.K()*7+f[2]) / 5}
		}, problem.Traits{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	snapshot = snapshotOf(t, mine(1), Options{}, 3)
	if _, err := Map(context.Background(), mine(1), Options{Resume: snapshot}); err != nil {
		t.Error(err)
	}
	if _, err := Map(context.Background(), mine(2), Options{Resume: snapshot}); !errors.Is(err, ErrCheckpoint) {
		t.Errorf("resumed with another function: %v", err)
	}
}
