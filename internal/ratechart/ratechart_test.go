package ratechart

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/partition"
)

// tableOf returns the binning table of groups of one value each, counts[x][y].
func tableOf(t *testing.T, samples bool, counts ...[]float64) *binning.Table {
	t.Helper()
	p := frontier.Problem{N: len(counts), M: len(counts[0]), Cells: new(frontier.Cells)}
	for x, row := range counts {
		p.XLabels = append(p.XLabels, fmt.Sprintf("group %d", x))
		for y, v := range row {
			if v > 0 {
				p.Cells.X, p.Cells.Y, p.Cells.Weight = append(p.Cells.X, x), append(p.Cells.Y, y), append(p.Cells.Weight, v)
			}
		}
	}
	p.YLabels = []string{"no", "yes", "maybe"}[:p.M]
	if n := int64(1); samples {
		p.Samples = &n
	}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{Assignment: partition.Pack(partition.Identity(p.N))}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := binning.Of(f, f.At(0), "")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// drawn returns a drawing as SVG.
func drawn(t *testing.T, b *binning.Table, o Options) string {
	t.Helper()
	var out bytes.Buffer
	o.X, o.Y = "job", "paid"
	if err := Draw(&out, b, "svg", o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTexts(t *testing.T) {
	b := tableOf(t, true, []float64{500, 1500}, []float64{20, 5}, []float64{0, 3})
	for _, test := range []struct {
		o    Options
		want []string
	}{
		{Options{}, []string{"paid by job: 3 groups, 2,028 records", "group 0", "group 2", ">2,000<", ">25<", "share of paid = yes, in %", "rate, with 95 % interval (Wilson)"}},
		{Options{WoE: true, Page: draw.Page{Title: "Loans", Theme: draw.DarkTheme}}, []string{">Loans<", "WoE of paid = yes, in nats", "WoE, with 95 % interval"}},
		{Options{Page: draw.Page{Width: 80}}, []string{"rate, in %", "records, %"}},
	} {
		svg := drawn(t, b, test.o)
		for _, want := range test.want {
			if !strings.Contains(svg, want) {
				t.Errorf("%+v: there is no %s", test.o, want)
			}
		}
	}
	if svg := drawn(t, tableOf(t, false, []float64{0.1, 0.4}, []float64{0.5, 0}), Options{}); strings.Contains(svg, "interval") || strings.Contains(svg, "records,") && strings.Contains(svg, "groups,") {
		t.Error("probabilities have records and intervals")
	}
}

// TestIntervals: Wilson's interval of 3 of 3 is from 1/(1 + z^2/3) to 1, and the marks follow the axes.
func TestIntervals(t *testing.T) {
	b := tableOf(t, true, []float64{500, 1500}, []float64{20, 5}, []float64{0, 3})
	low, v, high := (&Options{}).interval(&b.Groups[2])
	if want := 100 / (1 + normal*normal/3); math.Abs(low-want) > 1e-9 || v != 100 || math.Abs(high-100) > 1e-9 {
		t.Errorf("%g, %g, %g, want from %g", low, v, high, want)
	}
	page, err := draw.Page{Width: 160, Height: 80}.Checked("svg")
	if err != nil {
		t.Fatal(err)
	}
	g := &figure{Sheet: page.Sheet(), o: &Options{X: "x", Y: "y"}, t: b}
	if err := g.lay(); err != nil {
		t.Fatal(err)
	}
	if len(g.dots) != 3 || len(g.bars) != 3 || g.dots[0].Y <= g.dots[1].Y || g.dots[0].X >= g.dots[2].X || g.dots[1].X >= g.dots[0].X {
		t.Errorf("dots at %v", g.dots)
	}
	for _, x := range []float64{float64(g.bars[2].From.X), float64(g.bars[2].To.X), float64(g.whole[0].X)} {
		if x < float64(g.rates.Frame.Min.X) || x > float64(g.rates.Frame.Max.X) {
			t.Errorf("%g is outside the frame", x)
		}
	}
	if at := g.shares.Place(0, 0).X; math.Abs(float64(at-g.shares.Frame.Min.X)) > 1e-6 {
		t.Errorf("bars begin at %g, and their frame at %g", at, g.shares.Frame.Min.X)
	}
}

func TestRefusals(t *testing.T) {
	many := make([][]float64, 300)
	for x := range many {
		many[x] = []float64{1, 2}
	}
	for want, test := range map[string]struct {
		b *binning.Table
		o Options
	}{
		"y has 3 values: choose":           {tableOf(t, true, []float64{1, 2, 3}, []float64{3, 2, 1}), Options{}},
		"300 groups have no room":          {tableOf(t, true, many...), Options{Page: draw.Page{Height: 500}}},
		"no group has a known value":       {tableOf(t, false, []float64{0.5, 0}, []float64{0, 0.5}), Options{WoE: true}},
		"a figure of 20 x 60 mm cannot be": {tableOf(t, true, []float64{1, 2}), Options{Page: draw.Page{Width: 20}}},
	} {
		if err := Draw(&bytes.Buffer{}, test.b, "svg", test.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
