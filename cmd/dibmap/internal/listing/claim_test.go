package listing

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

func TestProofLine(t *testing.T) {
	edges := func(certified ...bool) []frontier.Edge {
		ends := []float64{0, 1.02195, 2}
		var list []frontier.Edge
		for k, ok := range certified {
			// The bound is 0.8 bits throughout, and less where that is above h.
			list = append(list, frontier.Edge{HLo: ends[k], HHi: ends[k+1], Certified: ok, Dual: []float64{0.3, 0.5}})
		}
		return list
	}
	for _, tt := range []struct {
		c    *frontier.Certificate
		want string
	}{
		{nil, ""},
		{&frontier.Certificate{Complete: true, Tolerance: 1e-8, Edges: edges(true, true)}, "proved complete to 1e-8 bit: no grouping beats it"},
		{&frontier.Certificate{Complete: true, Tolerance: 0.5, Edges: edges(true, true)}, "proved complete to 0.5 bit: no grouping beats it"},
		// Rounded up: no more is said than is true. Below 1.02195 the staircase is at
		// 0.1 first, where the bound is at 0.8.
		{&frontier.Certificate{CompleteFromH: 1.02195, Edges: edges(false, true)}, "proved complete for H(Z) >= 1.0220 bits; below, at most 0.7000 bits of I(Z;Y) are missing"},
		{&frontier.Certificate{CompleteFromH: 2, Edges: edges(true, false)}, "not proved complete: at most 0.2000 bits of I(Z;Y) are missing"},
		{&frontier.Certificate{CompleteFromH: 2, Edges: edges(false, false)}, "not proved complete: at most 0.7000 bits of I(Z;Y) are missing"},
	} {
		f, err := frontier.New(frontier.Problem{N: 2, XLabels: []string{"a", "b"}, IXY: 0.9}, frontier.Search{}, []frontier.Entry{
			{H: 0, I: 0, K: 1}, {H: 0.1, I: 0.1, K: 2}, {H: 1.02195, I: 0.6, K: 2}, {H: 2, I: 0.75, K: 2},
		})
		if err != nil {
			t.Fatal(err)
		}
		f.Certificate = tt.c
		if got := Proof(f); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestClaim(t *testing.T) {
	whole, part := &frontier.Certificate{Complete: true, Tolerance: 1e-8}, &frontier.Certificate{CompleteFromH: 1}
	for _, tt := range []struct {
		search  frontier.Search
		problem frontier.Problem
		proof   *frontier.Certificate
		points  int
		want    string
	}{
		{
			frontier.Search{Method: "rounds", Status: "complete"},
			frontier.Problem{},
			whole, 2,
			"proved complete to 1e-8 bit: all 2 Pareto-optimal groupings of X",
		},
		{
			frontier.Search{Method: "union", Status: "deadline"},
			frontier.Problem{},
			whole, 2,
			"proved complete to 1e-8 bit: all 2 Pareto-optimal groupings of X",
		},
		{
			frontier.Search{Method: "dp", Status: "complete"},
			frontier.Problem{},
			nil, 1,
			"proved complete to 1e-9 bit: the one Pareto-optimal grouping of X",
		},
		{
			frontier.Search{Method: "dp", Status: "complete"},
			frontier.Problem{Kind: "kmeans"},
			nil, 2,
			"proved complete to 1e-9: all 2 Pareto-optimal groupings of X",
		},
		{
			frontier.Search{Method: "enumeration", Status: "complete"},
			frontier.Problem{Constraints: frontier.Constraints{MaxClusters: 3}},
			nil, 2,
			"proved complete to 1e-9 bit: all 2 Pareto-optimal groupings of X that satisfy the constraints",
		},
		{
			frontier.Search{Method: "intervals", Order: "linear", Status: "complete"},
			frontier.Problem{},
			nil, 2,
			"proved complete to 1e-9 bit: all 2 Pareto-optimal groupings of X into contiguous runs, in the order of the table",
		},
		{
			frontier.Search{Method: "intervals", Order: "circular", Status: "complete"},
			frontier.Problem{},
			nil, 2,
			"proved complete to 1e-9 bit: all 2 Pareto-optimal groupings of X into contiguous runs, in the order of the table as a circle",
		},
		{
			frontier.Search{Method: "intervals", Order: "spiral", Status: "deadline"},
			frontier.Problem{},
			nil, 2,
			"best found: 2 groupings of X into contiguous runs, in spiral order; not proved, so better ones may exist",
		},
		{
			frontier.Search{Method: "rounds", Status: "converged"},
			frontier.Problem{},
			nil, 1,
			"best found: 1 grouping of X; not proved, so better ones may exist",
		},
		{
			frontier.Search{Method: "rounds", Status: "effort"},
			frontier.Problem{},
			part, 3,
			"best found: 3 groupings of X; proved complete for H(Z) >= 1.0000 bits; below, at most 0.0000 bits of I(Z;Y) are missing",
		},
		{
			frontier.Search{Method: "dp", Status: "memory", Resolution: 0.0025},
			frontier.Problem{},
			nil, 2,
			"best found: 2 groupings of X; for as much I(Z;Y), no other has an H(Z) smaller by more than 0.0025 bits",
		},
		{frontier.Search{}, frontier.Problem{}, nil, 2, "2 groupings of X; the file does not say how they were found"},
	} {
		tt.problem.N, tt.problem.XLabels = 3, []string{"a", "b", "c"}
		f, err := frontier.New(tt.problem, tt.search, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 0.5, K: 2}, {H: 1.5, I: 1, K: 3}}[:tt.points])
		if err != nil {
			t.Fatal(err)
		}
		f.Certificate = tt.proof
		if got := Claim(f); got != tt.want {
			t.Errorf("\n got %s\nwant %s", got, tt.want)
		}
	}
}

func TestPower(t *testing.T) {
	for v, want := range map[float64]string{1e-8: "1e-8", 1e-10: "1e-10", 0.25: "0.25", 2.5e-7: "2.5e-7", 1: "1"} {
		if got := power(v); got != want {
			t.Errorf("%g is written as %s, want %s", v, got, want)
		}
	}
}
