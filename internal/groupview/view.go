// Package groupview is the view of a grouping that the pages, the figures and the command show: a sentence,
// and a row for each group with what the group says about Y. It decides which of these the rows show, and
// their order.
package groupview

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/groupnames"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/vocabulary"
	"github.com/dibmap/dibmap/scale"
)

// Kind is what rows show about Y.
type Kind string

const (
	// None is for frontiers that do not hold the table, and problems without Y.
	None Kind = "none"
	// Rate is the rate of an event with its interval: for Y of two values, the second is the event.
	Rate Kind = "rate"
	// Mean is the mean of the numbers Y, with its interval.
	Mean Kind = "mean"
	// Mix is the distribution of Y, for 3 to MostMixed values.
	Mix Kind = "mix"
	// Apart are the values of Y that set a group apart from the average, for more values.
	Apart Kind = "apart"
)

// MostMixed is the largest number of values of Y whose whole distribution is shown.
const MostMixed = 8

// View is what is shown of the groups of a point.
type View struct {
	Kind Kind
	// Event is the label that a Rate is about.
	Event string
	// Mixed are the labels of Y of a Mix in the order of its segments: the order of Y, if it has an order, and
	// else by their shares in all records, falling.
	Mixed []string
	// Ordered means that X has an order, which the rows have too. Otherwise, rows of a Rate or a Mean are in
	// the order of these, falling; where Y has a linear order, by the mean place in it, falling; and other rows by
	// their shares, falling. A group of missing values is last.
	Ordered bool
	Rows    []Row
	// All has the rate, mean or distribution in all records.
	All Row
	// Second is the view of the same groups, in the same order, with the second variable in the place of Y; nil without
	// one. Records without a value of X have no row in it.
	Second *View
}

// Row is a group. Numbers that are not known are NaN.
type Row struct {
	// Number is the number of the group in [frontier.Point.Assignment]; the group of the records without a
	// value of X has the next one.
	Number  int
	Missing bool // the group of missing values, in the table or beside it
	Name    string
	Given   string // the name that a person gave to the group; empty without one
	// Values are the ranges of the group, if X has an order, or else its labels, the heaviest first.
	Values []string
	// Share is the share of all records, with and without a value of X.
	Share float64
	// Value is the rate or the mean, with a 95 % interval: by Wilson 1927 (doi:10.1080/01621459.1927.10502953)
	// for a rate, and by Student's t for a mean.
	Value, Low, High float64
	// Mix is p(y|group) for each label of Mixed.
	Mix []float64
	// More and Less are values of Y that are more and less frequent than in all records, the most telling first.
	More, Less []describe.Contribution
}

// Of returns the view of a point, with at most top values in each More and Less. event is a label of Y, or empty
// for the second of two values. It returns false if the clustering is not known. O((n + cells) log (n + cells)).
func Of(f *frontier.Frontier, p frontier.Point, event string, top int) (*View, bool, error) {
	clusters := describe.Clusters(f, p, top)
	if len(clusters) == 0 {
		return nil, false, nil
	}
	missing, beside := describe.MissingGroup(f, top)
	known := 1.0
	if beside {
		known -= missing.Mass
	}
	v := &View{Kind: None, Ordered: f.Order() != nil, All: unknown(-1)}
	ranges := p.Ranges()
	given := make([]string, len(clusters))
	groupnames.Give(given, f.Problem.GroupNames, f.Problem.XLabels, p.Assignment())
	for c, d := range clusters {
		r := unknown(c)
		r.Name, r.Values, r.Share, r.More, r.Less = d.Name, d.Labels, known*d.Mass, d.Tells, d.TellsNot
		if v.Ordered {
			r.Values = RangeTexts(f, ranges[c])
		}
		r.Given = given[c]
		r.Missing = len(d.Labels) == 1 && d.Labels[0] == scale.MissingLabel
		v.Rows = append(v.Rows, r)
	}
	if beside {
		r := unknown(len(clusters))
		r.Name, r.Values, r.Share, r.Missing, r.More, r.Less = missing.Name, missing.Labels, missing.Mass, true, missing.Tells, missing.TellsNot
		v.Rows = append(v.Rows, r)
		clusters = append(clusters, missing)
	}
	var places []float64
	var err error
	if f.Problem.Means != nil {
		v.means(clusters)
	} else if places, err = v.table(f, p, event); err != nil {
		return nil, false, err
	}
	v.sort(f, p, places)
	return v, true, v.second(f, p, top)
}

// second sets the view of the second variable.
func (v *View) second(f *frontier.Frontier, p frontier.Point, top int) error {
	s := f.Second
	if s == nil || len(s.Labels) < 2 {
		return nil
	}
	g := *f
	g.Second = nil
	g.Problem.Cells, g.Problem.YLabels, g.Problem.M, g.Problem.Means, g.Problem.YScales, g.Problem.Missing = s.Cells, s.Labels, len(s.Labels), nil, nil, nil
	w, ok, err := Of(&g, p, "", top)
	if err != nil || !ok {
		return err
	}
	place := make([]int, len(w.Rows))
	for at, r := range v.Rows {
		if r.Number < len(place) {
			place[r.Number] = at
		}
	}
	slices.SortFunc(w.Rows, func(a, b Row) int { return cmp.Compare(place[a.Number], place[b.Number]) })
	v.Second = w
	return nil
}

