package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// TestStepsEqualLabelsChangedByHand takes steps of all three kinds, one after
// another, in clusterings of few clusters and of many, packed in one byte a row
// and in two.
func TestStepsEqualLabelsChangedByHand(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 4))
		for _, n := range []int{2, 3, 5, 17, 256, 257, 300} {
			steps := newStepper(n)
			f := randomClustering(rng, n, 1+rng.IntN(n))
			for range 10 {
				s, labels := stepByHand(rng, f)
				got, want := make(partition.Partition, n), partition.Canonical(labels)
				steps.take(partition.Pack(f), s).Unpack(got)
				if !slices.Equal(got, want) {
					t.Fatalf("%v after %v: %v, want %v", f, s, got, want)
				}
				f = want
			}
		}
	}
}

// stepByHand draws a step and returns it with the labels it leads to.
func stepByHand(rng *rand.Rand, f partition.Partition) (s partition.Change, labels []int) {
	a, b := rng.IntN(len(f)), rng.IntN(len(f))
	labels = slices.Clone(f)
	switch rng.IntN(3) {
	case 0: // a gets a cluster of its own
		labels[a] = len(f) + 1
		return partition.Change{Row: int32(a), To: int32(a)}, labels
	case 1: // a moves, perhaps to where it is
		labels[a] = labels[b]
		if a == b {
			labels[a] = len(f) + 1
		}
		return partition.Change{Row: int32(a), To: int32(b)}, labels
	default: // the clusters of a and b merge, if they are two
		for x, c := range f {
			if c == f[b] {
				labels[x] = f[a]
			}
		}
		return partition.Change{Row: int32(a), To: ^int32(b)}, labels
	}
}
