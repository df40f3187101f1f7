package recommend

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// curve returns a frontier of rows of the given masses whose best clustering of k clusters has
// told[k-1] of 1 bit. The first k-1 rows are its single ones.
func curve(t rapid.TB, mass []float64, told ...float64) *frontier.Frontier {
	t.Helper()
	problem := frontier.Problem{Kind: "dib", N: len(mass), XLabels: make([]string, len(mass)), XMass: mass, HX: 4, IXY: 1}
	first := frontier.Entry{Assignment: partition.Pack(make(partition.Partition, len(mass)))}
	f, err := frontier.New(problem, frontier.Search{}, []frontier.Entry{first})
	if err != nil {
		t.Fatal(err)
	}
	var best []frontier.BestEntry
	for n, i := range told {
		p := make(partition.Partition, len(mass))
		for x := range p {
			p[x] = min(x, n)
		}
		best = append(best, frontier.BestEntry{Entry: frontier.Entry{H: float64(n) / 8, I: i, Assignment: partition.Pack(p)}})
	}
	f, err = f.WithBest(max(20, len(told)), best)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func even(n int) []float64 {
	mass := make([]float64, n)
	for x := range mass {
		mass[x] = 1 / float64(n)
	}
	return mass
}

// clusters returns the number of clusters of an alternative, 0 for none.
func clusters(p *frontier.Point) int {
	if p == nil {
		return 0
	}
	return p.K
}

func TestRecommend(t *testing.T) {
	light := []float64{0.001, 0.001, 0.001, 0.001, 0.499, 0.497}
	for _, c := range []struct {
		name              string
		f                 *frontier.Frontier
		coarser, k, finer int
		rule              string
		reason            string
	}{
		{
			"elbow", curve(t, even(20), 0, 0.4, 0.7, 0.97, 0.98, 0.99, 1), 3, 4, 0, ruleKnee,
			"The step from 3 to 4 groups adds 27.0 % of what X says about Y, and that to 5 would add 1.0 %; a group is asked to add 5.3 %.",
		},
		{
			"elbow at the end", curve(t, even(20), 0, 0.5, 1), 2, 3, 0, ruleKnee,
			"The step from 2 to 3 groups adds 50.0 % of what X says about Y, and more cannot add anything; a group is asked to add 5.3 %.",
		},
		{
			"short list", curve(t, even(20), 0, 0.5, 0.7), 2, 3, 0, ruleKnee,
			"The step from 2 to 3 groups adds 20.0 % of what X says about Y, and better ones into more are not in the list; a group is asked to add 5.3 %.",
		},
		{
			"straight line", curve(t, even(5), 0, 0.25, 0.5, 0.75, 1), 2, 3, 5, ruleHalf,
			"Every group more adds about as much as the one before, so no number of groups stands out; 3 groups are the first to keep half of what X says about Y.",
		},
		{
			"the list ends before half", curve(t, even(40), 0, 0.06, 0.11, 0.16), 3, 4, 0, ruleHalf,
			"Every group more adds about as much as the one before, so no number of groups stands out; 4 groups are the most that are known, and keep 16.0 % of what X says about Y.",
		},
		{
			"two rows", curve(t, even(2), 0, 1), 0, 2, 0, ruleHalf,
			"Every group more adds about as much as the one before, so no number of groups stands out; 2 groups are the first to keep half of what X says about Y.",
		},
		{
			"one group", curve(t, even(5), 0), 0, 1, 0, Nothing,
			"There is nothing to group: no grouping tells more than a single group.",
		},
		// Each row would be worth its price of 20 %, and is too light.
		{
			"all tiny", curve(t, light, 0, 0.25, 0.5, 0.75, 0.9), 2, 3, 4, ruleHalf,
			"Every group more adds about as much as the one before, so no number of groups stands out; 3 groups are the first to keep half of what X says about Y.",
		},
		{
			"one tiny", curve(t, []float64{0.3, 0.3, 0.009, 0.391, 0, 0}, 0, 0.5, 0.8, 1), 2, 3, 4, ruleKnee,
			"The step from 2 to 3 groups adds 30.0 % of what X says about Y, and that to 4 would add 20.0 %; a group is asked to add 20.0 %, and twice as much if it has less than 1 % of the records.",
		},
	} {
		r, ok := From(c.f)
		if !ok || r.K != c.k || clusters(r.Coarser) != c.coarser || clusters(r.Finer) != c.finer || r.Rule != c.rule || r.Reason != c.reason {
			t.Errorf("%s: %d clusters, or %d and %d, by %q: %s\nwant %d, or %d and %d, by %q: %s", c.name,
				r.K, clusters(r.Coarser), clusters(r.Finer), r.Rule, r.Reason, c.k, c.coarser, c.finer, c.rule, c.reason)
		}
	}
}

// A longer list of best clusterings changes nothing, and neither does one of the whole table.
func TestRecommendDoesNotDependOnTheLimit(t *testing.T) {
	told := []float64{0}
	for k := 2; k <= 60; k++ {
		told = append(told, 1-math.Exp(-float64(k-1)/5))
	}
	mass := even(60)
	want, _ := From(curve(t, mass, told...))
	if want.K != 8 || clusters(want.Finer) != 12 {
		t.Errorf("recommended are %d clusters, and %d, want 8 and 12", want.K, clusters(want.Finer))
	}
	for _, upTo := range []int{12, 20, 50} {
		if r, _ := From(curve(t, mass, told[:upTo]...)); r.K != want.K || clusters(r.Finer) != clusters(want.Finer) || r.Reason != want.Reason {
			t.Errorf("up to %d clusters: %d and %d, want %d and %d", upTo, r.K, clusters(r.Finer), want.K, clusters(want.Finer))
		}
	}
}

func TestRecommendByEvidence(t *testing.T) {
	f := curve(t, even(20), 0, 0.4, 0.6, 0.7, 0.8, 0.9)
	validated := func(clusters int, told ...float64) *frontier.Frontier {
		list := make([]frontier.HeldOut, 1, 8) // of the point of the frontier
		for _, i := range told {
			list = append(list, frontier.HeldOut{I: i, SE: 0.01})
		}
		g, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: clusters}, list)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	tested := *f
	tested.Evidence = &frontier.Evidence{Permutations: 999, AtLeast: 400}
	shown := *f
	shown.Evidence = &frontier.Evidence{Permutations: 999}
	for _, c := range []struct {
		name   string
		f      *frontier.Frontier
		k      int
		rule   string
		reason string
	}{
		{"no dependence", &tested, 1, Nothing, "There is nothing to group: the table does not show that X and Y depend on each other (permutation test, p = 0.4)."},
		{"a dependence", &shown, 6, ruleKnee, "The step from 5 to 6 groups adds 10.0 % of what X says about Y, and better ones into more are not in the list; a group is asked to add 5.3 %."},
		{"one supported", validated(1, 0, -0.1, -0.2, -0.3, -0.4, -0.5), 1, Nothing, "There is nothing to group: no grouping tells about held-out records more than their standard error."},
		{
			"three supported", validated(3, 0, 0.3, 0.4, 0.41, 0.4, 0.39), 3, ruleKnee,
			"The step from 2 to 3 groups adds 25.0 % of what groups tell about held-out records, and held-out records do not support more groups; a group is asked to add 5.3 %.",
		},
		{
			"six supported", validated(6, 0, 0.3, 0.4, 0.41, 0.415, 0.416), 3, ruleKnee,
			"The step from 2 to 3 groups adds 24.0 % of what groups tell about held-out records, and that to 4 would add 2.4 %; a group is asked to add 5.3 %.",
		},
	} {
		r, ok := From(c.f)
		if !ok || r.K != c.k || r.Rule != c.rule || r.Reason != c.reason {
			t.Errorf("%s: %d clusters by %q: %s\nwant %d by %q: %s", c.name, r.K, r.Rule, r.Reason, c.k, c.rule, c.reason)
		}
		if v := c.f.Validation; v != nil && max(clusters(r.Coarser), clusters(r.Finer)) > v.Clusters {
			t.Errorf("%s: alternatives of %d and %d clusters are not supported", c.name, clusters(r.Coarser), clusters(r.Finer))
		}
	}
}

