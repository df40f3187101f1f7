package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// staircase returns a frontier of n points with steps of all sizes.
func staircase(t *testing.T, n int) (*frontier.Frontier, []frontier.Point) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), 1))
	entries := []frontier.Entry{{K: 1}}
	for j := 1; j < n; j++ {
		entries = append(entries, frontier.Entry{K: 1 + 30*j/n})
		entries[j].H = entries[j-1].H + r.ExpFloat64()
		entries[j].I = entries[j-1].I + r.ExpFloat64()*math.Exp(-3*float64(j)/float64(n))
	}
	f, err := frontier.New(frontier.Problem{}, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f, slices.Collect(f.All())
}

// TestThinnedByArea compares the heap with a search of all points for the one that costs least.
func TestThinnedByArea(t *testing.T) {
	f, points := staircase(t, 400)
	const most = 90
	fixed := alwaysShown(f, most/2)
	left := make([]int, len(points))
	for j := range left {
		left[j] = j
	}
	for len(left) > most {
		best, least := -1, math.Inf(1)
		for n := 1; n+1 < len(left); n++ {
			p, before, after := points[left[n]], points[left[n-1]], points[left[n+1]]
			if cost := (after.H - p.H) * (p.I - before.I); cost < least && !fixed[left[n]] {
				best, least = n, cost
			}
		}
		left = slices.Delete(left, best, best+1)
	}
	var got []int
	for j, kept := range thinned(f, points, most) {
		if kept {
			got = append(got, j)
		}
	}
	if !slices.Equal(got, left) {
		t.Errorf("points %v are shown, want %v", got, left)
	}
}

// TestLostArea adds up what the staircase of all points covers and that of some does not, in small steps, and
// compares the points chosen with as many at even steps.
func TestLostArea(t *testing.T) {
	f, points := staircase(t, 5000)
	keep := thinned(f, points, 500)
	level := func(keep []bool, h float64) (i float64) {
		for j, p := range points {
			if p.H > h {
				break
			}
			if keep[j] {
				i = p.I
			}
		}
		return i
	}
	all, lost := 0.0, 0.0
	every := slices.Repeat([]bool{true}, len(points))
	const steps = 4000
	for n := range steps {
		h := (float64(n) + 0.5) / steps * points[len(points)-1].H
		all += level(every, h)
		lost += level(every, h) - level(keep, h)
	}
	got := lostArea(points, keep)
	if math.Abs(got-lost/all) > 0.03*got {
		t.Errorf("%g of the area is lost, want about %g", got, lost/all)
	}
	even := make([]bool, len(points))
	for j := range even {
		even[j] = j%10 == 0 || j == len(points)-1
	}
	if evenly := lostArea(points, even); got > 0.8*evenly || got > 1e-3 {
		t.Errorf("%g of the area is lost, and %g if every tenth point is shown", got, evenly)
	}
	if lostArea(points, every) != 0 {
		t.Error("something is lost if all points are shown")
	}
}
