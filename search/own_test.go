package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// general hides what an additive problem does for speed.
type general struct{ problem.Additive }

func (g general) Evaluators(goroutines int, memory int64) []problem.Evaluator {
	return problem.Evaluators(g, goroutines, memory)
}

// ownProblems are a bottleneck as a user would define it: by a sum over clusters, and
// by its definition.
func ownProblems(tab table) map[string]problem.Problem {
	names := make([]string, len(tab))
	for x := range names {
		names[x] = fmt.Sprint(x)
	}
	total, columns := 0.0, make([]float64, len(tab[0]))
	for _, row := range tab {
		for y, v := range row {
			total += v
			columns[y] += v
		}
	}
	phi := func(v float64) float64 {
		if v == 0 {
			return 0
		}
		return v / total * math.Log2(v/total)
	}
	hy := 0.0
	for _, v := range columns {
		hy -= phi(v)
	}
	sum, err := problem.Sum(frontier.Problem{XLabels: names}, func(rows []int) problem.Point {
		sum, w := make([]float64, len(columns)), 0.0
		for _, x := range rows {
			for y, v := range tab[x] {
				sum[y] += v
				w += v
			}
		}
		p := problem.Point{H: -phi(w), I: hy*float64(len(rows))/float64(len(tab)) - phi(w)}
		for _, v := range sum {
			p.I += phi(v)
		}
		return p
	})
	if err != nil {
		panic(err)
	}
	custom, err := problem.Custom(frontier.Problem{XLabels: names, Kind: "mine"}, func(f partition.Partition) problem.Point {
		h, i := tab.point(f)
		return problem.Point{H: h, I: i}
	})
	if err != nil {
		panic(err)
	}
	return map[string]problem.Problem{"sum": sum, "custom": custom}
}

// TestOwnProblemsFindTheFrontier: a bottleneck that a user defines has the same frontier
// as the built-in one.
func TestOwnProblemsFindTheFrontier(t *testing.T) {
	for seed := range uint64(5) {
		tab := simplex(rand.New(rand.NewPCG(seed, 7)), 7, 4)
		for name, p := range ownProblems(tab) {
			for _, epsilon := range []float64{0, math.Inf(1)} {
				r, err := Map(context.Background(), p, Options{Epsilon: epsilon})
				if err != nil {
					t.Fatal(err)
				}
				samePoints(t, pairsOf(r.Frontier), tab.bruteForce())
				sound(t, tab, r.Frontier)
				d := r.Frontier.Problem
				if last := r.Frontier.At(r.Frontier.Len() - 1); d.N != 7 || d.HX != last.H || d.IXY != last.I {
					t.Errorf("%s is described as %+v", name, d)
				}
			}
		}
	}
}
