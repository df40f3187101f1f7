package exact_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// channel returns the problem of quantising many values of X with two of Y.
func channel(t *testing.T, n int) problem.Problem {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	x, counts := make([]string, n), make([][]float64, n)
	for row := range x {
		x[row] = fmt.Sprintf("x%03d", row)
		counts[row] = []float64{float64(r.IntN(100)), float64(1 + r.IntN(100))}
	}
	j, err := joint.Dense(x, []string{"a", "b"}, counts)
	if err != nil {
		t.Fatal(err)
	}
	return problem.DMC(j)
}

// TestCountedEqualsDynamicProgram compares the clusterings of many rows with the best ones, which a dynamic
// program finds for two columns.
func TestCountedEqualsDynamicProgram(t *testing.T) {
	const upTo = 16
	p := channel(t, 320)
	known, complete, err := program.Informative(t.Context(), p, "", upTo, method.Options{Workers: 1, Effort: math.MaxInt64})
	if err != nil || !complete {
		t.Fatal(complete, err)
	}
	r, err := search.Map(t.Context(), p, search.Options{Workers: 2, Limits: problem.Limits{MaxClusters: upTo}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != frontier.StatusConverged || r.Frontier.Len() != upTo || r.Evaluated == 0 {
		t.Errorf("%v, %d points, %d evaluated", r.Status, r.Frontier.Len(), r.Evaluated)
	}
	evaluator := p.Evaluators(1, 0)[0]
	for _, f := range known {
		best, err := problem.Load(p, evaluator, f)
		if err != nil {
			t.Fatal(err)
		}
		for point := range r.Frontier.All() {
			if point.K == f.K() && (point.I > best.I+1e-12 || point.I < best.I*0.9997 || math.Abs(point.H-math.Log2(float64(point.K))) > 1e-12) {
				t.Errorf("%d clusters: (%v, %v), and the best is (%v, %v)", point.K, point.H, point.I, best.H, best.I)
			}
		}
	}
}

// TestCountedStops ends a search before it begins.
func TestCountedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := search.Map(ctx, channel(t, 320), search.Options{})
	if err != nil || r.Status != frontier.StatusInterrupted || r.Frontier.Len() == 0 {
		t.Errorf("%v, %v", r, err)
	}
}

// TestCountedGoesOn: a search by chains has the same result with checkpoints, and if it is interrupted in every turn and
// continues with other numbers of workers.
func TestCountedGoesOn(t *testing.T) {
	p := channel(t, 320)
	opts := search.Options{Effort: 0.002, Workers: 2, Limits: problem.Limits{MaxClusters: 24}}
	find := func(ctx context.Context) (found []string, as frontier.Search) {
		t.Helper()
		r, err := search.Map(ctx, p, opts)
		if err != nil {
			t.Fatal(err)
		}
		a := make(partition.Partition, p.Rows())
		for point := range r.Frontier.All() {
			point.Unpack(a)
			found = append(found, fmt.Sprint(point.H, point.I, a))
		}
		return found, r.Frontier.Search
	}
	want, as := find(t.Context())
	for runs := 1; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		opts.Workers = 1 + runs%3
		opts.Checkpoint = func(snapshot func() []byte, last bool) {
			if calls++; calls == 2 && !last {
				cancel()
			}
			if last || calls == 2 {
				opts.Resume = snapshot()
			}
		}
		found, of := find(ctx)
		cancel()
		if of.Status == frontier.StatusInterrupted {
			continue
		}
		if !slices.Equal(found, want) || !reflect.DeepEqual(of, as) || runs < 3 {
			t.Errorf("after %d runs: %+v, want %+v, and %d points of %d", runs, of, as, len(found), len(want))
		}
		break
	}
	if _, err := search.Map(t.Context(), channel(t, 321), opts); !errors.Is(err, search.ErrCheckpoint) {
		t.Errorf("another table: %v", err)
	}
	opts.Resume = opts.Resume[:len(opts.Resume)-1]
	if _, err := search.Map(t.Context(), p, opts); !errors.Is(err, search.ErrCheckpoint) {
		t.Errorf("cut short: %v", err)
	}
}
