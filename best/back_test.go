package best

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/problem"
)

// TestBackTakesAMoveBack: all scores are then what they were.
func TestBackTakesAMoveBack(t *testing.T) {
	const n, k = 12, 4
	p := problem.DIB(drawn.Table(t, clustersTable(6, n, 9, 3)))
	label := make([]int32, n)
	for x := range label {
		label[x] = int32(x % k)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for name, s := range map[string]scorer{"cells": newScorer(p), "sets": newSetScorer(p.Traits(), p.Rows(), method.Tilt(p.Traits()))} {
		s.load(label, k)
		scores := func() (list []float64) {
			for x := range n {
				for c := range k {
					if int(label[x]) == c {
						list = append(list, s.leave(x, c))
					} else {
						list = append(list, s.join(x, c), s.merged(c, int(label[x])))
					}
				}
			}
			return list
		}
		want := scores()
		for range 20 {
			x := rng.IntN(n)
			s.move(x, int(label[x]), (int(label[x])+1+rng.IntN(k-1))%k)
			s.back()
			if !slices.Equal(scores(), want) {
				t.Fatalf("%s: after row %d moved there and back, scores differ", name, x)
			}
		}
	}
}
