package recommend

import (
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// stepped returns a validated frontier of a table of four rows and two columns, in runs of rows, with the clusterings
// 0000, 0011 and 0012 of the given held-out information.
func stepped(t *testing.T, counts [4][2]float64, clusters int, heldOut ...frontier.HeldOut) *frontier.Frontier {
	t.Helper()
	problem := frontier.Problem{Kind: "dib", N: 4, M: 2, XLabels: []string{"a", "b", "c", "d"}, YLabels: []string{"n", "y"}, HX: 2, HY: 1, IXY: 1, Cells: new(frontier.Cells)}
	var samples int64
	for x, row := range counts {
		for y, w := range row {
			if w == 0 {
				continue
			}
			problem.Cells.X, problem.Cells.Y, problem.Cells.Weight = append(problem.Cells.X, x), append(problem.Cells.Y, y), append(problem.Cells.Weight, w)
			samples += int64(w)
		}
	}
	problem.Samples = &samples
	f, err := frontier.New(problem, frontier.Search{Order: "linear"}, []frontier.Entry{{Assignment: partition.Pack(make(partition.Partition, 4))}})
	if err != nil {
		t.Fatal(err)
	}
	var best []frontier.BestEntry
	for n, p := range []partition.Partition{{0, 0, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 2}} {
		best = append(best, frontier.BestEntry{Entry: frontier.Entry{H: float64(n) / 8, I: 0.3 * float64(n), Assignment: partition.Pack(p)}})
	}
	if f, err = f.WithBest(4, best); err != nil {
		t.Fatal(err)
	}
	f, err = f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: samples, Clusters: clusters}, append([]frontier.HeldOut{{}}, heldOut...))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFewRecordsAreDescribed: the third group of the same shares is noise in 40 records, and real in 4,000.
func TestFewRecordsAreDescribed(t *testing.T) {
	for _, tt := range []struct {
		times float64
		k     int
		rule  string
	}{{1, 2, ruleShortest}, {100, 3, ruleKnee}} {
		counts := [4][2]float64{{9, 1}, {9, 1}, {2, 8}, {1, 9}}
		for x := range counts {
			for y := range counts[x] {
				counts[x][y] *= tt.times
			}
		}
		heldOut := []frontier.HeldOut{{}, {I: 0.2, SE: 0.1}, {I: 0.5, SE: 0.1}}
		f := stepped(t, counts, 3, heldOut...)
		if r, ok := From(f); !ok || r.K != tt.k || r.Rule != tt.rule {
			t.Errorf("of %g records, %d groups by %q: %s", 40*tt.times, r.K, r.Rule, r.Reason)
		}
		probabilities := *f
		probabilities.Problem.Samples = nil
		if r, _ := From(&probabilities); r.K != 3 {
			t.Errorf("of probabilities, %d groups by %q", r.K, r.Rule)
		}
	}
}

// TestTiedClustersAreDescribed: the third group is real, but it adds less than is asked of a group. The difference is within
// a standard error of 40 records, and beyond that of 4,000.
func TestTiedClustersAreDescribed(t *testing.T) {
	for _, tt := range []struct {
		times, i float64
		k        int
		rule     string
	}{{1, 0.52, 3, ruleShortest}, {1, 0.48, 2, ruleKnee}, {100, 0.52, 2, ruleKnee}} {
		counts := [4][2]float64{{10, 0}, {10, 0}, {0, 10}, {5, 5}}
		for x := range counts {
			for y := range counts[x] {
				counts[x][y] *= tt.times
			}
		}
		f := stepped(t, counts, 3, frontier.HeldOut{}, frontier.HeldOut{I: 0.4, SE: 0.1}, frontier.HeldOut{I: tt.i, SE: 0.1})
		if r, ok := From(f); !ok || r.K != tt.k || r.Rule != tt.rule {
			t.Errorf("of %g records, with %g bits held out, %d groups by %q: %s", 40*tt.times, tt.i, r.K, r.Rule, r.Reason)
		}
		c := candidatesOf(f)
		if f.Validation = nil; c.shortest(1) != 1 {
			t.Errorf("of %g records, none held out, 3 groups", 40*tt.times)
		}
		for n, p := range c.points {
			c.points[n] = frontier.Point{K: p.K}
		}
		if n := c.shortest(2); n != 2 {
			t.Errorf("of clusterings that are not known, number %d is the shortest, and 2 was given", n)
		}
	}
}

