package report

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/second"
)

var update = flag.Bool("update", false, "write the cases for the tests of scripts anew")

// viewCase is a frontier as a page holds it, and what package groupview says of its points.
type viewCase struct {
	Name   string           `json:"name"`
	About  about            `json:"about"`
	Arrays map[string][]any `json:"arrays"`
	Groups [][]int          `json:"groups"` // of the rows, for each point
	Want   []viewWanted     `json:"want"`
	Limits []limitWanted    `json:"limits,omitempty"`
}

// limitWanted is the frontier within a limit on what groupings tell about a second variable.
type limitWanted struct {
	Limit     float64      `json:"limit"`
	Points    [][3]float64 `json:"points"` // h, i and 1 on the hull
	Best      [][3]float64 `json:"best"`   // k, h and i
	Layers    int          `json:"layers"` // how many groupings are on no frontier, but on a layer
	Sentences []string     `json:"sentences"`
}

type viewWanted struct {
	Sentence string `json:"sentence"`
	Below    string `json:"below"`
	Rows     []int  `json:"rows"`  // the numbers of the groups as listed
	Mixed    []int  `json:"mixed"` // and of the values of Y
	// Ranges are the texts of the ranges of each group, where X holds numbers in bins.
	Ranges [][]string `json:"ranges,omitempty"`
}

// TestViews writes what package groupview says of some frontiers into a file, with which the tests of the scripts
// compare what the page says: tools/webgen.
func TestViews(t *testing.T) {
	var b bytes.Buffer
	for n, c := range viewCases(t) {
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		fmt.Fprintf(&b, "%c%s\n", "[,"[min(n, 1)], text)
	}
	b.WriteString("]\n")
	file := filepath.Join("web", "unit", "views.json")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s is not what package groupview says now: go test ./report -run TestViews -update", file)
	}
}

// viewCases are frontiers with all kinds of sentences and rows.
func viewCases(t *testing.T) (cases []viewCase) {
	t.Helper()
	rates := [][]float64{{9, 1}, {1, 9}, {5, 5}, {10, 10}}
	mixed := [][]float64{{9, 1, 5}, {1, 9, 5}, {5, 5, 5}, {9, 1, 5}} // the last value of Y is more frequent than the second
	days := func(order scale.Order) func(p *frontier.Problem, s *frontier.Search) {
		return func(p *frontier.Problem, _ *frontier.Search) {
			p.XLabels = []string{"Tue", "Sun", "Sat", "Mon"}
			p.XScales = scale.Scales{{Column: "day", Type: scale.Category, Order: order, Values: []string{"Mon", "Tue", "Sat", "Sun"}}}
		}
	}
	numbers := func(whole bool) func(p *frontier.Problem, s *frontier.Search) {
		return func(p *frontier.Problem, _ *frontier.Search) {
			low, high, cuts := []float64{0, 2, 5, 8}, []float64{1, 4, 7, 9}, []float64{2, 5, 8}
			s := scale.Scale{Column: "km", Type: scale.Number, Order: scale.Linear, Bins: "quantile:4", Low: low, High: high, Cuts: cuts, Whole: whole}
			for x := range p.XLabels {
				p.XLabels[x] = s.Label(fmt.Sprint(low[x]), false)
			}
			p.XScales = scale.Scales{s}
		}
	}
	for _, c := range []struct {
		name   string
		counts [][]float64
		change func(p *frontier.Problem, s *frontier.Search)
		more   func(f *frontier.Frontier) (*frontier.Frontier, error)
	}{
		{"found", rates, nil, nil},
		{"proved", rates, func(_ *frontier.Problem, s *frontier.Search) { s.Status = frontier.StatusComplete }, nil},
		{"names and no method", mixed, func(p *frontier.Problem, s *frontier.Search) { p.Source.X, p.Source.Y, s.Method = "city", "late", "" }, nil},
		{"a whole that is not known", mixed, func(p *frontier.Problem, _ *frontier.Search) { p.IXY = 0 }, nil},
		{"an estimate within its error", rates, func(p *frontier.Problem, _ *frontier.Search) { p.Estimator, p.IXYSD = "nsb", 1 }, nil},
		{"an order of Y", mixed, func(p *frontier.Problem, _ *frontier.Search) {
			p.YScales = scale.Scales{{Column: "size", Type: scale.Category, Order: scale.Linear, Values: []string{"y0", "y1", "y2"}}}
		}, nil},
		{"many values of Y", [][]float64{{9, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 9, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 9, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 30}}, nil, nil},
		{"a circle", rates, days(scale.Circular), nil},
		{"a line", rates, days(scale.Linear), nil},
		{"a line without rates", mixed, func(p *frontier.Problem, s *frontier.Search) { days(scale.Linear)(p, s); s.Order = "linear" }, nil},
		{"numbers", rates, numbers(false), nil},
		{"whole numbers", rates, numbers(true), nil},
		{"missing values", rates, func(p *frontier.Problem, _ *frontier.Search) { p.XLabels[1] = scale.MissingLabel }, nil},
		{"missing values beside", rates, func(p *frontier.Problem, _ *frontier.Search) {
			p.Missing = &scale.Missing{Treatment: scale.MissingOwn, Share: 0.2, Y: []string{"y0", "y1"}, Counts: []float64{6, 4}}
		}, nil},
		{"constraints", rates, func(p *frontier.Problem, _ *frontier.Search) { p.Constraints = frontier.Constraints{MinMass: 0.01} }, nil},
		{"numbers of groups", rates, func(p *frontier.Problem, s *frontier.Search) { p.Kind, s.Status = "dmc", frontier.StatusComplete }, nil},
		{"means", rates, func(p *frontier.Problem, _ *frontier.Search) {
			p.Kind, p.Variance, p.Cells = "mean", 1, nil
			p.XMass = []float64{0.2, 0.3, 0.25, 0.25}
			p.Means = &frontier.Means{Mean: []float64{1, 7, 4, 4}, Variance: []float64{1, 1, 1, 1}}
		}, nil},
		{"points", rates, func(p *frontier.Problem, _ *frontier.Search) { p.Kind, p.Cells, p.Means = "quantizer", nil, nil }, nil},
		{"a problem of others", rates, func(p *frontier.Problem, _ *frontier.Search) { p.Kind = "theirs" }, nil},
		{"the best, held out, and layers", rates, nil, func(f *frontier.Frontier) (*frontier.Frontier, error) { return withMore(f, false) }},
		{"exact layers", mixed, nil, func(f *frontier.Frontier) (*frontier.Frontier, error) { return withMore(f, true) }},
	} {
		f := viewed(t, c.counts, c.change)
		if c.more != nil {
			var err error
			if f, err = c.more(f); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		cases = append(cases, caseOf(t, c.name, f))
	}
	for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
		f := withSecond(t, 5, aim)
		c := caseOf(t, "a second variable, "+string(aim), f)
		for n := range 6 {
			c.Limits = append(c.Limits, limitOf(t, f, f.Second.I*float64(n)/6))
		}
		g, err := second.Within(f, f.Second.I/3)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c, caseOf(t, "within a limit, "+string(aim), g))
	}
	return cases
}

