package sweeps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
)

// dots are points in space, some of which are at one place.
type dots struct {
	labels  []string
	at      [][]float64
	weights []float64 // nil if all are equal
}

// Kinds of weights.
const (
	equalWeights = iota
	counts
	fractions
	heavyTailed
)

// draw draws points about seven centres.
func draw(n, d, weights int, seed uint64) (p dots) {
	r := rand.New(rand.NewPCG(seed, 3))
	centres := make([][]float64, 7)
	for k := range centres {
		for range d {
			centres[k] = append(centres[k], 4*r.NormFloat64())
		}
	}
	for x := range n {
		row := make([]float64, d)
		for y, v := range centres[r.IntN(7)] {
			row[y] = 1e3 + v + r.NormFloat64()
		}
		if x > 0 && r.IntN(20) == 0 {
			row = p.at[r.IntN(x)]
		}
		p.labels, p.at = append(p.labels, fmt.Sprintf("p%03d", x)), append(p.at, row)
		switch weights {
		case counts:
			p.weights = append(p.weights, float64(1+r.IntN(30)))
		case fractions:
			p.weights = append(p.weights, r.ExpFloat64())
		case heavyTailed:
			p.weights = append(p.weights, math.Exp(8*r.NormFloat64()))
		}
	}
	return p
}

