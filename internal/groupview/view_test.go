package groupview

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/scale"
)

// frontierOf returns a frontier with one grouping of a table of counts[x][y].
func frontierOf(t *testing.T, counts [][]float64, change func(p *frontier.Problem, s *frontier.Search), a ...int) (*frontier.Frontier, frontier.Point) {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: len(counts), M: len(counts[0]), Cells: &frontier.Cells{}}
	total := 0.0
	for x, row := range counts {
		p.XLabels = append(p.XLabels, fmt.Sprintf("x%d", x))
		for y, v := range row {
			total += v
			if v > 0 {
				p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, y), append(p.Cells.Weight, v)
			}
		}
	}
	for y := range counts[0] {
		p.YLabels = append(p.YLabels, fmt.Sprintf("y%d", y))
	}
	n := int64(total)
	p.Samples = &n
	search := frontier.Search{Method: "local"}
	if change != nil {
		change(&p, &search)
	}
	f, err := frontier.New(p, search, []frontier.Entry{{H: 1, I: 0.5, K: slices.Max(a) + 1, Assignment: partition.Pack(partition.Canonical(a))}})
	if err != nil {
		t.Fatal(err)
	}
	return f, f.At(0)
}

// numbers returns the numbers of the groups in the order of the rows.
func numbers(v *View) (list []int) {
	for _, r := range v.Rows {
		list = append(list, r.Number)
	}
	return list
}

func viewOf(t *testing.T, f *frontier.Frontier, p frontier.Point, event string) *View {
	t.Helper()
	v, ok, err := Of(f, p, event, 2)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return v
}

// TestKinds: the number of values of Y decides what the rows show, and that decides their order.
func TestKinds(t *testing.T) {
	wide := func(columns int) [][]float64 {
		rows := make([][]float64, 3)
		for x := range rows {
			for y := range columns {
				rows[x] = append(rows[x], float64(1+x*x+(y+x)%3+y))
			}
		}
		return rows
	}
	for _, c := range []struct {
		name   string
		counts [][]float64
		kind   Kind
		order  []int
	}{
		{"two values: by rate", [][]float64{{9, 1}, {5, 45}, {60, 40}}, Rate, []int{1, 2, 0}},
		{"three values: by share", wide(3), Mix, []int{2, 1, 0}},
		{"eight values", wide(8), Mix, []int{2, 1, 0}},
		{"nine values", wide(9), Apart, []int{2, 1, 0}},
		{"one value", [][]float64{{1}, {2}, {3}}, None, []int{2, 1, 0}},
	} {
		f, p := frontierOf(t, c.counts, nil, 0, 1, 2)
		v := viewOf(t, f, p, "")
		if v.Kind != c.kind || !slices.Equal(numbers(v), c.order) {
			t.Errorf("%s: %s in the order %v, want %s in %v", c.name, v.Kind, numbers(v), c.kind, c.order)
		}
	}
	f, p := frontierOf(t, wide(9), nil, 0, 1, 2)
	if v := viewOf(t, f, p, "y3"); v.Kind != Rate || v.Event != "y3" {
		t.Errorf("a chosen event: %s of %s", v.Kind, v.Event)
	}
	if _, _, err := Of(f, p, "none", 2); err == nil {
		t.Error("no error for an event that is no value of Y")
	}
}

// TestRates by hand.
func TestRates(t *testing.T) {
	f, p := frontierOf(t, [][]float64{{4, 0}, {3, 3}, {0, 10}}, nil, 0, 1, 0)
	v := viewOf(t, f, p, "")
	if d := cmp.Diff([]string{"x2", "x0"}, v.Rows[0].Values); d != "" || v.Rows[0].Share != 0.7 {
		t.Errorf("the first row: %+v\n%s", v.Rows[0], d)
	}
	if r := v.Rows[0]; r.Value != 10./14 || !(r.Low < r.Value && r.Value < r.High && r.High <= 1) {
		t.Errorf("rate %g from %g to %g", r.Value, r.Low, r.High)
	}
	if v.All.Value != 0.65 || v.All.Share != 1 {
		t.Errorf("all: %+v", v.All)
	}
	f.Problem.Samples = nil // probabilities have no interval
	if r := viewOf(t, f, p, "").Rows[0]; !math.IsNaN(r.Low) || r.Value != 10./14 {
		t.Errorf("probabilities: %+v", r)
	}
}

