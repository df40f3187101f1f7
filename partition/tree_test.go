package partition

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// direct applies a change to labels as its definition says.
func direct(labels []int, c Change) {
	switch {
	case c.To == c.Row:
		labels[c.Row] = slices.Max(labels) + 1
	case c.To >= 0:
		labels[c.Row] = labels[c.To]
	default:
		from, to := labels[c.Row], labels[^c.To]
		for x, l := range labels {
			if l == from {
				labels[x] = to
			}
		}
	}
}

// randomChange returns a change of a clustering of n rows, n at least 2.
func randomChange(r *rand.Rand, n int) Change {
	c := Change{Row: int32(r.IntN(n)), To: int32(r.IntN(n - 1))}
	if c.To >= c.Row {
		c.To++
	}
	switch kind := r.IntN(3); {
	case kind == 1 || kind == 2 && r.IntN(3) > 0: // more merges would leave few clusters
		c.To = c.Row
	case kind == 2:
		c.To = ^c.To
	}
	return c
}

// TestTreeEqualsChangesOneByOne builds trees of every shape and compares every member with the
// changes applied to labels, which the tree was not made of.
func TestTreeEqualsChangesOneByOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(rt, "rows")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		chain, whole := rapid.Bool().Draw(rt, "chain"), rapid.IntRange(0, 9).Draw(rt, "whole")
		b := NewTreeBuilder(n)
		var want [][]int
		var changes [][]Change
		var parents []int
		for i := range rapid.IntRange(1, 60).Draw(rt, "members") {
			if r.IntN(10) < whole/3 {
				p := Canonical(randomLabels(r, n))
				if _, err := b.AddPartition(p); err != nil {
					rt.Fatal(err)
				}
				want, changes, parents = append(want, p), append(changes, nil), append(parents, -1)
				continue
			}
			parent := r.IntN(i+1) - 1
			if chain {
				parent = i - 1
			}
			labels := make([]int, n)
			if parent >= 0 {
				labels = slices.Clone(want[parent])
			}
			var own []Change
			for range r.IntN(5) {
				c := randomChange(r, n)
				own = append(own, c)
				direct(labels, c)
			}
			if got, err := b.Add(parent, own); err != nil || got != i {
				rt.Fatalf("member %d is %d: %v", i, got, err)
			}
			want, changes, parents = append(want, labels), append(changes, own), append(parents, parent)
		}
		tree := b.Tree()
		got := make(Partition, n)
		for i, labels := range want {
			tree.Unpack(i, got)
			if canonical := Canonical(labels); !slices.Equal(got, canonical) || tree.K(i) != canonical.K() || tree.Pack(i) != Pack(canonical) {
				rt.Fatalf("member %d: %v of %d clusters, want %v", i, got, tree.K(i), canonical)
			}
			if tree.Parent(i) != parents[i] || changes[i] != nil && !slices.Equal(tree.Changes(i), changes[i]) {
				rt.Fatalf("member %d: %v of %d, want %v of %d", i, tree.Changes(i), tree.Parent(i), changes[i], parents[i])
			}
		}
		members := make(map[[2]uint64]Packed)
		for _, t := range []*Tree{tree, tree.Reorder(r.Perm(n))} {
			for i := range t.Len() {
				known, ok := members[t.Digest(i)]
				if packed := t.Pack(i); ok && packed != known {
					rt.Fatalf("%x and %x have the same digest", packed, known)
				}
				members[t.Digest(i)] = t.Pack(i)
			}
		}
		packed := make(map[Packed]bool)
		for _, p := range members {
			if packed[p] {
				rt.Fatalf("%x has two digests", p)
			}
			packed[p] = true
		}
		order := r.Perm(n)
		reordered := tree.Reorder(order)
		for i, labels := range want {
			if got, want := reordered.Pack(i), Pack(Canonical(labels).Reorder(order)); got != want || reordered.K(i) != tree.K(i) {
				rt.Fatalf("member %d in another order: %x, want %x", i, got, want)
			}
		}
		if tree.Len() != len(want) || tree.Rows() != n {
			rt.Fatalf("%d members of %d rows", tree.Len(), tree.Rows())
		}
	})
}

