package search

import (
	"context"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/problem"
)

// planned runs a search whose plan was changed before it began.
func planned(t *testing.T, tab table, opts Options, change func(*plan), between func(*plan)) *Result {
	t.Helper()
	p := problem.DIB(tab.joint(t))
	opts, err := opts.withDefaults(p.Rows())
	if err != nil {
		t.Fatal(err)
	}
	pl := newPlan(p, opts, limiterOf(t, p, opts))
	pl.opts.Observe = func(Progress) {
		if between != nil {
			between(pl)
		}
	}
	change(pl)
	status := pl.carryOut(context.Background())
	r, err := limited(p, pl.limiter, pl.valid(), pl.stats, status, pl.describe(status))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// parallel lets small tables be searched by several workers at once.
func parallel(p *plan) { p.minParallelRows = 2 }

// TestResultDoesNotDependOnTheWorkers forces batches on tables so small that one
// worker would do them all.
func TestResultDoesNotDependOnTheWorkers(t *testing.T) {
	for name, tt := range checkpointed() {
		t.Run(name, func(t *testing.T) {
			want := planned(t, tt.tab, tt.opts, func(*plan) {}, nil)
			for _, tt.opts.Workers = range []int{2, 7} {
				got := planned(t, tt.tab, tt.opts, parallel, nil)
				if d := gocmp.Diff(outcome(want), outcome(got)); d != "" {
					t.Errorf("%d workers: %s", tt.opts.Workers, d)
				}
			}
		})
	}
}

// TestThinnedFrontierKeepsItsShape gives a search a small part of the memory that
// it wants.
func TestThinnedFrontierKeepsItsShape(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(3, 40)), 30, 8)
	for _, opts := range []Options{{Method: Local}, {Method: Merge}, {Method: Local, Epsilon: 0.0005}} {
		full := mustMap(t, tab, opts)
		opts.Workers = 1
		const memory = 50_000
		small := func(p *plan) { p.memory = memory }
		r := planned(t, tab, opts, small, func(p *plan) {
			if p.bytes() > memory*11/10 { // a round looks after every commit
				t.Errorf("%d bytes are taken, and %d are allowed", p.bytes(), memory)
			}
		})
		sound(t, tab, r.Frontier)
		pitch := r.Frontier.Search.Resolution
		if r.Status != frontier.StatusMemory || pitch == 0 {
			t.Errorf("%+v: status %v, resolution %g", opts, r.Status, pitch)
		}
		if r.Frontier.Len() < minThinned/2 || r.Frontier.Len() >= full.Frontier.Len() {
			t.Errorf("%+v: %d points of %d", opts, r.Frontier.Len(), full.Frontier.Len())
		}
		// A point within every step as wide as the resolution, so the area that is
		// lost is at most that times the two sides; and the rest of the loss is
		// what a search of fewer points misses.
		lost := full.Frontier.Hypervolume() - r.Frontier.Hypervolume()
		if most := 0.002*full.Frontier.Hypervolume() + pitch*(full.Frontier.Problem.HX+full.Frontier.Problem.IXY); lost > most {
			t.Errorf("%+v: %g bit^2 lost, at most %g expected", opts, lost, most)
		}
		for _, opts.Workers = range []int{2, 5} {
			again := planned(t, tab, opts, func(p *plan) { small(p); parallel(p) }, nil)
			if d := gocmp.Diff(outcome(r), outcome(again)); d != "" {
				t.Errorf("%+v: %s", opts, d)
			}
		}
	}
}

// TestRoundsEndWhereMemoryDoes: a round that reaches far below the frontier takes
// too much memory, and the frontier stays as it is.
func TestRoundsEndWhereMemoryDoes(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(3, 41)), 24, 6)
	full := mustMap(t, tab, Options{})
	const memory = 500_000
	r := planned(t, tab, Options{}, func(p *plan) { p.memory = memory }, func(p *plan) {
		if p.bytes() > memory*11/10 {
			t.Errorf("%d bytes are taken, and %d are allowed", p.bytes(), memory)
		}
	})
	if r.Status != frontier.StatusMemory || r.Frontier.Search.Resolution != 0 || r.Frontier.Search.Rounds == 0 {
		t.Errorf("status %v, %+v", r.Status, r.Frontier.Search)
	}
	if r.Frontier.Len() < full.Frontier.Len()*99/100 {
		t.Errorf("%d points of %d", r.Frontier.Len(), full.Frontier.Len())
	}
}

