package main

import (
	"cmp"
	"math"
	"slices"
)

// mostUniform returns the given share of the segments, at least one, with the most uniform hues.
// Among equally uniform segments it takes lower IDs. It sorts the segments.
func mostUniform(segments []segment, share float64) []segment {
	slices.SortFunc(segments, func(a, b segment) int {
		return cmp.Or(cmp.Compare(b.uniform, a.uniform), cmp.Compare(a.id, b.id), cmp.Compare(a.class, b.class), cmp.Compare(a.hue, b.hue))
	})
	n := int(math.Round(share * float64(len(segments))))
	return segments[:min(max(n, 1), len(segments))]
}

// class is a category of objects.
type class struct {
	category int // its index
	objects  int
	uniform  float64 // length of the mean of its objects' hues
	hue      float64 // degrees
}

// classesOf returns the classes of segments, by category, and the segments of each.
func classesOf(segments []segment) ([]class, map[int][]float64) {
	hues := make(map[int][]float64)
	for _, s := range segments {
		hues[int(s.class)] = append(hues[int(s.class)], s.hue)
	}
	var classes []class
	for category, of := range hues {
		var mean circular
		for _, h := range of {
			mean.add(h, 1)
		}
		classes = append(classes, class{category, len(of), mean.length(), mean.direction()})
	}
	slices.SortFunc(classes, func(a, b class) int { return cmp.Compare(a.category, b.category) })
	return classes, hues
}

// uniformClasses returns up to n of the classes, by category: among classes with enough objects,
// the ones with the most uniform hues and, if equal, the first categories.
func uniformClasses(classes []class, n, minObjects int) []class {
	var chosen []class
	for _, c := range classes {
		if c.objects >= minObjects {
			chosen = append(chosen, c)
		}
	}
	slices.SortStableFunc(chosen, func(a, b class) int { return cmp.Compare(b.uniform, a.uniform) })
	chosen = chosen[:min(n, len(chosen))]
	slices.SortFunc(chosen, func(a, b class) int { return cmp.Compare(a.category, b.category) })
	return chosen
}
