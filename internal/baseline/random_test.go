package baseline

import (
	"fmt"
	"math"
	"testing"

	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/partition"
)

// TestRandomIsUniform counts draws of clusterings of 7 rows by chi-squared.
func TestRandomIsUniform(t *testing.T) {
	const n, each = 7, 60
	count := make(map[int]int) // Stirling numbers of the second kind
	for p := range partition.All(n) {
		count[p.K()]++
	}
	for k := 1; k <= n; k++ {
		s := newSizes(n, k)
		drawn := make(map[string]int)
		for r := range each * count[k] {
			p := partition.Canonical(s.draw(newStream(1, k, r)))
			if p.K() != k {
				t.Fatalf("%v has not %d clusters", p, k)
			}
			drawn[fmt.Sprint(p)]++
		}
		chi := float64((count[k] - len(drawn)) * each)
		for _, d := range drawn {
			chi += float64((d-each)*(d-each)) / each
		}
		// Mean f and standard deviation sqrt(2f), f = count-1.
		f := float64(count[k] - 1)
		if chi > f+5*math.Sqrt(2*f) {
			t.Errorf("k=%d: chi-squared is %.1f of %g degrees of freedom", k, chi, f)
		}
	}
}

// TestRandomSizes: any n and k can be drawn. The mean number of clusters of one row is
// n S(n-1,k-1)/S(n,k), here for S(60,7)/S(61,8) from the recurrence.
func TestRandomSizes(t *testing.T) {
	for _, tt := range [][2]int{{2, 1}, {1000, 1}, {1000, 2}, {1000, 500}, {1000, 999}, {1000, 1000}, {20000, 3}} {
		labels := newSizes(tt[0], tt[1]).draw(newStream(2))
		if k := partition.Canonical(labels).K(); k != tt[1] || len(labels) != tt[0] {
			t.Errorf("%v: %d clusters of %d rows", tt, k, len(labels))
		}
	}
	stirling := func(n, k int) float64 {
		row := make([]float64, k+1)
		row[0] = 1
		for range n {
			for c := k; c > 0; c-- {
				row[c] = row[c-1] + float64(c)*row[c]
			}
			row[0] = 0
		}
		return row[k]
	}
	want := 61 * stirling(60, 7) / stirling(61, 8)
	s, singles := newSizes(61, 8), 0
	const draws = 20000
	for r := range draws {
		size := make([]int, 8)
		for _, c := range s.draw(newStream(3, r)) {
			size[c]++
		}
		for _, w := range size {
			if w == 1 {
				singles++
			}
		}
	}
	// The number in a draw has a variance of about its mean.
	if got := float64(singles) / draws; math.Abs(got-want) > 5*math.Sqrt(want/draws) {
		t.Errorf("%g clusters of one row, want %g", got, want)
	}
}

func TestExp2(t *testing.T) {
	for x := -1021.9; x < 1022; x += 0.37 {
		if got, want := special.Exp2(x), math.Exp2(x); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("2^%g = %g, want %g", x, got, want)
		}
	}
	for x, want := range map[float64]float64{0: 1, 1: 2, -3: 0.125, math.Inf(-1): 0, math.Inf(1): math.Inf(1), -1e9: 0} {
		if got := special.Exp2(x); got != want {
			t.Errorf("2^%g = %g", x, got)
		}
	}
}
