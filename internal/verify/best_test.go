package verify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// valued is a clustering of a table's rows with its point.
type valued struct {
	problem.Point
	k          int
	clustering partition.Packed
}

// allowedOf returns the clusterings of a problem's table that constraints and an order allow,
// by the definitions, with their points.
func allowedOf(t *testing.T, p problem.Problem, c frontier.Constraints, order method.Order) (list []valued) {
	t.Helper()
	is := p.Describe()
	row := make(map[string]int)
	for x, label := range is.XLabels {
		row[label] = x
	}
	e := p.Evaluators(1, 0)[0]
	for f := range partition.All(is.N) {
		share := func(pair [2]string) bool { return f[row[pair[0]]] == f[row[pair[1]]] }
		mass := make([]float64, f.K())
		for x, z := range f {
			mass[z] += is.XMass[x]
		}
		switch {
		case slices.Min(mass) < c.MinMass-1e-12, c.MaxClusters > 0 && f.K() > c.MaxClusters,
			slices.ContainsFunc(c.CannotLink, share),
			slices.ContainsFunc(c.MustLink, func(pair [2]string) bool { return !share(pair) }),
			order != "" && runsIn(f, order == method.Circular) > f.K():
			continue
		}
		list = append(list, valued{e.Load(archive.Placed(p, f)), f.K(), partition.Pack(f)})
	}
	return list
}

// listedOf returns the Pareto-optimal clusterings of some, in a file that claims no more, and the
// best clusterings of each number of clusters, said to be exact.
func listedOf(t *testing.T, p problem.Problem, c frontier.Constraints, order method.Order, among []valued) (*frontier.Frontier, []frontier.BestEntry) {
	t.Helper()
	var set pareto.Set[valued]
	best := make(map[int]valued)
	for _, v := range among {
		set.Add(v.H, v.I, v, nil)
		old, ok := best[v.k]
		if !ok || cmp.Or(cmp.Compare(v.I, old.I), cmp.Compare(old.H, v.H)) > 0 {
			best[v.k] = v
		}
	}
	var entries []frontier.Entry
	for at := range set.All() {
		entries = append(entries, frontier.Entry{H: at.H, I: at.I, Assignment: at.Payload.clustering})
	}
	is := p.Describe()
	is.Constraints = c
	search := drawn.Heuristic
	search.Order = string(order)
	f, err := frontier.New(is, search, entries)
	if err != nil {
		t.Fatal(err)
	}
	var rising pareto.Set[frontier.BestEntry]
	for k := range is.N + 1 {
		if v, ok := best[k]; ok {
			rising.Add(float64(k), v.I, frontier.BestEntry{Entry: frontier.Entry{H: v.H, I: v.I, K: k, Assignment: v.clustering}, Exact: true}, nil)
		}
	}
	var list []frontier.BestEntry
	for at := range rising.All() {
		list = append(list, at.Payload)
	}
	return f, list
}

// listCase is a problem of few rows, with constraints and an order.
type listCase struct {
	name        string
	problem     problem.Problem
	constraints frontier.Constraints
	order       method.Order
}

// verification checks a frontier by the function for its problem.
func (c *listCase) verification(t *testing.T, f *frontier.Frontier) *Verification {
	t.Helper()
	var v *Verification
	var err error
	if j, ok := method.Provable(c.problem, problem.Limits{}); ok {
		v, err = Verify(context.Background(), j, f, 2, solve.Again)
	} else {
		v, err = Recompute(context.Background(), c.problem, f, 2, solve.Again)
	}
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	return v
}

func listCases(t *testing.T) (list []listCase) {
	t.Helper()
	for seed := range uint64(1) {
		wide, narrow := drawn.Table(t, drawn.Uniform(seed+5, 6, 5)), drawn.Table(t, drawn.Uniform(seed+9, 6, 2))
		some := frontier.Constraints{MustLink: [][2]string{{"x1", "x2"}}, CannotLink: [][2]string{{"x0", "x5"}}, MinMass: 0.15, MaxClusters: 4}
		for name, j := range map[string]*joint.Joint{"wide": wide, "narrow": narrow} {
			for _, order := range []method.Order{"", method.Linear, method.Circular} {
				list = append(list,
					listCase{fmt.Sprint(name, seed, order), problem.DIB(j), frontier.Constraints{}, order},
					listCase{fmt.Sprint(name, seed, order, " constrained"), problem.DIB(j), some, order})
			}
		}
	}
	return list
}

