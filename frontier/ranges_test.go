package frontier

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// grouped returns a clustering of rows with labels, as the only point of a frontier.
func grouped(t rapid.TB, a partition.Partition, labels []string, scales scale.Scales, order string) Point {
	t.Helper()
	p := Problem{N: len(a), M: 2, XLabels: labels, YLabels: []string{"a", "b"}, XScales: scales}
	f, err := New(p, Search{Order: order}, []Entry{{H: 1, I: 1, Assignment: partition.Pack(a)}})
	if err != nil {
		t.Fatal(err)
	}
	return f.At(0)
}

// texts returns the names of ranges.
func texts(ranges [][]Range) [][]string {
	list := make([][]string, len(ranges))
	for c, of := range ranges {
		for _, r := range of {
			list[c] = append(list[c], r.Text)
		}
	}
	return list
}

func numbers(t rapid.TB, values ...string) scale.Scales {
	t.Helper()
	var list []scale.Value
	for _, v := range values {
		list = append(list, scale.Value{Text: v, Count: 1})
	}
	f, err := scale.Fit("v", scale.Spec{Type: scale.Number}, list)
	if err != nil {
		t.Fatal(err)
	}
	return scale.Scales{f.Scale}
}

func TestRanges(t *testing.T) {
	halves := numbers(t, "0.5", "1.5", "2.5", "3.5")
	signed := numbers(t, "-1", "0", "1", "2")
	for _, tt := range []struct {
		name   string
		a      partition.Partition
		labels []string
		scales scale.Scales
		order  string
		want   [][]string
		names  []string
	}{
		{"no order", partition.Partition{0, 0, 1}, []string{"a", "b", "c"}, nil, "", [][]string{{"a", "b"}, {"c"}}, []string{"a+b", "c"}},
		{"numbers", partition.Partition{0, 0, 1, 1}, []string{"0.5", "1.5", "2.5", "3.5"}, halves, "linear", [][]string{{"0.5 - 2"}, {"2 - 3.5"}}, []string{"under 2", "2 and more"}},
		{"numbers that are not all there", partition.Partition{0, 0, 1}, []string{"0.5", "2.5", "3.5"}, halves, "linear", [][]string{{"0.5 - 3"}, {"3.5"}}, []string{"under 3", "3.5"}},
		{"missing values", partition.Partition{0, 0, 0, 1, 0}, []string{"0.5", "1.5", "2.5", "3.5", "(missing)"}, halves, "linear", [][]string{{"0.5 - 3", "(missing)"}, {"3.5"}}, []string{"under 3 + (missing)", "3.5"}},
		{"numbers grouped freely", partition.Partition{0, 1, 0, 0}, []string{"-1", "0", "1", "2"}, signed, "", [][]string{{"-1", "1 to 2"}, {"0"}}, []string{"-1 + 1 to 2", "0"}},
		{"rows in a line", partition.Partition{0, 0, 1, 1}, []string{"a", "b", "c", "d"}, nil, "linear", [][]string{{"a - b"}, {"c - d"}}, []string{"a - b", "c - d"}},
		{"rows in a circle", partition.Partition{0, 1, 1, 0}, []string{"Mon", "Wed", "Thu", "Sun"}, nil, "circular", [][]string{{"Sun - Mon"}, {"Wed - Thu"}}, []string{"Sun - Mon", "Wed - Thu"}},
		{"labels with a dash", partition.Partition{0, 0, 1}, []string{"0 - 5", "5 - 9", "9 - 20"}, nil, "linear", [][]string{{"0 - 5 to 5 - 9"}, {"9 - 20"}}, []string{"0 - 5 to 5 - 9", "9 - 20"}},
	} {
		p := grouped(t, tt.a, tt.labels, tt.scales, tt.order)
		if d := cmp.Diff(tt.want, texts(p.Ranges())); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
		if d := cmp.Diff(tt.names, p.Names()); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestRangesOfNumbers: the ranges of any grouping of bins say which numbers are in which group, and
// each is what its scale calls it.
func TestRangesOfNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfNDistinct(rapid.StringMatching(`-?[1-9]?\d\.\d`), 2, 8, func(s string) string { return s }).Draw(t, "values")
		scales := numbers(t, values...)
		labels := scales[0].Labels()
		a := partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, 2), len(labels), len(labels)).Draw(t, "groups"))
		ranges := grouped(t, a, labels, scales, rapid.SampledFrom([]string{"", "linear"}).Draw(t, "order")).Ranges()
		var rows []int
		for c, list := range ranges {
			for _, r := range list {
				rows = append(rows, r.Rows...)
				first, last := r.Rows[0], r.Rows[len(r.Rows)-1]
				if want := scales[0].Range(first, last); r.Text != want {
					t.Errorf("bins %d to %d are called %q, want %q", first, last, r.Text, want)
				}
				for x := range labels {
					if within := scales[0].Low[x] >= r.Low && scales[0].High[x] < r.High; within != slices.Contains(r.Rows, x) {
						t.Errorf("bin %d, and the range %q of group %d", x, r.Text, c)
					}
				}
			}
		}
		if slices.Sort(rows); !slices.Equal(rows, slices.Collect(func(yield func(int) bool) {
			for x := range labels {
				if !yield(x) {
					return
				}
			}
		})) {
			t.Errorf("the ranges have rows %v", rows)
		}
	})
}

