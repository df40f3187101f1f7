package listing

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/partition"
)

// searched returns a frontier of one, two, three groups and so on, of as many values, with those i.
func searched(t *testing.T, i ...float64) *frontier.Frontier {
	t.Helper()
	labels, entries, best := make([]string, len(i)), make([]frontier.Entry, len(i)), make([]frontier.BestEntry, len(i))
	for n := range i {
		labels[n] = string(rune('a' + n))
		groups := partition.Identity(len(i))
		for x := range groups {
			groups[x] = min(groups[x], n)
		}
		entries[n] = frontier.Entry{H: float64(n), I: i[n], Assignment: partition.Pack(groups)}
		best[n].H, best[n].I, best[n].Assignment = float64(n), i[n], entries[n].Assignment
	}
	f, err := frontier.New(frontier.Problem{
		Kind: "dib", N: len(i), M: 9, XLabels: labels, HX: float64(len(i) - 1), IXY: i[len(i)-1], Source: frontier.Source{Name: "the table"},
	}, frontier.Search{Method: "rounds", Status: "effort", Evaluated: 77}, entries)
	if err == nil {
		f, err = f.WithBest(len(i), best)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func summaryOf(t *testing.T, f *frontier.Frontier, verbose bool, remarks ...string) string {
	t.Helper()
	var b strings.Builder
	if err := Summarise(&b, f, true, verbose, remarks...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSummary: first the recommended and the best groupings, then the drawing, what is to be known, and how they were found.
func TestSummary(t *testing.T) {
	f := searched(t, 0, 0.5, 0.9, 0.92, 0.94, 0.95)
	f.Ceiling = &frontier.Ceiling{Corners: []frontier.Corner{{}, {H: 1, I: 1}}}
	for _, verbose := range []bool{false, true} {
		got := summaryOf(t, f, verbose, "a remark")
		rest := got
		for _, part := range []string{"3 groups of 6 values of X keep 95 % of what X says about Y;", "\nWhy 3: ", "\n    2  c d e f\n", "\n   k ", "\n   2 ", "\n>  3 ", "\n   4 ", "\n   6 ", "\n> recommended\n", "\nshare of the information kept ", "\nthe table: 6 x 9", "\na remark\n", "best found: 6 groupings of X"} {
			_, after, there := strings.Cut(rest, part)
			if !there {
				t.Fatalf("verbose %v: no %q in its place:\n%s", verbose, part, got)
			}
			rest = after
		}
		if n := strings.Count(rest, "\n"); n != 1 && !verbose {
			t.Errorf("%d lines about the search: %s", n, rest)
		}
		for _, part := range []string{"upper bound: ", "77 groupings evaluated"} {
			if strings.Contains(rest, part) != verbose {
				t.Errorf("verbose %v, %s: %s", verbose, part, rest)
			}
		}
	}
}

// TestSummaryMarksManyGroups: what is recommended is in the list, however many groups it has.
func TestSummaryMarksManyGroups(t *testing.T) {
	var i []float64
	for k := range 12 {
		i = append(i, 1-1/float64(1+k*k*k))
	}
	for k := range i[:11] {
		i[k] /= 100 // so that all twelve are worth it
	}
	f := searched(t, i...)
	if r, _ := recommend.From(f); r.K != 12 {
		t.Fatalf("%d groups are recommended", r.K)
	}
	if got := summaryOf(t, f, false); !strings.Contains(got, "\n> 12 ") || strings.Contains(got, "\n  10 ") {
		t.Error(got)
	}
}

// TestSummaryOfNothing begins with why there is nothing to group, and recommends none.
func TestSummaryOfNothing(t *testing.T) {
	noise := &frontier.Evidence{Permutations: 999, AtLeast: 500}
	for _, tt := range []struct {
		change func(*frontier.Frontier)
		i      []float64
		want   string
	}{
		{func(f *frontier.Frontier) { f.Evidence = noise }, []float64{0, 0.1, 0.2}, "There is nothing to group: the table does not show"},
		{func(f *frontier.Frontier) { f.Evidence, f.Problem.N = noise, 3 }, []float64{0}, "X tells nothing about Y here"},
		{func(f *frontier.Frontier) { f.Problem.Estimator = "nsb" }, []float64{0}, "By nsb, no grouping of X"},
		{func(f *frontier.Frontier) { f.Problem.Constraints.MaxClusters = 1 }, []float64{0}, "The constraints leave nothing but one group."},
		{func(f *frontier.Frontier) { f.Problem.Estimator, f.Problem.IXYSD = "nsb", 9 }, []float64{0, 0.1, 0.2}, "There is nothing to group: I(X;Y) by nsb is not above"},
	} {
		f := searched(t, tt.i...)
		tt.change(f)
		got := summaryOf(t, f, false)
		if !strings.HasPrefix(got, tt.want) || strings.Contains(got, "recommended") || strings.Contains(got, "\n>") {
			t.Errorf("want %q:\n%s", tt.want, got)
		}
		if drawn := strings.Contains(got, "bits to record the group"); drawn != (len(tt.i) > 1) {
			t.Errorf("drawn: %v:\n%s", drawn, got)
		}
	}
}
