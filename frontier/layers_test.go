package frontier

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/partition"
)

// layersOf are candidates for the layers of [flights]: one of two clusters that the frontier does not dominate within
// two clusters, one that it dominates, the point of the frontier itself, and two that tie.
func layersOf() Layers {
	return Layers{Exact: true, Entries: []Entry{
		{H: 1.75, I: 0.5, Ties: 2, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})},
		{H: 0.75, I: 0.25, Assignment: partition.Pack(partition.Partition{0, 0, 1, 1})},
		{H: 0.5, I: 0.25, Assignment: partition.Pack(partition.Partition{0, 1, 1, 0})},
		{H: 1.25, I: 0.375, Assignment: partition.Pack(partition.Partition{0, 1, 0, 2})},
		{H: 1.25, I: 0.375, Assignment: partition.Pack(partition.Partition{0, 0, 1, 2})},
	}}
}

// described lists the layers of a frontier.
func described(f *Frontier) string {
	var b strings.Builder
	for k := range f.Problem.N {
		for p := range f.Layer(k + 1) {
			fmt.Fprint(&b, p.K, " ", p.H, " ", p.I, " ", p.Index, " ", p.Assignment(), "; ")
		}
	}
	return b.String()
}

func TestLayers(t *testing.T) {
	f := flights(t)
	if f.Layers() != nil {
		t.Fatal("a new frontier has layers")
	}
	const points = "1 0 0 0 [0 0 0 0]; 2 0.5 0.25 1 [0 1 1 1]; 3 1.5 0.875 2 [0 1 2 2]; 4 2 1 3 [0 1 2 3]; "
	if got := described(f); got != points {
		t.Errorf("without layers: %s", got)
	}
	f, err := f.WithLayers(layersOf())
	if err != nil {
		t.Fatal(err)
	}
	const want = "1 0 0 0 [0 0 0 0]; 2 0.5 0.25 1 [0 1 1 1]; 2 1.75 0.5 -1 [0 1 0 1]; " +
		"3 1.25 0.375 -1 [0 0 1 2]; 3 1.5 0.875 2 [0 1 2 2]; 4 2 1 3 [0 1 2 3]; "
	if got := described(f); got != want {
		t.Errorf("layers: %s, want %s", got, want)
	}
	if l := f.Layers(); !l.Exact || len(l.Entries) != 6 {
		t.Errorf("layers: %+v", l)
	}
	// What a frontier has is what another one of the same table takes.
	if g, err := flights(t).WithLayers(*f.Layers()); err != nil || described(g) != want {
		t.Errorf("layers of layers: %v, %v", described(g), err)
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

func TestLayersThatCannotBe(t *testing.T) {
	for want, e := range map[string]Entry{
		"layers[0]: the assignment does not have one label for each of the 4 rows": {H: 1, I: 0.5, K: 2},
		"layers[0]: k is 3, but the assignment has 2 clusters":                     {H: 1, I: 0.5, K: 3, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})},
		"layers[0]: the point is too large to be compared with others":             {H: 1e9, I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})},
	} {
		if _, err := flights(t).WithLayers(Layers{Entries: []Entry{e}}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	nan := Entry{H: math.NaN(), I: 0.5, Assignment: partition.Pack(partition.Partition{0, 1, 0, 1})}
	if _, err := flights(t).WithLayers(Layers{Entries: []Entry{nan}}); err == nil {
		t.Error("no error for NaN")
	}
}

// TestThinnedLayers: for every clustering left out of a layer, one with at least its I is kept whose H is larger by less
// than the resolution.
func TestThinnedLayers(t *testing.T) {
	const n = 200
	p := Problem{Kind: "dib", N: 3, XLabels: []string{"a", "b", "c"}, HX: 2, IXY: 1}
	var entries, others []Entry
	for k := range n {
		at := float64(k) / n
		entries = append(entries, Entry{H: at, I: at * at, Assignment: partition.Pack(partition.Partition{0, 1, 1})})
		others = append(others, Entry{H: 1 + at, I: at / 2, Assignment: partition.Pack(partition.Partition{0, 1, 2})})
	}
	entries[0].Assignment = partition.Pack(partition.Partition{0, 0, 0})
	f, err := New(p, Search{Method: "local"}, entries)
	if err == nil {
		f, err = f.WithLayers(Layers{Exact: true, Entries: others})
	}
	if err != nil {
		t.Fatal(err)
	}
	g := f.Thin(20)
	if l := g.Layers(); l == nil || l.Exact || len(l.Entries) >= n {
		t.Fatalf("%d points have exact layers, or many", g.Len())
	}
	for _, e := range f.Layers().Entries {
		covered := false
		for q := range g.Layer(e.K) {
			covered = covered || q.I >= e.I && q.H < e.H+g.Search.Resolution
		}
		if !covered {
			t.Errorf("nothing covers %+v at a resolution of %g", e, g.Search.Resolution)
		}
	}
}
