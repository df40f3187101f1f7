package info

import (
	"fmt"
	"testing"
)

func BenchmarkEstimator(b *testing.B) {
	for _, v := range goldenVectors(b) {
		if v.K != 27 && v.K != 729 || v.N == 10 {
			continue
		}
		for _, e := range Estimators() {
			b.Run(fmt.Sprintf("name=%s/k=%d/n=%.0f", e.Name(), v.K, v.N), func(b *testing.B) {
				for b.Loop() {
					if _, err := e.Entropy(v.Counts, v.K); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkPosteriorDraw(b *testing.B) {
	for _, v := range goldenVectors(b) {
		if v.Name != "alpha27_r1_ZY" && v.Name != "alpha27_1e8_ZY" {
			continue
		}
		b.Run(fmt.Sprintf("k=%d/n=%.0f", v.K, v.N), func(b *testing.B) {
			posterior, err := NSB().Posterior(v.Counts)
			if err != nil {
				b.Fatal(err)
			}
			p := make([]float64, len(posterior.counts))
			for k := uint64(0); b.Loop(); k++ {
				posterior.Draw(p, 1, k)
			}
		})
	}
}