// TestThinnedSearchResumes stops a search with little memory at several places,
// before and after it makes room, and when it has thinned the frontier.
func TestThinnedSearchResumes(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(3, 40)), 30, 8)
	for _, memory := range []int64{50_000, 130_000} {
		small := func(p *plan) { p.memory = memory }
		opts := Options{Method: Local, Workers: 1}
		var snapshots [][]byte
		steps := 0
		seen := make(map[bool]bool) // whether some are and some are not, as newcomers
		want := planned(t, tab, opts, small, func(pl *plan) {
			if steps++; steps%40 == 0 {
				snapshots = append(snapshots, pl.snapshot())
				seen[pl.rule.newcomers] = true
			}
		})
		if coarsened := want.Frontier.Search.Resolution > 0; coarsened != (memory == 50_000) || !coarsened && len(seen) < 2 {
			t.Fatalf("%d bytes: resolution %g, newcomers %v", memory, want.Frontier.Search.Resolution, seen)
		}
		for k, s := range snapshots {
			got := planned(t, tab, opts, func(pl *plan) {
				small(pl)
				if err := pl.restore(s); err != nil {
					t.Fatal(err)
				}
			}, nil)
			if d := gocmp.Diff(outcome(want), outcome(got)); d != "" {
				t.Fatalf("%d bytes, snapshot %d: %s", memory, k, d)
			}
		}
	}
}

// TestEffortLimitsEvaluations: the search ends with the first expansion that
// reaches the budget.
func TestEffortLimitsEvaluations(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(3, 41)), 24, 6)
	local := mustMap(t, tab, Options{Method: Local})
	if local.Status != frontier.StatusConverged || local.Frontier.Search.Rounds != 0 {
		t.Fatalf("local search: %v, %d rounds", local.Status, local.Frontier.Search.Rounds)
	}
	last := local.Evaluated
	for _, effort := range []float64{0.05, 0.2, 0.5} {
		r := mustMap(t, tab, Options{Effort: effort})
		budget := local.Evaluated + int64(effort*min(smallRounds, mostRounds*float64(local.Evaluated)))
		if r.Status != frontier.StatusEffort || r.Evaluated < budget || r.Evaluated > budget+24*24*2 {
			t.Errorf("effort %g: %v after %d evaluations, budget %d", effort, r.Status, r.Evaluated, budget)
		}
		if r.Evaluated <= last {
			t.Errorf("effort %g does no more than less effort", effort)
		}
		last = r.Evaluated
	}
	if r := mustMap(t, tab, Options{Method: Local, Effort: 1e-6}); r.Status != frontier.StatusEffort || r.Evaluated < 1e4 || r.Evaluated > 1e4+24*24*2 {
		t.Errorf("local search with little effort: %v after %d evaluations", r.Status, r.Evaluated)
	}
}

// TestRoundsEndAfterTwoThatFindNothing: a table so small that the local search
// finds all there is.
func TestRoundsEndAfterTwoThatFindNothing(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(3, 42)), 7, 4)
	r := mustMap(t, tab, Options{Effort: 100})
	s := r.Frontier.Search
	if r.Status != frontier.StatusConverged || s.Method != "rounds" || s.Rounds < maxBarren || s.RoundEpsilon == 0 {
		t.Errorf("%v after %d rounds up to %g", r.Status, s.Rounds, s.RoundEpsilon)
	}
	samePoints(t, pairsOf(r.Frontier), tab.bruteForce())
}

// TestClusteringsThatRaiseTheFrontierMostComeFirst: of an almost symmetric table, a twentieth of the effort finds all but
// 0.01 % of the area. Without an order of the clusterings it misses 0.09 %.
func TestClusteringsThatRaiseTheFrontierMostComeFirst(t *testing.T) {
	tab := familyTable(t, "circulant with noise 0.1", 60)
	r := mustMap(t, tab, Options{MaxPoints: 100_000, Effort: 0.05})
	const full = 1.363177
	if area := areaOf(r.Frontier, tab.joint(t).HX()); area < full*(1-1e-4) {
		t.Errorf("area %.6f, and %.6f with the full effort", area, full)
	}
}

// familyTable returns the first table of a family.
func familyTable(t *testing.T, name string, n int) table {
	t.Helper()
	for _, f := range families.All() {
		if f.Name == name {
			return f.Table(n, 1)
		}
	}
	t.Fatalf("no family %s", name)
	return nil
}
