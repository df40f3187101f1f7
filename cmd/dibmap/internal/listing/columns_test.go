package listing

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/scale"
)

// scaleOf returns the scale of a column with the given values.
func scaleOf(t *testing.T, column, bins string, spec scale.Spec, values ...string) scale.Scale {
	t.Helper()
	if bins != "" {
		var err error
		if spec.Bins, err = scale.ParseBins(bins); err != nil {
			t.Fatal(err)
		}
	}
	var list []scale.Value
	for _, v := range values {
		list = append(list, scale.Value{Text: v, Count: 1})
	}
	f, err := scale.Fit(column, spec, list)
	if err != nil {
		t.Fatal(err)
	}
	return f.Scale
}

func TestColumnsAreDescribed(t *testing.T) {
	price := scaleOf(t, "price", "quantile:2", scale.Spec{}, "3", "7", "9", "12")
	carat := scaleOf(t, "carat", "none", scale.Spec{}, "-0.5", "0.25")
	depth := scaleOf(t, "depth", "width:10", scale.Spec{}, "1.5", "2", "25")
	size := scaleOf(t, "size", "edges:2,5", scale.Spec{}, "1", "2", "7")
	cut := scaleOf(t, "cut", "", scale.Spec{}, "Fair", "Good")
	day := scaleOf(t, "day", "", scale.Spec{Part: "weekday"}, "2024-02-26", "2024-02-29")
	grade := scaleOf(t, "grade", "", scale.Spec{Values: []string{"low", "mid", "high"}, By: scale.ByFile}, "high", "low")
	for _, tt := range []struct {
		name string
		p    frontier.Problem
		want []string
	}{
		{"nothing is known", frontier.Problem{}, nil},
		{"categories", frontier.Problem{XScales: scale.Scales{cut}, YScales: scale.Scales{cut}}, nil},
		{
			"the digits of a float32",
			frontier.Problem{XScales: scale.Scales{scaleOf(t, "ratio", "none", scale.Spec{}, "1.79999995231628", "10.6000003814697")}},
			[]string{"ratio: numbers, 1.8 - 10.6 in 2 bins of one value each (--bins-x none)"},
		},
		{
			"quantiles, and categories",
			frontier.Problem{XScales: scale.Scales{price}, YScales: scale.Scales{cut}},
			[]string{"price: whole numbers, 3 - 12 in 2 bins of about as many records (--bins-x quantile:2)"},
		},
		{
			"missing values",
			frontier.Problem{Constraints: frontier.Constraints{Alone: []string{"(missing)"}}, XScales: scale.Scales{carat}, XLabels: []string{"-0.5", "0.25", "(missing)"}, XMass: []float64{0.5, 0.25, 0.25}},
			[]string{"carat: numbers, -0.5 to 0.25 in 2 bins of one value each (--bins-x none); missing values are a group of their own (25.0 %)"},
		},
		{
			"missing values of Y",
			frontier.Problem{YScales: scale.Scales{depth}, YLabels: []string{"1.5 - 10", "25", "(missing)"}},
			[]string{"depth: numbers, 1.5 - 25 in 2 bins of width 10 (--bins-y width:10); missing values are one of their own"},
		},
		{
			"two columns",
			frontier.Problem{XScales: scale.Scales{size, cut, day}},
			[]string{
				"size: whole numbers, 1 - 7 in 3 bins of one value each (--bins-x edges:2,5)",
				"day: the weekday of times, 2 values in the order of weekdays: Mon, Thu",
			},
		},
		{"an order", frontier.Problem{XScales: scale.Scales{grade}}, []string{"grade: 2 values in the order of --order-file: low, high"}},
	} {
		f, err := frontier.New(tt.p, frontier.Search{Order: "linear"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if tt.name == "categories" {
			f.Search.Order = ""
		}
		if d := cmp.Diff(tt.want, describeScales(f)); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestSeveralColumnsAreNamed(t *testing.T) {
	columns := scale.Scales{{Column: "origin", Type: scale.Category}, {Column: "carrier", Type: scale.Category}, {Column: "a,b", Type: scale.Category}}
	p := frontier.Problem{XScales: columns, YScales: columns[:1], XLabels: []string{"A / U / 1", "(missing)"}, YLabels: []string{"A", "B"}, Source: frontier.Source{X: `origin,carrier,"a,b"`, Y: "origin"}}
	if got, want := describeColumns(p), `X is origin, carrier and "a,b", category and category and category in 1 combination; Y is origin, a category of 2 values; Z is the group of X`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if h, i := p.Axes(); h.Name != `H(group of origin, carrier, "a,b")` || i.Name != `I(group of origin, carrier, "a,b"; origin)` {
		t.Errorf("the objectives are %s and %s", h.Name, i.Name)
	}
}
