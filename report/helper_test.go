package report_test

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
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
	r, err := search.Map(context.Background(), problem.DIB(j), search.Options{Seed: 1})
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

// sample reads one of the frontiers of the folder testdata.
func sample(t testing.TB, name string) *frontier.Frontier {
	t.Helper()
	f, err := codec.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return f
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
			Assignment: partition.Pack(partition.Canonical(clusters)),
		}
	}
	p.Source.Name = "synthetic"
	return made(t, p, entries)
}
