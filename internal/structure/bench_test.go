package structure

import (
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// BenchmarkAnalysis measures what is computed of a whole frontier.
func BenchmarkAnalysis(b *testing.B) {
	rng := rand.New(rand.NewPCG(20000, 100))
	var clusterings []partition.Partition
	labels := make([]int, 100)
	for n := range 20000 {
		for x := range labels {
			labels[x] = rng.IntN(1 + n*100/20000)
		}
		clusterings = append(clusterings, partition.Canonical(labels))
	}
	f := ladder(b, 1, 100, clusterings)
	candidates := make([]int, 0, 100)
	for _, p := range f.MostProminent(cap(candidates)) {
		candidates = append(candidates, p.Index)
	}
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"prominent", func() error { f.MostProminent(10); return nil }},
		{"distinctions", func() error { _, err := DistinctionsOf(f); return err }},
		{"compare", func() error { Compare(f, f); return nil }},
		{"walk", func() error { Walk(f, candidates); return nil }},
	} {
		b.Run("analysis="+c.name+"/points=20000/rows=100", func(b *testing.B) {
			for b.Loop() {
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
