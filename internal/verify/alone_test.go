package verify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// runsAround returns the groupings of n rows in which those that are alone are clusters of their own, and
// the others are contiguous runs among themselves.
func runsAround(n int, alone []int, order method.Order) (all []partition.Partition) {
	var others []int
	for x := range n {
		if !slices.Contains(alone, x) {
			others = append(others, x)
		}
	}
	m := len(others)
	for cuts := range 1 << m {
		if order == method.Linear && cuts&1 == 1 || order == method.Circular && bits.OnesCount(uint(cuts)) == 1 {
			continue
		}
		runs := drawn.RunsOf(m, cuts, order)
		f := make(partition.Partition, n)
		for k, x := range others {
			f[x] = runs[k]
		}
		for k, x := range alone {
			f[x] = m + k
		}
		f.Renumber(make([]int, 2*n+1))
		all = append(all, f)
	}
	return all
}

// TestAloneIsBruteForce compares the frontiers with rows that are alone, at any place of the order, with
// all groupings of that kind, and the most informative ones of every number of clusters.
func TestAloneIsBruteForce(t *testing.T) {
	for _, kind := range drawn.Kinds {
		for _, order := range []method.Order{method.Linear, method.Circular} {
			for n := 2; n <= 9; n++ {
				j := drawn.Table(t, kind.Draw(uint64(n), n)) // which leaves rows without mass out
				last := j.Rows() - 1
				for _, alone := range [][]int{{last}, {0}, {0, last}, {last / 2}} {
					if len(alone) == 2 && last < 2 {
						continue
					}
					for _, most := range []int{0, 3} {
						t.Run(fmt.Sprintf("%s/%v/n=%d/%v/%d", kind.Name, order, n, alone, most), func(t *testing.T) {
							againstAll(t, j, order, problem.Limits{Alone: alone, MaxClusters: most})
						})
					}
				}
			}
		}
	}
}

func againstAll(t *testing.T, j *joint.Joint, order method.Order, limits problem.Limits) {
	t.Helper()
	p := problem.DIB(j)
	n := p.Rows()
	found, e := archive.New(n), p.Evaluators(1, 0)[0]
	most := make([]float64, n+1) // the largest i of every number of clusters
	for k := range most {
		most[k] = math.Inf(-1)
	}
	for _, inTable := range runsAround(n, limits.Alone, order) {
		if limits.MaxClusters > 0 && inTable.K() > limits.MaxClusters {
			continue
		}
		f := make(partition.Partition, n)
		for x, r := range p.Place() {
			f[r] = inTable[x]
		}
		f = partition.Canonical(f)
		at := e.Load(f)
		found.Offer(at, partition.Pack(f), 0)
		most[f.K()] = max(most[f.K()], at.I)
	}
	want := drawn.Must(t)(method.ResultOf(p, found, frontier.Search{Status: frontier.StatusComplete}))
	got := drawn.Must(t)(program.Intervals(context.Background(), p, order, method.Options{Limits: limits, Workers: 1 + n%2}))
	want.Frontier.Problem.Constraints = got.Frontier.Problem.Constraints
	drawn.SameFrontier(t, got.Frontier, want.Frontier)
	if labels := got.Frontier.Problem.Constraints.Alone; len(labels) != len(limits.Alone) {
		t.Errorf("the file says that %q are alone", labels)
	}
	again := aloneAgain(t, got.Frontier, j, order, limits)
	fs, complete, err := program.Informative(t.Context(), p, order, n, method.Options{Limits: limits})
	if err != nil || !complete {
		t.Fatalf("complete %v, %v", complete, err)
	}
	for _, f := range fs {
		if i := e.Load(f).I; math.Abs(i-most[f.K()]) > 1e-9 {
			t.Errorf("%d clusters: i is %g, and %g is possible", f.K(), i, most[f.K()])
		}
	}
	for k, i := range again {
		if !math.IsInf(most[k], -1) && math.Abs(i-most[k]) > 1e-9 {
			t.Errorf("verification: %d clusters: i is %g, and %g is possible", k, i, most[k])
		}
	}
}

// aloneAgain verifies a frontier, and returns the largest i that the verification finds.
func aloneAgain(t *testing.T, f *frontier.Frontier, j *joint.Joint, order method.Order, limits problem.Limits) []float64 {
	t.Helper()
	p := problem.DIB(j)
	rows, err := program.Neighbours(p, order, limits.Alone)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Verify(t.Context(), j, f, 1, solve.Again)
	if err != nil || !v.OK() || !v.Subsets {
		t.Fatalf("%+v, %v", v, err)
	}
	most, err := largestOfRuns(t.Context(), p, limits, rows, order == method.Circular, min(p.Rows(), max(limits.MaxClusters, p.Rows())))
	if err != nil {
		t.Fatal(err)
	}
	return most
}