// Head names what the rows say about Y, with an event as it is to be written. It is empty for None.
func (v *View) Head(y, event string) string {
	words := &vocabulary.English.Columns
	switch v.Kind {
	case Rate:
		return vocabulary.Fill(words.Rate, "event", y+" = "+event)
	case Mean:
		return vocabulary.Fill(words.Mean, "y", y)
	case Mix:
		return vocabulary.Fill(words.Mix, "y", y)
	case Apart:
		return vocabulary.Fill(words.Apart, "y", y)
	case None:
	}
	return ""
}

// Ends returns the least and the largest value of the rows and their intervals: infinite if none is known.
func (v *View) Ends() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for n := range v.Rows {
		r := &v.Rows[n]
		for _, at := range []float64{r.Low, r.Value, r.High} {
			if !math.IsNaN(at) {
				low, high = min(low, at), max(high, at)
			}
		}
	}
	return low, high
}

// Intervals reports whether the rows have intervals.
func (v *View) Intervals() bool {
	return slices.ContainsFunc(v.Rows, func(r Row) bool { return !math.IsNaN(r.Low) })
}

// Apart returns up to some values of Y that are more frequent than in all records, and up to some that are less.
func (r *Row) Apart(more, less int) []describe.Contribution {
	return slices.Concat(r.More[:min(len(r.More), more)], r.Less[:min(len(r.Less), less)])
}

// unknown returns a row whose numbers are not known.
func unknown(number int) Row {
	return Row{Number: number, Share: math.NaN(), Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
}

// means sets the means of the rows.
func (v *View) means(clusters []describe.Cluster) {
	v.Kind = Mean
	sum, share := 0.0, 0.0
	for c := range v.Rows {
		r, l := &v.Rows[c], &clusters[c].GroupMean
		r.Value, r.Low, r.High = l.Mean, l.Low, l.High
		if !math.IsNaN(l.Mean) {
			sum, share = sum+float64(r.Share*l.Mean), share+r.Share
		}
	}
	v.All.Share, v.All.Value = 1, sum/share
}

// table sets what the binning table says about Y, if there is one. It returns the mean places of Y in its order by group,
// if that is linear.
func (v *View) table(f *frontier.Frontier, p frontier.Point, event string) (places []float64, err error) {
	if f.Problem.Cells == nil || f.Problem.M < 2 {
		return nil, nil
	}
	t, err := binning.Of(f, p, event)
	if err != nil {
		return nil, fmt.Errorf("the rates of groups: %w", err)
	}
	order := lists.Numbers(len(t.Y))
	switch {
	case t.Event >= 0:
		v.Kind, v.Event = Rate, t.Y[t.Event]
	case len(t.Y) > MostMixed:
		v.Kind = Apart
	default:
		v.Kind = Mix
		if f.Problem.YScales.Order() == "" {
			slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.Total.P[b], t.Total.P[a]) })
		}
		for _, y := range order {
			v.Mixed = append(v.Mixed, t.Y[y])
		}
	}
	set := func(to *Row, from *binning.Row) {
		to.Share = from.Share
		switch v.Kind {
		case Rate:
			to.Value = from.Rate
			if t.Counts {
				to.Low, to.High = from.Interval()
			}
		case Mix:
			for _, y := range order {
				to.Mix = append(to.Mix, from.P[y])
			}
		case None, Mean, Apart: // which describe has
		}
	}
	for c := range t.Groups {
		set(&v.Rows[c], &t.Groups[c])
	}
	set(&v.All, &t.Total)
	if f.Problem.YScales.Order() != scale.Linear {
		return nil, nil
	}
	for c := range t.Groups {
		sum, known := 0.0, 0.0
		for y, share := range t.Groups[c].P {
			if t.Y[y] != scale.MissingLabel {
				sum, known = sum+float64(share*float64(y)), known+share
			}
		}
		places = append(places, sum/known)
	}
	return places, nil
}

// sort puts the rows in their order. places are the mean places of Y by group, or nil.
func (v *View) sort(f *frontier.Frontier, p frontier.Point, places []float64) {
	place := make([]int, len(v.Rows)) // of a group in the order of X
	for c := range place {
		place[c] = math.MaxInt
	}
	if v.Ordered {
		a := p.Assignment()
		for at, x := range f.Order().Rows {
			if x >= 0 {
				place[a[x]] = min(place[a[x]], at)
			}
		}
	}
	by := func(r *Row) float64 {
		if v.Kind == Rate || v.Kind == Mean {
			return r.Value
		}
		if places != nil {
			return places[r.Number]
		}
		return r.Share
	}
	slices.SortStableFunc(v.Rows, func(a, b Row) int {
		last := func(r *Row) int {
			if r.Missing {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(last(&a), last(&b)), cmp.Compare(place[a.Number], place[b.Number]), cmp.Compare(by(&b), by(&a)))
	})
}
