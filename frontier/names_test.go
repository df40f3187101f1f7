package frontier_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// pointOf returns a frontier of one point of a problem.
func pointOf(t rapid.TB, p frontier.Problem, f ...int) (*frontier.Frontier, frontier.Point) {
	t.Helper()
	fr, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{Assignment: partition.Pack(partition.Canonical(f))}})
	if err != nil {
		t.Fatal(err)
	}
	return fr, fr.At(0)
}

func TestNames(t *testing.T) {
	long := strings.Repeat("l", 30)
	for _, c := range []struct {
		labels []string
		mass   []float64
		of     []int
		want   []string
	}{
		{[]string{"a", "b", "c"}, nil, []int{0, 1, 0}, []string{"a+c", "b"}},
		{[]string{"a", "b", "c"}, []float64{0.2, 0.3, 0.5}, []int{0, 1, 0}, []string{"c+a", "b"}},
		{[]string{"a", "b", "c"}, []float64{0.3, 0.3, 0.4}, []int{0, 0, 0}, []string{"c+a+b"}},
		// 24 characters, and one more.
		{[]string{"12345678901", "123456789012", "x"}, nil, []int{0, 0, 1}, []string{"12345678901+123456789012", "x"}},
		{[]string{"12345678901", "1234567890123", "x"}, nil, []int{0, 0, 0}, []string{"12345678901+2 more"}},
		{[]string{"äöüäöüäöüäö", "äöüäöüäöüäöü", "日"}, nil, []int{0, 0, 1}, []string{"äöüäöüäöüäö+äöüäöüäöüäöü", "日"}},
		{[]string{long, "a", long + "2"}, nil, []int{0, 0, 1}, []string{long + "+1 more", long + "2"}},
		// Names that stand twice.
		{[]string{"a", "b", "a+b", "c"}, nil, []int{0, 0, 1, 2}, []string{"a+b", "a+b (2)", "c"}},
		{[]string{"a+b", "a", "b", "a+b (2)", ""}, nil, []int{0, 1, 1, 2, 3}, []string{"a+b", "a+b (3)", "a+b (2)", ""}},
		{[]string{long + "a", "x", "y", long, "b", "c", long + "+1 more"}, nil, []int{0, 0, 1, 2, 2, 1, 3}, []string{long + "a+1 more", "y+c", long + "+1 more", long + "+1 more (2)"}},
	} {
		_, p := pointOf(t, frontier.Problem{N: len(c.labels), XLabels: c.labels, XMass: c.mass}, c.of...)
		if d := cmp.Diff(c.want, p.Names()); d != "" {
			t.Error(d)
		}
	}
}

// TestGivenNames: a name that a person gave is the name of the group in every clustering that has it.
func TestGivenNames(t *testing.T) {
	p := frontier.Problem{N: 3, XLabels: []string{"a", "b", "c"}, GroupNames: [][]string{{"ends", "c", "a"}, {"b", "a"}}}
	for _, c := range []struct{ of, want string }{{"010", "ends b"}, {"012", "b b (2) c"}, {"000", "a+b+c"}} {
		_, point := pointOf(t, p, int(c.of[0]), int(c.of[1]), int(c.of[2]))
		if got := strings.Join(point.Names(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.of, got, c.want)
		}
	}
}

// TestNamesAreDifferent, whatever the labels.
func TestNamesAreDifferent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := rapid.OneOf(rapid.StringMatching(`[ab+]{0,3}( \([23]\))?`), rapid.StringMatching(`[ab]\+[12] more`))
		labels := rapid.SliceOfNDistinct(label, 1, 12, rapid.ID).Draw(t, "labels")
		n := len(labels)
		_, p := pointOf(t, frontier.Problem{N: n, XLabels: labels}, rapid.SliceOfN(rapid.IntRange(0, n), n, n).Draw(t, "clusters")...)
		names := p.Names()
		if got := slices.Compact(slices.Sorted(slices.Values(names))); len(got) != p.K || len(names) != p.K {
			t.Fatalf("%q", names)
		}
	})
}
