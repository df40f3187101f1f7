package points

import (
	"math"
	"slices"
)

// unitsPerTotal is the number of units into which weights that are not counts
// are divided, and maxCount the total below which sums of counts are exact: as
// for the masses of package joint.
const (
	unitsPerTotal = 1 << 52
	maxCount      = 1 << 53
)

// massesOf returns the weights as whole numbers, and whether they are counts.
func massesOf(weights []float64) (masses []float64, counts bool) {
	// Smallest first, so that the total depends on the values alone.
	sorted := slices.Sorted(slices.Values(weights))
	whole := true
	var total float64 // exact if all weights are whole and it is below maxCount
	for _, w := range sorted {
		whole = whole && w == math.Trunc(w)
		total += w
	}
	masses = slices.Clone(weights)
	switch {
	case total == 0:
		return masses, false
	case whole && total < maxCount:
		return masses, true
	case math.IsInf(total, 1): // weights near the largest float64
		const scale = 0x1p-64 // there are fewer points
		total = 0
		for x := range masses {
			masses[x] *= scale
			total += float64(sorted[x] * scale)
		}
	}
	for x, w := range masses {
		masses[x] = math.RoundToEven(w / total * unitsPerTotal)
	}
	return masses, false
}
