package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/internal/published"
	"github.com/dibmap/dibmap/problem"
)

// shared reads a reference table.
func shared(tb testing.TB, name string) table {
	tb.Helper()
	return reference.Matrix(tb, name)
}

// simplexFor is the random table of n rows and 30 columns on which the paper
// measures how its program scales (fig-scaling).
func simplexFor(n int) table {
	return simplex(rand.New(rand.NewPCG(20220524, uint64(n))), n, 30)
}

func benchmarkMap(b *testing.B, p problem.Problem, opts Options) {
	var r *Result
	for b.Loop() {
		var err error
		if r, err = Map(context.Background(), p, opts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.Frontier.Len()), "points")
	b.ReportMetric(float64(r.Expanded), "expanded")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Evaluated), "ns/evaluation")
}

// methods are those that the benchmarks compare.
var methods = []struct {
	name   string
	method Method
}{{"auto", Auto}, {"local", Local}, {"merge", Merge}}

func BenchmarkMap(b *testing.B) {
	for _, name := range []string{"alpha27", "colors"} {
		for _, m := range methods {
			b.Run(fmt.Sprintf("table=%s/search=%s/workers=1", name, m.name), func(b *testing.B) {
				benchmarkMap(b, problem.DIB(shared(b, "pxy_"+name+".npy").joint(b)), Options{Method: m.method, Workers: 1})
			})
		}
	}
	for _, n := range []int{10, 20, 30, 40, 50, 64, 100, 200} {
		for _, m := range methods {
			for _, w := range []int{1, runtime.GOMAXPROCS(0)} {
				// The default takes some five times as long as a local search, and
				// the mapper gets slow.
				if w > 1 && n < minParallelRows || n > 100 && m.method != Local || n > 64 && m.method == Merge {
					continue
				}
				b.Run(fmt.Sprintf("table=simplex/n=%d/m=30/search=%s/workers=%d", n, m.name, w), func(b *testing.B) {
					benchmarkMap(b, problem.DIB(simplexFor(n).joint(b)), Options{Method: m.method, Workers: w})
				})
			}
		}
	}
}

// BenchmarkInterface compares the time for costs through the interface, which adds rows to
// a set, with the time of the code for sparse tables.
func BenchmarkInterface(b *testing.B) {
	for _, m := range methods {
		p := problem.DIB(shared(b, "pxy_alpha27.npy").joint(b))
		for _, c := range []struct {
			name    string
			problem problem.Problem
		}{{"sparse", p}, {"interface", general{p}}} {
			b.Run(fmt.Sprintf("table=alpha27/search=%s/costs=%s", m.name, c.name), func(b *testing.B) {
				benchmarkMap(b, c.problem, Options{Method: m.method, Workers: 1})
			})
		}
	}
}

// BenchmarkPort times the port of the published program, in Go.
func BenchmarkPort(b *testing.B) {
	for _, name := range []string{"alpha27", "colors"} {
		b.Run("table="+name, func(b *testing.B) {
			tab := shared(b, "pxy_"+name+".npy")
			var points []published.Point
			for b.Loop() {
				points, _ = published.Map(tab)
			}
			b.ReportMetric(float64(len(points)), "points")
		})
	}
}

// BenchmarkScaling fits exponents of n over n = 20, 30, ..., 100 to the time of
// a local search with one worker, the clusterings expanded and the points found,
// by least squares in logarithms, as the paper's fig-scaling does.
func BenchmarkScaling(b *testing.B) {
	var sizes, times, expanded, points []float64
	for b.Loop() {
		sizes, times, expanded, points = nil, nil, nil, nil
		for n := 20; n <= 100; n += 10 {
			took, r := fastest(b, problem.DIB(simplexFor(n).joint(b)), Options{Method: Local, Workers: 1})
			sizes = append(sizes, float64(n))
			times = append(times, took.Seconds())
			expanded = append(expanded, float64(r.Expanded))
			points = append(points, float64(r.Frontier.Len()))
		}
	}
	b.ReportMetric(slope(sizes, times), "exponent:time")
	b.ReportMetric(slope(sizes, expanded), "exponent:expanded")
	b.ReportMetric(slope(sizes, points), "exponent:points")
}

// fastest returns the shortest of three runs.
func fastest(b *testing.B, p problem.Problem, opts Options) (best time.Duration, r *Result) {
	for k := range 3 {
		start := time.Now()
		var err error
		if r, err = Map(context.Background(), p, opts); err != nil {
			b.Fatal(err)
		}
		if took := time.Since(start); k == 0 || took < best {
			best = took
		}
	}
	return best, r
}

// slope returns the least-squares slope of log y over log x.
func slope(x, y []float64) float64 {
	var mx, my, xx, xy float64
	for k := range x {
		mx += math.Log(x[k]) / float64(len(x))
		my += math.Log(y[k]) / float64(len(x))
	}
	for k := range x {
		dx := math.Log(x[k]) - mx
		xx += dx * dx
		xy += dx * (math.Log(y[k]) - my)
	}
	return xy / xx
}
