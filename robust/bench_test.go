package robust

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

func BenchmarkMeasure(b *testing.B) {
	j := sampleOf(b, "r25_s0")
	f := mapped(b, j)
	for _, m := range []Method{Bootstrap, Posterior, Delta, NSB} {
		b.Run("method="+string(m), func(b *testing.B) {
			for b.Loop() {
				measured(b, j, f, Options{Method: m})
			}
			b.ReportMetric(float64(f.Len()), "points")
		})
	}
}

// BenchmarkMeasureLarge measures points of 10,000 rows and 100,000 cells: some that merge
// clusters down to one, and some with two large clusters, of which they have no part in
// common.
func BenchmarkMeasureLarge(b *testing.B) {
	const n, m, points = 10_000, 10_000, 1000
	r := rand.New(rand.NewPCG(1, 1))
	var cells []joint.Cell
	for k := range 10 * n {
		cells = append(cells, joint.Cell{X: int32(k % n), Y: int32(r.IntN(m)), Value: float64(1 + r.IntN(20))})
	}
	labels := make([]string, n)
	for x := range labels {
		labels[x] = strconv.Itoa(x)
	}
	j, err := joint.New(labels, labels, cells)
	if err != nil {
		b.Fatal(err)
	}
	var nested, halves []partition.Partition
	for k := range points {
		of, half := make([]int, j.Rows()), make([]int, j.Rows())
		for x := range of {
			of[x], half[x] = x/(k+1), min((x+k)%j.Rows()/(j.Rows()/2), 1)
		}
		nested, halves = append(nested, partition.Canonical(of)), append(halves, partition.Canonical(half))
	}
	for name, list := range map[string][]partition.Partition{"nested": nested, "halves": halves} {
		f := frontierOf(b, j, list...)
		for _, method := range []Method{Bootstrap, Delta} {
			b.Run("clusters="+name+"/method="+string(method), func(b *testing.B) {
				for b.Loop() {
					measured(b, j, f, Options{Method: method, Resamples: 4})
				}
			})
		}
	}
}

// BenchmarkMeasureDrawn unites 64 parts of 70,000 points.
func BenchmarkMeasureDrawn(b *testing.B) {
	const points, parts = 70_000, 64
	j := tableOf(b, randomTable(1, 9, 9, 1000))
	var list []partition.Partition
	for len(list) < points {
		list = append(list, all(9)[:min(21147, points-len(list))]...)
	}
	f := frontierOf(b, j, list...)
	o := Options{Resamples: parts}
	var drawn [][]byte
	for k := range parts {
		part, err := Draw(b.Context(), j, f, o, k, k+1)
		if err != nil {
			b.Fatal(err)
		}
		drawn = append(drawn, part)
	}
	for b.Loop() {
		if _, err := MeasureDrawn(j, f, o, drawn); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(drawn[0]))/points, "bytes/point")
}
