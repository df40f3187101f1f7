package frontier

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
)

// staircase returns a frontier without assignments of the points (h, i, k).
func staircase(t testing.TB, hx float64, points ...[3]float64) *Frontier {
	t.Helper()
	var entries []Entry
	for _, p := range points {
		entries = append(entries, Entry{H: p[0], I: p[1], K: int(p[2])})
	}
	f, err := New(Problem{HX: hx}, Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// marked returns the indices of the points for which mark is true.
func marked(f *Frontier, mark func(Point) bool) []int {
	indices := []int{}
	for i := range f.Len() {
		if mark(f.At(i)) {
			indices = append(indices, i)
		}
	}
	return indices
}

func onHull(p Point) bool { return p.Hull }
func isDMC(p Point) bool  { return p.DMC }

func TestNewRefuses(t *testing.T) {
	pack := func(labels ...int) partition.Packed { return partition.Pack(labels) }
	for want, entries := range map[string][]Entry{
		"point 0: (h NaN, i 0) is not a point":                           {{H: math.NaN(), K: 1}},
		"point 0: (h 0, i +Inf) is not a point":                          {{I: math.Inf(1), K: 1}},
		"point 0: k is 0":                                                {{}},
		"point 0: k is -1":                                               {{K: -1}},
		"point 1: (h 1, i 1) does not lie right of and above (h 1, i 0)": {{H: 1, K: 1}, {H: 1, I: 1, K: 1}},
		"point 1: (h 1, i 0) does not lie right of and above (h 0, i 0)": {{K: 1}, {H: 1, K: 1}},
		"point 2: (h 0, i 3) does not lie right of and above (h 1, i 1)": {{K: 1}, {H: 1, I: 1, K: 1}, {I: 3, K: 1}},
		"point 0: assignment: row 1 has label 2 where 0 to 1 may stand: not in canonical form": {
			{Assignment: pack(0, 2)},
		},
		"point 0: k is 1, but the assignment has 2 clusters": {{K: 1, Assignment: pack(0, 1)}},
	} {
		if _, err := New(Problem{N: 2}, Search{}, entries); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestNewCountsClusters(t *testing.T) {
	f := tiny(t)
	var k []int
	for p := range f.All() {
		k = append(k, p.K)
	}
	if want := []int{1, 2, 2, 3}; !slices.Equal(k, want) {
		t.Errorf("got %v, want %v", k, want)
	}
}

func TestAllStops(t *testing.T) {
	n := 0
	for range tiny(t).All() {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d points", n)
	}
}

func TestPointAnswersInLabels(t *testing.T) {
	p := tiny(t).At(2)
	if diff := cmp.Diff(partition.Partition{0, 1, 1}, p.Assignment()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]string{{"a"}, {`b "é"`, "<c>"}}, p.Clusters()); diff != "" {
		t.Error(diff)
	}
	if p.H != 1 || p.I != 0.30000000000000004 || p.K != 2 || p.Ties != 3 {
		t.Errorf("got %+v", p)
	}
	unknown := staircase(t, 1, [3]float64{0, 0, 1}).At(0)
	if unknown.Assignment() != nil || unknown.Clusters() != nil {
		t.Error("an unknown assignment is not nil")
	}
}

// TestHull uses staircases whose hull is known: both ends are always on it,
// and a point on the chord between two others is not.
func TestHull(t *testing.T) {
	tests := []struct {
		name   string
		points [][3]float64
		want   []int
	}{
		{"none", nil, []int{}},
		{"one", [][3]float64{{0, 0, 1}}, []int{0}},
		{"two", [][3]float64{{0, 0, 1}, {1, 1, 2}}, []int{0, 1}},
		{"above the chord", [][3]float64{{0, 0, 1}, {1, 0.6, 2}, {2, 1, 3}}, []int{0, 1, 2}},
		{"on the chord", [][3]float64{{0, 0, 1}, {1, 0.5, 2}, {2, 1, 3}}, []int{0, 2}},
		{"below the chord", [][3]float64{{0, 0, 1}, {1, 0.4, 2}, {2, 1, 3}}, []int{0, 2}},
		{"all collinear", [][3]float64{{0, 0, 1}, {1, 1, 2}, {2, 2, 2}, {3, 3, 3}}, []int{0, 3}},
		{"less than a tie above", [][3]float64{{0, 0, 1}, {1, 0.5 + pareto.Tolerance/2, 2}, {2, 1, 3}}, []int{0, 2}},
		{"more than a tie above", [][3]float64{{0, 0, 1}, {1, 0.5 + 2*pareto.Tolerance, 2}, {2, 1, 3}}, []int{0, 1, 2}},
		{"a concave arc", [][3]float64{{0, 0, 1}, {1, 4, 2}, {2, 7, 2}, {3, 9, 2}, {4, 10, 3}}, []int{0, 1, 2, 3, 4}},
		{"one dominates the rest", [][3]float64{{0, 0, 1}, {1, 1, 2}, {2, 10, 2}, {3, 10.5, 2}, {4, 12, 3}}, []int{0, 2, 4}},
	}
	for _, tt := range tests {
		if got := marked(staircase(t, 5, tt.points...), onHull); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestHullAgainstItsDefinition takes every pair of points for a chord.
func TestHullAgainstItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		h, i := 0.0, 0.0
		for range rapid.IntRange(0, 12).Draw(t, "points") {
			entries = append(entries, Entry{H: h, I: i, K: 1})
			// Small whole steps give many collinear points, and exact chords.
			h += float64(rapid.IntRange(1, 4).Draw(t, "dh"))
			i += float64(rapid.IntRange(1, 4).Draw(t, "di"))
		}
		f, err := New(Problem{}, Search{}, entries)
		if err != nil {
			t.Fatal(err)
		}
		for p, e := range entries {
			want := true
			for a := range p {
				for _, b := range entries[p+1:] {
					left := entries[a]
					// e is above the chord if it turns clockwise.
					want = want && (e.I-left.I)*(b.H-left.H) > (b.I-left.I)*(e.H-left.H)
				}
			}
			if f.At(p).Hull != want {
				t.Fatalf("%v: point %d on the hull: %t", entries, p, f.At(p).Hull)
			}
		}
	})
}

func TestDMCAgainstItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points [][3]float64
		for i, k := range rapid.SliceOf(rapid.IntRange(1, 6)).Draw(t, "k") {
			points = append(points, [3]float64{float64(i), float64(i), float64(k)})
		}
		var entries []Entry
		for _, p := range points {
			entries = append(entries, Entry{H: p[0], I: p[1], K: int(p[2])})
		}
		f, err := New(Problem{}, Search{}, entries)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range points {
			beaten := slices.ContainsFunc(points, func(q [3]float64) bool { return q[2] <= p[2] && q[1] > p[1] })
			if f.At(i).DMC == beaten {
				t.Fatalf("%v: point %d is marked %t", points, i, f.At(i).DMC)
			}
		}
	})
}

