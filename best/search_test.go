package best

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// clustersTable returns a table of counts of n rows that are drawn from some kinds of row.
func clustersTable(seed uint64, n, m, kinds int) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 17))
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = make([]float64, m)
		kind := rng.IntN(kinds)
		for y := range rows[x] {
			rows[x][y] = float64(rng.IntN(4))
			if y%kinds == kind {
				rows[x][y] += float64(rng.IntN(20))
			}
		}
		rows[x][rng.IntN(m)]++
	}
	return rows
}

// ends returns a frontier of one cluster and the identity.
func ends(tb testing.TB, p problem.Problem) *frontier.Frontier {
	tb.Helper()
	return bare(tb, p, make(partition.Partition, p.Rows()), partition.Identity(p.Rows()))
}

// TestWorkersDoNotMatter: the list is the same for any number of workers, also if the effort ends the search.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, n := range []int{150, 320} {
		p := problem.DIB(drawn.Table(t, clustersTable(1, n, 30, 9)))
		opts := Options{UpTo: 12, Effort: 0.01, Workers: 1}
		want := mustFind(t, p, ends(t, p), opts)
		opts.Workers = 5
		if got := mustFind(t, p, ends(t, p), opts); !slices.Equal(got, want) {
			t.Errorf("%d rows: %v with 5 workers, want %v", n, got, want)
		}
	}
}

// TestTurnsEnd: no turn begins after a number of steps that does not grow with the number of clusters, in a table where
// something better is found again and again.
func TestTurnsEnd(t *testing.T) {
	const n, effort = 60, 0.05
	p := problem.DIB(drawn.Table(t, families.Filled(n, n, func(x, y int) float64 { return float64(100*((x-y+n)%n) + (x*y)%7) })))
	var begun, allowed int64
	mustFind(t, p, ends(t, p), Options{Effort: effort, Observe: func(done, all int64) { begun, allowed = done, all }})
	if most := int64(effort * mostSteps); allowed != most || begun >= most || begun < most/4 {
		t.Errorf("a turn begins after %d of %d steps, want less than %d and most of them", begun, allowed, most)
	}
}

// TestPoorPointsAreImproved: where there is hardly any effort, points of the frontier that set a few
// rows apart from all others do not stand for the best of a large table.
func TestPoorPointsAreImproved(t *testing.T) {
	for _, n := range []int{150, 320} {
		p := problem.DIB(drawn.Table(t, clustersTable(3, n, 30, 5)))
		poor := make(partition.Partition, p.Rows())
		for x := range 5 {
			poor[x] = x
		}
		f := bare(t, p, make(partition.Partition, p.Rows()), partition.Canonical(poor), partition.Identity(p.Rows()))
		want := most(mustFind(t, p, f, Options{UpTo: 5, Effort: 0.1}), 5).I
		if got := most(mustFind(t, p, f, Options{UpTo: 5, Effort: 1e-9}), 5).I; got < 0.8*want {
			t.Errorf("%d rows: 5 clusters keep %g bits, and with more effort %g", n, got, want)
		}
	}
}

// TestRowOrderDoesNotMatter: the list of a table whose rows and columns are in another order is the same.
func TestRowOrderDoesNotMatter(t *testing.T) {
	for _, n := range []int{60, 320} {
		rows := clustersTable(2, n, 12, 5)
		p := problem.DIB(drawn.Table(t, rows))
		opts := Options{UpTo: 9, Effort: 0.1}
		want := mustFind(t, p, ends(t, p), opts)
		slices.Reverse(rows)
		for x := range rows {
			slices.Reverse(rows[x])
		}
		q := problem.DIB(drawn.Table(t, rows))
		if got := mustFind(t, q, ends(t, q), opts); !slices.Equal(got, want) {
			t.Errorf("%d rows: %v, want %v", n, got, want)
		}
	}
}

// TestScorersAgree: both scorers climb to the same clusterings, and their sums are those of the problem.
func TestScorersAgree(t *testing.T) {
	p := problem.DIB(drawn.Table(t, clustersTable(3, 40, 10, 4)))
	rng := rand.New(rand.NewPCG(17, 4))
	cells := newGrouping(newScorer(p), nil, p.Rows())
	sets := newGrouping(newSetScorer(p.Traits(), p.Rows(), method.Tilt(p.Traits())), nil, p.Rows())
	if _, ok := cells.scorer.(*cellScorer); !ok {
		t.Fatalf("a table has the scorer %T", cells.scorer)
	}
	for k := 2; k < 12; k++ {
		label := make([]int32, p.Rows())
		for x := range label {
			if label[x] = int32(x); x >= k {
				label[x] = int32(rng.IntN(k))
			}
		}
		for _, g := range []*grouping{cells, sets} {
			g.load(label, k)
			g.climb(context.Background(), 1<<40)
			for g.exchange(context.Background()) {
				g.climb(context.Background(), 1<<40)
			}
		}
		if !slices.Equal(cells.label, sets.label) || cells.value != sets.value {
			t.Fatalf("k %d: %v of %g, and %v of %g", k, cells.label, cells.value, sets.label, sets.value)
		}
		if again := sets.scorer.load(sets.label, k); again != cells.value {
			t.Errorf("k %d: the sum is %g, and %g from the beginning", k, cells.value, again)
		}
		if a, b := cells.merges(5), sets.merges(5); !slices.Equal(a, b) {
			t.Errorf("k %d: merges %v and %v", k, a, b)
		}
	}
}

