package plot

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/oracle"
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

func frontierOf(t testing.TB, problem frontier.Problem, entries []frontier.Entry) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(problem, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// shapes are curves over [0, 1] that a frontier may follow.
var shapes = []struct {
	name  string
	curve func(t float64) float64
}{
	{"concave", func(t float64) float64 { return 2 * (1 - math.Exp(-4*t)) }},
	{"very concave", func(t float64) float64 { return math.Pow(t, 0.1) }},
	{"convex", func(t float64) float64 { return t * t * t * t }},
	{"linear", func(t float64) float64 { return 0.6 * t }},
	{"steps", func(t float64) float64 { return math.Floor(5*t)/5 + t/50 }},
	{"weak", func(t float64) float64 { return 3e-5 * math.Sqrt(t) }},
}

// synthetic returns a frontier of n points without assignments that follows a
// curve with some noise up to h = 5 bits.
func synthetic(t testing.TB, n int, curve func(float64) float64, seed uint64) *frontier.Frontier {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 0))
	var entries []frontier.Entry
	h, i := 0.0, 0.0
	for p := range n {
		at := float64(p) / float64(max(n-1, 1))
		noise := 0.02 * curve(1) * at * (1 - at) * r.Float64()
		if p > 0 {
			h, i = max(5*at, h+1e-9), max(curve(at)+noise, i+1e-9)
		}
		k := 1 + int(math.Exp2(h)*(1+r.Float64()*at)-1+1e-9)
		entries = append(entries, frontier.Entry{H: h, I: i, K: k})
	}
	return frontierOf(t, frontier.Problem{Kind: "dib", Source: frontier.Source{Name: "synthetic"}}, entries)
}

// ten is a small frontier with round numbers.
func ten(t testing.TB) *frontier.Frontier {
	t.Helper()
	var entries []frontier.Entry
	for n, p := range [][2]float64{
		{0, 0},
		{0.4, 0.05},
		{0.6, 0.2},
		{0.97, 0.4},
		{1.2, 0.42},
		{1.5, 0.6},
		{1.7, 0.62},
		{1.95, 0.75},
		{2.2, 0.78},
		{2.25, 0.8},
	} {
		k := []int{1, 2, 2, 2, 3, 3, 4, 4, 5, 5}[n]
		entries = append(entries, frontier.Entry{H: p[0], I: p[1], K: k})
	}
	return frontierOf(t, frontier.Problem{
		Kind: "dib", N: 5, M: 4, Source: frontier.Source{Name: "ten"},
	}, entries)
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
			f := synthetic(t, n, s.curve, uint64(n))
			for i, o := range options {
				t.Run(fmt.Sprintf("%s/points=%d/options=%d", s.name, n, i), func(t *testing.T) {
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
