package frontier

import (
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/pareto"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// flights is a frontier of four rows whose best clustering of two clusters is not on it.
func flights(t testing.TB) *Frontier {
	t.Helper()
	f, err := New(Problem{
		Kind: "dib", N: 4, M: 4, XLabels: []string{"a", "b", "c", "d"}, YLabels: []string{"p", "q", "r", "s"},
		HX: 2, HY: 2, IXY: 1, XMass: []float64{0.125, 0.25, 0.25, 0.375},
		Cells:  &Cells{X: []int{0, 1, 2, 3}, Y: []int{0, 1, 2, 3}, Weight: []float64{1, 2, 2, 3}},
		Source: Source{Name: "table.csv", SHA256: "00ff"},
	}, Search{Method: "mapper", Status: "converged"}, []Entry{
		{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})},
		{H: 0.5, I: 0.25, Ties: 1, Assignment: partition.Pack(partition.Partition{0, 1, 1, 1})},
		{H: 1.5, I: 0.875, Assignment: partition.Pack(partition.Partition{0, 1, 2, 2})},
		{H: 2, I: 1, Assignment: partition.Pack(partition.Partition{0, 1, 2, 3})},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// listOf returns the list of [flights] up to three clusters.
func listOf() []BestEntry {
	return []BestEntry{
		{Entry: Entry{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})}, Exact: true},
		{Entry: Entry{H: 1.75, I: 0.5, Ties: 2, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})}},
		{Entry: Entry{H: 1.5, I: 0.875, Assignment: partition.Pack(partition.Partition{0, 1, 2, 2})}, Exact: true},
	}
}

