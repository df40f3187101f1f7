package union

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// inTree returns a frontier with its clusterings, and those of its list of the best, in a tree.
func inTree(t rapid.TB, f *frontier.Frontier) *frontier.Frontier {
	t.Helper()
	b := partition.NewTreeBuilder(f.Problem.N)
	member := func(e *frontier.Entry, parent int) int {
		from, to := make(partition.Partition, f.Problem.N), make(partition.Partition, f.Problem.N)
		if parent >= 0 {
			f.At(parent).Unpack(from)
		}
		e.Assignment.Unpack(to)
		i, err := b.Add(parent, partition.Difference(from, to))
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	entries := entriesOf(f)
	for n := range entries {
		entries[n].Member = member(&entries[n], n-1)
	}
	var best []frontier.BestEntry
	spreads := spreadsOf(f)
	for p := range f.Best() {
		e := pointOf(p)
		e.Member = member(&e.Entry, -1)
		best, spreads = append(best, frontier.BestEntry{Entry: e.Entry, Exact: e.exact}), append(spreads, e.Spread)
	}
	tree := b.Tree()
	for n := range entries {
		entries[n].Assignment, entries[n].Tree = "", tree
	}
	for n := range best {
		best[n].Assignment, best[n].Tree = "", tree
	}
	g, err := frontier.New(f.Problem, f.Search, entries)
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
		if g, err = g.WithUncertainty(*f.Uncertainty, spreads); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestTreesChangeNothing compares a frontier whose clusterings are in trees with one that has
// them packed.
func TestTreesChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		table := drawTable(rt)
		a, b := table.draw(rt, false), table.draw(rt, false)
		treeA, treeB := inTree(rt, a), inTree(rt, b)
		if got, want := image(rt, treeA), image(rt, a); got != want {
			rt.Fatalf("in a tree:\n%s\nwant\n%s", got, want)
		}
		if err := treeA.Check(); err != nil {
			rt.Fatal(err)
		}
		want := image(rt, united(rt, a, b))
		for _, pair := range [][]*frontier.Frontier{{treeA, treeB}, {a, treeB}, {treeA, b}, {treeB, treeA, treeB}} {
			if got := image(rt, united(rt, pair...)); got != want {
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
		e := p.Entry()
		if p.Packed() != of.Packed() || !slices.Equal(labels, of.Assignment()) || !p.Known() || p.K != of.K || e.Tree.Pack(e.Member) != of.Packed() {
			t.Fatalf("point %d: %v, want %v", p.Index, labels, of.Assignment())
		}
	}
	if (frontier.Point{}).Known() || (frontier.Point{}).Packed() != "" {
		t.Error("a point of no frontier has a clustering")
	}
	if (frontier.Point{}).Entry() != (frontier.Entry{}) {
		t.Error("a point of no frontier has a tree")
	}
}
