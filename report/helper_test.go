package report_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// letters returns the frontier of @alphabet that a quick search finds, the same each time.
var letters = sync.OnceValues(func() (*frontier.Frontier, error) {
	t, err := table.Open(context.Background(), "@alphabet", table.Options{})
	if err != nil {
		return nil, err
	}
	j, err := t.Joint()
	if err != nil {
		return nil, err
	}
	r, err := search.Map(context.Background(), search.DIB(j), search.Options{Seed: 1})
	if err != nil {
		return nil, err
	}
	return r.Frontier, nil
})

func alphabet(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, err := letters()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// weather is a frontier of four values, small enough to know by heart.
func weather(t testing.TB) *frontier.Frontier {
	t.Helper()
	entry := func(h, i float64, clusters ...int) frontier.Entry {
		return frontier.Entry{H: h, I: i, Assignment: partition.Pack(clusters)}
	}
	return made(t, frontier.Problem{
		Kind: "dib", N: 4, M: 2, HX: 1.75, HY: 1, IXY: 0.5,
		XLabels: []string{"sun", "rain", "snow", "fog"}, YLabels: []string{"walk", "stay"},
		Source: frontier.Source{Name: "weather"},
		XMass:  []float64{0.5, 0.25, 0.125, 0.125},
		Cells: &frontier.Cells{
			X: []int{0, 0, 1, 2, 3}, Y: []int{0, 1, 1, 1, 0},
			Weight: []float64{0.375, 0.125, 0.25, 0.125, 0.125},
		},
	}, []frontier.Entry{
		entry(0, 0, 0, 0, 0, 0),
		entry(0.95, 0.3, 0, 1, 1, 0),
		entry(1.5, 0.4, 0, 1, 1, 2),
		entry(1.75, 0.5, 0, 1, 2, 3),
	})
}

func made(t testing.TB, p frontier.Problem, entries []frontier.Entry) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(p, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// many returns a frontier of as many points and rows as asked for: the points on a curve
// with steps of all sizes, the clusterings splitting one row off after another.
func many(t testing.TB, points, rows int) *frontier.Frontier {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	p := frontier.Problem{Kind: "dib", N: rows, M: 26, HX: math.Log2(float64(rows)), IXY: 2}
	for x := range rows {
		p.XLabels = append(p.XLabels, "row "+string(rune('A'+x%26))+string(rune('a'+x/26%26)))
		p.XMass = append(p.XMass, 1/float64(rows))
	}
	at := make([]float64, points)
	for n := range at {
		at[n] = random.ExpFloat64()
		if n > 0 {
			at[n] += at[n-1]
		}
	}
	entries := make([]frontier.Entry, points)
	clusters := make(partition.Partition, rows)
	for n := range entries {
		k := 1 + n*rows/points
		for x := range clusters {
			clusters[x] = random.IntN(k)
		}
		share := (at[n] - at[0]) / (at[points-1] - at[0])
		entries[n] = frontier.Entry{
			H: share * p.HX, I: p.IXY * (1 - (1-share)*(1-share)) * (1 + 1e-6*share),
			Assignment: partition.Pack(canonical(clusters)),
		}
	}
	p.Source.Name = "synthetic"
	return made(t, p, entries)
}

// canonical numbers clusters by their first rows.
func canonical(p partition.Partition) partition.Partition {
	var seen []int
	numbered := make(partition.Partition, len(p))
	for x, c := range p {
		n := slices.Index(seen, c)
		if n < 0 {
			n = len(seen)
			seen = append(seen, c)
		}
		numbered[x] = n
	}
	return numbered
}