// TestAloneIsVerified checks that a row that is alone in no cluster of its own is found, and one out of
// place in the order is not.
func TestAloneIsVerified(t *testing.T) {
	j := drawn.Table(t, drawn.Ordered(3, 7, 3))
	p := problem.DIB(j)
	f := drawn.Must(t)(program.Intervals(context.Background(), p, method.Circular, method.Options{Limits: problem.Limits{Alone: []int{6}, MinMass: 0.01}})).Frontier
	if v, err := Verify(t.Context(), j, f, 1, solve.Again); err != nil || !v.OK() {
		t.Fatalf("%+v, %v", v, err)
	}
	free := drawn.Must(t)(program.Intervals(context.Background(), p, method.Circular, method.Options{})).Frontier
	free.Problem.Constraints.Alone = []string{free.Problem.XLabels[6]}
	if v, err := Verify(t.Context(), j, free, 1, solve.Again); err == nil && v.OK() {
		t.Error("clusters of a row that is to be alone are accepted")
	}
}

func TestAloneErrors(t *testing.T) {
	p := drawn.Problem(t, drawn.Ordered(3, 5, 3))
	linked := p.Traits().Link(partition.Partition{0, 0, 1, 2, 3})
	for _, test := range []struct {
		p      problem.Problem
		limits problem.Limits
		want   error
	}{
		{p, problem.Limits{Alone: []int{5}}, problem.ErrOptions},
		{p, problem.Limits{Alone: []int{-1}}, problem.ErrOptions},
		{linked, problem.Limits{Alone: []int{1}}, problem.ErrInfeasible},
		{p, problem.Limits{Alone: []int{1}, MaxClusters: 1}, problem.ErrInfeasible},
	} {
		if _, err := program.Intervals(t.Context(), test.p, method.Linear, method.Options{Limits: test.limits}); !errors.Is(err, test.want) {
			t.Errorf("%+v: %v", test.limits, err)
		}
	}
	heavy := problem.Limits{Alone: []int{4}, MinMass: 0.99}
	r, err := program.Intervals(t.Context(), p, method.Linear, method.Options{Limits: heavy})
	if err == nil && r.Frontier.Len() != 1 {
		t.Errorf("%d points, want that of one run beside the row that is alone", r.Frontier.Len())
	}
}

// TestAloneInAnyGroups compares other searches, which are not about runs, with all groupings.
func TestAloneInAnyGroups(t *testing.T) {
	for n := 2; n <= 7; n++ {
		p := drawn.Problem(t, drawn.Uniform(uint64(n), n, 3))
		limits := problem.Limits{Alone: []int{n / 2}, MinMass: 0.05}
		row := p.Place()[n/2]
		masses, total := p.Traits().Masses, 0.0
		for _, v := range masses {
			total += v
		}
		found, e := archive.New(n), p.Evaluators(1, 0)[0]
		for f := range partition.All(n) {
			allowed := true
			for _, rows := range f.Clusters() {
				var mass float64
				for _, x := range rows {
					mass += masses[x]
				}
				own := slices.Contains(rows, row)
				allowed = allowed && (own && len(rows) == 1 || !own && mass >= 0.05*total)
			}
			if allowed {
				found.Offer(e.Load(f), partition.Pack(f), 0)
			}
		}
		if found.Len() == 0 {
			continue
		}
		want := drawn.Must(t)(method.ResultOf(p, found, frontier.Search{Status: frontier.StatusComplete}))
		by := drawn.Must(t)(program.Subsets(t.Context(), p, method.Options{Limits: limits}))
		local := drawn.Must(t)(search.Map(t.Context(), p, search.Options{Limits: limits}))
		for name, got := range map[string]*frontier.Frontier{"subsets": by.Frontier, "search": local.Frontier} {
			want.Frontier.Problem.Constraints = got.Problem.Constraints
			if !slices.EqualFunc(slices.Collect(got.All()), slices.Collect(want.Frontier.All()), func(a, b frontier.Point) bool { return a.H == b.H && a.I == b.I }) {
				t.Errorf("n=%d: %s has %d points, want %d", n, name, got.Len(), want.Frontier.Len())
			}
		}
	}
}