// TestDescribed compares the probability of a description with an urn from which Y is drawn, record by record.
func TestDescribed(t *testing.T) {
	counts := [4][2]float64{{3, 1}, {2, 2}, {0, 4}, {1, 5}}
	c := candidatesOf(stepped(t, counts, 3, frontier.HeldOut{}, frontier.HeldOut{I: 0.2}, frontier.HeldOut{I: 0.5}))
	mean := [2]float64{6.0 / 18, 12.0 / 18}
	want := -math.Log(3) // the places of two borders among three
	for _, of := range [][]int{{0, 1}, {2}, {3}} {
		var urn [2]float64
		for _, x := range of {
			for y, count := range counts[x] {
				for range int(count) {
					want += math.Log((urn[y] + mean[y]) / (urn[0] + urn[1] + 1)) // M/2 records
					urn[y]++
				}
			}
		}
	}
	if got := c.described(2, 3); math.Abs(got-want) > 1e-12 {
		t.Errorf("%g, want %g", got, want)
	}
	if got := c.described(2, 17); math.Abs(got-want-math.Log(3)+math.Log(17*16/2)) > 1e-12 {
		t.Errorf("of bins %g, want %g", got, want+math.Log(3)-math.Log(17*16/2))
	}
	c.f.Search.Order = "" // each of four rows names its group
	if got := c.described(2, 3); math.Abs(got-want-math.Log(3)+4*math.Log(3)) > 1e-12 {
		t.Errorf("without an order %g, want %g", got, want+math.Log(3)-4*math.Log(3))
	}
}

// TestClearDependenceHasTwoGroups: where held-out records say nothing of any group, unless they contradict.
func TestClearDependenceHasTwoGroups(t *testing.T) {
	for _, tt := range []struct {
		atLeast int
		i       float64
		k       int
		rule    string
	}{{0, -0.1, 2, ruleShown}, {9, -0.1, 2, ruleShown}, {10, -0.1, 1, Nothing}, {0, -0.3, 1, Nothing}} {
		f := stepped(t, [4][2]float64{{9, 1}, {9, 1}, {2, 8}, {1, 9}}, 1, frontier.HeldOut{}, frontier.HeldOut{I: tt.i, SE: 0.1}, frontier.HeldOut{I: -0.5, SE: 0.1})
		f.Evidence = &frontier.Evidence{Permutations: 999, AtLeast: tt.atLeast}
		if r, ok := From(f); !ok || r.K != tt.k || r.Rule != tt.rule {
			t.Errorf("%d permutations and %g bits: %d groups by %q: %s", tt.atLeast, tt.i, r.K, r.Rule, r.Reason)
		}
		if r, ok := ForPrediction(f); !ok || r.K != 1 {
			t.Errorf("for prediction, %d groups by %q", r.K, r.Rule)
		}
	}
}

// TestSupportedGroupsThatTellNothing: where two groups are within a standard error of the best, and tell nothing about
// held-out records. A clear dependence has two groups.
func TestSupportedGroupsThatTellNothing(t *testing.T) {
	for _, tt := range []struct {
		atLeast int
		i       float64
		k       int
		rule    string
	}{{16, -0.01, 1, Nothing}, {16, 0, 1, Nothing}, {9, -0.01, 2, ruleShown}, {9, -0.3, 1, Nothing}, {16, 0.01, 2, ruleKnee}} {
		f := stepped(t, [4][2]float64{{9, 1}, {9, 1}, {2, 8}, {1, 9}}, 2, frontier.HeldOut{}, frontier.HeldOut{I: tt.i, SE: 0.1}, frontier.HeldOut{I: 0.05, SE: 0.1})
		f.Evidence = &frontier.Evidence{Permutations: 999, AtLeast: tt.atLeast}
		r, ok := From(f)
		if !ok || r.K != tt.k || r.Rule != tt.rule {
			t.Errorf("%d permutations and %g bits: %d groups by %q: %s", tt.atLeast, tt.i, r.K, r.Rule, r.Reason)
		}
		if want := "There is nothing to group: 2 groups tell nothing about held-out records."; (r.Reason == want) != (r.Rule == Nothing) {
			t.Errorf("%d permutations and %g bits: the reason is %q", tt.atLeast, tt.i, r.Reason)
		}
	}
}

// TestWhatMayBeChanceIsCalledSo: where values are rare, and the permutations have most of I(X;Y), unless records were
// held out or the groups are ranges.
func TestWhatMayBeChanceIsCalledSo(t *testing.T) {
	few, many := [4][2]float64{{3, 0}, {3, 1}, {0, 3}, {0, 3}}, [4][2]float64{{30, 0}, {30, 10}, {0, 30}, {0, 30}}
	for _, tt := range []struct {
		counts  [4][2]float64
		chance  float64
		order   string
		heldOut bool
		want    bool
	}{
		{few, 0.6, "", false, true},
		{few, 0.5, "", false, false},
		{few, 0.6, "linear", false, false},
		{few, 0.6, "", true, false},
		{many, 0.6, "", false, false},
	} {
		f := *stepped(t, tt.counts, 3, frontier.HeldOut{}, frontier.HeldOut{I: 0.2, SE: 0.1}, frontier.HeldOut{I: 0.5, SE: 0.1})
		f.Evidence, f.Search.Order = &frontier.Evidence{Permutations: 999, Chance: tt.chance}, tt.order
		if !tt.heldOut {
			f.Validation = nil
		}
		r, ok := From(&f)
		if got := strings.Contains(r.Reason, "chance"); !ok || r.K < 2 || got != tt.want {
			t.Errorf("%+v: %s", tt, r.Reason)
		}
	}
}
