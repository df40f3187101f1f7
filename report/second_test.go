package report

import (
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/second"
)

// TestShownSecond: a page has each grouping of a second variable once, with what it tells.
func TestShownSecond(t *testing.T) {
	f := withSecond(t, 6, frontier.AimLeak)
	s := selectPoints(f, math.MaxInt)
	shown := make(map[partition.Packed]bool)
	a := make(partition.Partition, f.Problem.N)
	for n, p := range s.shown(f) {
		p.Unpack(a)
		tells, _ := f.Second.Of(a)
		if packed := partition.Pack(a); shown[packed] || math.Abs(p.s-tells) > 1e-9 || (p.Index < 0) != (n >= s.front) {
			t.Errorf("grouping %d tells %g bits, want %g; it is there before: %t", n, p.s, tells, shown[packed])
		} else {
			shown[packed] = true
		}
	}
	for _, e := range f.Second.Entries {
		if !shown[e.Assignment] {
			t.Errorf("%v is missing", e)
		}
	}
}

// TestSomeSecond: of too many groupings, a page has those that are best within some limits.
func TestSomeSecond(t *testing.T) {
	f := withSecond(t, 7, frontier.AimLeak)
	s := selectFrontier(f, 1, math.MaxInt)
	all := s.within(f, math.MaxInt)
	if len(all) < 40 {
		t.Fatalf("%d groupings are too few for a test", len(all))
	}
	for _, most := range []int{-1, 0, 1, 20, len(all) - 1} {
		some := s.within(f, most)
		if len(some) > max(most, 0) || most > 0 && len(some) < min(most, 20)*3/4 {
			t.Errorf("%d groupings, want %d", len(some), most)
		}
	}
	kept := make(map[partition.Packed]bool)
	for _, p := range s.points {
		kept[p.Packed()] = true
	}
	for _, e := range s.within(f, 30) {
		kept[e.Assignment] = true
	}
	var limits []float64
	for _, e := range all {
		limits = append(limits, e.S)
	}
	slices.Sort(limits)
	middle, err := second.Within(f, limits[len(limits)/2])
	if err != nil {
		t.Fatal(err)
	}
	for p := range middle.All() {
		if !kept[p.Packed()] {
			t.Errorf("point %d of the frontier within the median is missing", p.Index)
		}
	}
}
