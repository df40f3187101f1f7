package best

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
)

// bare returns a frontier of the clusterings given, which need not be one: of these, the points that
// no other dominates.
func bare(tb testing.TB, p problem.Problem, fs ...partition.Partition) *frontier.Frontier {
	tb.Helper()
	var set pareto.Set[partition.Packed]
	e := p.Evaluators(1, 0)[0]
	for _, f := range fs {
		at := e.Load(f)
		set.Add(at.H, at.I, partition.Pack(archive.InTable(p.Place(), f)), nil)
	}
	var entries []frontier.Entry
	for q := range set.All() {
		entries = append(entries, frontier.Entry{H: q.H, I: q.I, Assignment: q.Payload})
	}
	f, err := frontier.New(p.Describe(), frontier.Search{Method: "local", Status: frontier.StatusConverged}, entries)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// mustFind returns the list of a problem, with the clusterings in the problem's order of rows.
func mustFind(tb testing.TB, p problem.Problem, f *frontier.Frontier, opts Options) (entries []frontier.BestEntry) {
	tb.Helper()
	g, err := Find(context.Background(), p, f, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return entriesOf(p, g)
}

// entriesOf returns the list of a frontier, with the clusterings in the problem's order of rows.
func entriesOf(p problem.Problem, f *frontier.Frontier) (entries []frontier.BestEntry) {
	for q := range f.Best() {
		a, labels := q.Assignment(), make([]int, p.Rows())
		for x, row := range p.Place() {
			labels[row] = a[x]
		}
		entries = append(entries, frontier.BestEntry{
			Entry: frontier.Entry{H: q.H, I: q.I, K: q.K, Assignment: partition.Pack(partition.Canonical(labels))}, Exact: q.Exact,
		})
	}
	return entries
}

// brute returns the list by going over all clusterings that are allowed.
func brute(tb testing.TB, p problem.Problem, opts Options, allowed func(f partition.Partition) bool) (all []frontier.BestEntry) {
	tb.Helper()
	l, err := limiter.New(p, opts.Limits)
	if errors.Is(err, problem.ErrInfeasible) {
		return nil
	} else if err != nil {
		tb.Fatal(err)
	}
	n := p.Rows()
	sets := make([]pareto.Set[partition.Packed], n+1)
	e := p.Evaluators(1, 0)[0]
	for f := range partition.All(n) {
		k := f.K()
		if k > l.MaxClusters() || allowed != nil && !allowed(f) || slices.ContainsFunc(f.Clusters(), func(rows []int) bool { return !l.Allows(rows) }) {
			continue
		}
		at := e.Load(f)
		sets[k].Add(at.H, at.I, partition.Pack(f), func(old, offered partition.Packed) (partition.Packed, bool) {
			return min(old, offered), offered < old
		})
	}
	var rising pareto.Set[frontier.BestEntry]
	for k := range sets {
		var last frontier.BestEntry
		for q := range sets[k].All() {
			last = frontier.BestEntry{Entry: frontier.Entry{H: q.H, I: q.I, K: k, Assignment: q.Payload}, Exact: true}
		}
		if last.K > 0 {
			rising.Add(float64(k), last.I, last, nil)
		}
	}
	for q := range rising.All() {
		all = append(all, q.Payload)
	}
	return all
}

// most returns the largest i of a list for up to k clusters.
func most(list []frontier.BestEntry, k int) (last frontier.BestEntry) {
	for _, e := range list {
		if e.K <= k {
			last = e
		}
	}
	return last
}

// compareLists fails unless for every number of clusters a list has the largest I that another has,
// and is exact where that is. (Whether a clustering tells more by just a cell of the grid than
// one of fewer clusters depends on which of those that tie are compared.)
func compareLists(t *testing.T, got, want []frontier.BestEntry) {
	t.Helper()
	for k := 1; k <= 8; k++ {
		g, w := most(got, k), most(want, k)
		if g.I < w.I-2*pareto.Tolerance || g.I > w.I+2*pareto.Tolerance {
			t.Errorf("up to k %d, i is %.12f, want %.12f", k, g.I, w.I)
		}
		if w.Exact && !g.Exact {
			t.Errorf("k %d is not exact", g.K)
		}
	}
}

// TestFindsTheBest: the list is that of all clusterings, by the dynamic program and by the search
// alone, which is given one cluster and the identity only.
func TestFindsTheBest(t *testing.T) {
	for number, family := range families.All() {
		n := 5 + number%4
		j := drawn.Table(t, family.Table(n, uint64(n)))
		p := problem.DIB(j)
		f := bare(t, p, make(partition.Partition, p.Rows()), partition.Identity(p.Rows()))
		want := brute(t, p, Options{}, nil)
		t.Run(fmt.Sprintf("%s/n=%d", family.Name, n), func(t *testing.T) {
			compareLists(t, mustFind(t, p, f, Options{}), want)
			for k := range want {
				want[k].Exact = false
			}
			compareLists(t, mustFind(t, p, f, Options{ExactEffort: 1}), want)
		})
	}
}

// TestKeepsLimits: the same with limits, which every clustering must keep.
func TestKeepsLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for n := range 60 {
		family := families.All()[n%len(families.All())]
		j := drawn.Table(t, family.Table(7, uint64(n)))
		p := problem.DIB(j)
		if n%3 == 0 {
			p = p.Traits().Link(partition.Canonical([]int{0, 1, 2, 3, 4, 5, rng.IntN(6)}))
		}
		opts := Options{Limits: problem.Limits{MaxClusters: rng.IntN(7), MinMass: 0.15 * rng.Float64()}}
		if n%2 == 0 {
			opts.Limits.CannotLink = [][2]int{{0, 1}, {2, 3}}
		}
		if n%4 == 1 { // no two clusters keep these
			opts.Limits.CannotLink = [][2]int{{0, 1}, {0, 2}, {1, 2}}
		}
		want := brute(t, p, opts, nil)
		if len(want) == 0 {
			continue
		}
		t.Run(fmt.Sprintf("%s/%v", family.Name, opts.Limits), func(t *testing.T) {
			start := make(partition.Partition, p.Rows())
			want[0].Assignment.Unpack(start)
			f := bare(t, p, start)
			compareLists(t, mustFind(t, p, f, opts), want)
			opts.ExactEffort = 1
			for k := range want {
				want[k].Exact = false
			}
			got := mustFind(t, p, f, opts)
			l, err := limiter.New(p, opts.Limits)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range got {
				a := make(partition.Partition, p.Rows())
				e.Assignment.Unpack(a)
				if e.K > l.MaxClusters() || slices.ContainsFunc(a.Clusters(), func(rows []int) bool { return !l.Allows(rows) }) {
					t.Errorf("%v does not keep the limits", a)
				}
			}
			if len(opts.Limits.CannotLink) == 0 && opts.Limits.MinMass < 0.05 {
				compareLists(t, got, want)
			}
		})
	}
}

// TestOrders: with an order, the list is that of the clusterings into contiguous runs.
func TestOrders(t *testing.T) {
	for _, order := range []exact.Order{exact.Linear, exact.Circular} {
		for n, family := range families.All() {
			j := drawn.Table(t, family.Table(8, uint64(n)))
			p := problem.DIB(j)
			opts := Options{Order: order}
			if n%2 == 0 {
				opts.Limits.MinMass = 0.1
			}
			place := p.Place()
			want := brute(t, p, opts, func(f partition.Partition) bool {
				runs := 0
				for x := range place {
					if f[place[x]] != f[place[(x+1)%len(place)]] {
						runs++
					}
				}
				if order == exact.Linear && f[place[0]] == f[place[len(place)-1]] {
					runs++
				}
				return runs == f.K() || f.K() == 1
			})
			if len(want) == 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", order, family.Name), func(t *testing.T) {
				start := make(partition.Partition, p.Rows())
				want[0].Assignment.Unpack(start)
				compareLists(t, mustFind(t, p, bare(t, p, start), opts), want)
			})
		}
	}
}

