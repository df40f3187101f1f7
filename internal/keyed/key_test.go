package keyed

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// drawn is a partition of n rows drawn by rapid, canonical by construction.
func drawn(t *rapid.T, n int) partition.Partition {
	return partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, 6), n, n).Draw(t, "labels"))
}

// hashOf computes the hash of p from nothing.
func hashOf(p partition.Partition) Hash {
	keys := make([]Key, p.K())
	for x, k := range RowKeys(len(p)) {
		keys[p[x]] = keys[p[x]].Xor(k)
	}
	var h Hash
	for _, k := range keys {
		h = h.Add(k.Scramble())
	}
	return h
}

func TestHashTellsPartitionsApart(t *testing.T) {
	seen := make(map[Hash]string)
	for n := 1; n <= 10; n++ {
		clear(seen)
		for p := range partition.All(n) {
			h := hashOf(p)
			if other, ok := seen[h]; ok {
				t.Fatalf("%v and %v share a hash", p, other)
			}
			seen[h] = string(partition.Pack(p))
		}
	}
}

// TestHashesAddUpModulo128Bits: the lower half comes first and carries over.
func TestHashesAddUpModulo128Bits(t *testing.T) {
	const most = math.MaxUint64
	for _, tt := range []struct{ a, b, sum Hash }{
		{Hash{1, 2}, Hash{3, 4}, Hash{4, 6}},
		{Hash{most, 0}, Hash{1, 0}, Hash{0, 1}},
		{Hash{most, most}, Hash{1, 0}, Hash{0, 0}},
		{Hash{0, most}, Hash{0, 2}, Hash{0, 1}},
		{Hash{most, 5}, Hash{most, 6}, Hash{most - 1, 12}},
	} {
		if got := tt.a.Add(tt.b); got != tt.sum {
			t.Errorf("%x + %x = %x, want %x", tt.a, tt.b, got, tt.sum)
		}
		if got := tt.sum.Sub(tt.b); got != tt.a {
			t.Errorf("%x - %x = %x, want %x", tt.sum, tt.b, got, tt.a)
		}
	}
}

// TestHashIsFrozen: survival draws and checkpoints must mean the same in every
// version and on every machine.
func TestHashIsFrozen(t *testing.T) {
	for n, want := range map[int]struct {
		hash Hash
		draw float64
	}{
		6:   {Hash{0x5c778b1652c4557a, 0x4c4ce82835a9d5d0}, 0.1373598406233455},
		100: {Hash{0xf587c3886a0b1edb, 0xdd85c20f6bd3dd17}, 0.9381621883102801},
		300: {Hash{0x4cd8e74ca6a68822, 0xf8522822514dcfb4}, 0.0031097642975216333},
	} {
		p := partition.Identity(n)
		for x := range p {
			p[x] = x * x % 5
		}
		h := hashOf(partition.Canonical(p))
		if draw := h.Uniform(7); h != want.hash || draw != want.draw {
			t.Errorf("%d rows: {Hash{%#x, %#x}, %v}, want %#x and %v", n, h[0], h[1], draw, want.hash, want.draw)
		}
	}
}

func TestHashUpdatesUnderMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{5, 64, 65, 128, 129, 300}).Draw(t, "n")
		p := drawn(t, n)
		if p.K() < 2 {
			t.Skip("one cluster")
		}
		keys := make([]Key, p.K())
		for x, k := range RowKeys(n) {
			keys[p[x]] = keys[p[x]].Xor(k)
		}
		union := keys[0].Xor(keys[1])
		got := hashOf(p).Sub(keys[0].Scramble()).Sub(keys[1].Scramble()).Add(union.Scramble())
		if want := hashOf(p.Merge(0, 1)); got != want {
			t.Fatalf("updated hash %x, recomputed %x", got, want)
		}
	})
}

// TestUniformIsUniform bins the draws of all partitions of 10 rows for two
// seeds. With 115,975 draws a bin of 20 holds 5,799 with a standard deviation
// of 74; 5 of those are allowed.
func TestUniformIsUniform(t *testing.T) {
	for seed := range uint64(2) {
		var bins [20]int
		for p := range partition.All(10) {
			u := hashOf(p).Uniform(seed)
			if u <= 0 || u >= 1 {
				t.Fatalf("draw %g", u)
			}
			bins[int(u*20)]++
		}
		for i, count := range bins {
			if math.Abs(float64(count)-115975.0/20) > 5*74 {
				t.Errorf("seed %d: bin %d holds %d", seed, i, count)
			}
		}
	}
	h := hashOf(partition.Identity(4))
	if h.Uniform(1) == h.Uniform(2) {
		t.Error("the seed does not change the draw")
	}
}