// withSecond returns the frontier of a random table with a second variable of three values.
func withSecond(t *testing.T, n int, aim frontier.Aim) *frontier.Frontier {
	t.Helper()
	rng := rand.New(rand.NewPCG(48, 1))
	table := func(column string, m int) *joint.Joint {
		x, y, counts := make([]string, n), make([]string, m), make([][]float64, n)
		for r := range counts {
			x[r], counts[r] = fmt.Sprint("x", r), make([]float64, m)
			for c := range counts[r] {
				y[c], counts[r][c] = fmt.Sprint(column, c), float64(1+rng.IntN(9))
			}
		}
		j, err := joint.Dense(x, y, counts)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	p, s := problem.DIB(table("y", 2)), table("s", 3)
	r, err := search.Map(t.Context(), p, search.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Frontier
	f.Problem.Source.X, f.Problem.Source.Y = "city", "late"
	if f.Second, err = second.Map(t.Context(), p, s, second.Options{Name: "sex", Aim: aim, From: f}); err != nil {
		t.Fatal(err)
	}
	held := slices.Repeat([]frontier.HeldOut{{I: f.Problem.IXY / 2, SE: 0.01}}, f.Len()+len(slices.Collect(f.Best())))
	if f, err = f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 50, Clusters: 2}, held); err != nil {
		t.Fatal(err)
	}
	return f
}

// limitOf returns what the page shows within a limit.
func limitOf(t *testing.T, f *frontier.Frontier, limit float64) limitWanted {
	t.Helper()
	g, err := second.Within(f, limit)
	if err != nil {
		t.Fatal(err)
	}
	want := limitWanted{Limit: limit, Layers: -g.Len()}
	for p := range g.All() {
		at := [3]float64{p.H, p.I}
		if p.Hull {
			at[2] = 1
		}
		want.Points, want.Sentences = append(want.Points, at), append(want.Sentences, groupview.Sentence(g, p))
	}
	for p := range g.Best() {
		want.Best = append(want.Best, [3]float64{float64(p.K), p.H, p.I})
	}
	want.Layers += len(g.Layers().Entries)
	return want
}

