package report_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/report"
)

// words returns a frontier of as many points as asked for, of rows of very different masses. From point to
// point some rows change their clusters.
func words(t testing.TB, points, rows, changes int) *frontier.Frontier {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	p := frontier.Problem{Kind: "dib", N: rows, M: 100, HX: 9, IXY: 2.2}
	all := 0.0
	for x := range rows {
		p.XLabels = append(p.XLabels, fmt.Sprint("word", x))
		p.XMass = append(p.XMass, 1/float64(x+2))
		all += p.XMass[x]
	}
	for x := range p.XMass {
		p.XMass[x] /= all
	}
	tree := partition.NewTreeBuilder(rows)
	labels := make(partition.Partition, rows)
	entries := make([]frontier.Entry, points)
	for n := range entries {
		k := 1 + n*rows/points
		for range changes {
			labels[random.IntN(rows)] = random.IntN(k)
		}
		member, err := tree.AddPartition(partition.Canonical(labels))
		if err != nil {
			t.Fatal(err)
		}
		share := float64(n) / float64(points-1)
		entries[n] = frontier.Entry{H: share * p.HX, I: p.IXY * math.Sqrt(share), Member: member}
	}
	held := tree.Tree()
	for n := range entries {
		entries[n].Tree = held
	}
	return made(t, p, entries)
}

// TestManyPointsOfManyRows: a page shows some points of a frontier whose clusterings would take too much,
// with the clusterings and marks that they have on the frontier.
func TestManyPointsOfManyRows(t *testing.T) {
	f := words(t, 20_000, 500, 3)
	h := decode(t, written(t, f, report.Options{}))
	if h.About.All != 20_000 || h.About.Points < 900 || h.About.Points > 1100 || h.About.Lost <= 0 || h.About.Lost > 1e-3 {
		t.Fatalf("%d of %d points are shown, and %g is lost", h.About.Points, h.About.All, h.About.Lost)
	}
	hs, is, flags, prominence, all := h.array("h"), h.array("i"), h.array("flags"), h.array("prominence"), h.assignments()
	j := 0
	for p := range f.All() {
		if j >= len(hs) || hs[j] != p.H {
			continue
		}
		if is[j] != p.I || int(flags[j])&1 != 0 != p.Hull || prominence[j] != p.Prominence {
			t.Fatalf("point %d is not as on the frontier", j)
		}
		for x, c := range p.Assignment() {
			if int(all[j*500+x]) != c {
				t.Fatalf("point %d puts row %d into cluster %g, want %d", j, x, all[j*500+x], c)
			}
		}
		j++
	}
	if j != h.About.Points || hs[0] != f.At(0).H || hs[j-1] != f.At(f.Len()-1).H {
		t.Errorf("%d of %d points are of the frontier", j, h.About.Points)
	}
	r, _ := recommend.From(f)
	if hs[h.About.Start] != r.H {
		t.Errorf("the page begins with h %g, want %g", hs[h.About.Start], r.H)
	}
	for _, p := range f.MostProminent(10) {
		found := false
		for _, v := range hs {
			found = found || v == p.H
		}
		if !found {
			t.Errorf("the prominent point %d is left out", p.Index)
		}
	}
}

// TestFewerPointsIfClusteringsDiffer: if clusterings have little in common, fewer points are shown, so that a page
// stays small.
func TestFewerPointsIfClusteringsDiffer(t *testing.T) {
	page := written(t, words(t, 1500, 5000, 20_000), report.Options{})
	if h := decode(t, page); len(page) > 8.5e6 || h.About.Points < 200 || h.About.Points > 600 {
		t.Errorf("a page of %d points has %d bytes", h.About.Points, len(page))
	}
}

// TestPointsWithoutRows: so many points that even their numbers take too much are thinned without clusterings, too.
func TestPointsWithoutRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	entries := []frontier.Entry{{K: 1}}
	for n := range 400_000 {
		entries = append(entries, frontier.Entry{H: entries[n].H + random.ExpFloat64(), I: entries[n].I + random.ExpFloat64(), K: 1 + n/10_000})
	}
	page := written(t, made(t, frontier.Problem{}, entries), report.Options{})
	if h := decode(t, page); len(page) > 1e6 || h.About.Points < 900 || h.About.Points > 1100 || h.About.Missing == "" {
		t.Errorf("a page of %d points has %d bytes", h.About.Points, len(page))
	}
}

// TestPageOfThousandsOfRowsIsSmall bounds the size of a page.
func TestPageOfThousandsOfRowsIsSmall(t *testing.T) {
	var page bytes.Buffer
	if err := report.Write(&page, words(t, 3000, 5000, 20), report.Options{}); err != nil {
		t.Fatal(err)
	}
	if page.Len() > 2e6 {
		t.Errorf("the page has %d bytes", page.Len())
	}
}