func randomLabels(r *rand.Rand, n int) []int {
	labels := make([]int, n)
	for x := range labels {
		labels[x] = r.IntN(5)
	}
	return labels
}

// TestChangesOfAWholeMember rebuilds a member that was given whole from its changes.
func TestChangesOfAWholeMember(t *testing.T) {
	b := NewTreeBuilder(5)
	if _, err := b.AddPartition(Partition{0, 1, 0, 2, 2}); err != nil {
		t.Fatal(err)
	}
	labels := make([]int, 5)
	for _, c := range b.Tree().Changes(0) {
		direct(labels, c)
	}
	if got := Canonical(labels); !slices.Equal(got, Partition{0, 1, 0, 2, 2}) {
		t.Errorf("the changes make %v", got)
	}
}

// TestDifferenceTurnsOneIntoTheOther checks that no more changes are needed than rows that are
// not where most of their cluster goes, and clusters.
func TestDifferenceTurnsOneIntoTheOther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(rt, "rows")
		from, to := drawn(rt, n), drawn(rt, n)
		labels := slices.Clone(from)
		changes := Difference(from, to)
		for _, c := range changes {
			direct(labels, c)
		}
		if got := Canonical(labels); !slices.Equal(got, to) {
			rt.Fatalf("from %v: %v, want %v", from, got, to)
		}
		if len(changes) > n {
			rt.Fatalf("%d changes of %d rows", len(changes), n)
		}
		if again := Difference(to, to); len(again) > 0 {
			rt.Fatalf("%v from %v to itself", again, to)
		}
	})
}

func TestDifferenceIsShort(t *testing.T) {
	p := Partition{0, 0, 0, 1, 1, 1, 2, 2}
	for _, c := range []struct {
		to   Partition
		want []Change
	}{
		{Partition{0, 0, 0, 1, 1, 1, 0, 0}, []Change{{6, ^0}}},
		{Partition{0, 0, 0, 1, 1, 0, 2, 2}, []Change{{5, 0}}},
		{Partition{0, 0, 0, 1, 1, 2, 3, 3}, []Change{{5, 5}}},
	} {
		if got := Difference(p, c.to); !slices.Equal(got, c.want) {
			t.Errorf("to %v: %v, want %v", c.to, got, c.want)
		}
	}
}

func TestTreeBuilderRejects(t *testing.T) {
	b := NewTreeBuilder(3)
	if _, err := b.Add(-1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		parent  int
		changes []Change
		want    string
	}{
		{1, nil, "1 is none of the 1 members before"},
		{-2, nil, "-2 is none of"},
		{0, []Change{{0, 0}, {3, 0}}, "row 3 of a change is not one of rows 0 to 2"},
		{0, []Change{{-1, 0}}, "row -1 of"},
		{0, []Change{{0, ^3}}, "row 3 of"},
		{0, []Change{{0, 3}}, "row 3 of"},
		{0, []Change{{1, ^1}}, "row 1 is merged with its own cluster"},
	} {
		if _, err := b.Add(c.parent, c.changes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v of %d: %v, want %q", c.changes, c.parent, err, c.want)
		}
	}
	if _, err := b.AddPartition(Partition{0, 1}); err == nil || !strings.Contains(err.Error(), "2 rows in a tree of 3") {
		t.Errorf("two rows: %v", err)
	}
	if _, err := b.AddPartition(Partition{0, 2, 1}); err == nil || !strings.Contains(err.Error(), "canonical") {
		t.Errorf("not canonical: %v", err)
	}
	if i, err := b.Add(0, []Change{{1, 1}}); i != 1 || err != nil {
		t.Fatalf("member %d after errors: %v", i, err)
	}
	if got := b.Tree(); got.Len() != 2 || got.Pack(1) != Pack(Partition{0, 1, 0}) || len(got.Changes(0)) > 0 {
		t.Errorf("%d members, %v", got.Len(), got.Changes(0))
	}
}

