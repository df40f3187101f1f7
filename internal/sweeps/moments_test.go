package sweeps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestPointsInSpaceAreExact holds the points of all kinds of clouds against those from scratch, bit for bit.
func TestPointsInSpaceAreExact(t *testing.T) {
	for _, tt := range []struct{ n, d, weights, fewest int }{
		{90, 1, families.Counts, 500}, {90, 2, families.EqualWeights, 500}, {250, 3, families.Fractions, 2000}, {200, 5, families.HeavyTailed, 20}, {60, 40, families.Counts, 300},
	} {
		t.Run(fmt.Sprintf("n=%d d=%d", tt.n, tt.d), func(t *testing.T) {
			p := problem.Quantizer(families.Draw(tt.n, tt.d, tt.weights, 1).Cloud(t))
			r := search(t, t.Context(), p, Options{Effort: 0.005})
			if len(r.Entries) < tt.fewest {
				t.Errorf("there are %d points", len(r.Entries))
			}
			if last := r.Entries[len(r.Entries)-1]; math.Abs(last.I-1) > 1e-12 {
				t.Errorf("the last point has i = %v", last.I)
			}
			checkPoints(t, p, r)
		})
	}
}

// TestLinkedPointsInSpace links points, which then are one.
func TestLinkedPointsInSpace(t *testing.T) {
	linked := partition.Identity(200)
	linked[5], linked[60], linked[61], linked[199] = 2, 2, 7, 2
	p := problem.Quantizer(families.Draw(200, 3, families.Counts, 2).Cloud(t)).Traits().Link(partition.Canonical(linked))
	r := search(t, t.Context(), p, Options{Effort: 0.005})
	if len(r.Entries) < 500 {
		t.Errorf("there are %d points", len(r.Entries))
	}
	checkPoints(t, p, r)
}

// TestMomentSumsAreExact takes random steps, and compares the sums with sums of the same clustering from scratch.
func TestMomentSumsAreExact(t *testing.T) {
	for _, weights := range []int{families.EqualWeights, families.Counts, families.Fractions, families.HeavyTailed} {
		e := engineOf(t, problem.Quantizer(families.Draw(60, 3+weights, weights, 4).Cloud(t)), Options{})
		w, fresh, r := e.walkers[0], cluster.New(e.table, 60), rand.New(rand.NewPCG(3, 4))
		w.Load(e.identity)
		steps := 0
		for range 4000 {
			s := cluster.Step{Row: int32(r.IntN(60)), To: int32(r.IntN(60))}
			switch r.IntN(8) {
			case 0:
				s.To = ^s.To
			case 1, 2, 3:
				s.To = s.Row
			}
			by, _, ok := w.Effect(s)
			if !ok {
				continue
			}
			steps++
			h, i := w.H, w.I
			w.Perform(s, by)
			if fresh.Load(w.Label); w.H != fresh.H || w.I != fresh.I || w.H != h+by.H || w.I != i+by.I {
				t.Fatalf("weights %d, step %d: (%v, %v), and from scratch (%v, %v)", weights, steps, w.H, w.I, fresh.H, fresh.I)
			}
		}
		if steps < 2000 {
			t.Errorf("%d steps", steps)
		}
	}
}

