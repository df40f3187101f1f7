package verify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// draftOf returns what there is to find of a problem, to be changed.
func draftOf(tb testing.TB, p problem.Problem, l problem.Limits) *drawn.Sketch {
	tb.Helper()
	r := drawn.Must(tb)(search.Map(context.Background(), p, search.Options{Epsilon: math.Inf(1), Limits: l}))
	s := &drawn.Sketch{Problem: r.Frontier.Problem}
	for p := range r.Frontier.All() {
		s.Entries = append(s.Entries, frontier.Entry{H: p.H, I: p.I, Ties: p.Ties, Assignment: partition.Pack(p.Assignment())})
	}
	return s
}

func recomputed(tb testing.TB, p problem.Problem, f *frontier.Frontier) *Verification {
	tb.Helper()
	v, err := Recompute(context.Background(), p, f, 0, solve.Again)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

// severalProblems are problems of several kinds, with eight rows.
func severalProblems(tb testing.TB) map[string]problem.Problem {
	tb.Helper()
	values, weights := drawn.DrawValues(rand.New(rand.NewPCG(1, 8)), 8, 50)
	return map[string]problem.Problem{
		"symmetric": problem.Symmetric(tripleOf(tb, 8)),
		"quantizer": problem.Quantizer(drawn.Cloud(tb, drawn.RandomValues(rand.New(rand.NewPCG(2, 8)), 8), nil)),
		"kmeans":    problem.KMeans(drawn.Cloud(tb, drawn.RandomValues(rand.New(rand.NewPCG(3, 8)), 8), nil)),
		"dib":       problem.DIB(drawn.Table(tb, drawn.Uniform(5, 8, 7))),
		"dmc":       problem.DMC(drawn.Table(tb, drawn.Uniform(5, 8, 7))),
		"custom":    drawn.LineOfValues(values, weights, true),
	}
}

// tripleOf returns a table of two inputs of n values.
func tripleOf(tb testing.TB, n int) *joint.Triple {
	tb.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	var labels []string
	var cells []joint.TripleCell
	for a := range n {
		labels = append(labels, fmt.Sprintf("x%d", a))
		for b := range n {
			for y := range 3 {
				cells = append(cells, joint.TripleCell{X1: int32(a), X2: int32(b), Y: int32(y), Value: rng.ExpFloat64()})
			}
		}
	}
	t, err := joint.NewTriple(labels, []string{"y0", "y1", "y2"}, cells)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

func TestRecomputeAccepts(t *testing.T) {
	for name, p := range severalProblems(t) {
		for _, l := range []problem.Limits{{}, {MaxClusters: 4, CannotLink: [][2]int{{0, 1}, {5, 2}}}, {MinMass: 0.15}} {
			if p.Traits().Masses == nil && l.MinMass > 0 {
				continue
			}
			s := draftOf(t, p, l)
			if d := cmp.Diff(&Verification{Points: len(s.Entries), Subsets: true}, recomputed(t, p, s.Frontier(t))); d != "" || len(s.Entries) < 2 {
				t.Errorf("%s, %+v: %s", name, l, d)
			}
		}
	}
}

// TestRecomputeOfLinkedRows: with the problem in which they are linked, and that in which they are not.
func TestRecomputeOfLinkedRows(t *testing.T) {
	j := drawn.Table(t, drawn.Uniform(5, 8, 7))
	if v := Verified(t, j, draftOf(t, drawn.Linked(problem.DIB(j), 0, 1, 2, 0, 3, 4, 2, 5), problem.Limits{MinMass: 0.2}).Frontier(t)); !v.OK() || v.Points < 2 {
		t.Errorf("%+v", v)
	}
	p := problem.DMC(j)
	together := drawn.Linked(p, 0, 1, 2, 0, 3, 4, 2, 5)
	s := draftOf(t, together, problem.Limits{MinMass: 0.2})
	for _, of := range []problem.Problem{p, together} {
		if v := recomputed(t, of, s.Frontier(t)); !v.OK() || v.Points < 2 {
			t.Errorf("%+v", v)
		}
	}
	// Linked rows are parted.
	s.Entries[1].Assignment = relabelled(s.Entries[1], 8, 3, 7)
	for of, want := range map[problem.Problem]string{
		p:        `point 1 has "x0" and "x3" in two clusters, and must_link has them in one`,
		together: `point 1 has "x0" and "x3" in two clusters, and they are always together`,
	} {
		if v := recomputed(t, of, s.Frontier(t)); !strings.Contains(strings.Join(v.Failures, "\n"), want) {
			t.Errorf("%q, want %s", v.Failures, want)
		}
	}
}

// TestRecomputeRejects changes one thing after another in frontiers of every kind.
func TestRecomputeRejects(t *testing.T) {
	for name, p := range severalProblems(t) {
		limits := problem.Limits{MaxClusters: 5, CannotLink: [][2]int{{0, 1}}}
		for what, tt := range map[string]struct {
			do   func(s *drawn.Sketch)
			want string
		}{
			"h":          {func(s *drawn.Sketch) { s.Entries[1].H += 2e-9 }, "h of point 1 is given as"},
			"i":          {func(s *drawn.Sketch) { s.Entries[2].I -= 2e-9 }, "i of point 2 is given as"},
			"not finite": {func(s *drawn.Sketch) { s.Problem.IXY = math.Inf(1) }, "I(X;Y) is given as +Inf"},
			"exchanged": {func(s *drawn.Sketch) {
				a, b := &s.Entries[1].Assignment, &s.Entries[2].Assignment
				*a, *b = *b, *a
			}, "of point 1 is given as"},
			"a row moved":   {func(s *drawn.Sketch) { s.Entries[0].Assignment = relabelled(s.Entries[0], 8, 4, 7) }, "of point 0 is given as"},
			"H(X)":          {func(s *drawn.Sketch) { s.Problem.HX += 1e-6 }, "H(X) is given as"},
			"H(Y)":          {func(s *drawn.Sketch) { s.Problem.HY += 1e-6 }, "H(Y) is given as"},
			"I(X;Y)":        {func(s *drawn.Sketch) { s.Problem.IXY -= 1e-6 }, "I(X;Y) is given as"},
			"variance":      {func(s *drawn.Sketch) { s.Problem.Variance += 1e-6 }, "the variance is given as"},
			"fewer allowed": {func(s *drawn.Sketch) { s.Problem.Constraints.MaxClusters = 2 }, "3 clusters, and max_clusters is 2"},
			"others apart": {func(s *drawn.Sketch) {
				s.Problem.Constraints.CannotLink = [][2]string{{"x2", "x3"}, {"x2", "x4"}, {"x3", "x4"}, {"x5", "x6"}, {"x6", "x7"}, {"x0", "x7"}}
			}, "in one cluster, and cannot_link has them apart"},
			"linked": {func(s *drawn.Sketch) {
				s.Problem.Constraints.MustLink = [][2]string{{"x0", "x1"}}
			}, `point 0 has "x0" and "x1" in two clusters, and must_link has them in one`},
			"no such row": {func(s *drawn.Sketch) {
				s.Problem.Constraints.CannotLink = [][2]string{{"x0", "z"}}
			}, `the constraints are about "x0" and "z", and not both are rows`},
		} {
			s := draftOf(t, p, limits)
			tt.do(s)
			v := recomputed(t, p, s.Frontier(t))
			if !strings.Contains(strings.Join(v.Failures, "\n"), tt.want) {
				t.Errorf("%s, %s: %q, want %s", name, what, v.Failures, tt.want)
			}
		}
	}
}

// TestConstraintsAreChecked: also by Verify, which computes masses by itself.
func TestConstraintsAreChecked(t *testing.T) {
	cells := drawn.Uniform(5, 8, 7)
	j := drawn.Table(t, cells)
	limits := problem.Limits{MinMass: 0.1, MaxClusters: 5, CannotLink: [][2]int{{0, 1}}}
	for _, p := range []problem.Problem{problem.DIB(j), problem.DMC(j)} {
		check := func(s *drawn.Sketch) *Verification {
			if p.Describe().Kind == "dib" {
				return Verified(t, j, s.Frontier(t))
			}
			return recomputed(t, p, s.Frontier(t))
		}
		// The rows stand in another order in the table than in the frontier.
		s := draftOf(t, p, limits)
		if v := check(s); !v.OK() || v.Points < 3 {
			t.Errorf("%+v", v)
		}
		for want, change := range map[string]func(s *drawn.Sketch){
			"and min_mass is 0.3":                           func(s *drawn.Sketch) { s.Problem.Constraints.MinMass = 0.3 },
			"clusters, and max_clusters is 2":               func(s *drawn.Sketch) { s.Problem.Constraints.MaxClusters = 2 },
			`"x0" and "x1" in two clusters, and must_link`:  func(s *drawn.Sketch) { s.Problem.Constraints.MustLink = [][2]string{{"x0", "x1"}} },
			`"x0" and "x1" in one cluster, and cannot_link`: func(s *drawn.Sketch) { s.Entries = draftOf(t, p, problem.Limits{}).Entries },
		} {
			s := draftOf(t, p, limits)
			change(s)
			if v := check(s); !strings.Contains(strings.Join(v.Failures, "\n"), want) {
				t.Errorf("%q, want %s", v.Failures, want)
			}
		}
	}
}

func TestRecomputeRefuses(t *testing.T) {
	several := severalProblems(t)
	dmc := problem.DMC(drawn.Table(t, drawn.Uniform(5, 8, 7)))
	other := drawn.Uniform(5, 8, 7)
	other[3][4]++
	for want, tt := range map[string]struct {
		of, with problem.Problem
		change   func(s *drawn.Sketch)
	}{
		"the objectives are of kind \"dib\", and not dmc":                                                           {of: several["dib"], with: dmc},
		"the objectives are of kind \"dmc\", and not dib":                                                           {of: dmc, with: several["dib"]},
		"the frontier is of another table: of 8 x 7, and this one has 8 x 6":                                        {of: dmc, with: problem.DMC(drawn.Table(t, drawn.Uniform(5, 8, 6)))},
		"the frontier is of another table: the rows have the same labels, but not the same content (source.sha256)": {of: dmc, with: problem.DMC(drawn.Table(t, other))},
		"point 2 has no clustering: use a file with the clusterings": {of: dmc, with: dmc, change: func(s *drawn.Sketch) {
			s.Entries[2].Assignment, s.Entries[2].K = "", 3
		}},
		"its clusters have a least mass, and the rows of this problem have none": {of: several["custom"], with: several["custom"], change: func(s *drawn.Sketch) {
			s.Problem.Constraints.MinMass = 0.1
		}},
		"it has a certificate, which only tables of X and Y have, for H(Z) and I(Z;Y)": {of: dmc, with: dmc, change: func(s *drawn.Sketch) {
			s.Certificate = &frontier.Certificate{}
		}},
	} {
		s := draftOf(t, tt.of, problem.Limits{})
		if tt.change != nil {
			tt.change(s)
		}
		v, err := Recompute(context.Background(), tt.with, s.Frontier(t), 0, solve.Again)
		if v != nil || !errors.Is(err, ErrUnverifiable) || err.Error() != "cannot be verified: "+want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestRecomputeEndsWithItsContext(t *testing.T) {
	p := problem.DMC(drawn.Table(t, drawn.Uniform(5, 8, 7)))
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if v, err := Recompute(ended, p, draftOf(t, p, problem.Limits{}).Frontier(t), 0, solve.Again); v != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", v, err)
	}
}

// TestLightClusters: a cluster a little too light is found and named, also if its
// rows are linked and stand in another order.
func TestLightClusters(t *testing.T) {
	cells := [][]float64{{1, 1}, {1, 2}, {9, 1}, {9, 6}}
	p, back := problem.DMC(drawn.Table(t, cells)), problem.DMC(turned(t, cells))
	s := &drawn.Sketch{Problem: drawn.Linked(p, 0, 0, 1, 2).Describe(), Entries: draftOf(t, drawn.Linked(p, 0, 0, 1, 2), problem.Limits{}).Entries}
	// The linked rows have 5 of 30.
	for _, of := range []problem.Problem{p, drawn.Linked(p, 0, 0, 1, 2), back, drawn.Linked(back, 0, 1, 2, 2)} {
		s.Problem.Constraints.MinMass = 5.0 / 30
		if v := recomputed(t, of, s.Frontier(t)); !v.OK() {
			t.Errorf("%q", v.Failures)
		}
		s.Problem.Constraints.MinMass = 0.17
		v := recomputed(t, of, s.Frontier(t))
		if all := strings.Join(v.Failures, "\n"); !strings.Contains(all, "has a cluster of probability 0.166666667, that of \"x") ||
			!strings.Contains(all, `of "x0"`) && !strings.Contains(all, `of "x1"`) {
			t.Errorf("%q", v.Failures)
		}
	}
}

// TestRecomputeTakesRowsInAnyOrder reads the table with its rows turned about.
func TestRecomputeTakesRowsInAnyOrder(t *testing.T) {
	cells := drawn.Uniform(5, 8, 7)
	limits := problem.Limits{MinMass: 0.12, CannotLink: [][2]int{{0, 1}, {6, 7}}}
	s := draftOf(t, problem.DMC(drawn.Table(t, cells)), limits)
	p := problem.DMC(turned(t, cells))
	if v := recomputed(t, p, s.Frontier(t)); !v.OK() || v.Points < 3 {
		t.Errorf("%+v", v)
	}
	s.Problem.Constraints.MinMass = 0.3
	if v := recomputed(t, p, s.Frontier(t)); v.OK() {
		t.Error("a light cluster is accepted")
	}
	if slices.Equal(p.Describe().XLabels, s.Problem.XLabels) {
		t.Error("the rows stand in the same order")
	}
}

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
