package pareto

import "math"

// Screen is a quick test for points that a set dominates. It divides the axis of h up to the last point into equal
// bins and has, for every bin, an i below which all points of the bin are dominated. The limit of the last bin holds
// beyond it. A Screen is much faster than [Set.Compare] and recognises nearly all dominated points.
//
// A Screen is valid until its set changes. The zero value hides nothing.
type Screen struct {
	perBit float64 // bins a bit
	limit  []float64
}

// Hides reports whether the screen shows that the point (h, i) is dominated. If it is false, the
// point may be dominated or not. A point of negative h is never hidden. O(1).
func (s *Screen) Hides(h, i float64) bool {
	bin := min(int(h*s.perBit), len(s.limit)-1)
	return bin >= 0 && i < s.limit[bin]
}

// The number of bins for each point of the set, so that a step of the staircase is several bins
// wide, and the fewest and most bins. 2^16 bins fill the second-level cache of a core.
const (
	binsPerPoint = 8
	minBins      = 1 << 8
	maxBins      = 1 << 16
)

// screen is a Screen with the numbers for its update.
type screen struct {
	Screen
	width uint // a bin is 2^width fine cells wide
	top   int  // the last bin that has a limit
}

// Screen returns the screen of the set as it is now.
func (s *Set[P]) Screen() Screen {
	of := s.screen.Screen
	of.limit = of.limit[:min(s.screen.top+1, len(of.limit))]
	return of
}

// limitBelow returns the i below which a point whose cell begins with the fine cell ic dominates
// all points that are not to its left: a cell and a half less.
func limitBelow(ic int64) float64 { return (float64(ic) - 1.5) * Tolerance }

// raise updates the screen after the insertion of a point at the given fine cells. It raises the
// bins whose left end is at or beyond the point, up to where they are higher already. Bins after
// the last point get a limit only when a point is beyond them; otherwise points that come by
// increasing h would raise all of them every time.
func (s *screen) raise(hc, ic int64) {
	limit := limitBelow(ic)
	// Small negative h are rounded to bin 0, so nothing is hidden there.
	bin := max(1, int((max(hc, 0)+1<<s.width-1)>>s.width))
	for s.top < min(bin, len(s.limit)-1) {
		s.top++
		s.limit[s.top] = s.limit[s.top-1]
	}
	for ; bin <= s.top && s.limit[bin] < limit; bin++ {
		s.limit[bin] = limit
	}
}

// outgrown reports whether points up to cell hc need a larger screen.
func (s *screen) outgrown(points int, hc int64) bool {
	return hc>>s.width >= int64(len(s.limit)) || len(s.limit) < maxBins && points*binsPerPoint > 2*len(s.limit)
}

// rescreen makes a new screen for the points of the set.
func (s *Set[P]) rescreen() {
	bins := minBins
	for bins < maxBins && bins < s.len*binsPerPoint {
		bins *= 2
	}
	last := s.blocks[len(s.blocks)-1]
	end := last.hCell[len(last.hCell)-1] << s.shift
	width := uint(0)
	for end>>width >= int64(bins) {
		width++
	}
	s.screen = screen{Screen{1 / (float64(int64(1)<<width) * Tolerance), make([]float64, bins)}, width, 0}
	for k := range s.screen.limit {
		s.screen.limit[k] = math.Inf(-1)
	}
	for _, b := range s.blocks {
		for k, hc := range b.hCell {
			s.screen.raise(hc<<s.shift, b.iCell[k]<<s.shift)
		}
	}
}