func TestDMCOfManyClusters(t *testing.T) {
	f := staircase(t, 3, [3]float64{0, 0, 1}, [3]float64{1, 1, math.MaxInt32}, [3]float64{2, 2, 7})
	if got := marked(f, isDMC); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("got %v", got)
	}
}

func TestWithin(t *testing.T) {
	f := staircase(t, 3, [3]float64{0.5, 0, 1}, [3]float64{1, 1, 2}, [3]float64{2, 1.5, 3})
	for _, tt := range []struct {
		budget, h float64
		ok        bool
	}{
		{-1, 0, false},
		{0.4, 0, false},
		{math.Inf(-1), 0, false},
		{math.NaN(), 0, false},
		{0.5, 0.5, true},
		{1, 1, true},
		{math.Nextafter(1, 0), 1, true}, // a tie
		{1 - 0.9*pareto.Tolerance, 1, true},
		{1 - 1.1*pareto.Tolerance, 0.5, true},
		{math.Nextafter(2, 0), 2, true},
		{1.999, 1, true},
		{2, 2, true},
		{9, 2, true},
		{math.Inf(1), 2, true},
	} {
		p, ok := f.Within(tt.budget)
		if ok != tt.ok || p.H != tt.h {
			t.Errorf("Within(%.17g) = h %g, %t, want %g, %t", tt.budget, p.H, ok, tt.h, tt.ok)
		}
	}
	if _, ok := staircase(t, 1).Within(1); ok {
		t.Error("a point of an empty frontier")
	}
}

func TestWithClusters(t *testing.T) {
	f := staircase(t, 4, [3]float64{0, 0, 1}, [3]float64{1, 1, 2}, [3]float64{2, 2, 2}, [3]float64{3, 3, 4})
	for k, want := range map[int]float64{1: 0, 2: 2, 4: 3} {
		if p, ok := f.WithClusters(k); !ok || p.K != k || p.H != want {
			t.Errorf("WithClusters(%d) = %+v, %t", k, p, ok)
		}
	}
	for _, k := range []int{-1, 0, 3, 5} {
		if p, ok := f.WithClusters(k); ok {
			t.Errorf("WithClusters(%d) = %+v", k, p)
		}
	}
}

// TestHypervolumeAgainstANaiveIntegral asks between any two places where the
// staircase may step for the best point by looking at all of them.
func TestHypervolumeAgainstANaiveIntegral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hx := rapid.Float64Range(0, 4).Draw(t, "hx")
		steps := []float64{0, hx}
		var entries []Entry
		h, i := 0.0, 0.0
		for range rapid.IntRange(0, 12).Draw(t, "points") {
			entries = append(entries, Entry{H: h, I: i, K: 1})
			steps = append(steps, min(h, hx))
			h += rapid.Float64Range(0.01, 1).Draw(t, "dh")
			i += rapid.Float64Range(0.01, 1).Draw(t, "di")
		}
		slices.Sort(steps)
		var want float64
		for s, lo := range steps[:len(steps)-1] {
			var best float64
			for _, e := range entries {
				if e.H <= lo {
					best = max(best, e.I)
				}
			}
			want += best * (steps[s+1] - lo)
		}
		f, err := New(Problem{HX: hx}, Search{}, entries)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Hypervolume(); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%.15g, want %.15g", got, want)
		}
	})
}
