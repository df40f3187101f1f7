package exact

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
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// keeps tells whether a clustering of the table's rows keeps to limits, from
// nothing but their meaning.
func keeps(p problem.Problem, l problem.Limits, f partition.Partition) bool {
	if l.MaxClusters > 0 && f.K() > l.MaxClusters {
		return false
	}
	for _, pair := range l.Apart {
		if f[pair[0]] == f[pair[1]] {
			return false
		}
	}
	if l.MinMass == 0 {
		return true
	}
	masses, total := p.(problem.Weighted).Masses()
	sums := make([]float64, f.K())
	counted := make([]bool, p.Rows())
	for x, row := range p.Place() {
		if !counted[row] {
			counted[row] = true
			sums[f[x]] += masses[row]
		}
	}
	for _, s := range sums {
		if s < l.MinMass*total {
			return false
		}
	}
	return true
}

// inTable returns a clustering of the problem's rows with the rows of the table.
func inTable(p problem.Problem, f partition.Partition) partition.Partition {
	labels := make([]int, len(p.Place()))
	for x, row := range p.Place() {
		labels[x] = f[row]
	}
	return partition.Canonical(labels)
}

// allowed offers every clustering that limits allow to an archive.
func allowed(tb testing.TB, p problem.Problem, l problem.Limits) *search.Result {
	tb.Helper()
	found := archive.New(p.Rows())
	e := p.Evaluators(1, 0)[0]
	for f := range partition.All(p.Rows()) {
		if keeps(p, l, inTable(p, f)) {
			found.Offer(e.Load(f), partition.Pack(f), 0)
		}
	}
	r, err := resultOf(p, found, frontier.Search{Status: frontier.StatusComplete})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// limitsOf are limits of every sort, one by one and together.
func limitsOf(rng *rand.Rand, n int) map[string]problem.Limits {
	one := problem.Limits{MinMass: 0.02 + 0.2*rng.Float64()}
	two := problem.Limits{MaxClusters: 1 + rng.IntN(n)}
	three := problem.Limits{}
	for range 1 + rng.IntN(n) {
		if a, b := rng.IntN(n), rng.IntN(n); a != b {
			three.Apart = append(three.Apart, [2]int{a, b})
		}
	}
	return map[string]problem.Limits{
		"mass": one, "clusters": two, "apart": three,
		"mass and clusters": {MinMass: one.MinMass, MaxClusters: two.MaxClusters},
		"all":               {MinMass: one.MinMass / 2, MaxClusters: max(two.MaxClusters, 3), Apart: three.Apart[:min(2, len(three.Apart))]},
	}
}

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
	sameFrontier(tb, r.Frontier, want)
	c := r.Frontier.Problem.Constraints
	if c.MinMass != l.MinMass || c.MaxClusters != l.MaxClusters || len(c.CannotLink) != len(l.Apart) {
		tb.Errorf("limits %+v are described as %+v", l, c)
	}
	for k, pair := range l.Apart {
		labels := r.Frontier.Problem.XLabels
		if d := cmp.Diff([2]string{labels[pair[0]], labels[pair[1]]}, c.CannotLink[k]); d != "" {
			tb.Error(d)
		}
	}
}

