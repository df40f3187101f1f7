package main

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

func TestEqualMasses(t *testing.T) {
	for _, tt := range []struct {
		masses []int
		bins   int
		want   []int
	}{
		{[]int{1, 1, 1, 1, 1, 1}, 3, []int{0, 2, 4, 6}},
		{[]int{5, 0, 0, 5}, 2, []int{0, 1, 4}},
		{[]int{0, 0, 5, 0, 5, 0}, 2, []int{0, 3, 6}},
		{[]int{1, 9, 1, 1}, 4, []int{0, 1, 2, 4}}, // shares of 3: cuts at 1, at 10 or 1, at 10
		{[]int{1, 2, 3}, 5, []int{0, 1, 2, 3}},
		{[]int{0, 4, 0}, 3, []int{0, 3}},
		{[]int{3, 1}, 2, []int{0, 1, 2}},
		{[]int{1, 2, 1}, 2, []int{0, 1, 3}}, // 1 and 3 are as near to 2
		{[]int{2, 2}, 4, []int{0, 1, 2}},
		{nil, 3, []int{0, 0}},
	} {
		if d := cmp.Diff(tt.want, equalMasses(tt.masses, tt.bins)); d != "" {
			t.Errorf("%v in %d: %s", tt.masses, tt.bins, d)
		}
	}
}

func TestEqualMassesProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		masses := rapid.SliceOfN(rapid.IntRange(0, rapid.SampledFrom([]int{1, 5, 1000}).Draw(t, "most")), 1, 80).Draw(t, "masses")
		masses[0]++ // there is an object
		bins := rapid.IntRange(2, 40).Draw(t, "bins")
		cuts := equalMasses(masses, bins)
		if cuts[0] != 0 || cuts[len(cuts)-1] != len(masses) || len(cuts) > bins+1 {
			t.Fatalf("cuts %v of %d units", cuts, len(masses))
		}
		total, heaviest := 0, 0
		for _, m := range masses {
			total, heaviest = total+m, max(heaviest, m)
		}
		share := float64(total) / float64(bins)
		for i, from := range cuts[:len(cuts)-1] {
			mass := 0
			for _, m := range masses[from:cuts[i+1]] {
				mass += m
			}
			if mass == 0 || math.Abs(float64(mass)-share) > float64(heaviest)+1e-9 {
				t.Fatalf("bin %d has the mass %d, the share is %g and the heaviest unit %d", i, mass, share, heaviest)
			}
		}
		// Nothing is left to cut where a bin is missing: a unit is too heavy.
		if len(cuts) < bins+1 && float64(heaviest) < share/2 {
			t.Fatalf("%d bins, and no unit is heavy", len(cuts)-1)
		}
	})
}

// TestPublishedBins: the 79,671 objects of the published table are in 30 bins of 2,655 or
// 2,656, which are the masses of bins whose cuts are between any two objects.
func TestPublishedBins(t *testing.T) {
	const objects = 79671
	hues := make([]float64, objects)
	for i := range hues {
		hues[i] = 360 * float64(i) / objects
	}
	var r result
	r.bin(valueScale(hues, 0), hues, 30)
	if len(r.bins) != 30 {
		t.Fatalf("%d bins", len(r.bins))
	}
	for i, b := range r.bins {
		if n := b.last - b.first; n != 2655 && n != 2656 {
			t.Errorf("bin %d has %d objects", i, n)
		}
	}
}

func TestScales(t *testing.T) {
	even := evenScale(256, 0)
	for hue, want := range map[float64]int{0: 0, 1.4: 0, 1.40625: 1, 90: 64, 359.9999: 255} {
		if got := even.unit(hue); got != want {
			t.Errorf("%g is in unit %d", hue, got)
		}
	}
	for unit := range 256 {
		if from := even.edge(unit); from != 360.0/256*float64(unit) || even.unit(from) != unit {
			t.Errorf("unit %d from %g", unit, from)
		}
	}
	turned := evenScale(4, 45)
	for hue, want := range map[float64]int{45: 0, 134.9: 0, 135: 1, 315: 3, 0: 3, 44.9: 3} {
		if got := turned.unit(hue); got != want {
			t.Errorf("from 45 degrees on, %g is in unit %d", hue, got)
		}
	}
	if got := []float64{turned.edge(0), turned.edge(1), turned.edge(3), turned.edge(4), even.edge(256)}; !cmp.Equal(got, []float64{45, 135, 315, 45, 360}) {
		t.Errorf("edges %v", got)
	}
	values := valueScale([]float64{30, 10, 10, 350, 20}, 15)
	if d := cmp.Diff([]float64{10, 175, 345, 360}, values.ends); d != "" {
		t.Error(d)
	}
	for hue, want := range map[float64]int{20: 0, 30: 1, 350: 2, 10: 3} {
		if got := values.unit(hue); got != want {
			t.Errorf("%g is in unit %d", hue, got)
		}
	}
}

func TestName(t *testing.T) {
	bins := []bin{{from: 0, to: 11.25}, {from: 11.25, to: 348.75}, {from: 348.75, to: 360}}
	name(bins)
	if bins[0].label != "000-011" || bins[1].label != "011-349" || bins[2].label != "349-360" {
		t.Errorf("%+v", bins)
	}
	bins = []bin{{from: 12.01, to: 12.04}, {from: 12.04, to: 12.26}, {from: 12.26, to: 12.01}}
	name(bins)
	if bins[0].label != "012.01-012.04" || bins[1].label != "012.04-012.26" || bins[2].label != "012.26-012.01" {
		t.Errorf("%+v", bins)
	}
}
