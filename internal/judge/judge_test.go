package judge_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// randomTable returns a table of small counts, many of them alike, so that points tie.
func randomTable(t testing.TB, random *rand.Rand, n, m int) *joint.Joint {
	t.Helper()
	x, y := make([]string, n), make([]string, m)
	values := make([][]float64, n)
	for r := range values {
		x[r] = fmt.Sprintf("x%d", r)
		values[r] = make([]float64, m)
		for c := range values[r] {
			y[c] = fmt.Sprintf("y%d", c)
			values[r][c] = float64(max(0, random.IntN(9)-2))
		}
		values[r][r%m]++
	}
	j, err := joint.Dense(x, y, values)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// all returns the points of all clusterings of a table.
func all(j *joint.Joint) []judge.Point {
	return judge.Points(j, func(yield func(baseline.Clustering) bool) {
		for p := range partition.All(j.Rows()) {
			if !yield(baseline.Clustering{Partition: p}) {
				return
			}
		}
	})
}

// TestNoBaselineIsAboveTheFrontier runs every method on tables whose frontier is known
// by enumeration.
func TestNoBaselineIsAboveTheFrontier(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	found := map[string]int{}
	for number := range 25 {
		j := randomTable(t, random, 3+number%5, 2+number%4)
		known := all(j)
		var entries []judge.Entry
		for _, m := range baseline.Methods() {
			r, err := m.Run(context.Background(), j, baseline.Options{Seed: uint64(number)})
			if err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			entries = append(entries, judge.Entry{Method: m.Name, Points: judge.Points(j, slices.Values(r.Clusterings))})
		}
		r, err := search.Map(context.Background(), problem.DIB(j), search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		points := judge.Points(j, judge.ClusteringsOf(r.Frontier))
		if diff := cmp.Diff(points, judge.PointsOf(r.Frontier)); diff != "" {
			t.Errorf("table %d: the frontier has other points (-computed, +in the frontier)\n%s", number, diff)
		}
		entries = append(entries, judge.Entry{Method: "dibmap", Points: points})
		c := judge.Judge(j.HX(), known, entries)
		if c.Added != 0 {
			t.Errorf("table %d: %d points are beyond the frontier of all clusterings", number, c.Added)
		}
		for _, s := range c.Scores {
			found[s.Method] += s.TP
			checkScore(t, c, s)
		}
		if s := c.Scores[len(c.Scores)-1]; s.FP != 0 || s.FN != 0 || s.Area != 1 || s.LargestDeficit != 0 {
			t.Errorf("table %d: dibmap has %+v", number, s)
		}
	}
	for _, m := range baseline.Methods() {
		if found[m.Name] < 25 {
			t.Errorf("%s has %d points on 25 frontiers: does it run?", m.Name, found[m.Name])
		}
	}
}

// checkScore checks what holds of every score.
func checkScore(t testing.TB, c *judge.Verdict, s judge.Score) {
	t.Helper()
	optimal := 0
	for _, p := range s.Points {
		if p.Optimal {
			optimal++
		}
	}
	switch {
	case s.TP != optimal || s.TP+s.FP != len(s.Points) || s.TP+s.FN != len(c.Truth):
		t.Errorf("%s: %d points, %d optimal of %d: TP %d, FP %d, FN %d", s.Method, len(s.Points), optimal, len(c.Truth), s.TP, s.FP, s.FN)
	case !(s.Area >= 0 && s.Area <= 1) || !(s.MeanDeficit >= 0 && s.MeanDeficit <= s.LargestDeficit+1e-9):
		t.Errorf("%s: area %g, deficit %g in the mean and %g at most", s.Method, s.Area, s.MeanDeficit, s.LargestDeficit)
	case s.FN == 0 && (s.LargestDeficit != 0 || s.MeanDeficit > 1e-9):
		t.Errorf("%s: nothing is missing, and the deficit is %g", s.Method, s.LargestDeficit)
	}
}

// TestPointsAreThoseOfTheSearch compares with entropies computed from the table of
// clusters, whatever the order of its rows is.
func TestPointsAreThoseOfTheSearch(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		n := rapid.IntRange(2, 12).Draw(rt, "n")
		j := randomTable(t, random, n, rapid.IntRange(2, 6).Draw(rt, "m"))
		p := partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, n), n, n).Draw(rt, "labels"))
		points := judge.Points(j, slices.Values([]baseline.Clustering{{Partition: p, Parameter: 3}, {Partition: p}}))
		z := j.Coarsen(p)
		if len(points) != 1 || math.Abs(points[0].H-z.HX()) > 1e-9 || math.Abs(points[0].I-z.IXY()) > 1e-9 ||
			points[0].K != p.K() || points[0].Parameter != 3 || points[0].Optimal {
			rt.Errorf("%v is at %+v, want h %g, i %g, k %d", p, points, z.HX(), z.IXY(), p.K())
		}
	})
}

