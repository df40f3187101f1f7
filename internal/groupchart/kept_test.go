package groupchart

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/partition"
)

// climbing returns a frontier of four values whose best groupings keep 0, 60, 80 and 100 %.
func climbing(t *testing.T) *frontier.Frontier {
	t.Helper()
	var points []frontier.Entry
	var best []frontier.BestEntry
	for n, of := range []partition.Partition{{0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 2}, {0, 1, 2, 3}} {
		points = append(points, frontier.Entry{H: float64(n), I: []float64{0, 0.3, 0.4, 0.5}[n], K: n + 1, Assignment: partition.Pack(of)})
		best = append(best, frontier.BestEntry{Entry: points[n], Exact: true})
	}
	p := frontier.Problem{Kind: "dib", N: 4, M: 3, HX: 3, IXY: 0.5, XLabels: []string{"a", "b", "c", "d"}, Source: frontier.Source{X: "job", Y: "paid"}}
	f, err := frontier.New(p, frontier.Search{Method: "tree", Status: frontier.StatusComplete}, points)
	if err == nil {
		f, err = f.WithBest(4, best)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestKept(t *testing.T) {
	f := climbing(t)
	var out bytes.Buffer
	if err := DrawKept(&out, f, "svg", draw.Page{Width: 84}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">number of groups<", ">share of the information kept<", ">100 %<", ">1<", ">4<", ">recommended: 2 groups<", ">best for its number of groups<", "2 groups of 4 values of job keep 60 %", "<desc id=\"desc\">1 group, 0 bits to record: 0.0 %. 2 groups, "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %s", want)
		}
	}
	if strings.Contains(out.String(), "held out") {
		t.Error("nothing was held out")
	}
	var all []frontier.HeldOut
	for range 2 {
		for _, i := range []float64{0, 0.25, 0.2, -3} {
			all = append(all, frontier.HeldOut{I: i, SE: 0.01})
		}
	}
	f, err := f.WithValidation(frontier.Validation{Method: "folds", Folds: 5, Records: 100, Clusters: 2, H: 1}, all)
	if err != nil {
		t.Fatal(err)
	}
	g, err := layKept(f, draw.Page{Width: 160, Height: 90})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.held) != 4 || g.held[1].Y >= g.kept[1].Y || g.held[3].Y < g.Frame.Min.Y || len(g.supported) != 2 || g.supported[0].X != g.kept[1].X {
		t.Errorf("kept at %v, held out at %v, supported up to %v", g.kept, g.held, g.supported)
	}
	for n := range g.kept[1:] {
		if g.kept[n+1].X <= g.kept[n].X || g.kept[n+1].Y <= g.kept[n].Y {
			t.Errorf("point %d does not climb: %v", n+1, g.kept)
		}
	}
	for n, p := range g.band {
		if box := g.Texts[len(g.Texts)-1].Box(); draw.Crosses(p, g.band[(n+1)%len(g.band)], box) {
			t.Errorf("the name of the recommended grouping, at %v, is on the band %v", box, g.band)
		}
	}
	f.Validation.Clusters = 3
	if g, err = layKept(f, draw.Page{Width: 84, Height: 70}); err != nil {
		t.Fatal(err)
	}
	for part := range slices.Chunk(g.supported, 2) {
		if box := g.Texts[len(g.Texts)-1].Box(); len(g.supported) != 4 || draw.Crosses(part[0], part[1], box) {
			t.Errorf("the line %v is through the name of the recommended grouping, at %v", part, box)
		}
	}
	if _, err := layKept(f, draw.Page{Width: 70, Height: 20}); err == nil {
		t.Error("a page of 20 mm has room")
	}
}
