package search

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

var errFickle = errors.New("the estimator has no answer")

// fickle is an estimator that cannot work with a number of cells.
type fickle struct {
	info.Estimator
	cells int
}

func (e fickle) Entropy(counts []float64, cells int) (info.Estimate, error) {
	if cells == e.cells {
		return info.Estimate{}, errFickle
	}
	return e.Estimator.Entropy(counts, cells)
}

// offGrid is a user's evaluator that returns NaN for merges.
type offGrid struct{ problem.Evaluator }

func (e offGrid) Merges(a int, wanted []int32, to []problem.Point) {
	e.Evaluator.Merges(a, wanted, to)
	for _, b := range wanted {
		to[b].I = math.NaN()
	}
}

type offGridProblem struct{ problem.Problem }

func (p offGridProblem) Evaluators(goroutines int, memory int64) []problem.Evaluator {
	evaluators := p.Problem.Evaluators(goroutines, memory)
	for k, e := range evaluators {
		evaluators[k] = offGrid{e}
	}
	return evaluators
}

// TestFailingProblems: an error or a value out of range that a user's function returns
// for some clusterings is an error of Map with every method and number of workers, and no
// goroutine is left behind.
func TestFailingProblems(t *testing.T) {
	const rows = 6
	tab := drawnCounts(rand.New(rand.NewPCG(3, 3)), rows, 3, 9)
	described := frontier.Problem{XLabels: names("x", rows)}
	additive := func(large problem.Point) problem.Problem {
		p, err := problem.Sum(described, func(of []int) problem.Point {
			if len(of) == 4 {
				return large
			}
			return problem.Point{H: 1 / float64(len(of)), I: -float64(len(of) * len(of))}
		}, problem.Traits{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	custom, err := problem.Custom(described, func(f partition.Partition) problem.Point {
		if k := f.K(); k != 4 {
			return problem.Point{H: float64(k), I: float64(k) - float64(f[rows-1])/10}
		}
		return problem.Point{H: 4, I: math.Inf(1)}
	}, problem.Traits{})
	if err != nil {
		t.Fatal(err)
	}
	estimated, err := problem.Estimated(tab.joint(t), fickle{info.NSB(), 4})
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for name, tt := range map[string]struct {
		problem problem.Problem
		is      error
		want    string
	}{
		"estimator": {estimated, errFickle, "4 clusters"},
		"NaN":       {additive(problem.Point{H: 1, I: math.NaN()}), nil, "below 4096"},
		"Inf":       {additive(problem.Point{H: math.Inf(1), I: 0}), nil, "below 4096"},
		"large":     {additive(problem.Point{H: 1, I: -4096}), nil, "below 4096"},
		"custom":    {custom, nil, "below 4096"},
		"evaluator": {offGridProblem{problem.DIB(tab.joint(t))}, nil, "below 4096"},
	} {
		for _, opts := range []Options{{}, {Method: Local}, {Method: Merge, Epsilon: 0.1}, {Epsilon: math.Inf(1)}} {
			if name == "evaluator" && math.IsInf(opts.Epsilon, 1) {
				continue // takes no merges
			}
			for _, opts.Workers = range []int{1, 4} {
				r, err := Map(context.Background(), tt.problem, opts)
				if r != nil || err == nil || tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%s, %+v: %v, want %q", name, opts, err, tt.want)
				}
			}
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left, %d before", runtime.NumGoroutine(), before)
}