// TestScoresByHand judges points on paper.
func TestScoresByHand(t *testing.T) {
	known := []judge.Point{{H: 0, I: 0, K: 1}, {H: 1, I: 0.5, K: 2}, {H: 2, I: 1, K: 4}}
	c := judge.Judge(2, known, []judge.Entry{
		{"all", []judge.Point{{H: 0, I: 0}, {H: 1, I: 0.5}, {H: 2, I: 1}}},
		{"ends", []judge.Point{{H: 0, I: 0}, {H: 2, I: 1}}},
		{"below", []judge.Point{{H: 1, I: 0.25}, {H: 1.5, I: 0.1}}},
		{"more", []judge.Point{{H: 1.5, I: 0.75, K: 3}}},
		{"none", nil},
	})
	if want := (judge.Point{H: 1.5, I: 0.75, K: 3, Optimal: true}); len(c.Truth) != 4 || c.Truth[2] != want || c.Added != 1 {
		t.Errorf("the truth is %+v, %d added", c.Truth, c.Added)
	}
	// The area under the truth is 0.5 x 0.5 + 0.5 x 0.75 = 0.625.
	want := []judge.Score{
		{Method: "all", TP: 3, FP: 0, FN: 1, Precision: 1, Recall: 0.75, Area: 0.8, MeanDeficit: 0.0625, LargestDeficit: 0.25, LargestAt: 1.5},
		{Method: "ends", TP: 2, FP: 0, FN: 2, Precision: 1, Recall: 0.5, Area: 0, MeanDeficit: 0.3125, LargestDeficit: 0.75, LargestAt: 1.5},
		{Method: "below", TP: 0, FP: 2, FN: 4, Precision: 0, Recall: 0, Area: 0.4, MeanDeficit: 0.1875, LargestDeficit: 0.75, LargestAt: 2},
		{Method: "more", TP: 1, FP: 0, FN: 3, Precision: 1, Recall: 0.25, Area: 0.6, MeanDeficit: 0.125, LargestDeficit: 0.5, LargestAt: 1},
		{Method: "none", TP: 0, FP: 0, FN: 4, Precision: math.NaN(), Recall: 0, Area: 0, MeanDeficit: 0.3125, LargestDeficit: 1, LargestAt: 2},
	}
	for k := range c.Scores {
		checkScore(t, c, c.Scores[k])
		c.Scores[k].Points = nil
	}
	if d := cmp.Diff(want, c.Scores, cmp.Comparer(func(a, b float64) bool {
		return math.Abs(a-b) < 1e-12 || math.IsNaN(a) && math.IsNaN(b)
	})); d != "" {
		t.Errorf("scores (-want +got):\n%s", d)
	}
}

// TestNothingToTell is a table whose rows are alike.
func TestNothingToTell(t *testing.T) {
	c := judge.Judge(1, []judge.Point{{}}, []judge.Entry{{"one", []judge.Point{{}, {H: 1}}}})
	if s := c.Scores[0]; s.TP != 1 || s.FP != 1 || s.Area != 1 || s.MeanDeficit != 0 || s.LargestDeficit != 0 {
		t.Errorf("%+v", s)
	}
}

// TestNoAreaUnderTheTruth: where only the trivial clusterings are optimal, a method has all
// or cannot be measured.
func TestNoAreaUnderTheTruth(t *testing.T) {
	ends := []judge.Point{{}, {H: 1, I: 0.5}}
	c := judge.Judge(1, nil, []judge.Entry{{"all", ends}, {"one", ends[:1]}, {"none", nil}})
	for k, want := range []float64{1, math.NaN(), math.NaN()} {
		if got := c.Scores[k].Area; got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s has the area %g, want %g", c.Scores[k].Method, got, want)
		}
	}
}

// TestTiesCountOnce offers clusterings that mirror each other.
func TestTiesCountOnce(t *testing.T) {
	j, err := joint.Dense([]string{"a", "b", "c", "d"}, []string{"p", "q"}, [][]float64{{3, 0}, {3, 0}, {0, 3}, {0, 3}})
	if err != nil {
		t.Fatal(err)
	}
	points := all(j)
	for k, p := range points {
		for _, q := range points[:k] {
			if p.H == q.H && p.I == q.I {
				t.Errorf("%+v and %+v are one point", p, q)
			}
		}
	}
	c := judge.Judge(j.HX(), nil, []judge.Entry{{"all", points}})
	if len(points) != 7 || len(c.Truth) != 3 || c.Scores[0].TP != 3 {
		t.Errorf("%d points, truth %+v", len(points), c.Truth)
	}
}

// TestPointsOfSweeps: what sweeps have found of a large table has the points that are computed of its clusterings.
func TestPointsOfSweeps(t *testing.T) {
	j := randomTable(t, rand.New(rand.NewPCG(7, 0)), 320, 6)
	r, err := search.Map(t.Context(), problem.DIB(j), search.Options{Effort: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(judge.Points(j, judge.ClusteringsOf(r.Frontier)), judge.PointsOf(r.Frontier)); diff != "" || r.Frontier.Len() < 100 {
		t.Errorf("of %d points, the frontier has others (-computed, +in the frontier)\n%.2000s", r.Frontier.Len(), diff)
	}
}
