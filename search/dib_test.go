package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// TestMergeEqualsLoadBitForBit holds the point after every merge of two
// clusters against the point of the merged clustering computed from nothing,
// and that against the definitions.
func TestMergeEqualsLoadBitForBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.SampledFrom([]int{2, 3, 7, 12, 70, 140}).Draw(t, "n")
		m := rapid.SampledFrom([]int{2, 5, 70}).Draw(t, "m")
		tab := simplex(rng, n, m)
		if rapid.Bool().Draw(t, "counts") {
			tab = sparseCounts(rng, n, m)
		}
		p := DIB(tab.joint(&quiet{}))
		f := partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, 8), n, n).Draw(t, "labels"))
		checkMerges(t, tab, p, f)
	})
}

// quiet is a testing.TB for helpers inside rapid.Check, whose tables are sound
// by construction.
type quiet struct{ testing.TB }

func (*quiet) Helper()           {}
func (*quiet) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func checkMerges(t *rapid.T, tab table, p Problem, f partition.Partition) {
	e := p.Evaluator()
	e.Load(f)
	k := f.K()
	for a := range k {
		for b := a + 1; b < k; b++ {
			merged := f.Merge(a, b)
			h, i := e.Merge(a, b)
			freshH, freshI := p.Evaluator().Load(merged)
			if h != freshH || i != freshI {
				t.Fatalf("merge (%d, %d) of %v: (%.17g, %.17g) incrementally, (%.17g, %.17g) afresh", a, b, f, h, i, freshH, freshI)
			}
			wantH, wantI := tab.point(merged.Reorder(p.Order()))
			if math.Abs(h-wantH) > 1e-12 || math.Abs(i-wantI) > 1e-12 {
				t.Fatalf("merge (%d, %d) of %v: (%.17g, %.17g), by definition (%.17g, %.17g)", a, b, f, h, i, wantH, wantI)
			}
		}
	}
}

func TestEndsOfTheFrontierAreExact(t *testing.T) {
	j := simplex(rand.New(rand.NewPCG(1, 1)), 9, 5).joint(t)
	p := DIB(j)
	if h, i := p.Evaluator().Load(make(partition.Partition, 9)); h != 0 || i != 0 {
		t.Errorf("one cluster is at (%g, %g), want exactly (0, 0)", h, i)
	}
	h, i := p.Evaluator().Load(partition.Identity(9))
	if h != j.HX() || math.Abs(i-j.IXY()) > 1e-13 {
		t.Errorf("the identity is at (%.17g, %.17g), want (%.17g, %.17g)", h, i, j.HX(), j.IXY())
	}
}

// TestForgettingChangesNothing fills the memo to its bound.
func TestForgettingChangesNothing(t *testing.T) {
	p := DIB(simplex(rand.New(rand.NewPCG(1, 1)), 6, 4).joint(t)).(*dib)
	e := p.newEvaluator()
	f, g := partition.Partition{0, 0, 1, 1, 2, 2}, partition.Partition{0, 0, 1, 2, 2, 2}
	h, i := e.Load(f)
	for key := uint64(1); 2*e.memo.used < maxMemo; key++ {
		e.memo.put(partition.Key{key, 1}, cost{})
	}
	h2, i2 := e.Load(g)
	if e.memo.used > 3 {
		t.Errorf("%d costs remembered after the bound", e.memo.used)
	}
	if wantH, wantI := p.newEvaluator().Load(g); h2 != wantH || i2 != wantI {
		t.Errorf("(%g, %g) after forgetting, want (%g, %g)", h2, i2, wantH, wantI)
	}
	if h3, i3 := e.Load(f); h3 != h || i3 != i {
		t.Errorf("(%g, %g) computed again, was (%g, %g)", h3, i3, h, i)
	}
}

// TestMemoEqualsAMap holds the hash table against Go's over keys that collide:
// few low bits, in both halves.
func TestMemoEqualsAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	m, want := newMemo(), make(map[partition.Key]cost)
	for k := range 50_000 {
		key := partition.Key{rng.Uint64N(300) << 40, rng.Uint64N(300)}
		if key == (partition.Key{}) {
			continue
		}
		got, ok := m.get(key)
		if c, known := want[key]; ok != known || got != c {
			t.Fatalf("%v: %v, %t; want %v, %t", key, got, ok, c, known)
		}
		if !ok {
			want[key] = m.put(key, cost{float64(k), 1})
		}
	}
	if m.used != len(want) {
		t.Errorf("%d used, want %d", m.used, len(want))
	}
}

// TestOrderUndoesPermutations: the problem of a table with its rows shuffled
// has, row by row, the same masses, in the same order.
func TestOrderUndoesPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	tab := sparseCounts(rng, 12, 5)
	shuffled := make(table, len(tab))
	for to, from := range rng.Perm(len(tab)) {
		shuffled[to] = tab[from]
	}
	a, b := DIB(tab.joint(t)), DIB(shuffled.joint(t))
	for r := range tab {
		if !slices.Equal(tab[a.Order()[r]], shuffled[b.Order()[r]]) {
			t.Fatalf("row %d of the problem differs", r)
		}
	}
}

func BenchmarkMerge(b *testing.B) {
	for _, n := range []int{27, 50, 200} {
		p := DIB(simplex(rand.New(rand.NewPCG(1, uint64(n))), n, 30).joint(b))
		for _, remembered := range []bool{true, false} {
			b.Run(fmt.Sprintf("n=%d/m=30/remembered=%t", n, remembered), func(b *testing.B) {
				e := p.Evaluator().(*dibEvaluator)
				e.Load(partition.Identity(n))
				merges := 0
				for b.Loop() {
					if !remembered {
						e.memo = newMemo()
					}
					for x := range n {
						for y := x + 1; y < n; y++ {
							e.Merge(x, y)
							merges++
						}
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(merges), "ns/merge")
			})
		}
	}
}
