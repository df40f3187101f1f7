package problem

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// general hides what an additive problem does for speed.
type general struct{ Additive }

func (g general) Evaluators(goroutines int, memory int64) []Evaluator {
	return Evaluators(g, goroutines, memory)
}

// TestGeneralEvaluatorsEqualSpecialOnes: costs that are computed by adding rows to a
// set are those of the sparse code, bit for bit.
func TestGeneralEvaluatorsEqualSpecialOnes(t *testing.T) {
	for _, draw := range kinds {
		for seed := range uint64(60) {
			rng := rand.New(rand.NewPCG(seed, 1))
			n := 2 + rng.IntN(9)
			p := DIB(draw(rng, n, 5).joint(t))
			e := general{p}.Evaluators(1, []int64{1, 5000, plenty}[seed%3])[0]
			for range 3 {
				newReferee(p, nil).neighbours(t, e, randomClustering(rng, n, 1+rng.IntN(n)))
			}
		}
	}
}

// ownProblems are a bottleneck as a user would define it: by a sum over clusters, and
// by its definition.
func ownProblems(tab table) map[string]Problem {
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
	return map[string]Problem{
		"sum": Sum(frontier.Problem{XLabels: names}, func(rows []int) Point {
			sum, w := make([]float64, len(columns)), 0.0
			for _, x := range rows {
				for y, v := range tab[x] {
					sum[y] += v
					w += v
				}
			}
			p := Point{-phi(w), hy*float64(len(rows))/float64(len(tab)) - phi(w)}
			for _, v := range sum {
				p.I += phi(v)
			}
			return p
		}),
		"custom": Custom(frontier.Problem{XLabels: names, Kind: "mine"}, func(f partition.Partition) Point {
			h, i := tab.point(f)
			return Point{h, i}
		}),
	}
}

// TestOwnNeighboursEqualLoad: the contract of evaluators.
func TestOwnNeighboursEqualLoad(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := 2 + rng.IntN(7)
		for _, p := range ownProblems(simplex(rng, n, 4)) {
			e := p.Evaluators(1, 10_000)[0]
			newReferee(p, nil).neighbours(t, e, randomClustering(rng, n, 1+rng.IntN(n)))
		}
	}
}

// TestOwnProblemsOutOfRange: what cannot be summed exactly is a mistake that does not
// go unnoticed.
func TestOwnProblemsOutOfRange(t *testing.T) {
	two := frontier.Problem{XLabels: []string{"a", "b"}}
	constant := func(p Point) func([]int) Point { return func([]int) Point { return p } }
	for _, tt := range []struct {
		name string
		make func()
		want string
	}{
		{"NaN", func() { Sum(two, constant(Point{1, math.NaN()})) }, "add up to h 2, i NaN"},
		{"large", func() { Sum(two, constant(Point{2048, 0})) }, "add up to h 4096"},
		{"one row", func() { Sum(frontier.Problem{XLabels: []string{"a"}}, constant(Point{})) }, "a problem of 1 rows"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, tt.want) {
					t.Errorf("%s: panics with %q, want %q", tt.name, got, tt.want)
				}
			}()
			tt.make()
		}()
	}
	Sum(two, constant(Point{2047, -2047})) // is still in range
}

// TestRowSet: rows come ascending, whatever the order in which they were added.
func TestRowSet(t *testing.T) {
	var seen []int
	s := &rowSet{cost: func(rows []int) Point {
		seen = slices.Clone(rows)
		return Point{0.1, 0}
	}}
	for _, x := range []int{5, 2, 9, 3} {
		s.Add(x)
	}
	s.Remove(2)
	if got := s.Cost().H; !slices.Equal(seen, []int{3, 5, 9}) || got*0x1p40 != math.Round(0.1*0x1p40) {
		t.Errorf("the cost of %v is %.17g", seen, got)
	}
}
