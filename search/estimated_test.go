package search

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// samples reads the counts of the samples of letter pairs.
func samples(tb testing.TB) map[string]table {
	tb.Helper()
	data, err := os.ReadFile(oracle.Shared(tb, "data", "golden", "samples_alpha27.json"))
	if err != nil {
		tb.Fatal(err)
	}
	var tables map[string]table
	if err := json.Unmarshal(data, &tables); err != nil {
		tb.Fatal(err)
	}
	return tables
}

func mustEstimated(tb testing.TB, j *joint.Joint, e info.Estimator) Problem {
	tb.Helper()
	p, err := Estimated(j, e)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// estimatedPoint is the point of a clustering of the rows of a table of counts, by
// definition.
func (tab table) estimatedPoint(tb testing.TB, e info.Estimator, f partition.Partition) Point {
	tb.Helper()
	if f.K() == 1 {
		return Point{}
	}
	merged := make([][]float64, f.K())
	for c := range merged {
		merged[c] = make([]float64, len(tab[0]))
	}
	for x, c := range f {
		for y, n := range tab[x] {
			merged[c][y] += n
		}
	}
	h, err := info.EntropiesOf(e, merged)
	if err != nil {
		tb.Fatal(err)
	}
	return Point{h.X.Value, h.X.Value + h.Y.Value - h.XY.Value}
}

// withMass leaves out the rows and columns without observations.
func (tab table) withMass() table {
	var kept table
	for _, row := range tab {
		if slices.Max(row) > 0 {
			kept = append(kept, nil)
		}
	}
	for y := range tab[0] {
		if !slices.ContainsFunc(tab, func(row []float64) bool { return row[y] > 0 }) {
			continue
		}
		at := 0
		for _, row := range tab {
			if slices.Max(row) > 0 {
				kept[at] = append(kept[at], row[y])
				at++
			}
		}
	}
	return kept
}

// tolerances are how far the values of a search may be from those of package info.
func tolerance(e info.Estimator) float64 {
	if e.Name() == "nsb" {
		return 1e-9
	}
	return 1e-11
}

func TestEstimatedRough(t *testing.T) {
	worst := map[string]float64{}
	for _, name := range []string{"r1_s0", "r4_s0", "r25_s0"} {
		tab := samples(t)[name].withMass()
		for _, e := range info.Estimators() {
			p := mustEstimated(t, tab.joint(t), e)
			ev := p.Evaluators(1, 1<<28)[0]
			rng := rand.New(rand.NewPCG(1, 1))
			ranks := partition.Ranks(p.Place())
			for range 30 {
				f := randomClustering(rng, len(tab), 1+rng.IntN(len(tab)))
				got := ev.Load(f)
				want := tab.estimatedPoint(t, e, f.Reorder(ranks))
				worst[e.Name()] = max(worst[e.Name()], math.Abs(got.H-want.H), math.Abs(got.I-want.I))
			}
		}
		fmt.Println(name, worst)
	}
}

func BenchmarkEstimated(b *testing.B) {
	tables := samples(b)
	for _, e := range info.Estimators() {
		for _, name := range []string{"r1_s0", "r4_s0", "r25_s0"} {
			j := tables[name].joint(b)
			n, _ := j.Samples()
			b.Run(fmt.Sprintf("estimator=%s/N=%d", e.Name(), n), func(b *testing.B) {
				p := mustEstimated(b, j, e)
				var r *Result
				for b.Loop() {
					var err error
					if r, err = Map(context.Background(), p, Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(r.Frontier.Len()), "points")
				b.ReportMetric(float64(r.Evaluated), "evaluated")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Evaluated), "ns/evaluation")
			})
		}
	}
}
