package frontier

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnionOfSearches(t *testing.T) {
	run := func(seed uint64, seconds float64, status Status) Search {
		return Search{
			Method: "mapper", Epsilon: 0.5, Seed: seed, Status: status,
			Evaluated: 100, Expanded: 10, Seconds: seconds,
		}
	}
	of := func(s Search) *Frontier {
		f := tiny(t)
		f.Search = s
		return f
	}
	one, two := run(1, 0.5, "complete"), run(2, 0.25, "complete")
	for _, tt := range []struct {
		name string
		runs []Search
		want Search
	}{
		{"one run", []Search{one, one}, one},
		{"one run, timed twice", []Search{one, run(1, 2, "complete"), one}, run(1, 2, "complete")},
		{"two seeds", []Search{two, one, two}, Search{
			Method: "union", Epsilon: 0.5, Status: "complete",
			Evaluated: 200, Expanded: 20, Seconds: 0.75, Runs: []Search{one, two},
		}},
		{"one seed, two ends", []Search{one, run(1, 0.5, "deadline")}, Search{
			Method: "union", Epsilon: 0.5, Seed: 1, Status: "deadline",
			Evaluated: 200, Expanded: 20, Seconds: 1, Runs: []Search{one, run(1, 0.5, "deadline")},
		}},
		{"a union and its part", []Search{united(t, of(one), of(two)).Search, run(2, 3, "complete")}, Search{
			Method: "union", Epsilon: 0.5, Status: "complete",
			Evaluated: 200, Expanded: 20, Seconds: 3.5, Runs: []Search{one, run(2, 3, "complete")},
		}},
	} {
		var fs []*Frontier
		for _, s := range tt.runs {
			fs = append(fs, of(s))
		}
		if diff := cmp.Diff(tt.want, united(t, fs...).Search); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	coarse, huge := one, two
	coarse.Resolution, huge.Evaluated = 0.125, math.MaxInt64
	if got := united(t, of(coarse), of(huge)).Search; got.Resolution != 0.125 || got.Evaluated != math.MaxInt64 {
		t.Errorf("resolution %g, %d evaluated", got.Resolution, got.Evaluated)
	}
	linear, another := one, two
	linear.Order, another.Order = "linear", "linear"
	if got := united(t, of(linear), of(another)).Search; got.Order != "linear" {
		t.Errorf("order %q of runs that share it", got.Order)
	}
	if got := united(t, of(linear), of(two)).Search; got.Order != "" {
		t.Errorf("order %q of a union with a frontier of all groupings", got.Order)
	}
	epsilon := one
	epsilon.Epsilon = math.Inf(1)
	if got := united(t, of(epsilon), of(one)).Search; got.Epsilon != 0 || got.Seed != 1 {
		t.Errorf("epsilon %g, seed %d of runs that differ in epsilon", got.Epsilon, got.Seed)
	}
}

// TestUnionOfStatuses puts them in order, best first.
func TestUnionOfStatuses(t *testing.T) {
	order := []Status{"complete", "effort", "memory", "deadline", "interrupted", "abandoned", "lost"}
	for i, better := range order {
		for _, worse := range order[i:] {
			a, b := tiny(t), tiny(t)
			a.Search.Status, b.Search.Status = better, worse
			if got := united(t, b, a).Search.Status; got != worse {
				t.Errorf("%s and %s are %s", better, worse, got)
			}
		}
	}
}
