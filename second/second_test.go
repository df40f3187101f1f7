package second

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// draw returns a table of n rows: counts or weights, some rows of which may be equal or empty.
func draw(rng *rand.Rand, n, m int, weights bool) [][]float64 {
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			values[x][y] = float64(rng.IntN(6))
			if weights {
				values[x][y] = rng.ExpFloat64()
			}
		}
		values[x][rng.IntN(m)]++
	}
	if n > 3 && rng.IntN(2) == 0 {
		copy(values[1], values[0])
	}
	return values
}

func labels(prefix string, n int) []string {
	list := make([]string, n)
	for x := range list {
		list[x] = fmt.Sprint(prefix, x)
	}
	return list
}

func dense(t testing.TB, values [][]float64) *joint.Joint {
	t.Helper()
	j, err := joint.Dense(labels("x", len(values)), labels("y", len(values[0])), values)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// entropies returns H(Z) and I(Z;Y) by their definitions.
func entropies(values [][]float64, f partition.Partition) (h, i float64) {
	z, joint, cols, total := map[int]float64{}, map[[2]int]float64{}, map[int]float64{}, 0.0
	for x, row := range values {
		for y, v := range row {
			z[f[x]] += v
			joint[[2]int{f[x], y}] += v
			cols[y] += v
			total += v
		}
	}
	for _, v := range z {
		h -= v / total * math.Log2(v/total)
	}
	for key, v := range joint {
		if v > 0 {
			i += v / total * math.Log2(v*total/z[key[0]]/cols[key[1]])
		}
	}
	return h, i
}

// brute returns the non-dominated clusterings, by pairs.
func brute(y, s [][]float64, aim frontier.Aim, keeps func(partition.Partition) bool) (list [][4]float64) {
	sign := 1.0
	if aim == frontier.AimLeak {
		sign = -1
	}
	cell := func(v float64) int64 { return int64(math.Round(v * (1 << 30))) }
	seen := map[[4]int64]bool{}
	for f := range partition.All(len(y)) {
		if !keeps(f) {
			continue
		}
		h, i := entropies(y, f)
		_, leak := entropies(s, f)
		seen[[4]int64{int64(f.K()), cell(h), -cell(i), cell(-sign * leak)}] = true
	}
	for p := range seen {
		dominated := false
		for q := range seen {
			if p != q && p[0] == q[0] && q[1] <= p[1] && q[2] <= p[2] && q[3] <= p[3] {
				dominated = true
				break
			}
		}
		if !dominated {
			list = append(list, [4]float64{float64(p[0]), float64(p[1]), float64(-p[2]), float64(p[3]) * -sign})
		}
	}
	slices.SortFunc(list, func(a, b [4]float64) int { return slices.Compare(a[:], b[:]) })
	return list
}

func of(s *frontier.Second) (list [][4]float64) {
	cell := func(v float64) float64 { return math.Round(v * (1 << 30)) }
	for _, e := range s.Entries {
		list = append(list, [4]float64{float64(e.K), cell(e.H), cell(e.I), cell(e.S)})
	}
	slices.SortFunc(list, func(a, b [4]float64) int { return slices.Compare(a[:], b[:]) })
	return list
}

func near(a, b [][4]float64) bool {
	return slices.EqualFunc(a, b, func(p, q [4]float64) bool {
		return p[0] == q[0] && math.Abs(p[1]-q[1]) <= 1 && math.Abs(p[2]-q[2]) <= 1 && math.Abs(p[3]-q[3]) <= 1
	})
}

// limited is one kind of restriction: what Map is told, and what that means.
type limited struct {
	opts  Options
	link  bool // the first row and the last
	keeps func(f partition.Partition) bool
}

func draws(rng *rand.Rand, y [][]float64) limited {
	n := len(y)
	mass, total := make([]float64, n), 0.0
	for x, row := range y {
		for _, v := range row {
			mass[x] += v
			total += v
		}
	}
	runs := func(f partition.Partition, circular bool) bool {
		ends := 0
		for x := range f {
			if x+1 < n && f[x+1] != f[x] {
				ends++
			}
		}
		if circular && f[n-1] != f[0] {
			return ends+1 == f.K() || f.K() == 1
		}
		if circular {
			return ends == f.K() || f.K() == 1
		}
		return ends+1 == f.K()
	}
	switch rng.IntN(9) {
	case 0:
		return limited{opts: Options{Order: "linear"}, keeps: func(f partition.Partition) bool { return runs(f, false) }}
	case 1:
		return limited{opts: Options{Order: "circular"}, keeps: func(f partition.Partition) bool { return runs(f, true) }}
	case 2:
		return limited{opts: Options{Limits: problem.Limits{MaxClusters: 2}}, keeps: func(f partition.Partition) bool { return f.K() <= 2 }}
	case 3:
		return limited{opts: Options{Limits: problem.Limits{CannotLink: [][2]int{{0, n - 1}}}}, keeps: func(f partition.Partition) bool { return f[0] != f[n-1] }}
	case 4:
		least := mass[0] / total * 0.999
		return limited{opts: Options{Limits: problem.Limits{MinMass: least}}, keeps: func(f partition.Partition) bool {
			of := make([]float64, f.K())
			for x, z := range f {
				of[z] += mass[x]
			}
			return slices.Min(of) >= least*total
		}}
	case 5:
		return limited{opts: Options{Order: "linear", Limits: problem.Limits{Alone: []int{n - 1}, MaxClusters: 3}}, keeps: func(f partition.Partition) bool {
			return f.K() <= 3 && f.K() > 1 && runs(f, false) && !slices.Contains(f[:n-1], f[n-1])
		}}
	}
	if n > 2 && rng.IntN(2) == 0 {
		return limited{link: true, keeps: func(f partition.Partition) bool { return f[0] == f[n-1] }}
	}
	return limited{keeps: func(partition.Partition) bool { return true }}
}

func TestEqualsBruteForce(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 + rng.IntN(6)
		if seed%100 == 0 {
			n = 8 + rng.IntN(2)
		}
		y, s := draw(rng, n, 2+rng.IntN(3), rng.IntN(3) == 0), draw(rng, n, 2+rng.IntN(3), rng.IntN(3) == 0)
		l := draws(rng, y)
		l.opts.Name, l.opts.Aim = "s", []frontier.Aim{frontier.AimLeak, frontier.AimAlso}[rng.IntN(2)]
		py, ps := y, s
		if seed%7 == 0 { // a row without mass, which is left out
			py, ps = append(slices.Clone(y), make([]float64, len(y[0]))), append(slices.Clone(s), make([]float64, len(s[0])))
		}
		p := problem.DIB(dense(t, py))
		if l.link {
			together := partition.Identity(n)
			together[n-1] = 0
			p = p.Traits().Link(together)
		}
		got, err := Map(t.Context(), p, dense(t, ps), l.opts)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if want := brute(y, s, l.opts.Aim, l.keeps); !got.Exact || !near(of(got), want) {
			t.Fatalf("seed %d, %+v: exact %t, %v, want %v", seed, l.opts, got.Exact, of(got), want)
		}
	}
}