// TestEndedContext: what is known stays, with the clusterings of the frontier unless there are better ones, and every
// number of clusters has some clustering that tells more than those of fewer.
func TestEndedContext(t *testing.T) {
	p := problem.DIB(drawn.Table(t, clustersTable(4, 12, 10, 4)))
	start := partition.Partition{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, err := Find(ctx, p, bare(t, p, make(partition.Partition, 12), start), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := entriesOf(p, g)
	if len(got) != 12 || got[2].K != 3 || got[2].Exact || got[2].I < p.Evaluators(1, 0)[0].Load(start).I {
		t.Errorf("%v", got)
	}
}

// TestNeverWorseThanTheFrontier: starts are kept even if there is no effort to improve them.
func TestNeverWorseThanTheFrontier(t *testing.T) {
	p := problem.DIB(drawn.Table(t, clustersTable(5, 200, 20, 6)))
	full := mustFind(t, p, ends(t, p), Options{UpTo: 8})
	var fs []partition.Partition
	for _, e := range full {
		f := make(partition.Partition, p.Rows())
		e.Assignment.Unpack(f)
		fs = append(fs, f)
	}
	f := bare(t, p, fs...)
	for q := range f.All() {
		if got := most(mustFind(t, p, f, Options{UpTo: 8, Effort: 1e-9}), q.K); got.I < q.I {
			t.Errorf("k %d has i %g, and the frontier %g", q.K, got.I, q.I)
		}
	}
}

// TestValuesAreExact: what the search believes of the sums of its clusterings, after all its perturbations, is
// what these are when they are computed from scratch.
func TestValuesAreExact(t *testing.T) {
	for n, family := range families.All() {
		if n%5 > 0 {
			continue
		}
		p := problem.DIB(drawn.Table(t, family.Table(12, 3)))
		l, err := newLister(p, ends(t, p), mustDefaults(t, p))
		if err != nil {
			t.Fatal(err)
		}
		s := l.series()
		w := s.workers(p)[0]
		w.fill(t.Context())
		g := newGrouping(newScorer(p), nil, s.n)
		for s.turn = 1; s.turn < 5; s.turn++ {
			for k := 2; k < len(s.best); k++ {
				if s.best[k].exact {
					continue
				}
				b, _ := w.improve(t.Context(), k)
				if g.load(b.label, k); g.value != b.value {
					t.Errorf("%s, turn %d, k %d: %v is taken for %v", family.Name, s.turn, k, g.value, b.value)
				}
				s.best[k] = b
			}
		}
	}
}

func mustDefaults(t *testing.T, p problem.Problem) Options {
	t.Helper()
	opts, err := Options{}.withDefaults(p)
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

// TestRecall: of the best clusterings of tables of 12 rows, the search alone finds nearly all.
func TestRecall(t *testing.T) {
	var some []families.Family
	for n, family := range families.All() {
		if n%7 == 0 {
			some = append(some, family)
		}
	}
	recall(t, some, 12, 1)
}

// recall compares the search alone with the dynamic program on tables of n rows, and fails
// unless it finds 99 % of the best clusterings.
func recall(t *testing.T, list []families.Family, n int, seeds uint64) {
	t.Helper()
	tables, all, total, hits := 0, 0, 0, 0
	for _, family := range list {
		for seed := range seeds {
			p := problem.DIB(drawn.Table(t, family.Table(n, 3+seed)))
			want := mustFind(t, p, ends(t, p), Options{})
			got := mustFind(t, p, ends(t, p), Options{ExactEffort: 1})
			missed := false
			for _, w := range want {
				total++
				if most(got, w.K).I >= w.I-2*pareto.Tolerance {
					hits++
				} else {
					missed = true
					t.Logf("%s: k %d has i %.9f, want %.9f", family.Name, w.K, most(got, w.K).I, w.I)
				}
			}
			if tables++; !missed {
				all++
			}
		}
	}
	t.Logf("n %d: %d of %d clusterings, all of %d of %d tables", n, hits, total, all, tables)
	if float64(hits) < 0.99*float64(total) {
		t.Errorf("%d of %d clusterings were found, want 99 %%", hits, total)
	}
}

// TestBadOptions: options that make no sense are told.
func TestBadOptions(t *testing.T) {
	p := problem.DIB(drawn.Table(t, clustersTable(6, 5, 5, 2)))
	other := problem.DIB(drawn.Table(t, clustersTable(6, 6, 5, 2)))
	for _, opts := range []Options{{UpTo: -1}, {Effort: -1}, {ExactEffort: -1}, {Order: "random"}, {Workers: -1}, {MaxMemory: 1}} {
		if _, err := Find(context.Background(), p, ends(t, p), opts); err == nil {
			t.Errorf("%+v is taken", opts)
		}
	}
	if _, err := Find(context.Background(), other, ends(t, p), Options{}); err == nil {
		t.Error("the frontier of another table is taken")
	}
}

// BenchmarkFind looks for the best clusterings from one cluster and the identity.
func BenchmarkFind(b *testing.B) {
	for _, size := range []struct{ n, m, upTo int }{{27, 27, 27}, {100, 50, 20}, {1000, 200, 20}} {
		p := problem.DIB(drawn.Table(b, clustersTable(7, size.n, size.m, 10)))
		f := ends(b, p)
		b.Run(fmt.Sprintf("n=%d/m=%d/k=%d", size.n, size.m, size.upTo), func(b *testing.B) {
			for b.Loop() {
				mustFind(b, p, f, Options{UpTo: size.upTo, Effort: 0.1})
			}
		})
	}
}
