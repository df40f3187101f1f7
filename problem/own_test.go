package problem

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// general hides what a problem does for speed.
type general struct{ Problem }

func (g general) Traits() Traits {
	t := g.Problem.Traits()
	return Traits{Cluster: t.Cluster, Total: t.Total}
}

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
	sum, err := Sum(frontier.Problem{XLabels: names}, func(rows []int) Point {
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
	}, Traits{})
	if err != nil {
		panic(err)
	}
	custom, err := Custom(frontier.Problem{XLabels: names, Kind: "mine"}, func(f partition.Partition) Point {
		h, i := tab.point(f)
		return Point{h, i}
	}, Traits{})
	if err != nil {
		panic(err)
	}
	return map[string]Problem{"sum": sum, "custom": custom}
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

// TestOwnProblemsOutOfRange: what cannot be summed exactly is an error.
func TestOwnProblemsOutOfRange(t *testing.T) {
	two := frontier.Problem{XLabels: []string{"a", "b"}}
	for _, tt := range []struct {
		name string
		cost Point
		of   frontier.Problem
		want string // "" for no error
	}{
		{"NaN", Point{1, math.NaN()}, two, "not a number below 4096"},
		{"Inf", Point{math.Inf(1), 0}, two, "a cost of a cluster that is not a number below 4096"},
		{"large cost", Point{4096, 0}, two, "not a number below 4096"},
		{"large sum", Point{2048, 0}, two, "not a number below 4096"},
		{"in range", Point{2047, -2047}, two, ""},
		{"one row", Point{}, frontier.Problem{XLabels: []string{"a"}}, "a problem with 1 rows"},
		{"equal labels", Point{}, frontier.Problem{XLabels: []string{"a", "b", "a"}}, `two rows have the label "a"`},
	} {
		_, err := Sum(tt.of, func([]int) Point { return tt.cost }, Traits{})
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		_, err = Custom(tt.of, func(f partition.Partition) Point {
			return Point{tt.cost.H * float64(f.K()), tt.cost.I * float64(f.K())}
		}, Traits{})
		if tt.want == "" && err != nil || tt.want != "" && (!errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s as a function of clusterings: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestSumRefuses: costs have to come from somewhere, and all rows have masses or none has.
func TestSumRefuses(t *testing.T) {
	two, cells := frontier.Problem{XLabels: []string{"a", "b"}}, func(int) ([]int32, []float64) { return nil, nil }
	for want, traits := range map[string]Traits{
		"without costs":       {},
		"2 labels and 1 mass": {Masses: []float64{1}},
		"2 labels and 0 mass": {Cells: cells},
	} {
		if p, err := Sum(two, nil, traits); p != nil || !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
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
