package partition

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// drawn is a partition of n rows drawn by rapid, canonical by construction.
func drawn(t *rapid.T, n int) Partition {
	return Canonical(rapid.SliceOfN(rapid.IntRange(0, 6), n, n).Draw(t, "labels"))
}

func TestAllYieldsEveryPartitionOnce(t *testing.T) {
	for n := range 9 {
		seen := make(map[string]bool)
		var last Partition
		for p := range All(n) {
			if err := p.Check(); err != nil {
				t.Fatalf("n=%d: %v: %v", n, p, err)
			}
			if last != nil && slices.Compare(last, p) >= 0 {
				t.Fatalf("n=%d: %v after %v", n, p, last)
			}
			last = slices.Clone(p)
			seen[string(Pack(p))] = true
		}
		if float64(len(seen)) != Bell(n) {
			t.Errorf("n=%d: %d partitions, want %g", n, len(seen), Bell(n))
		}
	}
}

func TestAllStops(t *testing.T) {
	calls := 0
	for range All(5) {
		calls++
		if calls == 3 {
			break
		}
	}
	if calls != 3 {
		t.Errorf("%d calls after a break at 3", calls)
	}
}

// TestBell holds the first Bell numbers and B(22), the last that a float64
// holds exactly, against OEIS A000110.
func TestBell(t *testing.T) {
	for n, want := range []float64{1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975} {
		if got := Bell(n); got != want {
			t.Errorf("Bell(%d) = %g, want %g", n, got, want)
		}
	}
	if got := Bell(22); got != 4506715738447323 {
		t.Errorf("Bell(22) = %.0f", got)
	}
	if !math.IsInf(Bell(219), 1) || math.IsInf(Bell(218), 1) {
		t.Errorf("Bell(218) = %g, Bell(219) = %g: the doc names 219 as the first infinite one", Bell(218), Bell(219))
	}
}

func TestCanonicalDependsOnTheGroupsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, rapid.IntRange(0, 20).Draw(t, "n"))
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		names := rapid.Permutation([]int{11, 3, 5, 9, 1, 7, 4}).Draw(t, "names")
		renamed := make([]int, len(p))
		for x, c := range p {
			renamed[x] = names[c]
		}
		if got := Canonical(renamed); !slices.Equal(got, p) {
			t.Fatalf("Canonical(%v) = %v, want %v", renamed, got, p)
		}
	})
}

func TestRenumberEqualsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "n")
		p := Partition(rapid.SliceOfN(rapid.IntRange(0, 9), n, n).Draw(t, "labels"))
		want := Canonical(p)
		// The scratch space may hold anything.
		p.Renumber(rapid.SliceOfN(rapid.Int(), 10, 10).Draw(t, "names"))
		if !slices.Equal(p, want) {
			t.Fatalf("%v, want %v", p, want)
		}
	})
}

func TestCheckNamesTheRow(t *testing.T) {
	for _, p := range []Partition{{1}, {0, 2}, {0, 1, -1}, {0, 0, 2}} {
		if p.Check() == nil {
			t.Errorf("%v passes", p)
		}
	}
	if err := (Partition{0, 1, 3}).Check(); err == nil || err.Error() != "row 2 has label 3 where 0 to 2 may stand: not in canonical form" {
		t.Errorf("got %v", err)
	}
}

func TestMergeJoinsTwoClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 300).Draw(t, "n")
		p := drawn(t, n)
		k := p.K()
		if k < 2 {
			t.Skip("one cluster")
		}
		b := rapid.IntRange(1, k-1).Draw(t, "b")
		a := rapid.IntRange(0, b-1).Draw(t, "a")
		labels := slices.Clone(p)
		for x, c := range labels {
			if c == b {
				labels[x] = a
			}
		}
		want := Canonical(labels)
		if got := p.Merge(a, b); !slices.Equal(got, want) {
			t.Fatalf("%v.Merge(%d, %d) = %v, want %v", p, a, b, got, want)
		}
		if got := p.Merge(b, a); !slices.Equal(got, want) {
			t.Fatalf("Merge is not symmetric")
		}
	})
}

func TestMergeWithItselfPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Identity(3).Merge(1, 1)
}

func TestClustersAndReorder(t *testing.T) {
	p := Partition{0, 1, 0, 2, 1}
	got := p.Clusters()
	want := [][]int{{0, 2}, {1, 4}, {3}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("Clusters = %v, want %v", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		p := drawn(t, n)
		order := rapid.Permutation(Identity(n)).Draw(t, "order")
		q := p.Reorder(order)
		for r := range p {
			for s := range p {
				if (p[r] == p[s]) != (q[order[r]] == q[order[s]]) {
					t.Fatalf("%v reordered by %v is %v", p, order, q)
				}
			}
		}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestPackedRoundTripAndOrder(t *testing.T) {
	for _, n := range []int{0, 1, 5, 256, 257, 1 << 16, 1<<16 + 1} {
		p := Identity(n)
		q := make(Partition, n)
		Pack(p).Unpack(q)
		if !slices.Equal(p, q) {
			t.Errorf("n=%d: the identity does not survive packing", n)
		}
		if got := PackedLen(n); got != len(Pack(p)) {
			t.Errorf("n=%d: PackedLen is %d, want %d", n, got, len(Pack(p)))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{4, 300}).Draw(t, "n")
		p, q := drawn(t, n), drawn(t, n)
		packed := 0
		if Pack(p) < Pack(q) {
			packed = -1
		} else if Pack(p) > Pack(q) {
			packed = 1
		}
		if packed != slices.Compare(p, q) {
			t.Fatalf("%v and %v compare otherwise when packed", p, q)
		}
	})
}

func TestUnpackOfAnotherSizePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Pack(Identity(3)).Unpack(make(Partition, 4))
}

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		for p := range All(10) {
			_ = p
		}
	}
}

// TestRanksInvertAnOrder: what stands at a place has that place as its rank.
func TestRanksInvertAnOrder(t *testing.T) {
	order := []int{3, 0, 2, 1}
	rank := Ranks(order)
	for r, x := range order {
		if rank[x] != r {
			t.Errorf("%d stands at %d, and its rank is %d", x, r, rank[x])
		}
	}
}
