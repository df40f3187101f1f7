package search

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// TestTrailIsWhatItsMergesGive follows random merges with partitions.
func TestTrailIsWhatItsMergesGive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		want := partition.Identity(n)
		var tr *trail
		got := make(partition.Partition, n)
		for step := range n {
			tr.write(got)
			if !slices.Equal(got, want) {
				t.Fatalf("after %d merges: %v, want %v", step, got, want)
			}
			if want.K() == 1 {
				break
			}
			// Two rows of different clusters, not only the smallest ones.
			a := rapid.IntRange(0, n-1).Draw(t, "a")
			b := rapid.IntRange(0, n-1).Filter(func(b int) bool { return want[b] != want[a] }).Draw(t, "b")
			tr = &trail{tr, int32(a), int32(b)}
			want = want.Merge(want[a], want[b])
		}
	})
}

// TestArchiveKeepsTheSmallestString offers clusterings that tie in every order.
func TestArchiveKeepsTheSmallestString(t *testing.T) {
	strings := []partition.Partition{{0, 0, 1}, {0, 1, 0}, {0, 1, 1}}
	for order := range partition.All(3) { // a few orders, with repeats
		a := newArchive(3)
		for k := range strings {
			p := strings[(k+order[2]+order[1])%3]
			// Within a cell, so that the values kept tell which clustering is.
			a.offer(1+float64(p[1])*1e-11+float64(p[2])*2e-11, 1, packed(partition.Pack(p)))
		}
		entries := a.entries(partition.Identity(3))
		if len(entries) != 1 || entries[0].Assignment != partition.Pack(strings[0]) || entries[0].Ties != 2 || entries[0].H != 1+2e-11 {
			t.Errorf("kept %+v", entries)
		}
	}
}