// mapperOf returns a mapper before it has run.
func mapperOf(t testing.TB, y, s [][]float64, opts Options) *mapper {
	t.Helper()
	opts = opts.withDefaults()
	tables, err := newTables(problem.DIB(dense(t, y)), dense(t, s), opts.Aim)
	if err != nil {
		t.Fatal(err)
	}
	return &mapper{tables: tables, opts: opts, archive: make(archive, tables.n+1), expanded: map[partition.Packed]bool{}}
}

// TestMethodsAgree compares the dynamic program over sets with all groupings, string by string.
func TestMethodsAgree(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n := 3 + rng.IntN(6)
		y, s := draw(rng, n, 3, seed%2 == 0), draw(rng, n, 3, seed%2 == 0)
		if seed%4 < 2 {
			copy(s[1], s[0])
			copy(y[1], y[0])
		}
		a, b := mapperOf(t, y, s, Options{}), mapperOf(t, y, s, Options{})
		if err := a.enumerate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if done, err := b.subsets(t.Context(), 0); err != nil || !done {
			t.Fatal(done, err)
		}
		if !reflect.DeepEqual(a.result(true), b.result(true)) {
			t.Fatalf("seed %d: the dynamic program finds other groupings than an enumeration", seed)
		}
	}
}

// TestSearchRecall holds the search against the exact methods. It is to find 97 % of the groupings.
func TestSearchRecall(t *testing.T) {
	for seed, n := range []int{11, 11, 11, 12} {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		y, s := draw(rng, n, 4, seed > 0), draw(rng, n, 4, seed > 0)
		for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
			m, x := mapperOf(t, y, s, Options{Aim: aim}), mapperOf(t, y, s, Options{Aim: aim})
			if err := m.search(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := x.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			found, exact, hit := of(m.result(false)), of(x.result(true)), 0
			for _, p := range exact {
				if slices.Contains(found, p) {
					hit++
				}
			}
			share := float64(hit) / float64(len(exact))
			t.Logf("n=%d aim=%s points=%d recall=%.4f", n, aim, len(exact), share)
			if share < 0.97 {
				t.Errorf("n %d, %s: the search found %d of %d groupings", n, aim, hit, len(exact))
			}
		}
	}
}

