package union

import (
	"fmt"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/examples"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// united returns the union of frontiers that have one.
func united(t rapid.TB, fs ...*frontier.Frontier) *frontier.Frontier {
	t.Helper()
	u, err := Of(fs...)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// difference returns how two frontiers differ in anything at all.
func difference(t rapid.TB, want, got *frontier.Frontier) string {
	t.Helper()
	return cmp.Diff(image(t, want), image(t, got))
}

// image returns all that a frontier holds, as text.
func image(t rapid.TB, f *frontier.Frontier) string {
	t.Helper()
	var points, best []string
	describe := func(p frontier.Point) string {
		return fmt.Sprintf("%+v", []any{p.Index, p.H, p.I, p.K, p.Ties, p.Exact, p.Spread, p.Robust, p.HeldOut, p.Assignment()})
	}
	for p := range f.All() {
		points = append(points, describe(p))
	}
	for p := range f.Best() {
		best = append(best, describe(p))
	}
	text, err := json.Marshal(map[string]any{
		"points": points, "best": best, "up to": f.BestUpTo(), "evidence": f.Evidence, "validation": f.Validation,
		"problem": f.Problem, "search": fmt.Sprintf("%+v", f.Search), "certificate": f.Certificate, "uncertainty": f.Uncertainty,
	}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// entriesOf returns the entries of a frontier.
func entriesOf(f *frontier.Frontier) []frontier.Entry {
	var entries []frontier.Entry
	for p := range f.All() {
		entries = append(entries, pointOf(p).Entry)
	}
	return entries
}

// spreadsOf returns the spreads of the points of a frontier.
func spreadsOf(f *frontier.Frontier) []frontier.Spread {
	var spreads []frontier.Spread
	for p := range f.All() {
		spreads = append(spreads, p.Spread)
	}
	return spreads
}

// with returns a frontier of other entries, with the same problem, search and certificate.
func with(t rapid.TB, f *frontier.Frontier, entries ...frontier.Entry) *frontier.Frontier {
	t.Helper()
	g, err := frontier.New(f.Problem, f.Search, entries)
	if err != nil {
		t.Fatal(err)
	}
	g.Certificate = f.Certificate
	return g
}

// edited returns a frontier with a change of its entries.
func edited(t rapid.TB, f *frontier.Frontier, change func(entries []frontier.Entry)) *frontier.Frontier {
	t.Helper()
	entries := entriesOf(f)
	change(entries)
	return with(t, f, entries...)
}

// flights is a frontier of four rows whose best clustering of two clusters is not on it.
func flights(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(frontier.Problem{
		Kind: "dib", N: 4, M: 4, XLabels: []string{"a", "b", "c", "d"}, YLabels: []string{"p", "q", "r", "s"},
		HX: 2, HY: 2, IXY: 1, XMass: []float64{0.125, 0.25, 0.25, 0.375},
		Cells:  &frontier.Cells{X: []int{0, 1, 2, 3}, Y: []int{0, 1, 2, 3}, Weight: []float64{1, 2, 2, 3}},
		Source: frontier.Source{Name: "table.csv", SHA256: "00ff"},
	}, frontier.Search{Method: "mapper", Status: "converged"}, []frontier.Entry{
		{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})},
		{H: 0.5, I: 0.25, Ties: 1, Assignment: partition.Pack(partition.Partition{0, 1, 1, 1})},
		{H: 1.5, I: 0.875, Assignment: partition.Pack(partition.Partition{0, 1, 2, 2})},
		{H: 2, I: 1, Assignment: partition.Pack(partition.Partition{0, 1, 2, 3})},
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// listOf returns the list of [flights] up to three clusters.
func listOf() []frontier.BestEntry {
	return []frontier.BestEntry{
		{Entry: frontier.Entry{H: 0, I: 0, Assignment: partition.Pack(partition.Partition{0, 0, 0, 0})}, Exact: true},
		{Entry: frontier.Entry{H: 1.75, I: 0.5, Ties: 2, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})}},
		{Entry: frontier.Entry{H: 1.5, I: 0.875, Assignment: partition.Pack(partition.Partition{0, 1, 2, 2})}, Exact: true},
	}
}

func listed(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, err := flights(t).WithBest(3, listOf())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var tiny, uncertain, large, constrained = examples.Tiny, examples.Uncertain, examples.Large, examples.Constrained