// TestListsAreVerified: the best clusterings, found by going over all, are what the check finds.
func TestListsAreVerified(t *testing.T) {
	for _, c := range listCases(t) {
		f, list := listedOf(t, c.problem, c.constraints, c.order, allowedOf(t, c.problem, c.constraints, c.order))
		f, err := f.WithBest(6, list)
		if err != nil {
			t.Fatal(err)
		}
		if v := c.verification(t, f); !v.OK() || v.Best != len(list) || v.Solved != len(list) || len(v.Unchecked) > 0 {
			t.Errorf("%s: %+v", c.name, v)
		}
	}
}

// TestListsAreNotBelieved changes all that a list says. What it then says falsely is rejected, and
// what is true by going over all clusterings is accepted.
func TestListsAreNotBelieved(t *testing.T) {
	rejected, accepted, refused := 0, 0, 0
	for _, c := range listCases(t) {
		allowed := allowedOf(t, c.problem, c.constraints, c.order)
		every := allowedOf(t, c.problem, frontier.Constraints{}, "")
		f, list := listedOf(t, c.problem, c.constraints, c.order, allowed)
		for at := range list {
			for name, change := range listChanges(list, at, every) {
				changed := slices.Clone(list)
				changed = change(changed)
				g, err := f.WithBest(6, slices.Clone(changed))
				if err != nil || g.Check() != nil { // a reader refuses the file
					refused++
					continue
				}
				want, got := isTrueList(g, changed, allowed), c.verification(t, g)
				switch {
				case got.OK() != want || len(got.Unchecked) > 0:
					t.Errorf("%s, entry %d, %s: accepted %t, which is %t; %q", c.name, at, name, got.OK(), want, got.Failures)
				case want:
					accepted++
				default:
					rejected++
				}
			}
		}
	}
	t.Logf("%d changes are false and rejected, %d are true and accepted, and %d are refused by the reader", rejected, accepted, refused)
	if rejected < 500 || accepted < 50 || refused < 100 {
		t.Error("that is too few")
	}
}

// listChanges returns changes of entry k of a list. every holds all clusterings of the table.
func listChanges(list []frontier.BestEntry, k int, every []valued) map[string]func([]frontier.BestEntry) []frontier.BestEntry {
	changes := make(map[string]func(l []frontier.BestEntry) []frontier.BestEntry)
	each := func(name string, do func(e *frontier.BestEntry)) {
		changes[name] = func(l []frontier.BestEntry) []frontier.BestEntry { do(&l[k]); return l }
	}
	for _, a := range amounts {
		each("h "+a.name, func(e *frontier.BestEntry) { e.H = a.of(e.H) })
		each("i "+a.name, func(e *frontier.BestEntry) { e.I = a.of(e.I) })
	}
	for _, by := range []float64{-9, 9} {
		each(fmt.Sprint("h by a bit towards ", by), func(e *frontier.BestEntry) { e.H = math.Nextafter(e.H, by) })
		each(fmt.Sprint("i by a bit towards ", by), func(e *frontier.BestEntry) { e.I = math.Nextafter(e.I, by) })
	}
	each("k one more", func(e *frontier.BestEntry) { e.K++ })
	each("exact taken back", func(e *frontier.BestEntry) { e.Exact = false })
	each("another clustering", func(e *frontier.BestEntry) { e.Assignment = list[(k+1)%len(list)].Assignment; e.K = 0 })
	changes["taken out"] = func(l []frontier.BestEntry) []frontier.BestEntry { return slices.Delete(l, k, k+1) }
	// Other clusterings of as many clusters, the most informative ones first, which may not be
	// allowed, with their own values.
	of := slices.DeleteFunc(slices.Clone(every), func(v valued) bool { return v.k != list[k].K })
	slices.SortFunc(of, func(a, b valued) int { return cmp.Compare(b.I, a.I) })
	for n, v := range of[:min(len(of), 6)] {
		for _, exact := range []bool{false, true} {
			each(fmt.Sprint("clustering ", n, " of as many clusters, exact ", exact), func(e *frontier.BestEntry) {
				e.H, e.I, e.Assignment, e.Exact = v.H, v.I, v.clustering, exact
			})
		}
	}
	return changes
}