func listed(t testing.TB) *Frontier {
	t.Helper()
	f, err := flights(t).WithBest(3, listOf())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestBestOfEachNumberOfClusters: the list has H of its own, and what the frontier says of
// clusterings that are on it.
func TestBestOfEachNumberOfClusters(t *testing.T) {
	f := listed(t)
	var index []int
	var exact []bool
	for p := range f.Best() {
		index, exact = append(index, p.Index), append(exact, p.Exact)
		if !p.Best || p.K != len(index) {
			t.Errorf("%+v", p)
		}
	}
	if !slices.Equal(index, []int{0, -1, 2}) || !slices.Equal(exact, []bool{true, false, true}) || f.BestUpTo() != 3 {
		t.Errorf("at %d of the frontier, exact %t, up to %d", index, exact, f.BestUpTo())
	}
	for range f.Best() {
		break // an iteration can be left
	}
	two, ok := f.WithClusters(2)
	if !ok || two.H != 1.75 || two.I != 0.5 || two.Ties != 2 || two.Hull || two.DMC || two.Prominence != 0 {
		t.Errorf("%+v", two)
	}
	if on, ok := f.onFrontier(2, nil); !ok || on.Index != 1 || on.Best || on.Exact {
		t.Errorf("%+v", on)
	}
	three, _ := f.WithClusters(3)
	if on := f.At(2); three.Hull != on.Hull || three.DMC != on.DMC || three.Prominence != on.Prominence || three.Prominence == 0 {
		t.Errorf("%+v differs from %+v", three, on)
	}
	// The list ends at three clusters.
	if four, ok := f.WithClusters(4); !ok || four.Index != 3 || four.Best {
		t.Errorf("%+v", four)
	}
	for _, k := range []int{-1, 0, 5} {
		if p, ok := f.WithClusters(k); ok {
			t.Errorf("%d clusters: %+v", k, p)
		}
	}
	if p, ok := f.WithClusters(2, func(p Point) bool { return p.Index >= 0 }); ok {
		t.Errorf("a point that a condition rules out: %+v", p)
	}
	if p, ok := flights(t).WithClusters(2); !ok || p.Index != 1 {
		t.Errorf("without a list: %+v", p)
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

// TestDescriptionOfBest: clusters of the list are named and explained like those of points.
func TestDescriptionOfBest(t *testing.T) {
	f := listed(t)
	p, _ := f.WithClusters(2)
	if got := p.Names(); !slices.Equal(got, []string{"c+a", "d+b"}) {
		t.Error(got)
	}
	if diff := gocmp.Diff([][]string{{"a", "c"}, {"b", "d"}}, p.Clusters()); diff != "" {
		t.Error(diff)
	}
	if got := p.Assignment(); !slices.Equal(got, partition.Partition{0, 1, 0, 1}) || p.Packed() != partition.Pack(got) {
		t.Error(got)
	}
}

func TestRefusedLists(t *testing.T) {
	for want, change := range map[string]func(list []BestEntry) []BestEntry{
		"best[1]: (k 1, i 0) does not lie right of and above (k 1, i 0)":                func(l []BestEntry) []BestEntry { return []BestEntry{l[0], l[0], l[2]} },
		"best[2]: (k 3, i 0.5) does not lie right of and above (k 2, i 0.5)":            func(l []BestEntry) []BestEntry { l[2].I = 0.5; return l },
		"best[2]: (k 2, i 0.5) does not lie right of and above (k 3, i 0.875)":          func(l []BestEntry) []BestEntry { l[1], l[2] = l[2], l[1]; return l },
		"best[1]: the assignment does not have one label for each of the 4 rows":        func(l []BestEntry) []BestEntry { l[1].Assignment = ""; return l },
		"best[2]: k is 2, but the assignment has 3 clusters":                            func(l []BestEntry) []BestEntry { l[2].K = 2; return l },
		"best[1]: (h NaN, i 0.5) is not a point":                                        func(l []BestEntry) []BestEntry { l[1].H = math.NaN(); return l },
		"best[2] has 4 clusters, and the list goes up to 3":                             func(l []BestEntry) []BestEntry { l[2].Assignment = partition.Pack(partition.Identity(4)); return l },
		"point 0 has a larger i, 0, than the best of up to 1 clusters":                  func(l []BestEntry) []BestEntry { return l[1:] },
		"point 1 has a larger i, 0.25, than the best of up to 2 clusters":               func(l []BestEntry) []BestEntry { l[1].I = 0.25 - 2*pareto.Tolerance; return l },
		"point 2 has a larger i, 0.875, than the best of up to 3 clusters":              func(l []BestEntry) []BestEntry { return l[:2] },
		"a list of the best clusterings up to 0 clusters is not possible: want 1 to 21": nil,
	} {
		upTo, list := 3, listOf()
		if change == nil {
			upTo, list = 0, nil
		} else {
			list = change(list)
		}
		if _, err := flights(t).WithBest(upTo, list); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// A cell is not more than the same.
	list := listOf()
	list[1].I = 0.25 - pareto.Tolerance/4
	if _, err := flights(t).WithBest(3, list); err != nil {
		t.Error(err)
	}
}

// TestCheckOfLists: readers refuse what a file of a list cannot be.
func TestCheckOfLists(t *testing.T) {
	for want, change := range map[string]func(f *Frontier){
		"best[1]: k 2 and ties -1 must fit 31 bits":                                            func(f *Frontier) { f.best.entries[1].Ties = -1 },
		"best[1]: the assignment does not have one label for each of the 4 rows":               func(f *Frontier) { f.best.entries[1].Assignment = f.best.entries[1].Assignment[:1] },
		"best[1] does not fulfil problem.constraints.must_link[0], of \"c\" and \"d\"":         func(f *Frontier) { f.Problem.Constraints.MustLink = [][2]string{{"c", "d"}} },
		"best[1] does not fulfil problem.constraints.cannot_link[0], of \"a\" and \"c\"":       func(f *Frontier) { f.Problem.Constraints.CannotLink = [][2]string{{"a", "c"}} },
		"best[2] has 3 clusters, and problem.constraints.max_clusters is 2":                    func(f *Frontier) { f.Problem.Constraints.MaxClusters = 2 },
		"evidence: at_least is 10 of 9 permutations":                                           func(f *Frontier) { f.Evidence = &Evidence{Permutations: 9, AtLeast: 10} },
		"uncertainty: there are 0 spreads for 3 best clusterings":                              func(f *Frontier) { f.best.spreads = nil },
		"validation: there are 0 held-out values for 3 best clusterings":                       func(f *Frontier) { f.best.heldOut = nil },
		"validation.clusters is 0, and should be 1 or more":                                    func(f *Frontier) { f.Validation.Clusters = 0 },
		"validation.method is \"sleight\": want folds, column or file":                         func(f *Frontier) { f.Validation.Method = "sleight" },
		"validation: 0 folds of 100 records, 0 of them with new values of X and 0 of Y, are n": func(f *Frontier) { f.Validation.Folds = 0 },
		"validation: 5 folds of 100 records, 0 of them with new values of X and 101 of Y, are": func(f *Frontier) { f.Validation.NewY = 101 },
		"validation.h is NaN, and should be a number":                                          func(f *Frontier) { f.Validation.H = math.NaN() },
	} {
		f := listed(t)
		// One cluster of a and c is left out, so that constraints can be met.
		f.entries = f.entries[2:3]
		f.hull, f.kink, f.dmc = f.hull[2:3], f.kink[2:3], f.dmc[2:3]
		if strings.Contains(want, "constraints") {
			f.best.entries[0].Assignment, f.best.entries[0].K = f.entries[0].Assignment, 2
			if strings.Contains(want, "max") {
				f.entries[0].K = 2
			}
		}
		f, err := f.WithUncertainty(Uncertainty{Method: "delta"}, make([]Spread, 4))
		if err != nil {
			t.Fatal(err)
		}
		if f, err = f.WithValidation(Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 1}, make([]HeldOut, 4)); err != nil {
			t.Fatal(err)
		}
		if change(f); f.Check() == nil || !strings.HasPrefix(f.Check().Error(), want) {
			t.Errorf("%v, want %s", f.Check(), want)
		}
	}
}

// TestListIsFiltered: the list has a filter of its own, which for increasing H is that of points.
func TestListIsFiltered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := Uncertainty{Method: "delta", Filter: drawFilter(t)}
		var points []Entry
		var list []BestEntry
		h, i := 0.0, 0.0
		for k := range rapid.IntRange(1, 8).Draw(t, "points") {
			labels := partition.Identity(8)
			for x := range labels {
				labels[x] = min(x, k)
			}
			e := Entry{H: h, I: i, Assignment: partition.Pack(labels)}
			points, list = append(points, e), append(list, BestEntry{Entry: e})
			h += rapid.Float64Range(0.1, 1).Draw(t, "dh")
			i += rapid.Float64Range(0.1, 1).Draw(t, "di")
		}
		f, err := New(Problem{N: 8, XLabels: numbered(8)}, Search{}, points)
		if err != nil {
			t.Fatal(err)
		}
		if f, err = f.WithBest(8, list); err != nil {
			t.Fatal(err)
		}
		spreads := make([]Spread, len(points))
		for n := range spreads {
			spreads[n] = Spread{DH: rapid.Float64Range(0, 1).Draw(t, "deviation of h"), DI: rapid.Float64Range(0, 1).Draw(t, "deviation of i")}
		}
		same := slices.Concat(spreads, spreads)
		if f, err = f.WithUncertainty(u, same); err != nil {
			t.Fatal(err)
		}
		for p := range f.Best() {
			if on := f.At(p.Index); p.Robust != on.Robust || p.Spread != on.Spread {
				t.Fatalf("%+v and %+v", p, on)
			}
		}
		f.Uncertainty = nil
		for p := range f.Best() {
			if p.Robust || p.Spread != (Spread{}) {
				t.Fatalf("%+v of no uncertainty", p)
			}
		}
	})
	// Where H decreases, the more certain of two that overlap is kept, whichever comes first.
	for _, certain := range []int{1, 2} {
		spreads := make([]Spread, 7)
		for n := range spreads {
			spreads[n] = Spread{DH: 1e-3, DI: 1e-3}
		}
		spreads[4+1], spreads[4+2] = Spread{DH: 0.25, DI: 0.25}, Spread{DH: 0.25, DI: 0.25}
		spreads[4+certain].DI = 0.2
		f, err := listed(t).WithUncertainty(Uncertainty{Method: "delta"}, spreads)
		if err != nil {
			t.Fatal(err)
		}
		var robust []int
		for p := range f.Best() {
			if p.Robust {
				robust = append(robust, p.K)
			}
		}
		if !slices.Equal(robust, []int{1, certain + 1}) {
			t.Errorf("robust %d", robust)
		}
	}
}