// TestPointsInSpaceEqualBruteForce compares small frontiers with the frontiers of all clusterings.
func TestPointsInSpaceEqualBruteForce(t *testing.T) {
	const n = 8
	points, found := 0, 0
	for seed := range uint64(12) {
		c := families.Draw(n, 1+int(seed%3), int(seed%3), seed).Cloud(t)
		p := problem.Quantizer(c)
		var all pareto.Set[int]
		evaluator := p.Evaluators(1, 0)[0]
		for f := range partition.All(n) {
			at, err := problem.Load(p, evaluator, f)
			if err != nil {
				t.Fatal(err)
			}
			all.Add(at.H, at.I, 0, nil)
		}
		r := search(t, t.Context(), p, Options{Effort: 1e-3})
		checkPoints(t, p, r)
		for want := range all.All() {
			points++
			for _, e := range r.Entries {
				if e.I > want.I+1e-9 && e.H < want.H+1e-9 {
					t.Errorf("seed %d: (%v, %v) is better than any", seed, e.H, e.I)
				}
			}
			if slices.ContainsFunc(r.Entries, func(e frontier.Entry) bool {
				return math.Abs(e.H-want.H) < 1e-9 && math.Abs(e.I-want.I) < 1e-9
			}) {
				found++
			}
		}
	}
	if found*100 < points*95 {
		t.Errorf("%d of %d points were found", found, points)
	}
}

// TestPointsInSpaceDoNotDependOnTheirOrder turns the order of points and coordinates around, and takes another number of
// workers.
func TestPointsInSpaceDoNotDependOnTheirOrder(t *testing.T) {
	p := families.Draw(400, 5, families.Counts, 5)
	turned := families.Dots{Labels: slices.Clone(p.Labels), At: slices.Clone(p.At), Weights: slices.Clone(p.Weights)}
	slices.Reverse(turned.Labels)
	slices.Reverse(turned.At)
	slices.Reverse(turned.Weights)
	a, b := problem.Quantizer(p.Cloud(t)), problem.Quantizer(turned.Cloud(t))
	one, two := search(t, t.Context(), a, Options{Effort: 0.002}), search(t, t.Context(), b, Options{Effort: 0.002, Workers: 3})
	if !slices.EqualFunc(one.Entries, two.Entries, func(a, b frontier.Entry) bool { return a.H == b.H && a.I == b.I }) {
		t.Error("the order of points or the number of workers matters")
	}
	checkPoints(t, b, two)
}

// TestResumePointsInSpace continues from states of a search under limits.
func TestResumePointsInSpace(t *testing.T) {
	p := problem.Quantizer(families.Draw(200, 3, families.Counts, 6).Cloud(t))
	l := newLimiter(t, p, problem.Limits{MinMass: 0.01, MaxClusters: 40, CannotLink: [][2]int{{0, 1}, {7, 150}}, Alone: []int{9}})
	opts := Options{Effort: 0.004, Limits: l}
	want, all := search(t, t.Context(), p, opts), snapshots(t, p, opts)
	checkLimits(t, p, l, want)
	checkPoints(t, p, want)
	for n, state := range all {
		if n < 3 || n%6 == 0 {
			opts.Resume, opts.Workers = state, 1+n%3
			if got := search(t, t.Context(), p, opts); !same(want, got) {
				t.Errorf("a search that goes on from snapshot %d of %d ends elsewhere", n, len(all))
			}
		}
	}
}

// TestListsOfPoints compares the lists of points with the nearest points, most of which they have in few dimensions.
func TestListsOfPoints(t *testing.T) {
	for d, percent := range map[int]int{2: 90, 16: 57} {
		e := engineOf(t, problem.Quantizer(families.Draw(9000, d, families.EqualWeights, 7).Cloud(t)), Options{Workers: 2})
		e.list(t.Context())
		w := e.walkers[0]
		w.Load(e.identity)
		right, all, nearest := 0, 0, make([]int32, cluster.ListLength)
		for x := int32(0); x < int32(w.N); x += 150 {
			w.BeginRanking()
			for k := range int32(w.N) {
				if k != x {
					w.Rank(w.Joining(x, k).Gain(0), k)
				}
			}
			w.WriteRanking(nearest)
			for _, near := range nearest {
				if all++; slices.Contains(cluster.ListOf(e.near, x), near) {
					right++
				}
			}
		}
		if t.Logf("%d coordinates: %d of %d", d, right, all); right*100 < all*percent {
			t.Errorf("%d coordinates: of %d nearest points, %d are in the lists", d, all, right)
		}
	}
}