// What is recommended does not depend on units, and lies on the upper concave hull of the curve
// if no cluster is light; alternatives are coarser and finer.
func TestRecommendProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gains := rapid.SliceOfN(rapid.Float64Range(0.01, 1), 1, 15).Draw(t, "gains")
		told := []float64{0}
		for n, g := range gains {
			told = append(told, told[n]+g)
		}
		f := curve(t, even(16), told...)
		f.Problem.IXY = told[len(gains)]
		r, ok := From(f)
		switch {
		case !ok || r.K < 2 || r.Rule == Nothing || !strings.HasSuffix(r.Reason, "."):
			t.Fatalf("%d clusters, %v", r.K, ok)
		case r.Coarser != nil && !(r.Coarser.K > 1 && r.Coarser.K < r.K && r.Coarser.I < r.I):
			t.Fatalf("%d clusters are not coarser than %d", r.Coarser.K, r.K)
		case r.Coarser == nil && r.K > 2:
			t.Fatalf("%d clusters, and none coarser", r.K)
		case r.Finer != nil && !(r.Finer.K > r.K && r.Finer.I > r.I):
			t.Fatalf("%d clusters are not finer than %d", r.Finer.K, r.K)
		}
		for k := range told {
			told[k] *= 8
		}
		scaled := curve(t, even(16), told...)
		scaled.Problem.IXY = told[len(gains)]
		if s, _ := From(scaled); s.K != r.K || s.Rule != r.Rule || s.Reason != r.Reason {
			t.Fatalf("in other units %d clusters by %q, not %d by %q", s.K, s.Rule, r.K, r.Rule)
		}
	})
}