// isTrueList says whether all that a list says is true.
func isTrueList(f *frontier.Frontier, list []frontier.BestEntry, allowed []valued) bool {
	most := make(map[int]float64)
	at := make(map[partition.Packed]valued)
	for _, v := range allowed {
		most[v.k] = max(most[v.k], v.I)
		at[v.clustering] = v
	}
	cell := func(v float64) float64 { return math.Floor(v/pareto.Tolerance + 0.5) }
	for n, e := range list {
		v, ok := at[e.Assignment]
		if !ok || v.H != e.H || v.I != e.I || e.K != v.k || e.Exact && most[v.k] > e.I+pareto.Tolerance {
			return false
		}
		if n > 0 && cell(e.I) <= cell(list[n-1].I) {
			return false
		}
		for p := range f.All() {
			if p.K == e.K && (cell(p.I) > cell(e.I) || cell(p.I) == cell(e.I) && cell(p.H) < cell(e.H)) {
				return false
			}
		}
	}
	return true
}

// TestLargestInformation: the programs over runs and over sets find the same, where runs are as
// good as all clusterings.
func TestLargestInformation(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{2, 7, 12} {
		j := drawn.Table(t, drawn.Uniform(uint64(n), n, 2))
		for _, together := range []partition.Partition{partition.Identity(n), linkedFirstAndLast(n)} {
			p := problem.DIB(j).Traits().Link(together)
			f := &findings{workers: 2}
			sets, err := f.largestOfSets(ctx, p, problem.Limits{}, p.Rows())
			if err != nil {
				t.Fatal(err)
			}
			runs, err := largestOfRuns(ctx, p, problem.Limits{}, p.Traits().InformativeLine(), false, p.Rows())
			if err != nil {
				t.Fatal(err)
			}
			for k := 1; k <= p.Rows(); k++ {
				if math.Abs(sets[k]-runs[k]) > 1e-12 {
					t.Errorf("n %d, k %d: %v and %v", n, k, sets[k], runs[k])
				}
			}
		}
	}
	if problem.DIB(drawn.Table(t, drawn.Uniform(1, 5, 3))).Traits().InformativeLine != nil {
		t.Error("there is an order of rows of three columns")
	}
	// No clustering of two rows has three clusters.
	two := problem.DIB(drawn.Table(t, drawn.Uniform(1, 2, 2)))
	if most, err := largestOfRuns(ctx, two, problem.Limits{}, []int{0, 1}, true, 3); err != nil || !math.IsInf(most[3], -1) || !(most[2] > 0) {
		t.Errorf("%v, %v", most, err)
	}
}

// TestListsOfTwoColumns: where there are too many rows for all sets, runs in the order of p(y|x)
// say what is the largest information.
func TestListsOfTwoColumns(t *testing.T) {
	const n = 24
	j := drawn.Table(t, drawn.Uniform(8, n, 2))
	dmc := problem.DMC(j)
	r := drawn.Must(t)(program.Line(context.Background(), dmc, method.Options{Workers: 1}))
	p := problem.DIB(j)
	e := p.Evaluators(1, 0)[0]
	var entries []frontier.BestEntry
	for best := range r.Frontier.All() {
		at := e.Load(archive.Placed(p, best.Assignment()))
		entries = append(entries, frontier.BestEntry{Entry: frontier.Entry{H: at.H, I: at.I, Assignment: best.Packed()}, Exact: true})
	}
	f, err := frontier.New(p.Describe(), drawn.Heuristic, []frontier.Entry{entries[0].Entry, entries[len(entries)-1].Entry})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = f.WithBest(n, entries); err != nil {
		t.Fatal(err)
	}
	v, err := Verify(context.Background(), j, f, 1, solve.Again)
	if err != nil || !v.OK() || v.Solved != len(entries) || len(v.Unchecked) > 0 {
		t.Errorf("%+v, %v", v, err)
	}
	// Another clustering of as many clusters is not the best.
	a := partition.Identity(n)
	for x := range a {
		a[x] = x * 3 / n
	}
	at := e.Load(archive.Placed(p, a))
	wrong := slices.Clone(entries)
	wrong[2] = frontier.BestEntry{Entry: frontier.Entry{H: at.H, I: at.I, Assignment: partition.Pack(a)}, Exact: true}
	wrong = slices.Delete(wrong, 1, 2)
	if f, err = f.WithBest(n, wrong); err != nil {
		t.Fatal(err)
	}
	if v, err = Verify(context.Background(), j, f, 1, solve.Again); err != nil || v.OK() {
		t.Errorf("%+v, %v", v, err)
	}
}

// linkedFirstAndLast links the first row with the last one.
func linkedFirstAndLast(n int) partition.Partition {
	f := partition.Identity(n)
	f[n-1] = 0
	return f
}

