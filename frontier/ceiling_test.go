package frontier

import (
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

func TestCeilingAt(t *testing.T) {
	c := Ceiling{Steps: 1, Corners: []Corner{{0, 0.25}, {1, 1.25}, {3, 1.75}}}
	for _, test := range []struct{ h, want float64 }{{-1, 0.25}, {0, 0.25}, {0.5, 0.75}, {1, 1.25}, {2, 1.5}, {3, 1.75}, {9, 1.75}} {
		if got := c.At(test.h); got != test.want {
			t.Errorf("at h = %g it is %g, want %g", test.h, got, test.want)
		}
	}
	if a := c.Area(); a != 0.75+3 {
		t.Errorf("area %g, want 3.75", a)
	}
}

func TestCeilingIsChecked(t *testing.T) {
	f := ceilingTestFrontier(t)
	nan := math.NaN()
	for _, test := range []struct {
		ceiling Ceiling
		want    string // "" if it is right
	}{
		{Ceiling{1, []Corner{{0, 0}, {1, 1}}}, ""},
		{Ceiling{1, []Corner{{0, 0.5}}}, ""},
		{Ceiling{1, []Corner{{0, 0}, {1, 0.9}}}, "point 1: i is 0.5, above the ceiling, which is 0.45 at h = 0.5"},
		{Ceiling{0, []Corner{{0, 1}}}, "1 corners after 0 steps"},
		{Ceiling{1, nil}, "0 corners"},
		{Ceiling{1, []Corner{{0.1, 1}}}, "should begin at h = 0"},
		{Ceiling{1, []Corner{{0, nan}}}, "corners[0]: (h 0, i NaN) is not a point"},
		{Ceiling{1, []Corner{{0, -1}}}, "corners[0]"},
		{Ceiling{1, []Corner{{0, 1}, {math.Inf(1), 2}}}, "corners[1]: (h +Inf, i 2) is not a point"},
		{Ceiling{1, []Corner{{0, 1}, {0, 2}}}, "corners[1]: (h 0, i 2) is not right of (h 0, i 1)"},
		{Ceiling{1, []Corner{{0, 1}, {1, 0.5}}}, "corners[1]: (h 1, i 0.5) is not right of"},
	} {
		f.Ceiling = &test.ceiling
		if err := f.Check(); test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v: %v, want %q", test.ceiling, err, test.want)
		}
	}
}

func TestHeadroom(t *testing.T) {
	f := ceilingTestFrontier(t)
	if largest, at, mean := f.Headroom(); largest != 0 || at != 0 || mean != 0 {
		t.Errorf("without a ceiling: %g at %g, %g on average", largest, at, mean)
	}
	// The stairs are at 0 up to h = 0.5, and at 0.5 from there on.
	f.Ceiling = &Ceiling{1, []Corner{{0, 0.25}, {0.5, 0.75}, {1, 1}}}
	largest, at, mean := f.Headroom()
	if largest != 0.75 || at != 0.5 || math.Abs(mean-(0.6875-0.25)) > 1e-12 {
		t.Errorf("at most %g at %g, %g on average; want 0.75 at 0.5, 0.4375", largest, at, mean)
	}
}

func ceilingTestFrontier(t *testing.T) *Frontier {
	t.Helper()
	p := Problem{Kind: "dib", N: 2, M: 1, XLabels: []string{"a", "b"}, YLabels: []string{"c"}, HX: 1, IXY: 0.5, Source: Source{SHA256: "1"}}
	f, err := New(p, Search{Method: "local", Status: StatusConverged}, []Entry{{Assignment: partition.Pack(partition.Partition{0, 0})}, {H: 0.5, I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1})}})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