// TestValidationOfLists: held-out values of the points come before those of the list.
func TestValidationOfLists(t *testing.T) {
	f := listed(t)
	v := Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 2, H: 0.5}
	values := make([]HeldOut, 7)
	for n := range values {
		values[n] = HeldOut{I: float64(n), SE: 0.5}
	}
	f, err := f.WithValidation(v, values)
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := f.WithClusters(2); p.HeldOut.I != 5 || f.At(3).HeldOut.I != 3 {
		t.Errorf("%+v", p.HeldOut)
	}
	if p, _ := f.WithClusters(3); p.HeldOut.I != 6 {
		t.Errorf("%+v, which is on the frontier", p.HeldOut)
	}
	for want, change := range map[string]func() []HeldOut{
		"there are 6 values for 4 points and 3 best clusterings":              func() []HeldOut { return values[1:] },
		"held out, point 5: NaN with the standard error 0.5 is not possible":  func() []HeldOut { values[5].I = math.NaN(); return values },
		"held out, point 5: 0 with the standard error -1 is not possible":     func() []HeldOut { values[5] = HeldOut{0, -1}; return values },
		"held out, point 5: 0 with the standard error +Inf is not possible":   func() []HeldOut { values[5] = HeldOut{0, math.Inf(1)}; return values },
		"held out, point 5: -Inf with the standard error 0.5 is not possible": func() []HeldOut { values[5] = HeldOut{math.Inf(-1), 0.5}; return values },
	} {
		if _, err := f.WithValidation(v, change()); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
