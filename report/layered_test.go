package report

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/partition"
)

// TestLayered: groupings of the layers come after the best ones, each once, without held-out values.
func TestLayered(t *testing.T) {
	f, err := codec.ReadFile(filepath.Join("testdata", "listed.json"))
	if err != nil {
		t.Fatal(err)
	}
	pack := func(a ...int) partition.Packed { return partition.Pack(partition.Partition(a)) }
	f, err = f.WithLayers(frontier.Layers{Entries: []frontier.Entry{
		{H: 1.25, I: 0.375, Assignment: pack(0, 1, 2, 0)},
		{H: 1, I: 0.32, Assignment: pack(0, 1, 1, 1)}, // the best
		{H: 0.75, I: 0.25, Assignment: pack(0, 0, 1, 1)},
		{H: 0.5, I: 0.125, Assignment: pack(0, 0, 0, 1)},
	}})
	if err != nil {
		t.Fatal(err)
	}
	d := newData(f, Options{}, math.MaxInt)
	if a := d.about; a.Points != 4 || a.Others != 4 || a.Layered != 3 || a.Layers != "found" || !slices.Equal(a.Best, []int{0, 4, 2, 3}) {
		t.Fatalf("%d points, %d others, %d in layers that are %q, and the best are %v", a.Points, a.Others, a.Layered, a.Layers, a.Best)
	}
	read := func(name string, into any) {
		t.Helper()
		var b bytes.Buffer
		at := slices.IndexFunc(d.first, func(a array) bool { return a.name == name })
		if err := d.first[at].write(&b); err != nil {
			t.Fatal(err)
		}
		if err := binary.Read(&b, binary.LittleEndian, into); err != nil {
			t.Fatal(err)
		}
	}
	h, k, heldOut := make([]float64, 8), make([]int8, 8), make([]float32, 8)
	read("h", h)
	read("k", k)
	read("heldOut", heldOut)
	if got, want := fmt.Sprint(h[4:], k[4:], heldOut[4:]), "[1 0.5 0.75 1.25] [2 2 2 3] [0.275 NaN NaN NaN]"; got != want {
		t.Errorf("others: %s, want %s", got, want)
	}
}

// TestManyLayered: of many groupings, a page has the first and the last of each layer, and the rest by area.
func TestManyLayered(t *testing.T) {
	f, points := staircase(t, 400)
	p := f.Problem
	p.N = 40
	var l frontier.Layers
	for n, q := range points[1:] {
		a := make(partition.Partition, p.N)
		for x := range a {
			a[x] = min(x, 1+n%3)
		}
		l.Entries = append(l.Entries, frontier.Entry{H: q.H, I: q.I, Assignment: partition.Pack(a)})
	}
	f, err := frontier.New(p, frontier.Search{}, []frontier.Entry{{H: 0, I: 1e3, Assignment: partition.Pack(make(partition.Partition, p.N))}})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = f.WithLayers(l); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{0, 4, 100, 399, 1000} {
		some, all := layered(f, most)
		if len(some) != min(most, 399) || all != 399 {
			t.Fatalf("%d of %d groupings, want %d of 399", len(some), all, min(most, 399))
		}
		ends := 0
		for n, q := range some {
			if n > 0 && (q.K < some[n-1].K || q.K == some[n-1].K && q.H <= some[n-1].H) {
				t.Fatalf("grouping %d is out of order", n)
			}
			if q.H <= points[3].H || q.H >= points[397].H {
				ends++
			}
		}
		if most >= 100 && ends != 6 {
			t.Errorf("%d of %d groupings are ends of layers, want 6", ends, len(some))
		}
	}
}
