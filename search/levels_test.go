package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		open   bool
		missed int64
		level  uint16
		follow bool
	}{
		{false, 0, 0, true},
		{false, 2, 2, true},
		{false, 3, 3, false},
		{false, 1 << 40, 3, false},
		{true, 1, 1, true},
		{true, 2, 2, true},
		{true, 900, 2, true},
		{true, hopeless, 3, false},
	} {
		l := newLevels(4, 2, tt.open, false)
		if level := l.level(tt.missed, 1); level != tt.level || l.follows(level) != tt.follow {
			t.Errorf("%+v: level %d, followed %t", tt, level, l.follows(level))
		}
	}
}

// TestLevelsReachWhereTheSearchBegins: if nothing near the limits is known, the
// levels go as far as what is, or the last one is of everything.
func TestLevelsReachWhereTheSearchBegins(t *testing.T) {
	for _, tt := range []struct {
		n, levels int
		open      bool
		start     func(n int) partition.Partition
	}{
		{9, slips + 1, false, func(n int) partition.Partition { return make(partition.Partition, n) }},
		{9, 10, false, partition.Identity},
		{40, slips + 2, true, partition.Identity},
	} {
		p := problem.DIB(simplex(rand.New(rand.NewPCG(1, 9)), tt.n, 4).joint(t))
		opts, err := Options{Method: Local, Limits: problem.Limits{MinMass: 0.5}}.withDefaults(tt.n)
		if err != nil {
			t.Fatal(err)
		}
		l := newPlan(p, opts, limiterOf(t, p, opts)).levelsFor(context.Background(), []start{{f: partition.Pack(tt.start(tt.n))}})
		if len(l.archives) != tt.levels || l.open != tt.open {
			t.Errorf("%d rows: %d levels, open %t", tt.n, len(l.archives), l.open)
		}
	}
}

// TestInterruptedUnderLimits: what is salvaged keeps them.
func TestInterruptedUnderLimits(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 6)), 14, 6)
	l := problem.Limits{MinMass: 0.15, CannotLink: cycle(14)}
	kept := 0
	for steps := 1; steps < 60; steps++ {
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		r, err := Map(ctx, problem.DIB(tab.joint(t)), observed(Options{Limits: l, Workers: 1}, func(Progress) {
			if calls++; calls == steps {
				cancel()
			}
		}))
		cancel()
		if errors.Is(err, problem.ErrInfeasible) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		kept++
		keepsAll(t, tab, l, r)
	}
	if kept == 0 {
		t.Error("nothing was found: this shows nothing")
	}
}

// TestRoundsGoOnWhereOnePointIsAllowed: however small the frontier is that is asked
// for, the epsilon of rounds grows from above 0, and they end.
func TestRoundsGoOnWhereOnePointIsAllowed(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 6)), 7, 4)
	r := mustMap(t, tab, Options{Limits: problem.Limits{MinMass: 0.9}})
	s := r.Frontier.Search
	if r.Frontier.Len() != 1 || r.Frontier.At(0).K != 1 || s.Rounds < 3 || !(s.RoundEpsilon > 0) {
		t.Errorf("%d points, %d rounds up to %g", r.Frontier.Len(), s.Rounds, s.RoundEpsilon)
	}
}

// TestLaddersHeedLimits: no clustering has rows together that are to be apart, and the
// last agglomeration has light clusters merged first.
func TestLaddersHeedLimits(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 5 + rng.IntN(20)
		p := problem.DIB(simplex(rng, n, 5).joint(t))
		limits := problem.Limits{MinMass: 0.1, CannotLink: append(cycle(n), [2]int{0, 2}, [2]int{1, 4})}
		l, err := limiter.New(p, limits)
		if err != nil {
			continue
		}
		apart, err := limiter.New(p, problem.Limits{CannotLink: limits.CannotLink})
		if err != nil {
			t.Fatal(err)
		}
		for _, heed := range agglomerations(l) {
			var path []partition.Partition
			agglomerate(context.Background(), p.Evaluators(1, plenty)[0], n, heed, func(f partition.Partition) { path = append(path, f) })
			g := limiter.NewGauge(apart, 1)
			for k, f := range path {
				if g.Load(f) > 0 {
					t.Fatalf("seed %d: %v has rows together that are to be apart", seed, f)
				}
				if k > 0 {
					mergedClusters(t, path[k-1], f)
				}
			}
			// It ends where all merges are barred.
			last := path[len(path)-1]
			for a := range last.K() {
				for b := range a {
					if g.Load(last); g.Merged(a, b) == 0 {
						t.Errorf("seed %d: %d and %d of %v may be merged", seed, a, b, last)
					}
				}
			}
			if heed.lightFirst && len(path) > 1 {
				lightestMerges(t, l, path[0], path[1])
			}
		}
	}
}

// lightestMerges fails unless the lightest row is merged first.
func lightestMerges(t *testing.T, l *limiter.Limiter, f, g partition.Partition) {
	t.Helper()
	a, b := mergedClusters(t, f, g)
	lightest := 0
	for x, mass := range l.Masses {
		if mass < l.Masses[lightest] {
			lightest = x
		}
	}
	if a != lightest && b != lightest {
		t.Errorf("%d and %d are merged, and %d is the lightest", a, b, lightest)
	}
}

// TestSalvageKeepsLimits salvages an expansion with two neighbours. The better one is not
// allowed.
func TestSalvageKeepsLimits(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(5, 6)), 4, 4).joint(t))
	opts, err := Options{Limits: problem.Limits{MaxClusters: 2}}.withDefaults(4)
	if err != nil {
		t.Fatal(err)
	}
	w := newWalk(p, opts, limiterOf(t, p, opts))
	w.keep(newLevels(4, slips, false, false))
	parent := w.workers[0].load(partition.Pack(partition.Partition{0, 0, 1, 2}))
	w.rest = leftover{
		[]node{{partition.Pack(partition.Partition{0, 0, 1, 2}), parent}},
		[]expansion{{neighbours: []neighbour{
			{partition.Change{Row: 0, To: ^2}, place{Point: problem.Point{H: 1, I: 1}}},
			{partition.Change{Row: 0, To: 0}, place{Point: problem.Point{H: 2, I: 2}, level: 2}},
		}}},
	}
	if w.salvage(); w.found.Len() != 1 || w.found.Last().H != 1 {
		t.Errorf("%d points up to %g", w.found.Len(), w.found.Last().H)
	}
}

// TestRoomIsMadeAtAllLevels: clusterings that are points of their level stay in the queue.
func TestRoomIsMadeAtAllLevels(t *testing.T) {
	tab := simplex(rand.New(rand.NewPCG(5, 6)), 14, 6)
	points := func(p *plan) (count [slips + 1]int) {
		for _, n := range p.queues[0] {
			if p.archives[n.level].Holds(n.Point, n.clustering) {
				count[n.level]++
			}
		}
		return count
	}
	calls := 0
	planned(t, tab, Options{Method: Local, Limits: problem.Limits{MinMass: 0.1}}, func(*plan) {}, func(p *plan) {
		if calls++; calls != 20 {
			return
		}
		before := points(p)
		p.memory = p.bytes() - 1
		p.makeRoom()
		if after := points(p); after != before || min(before[0], before[1], before[2]) == 0 || !p.rule.newcomers {
			t.Errorf("%v points wait, and %v did", after, before)
		}
	})
}