func (p dots) cloud(t testing.TB) *points.Cloud {
	t.Helper()
	names := make([]string, len(p.at[0]))
	for y := range names {
		names[y] = fmt.Sprintf("c%03d", y)
	}
	c, err := points.New(names, p.labels, p.at, p.weights)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPointsInSpaceAreExact holds the points of all kinds of clouds against those from scratch, bit for bit.
func TestPointsInSpaceAreExact(t *testing.T) {
	for _, tt := range []struct{ n, d, weights, fewest int }{
		{90, 1, counts, 500}, {90, 2, equalWeights, 500}, {250, 3, fractions, 2000}, {200, 5, heavyTailed, 20}, {60, 40, counts, 300},
	} {
		t.Run(fmt.Sprintf("n=%d d=%d", tt.n, tt.d), func(t *testing.T) {
			p := problem.Quantizer(draw(tt.n, tt.d, tt.weights, 1).cloud(t))
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
	p := problem.Quantizer(draw(200, 3, counts, 2).cloud(t)).(problem.Linker).Link(partition.Canonical(linked))
	r := search(t, t.Context(), p, Options{Effort: 0.005})
	if len(r.Entries) < 500 {
		t.Errorf("there are %d points", len(r.Entries))
	}
	checkPoints(t, p, r)
}

// TestMomentSumsAreExact takes random steps, and compares the sums with those of the clustering from scratch.
func TestMomentSumsAreExact(t *testing.T) {
	for _, weights := range []int{equalWeights, counts, fractions, heavyTailed} {
		e := engineOf(t, problem.Quantizer(draw(60, 3+weights, weights, 4).cloud(t)), Options{})
		w, fresh, r := e.walkers[0], newClusters(e.table, 60), rand.New(rand.NewPCG(3, 4))
		w.load(e.identity)
		steps := 0
		for range 4000 {
			s := step{int32(r.IntN(60)), int32(r.IntN(60))}
			switch r.IntN(8) {
			case 0:
				s.to = ^s.to
			case 1, 2, 3:
				s.to = s.row
			}
			by, _, ok := w.effect(s)
			if !ok {
				continue
			}
			steps++
			h, i := w.h, w.i
			w.perform(s, by)
			if fresh.load(w.label); w.h != fresh.h || w.i != fresh.i || w.h != h+by.h || w.i != i+by.i {
				t.Fatalf("weights %d, step %d: (%v, %v), and from scratch (%v, %v)", weights, steps, w.h, w.i, fresh.h, fresh.i)
			}
		}
		if steps < 2000 {
			t.Errorf("%d steps", steps)
		}
	}
}

// TestPointsInSpaceEqualBruteForce compares small frontiers with those of all clusterings. Of n points, k-means
// finds the best clustering for nearly every number of clusters.
func TestPointsInSpaceEqualBruteForce(t *testing.T) {
	const n = 8
	points, found, best, settled := 0, 0, 0, 0
	for seed := range uint64(12) {
		c := draw(n, 1+int(seed%3), int(seed%3), seed).cloud(t)
		p, fixed := problem.Quantizer(c), problem.KMeans(c)
		var all pareto.Set[int]
		most, evaluator := make([]float64, n+1), p.Evaluators(1, 0)[0]
		for f := range partition.All(n) {
			at, err := problem.Load(evaluator, f)
			if err != nil {
				t.Fatal(err)
			}
			all.Add(at.H, at.I, 0, nil)
			most[f.K()] = max(most[f.K()], at.I)
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
		_, informations := byCount(t, t.Context(), fixed, nil, n, 1)
		for k := 2; k < n; k++ {
			if best++; informations[k] > most[k]-1e-12 {
				settled++
			}
		}
	}
	if found*100 < points*95 || settled*100 < best*95 {
		t.Errorf("%d of %d points were found, and %d of %d of best i", found, points, settled, best)
	}
}

// TestPointsInSpaceDoNotDependOnTheirOrder turns the order of points and coordinates around, and takes another number of
// workers.
func TestPointsInSpaceDoNotDependOnTheirOrder(t *testing.T) {
	p := draw(400, 5, counts, 5)
	turned := dots{slices.Clone(p.labels), slices.Clone(p.at), slices.Clone(p.weights)}
	slices.Reverse(turned.labels)
	slices.Reverse(turned.at)
	slices.Reverse(turned.weights)
	for _, pose := range []func(*points.Cloud) problem.Additive{problem.Quantizer, problem.KMeans} {
		a, b := pose(p.cloud(t)), pose(turned.cloud(t))
		if a.(problem.Counted).Counted() {
			one, _ := byCount(t, t.Context(), a, nil, 9, 1)
			two, _ := byCount(t, t.Context(), b, nil, 9, 3)
			for k := range one.Best {
				if !slices.Equal(one.Best[k], two.Best[k]) {
					t.Errorf("other best clusterings into %d", k)
				}
			}
			continue
		}
		one, two := search(t, t.Context(), a, Options{Effort: 0.002}), search(t, t.Context(), b, Options{Effort: 0.002, Workers: 3})
		if !slices.EqualFunc(one.Entries, two.Entries, func(a, b frontier.Entry) bool { return a.H == b.H && a.I == b.I }) {
			t.Error("the order of points or the number of workers matters")
		}
		checkPoints(t, b, two)
	}
}

// TestResumePointsInSpace goes on from states of a search, with limits.
func TestResumePointsInSpace(t *testing.T) {
	p := problem.Quantizer(draw(200, 3, counts, 6).cloud(t))
	l := newLimiter(t, p, problem.Limits{MinMass: 0.01, MaxClusters: 40, Apart: [][2]int{{0, 1}, {7, 150}}, Alone: []int{9}})
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

// TestSeedsOfPoints: chains begin with single points from all parts of the order of the table, each of them with as
// many as may be, or fewer.
func TestSeedsOfPoints(t *testing.T) {
	p := problem.KMeans(draw(300, 2, equalWeights, 8).cloud(t)).(Source)
	c := newCounting(p, CountOptions{UpTo: 40, MaxMemory: 1 << 30, Workers: 1})
	few := 0
	for job := range 100 {
		rows := make(map[int32][]int)
		for at, x := range c.table.inPlace {
			k := c.seeds(job)[x]
			rows[k] = append(rows[k], at)
		}
		clusters := len(rows)
		if clusters < 2*fewestSeeds {
			few++
		}
		for k, at := range rows {
			if from, to := int(k)*300/clusters, (int(k)+1)*300/clusters; k > 0 && (len(at) != 1 || at[0] < from || at[0] >= to) {
				t.Fatalf("job %d: cluster %d of %d has the rows at %v", job, k, clusters, at)
			}
		}
		if job == 0 && clusters != len(c.best)-1 {
			t.Errorf("the first chain begins with %d clusters", clusters)
		}
	}
	if few < 50 {
		t.Errorf("%d of 100 chains begin with few clusters", few)
	}
}

// TestListsOfPoints compares the lists of points with the nearest of all, of which few coordinates leave most.
func TestListsOfPoints(t *testing.T) {
	for d, percent := range map[int]int{2: 90, 16: 57} {
		e := engineOf(t, problem.Quantizer(draw(9000, d, equalWeights, 7).cloud(t)), Options{Workers: 2})
		e.list(t.Context())
		w := e.walkers[0]
		w.load(e.identity)
		right, all := 0, 0
		for x := int32(0); x < int32(w.n); x += 150 {
			w.nearest = w.nearest[:0]
			for k := range int32(w.n) {
				if k != x {
					w.nearest = rank(w.nearest, neighbour{w.joining(x, k).gain(0), k})
				}
			}
			for _, near := range w.nearest {
				if all++; slices.Contains(e.near[x*listLength:(x+1)*listLength], near.row) {
					right++
				}
			}
		}
		if t.Logf("%d coordinates: %d of %d", d, right, all); right*100 < all*percent {
			t.Errorf("%d coordinates: of %d nearest points, %d are in the lists", d, all, right)
		}
	}
}