// TestListsTooLarge: what cannot be found again is not verified, and the rest is checked.
func TestListsTooLarge(t *testing.T) {
	const n = 21
	j := drawn.Table(t, drawn.Uniform(3, n, 3))
	p := problem.DIB(j)
	e := p.Evaluators(1, 0)[0]
	var entries []frontier.BestEntry
	for k := 1; k <= n; k++ {
		f := partition.Identity(n)
		for x := range f {
			f[x] = min(x, k-1)
		}
		at := e.Load(archive.Placed(p, f))
		entries = append(entries, frontier.BestEntry{Entry: frontier.Entry{H: at.H, I: at.I, Assignment: partition.Pack(f)}, Exact: true})
	}
	f, err := frontier.New(p.Describe(), drawn.Heuristic, []frontier.Entry{entries[0].Entry, entries[n-1].Entry})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = f.WithBest(n, entries); err != nil {
		t.Fatal(err)
	}
	v, err := Verify(context.Background(), j, f, 1, solve.Again)
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK() || v.Best != n || v.Solved != 2 || len(v.Unchecked) != 1 || !strings.HasPrefix(v.Unchecked[0], "that no groupings of 2, 3, 4, ") {
		t.Errorf("%+v", v)
	}
}

// TestListsWithGaps takes an entry out of lists of the best clusterings of frontiers that were thinned, so that no point
// shows that it was there. Lists that are exact and lists of a search are rejected, and those are not in which no
// clustering of as many clusters tells more.
func TestListsWithGaps(t *testing.T) {
	for _, c := range listCases(t) {
		f, list := listedOf(t, c.problem, c.constraints, c.order, allowedOf(t, c.problem, c.constraints, c.order))
		first, last := f.At(0), f.At(f.Len()-1)
		var ends []frontier.Entry
		for _, p := range []frontier.Point{first, last} {
			ends = append(ends, frontier.Entry{H: p.H, I: p.I, Assignment: p.Packed()})
		}
		f, err := frontier.New(f.Problem, f.Search, ends)
		if err != nil {
			t.Fatal(err)
		}
		for _, exact := range []bool{true, false} {
			for at := -1; at < len(list); at++ {
				changed := slices.Clone(list)
				for k := range changed {
					changed[k].Exact = exact && k > 0
				}
				if at >= 0 {
					changed = slices.Delete(changed, at, at+1)
				}
				g, err := f.WithBest(6, changed)
				if err != nil { // a reader refuses the file
					continue
				}
				claims := at > 0 && (exact && len(list) > 3 || c.order == "" && c.constraints.IsZero())
				if v := c.verification(t, g); v.OK() == claims || claims && !strings.Contains(v.Failures[0], fmt.Sprintf("no grouping of %d clusters", list[at].K)) {
					t.Errorf("%s, exact %t, without entry %d of %d: %+v", c.name, exact, at, len(list), v)
				}
			}
		}
	}
}

// TestListsAreInOrder: of clusterings into as many clusters that tell as much, the list has the one
// of lowest h, and more clusters tell more by a cell of the grid.
func TestListsAreInOrder(t *testing.T) {
	is := problem.DIB(drawn.Table(t, drawn.Uniform(3, 3, 3))).Describe()
	pack := func(labels ...int) partition.Packed { return partition.Pack(labels) }
	for _, tt := range []struct {
		h, i, more float64 // of the best of two clusters, and by how much three tell more
		want       string
	}{
		{0.75, 0.5, 0.1, ""},
		{0.5, 0.5, 0.1, ""},
		{0.9, 0.5, 0.1, "the best clustering of 2 tells as much as point 1, which has a smaller h"},
		{0.9, 0.6, 0.1, ""},
		{0.75, 0.5, 1e-12, "the best clustering of 3 tells no more than one of fewer clusters"},
	} {
		f, err := frontier.New(is, drawn.Heuristic, []frontier.Entry{{Assignment: pack(0, 0, 0)}, {H: 0.75, I: 0.5, Assignment: pack(0, 0, 1)}})
		if err != nil {
			t.Fatal(err)
		}
		f, err = f.WithBest(3, []frontier.BestEntry{
			{Entry: frontier.Entry{Assignment: pack(0, 0, 0)}},
			{Entry: frontier.Entry{H: tt.h, I: tt.i, Assignment: pack(0, 1, 1)}},
			{Entry: frontier.Entry{H: 1.5, I: tt.i + tt.more, Assignment: pack(0, 1, 2)}},
		})
		if err != nil {
			t.Fatal(err)
		}
		found := &findings{frontier: f}
		found.listed()
		if got := strings.Join(found.says.Failures, "; "); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
