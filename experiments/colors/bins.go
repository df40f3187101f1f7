package main

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// scale divides the circle of hues into units. Bins are runs of units.
type scale struct {
	start float64 // degrees, where the first unit begins
	// ends are where the units end, in degrees from start; the last is 360.
	ends []float64
}

// evenScale returns a scale of n units of the same width.
func evenScale(n int, start float64) scale {
	s := scale{start: start}
	for i := range n {
		s.ends = append(s.ends, 360*float64(i+1)/float64(n))
	}
	return s
}

// valueScale returns a scale with a unit for each different hue. The units meet in the middle
// between two hues.
func valueScale(hues []float64, start float64) scale {
	from := make([]float64, len(hues))
	for i, h := range hues {
		from[i] = turned(rounded(h - start))
	}
	slices.Sort(from)
	from = slices.Compact(from)
	s := scale{start: start}
	for i := range from[:max(len(from)-1, 0)] {
		s.ends = append(s.ends, (from[i]+from[i+1])/2)
	}
	s.ends = append(s.ends, 360)
	return s
}

// unit returns the unit of a hue.
func (s scale) unit(hue float64) int {
	from := turned(rounded(hue - s.start))
	return sort.Search(len(s.ends)-1, func(i int) bool { return from < s.ends[i] })
}

// edge returns the beginning of unit n in degrees, at least 0 and below 360, or 360 for the end of
// the circle.
func (s scale) edge(n int) float64 {
	switch {
	case n == 0:
		return s.start
	case n == len(s.ends) && s.start == 0:
		return 360
	}
	return turned(s.start + s.ends[n-1])
}

// equalMasses cuts units of the given masses into bins of about equal mass, and returns where
// they begin, followed by the number of units. Each cut is where the mass before it is nearest to
// its target, so the mass of a bin differs from its share by at most the mass of the heaviest
// unit. Bins without mass, due to units heavier than a share, are left out. O(units + bins).
func equalMasses(masses []int, bins int) []int {
	total := 0
	for _, m := range masses {
		total += m
	}
	cuts, last := []int{0}, 0
	unit, before := 0, 0 // the cut, and the mass before it
	for k := 1; k < bins; k++ {
		want := float64(total) * float64(k) / float64(bins)
		for {
			next := unit
			for next < len(masses) && masses[next] == 0 {
				next++
			}
			if next == len(masses) || math.Abs(float64(before+masses[next])-want) >= math.Abs(float64(before)-want) {
				break
			}
			unit, before = next+1, before+masses[next]
		}
		if before > last && before < total {
			cuts, last = append(cuts, unit), before
		}
	}
	return append(cuts, len(masses))
}

// bin is a range of hues.
type bin struct {
	label       string  // such as "012-019", the hues in degrees
	from, to    float64 // degrees; beyond 0, to is less than from
	hue         float64 // degrees, the mean of its objects
	objects     int
	first, last int // units; last is the one after it
}

// name labels bins, with as many decimals as distinguish their beginnings.
func name(bins []bin) {
	for decimals := 0; ; decimals++ {
		width := 3
		if decimals > 0 {
			width += 1 + decimals
		}
		starts := make(map[string]bool)
		for i := range bins {
			from := fmt.Sprintf("%0*.*f", width, decimals, bins[i].from)
			bins[i].label = fmt.Sprintf("%s-%0*.*f", from, width, decimals, bins[i].to)
			starts[from] = true
		}
		if len(starts) == len(bins) {
			return
		}
	}
}
