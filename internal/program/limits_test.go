package program

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// sameOrInfeasible wants what a program makes of limits to be what is expected.
func sameOrInfeasible(tb testing.TB, r *search.Result, err error, want *frontier.Frontier, l problem.Limits) {
	tb.Helper()
	if want.Len() == 0 {
		if r != nil || !errors.Is(err, problem.ErrInfeasible) {
			tb.Errorf("%+v: %v, %v", l, r, err)
		}
		return
	}
	if err != nil {
		tb.Fatalf("%+v: %v", l, err)
	}
	drawn.SameFrontier(tb, r.Frontier, want)
	c := r.Frontier.Problem.Constraints
	if c.MinMass != l.MinMass || c.MaxClusters != l.MaxClusters || len(c.CannotLink) != len(l.CannotLink) {
		tb.Errorf("limits %+v are described as %+v", l, c)
	}
	for k, pair := range l.CannotLink {
		labels := r.Frontier.Problem.XLabels
		if d := cmp.Diff([2]string{labels[pair[0]], labels[pair[1]]}, c.CannotLink[k]); d != "" {
			tb.Error(d)
		}
	}
}

// TestSubsetsWithLimits: the same points, clusterings and ties as brute force.
func TestSubsetsWithLimits(t *testing.T) {
	feasible := 0
	for _, kind := range drawn.Kinds {
		for n := 2; n <= 8; n++ {
			j := drawn.Table(t, kind.Draw(uint64(n), n))
			for _, p := range []problem.Problem{problem.DIB(j), problem.DMC(j)} {
				for name, l := range drawn.Limits(rand.New(rand.NewPCG(uint64(n), 9)), p.Rows()) {
					t.Run(fmt.Sprintf("%s/%s/n=%d/%s", kind.Name, p.Describe().Kind, n, name), func(t *testing.T) {
						want := drawn.Allowed(t, p, l).Frontier
						r, err := Subsets(context.Background(), p, method.Options{Limits: l, Workers: 1 + n%3})
						sameOrInfeasible(t, r, err, want, l)
						feasible += min(want.Len(), 1)
					})
				}
			}
		}
	}
	if feasible < 200 {
		t.Errorf("only %d tables have a clustering", feasible)
	}
}

// runsAllowed offers every contiguous grouping that limits allow to an archive.
func runsAllowed(tb testing.TB, p problem.Problem, order method.Order, l problem.Limits) *search.Result {
	tb.Helper()
	place := p.Place()
	n := len(place)
	found := archive.New(p.Rows())
	e := p.Evaluators(1, 0)[0]
	for cuts := range 1 << n {
		// A cut before row 0 is one of a circle, where a single cut cuts nothing.
		if order == method.Linear && cuts&1 == 1 || order == method.Circular && bits.OnesCount(uint(cuts)) == 1 {
			continue
		}
		labels := make([]int, p.Rows())
		runs := drawn.RunsOf(n, cuts, order)
		for x, row := range place {
			labels[row] = runs[x]
		}
		f := partition.Canonical(labels)
		if cmp.Equal(archive.InTable(p.Place(), f), runs) && drawn.Keeps(p, l, runs) { // rows that share a place share a run
			found.Offer(e.Load(f), partition.Pack(f), 0)
		}
	}
	r := drawn.Must(tb)(method.ResultOf(p, found, frontier.Search{Status: frontier.StatusComplete}))
	return r
}

// TestIntervalsWithLimits: as TestSubsetsWithLimits, in both orders.
func TestIntervalsWithLimits(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for _, n := range []int{2, 3, 5, 8} {
			j := drawn.Table(t, kind.Draw(uint64(n), n))
			for _, p := range []problem.Problem{problem.DIB(j), problem.DMC(j)} {
				for _, order := range []method.Order{method.Linear, method.Circular} {
					for name, l := range drawn.Limits(rand.New(rand.NewPCG(uint64(n), 11)), p.Rows()) {
						t.Run(fmt.Sprintf("%s/%s/%v/n=%d/%s", kind.Name, p.Describe().Kind, order, n, name), func(t *testing.T) {
							want := runsAllowed(t, p, order, l).Frontier
							r, err := Intervals(context.Background(), p, order, method.Options{Limits: l, Workers: 1 + n%3})
							sameOrInfeasible(t, r, err, want, l)
						})
					}
				}
			}
		}
	}
}

