package describe_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// alphabet reads the exact frontier of letter pairs of English.
func alphabet(t *testing.T) *frontier.Frontier {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", "frontiers", "alpha27.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Points []struct {
			H, I       float64
			Assignment []int
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	var entries []frontier.Entry
	for _, p := range file.Points {
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, Assignment: partition.Pack(p.Assignment)})
	}
	labels := make([]string, 27)
	for x := range labels {
		labels[x] = string(rune('a' + x - 1))
	}
	labels[0] = "_"
	f, err := frontier.New(frontier.Problem{N: 27, XLabels: labels}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// rounded returns the places of points to three digits.
func rounded(points []frontier.Point) (places []string) {
	for _, p := range points {
		places = append(places, fmt.Sprintf("%.3f %.3f %d", p.H, p.I, p.K))
	}
	return places
}

// TestAlphabetCorners: the corners that people see in the frontier of the alphabet are
// the most prominent, and also first by two simpler readings of what a corner is.
func TestAlphabetCorners(t *testing.T) {
	f := alphabet(t)
	corners := []string{"0.031 0.016 2", "1.480 0.323 4", "1.742 0.369 5", "0.928 0.191 3", "1.453 0.309 3"}
	top := f.MostProminent(10)
	if got := rounded(top); len(got) != 10 || !slices.Equal(got[:5], corners) {
		t.Errorf("the most prominent are %v, want first %v", got, corners)
	}
	// The area that only the point dominates, and the smaller of its two gaps.
	for name, size := range map[string]func(dh, di float64) float64{
		"area": func(dh, di float64) float64 { return dh * di }, "gap": func(dh, di float64) float64 { return min(dh, di) },
	} {
		largest := func(p frontier.Point) float64 {
			if p.Index == 0 || p.Index == f.Len()-1 {
				return 0
			}
			return size(f.At(p.Index+1).H-p.H, p.I-f.At(p.Index-1).I)
		}
		all := slices.SortedFunc(f.All(), func(p, q frontier.Point) int {
			return cmp.Compare(largest(q), largest(p))
		})
		got := rounded(all[:5])
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(corners)); !slices.Equal(got, want) {
			t.Errorf("the largest by %s are %v, want %v", name, got, want)
		}
	}
	for _, p := range top {
		if f.At(p.Index) != p {
			t.Errorf("%+v is not point %d", p, p.Index)
		}
	}
}

// TestAlphabetClusters: what the corners are, and the best clustering into two.
func TestAlphabetClusters(t *testing.T) {
	f := alphabet(t)
	top := f.MostProminent(5)
	two, _ := f.WithClusters(2)
	for k, want := range map[int]string{
		0: "[_+a+b+c+d+e+f+g+h+i+j+k+14 more q]",
		1: "[_ a+e+i+o+u b+c+d+f+g+h+j+k+l+m+n+p+8 more q]",
		2: "[_ a+e+i+o+u b+c+d+f+g+h+j+k+l+m+p+r+7 more n q]",
		3: "[_+b+c+d+f+g+h+j+k+l+m+n+9 more a+e+i+o+u q]",
		4: "[_ a+e+i+o+u b+c+d+f+g+h+j+k+l+m+n+p+9 more]",
	} {
		if got := fmt.Sprint(top[k].Names()); got != want {
			t.Errorf("%d: %s, want %s", k, got, want)
		}
	}
	if got := rounded([]frontier.Point{two}); got[0] != "0.995 0.215 2" || !two.DMC || fmt.Sprint(two.Clusters()[0]) != "[_ a e i n o u]" {
		t.Errorf("%v: %v", got, two.Clusters())
	}
}

// TestGroupCorners: of the products of units modulo 40 the quotients stand out, though
// they are on one line from the origin, so that no Lagrangian tells them apart.
func TestGroupCorners(t *testing.T) {
	var units []int
	var labels []string
	for u := range 40 {
		if u%2 != 0 && u%5 != 0 {
			units, labels = append(units, u), append(labels, fmt.Sprint(u))
		}
	}
	var cells []joint.TripleCell
	for a, u := range units {
		for b, v := range units {
			cells = append(cells, joint.TripleCell{X1: int32(a), X2: int32(b), Y: int32(slices.Index(units, u*v%40)), Value: 1})
		}
	}
	table, err := joint.NewTriple(labels, labels, cells)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.Map(context.Background(), problem.Symmetric(table), search.Options{Method: search.Local})
	if err != nil {
		t.Fatal(err)
	}
	top := r.Frontier.MostProminent(3)
	slices.SortFunc(top, func(p, q frontier.Point) int { return cmp.Compare(p.H, q.H) })
	for k, p := range top {
		at := float64(k + 1)
		if math.Abs(p.H-at) > 1e-9 || math.Abs(p.I-at) > 1e-9 || p.Kink != 0 || p.Hull {
			t.Errorf("point %d is %+v, want (%g, %g) without a kink", k, p, at, at)
		}
		// The mean of the masses of two inputs, and no table of two variables.
		for _, c := range describe.Clusters(r.Frontier, p, 3) {
			if math.Abs(c.Mass-1/float64(p.K)) > 1e-12 || !math.IsNaN(c.I) || c.Tells != nil {
				t.Errorf("%+v", c)
			}
		}
	}
	if len(top) != 3 {
		t.Errorf("%d points", len(top))
	}
}