// Without a list, the marked points of the frontier are what there is; without points there is
// nothing.
func TestRecommendWithoutList(t *testing.T) {
	f, err := frontier.New(frontier.Problem{Kind: "dib", N: 3, XLabels: []string{"a", "b", "c"}, IXY: 0.75}, frontier.Search{}, []frontier.Entry{
		{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0})},
		{H: 0.8, I: 0.1, Assignment: partition.Pack(partition.Partition{0, 0, 1})},
		{H: 1, I: 0.3, Assignment: partition.Pack(partition.Partition{0, 1, 1})},
		{H: 1.5, I: 0.75, Assignment: partition.Pack(partition.Identity(3))},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := From(f); !ok || r.K != 3 || r.Index != 3 {
		t.Errorf("recommended is point %d of %d clusters, %v", r.Index, r.K, ok)
	}
	points, err := frontier.New(frontier.Problem{}, frontier.Search{}, []frontier.Entry{{H: 0, I: 0, K: 1}, {H: 1, I: 0.9, K: 2}, {H: 2, I: 1, K: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := From(points); !ok || r.K != 2 {
		t.Errorf("of points without clusterings, %d clusters, %v", r.K, ok)
	}
	if none, err := frontier.New(frontier.Problem{}, frontier.Search{}, nil); err != nil {
		t.Fatal(err)
	} else if _, ok := From(none); ok {
		t.Error("something is recommended of nothing")
	}
}

// TestRecommendOwnProblem: i of a problem of users' own may be at most 0, and is shared out from that of one cluster on.
func TestRecommendOwnProblem(t *testing.T) {
	for _, shift := range []float64{0, 5} {
		p := frontier.Problem{Kind: "kiln", N: 4, XLabels: []string{"a", "b", "c", "d"}, IXY: shift}
		f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{H: 1, I: shift - 4, K: 1}, {H: 2, I: shift - 1, K: 2}, {H: 3, I: shift - 0.5, K: 3}, {H: 4, I: shift, K: 4}})
		if err != nil {
			t.Fatal(err)
		}
		if r, ok := From(f); !ok || r.K != 2 || r.Rule != ruleKnee || !strings.Contains(r.Reason, "adds 75.0 % of the range of i, and that to 3 would add 12.5 %") {
			t.Errorf("shifted by %v: %+v, %t", shift, r, ok)
		}
	}
}

// TestNothingIsRecommendedOfNoise: where I(X;Y) is not above its error. Where it is, but below that
// of fewer clusters, no reason has more than all of it.
func TestNothingIsRecommendedOfNoise(t *testing.T) {
	p := frontier.Problem{Kind: "dib", Estimator: "nsb", N: 4, XLabels: []string{"a", "b", "c", "d"}, IXY: 0.02, IXYSD: 0.05}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{K: 1}, {H: 1, I: 0.08, K: 2}, {H: 2, I: 0.09, K: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := From(f); !ok || r.Rule != Nothing || !strings.Contains(r.Reason, "I(X;Y) by nsb is not above its error") {
		t.Errorf("%+v, %t", r, ok)
	}
	f.Problem.IXYSD = 0.01
	if r, ok := From(f); !ok || r.K != 2 || !strings.Contains(r.Reason, "adds 88.9 %") {
		t.Errorf("%+v, %t", r, ok)
	}
}
