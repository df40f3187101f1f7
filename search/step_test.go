package search

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// TestStepsEqualLabelsChangedByHand takes steps of all three kinds, one after
// another, in clusterings of few clusters and of many, packed in one byte a row
// and in two.
func TestStepsEqualLabelsChangedByHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{2, 3, 5, 17, 256, 257, 300}).Draw(t, "n")
		steps := newStepper(n)
		most := rapid.SampledFrom([]int{1, 2, 4, n - 1}).Draw(t, "most")
		f := partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, most), n, n).Draw(t, "labels"))
		row := rapid.IntRange(0, n-1)
		for range 10 {
			a, b := row.Draw(t, "a"), row.Draw(t, "b")
			var s step
			labels := slices.Clone(f)
			switch kind := rapid.SampledFrom([]string{"merge", "move", "leave"}).Draw(t, "kind"); {
			case kind == "leave":
				s = step{int32(a), ^int32(a)}
				labels[a] = n + 1
			case a == b:
				continue // no step
			case kind == "move":
				s = step{int32(a), ^int32(b)}
				labels[a] = labels[b]
			default:
				s = step{int32(a), int32(b)}
				for x, c := range f {
					if c == f[b] {
						labels[x] = f[a]
					}
				}
			}
			got, want := make(partition.Partition, n), partition.Canonical(labels)
			steps.take(partition.Pack(f), s).Unpack(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%v after %v: %v, want %v", f, s, got, want)
			}
			f = got
		}
	})
}