// TestSubsetsWithLimits: the same points, clusterings and ties as brute force.
func TestSubsetsWithLimits(t *testing.T) {
	feasible := 0
	for _, kind := range kinds {
		for n := 2; n <= 8; n++ {
			j := tableOf(t, kind.draw(uint64(n), n))
			for _, p := range []problem.Additive{problem.DIB(j), problem.DMC(j)} {
				for name, l := range limitsOf(rand.New(rand.NewPCG(uint64(n), 9)), p.Rows()) {
					t.Run(fmt.Sprintf("%s/%s/n=%d/%s", kind.name, p.Describe().Kind, n, name), func(t *testing.T) {
						want := allowed(t, p, l).Frontier
						r, err := Subsets(context.Background(), p, Options{Limits: l, Workers: 1 + n%3})
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
func runsAllowed(tb testing.TB, p problem.Problem, order Order, l problem.Limits) *search.Result {
	tb.Helper()
	place := p.Place()
	n := len(place)
	found := archive.New(p.Rows())
	e := p.Evaluators(1, 0)[0]
	for cuts := range 1 << n {
		// A cut before row 0 is one of a circle, where a single cut cuts nothing.
		if order == Linear && cuts&1 == 1 || order == Circular && bits.OnesCount(uint(cuts)) == 1 {
			continue
		}
		labels := make([]int, p.Rows())
		runs := runsOf(n, cuts, order)
		for x, row := range place {
			labels[row] = runs[x]
		}
		f := partition.Canonical(labels)
		if cmp.Equal(inTable(p, f), runs) && keeps(p, l, runs) { // rows that share a place share a run
			found.Offer(e.Load(f), partition.Pack(f), 0)
		}
	}
	r, err := resultOf(p, found, frontier.Search{Status: frontier.StatusComplete})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// TestIntervalsWithLimits: as TestSubsetsWithLimits, in both orders.
func TestIntervalsWithLimits(t *testing.T) {
	for _, kind := range kinds {
		for _, n := range []int{2, 3, 5, 8} {
			j := tableOf(t, kind.draw(uint64(n), n))
			for _, p := range []problem.Additive{problem.DIB(j), problem.DMC(j)} {
				for _, order := range []Order{Linear, Circular} {
					for name, l := range limitsOf(rand.New(rand.NewPCG(uint64(n), 11)), p.Rows()) {
						t.Run(fmt.Sprintf("%s/%s/%v/n=%d/%s", kind.name, p.Describe().Kind, order, n, name), func(t *testing.T) {
							want := runsAllowed(t, p, order, l).Frontier
							r, err := Intervals(context.Background(), p, order, Options{Limits: l, Workers: 1 + n%3})
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
	p := problemOf(t, uniformTable(3, 10, 7))
	opts := defaults(t, 2)
	opts.Limits = problem.Limits{MaxClusters: 5, Apart: [][2]int{{1, 2}}}
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
	for _, order := range []Order{Linear, Circular} {
		whole := labelsOf(mustIntervals(t, p, order, Options{Limits: opts.Limits}))
		c := circleOf(t, p, order, opts)
		c.memory = labelBytes * 20
		c.solve(context.Background(), order)
		r, err := c.result(context.Background(), frontier.Search{})
		if err != nil || c.bound == 0 {
			t.Fatalf("bound %g, %v", c.bound, err)
		}
		sound(t, p, r.Frontier)
		within(t, string(order), labelsOf(r), whole, c.bound)
		for point := range r.Frontier.All() {
			if !keeps(p, opts.Limits, point.Assignment()) {
				t.Errorf("%v is not allowed", point.Assignment())
			}
		}
	}
}

// TestLimitsAndTime: what is left when the context ends is allowed, or nothing is.
func TestLimitsAndTime(t *testing.T) {
	p := problemOf(t, uniformTable(5, 9, 7))
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, do := range map[string]func(context.Context, Options) (*search.Result, error){
		"subsets":  func(ctx context.Context, o Options) (*search.Result, error) { return Subsets(ctx, p, o) },
		"linear":   func(ctx context.Context, o Options) (*search.Result, error) { return Intervals(ctx, p, Linear, o) },
		"circular": func(ctx context.Context, o Options) (*search.Result, error) { return Intervals(ctx, p, Circular, o) },
	} {
		for l, points := range map[*problem.Limits]int{
			{}: 2, {MaxClusters: 3}: 1, {Apart: [][2]int{{0, 1}}}: 1, {MinMass: 1}: 1,
		} {
			r, err := do(ended, Options{Limits: *l})
			if err != nil || r.Status != frontier.StatusInterrupted || r.Frontier.Len() != points {
				t.Errorf("%s, %+v: %v, %v", name, *l, r, err)
			}
		}
		const want = "infeasible limits: no clustering that keeps them was found until the search was stopped"
		r, err := do(ended, Options{Limits: problem.Limits{Apart: [][2]int{{0, 1}}, MaxClusters: 2}})
		if r != nil || !errors.Is(err, problem.ErrInfeasible) || err.Error() != want {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}

// TestInfeasible: limits of which no clustering keeps all.
func TestInfeasible(t *testing.T) {
	p := problemOf(t, uniformTable(5, 6, 7))
	// A cycle of five takes three clusters, which a clique does not tell.
	limits := problem.Limits{MaxClusters: 2, Apart: [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}}
	opts := Options{Limits: limits}
	if r, err := Subsets(context.Background(), p, opts); r != nil || !errors.Is(err, problem.ErrInfeasible) ||
		err.Error() != "infeasible limits: no clustering keeps them" {
		t.Errorf("%v, %v", r, err)
	}
	for _, order := range []Order{Linear, Circular} {
		if r, err := Intervals(context.Background(), p, order, opts); r != nil || !errors.Is(err, problem.ErrInfeasible) ||
			err.Error() != "infeasible limits: no grouping into contiguous runs keeps them" {
			t.Errorf("%v: %v, %v", order, r, err)
		}
	}
}

// linked returns the problem in which rows of one label are always together.
func linked(p problem.Additive, labels ...int) problem.Additive {
	return p.(problem.Linker).Link(partition.Canonical(labels)).(problem.Additive)
}

// TestIntervalsOfLinkedRows: rows that are always together are a block of the table.
func TestIntervalsOfLinkedRows(t *testing.T) {
	p := problemOf(t, uniformTable(5, 7, 4))
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
		together := linked(p, tt.labels...)
		for order, fits := range map[Order]bool{Linear: tt.linear, Circular: tt.circular} {
			for _, l := range []problem.Limits{{}, {MaxClusters: 2, MinMass: 0.05}, {Apart: [][2]int{{2, 3}}}} {
				r, err := Intervals(context.Background(), together, order, Options{Limits: l})
				if !fits {
					if r != nil || !errors.Is(err, problem.ErrOptions) {
						t.Errorf("%v, %v: %v, %v", tt.labels, order, r, err)
					}
					continue
				}
				if tt.labels[2] == tt.labels[3] && len(l.Apart) > 0 {
					continue // which contradicts itself
				}
				sameOrInfeasible(t, r, err, runsAllowed(t, together, order, l).Frontier, l)
			}
		}
	}
	const want = `"x1" and "x3" are linked, and "x2" between them is not: groupings into contiguous runs would have to link them all`
	if _, err := Intervals(context.Background(), linked(p, 0, 1, 2, 1, 3, 4, 5), Linear, Options{}); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestLineOfLinkedRows: the line of a problem with linked rows is that of what is
// clustered, wherever in the table its rows are.
func TestLineOfLinkedRows(t *testing.T) {
	p := linked(problem.DMC(tableOf(t, uniformTable(4, 9, 2))), 0, 1, 2, 0, 3, 4, 1, 5, 2)
	r := mustLine(t, p, Options{Limits: problem.Limits{MaxClusters: 4}})
	sameStaircase(t, r.Frontier, allowed(t, p, problem.Limits{MaxClusters: 4}).Frontier)
	if len(r.Frontier.Problem.Constraints.MustLink) == 0 || r.Frontier.Problem.Constraints.MaxClusters != 4 {
		t.Errorf("%+v", r.Frontier.Problem.Constraints)
	}
}