// TestOrderOfX: ranges keep the order of X, whatever their rates, and missing values are last.
func TestOrderOfX(t *testing.T) {
	counts := [][]float64{{9, 1}, {1, 9}, {5, 5}, {0, 40}}
	ordered := func(p *frontier.Problem, s *frontier.Search) {
		s.Order = "linear"
		p.XLabels = []string{"low", "middle", "high", scale.MissingLabel}
	}
	f, p := frontierOf(t, counts, ordered, 0, 1, 2, 3)
	if v := viewOf(t, f, p, ""); !v.Ordered || !slices.Equal(numbers(v), []int{0, 1, 2, 3}) || !v.Rows[3].Missing {
		t.Errorf("ordered: %v", numbers(v))
	}
	f, p = frontierOf(t, counts, func(p *frontier.Problem, _ *frontier.Search) { p.XLabels[3] = scale.MissingLabel }, 0, 1, 2, 3)
	if v := viewOf(t, f, p, ""); !slices.Equal(numbers(v), []int{1, 2, 0, 3}) {
		t.Errorf("a value (missing): %v", numbers(v))
	}
	f, p = frontierOf(t, counts, func(p *frontier.Problem, _ *frontier.Search) {
		p.Missing = &scale.Missing{Treatment: scale.MissingOwn, Share: 0.125, Y: []string{"y1"}, Counts: []float64{10}}
	}, 0, 1, 2, 3)
	v := viewOf(t, f, p, "")
	if !slices.Equal(numbers(v), []int{3, 1, 2, 0, 4}) {
		t.Errorf("a group of missing values: %v", numbers(v))
	}
	sum := 0.0
	for _, r := range v.Rows {
		sum += r.Share
	}
	if math.Abs(sum-1) > 1e-12 || v.Rows[4].Share != 0.125 || v.Rows[4].Value != 1 || v.All.Value != 65./80 {
		t.Errorf("shares add up to %g; %+v of %+v", sum, v.Rows[4], v.All)
	}
}

// TestOrderOfY: groups are by the mean place of Y in a linear order, whatever their shares, without missing values.
func TestOrderOfY(t *testing.T) {
	counts := [][]float64{{9, 1, 0, 40}, {0, 1, 2, 9}, {1, 2, 3, 0}, {20, 20, 0, 0}}
	for order, want := range map[scale.Order][]int{scale.Linear: {1, 2, 3, 0}, scale.Circular: {0, 3, 1, 2}} {
		f, p := frontierOf(t, counts, func(p *frontier.Problem, _ *frontier.Search) {
			p.YLabels = []string{"low", "middle", "high", scale.MissingLabel}
			p.YScales = scale.Scales{{Column: "size", Type: scale.Category, Order: order, Values: p.YLabels}}
		}, 0, 1, 2, 3)
		if v := viewOf(t, f, p, ""); !slices.Equal(numbers(v), want) {
			t.Errorf("%s: %v, want %v", order, numbers(v), want)
		}
	}
}

// TestMix: segments are by the shares in all records.
func TestMix(t *testing.T) {
	f, p := frontierOf(t, [][]float64{{1, 2, 3}, {4, 0, 10}}, nil, 0, 1)
	v := viewOf(t, f, p, "")
	if d := cmp.Diff([]string{"y2", "y0", "y1"}, v.Mixed); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]float64{10. / 14, 4. / 14, 0}, v.Rows[0].Mix); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]float64{13. / 20, 5. / 20, 2. / 20}, v.All.Mix); d != "" {
		t.Error(d)
	}
}

// TestMeans: groups are by their means.
func TestMeans(t *testing.T) {
	f, p := frontierOf(t, [][]float64{{2}, {3}, {5}}, func(p *frontier.Problem, _ *frontier.Search) {
		p.Kind, p.Variance, p.Cells = "mean", 1, nil
		p.XMass = []float64{0.2, 0.3, 0.5}
		p.Means = &frontier.Means{Mean: []float64{1, 7, 4}, Variance: []float64{1, 1, 1}}
	}, 0, 1, 2)
	v := viewOf(t, f, p, "")
	if v.Kind != Mean || !slices.Equal(numbers(v), []int{1, 2, 0}) || math.Abs(v.All.Value-4.3) > 1e-12 || v.Rows[0].Value != 7 {
		t.Errorf("%s in the order %v; all %+v", v.Kind, numbers(v), v.All)
	}
}

// TestRangeTexts: a range of numbers says which end belongs. Both ends of a range of whole numbers belong.
func TestRangeTexts(t *testing.T) {
	for _, c := range []struct {
		numbers []string
		want    [][]string
	}{
		{[]string{"0.5", "1.5", "2.5", "3.5", "4.5"}, [][]string{{"under 2"}, {"2 to under 4"}, {"4.5"}}},
		{[]string{"0.5", "1.5", "2.5", "3.5", "4.25"}, [][]string{{"under 2"}, {"2 to under 4"}, {"4.25"}}},
		{[]string{"1", "15", "27", "40", "50"}, [][]string{{"1 to 15"}, {"27 to 40"}, {"50"}}},
	} {
		var values []scale.Value
		for _, text := range c.numbers {
			values = append(values, scale.Value{Text: text, Count: 1})
		}
		fitted, err := scale.Fit("v", scale.Spec{Type: scale.Number}, values)
		if err != nil {
			t.Fatal(err)
		}
		f, p := frontierOf(t, [][]float64{{1, 2}, {2, 1}, {3, 3}, {1, 0}, {1, 1}}, func(p *frontier.Problem, s *frontier.Search) {
			p.XScales, p.XLabels, s.Order = scale.Scales{fitted.Scale}, fitted.Scale.Labels(), "linear"
		}, 0, 0, 1, 1, 2)
		var got [][]string
		for _, r := range viewOf(t, f, p, "").Rows {
			got = append(got, r.Values)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%v: %s", c.numbers, d)
		}
	}
}