// viewed returns a frontier of a table of counts with 4 rows.
func viewed(t *testing.T, counts [][]float64, change func(p *frontier.Problem, s *frontier.Search)) *frontier.Frontier {
	t.Helper()
	p := frontier.Problem{Kind: "dib", N: len(counts), M: len(counts[0]), HX: 2, IXY: 0.8, Cells: &frontier.Cells{}}
	var n int64
	for x, row := range counts {
		p.XLabels = append(p.XLabels, fmt.Sprintf("x%d", x))
		for y, v := range row {
			p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, y), append(p.Cells.Weight, v)
			n += int64(v)
		}
	}
	for y := range counts[0] {
		p.YLabels = append(p.YLabels, fmt.Sprintf("y%d", y))
	}
	p.Samples = &n
	search := frontier.Search{Method: "local"}
	if change != nil {
		change(&p, &search)
	}
	f, err := frontier.New(p, search, []frontier.Entry{
		entryOf(0, 0, 0, 0, 0, 0), entryOf(0.75, 0.0625, 0, 1, 1, 1), entryOf(1, 0.5, 0, 1, 0, 0), // 62.5 %: a tie
		entryOf(1.5, 0.795, 0, 1, 2, 0), entryOf(1.75, 0.8, 0, 1, 2, 3),
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func entryOf(h, i float64, a ...int) frontier.Entry {
	return frontier.Entry{H: h, I: i, Assignment: partition.Pack(partition.Partition(a))}
}

// withMore adds the best groupings, of which some are not on the frontier, held-out values and layers.
func withMore(f *frontier.Frontier, exact bool) (*frontier.Frontier, error) {
	f, err := f.WithBest(4, []frontier.BestEntry{
		{Entry: entryOf(0, 0, 0, 0, 0, 0)},
		{Entry: entryOf(1.9, 0.7, 0, 1, 0, 1), Exact: exact},
		{Entry: entryOf(1.8, 0.799, 0, 1, 1, 2)},
		{Entry: entryOf(1.75, 0.8, 0, 1, 2, 3), Exact: true},
	})
	if err != nil {
		return nil, err
	}
	f, err = f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 50, Clusters: 2},
		[]frontier.HeldOut{{}, {I: -0.1}, {I: 0.4, SE: 0.1}, {I: 0.9}, {I: 0.8}, {}, {I: 0.5}, {I: 0.051}, {I: 0.6}}) // the last of the frontier and of the best are the same
	if err != nil {
		return nil, err
	}
	return f.WithLayers(frontier.Layers{Exact: exact, Entries: []frontier.Entry{
		entryOf(1.25, 0.6, 0, 1, 1, 0), entryOf(1.9, 0.7, 0, 1, 0, 1), entryOf(1.7, 0.797, 0, 1, 0, 2),
	}})
}

// caseOf returns what a page holds of a frontier, and what package groupview says.
func caseOf(t *testing.T, name string, f *frontier.Frontier) viewCase {
	t.Helper()
	c := viewCase{Name: name, Arrays: make(map[string][]any)}
	d := newData(f, Options{}, math.MaxInt)
	c.About = d.about
	for _, a := range slices.Concat(d.first, d.later) {
		var b bytes.Buffer
		if err := a.write(&b); err != nil {
			t.Fatal(err)
		}
		c.Arrays[a.name] = numbersOf(t, a.kind, &b, a.length)
	}
	delete(c.Arrays, "heads")
	for _, p := range selectPoints(f, math.MaxInt).shown(f) {
		a := make(partition.Partition, f.Problem.N)
		p.Unpack(a)
		c.Groups = append(c.Groups, a)
	}
	for _, p := range selectPoints(f, math.MaxInt).points {
		v, ok, err := groupview.Of(f, p, "", 3)
		if err != nil || !ok {
			t.Fatalf("%s: %t, %v", name, ok, err)
		}
		chosen, _ := groupview.AsBest(f, p) // as 'dibmap select' has it
		want := viewWanted{Sentence: groupview.Sentence(f, chosen), Below: groupview.Below(f, p)}
		if o := f.Order(); o != nil && o.Scale.Binned() {
			for _, ranges := range p.Ranges() {
				want.Ranges = append(want.Ranges, groupview.RangeTexts(f, ranges))
			}
		}
		for _, label := range v.Mixed {
			want.Mixed = append(want.Mixed, slices.Index(f.Problem.YLabels, label))
		}
		for _, r := range v.Rows {
			if r.Number < p.K {
				want.Rows = append(want.Rows, r.Number)
			}
		}
		c.Want = append(c.Want, want)
	}
	return c
}

// numbersOf reads numbers of a kind; nil for NaN, which JSON does not have.
func numbersOf(t *testing.T, kind string, from *bytes.Buffer, length int) []any {
	t.Helper()
	list := make([]any, length)
	for n := range list {
		var v float64
		var err error
		switch kind {
		case "u8":
			v, err = read[uint8](from)
		case "u32":
			v, err = read[uint32](from)
		case "f32":
			v, err = read[float32](from)
		case "f64":
			v, err = read[float64](from)
		default:
			t.Fatalf("an array of %s", kind)
		}
		if err != nil {
			t.Fatal(err)
		}
		if !math.IsNaN(v) {
			list[n] = v
		}
	}
	return list
}

func read[T number](from *bytes.Buffer) (float64, error) {
	var v T
	err := binary.Read(from, binary.LittleEndian, &v)
	return float64(v), err
}
