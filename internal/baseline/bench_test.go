package baseline

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/joint"
)

func BenchmarkMethods(b *testing.B) {
	for _, table := range []struct {
		name string
		make func() *joint.Joint
	}{
		{"alpha10", func() *joint.Joint { return shared(b, "alpha10") }},
		{"alpha27", func() *joint.Joint { return shared(b, "alpha27") }},
		{"200x30", func() *joint.Joint { return mustJoint(b, weights(rand.New(rand.NewPCG(1, 2)), 200, 30)) }},
	} {
		for _, m := range Methods() {
			b.Run("method="+m.Name+"/table="+table.name, func(b *testing.B) {
				j := table.make()
				found := 0
				for b.Loop() {
					r, err := m.Run(context.Background(), j, Options{})
					if err != nil {
						b.Fatal(err)
					}
					found = len(r.Clusterings)
				}
				b.ReportMetric(float64(found), "clusterings")
			})
		}
	}
}
