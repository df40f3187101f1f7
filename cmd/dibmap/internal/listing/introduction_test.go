package listing

import (
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/scale"
)

func TestDescribeSearch(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		search frontier.Search
		proof  *frontier.Certificate
		want   string
	}{
		{
			frontier.Search{Method: "rounds", Rounds: 3, RoundEpsilon: 0.0027000000000000001, Evaluated: 12585963, Status: "converged"},
			nil,
			"found by local search and 3 epsilon rounds up to 0.0027 bits, 12,585,963 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "rounds", Rounds: 1, RoundEpsilon: 0.0003, Evaluated: 5, Status: "effort"},
			nil,
			"found by local search and 1 epsilon round up to 0.0003 bits, 5 groupings evaluated, effort spent",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "effort"},
			&frontier.Certificate{},
			"found by local search, 5 groupings evaluated; a proof takes longer, which --prove allows",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "complete"},
			&frontier.Certificate{Complete: true},
			"found by local search, 5 groupings evaluated; 'dibmap verify' checks the proof",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "deadline"},
			&frontier.Certificate{},
			"found by local search, 5 groupings evaluated, cut short by the time limit",
		},
		{
			frontier.Search{Method: "rounds", Rounds: 1, Evaluated: 9, Status: "converged"},
			nil,
			"found by local search, 9 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "memory"},
			nil,
			"found by local search, 5 groupings evaluated, memory used up",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "memory", Resolution: 0.00024},
			nil,
			"found by local search, 5 groupings evaluated, thinned to one point per 0.00024 bits",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "deadline", Resolution: 0.00024},
			nil,
			"found by local search, 5 groupings evaluated, cut short by the time limit, thinned to one point per 0.00024 bits",
		},
		{
			frontier.Search{Method: "sweeps", Evaluated: 5, Status: "memory", Resolution: 0.00024},
			nil,
			"found by sweeps, 5 groupings evaluated, thinned to one point per 0.00024 bits",
		},
		{
			frontier.Search{Method: "union", Runs: []frontier.Search{{Method: "sweeps", Resolution: 1}, {Method: "rounds"}}, Resolution: 1, Status: "effort"},
			nil,
			"found by the union of 2 runs, 0 groupings evaluated, effort spent, thinned to one point per 1 bits",
		},
		{
			frontier.Search{Method: "union", Runs: []frontier.Search{{Method: "sweeps"}, {Method: "rounds", Resolution: 0.5}}, Resolution: 0.5, Status: "memory"},
			nil,
			"found by the union of 2 runs, 0 groupings evaluated, thinned to one point per 0.5 bits",
		},
		{
			frontier.Search{Method: "local", Status: "interrupted"},
			nil,
			"found by local search, 0 groupings evaluated, interrupted",
		},
		{
			frontier.Search{Method: "local", Epsilon: 0.001, Status: "converged"},
			nil,
			"found by local search with epsilon 0.001 bits, 0 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "mapper", Status: "converged"},
			nil,
			"found by greedy search, 0 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "mapper", Epsilon: 0.05, Status: "converged"},
			nil,
			"found by search with epsilon 0.05 bits, 0 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "enumeration", Epsilon: inf, Status: "complete"},
			nil,
			"found by trying all groupings, 0 groupings evaluated; 'dibmap verify' solves it again",
		},
		{
			frontier.Search{Method: "enumeration", Epsilon: inf, Status: "interrupted"},
			nil,
			"found by trying all groupings, 0 groupings evaluated, interrupted",
		},
		{
			frontier.Search{Method: "union", Epsilon: 0.05, Status: "deadline", Runs: make([]frontier.Search, 2)},
			nil,
			"found by the union of 2 runs, 0 groupings evaluated, cut short by the time limit",
		},
		{
			frontier.Search{Method: "dp", Evaluated: 7, Status: "complete"},
			nil,
			"found by dynamic programming, 7 partial groupings evaluated; 'dibmap verify' solves it again",
		},
		{
			frontier.Search{Method: "dp", Evaluated: 7, Status: "memory", Resolution: 0.0025},
			nil,
			"found by dynamic programming, 7 partial groupings evaluated, memory used up",
		},
		{
			frontier.Search{Method: "exact", Status: "complete"},
			nil,
			"found by exact search, 0 groupings evaluated; 'dibmap verify' solves it again",
		},
		{frontier.Search{}, nil, ""},
	} {
		if got := describeSearch(&frontier.Frontier{Search: tt.search, Certificate: tt.proof}); got != tt.want {
			t.Errorf("\n got %s\nwant %s", got, tt.want)
		}
	}
}

// TestColumnsWithoutScales: a file may have lists of scales that are empty.
func TestColumnsWithoutScales(t *testing.T) {
	p := frontier.Problem{Source: frontier.Source{X: "a", Y: "b"}, XScales: scale.Scales{}, YScales: scale.Scales{}}
	if got, want := describeColumns(p), "X is a, Y is b; Z is the group of X"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