// TestLines: with two columns, the list is exact whatever the number of rows.
func TestLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 2))
	for range 20 {
		rows := make([][]float64, 8)
		for x := range rows {
			rows[x] = []float64{float64(rng.IntN(40)), float64(1 + rng.IntN(40))}
		}
		p := problem.DIB(drawn.Table(t, rows))
		want := brute(t, p, Options{}, nil)
		compareLists(t, mustFind(t, p, bare(t, p, make(partition.Partition, 8)), Options{ExactEffort: 5000}), want)
	}
}

// TestOtherProblems: the list of points in space and of a problem of a user's own; none where the
// frontier is the list, or where points are not sums.
func TestOtherProblems(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 3))
	var at [][]float64
	var labels []string
	var weights []float64
	for n := range 8 {
		at, labels = append(at, []float64{rng.Float64(), rng.Float64()}), append(labels, fmt.Sprint(n))
		weights = append(weights, float64(1+rng.IntN(3)))
	}
	cloud, err := points.New([]string{"u", "v"}, labels, at, weights)
	if err != nil {
		t.Fatal(err)
	}
	own, err := problem.Sum(frontier.Problem{XLabels: labels}, func(rows []int) problem.Point {
		var u float64
		for _, x := range rows {
			u += at[x][0]
		}
		return problem.Point{H: 1 / float64(len(rows)), I: u*u - float64(len(rows))}
	}, problem.Traits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []problem.Problem{problem.Quantizer(cloud), own} {
		want := brute(t, p, Options{}, nil)
		f := bare(t, p, make(partition.Partition, 8), partition.Identity(8))
		compareLists(t, mustFind(t, p, f, Options{}), want)
		for k := range want {
			want[k].Exact = false
		}
		compareLists(t, mustFind(t, p, f, Options{ExactEffort: 1}), want)
	}
	custom, err := problem.Custom(frontier.Problem{XLabels: labels}, func(f partition.Partition) problem.Point {
		return problem.Point{H: float64(f.K() - 1), I: float64(f.K())}
	}, problem.Traits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []problem.Problem{problem.KMeans(cloud), custom} {
		if got := mustFind(t, p, bare(t, p, make(partition.Partition, 8)), Options{}); len(got) > 0 {
			t.Errorf("%s has a list of %d", p.Describe().Kind, len(got))
		}
	}
}

func TestNoProblem(t *testing.T) {
	if _, err := Find(t.Context(), nil, nil, Options{}); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("without a problem: %v", err)
	}
}