// TestLimitsAndMemory: labels of every number of clusters are thinned by themselves.
func TestLimitsAndMemory(t *testing.T) {
	p := drawn.Problem(t, drawn.Uniform(3, 10, 7))
	opts := drawn.Defaults(t, 2)
	opts.Limits = problem.Limits{MaxClusters: 5, CannotLink: [][2]int{{1, 2}}}
	whole := newSubsets(programOf(t, p, opts))
	want, _ := whole.run(context.Background())
	opts.MaxMemory = whole.bytes
	s := newSubsets(programOf(t, p, opts))
	got, ok := s.run(context.Background())
	if !ok || s.pitch == 0 || len(got.ends) != len(want.ends) {
		t.Fatalf("ok %v, pitch %g", ok, s.pitch)
	}
	for k := range want.ends {
		a, b := want.span(k)
		c, d := got.span(k)
		// A clustering of so many clusters may be beaten by one of fewer.
		within(t, fmt.Sprintf("%d clusters", k), list{points: got.points[:d]}, list{points: want.points[a:b]}, s.bound())
		if c > d {
			t.Errorf("labels %d to %d", c, d)
		}
	}
	for _, order := range []method.Order{method.Linear, method.Circular} {
		whole := labelsOf(drawn.Must(t)(Intervals(context.Background(), p, order, method.Options{Limits: opts.Limits})))
		c := circleOf(t, p, order, opts)
		c.memory = labelBytes * 20
		c.solve(context.Background(), order)
		r, err := c.result(context.Background(), frontier.Search{})
		if err != nil || c.bound == 0 {
			t.Fatalf("bound %g, %v", c.bound, err)
		}
		drawn.Sound(t, p, r.Frontier)
		within(t, string(order), labelsOf(r), whole, c.bound)
		for point := range r.Frontier.All() {
			if !drawn.Keeps(p, opts.Limits, point.Assignment()) {
				t.Errorf("%v is not allowed", point.Assignment())
			}
		}
	}
}