// TestOrderFollowsScales: scales may be set after a frontier is made.
func TestOrderFollowsScales(t *testing.T) {
	p := grouped(t, partition.Partition{0, 0}, []string{"1", "2"}, nil, "")
	if got := p.Ranges()[0]; len(got) != 2 || !math.IsNaN(got[0].Low) {
		t.Errorf("without a scale there are %v", got)
	}
	p.of.Problem.XScales = numbers(t, "1", "2")
	want := [][]Range{{{Text: "1 - 2", Rows: []int{0, 1}, Low: math.Inf(-1), High: math.Inf(1)}}}
	if d := cmp.Diff(want, p.Ranges(), cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
}

func TestCuts(t *testing.T) {
	labels := []string{"0.5", "1.5", "2.5", "3.5", "(missing)"}
	scales := numbers(t, labels[:4]...)
	for _, tt := range []struct {
		name         string
		a            partition.Partition
		scales       scale.Scales
		cuts, others []string
		ok           bool
	}{
		{"one range", partition.Partition{0, 0, 0, 0, 1}, scales, nil, []string{"(missing)"}, true},
		{"ranges", partition.Partition{0, 1, 1, 2, 3}, scales, []string{"1", "3"}, []string{"(missing)"}, true},
		{"a gap", partition.Partition{0, 1, 0, 0, 2}, scales, nil, nil, false},
		{"missing values with others", partition.Partition{0, 0, 1, 1, 1}, scales, nil, nil, false},
		{"no numbers", partition.Partition{0, 0, 1, 1, 2}, nil, nil, nil, false},
	} {
		cuts, others, ok := grouped(t, tt.a, labels, tt.scales, "linear").Cuts()
		if ok != tt.ok || !slices.Equal(cuts, tt.cuts) || !slices.Equal(others, tt.others) {
			t.Errorf("%s: %q, %q, %t", tt.name, cuts, others, ok)
		}
	}
}

// TestRuns: runs have the labels of their groups, in order, none of them could be joined, and only a
// circle has a run over its end.
func TestRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		group := rapid.SliceOfN(rapid.IntRange(-1, 3), 0, 12).Draw(t, "group")
		circular := rapid.Bool().Draw(t, "circular")
		seen := make([]int, len(group))
		for g, runs := range runsOf(group, circular) {
			for n, r := range runs {
				if r.first > r.last && !circular {
					t.Fatalf("the run %v goes over the end of a line", r)
				}
				if group[r.first] != g || group[r.last] != g {
					t.Fatalf("the run %v of group %d does not end in it", r, g)
				}
				if n > 0 && r.first <= runs[n-1].first {
					t.Fatalf("the runs %v are not in order", runs)
				}
				for at := r.first; ; at = (at + 1) % len(group) {
					if group[at] >= 0 {
						if group[at] != g {
							t.Fatalf("the run %v of group %d has a label of group %d", r, g, group[at])
						}
						seen[at]++
					}
					if at == r.last {
						break
					}
				}
			}
		}
		changes, first, last := 0, -1, -1
		for _, g := range group {
			if g >= 0 && g != last {
				changes++
			}
			if g >= 0 {
				if first < 0 {
					first = g
				}
				last = g
			}
		}
		if circular && changes > 1 && first == last {
			changes--
		}
		for _, runs := range runsOf(group, circular) {
			changes -= len(runs)
		}
		if changes != 0 {
			t.Fatalf("%d runs are missing", changes)
		}
		for at, n := range seen {
			if (n != 1) != (group[at] < 0) {
				t.Fatalf("label %d of group %d is in %d runs", at, group[at], n)
			}
		}
	})
}