// TestSameForAllOrders: neither the number of workers nor the order of rows changes a result of the search.
func TestSameForAllOrders(t *testing.T) {
	const n = 18
	rng := rand.New(rand.NewPCG(5, 1))
	y, s := draw(rng, n, 3, true), draw(rng, n, 3, true)
	result := func(order []int, workers int) (list []string) {
		names, labelled := labels("x", n), make([]string, n)
		a, b := make([][]float64, n), make([][]float64, n)
		for k, x := range order {
			labelled[k], a[k], b[k] = names[x], y[x], s[x]
		}
		ja, err := joint.Dense(labelled, labels("y", 3), a)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(labelled)
		slices.Reverse(b) // the rows of S are found by label
		jb, err := joint.Dense(labelled, labels("s", 3), b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Map(t.Context(), problem.DIB(ja), jb, Options{Name: "s", Workers: workers, Effort: 300_000, MaxPoints: 500})
		if err != nil {
			t.Fatal(err)
		}
		f := make(partition.Partition, n)
		for _, e := range got.Entries {
			e.Assignment.Unpack(f)
			list = append(list, fmt.Sprint(e.H, e.I, e.S, f.Reorder(order)))
			if v, ok := got.Of(f); !ok || math.Abs(v-e.S) > 1e-12 {
				t.Fatalf("S is %v, and by the cells %v", e.S, v)
			}
		}
		return list
	}
	want := result(partition.Identity(n), 1)
	if got := result(partition.Identity(n), 3); !slices.Equal(got, want) {
		t.Error("three workers find other groupings than one")
	}
	got := result(rng.Perm(n), 2)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Error("another order of rows gives other groupings")
	}
}

