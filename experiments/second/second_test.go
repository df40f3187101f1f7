package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// TestOptimal compares with the definition, for points with many ties.
func TestOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var points []point
		var f front
		for range rng.IntN(60) {
			p := point{rng.Int64N(6), rng.Int64N(6), rng.Int64N(6)}
			points = append(points, p)
			f.add(p)
			f.most = 5 // guards are used
		}
		want := make(map[point]bool)
		for _, p := range points {
			want[p] = !slices.ContainsFunc(points, func(q point) bool {
				return q != p && q[0] <= p[0] && q[1] <= p[1] && q[2] <= p[2]
			})
		}
		got := make(map[point]bool)
		for _, p := range f.done() {
			if got[p] {
				t.Fatalf("%v is there twice", p)
			}
			got[p] = true
		}
		for p, ok := range want {
			if got[p] != ok {
				t.Fatalf("%v of %v: optimal is %t", p, points, got[p])
			}
		}
	}
}

// TestGroupings: two independent bits, of which Y has both and S the first.
func TestGroupings(t *testing.T) {
	g := newGroupings(counts{
		y: [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
		s: [][]float64{{1, 0}, {1, 0}, {0, 1}, {0, 1}},
	})
	for _, c := range []struct {
		clusters []int
		want     value
	}{
		{[]int{15}, value{}}, {[]int{1, 2, 4, 8}, value{2, 2, 1}}, {[]int{3, 12}, value{1, 1, 1}}, {[]int{5, 10}, value{1, 1, 0}},
	} {
		if got := g.of(c.clusters); got != c.want {
			t.Errorf("%v: %v, want %v", c.clusters, got, c.want)
		}
	}
	count := make([]int, 5)
	g.each(func(k int, _ value) { count[k]++ })
	if !slices.Equal(count, []int{0, 1, 7, 6, 1}) {
		t.Errorf("groupings by k: %v", count)
	}
}

// TestBestAgreesWithTheLibrary: all groupings give the frontier of the dynamic program, and what package second lists.
func TestBestAgreesWithTheLibrary(t *testing.T) {
	for seed := range 3 {
		c := drawn(7, 0.3, uint64(seed))
		g := newGroupings(c)
		f, err := planes()[1].frontier(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		best := g.best(two, also, leak)
		if f.Len() != len(best[0].whole) {
			t.Errorf("%d points, not %d", len(best[0].whole), f.Len())
		}
		for k, a := range []aim{also, leak} {
			found, said, err := mapped(t.Context(), c, a, unlimited, 0)
			if err != nil || !said.Exact {
				t.Fatal(err)
			}
			if want := best[k+1].within(); found.within() != want || shared(best[k+1], found) != want || len(found.whole) != len(best[k+1].whole) {
				t.Errorf("%s: %d and %d groupings, not %d and %d", a.name, found.within(), len(found.whole), want, len(best[k+1].whole))
			}
		}
	}
}

// TestBothEndsOfDependence: with S = Y, a second target adds nothing, and a leak makes every grouping optimal.
func TestBothEndsOfDependence(t *testing.T) {
	o := newGroupings(drawn(7, 1, 0)).best(two, also, leak)
	if n := int(partition.Bell(7)); len(o[1].whole) != len(o[0].whole) || len(o[2].whole) != n {
		t.Errorf("%d, %d and %d of %d groupings", len(o[0].whole), len(o[1].whole), len(o[2].whole), n)
	}
}

func TestLetters(t *testing.T) {
	for n, want := range map[int]int{8: 91, 10: 238} {
		_, c, err := letters(n)
		if err != nil {
			t.Fatal(err)
		}
		for x := range c.y {
			if lists.Sum(c.y[x]) != lists.Sum(c.s[x]) {
				t.Errorf("row %d: %g and %g", x, lists.Sum(c.y[x]), lists.Sum(c.s[x]))
			}
		}
		if got := len(newGroupings(c).best(also)[0].whole); got != want {
			t.Errorf("%d letters: %d, want %d", n, got, want)
		}
	}
}

// TestSearch: the search finds nearly all groupings, and the exact method of package second all.
func TestSearch(t *testing.T) {
	c := drawn(12, 0, 1)
	want := newGroupings(c).best(leak)[0]
	found, said, err := mapped(t.Context(), c, leak, unlimited, searching)
	if err != nil {
		t.Fatal(err)
	}
	if hits := shared(want, found); said.Exact || 100*hits < 97*want.within() {
		t.Errorf("%d of %d", hits, want.within())
	}
	if found, said, err = mapped(t.Context(), c, leak, unlimited, 0); err != nil {
		t.Fatal(err)
	}
	if !said.Exact || found.within() != want.within() || shared(want, found) != want.within() {
		t.Errorf("exact: %d of %d", shared(want, found), want.within())
	}
}

func TestExpected(t *testing.T) {
	for _, n := range []int{1, 2, 10, 1000} {
		var h1, h2 float64
		for k := 1; k <= n; k++ {
			h1 += 1 / float64(k)
			h2 += 1 / float64(k) / float64(k)
		}
		for d, want := range map[int]float64{1: 1, 2: h1, 3: (h1*h1 + h2) / 2} {
			got := expected(n, d)
			if math.Abs(got-want) > 1e-12*want {
				t.Errorf("%d points, d = %d: %g, want %g", n, d, got, want)
			}
			if below, above := bounds(n, d); n > 1 && (got < below || got > above) {
				t.Errorf("%d points, d = %d: %g is not between %g and %g", n, d, got, below, above)
			}
		}
	}
	if mean, se := simulated(100, 400); math.Abs(mean-expected(100, 3)) > 4*se {
		t.Errorf("in samples: %g ± %g, not %g", mean, se, expected(100, 3))
	}
}

// TestMerged: merging ends where no set of clusters can be merged with gain.
func TestMerged(t *testing.T) {
	g := newGroupings(drawn(6, 0, 3))
	for _, p := range planes() {
		if n := len(p.merged(g, 1e-9, 6)); n != 1 {
			t.Errorf("%s: %d clusters without a weight of what is good", p.name, n)
		}
		if n := len(p.merged(g, 1-1e-9, 6)); n != 6 {
			t.Errorf("%s: %d clusters without a weight of what is bad", p.name, n)
		}
		score := func(clusters []int, w float64) float64 { return (1-w)*p.bad(g.of(clusters)) - w*p.good(g.of(clusters)) }
		for _, w := range []float64{0.2, 0.4, 0.6} {
			clusters := p.merged(g, w, 6)
			for m := range 1 << len(clusters) {
				union, rest := 0, []int(nil)
				for k, set := range clusters {
					if m>>k&1 == 1 {
						union |= set
					} else {
						rest = append(rest, set)
					}
				}
				if union != 0 && score(append(rest, union), w) < score(clusters, w)-1e-9 {
					t.Errorf("%s, %g: %b can be merged in %b", p.name, w, union, clusters)
				}
			}
		}
	}
}

// TestLacksAndBeaten compares with all groupings.
func TestLacksAndBeaten(t *testing.T) {
	c := drawn(6, 0.5, 1)
	g := newGroupings(c)
	var all []end
	g.each(func(k int, v value) { all = append(all, end{v, k}) })
	found := g.best(leak)[0]
	for _, p := range planes() {
		f, err := p.frontier(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			var most, gain float64
			for _, o := range all {
				if p.bad(o.value) <= p.bad(e.value)+1e-12 {
					most = max(most, p.good(o.value)-p.good(e.value))
				}
				if o.k == e.k && o.h <= e.h+1e-12 && o.s <= e.s+1e-12 {
					gain = max(gain, o.i-e.i)
				}
			}
			if got := lists.Sum(p.lacks(f, []end{e})); math.Abs(got-most) > 1e-8 {
				t.Fatalf("%s: %v lacks %g, not %g", p.name, e, got, most)
			}
			if n, got := beaten(found, []end{e}); math.Abs(got-gain) > 1e-8 || (n == 1) != (gain > 1e-8) {
				t.Fatalf("%v is beaten by %d and %g, not %g", e, n, got, gain)
			}
		}
	}
}

func TestCountHeart(t *testing.T) {
	c, err := countHeart("70,1,4,130,322,0,2,109,0,24.0,2,3,3,2\r\n67, 0, 4, 115, 564, 0, 2, 160, 0, 16.0, 2, 0, 3, 1")
	if err != nil || c.y[9][0] != 1 || c.y[9][1] != 1 || c.s[9][1] != 1 || lists.Sum(c.s[9]) != 2 || lists.Sum(c.y[8]) != 0 {
		t.Errorf("%v, %v", c, err)
	}
	for _, bad := range []string{"70,1,4", "70,1,5,130,322,0,2,109,0,24.0,2,3,3,2"} {
		if _, err := countHeart(bad); err == nil {
			t.Errorf("%q is a patient", bad)
		}
	}
}

// TestFast makes everything on a small scale.
func TestFast(t *testing.T) {
	if _, err := parse([]string{"-fast"}, io.Discard); err == nil {
		t.Error("-fast may replace the committed figures")
	}
	o, err := parse([]string{"-fast", "-o", t.TempDir()}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.run(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	made := upToDate(t, o.out)
	page, err := os.ReadFile(filepath.Join(o.out, pageFile))
	if err != nil || len(made) != 6 {
		t.Fatalf("%d sections, %v", len(made), err)
	}
	for _, s := range made {
		if !bytes.Contains(page, []byte("| "+strings.Join(s.lines[1], " | ")+" |\n")) {
			t.Errorf("the page lacks %q", s.lines[1])
		}
		if err := writePage(io.Discard, slices.DeleteFunc(slices.Clone(made), func(o section) bool { return o.id == s.id })); err == nil {
			t.Errorf("a page without %s", s.id)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := o.run(stopped, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestPageIsUpToDate: the committed page is what its text and the committed numbers give.
func TestPageIsUpToDate(t *testing.T) { upToDate(t, filepath.Join("..", defaultFolder)) }

func upToDate(t *testing.T, folder string) (made []section) {
	t.Helper()
	made, err := readNumbers(filepath.Join(folder, numbersFile))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(folder, pageFile))
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := writePage(&want, made); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.String(), string(page)); d != "" {
		t.Errorf("the page is not that of its numbers (-want +got):\n%s", d)
	}
	return made
}
