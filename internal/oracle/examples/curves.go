package examples

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// Frontier returns a frontier of some points.
func Frontier(t testing.TB, problem frontier.Problem, entries []frontier.Entry) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(problem, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Shapes are curves over [0, 1] that a frontier may follow.
var Shapes = []struct {
	Name  string
	Curve func(t float64) float64
}{
	{"concave", func(t float64) float64 { return 2 * (1 - math.Exp(-4*t)) }},
	{"very concave", func(t float64) float64 { return math.Pow(t, 0.1) }},
	{"convex", func(t float64) float64 { return t * t * t * t }},
	{"linear", func(t float64) float64 { return 0.6 * t }},
	{"steps", func(t float64) float64 { return math.Floor(5*t)/5 + t/50 }},
	{"weak", func(t float64) float64 { return 3e-5 * math.Sqrt(t) }},
}

// Synthetic returns a frontier of n points without assignments that follows a
// curve with some noise up to h = 5 bits.
func Synthetic(t testing.TB, n int, curve func(float64) float64, seed uint64) *frontier.Frontier {
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
	return Frontier(t, frontier.Problem{Kind: "dib", Source: frontier.Source{Name: "synthetic"}}, entries)
}

// Ten is a small frontier with round numbers.
func Ten(t testing.TB) *frontier.Frontier {
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
	return Frontier(t, frontier.Problem{
		Kind: "dib", N: 5, M: 4, Source: frontier.Source{Name: "ten"},
	}, entries)
}

// OfKind returns the frontier of ten for a kind of problem, or one of five points
// for a kind whose first axis is log2 k.
func OfKind(t testing.TB, kind string) *frontier.Frontier {
	t.Helper()
	if kind == "dmc" || kind == "kmeans" {
		return OfRows(t, kind, 5)
	}
	f := Ten(t)
	f.Problem.Kind = kind
	return f
}

// OfRows returns a frontier of 1 to n clusters for a kind whose first axis is log2 k.
func OfRows(t testing.TB, kind string, n int) *frontier.Frontier {
	t.Helper()
	var entries []frontier.Entry
	for k := 1; k <= n; k++ {
		entries = append(entries, frontier.Entry{H: math.Log2(float64(k)), I: 0.9 - 0.9/float64(k*k), K: k})
	}
	return Frontier(t, frontier.Problem{Kind: kind, N: n, M: 3, Source: frontier.Source{Name: "counted"}}, entries)
}
