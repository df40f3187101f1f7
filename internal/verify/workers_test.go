package verify

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/problem"
)

// TestVerifyRefusesNegativeWorkers: both verifiers check the number of workers as
// every other function of the library does.
func TestVerifyRefusesNegativeWorkers(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 6, 5))
	f := drawn.NewSketch(t, j).Frontier(t)
	if _, err := Verify(context.Background(), j, f, -1, solve.Again); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("Verify: %v", err)
	}
	f.Certificate = nil
	if _, err := Recompute(context.Background(), problem.DIB(j), f, -1, solve.Again); !errors.Is(err, problem.ErrOptions) {
		t.Errorf("Recompute: %v", err)
	}
}

// counted is a problem that notes for how many goroutines evaluators were asked.
type counted struct {
	problem.Problem
	goroutines *int
}

func (p counted) Evaluators(goroutines int, memory int64) []problem.Evaluator {
	*p.goroutines = goroutines
	return p.Problem.Evaluators(goroutines, memory)
}

// TestRecomputeUsesItsWorkers: every worker has an evaluator of its own, and what is
// found does not depend on their number.
func TestRecomputeUsesItsWorkers(t *testing.T) {
	p := problem.DMC(drawn.Table(t, drawn.Uniform(5, 8, 7)))
	s := draftOf(t, p, problem.Limits{})
	for k := range s.Entries {
		s.Entries[k].I += 1e-6 // every point is wrong
	}
	var goroutines int
	var failures [][]string
	for _, workers := range []int{1, 3} {
		v, err := Recompute(context.Background(), counted{p, &goroutines}, s.Frontier(t), workers, solve.Again)
		if err != nil {
			t.Fatal(err)
		}
		if goroutines != workers {
			t.Errorf("%d workers have %d evaluators", workers, goroutines)
		}
		failures = append(failures, v.Failures)
	}
	if len(failures[0]) < 3 || !slices.Equal(failures[0], failures[1]) {
		t.Errorf("one worker finds %q, three find %q", failures[0], failures[1])
	}
}
