package frontier

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// inTree returns a frontier with its clusterings, and those of its list of the best, in a tree.
func inTree(t rapid.TB, f *Frontier) *Frontier {
	t.Helper()
	b := partition.NewTreeBuilder(f.Problem.N)
	member := func(e *Entry, parent int) int {
		from, to := make(partition.Partition, f.Problem.N), make(partition.Partition, f.Problem.N)
		if parent >= 0 {
			f.entries[parent].unpack(from)
		}
		e.unpack(to)
		i, err := b.Add(parent, partition.Difference(from, to))
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	entries := slices.Clone(f.entries)
	for n := range entries {
		entries[n].Member = member(&f.entries[n], n-1)
	}
	var best []BestEntry
	if f.best != nil {
		best = slices.Clone(f.best.entries)
	}
	for n := range best {
		best[n].Member = member(&f.best.entries[n].Entry, -1)
	}
	tree := b.Tree()
	for n := range entries {
		entries[n].Assignment, entries[n].Tree = "", tree
	}
	for n := range best {
		best[n].Assignment, best[n].Tree = "", tree
	}
	g, err := New(f.Problem, f.Search, entries)
	if err != nil {
		t.Fatal(err)
	}
	if upTo := f.BestUpTo(); upTo > 0 {
		if g, err = g.WithBest(upTo, best); err != nil {
			t.Fatal(err)
		}
	}
	g.Certificate, g.Evidence = f.Certificate, f.Evidence
	if f.Uncertainty != nil {
		spreads := slices.Clone(f.spreads)
		if f.best != nil {
			spreads = append(spreads, f.best.spreads...)
		}
		if g, err = g.WithUncertainty(*f.Uncertainty, spreads); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// packed returns a frontier with all clusterings packed.
func packed(f *Frontier) *Frontier {
	g := *f
	g.entries = slices.Clone(f.entries)
	pack := func(e *Entry) { e.Assignment, e.Tree, e.Member = e.packed(), nil, 0 }
	for n := range g.entries {
		pack(&g.entries[n])
	}
	if f.best != nil {
		best := *f.best
		best.entries = slices.Clone(f.best.entries)
		for n := range best.entries {
			pack(&best.entries[n].Entry)
		}
		g.best = &best
	}
	return &g
}

// TestTreesChangeNothing compares a frontier whose clusterings are in trees with one that has
// them packed.
func TestTreesChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		table := drawTable(rt)
		a, b := table.draw(rt, false), table.draw(rt, false)
		treeA, treeB := inTree(rt, a), inTree(rt, b)
		if got, want := image(rt, packed(treeA)), image(rt, a); got != want {
			rt.Fatalf("in a tree:\n%s\nwant\n%s", got, want)
		}
		if err := treeA.Check(); err != nil {
			rt.Fatal(err)
		}
		want := image(rt, united(rt, a, b))
		for _, pair := range [][]*Frontier{{treeA, treeB}, {a, treeB}, {treeA, b}, {treeB, treeA, treeB}} {
			if got := image(rt, packed(united(rt, pair...))); got != want {
				rt.Fatalf("union:\n%s\nwant\n%s", got, want)
			}
		}
	})
}

func TestPointsInTrees(t *testing.T) {
	want := large(t, 40, 30)
	got := inTree(t, want)
	labels := make(partition.Partition, 30)
	for p := range got.All() {
		of := want.At(p.Index)
		p.Unpack(labels)
		tree, member := p.Tree()
		if p.Packed() != of.Packed() || !slices.Equal(labels, of.Assignment()) || !p.Known() || p.K != of.K || tree.Pack(member) != of.Packed() {
			t.Fatalf("point %d: %v, want %v", p.Index, labels, of.Assignment())
		}
	}
	a, err := got.Distinctions()
	if err != nil {
		t.Fatal(err)
	}
	b, err := want.Distinctions()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("the distinctions differ")
	}
	candidates := got.MostProminent(20)
	indices := make([]int, len(candidates))
	for n, p := range candidates {
		indices[n] = p.Index
	}
	if a, b := got.Walk(indices), want.Walk(indices); !slices.Equal(a, b) {
		t.Errorf("walk %v, want %v", a, b)
	}
	if (Point{}).Known() || (Point{}).Packed() != "" {
		t.Error("a point of no frontier has a clustering")
	}
	if tree, _ := (Point{}).Tree(); tree != nil {
		t.Error("a point of no frontier has a tree")
	}
}

func TestEntriesOfTreesAreChecked(t *testing.T) {
	b := partition.NewTreeBuilder(3)
	if _, err := b.Add(-1, []partition.Change{{Row: 1, Kind: partition.Alone}}); err != nil {
		t.Fatal(err)
	}
	tree := b.Tree()
	for _, c := range []struct {
		n    int
		e    Entry
		want string
	}{
		{4, Entry{Tree: tree}, "point 0: the tree is of 3 rows, and the problem has 4"},
		{3, Entry{Tree: tree, Member: 1}, "the tree of 1 clusterings has no member 1"},
		{3, Entry{Tree: tree, Member: -1}, "has no member -1"},
		{3, Entry{Tree: tree, Assignment: "\x00\x00\x00"}, "there are an assignment and a member of a tree"},
		{3, Entry{Tree: tree, K: 3}, "k is 3, but the assignment has 2 clusters"},
	} {
		if _, err := New(Problem{N: c.n}, Search{}, []Entry{c.e}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.e, err, c.want)
		}
	}
	f, err := New(Problem{N: 3}, Search{}, []Entry{{Tree: tree}})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.At(0); p.K != 2 || p.Assignment().Check() != nil {
		t.Errorf("%d clusters: %v", p.K, p.Assignment())
	}
}
