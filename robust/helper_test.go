package robust

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// tableOf returns the joint distribution of counts, with rows x0, x1, ... and columns
// y0, y1, ...
func tableOf(t testing.TB, counts [][]float64) *joint.Joint {
	t.Helper()
	x, y := make([]string, len(counts)), make([]string, len(counts[0]))
	for k := range x {
		x[k] = fmt.Sprintf("x%02d", k)
	}
	for k := range y {
		y[k] = fmt.Sprintf("y%02d", k)
	}
	j, err := joint.Dense(x, y, counts)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// frontierOf returns a frontier with the given clusterings of a table, whose h and i
// say nothing.
func frontierOf(t testing.TB, j *joint.Joint, clusterings ...partition.Partition) *frontier.Frontier {
	t.Helper()
	var entries []frontier.Entry
	for k, f := range clusterings {
		entries = append(entries, frontier.Entry{H: float64(k), I: float64(k), Assignment: partition.Pack(f)})
	}
	f, err := frontier.New(problem.DIB(j).Describe(), frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// measured returns the spreads of the points.
func measured(t testing.TB, j *joint.Joint, f *frontier.Frontier, o Options) []frontier.Spread {
	t.Helper()
	g, err := Measure(context.Background(), j, f, o)
	if err != nil {
		t.Fatal(err)
	}
	var spreads []frontier.Spread
	for p := range g.All() {
		spreads = append(spreads, p.Spread)
	}
	return spreads
}

// sampleOf returns a sample of the reference table of letters, by its name such as
// r25_s0.
func sampleOf(t testing.TB, name string) *joint.Joint {
	t.Helper()
	return tableOf(t, countsOf(t, name))
}

func countsOf(t testing.TB, name string) [][]float64 {
	t.Helper()
	var samples map[string][][]float64
	readGolden(t, "samples_alpha27.json", &samples)
	if samples[name] == nil {
		t.Fatalf("no sample %s", name)
	}
	return samples[name]
}

func readGolden(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// mapped returns the frontier of a table.
func mapped(t testing.TB, j *joint.Joint) *frontier.Frontier {
	t.Helper()
	return mappedBy(t, j, info.Plugin())
}

// mappedBy returns the frontier of what an estimator says.
func mappedBy(t testing.TB, j *joint.Joint, e info.Estimator) *frontier.Frontier {
	t.Helper()
	p, err := problem.Estimated(j, e)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.Map(context.Background(), p, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Frontier
}

// welford holds moments about the means, updated without cancellation in float64 (Welford 1962,
// doi:10.1080/00401706.1962.10490022).
type welford struct {
	n          float64
	mean       point
	hh, ii, hi float64 // sums of products of deviations
}

func (m *welford) add(p point) {
	m.n++
	h, i := p.h-m.mean.h, p.i-m.mean.i
	m.mean.h += h / m.n
	m.mean.i += i / m.n
	m.hh += float64(h * (p.h - m.mean.h))
	m.ii += float64(i * (p.i - m.mean.i))
	m.hi += float64(h * (p.i - m.mean.i))
}

func (m *welford) spread() frontier.Spread {
	return frontier.Spread{DH: math.Sqrt(m.hh / (m.n - 1)), DI: math.Sqrt(m.ii / (m.n - 1)), Cov: m.hi / (m.n - 1)}
}
