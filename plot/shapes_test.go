package plot

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/oracle/examples"
	"github.com/dibmap/dibmap/partition"
)

// golden returns a reference frontier.
func golden(t testing.TB, name string) *frontier.Frontier {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", "frontiers", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var reference struct {
		Points []struct {
			H, I       float64
			K          int
			Assignment []int
		}
	}
	if err := json.Unmarshal(data, &reference); err != nil {
		t.Fatal(err)
	}
	problem := frontier.Problem{Kind: "dib", Source: frontier.Source{Name: name}}
	var entries []frontier.Entry
	for _, p := range reference.Points {
		problem.N, problem.M = len(p.Assignment), len(p.Assignment)
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, K: p.K, Assignment: partition.Pack(p.Assignment)})
	}
	return frontierOf(t, problem, entries)
}

// everyShape calls check with figures of many shapes, numbers of points, sizes
// and options.
func everyShape(t *testing.T, check func(t *testing.T, f *frontier.Frontier, g *oneFrame)) {
	options := []Options{
		{},
		{Width: draw.MinWidth, Height: draw.MinHeight},
		{Width: 85, Height: 65, NoHull: true},
		{Width: 300, Height: 80, NoBalanced: true},
		{Width: 80, Height: 400, NoBest: true},
	}
	for _, s := range shapes {
		for _, n := range []int{0, 1, 2, 3, 12, 90, 700, 5000} {
			f := synthetic(t, n, s.Curve, uint64(n))
			for i, o := range options {
				t.Run(fmt.Sprintf("%s/points=%d/options=%d", s.Name, n, i), func(t *testing.T) {
					check(t, f, figureOf(t, f, o))
				})
			}
		}
	}
}

// oneFrame is a figure of one frame.
type oneFrame struct {
	*figure
	*plane
}

// figureOf lays out a figure as [Frontier] does.
func figureOf(t testing.TB, f *frontier.Frontier, o Options) *oneFrame {
	t.Helper()
	g, err := laidOut(f, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func laidOut(f *frontier.Frontier, o Options) (*oneFrame, error) {
	o.Paper = true
	d, err := frontierDesign(f, "svg", o)
	if err != nil {
		return nil, err
	}
	g, err := newFigure(d)
	if err != nil {
		return nil, err
	}
	return &oneFrame{g, g.planes[0]}, nil
}

var (
	shapes                                     = examples.Shapes
	frontierOf, synthetic, ten, ofKind, ofRows = examples.Frontier, examples.Synthetic, examples.Ten, examples.OfKind, examples.OfRows
)
