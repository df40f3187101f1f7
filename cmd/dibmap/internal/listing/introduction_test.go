package listing

import (
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

func TestDescribeSearch(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		search frontier.Search
		want   string
	}{
		{
			frontier.Search{Method: "rounds", Rounds: 3, RoundEpsilon: 0.0027000000000000001, Evaluated: 12585963, Status: "converged"},
			"local search and 3 epsilon rounds up to 0.0027 bits, 12,585,963 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "rounds", Rounds: 1, RoundEpsilon: 0.0003, Evaluated: 5, Status: "effort"},
			"local search and 1 epsilon round up to 0.0003 bits, 5 groupings evaluated, effort spent",
		},
		{
			frontier.Search{Method: "rounds", Rounds: 1, Evaluated: 9, Status: "converged"},
			"local search, 9 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "deadline"},
			"local search, 5 groupings evaluated, cut short by the time limit: the best so far",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "memory", Resolution: 0.00024},
			"local search, 5 groupings evaluated, thinned to one point per 0.00024 bits to stay within the memory",
		},
		{
			frontier.Search{Method: "rounds", Evaluated: 5, Status: "deadline", Resolution: 0.00024},
			"local search, 5 groupings evaluated, cut short by the time limit: the best so far; thinned to one point per 0.00024 bits to stay within the memory",
		},
		{
			frontier.Search{Method: "local", Status: "interrupted"},
			"local search, 0 groupings evaluated, interrupted: the best so far",
		},
		{
			frontier.Search{Method: "local", Epsilon: 0.001, Status: "converged"},
			"local search with epsilon 0.001 bits, 0 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "mapper", Status: "converged"},
			"greedy search, 0 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "mapper", Epsilon: 0.05, Status: "converged"},
			"search with epsilon 0.05 bits, 0 groupings evaluated, converged",
		},
		{
			frontier.Search{Method: "enumeration", Epsilon: inf, Status: "complete"},
			"all groupings tried, 0 groupings evaluated, complete",
		},
		{
			frontier.Search{Method: "enumeration", Epsilon: inf, Status: "interrupted"},
			"groupings tried one by one, 0 groupings evaluated, interrupted: the best so far",
		},
		{
			frontier.Search{Method: "union", Epsilon: 0.05, Status: "deadline", Runs: make([]frontier.Search, 2)},
			"union of 2 runs, 0 groupings evaluated, cut short by the time limit: the best so far",
		},
		{
			frontier.Search{Method: "union", Status: "memory", Runs: make([]frontier.Search, 12)},
			"union of 12 runs, 0 groupings evaluated, memory used up",
		},
		{
			frontier.Search{Method: "dp", Evaluated: 7, Status: "complete"},
			"exact, by dynamic programming, 7 partial groupings evaluated, complete",
		},
		{
			frontier.Search{Method: "dp", Evaluated: 7, Status: "memory", Resolution: 0.0025},
			"dynamic programming, 7 partial groupings evaluated, thinned to stay within the memory: up to 0.0025 bits off in H(Z)",
		},
		{
			frontier.Search{Method: "dp", Status: "interrupted"},
			"dynamic programming, 0 partial groupings evaluated, interrupted: the best so far",
		},
		{
			frontier.Search{Method: "exact", Status: "complete"},
			"exact search, 0 groupings evaluated, complete",
		},
	} {
		got := describeSearch(&frontier.Frontier{Search: tt.search})
		if want := "0 Pareto-optimal groupings of X found; " + tt.want; got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}

func TestDescribeOrder(t *testing.T) {
	for order, want := range map[string]string{
		"linear":   "0 Pareto-optimal groupings of X found among those into contiguous runs, in the order of the table; exact",
		"circular": "0 Pareto-optimal groupings of X found among those into contiguous runs, in the order of the table as a circle; exact",
		"spiral":   "0 Pareto-optimal groupings of X found among those into contiguous runs, in spiral order; exact",
	} {
		got := describeSearch(&frontier.Frontier{Search: frontier.Search{Method: "intervals", Order: order, Status: "complete"}})
		if !strings.HasPrefix(got, want) {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}
