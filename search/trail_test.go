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
