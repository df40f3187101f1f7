package union

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
)

func TestUnionOfSearches(t *testing.T) {
	run := func(seed uint64, seconds float64, status frontier.Status) frontier.Search {
		return frontier.Search{
			Method: "mapper", Epsilon: 0.5, Seed: seed, Status: status,
			Evaluated: 100, Expanded: 10, Seconds: seconds,
		}
	}
	of := func(s frontier.Search) *frontier.Frontier {
		f := tiny(t)
		f.Search = s
		return f
	}
	one, two := run(1, 0.5, "converged"), run(2, 0.25, "converged")
	for _, tt := range []struct {
		name string
		runs []frontier.Search
		want frontier.Search
	}{
		{"one run", []frontier.Search{one, one}, one},
		{"one run, timed twice", []frontier.Search{one, run(1, 2, "converged"), one}, run(1, 2, "converged")},
		{"two seeds", []frontier.Search{two, one, two}, frontier.Search{
			Method: "union", Epsilon: 0.5, Status: "converged",
			Evaluated: 200, Expanded: 20, Seconds: 0.75, Runs: []frontier.Search{one, two},
		}},
		{"one seed, two ends", []frontier.Search{one, run(1, 0.5, "deadline")}, frontier.Search{
			Method: "union", Epsilon: 0.5, Seed: 1, Status: "deadline",
			Evaluated: 200, Expanded: 20, Seconds: 1, Runs: []frontier.Search{one, run(1, 0.5, "deadline")},
		}},
		{"a union and its part", []frontier.Search{united(t, of(one), of(two)).Search, run(2, 3, "converged")}, frontier.Search{
			Method: "union", Epsilon: 0.5, Status: "converged",
			Evaluated: 200, Expanded: 20, Seconds: 3.5, Runs: []frontier.Search{one, run(2, 3, "converged")},
		}},
	} {
		var fs []*frontier.Frontier
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

// TestUnionOfStatuses: a union is complete if a frontier of that status has all its points, and
// otherwise as its worst run.
func TestUnionOfStatuses(t *testing.T) {
	of := func(f *frontier.Frontier, method string, status frontier.Status) *frontier.Frontier {
		f.Search.Method, f.Search.Status = method, status
		return f
	}
	order := []frontier.Status{"complete", "converged", "effort", "memory", "deadline", "interrupted"}
	for i, better := range order {
		for _, worse := range order[i:] {
			want := worse
			if better == "complete" {
				want = better
			}
			if got := united(t, of(tiny(t), "mapper", worse), of(tiny(t), "dp", better)).Search.Status; got != want {
				t.Errorf("%s and %s are %s", better, worse, got)
			}
		}
	}
	for _, tt := range []struct {
		name   string
		fs     []*frontier.Frontier
		want   frontier.Status
		inRuns []frontier.Status
	}{
		{"proved", []*frontier.Frontier{of(tiny(t), "rounds", "complete")}, "complete", nil},
		{"proved, and the search alone", []*frontier.Frontier{of(tiny(t), "rounds", "converged"), of(tiny(t), "rounds", "complete")}, "complete", nil},
		{"proved, and another search", []*frontier.Frontier{of(tiny(t), "mapper", "converged"), of(tiny(t), "rounds", "complete")}, "complete", []frontier.Status{"converged", "converged"}},
		{"complete, and it lacks a point", []*frontier.Frontier{of(tiny(t), "mapper", "converged"), of(lacking(t), "dp", "complete")}, "converged", []frontier.Status{"complete", "converged"}},
		{"both complete, and one lacks a point", []*frontier.Frontier{of(tiny(t), "enumeration", "complete"), of(lacking(t), "dp", "complete")}, "complete", []frontier.Status{"complete", "complete"}},
	} {
		u := united(t, tt.fs...)
		var inRuns []frontier.Status
		for _, run := range u.Search.Runs {
			inRuns = append(inRuns, run.Status)
		}
		if u.Search.Status != tt.want || !cmp.Equal(inRuns, tt.inRuns) {
			t.Errorf("%s: %s, runs %v", tt.name, u.Search.Status, inRuns)
		}
	}
	// All groupings into runs say nothing about groupings of other kinds.
	runs := of(tiny(t), "intervals", "complete")
	runs.Search.Order = "linear"
	if got := united(t, runs, of(tiny(t), "mapper", "effort")).Search.Status; got != "effort" {
		t.Errorf("linear and all groupings: %s", got)
	}
}

// lacking returns the tiny frontier without one of its points.
func lacking(t *testing.T) *frontier.Frontier {
	t.Helper()
	f := tiny(t)
	g, err := frontier.New(f.Problem, f.Search, slices.Delete(entriesOf(f), 1, 2))
	if err != nil {
		t.Fatal(err)
	}
	return g
}
