package frontier

import (
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/pareto"
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
		var fs []*Frontier
		offered := make(map[int]best)
		upTo := 5
		for range rapid.IntRange(1, 4).Draw(t, "frontiers") {
			f := table.draw(t, rapid.Bool().Draw(t, "strict"))
			fs = append(fs, f)
			upTo = min(upTo, f.BestUpTo())
			for p := range f.Best() {
				q := best{p.K, testCell(p.I), testCell(p.H), fmt.Sprint(byLabel(f, Entry{Assignment: p.Packed()}))}
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
			got = append(got, best{p.K, testCell(p.I), testCell(p.H), fmt.Sprint(byLabel(u, Entry{Assignment: p.Packed()}))})
		}
		if diff := gocmp.Diff(want, got); diff != "" || min(u.BestUpTo(), 5) != upTo {
			t.Fatal(diff)
		}
	})
}

// TestUnionOfExactLists: what one run has proved of a number of clusters is kept where its
// information is.
func TestUnionOfExactLists(t *testing.T) {
	with := func(i float64, exact bool) *Frontier {
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
		fs   []*Frontier
		i    float64
		want bool
	}{
		{"one of them", []*Frontier{with(0.5, true), with(0.5, false)}, 0.5, true},
		{"none of them", []*Frontier{with(0.5, false), with(0.5, false)}, 0.5, false},
		{"in one cell", []*Frontier{with(0.5, true), with(0.5+pareto.Tolerance/4, false)}, 0.5, true},
		{"the lower one, wrongly", []*Frontier{with(0.5, true), with(0.6, false)}, 0.6, false},
		{"the higher one", []*Frontier{with(0.5, false), with(0.6, true)}, 0.6, true},
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
	linear := with(0.5, true)
	linear.Search.Order = "linear"
	for _, tt := range []struct {
		fs   []*Frontier
		want bool
	}{{[]*Frontier{linear, with(0.5, false)}, false}, {[]*Frontier{linear, linear}, true}, {[]*Frontier{linear, with(0.5, true)}, true}} {
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
	low, err := New(flights(t).Problem, flights(t).Search, []Entry{{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})}})
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