// TestWithin compares the frontier of a limit with all groupings that keep it.
func TestWithin(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 3 + rng.IntN(4)
		y, s := draw(rng, n, 3, false), draw(rng, n, 3, false)
		aim := []frontier.Aim{frontier.AimLeak, frontier.AimAlso}[seed%2]
		p := problem.DIB(dense(t, y))
		r, err := search.Map(t.Context(), p, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := r.Frontier
		if f.Second, err = Map(t.Context(), p, dense(t, s), Options{Name: "s", Aim: aim, From: f}); err != nil {
			t.Fatal(err)
		}
		limit := f.Second.I * rng.Float64()
		g, err := Within(f, limit)
		if err != nil {
			t.Fatal(err)
		}
		keeps := func(f partition.Partition) bool {
			_, v := entropies(s, f)
			return aim == frontier.AimLeak && v <= limit+1e-10 || aim == frontier.AimAlso && v >= limit-1e-10
		}
		// Without a third objective that matters, brute lists the layers.
		one := make([][]float64, n)
		for x := range one {
			one[x] = []float64{1}
		}
		var got [][4]float64
		for k := range n {
			for p := range g.Layer(k + 1) {
				got = append(got, [4]float64{float64(p.K), math.Round(p.H * (1 << 30)), math.Round(p.I * (1 << 30)), 0})
				if !keeps(p.Assignment()) {
					t.Fatalf("seed %d: a grouping does not keep the limit", seed)
				}
			}
		}
		slices.SortFunc(got, func(a, b [4]float64) int { return slices.Compare(a[:], b[:]) })
		if want := brute(y, one, aim, keeps); !near(got, want) || g.Search.Status != frontier.StatusComplete {
			t.Fatalf("seed %d, %s, limit %g: %v, want %v", seed, aim, limit, got, want)
		}
		if err := g.Check(); err != nil {
			t.Fatal(err)
		}
		if err := Matches(f, dense(t, s)); err != nil {
			t.Fatal(err)
		}
		s[0][0]++
		if err := Matches(f, dense(t, s)); err == nil {
			t.Fatal("another table matches")
		}
	}
	if _, err := Within(&frontier.Frontier{}, 1); err == nil {
		t.Error("a frontier without a second variable has a limit")
	}
}

func TestRefusals(t *testing.T) {
	y := draw(rand.New(rand.NewPCG(1, 1)), 4, 3, false)
	p := problem.DIB(dense(t, y))
	other, err := joint.Dense([]string{"x0", "x1", "x2", "z"}, labels("y", 3), y)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s    *joint.Joint
		opts Options
		kind error
		want string
	}{
		{other, Options{}, problem.ErrOptions, "no row \"x3\""},
		{dense(t, draw(rand.New(rand.NewPCG(1, 1)), 5, 3, false)), Options{}, problem.ErrOptions, "5 rows"},
		{dense(t, y), Options{Aim: "little"}, problem.ErrOptions, "aim"},
		{dense(t, y), Options{Order: "random"}, problem.ErrOptions, "order"},
		{dense(t, y), Options{Limits: problem.Limits{MinMass: 0.9, Alone: []int{0}, CannotLink: [][2]int{{1, 2}}}}, problem.ErrInfeasible, "limits"},
	} {
		if _, err := Map(t.Context(), p, c.s, c.opts); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %v with %q", err, c.kind, c.want)
		}
	}
	if _, err := Map(t.Context(), problem.DMC(dense(t, y)), dense(t, y), Options{}); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("a channel: %v", err)
	}
}

func BenchmarkMap(b *testing.B) {
	for _, n := range []int{11, 13, 27, 64, 300} {
		for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
			b.Run(fmt.Sprintf("n=%d/aim=%s", n, aim), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(uint64(n), 1))
				y, s := draw(rng, n, 5, true), draw(rng, n, 5, true)
				for b.Loop() {
					got, err := Map(b.Context(), problem.DIB(dense(b, y)), dense(b, s), Options{Name: "s", Aim: aim})
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(got.Entries)), "points")
				}
			})
		}
	}
}

// TestEnds: a context that ends leaves what was found, which is not called exact.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	rng := rand.New(rand.NewPCG(1, 1))
	y, s := draw(rng, 30, 3, true), draw(rng, 30, 3, true)
	opts := Options{Name: "s", Observe: func(expanded, _ int64) {
		if expanded > 50 {
			cancel()
		}
	}}
	got, err := Map(ctx, problem.DIB(dense(t, y)), dense(t, s), opts)
	if err != nil || got.Exact || len(got.Entries) == 0 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Map(ctx, problem.DIB(dense(t, y[:13])), dense(t, s[:13]), opts); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that the context is cancelled", err)
	}
}