// TestLimitsAndTime: what is left when the context ends is allowed, or nothing is.
func TestLimitsAndTime(t *testing.T) {
	p := drawn.Problem(t, drawn.Uniform(5, 9, 7))
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, do := range map[string]func(context.Context, method.Options) (*search.Result, error){
		"subsets": func(ctx context.Context, o method.Options) (*search.Result, error) { return Subsets(ctx, p, o) },
		"linear": func(ctx context.Context, o method.Options) (*search.Result, error) {
			return Intervals(ctx, p, method.Linear, o)
		},
		"circular": func(ctx context.Context, o method.Options) (*search.Result, error) {
			return Intervals(ctx, p, method.Circular, o)
		},
	} {
		for l, points := range map[*problem.Limits]int{
			{}: 2, {MaxClusters: 3}: 1, {CannotLink: [][2]int{{0, 1}}}: 1, {MinMass: 1}: 1,
		} {
			r, err := do(ended, method.Options{Limits: *l})
			if err != nil || r.Status != frontier.StatusInterrupted || r.Frontier.Len() != points {
				t.Errorf("%s, %+v: %v, %v", name, *l, r, err)
			}
		}
		const want = "infeasible limits: no clustering that keeps them was found until the search was stopped"
		r, err := do(ended, method.Options{Limits: problem.Limits{CannotLink: [][2]int{{0, 1}}, MaxClusters: 2}})
		if r != nil || !errors.Is(err, problem.ErrInfeasible) || err.Error() != want {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}

// TestInfeasible: limits of which no clustering keeps all.
func TestInfeasible(t *testing.T) {
	p := drawn.Problem(t, drawn.Uniform(5, 6, 7))
	// A cycle of five takes three clusters, which a clique does not tell.
	limits := problem.Limits{MaxClusters: 2, CannotLink: [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}}
	opts := method.Options{Limits: limits}
	if r, err := Subsets(context.Background(), p, opts); r != nil || !errors.Is(err, problem.ErrInfeasible) ||
		err.Error() != "infeasible limits: no clustering keeps them" {
		t.Errorf("%v, %v", r, err)
	}
	for _, order := range []method.Order{method.Linear, method.Circular} {
		if r, err := Intervals(context.Background(), p, order, opts); r != nil || !errors.Is(err, problem.ErrInfeasible) ||
			err.Error() != "infeasible limits: no grouping into contiguous runs keeps them" {
			t.Errorf("%v: %v, %v", order, r, err)
		}
	}
}

// TestIntervalsOfLinkedRows: rows that are always together are a block of the table.
func TestIntervalsOfLinkedRows(t *testing.T) {
	p := drawn.Problem(t, drawn.Uniform(5, 7, 4))
	for _, tt := range []struct {
		labels   []int
		linear   bool
		circular bool
	}{
		{[]int{0, 0, 1, 2, 2, 2, 3}, true, true},
		{[]int{0, 1, 2, 3, 4, 5, 5}, true, true},
		{[]int{0, 0, 1, 2, 3, 4, 0}, false, true},
		{[]int{0, 1, 1, 1, 0, 0, 0}, false, true},
		{[]int{0, 1, 0, 2, 3, 4, 5}, false, false},
		{[]int{0, 1, 2, 1, 3, 4, 0}, false, false},
		{[]int{0, 1, 1, 0, 2, 3, 0}, false, false},
	} {
		together := drawn.Linked(p, tt.labels...)
		for order, fits := range map[method.Order]bool{method.Linear: tt.linear, method.Circular: tt.circular} {
			for _, l := range []problem.Limits{{}, {MaxClusters: 2, MinMass: 0.05}, {CannotLink: [][2]int{{2, 3}}}} {
				r, err := Intervals(context.Background(), together, order, method.Options{Limits: l})
				if !fits {
					if r != nil || !errors.Is(err, problem.ErrOptions) {
						t.Errorf("%v, %v: %v, %v", tt.labels, order, r, err)
					}
					continue
				}
				if tt.labels[2] == tt.labels[3] && len(l.CannotLink) > 0 {
					continue // which contradicts itself
				}
				sameOrInfeasible(t, r, err, runsAllowed(t, together, order, l).Frontier, l)
			}
		}
	}
	const want = `"x1" and "x3" are linked, and "x2" between them is not: groupings into contiguous runs would have to link them all`
	if _, err := Intervals(context.Background(), drawn.Linked(p, 0, 1, 2, 1, 3, 4, 5), method.Linear, method.Options{}); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestLineOfLinkedRows: the line of a problem with linked rows is that of what is
// clustered, wherever in the table its rows are.
func TestLineOfLinkedRows(t *testing.T) {
	p := drawn.Linked(problem.DMC(drawn.Table(t, drawn.Uniform(4, 9, 2))), 0, 1, 2, 0, 3, 4, 1, 5, 2)
	r := drawn.Must(t)(Line(context.Background(), p, method.Options{Limits: problem.Limits{MaxClusters: 4}}))
	drawn.SameStaircase(t, r.Frontier, drawn.Allowed(t, p, problem.Limits{MaxClusters: 4}).Frontier)
	if len(r.Frontier.Problem.Constraints.MustLink) == 0 || r.Frontier.Problem.Constraints.MaxClusters != 4 {
		t.Errorf("%+v", r.Frontier.Problem.Constraints)
	}
}
