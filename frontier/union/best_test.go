package union

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
)

// TestUnionOfLists: for the numbers of clusters that all lists go to, the union has the best of
// all, of equal I the one of the lowest H.
func TestUnionOfLists(t *testing.T) {
	type best struct {
		K          int
		I, H       float64 // cells
		Clustering string
	}
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		var fs []*frontier.Frontier
		offered := make(map[int]best)
		upTo := 5
		for range rapid.IntRange(1, 4).Draw(t, "frontiers") {
			f := table.draw(t, rapid.Bool().Draw(t, "strict"))
			fs = append(fs, f)
			upTo = min(upTo, f.BestUpTo())
			for p := range f.Best() {
				q := best{p.K, testCell(p.I), testCell(p.H), fmt.Sprint(byLabel(f, frontier.Entry{Assignment: p.Packed()}))}
				old, ok := offered[p.K]
				if !ok || q.I > old.I || q.I == old.I && (q.H < old.H || q.H == old.H && q.Clustering < old.Clustering) {
					offered[p.K] = q
				}
			}
		}
		var want, got []best
		for k := 1; k <= upTo; k++ {
			if b, ok := offered[k]; ok && (len(want) == 0 || b.I > want[len(want)-1].I) {
				want = append(want, b)
			}
		}
		u := united(t, fs...)
		for p := range u.Best() {
			got = append(got, best{p.K, testCell(p.I), testCell(p.H), fmt.Sprint(byLabel(u, frontier.Entry{Assignment: p.Packed()}))})
		}
		if diff := gocmp.Diff(want, got); diff != "" || min(u.BestUpTo(), 5) != upTo {
			t.Fatal(diff)
		}
	})
}

// TestUnionOfExactLists: what one run has proved of a number of clusters is kept where its
// information is.
func TestUnionOfExactLists(t *testing.T) {
	of := func(i float64, exact bool) *frontier.Frontier {
		list := listOf()
		list[1].I, list[1].Exact = i, exact
		f, err := flights(t).WithBest(3, list)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, tt := range []struct {
		name string
		fs   []*frontier.Frontier
		i    float64
		want bool
	}{
		{"one of them", []*frontier.Frontier{of(0.5, true), of(0.5, false)}, 0.5, true},
		{"none of them", []*frontier.Frontier{of(0.5, false), of(0.5, false)}, 0.5, false},
		{"in one cell", []*frontier.Frontier{of(0.5, true), of(0.5+pareto.Tolerance/4, false)}, 0.5, true},
		{"the lower one, wrongly", []*frontier.Frontier{of(0.5, true), of(0.6, false)}, 0.6, false},
		{"the higher one", []*frontier.Frontier{of(0.5, false), of(0.6, true)}, 0.6, true},
	} {
		for range 2 {
			slices.Reverse(tt.fs)
			p, ok := united(t, tt.fs...).WithClusters(2)
			if !ok || p.Exact != tt.want || p.I != tt.i {
				t.Errorf("%s: %+v", tt.name, p)
			}
		}
	}
	// Of runs of rows alone, nothing is proved about other clusterings.
	linear := of(0.5, true)
	linear.Search.Order = "linear"
	for _, tt := range []struct {
		fs   []*frontier.Frontier
		want bool
	}{{[]*frontier.Frontier{linear, of(0.5, false)}, false}, {[]*frontier.Frontier{linear, linear}, true}, {[]*frontier.Frontier{linear, of(0.5, true)}, true}} {
		if p, _ := united(t, tt.fs...).WithClusters(2); p.Exact != tt.want {
			t.Errorf("exact %t", p.Exact)
		}
	}
	// No list is made of one, and the shorter one says how far the union goes.
	if u := united(t, listed(t), flights(t)); u.BestUpTo() != 0 {
		t.Errorf("up to %d", u.BestUpTo())
	}
	short, err := flights(t).WithBest(2, listOf()[:2])
	if err != nil {
		t.Fatal(err)
	}
	if u := united(t, listed(t), short); u.BestUpTo() != 2 || len(slices.Collect(u.Best())) != 2 {
		t.Errorf("up to %d", u.BestUpTo())
	}
	// A list that another one's point would beat is better than before.
	low, err := frontier.New(flights(t).Problem, flights(t).Search, []frontier.Entry{{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})}})
	if err != nil {
		t.Fatal(err)
	}
	if low, err = low.WithBest(3, listOf()[:2]); err != nil {
		t.Fatal(err)
	}
	if p, ok := united(t, low, listed(t)).WithClusters(3); !ok || p.I != 0.875 || p.Index < 0 {
		t.Errorf("%+v", p)
	}
}

// withList returns a frontier with a list of the best of some clusterings and of its points. If it
// is strict, the entries of the list are apart by a row of the grid.
func withList(t rapid.TB, f *frontier.Frontier, upTo int, among []frontier.Entry, strict bool) *frontier.Frontier {
	t.Helper()
	grid := func(v float64) float64 { return v }
	if strict {
		grid = testCell
	}
	of := make(map[int]frontier.BestEntry)
	for n, e := range slices.Concat(among, entriesOf(f)) {
		p := make(partition.Partition, f.Problem.N)
		e.Assignment.Unpack(p)
		e.K = p.K()
		if old, ok := of[e.K]; e.K <= upTo && (!ok || cmp.Or(cmp.Compare(grid(e.I), grid(old.I)), cmp.Compare(grid(old.H), grid(e.H))) > 0) {
			of[e.K] = frontier.BestEntry{Entry: e, Exact: n%2 == 0}
		}
	}
	var list []frontier.BestEntry
	for k := range f.Problem.N + 1 {
		if e, ok := of[k]; ok && (len(list) == 0 || grid(e.I) > grid(list[len(list)-1].I)) {
			list = append(list, e)
		}
	}
	g, err := f.WithBest(upTo, list)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestListSurvivesAnotherOrder: rows of the list are moved with those of the points.
func TestListSurvivesAnotherOrder(t *testing.T) {
	f := listed(t)
	g, err := reordered(f, []string{"d", "a", "c", "b"}, f.Problem.YLabels)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := g.WithClusters(2)
	if got := p.Assignment(); !slices.Equal(got, partition.Partition{0, 1, 1, 0}) {
		t.Error(got)
	}
	back, err := reordered(g, f.Problem.XLabels, f.Problem.YLabels)
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(t, f, back); diff != "" {
		t.Error(diff)
	}
	if a, _ := f.WithClusters(2); !slices.Equal(a.Assignment(), partition.Partition{0, 1, 0, 1}) {
		t.Error("the frontier itself has changed")
	}
}

// TestUnionOfValidations: the union says nothing of held-out records.
func TestUnionOfValidations(t *testing.T) {
	f, err := listed(t).WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 2, H: 0.5}, make([]frontier.HeldOut, 7))
	if err != nil {
		t.Fatal(err)
	}
	if u := united(t, f, f); u.Validation != nil {
		t.Errorf("%+v", u.Validation)
	}
}
