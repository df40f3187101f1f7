package frontier

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// Range is a part of a cluster: neighbours in the order of X, or a single value.
type Range struct {
	// Text is the name of the range: "0.24 - 0.9", "Fri - Mon", or the label of a single row.
	Text string
	// Rows are its rows in the order of the table.
	Rows []int
	// Low and High are its ends if X is a column of numbers that are cut into bins: its numbers are
	// at least Low and below High, which are infinite where the range has no end. Otherwise they
	// are NaN.
	Low, High float64
}

// Ranges returns the ranges of every cluster in the order of the table: runs of neighbours in
// [Frontier.Order] or, without an order, single rows. It is nil if [Point.Assignment] is nil.
// O(n).
func (p Point) Ranges() [][]Range {
	a := p.Assignment()
	if a == nil {
		return nil
	}
	return p.of.ranges(a)
}

// ranges divides the clusters of a clustering into ranges.
func (f *Frontier) ranges(a partition.Partition) [][]Range {
	ranges := make([][]Range, a.K())
	o := f.Order()
	if o != nil {
		group := make([]int, len(o.Rows))
		for at, x := range o.Rows {
			if group[at] = -1; x >= 0 {
				group[at] = a[x]
			}
		}
		for c, runs := range runsOf(group, o.Circular) {
			for _, run := range runs {
				ranges[c] = append(ranges[c], o.rangeOf(f.Problem.XLabels, run))
			}
		}
	}
	for x, c := range a {
		if o == nil || !o.placed[x] {
			ranges[c] = append(ranges[c], Range{Text: f.Problem.XLabels[x], Rows: []int{x}, Low: math.NaN(), High: math.NaN()})
		}
	}
	for _, list := range ranges {
		slices.SortFunc(list, func(a, b Range) int { return cmp.Compare(a.Rows[0], b.Rows[0]) })
	}
	return ranges
}

// rangeOf returns the range of a run.
func (o *Order) rangeOf(labels []string, run run) Range {
	r := Range{Low: math.NaN(), High: math.NaN()}
	for at := run.first; ; at = (at + 1) % len(o.Rows) {
		if x := o.Rows[at]; x >= 0 {
			r.Rows = append(r.Rows, x)
		}
		if at == run.last {
			break
		}
	}
	if r.Text = labels[r.Rows[0]]; run.first != run.last {
		r.Text = o.Begins[run.first] + o.Between + o.Ends[run.last]
	}
	if o.Scale != nil {
		r.Low, r.High = o.Scale.Bounds(run.first, run.last)
	}
	slices.Sort(r.Rows)
	return r
}

// Cuts returns the numbers, as text, at which X is cut into the clusters: each cluster except the
// one with the smallest numbers begins at one of them. Others are the names of clusters without
// numbers, such as missing values. Ok is false if X is not a column of numbers cut into bins, or
// if a cluster has several ranges. O(n).
func (p Point) Cuts() (cuts, others []string, ok bool) {
	a, o := p.Assignment(), p.of.Order()
	if a == nil || o == nil || o.Scale == nil || !o.Scale.Binned() {
		return nil, nil, false
	}
	at := make(map[int]int, len(o.Rows)) // the place of every row
	for place, x := range o.Rows {
		at[x] = place
	}
	var places []int
	for _, ranges := range p.of.ranges(a) {
		first := ranges[0].Rows[0]
		if len(ranges) > 1 {
			return nil, nil, false
		}
		if o.placed[first] {
			places = append(places, at[first])
		} else {
			others = append(others, ranges[0].Text)
		}
	}
	slices.Sort(places)
	for _, place := range places[min(1, len(places)):] {
		cuts = append(cuts, o.Begins[place])
	}
	return cuts, others, true
}

// run is a run of neighbours. In a circular order, first may be after last.
type run struct{ first, last int }

// runsOf divides groups of labels into runs of neighbours. For every label in its order, group holds
// its group, counted from 0, or -1 for a label in no group, which does not interrupt a run. The runs
// of every group are in the order of their first labels. O(labels).
func runsOf(group []int, circular bool) [][]run {
	var runs [][]run
	before, first, last := -1, -1, -1 // groups of the label before, of the first and of the last one
	for at, g := range group {
		if g < 0 {
			continue
		}
		for len(runs) <= g {
			runs = append(runs, nil)
		}
		if g == before {
			runs[g][len(runs[g])-1].last = at
		} else {
			runs[g] = append(runs[g], run{at, at})
		}
		if first < 0 {
			first = g
		}
		before, last = g, g
	}
	if circular && first >= 0 && first == last && len(runs[first]) > 1 {
		own := runs[first]
		own[len(own)-1].last = own[0].last
		runs[first] = own[1:]
	}
	return runs
}