func TestUnpackToOtherRowsPanics(t *testing.T) {
	b := NewTreeBuilder(3)
	if _, err := b.Add(-1, nil); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	b.Tree().Unpack(0, make(Partition, 2))
}

// shapes are trees of n rows whose members have c changes each, of which only some keep many
// members whole if that is done naively.
func shapes(r *rand.Rand, n, members, c int) map[string]*Tree {
	random := func() []Change {
		changes := make([]Change, c)
		for k := range changes {
			changes[k] = randomChange(r, n)
		}
		return changes
	}
	parents := map[string]func(i int) int{
		"chain":  func(i int) int { return i - 1 },
		"star":   func(i int) int { return min(i-1, n/4/c) },
		"random": func(i int) int { return r.IntN(i+1) - 1 },
		"comb":   func(i int) int { return min(i-1, n/4/c-1+max(0, i-n/4/c)%2*(i-n/4/c)) },
	}
	trees := make(map[string]*Tree)
	for name, parent := range parents {
		b := NewTreeBuilder(n)
		for i := range members {
			if _, err := b.Add(parent(i), random()); err != nil {
				panic(err)
			}
		}
		trees[name] = b.Tree()
	}
	return trees
}

func TestFewMembersAreKeptWhole(t *testing.T) {
	for name, tree := range shapes(rand.New(rand.NewPCG(1, 2)), 100, 3000, 2) {
		limit := tree.rows / 4
		if most := len(tree.steps) / limit; len(tree.whole) > most {
			t.Errorf("%s: %d members are whole, want at most %d", name, len(tree.whole), most)
		}
		for i := range tree.Len() {
			changes := 0
			for at := i; at >= 0 && tree.members[at].whole < 0; at = tree.Parent(at) {
				changes += len(tree.stepsOf(at))
			}
			if changes > limit {
				t.Fatalf("%s: member %d is %d changes from a whole one, want at most %d", name, i, changes, limit)
			}
		}
	}
}

// TestTreeIsSmall bounds the memory of a tree as large as the frontier of ten thousand words.
func TestTreeIsSmall(t *testing.T) {
	const n, members, c = 10_000, 60_000, 30
	r := rand.New(rand.NewPCG(3, 4))
	b := NewTreeBuilder(n)
	changes := make([]Change, c)
	for i := range members {
		for k := range changes {
			changes[k] = randomChange(r, n)
		}
		if _, err := b.Add(max(i-1-r.IntN(3), -1), changes); err != nil {
			t.Fatal(err)
		}
	}
	tree := b.Tree()
	size := cap(tree.steps)*8 + cap(tree.members)*40 + len(tree.whole)*PackedLen(n)
	if size > 40e6 {
		t.Errorf("a tree of %.1f MB, %d of whole members", float64(size)/1e6, len(tree.whole)*PackedLen(n))
	}
	runtime.KeepAlive(tree)
}

func TestTreeIsSafeForConcurrentUse(t *testing.T) {
	tree := shapes(rand.New(rand.NewPCG(5, 6)), 50, 200, 3)["random"]
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			p := make(Partition, 50)
			for i := range tree.Len() {
				tree.Unpack(i, p)
				if p.K() != tree.K(i) {
					t.Errorf("member %d: %d clusters, want %d", i, p.K(), tree.K(i))
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkTree(b *testing.B) {
	const n, members = 10_000, 60_000
	r := rand.New(rand.NewPCG(3, 4))
	changes := make([][]Change, members)
	for i := range changes {
		for range 30 {
			changes[i] = append(changes[i], randomChange(r, n))
		}
	}
	build := func() *Tree {
		builder := NewTreeBuilder(n)
		for i, c := range changes {
			if _, err := builder.Add(max(i-1-r.IntN(3), -1), c); err != nil {
				b.Fatal(err)
			}
		}
		return builder.Tree()
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			build()
		}
	})
	tree, p := build(), make(Partition, n)
	b.Run("unpack", func(b *testing.B) {
		for i := 0; b.Loop(); i = (i + 7919) % members {
			tree.Unpack(i, p)
		}
	})
}
