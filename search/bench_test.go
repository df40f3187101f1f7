package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle"
)

// shared reads a reference table.
func shared(tb testing.TB, name string) table {
	tb.Helper()
	file, err := os.Open(oracle.Shared(tb, "data", "reference", name))
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	a, err := npy.Read(file, 1<<20)
	if err != nil {
		tb.Fatal(err)
	}
	t := make(table, a.Shape[0])
	for x := range t {
		t[x] = a.Data[x*a.Shape[1] : (x+1)*a.Shape[1]]
	}
	return t
}

// simplexFor is the random table of n rows and 30 columns on which the paper
// measures how its program scales (fig-scaling).
func simplexFor(n int) table {
	return simplex(rand.New(rand.NewPCG(20220524, uint64(n))), n, 30)
}

func benchmarkMap(b *testing.B, tab table, opts Options) {
	p := DIB(tab.joint(b))
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

func BenchmarkMap(b *testing.B) {
	workers := []int{1, runtime.GOMAXPROCS(0)}
	for _, name := range []string{"alpha27", "colors"} {
		for _, w := range workers {
			b.Run(fmt.Sprintf("table=%s/epsilon=0/workers=%d", name, w), func(b *testing.B) {
				benchmarkMap(b, shared(b, "pxy_"+name+".npy"), Options{Workers: w})
			})
		}
	}
	for n := 10; n <= 50; n += 10 {
		for _, w := range workers {
			b.Run(fmt.Sprintf("table=simplex/n=%d/m=30/epsilon=0/workers=%d", n, w), func(b *testing.B) {
				benchmarkMap(b, simplexFor(n), Options{Workers: w})
			})
		}
	}
}

// BenchmarkScaling fits the exponents of n over n = 10, 15, ..., 50 to the time
// of one worker, the clusterings expanded and the points found, by least
// squares in logarithms, as the paper's fig-scaling does.
func BenchmarkScaling(b *testing.B) {
	var times, expanded, points []float64
	var sizes []float64
	for b.Loop() {
		times, expanded, points, sizes = nil, nil, nil, nil
		for n := 10; n <= 50; n += 5 {
			p := DIB(simplexFor(n).joint(b))
			best := math.Inf(1)
			var r *Result
			for range 3 {
				start := time.Now()
				var err error
				if r, err = Map(context.Background(), p, Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(start).Seconds())
			}
			sizes = append(sizes, float64(n))
			times = append(times, best)
			expanded = append(expanded, float64(r.Expanded))
			points = append(points, float64(r.Frontier.Len()))
		}
	}
	b.ReportMetric(slope(sizes, times), "exponent:time")
	b.ReportMetric(slope(sizes, expanded), "exponent:expanded")
	b.ReportMetric(slope(sizes, points), "exponent:points")
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
