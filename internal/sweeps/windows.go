package sweeps

import "math"

// deepest is the level of the narrowest windows.
const deepest = 6

// windows returns sweeps within windows of h, of which there are 2^level. A heavy row that changes its
// cluster changes h by so much that no clustering in between is best for any slope. Sweeps in which such
// steps are ruled out reach those as well.
func (e *engine[M]) windows(level int) (sweeps []*sweep) {
	from, to := e.grid.from, e.grid.from+float64(cells/e.grid.scale)
	width := (to - from) / math.Exp2(float64(level))
	for n := range 1 << level {
		lo := from + float64(float64(n)*width)
		hi := lo + width
		mean := (e.grid.reached(hi) - e.grid.reached(lo)) / width
		if mean <= 0 {
			continue
		}
		for _, share := range []float64{0.8, 1.25} {
			slope := mean * share * math.Pow(nextRound, float64(e.round))
			best, ok := e.grid.best(slope, lo, hi)
			if !ok {
				continue
			}
			labels := append([]int32(nil), e.labels(best.position)...)
			s := sweep{from: best.position, labels: labels, slope: slope, lo: lo - width/4, hi: hi + width/4, reach: width / 2, passes: 1}
			up, down := s, s
			up.factor, up.until = windowFactor, slope*2
			down.factor, down.until = 1/windowFactor, slope/2
			sweeps = append(sweeps, &up, &down)
		}
	}
	return sweeps
}

const (
	// windowFactor is the ratio of consecutive slopes.
	windowFactor = 1.05
	// nextRound is the ratio of the slopes of consecutive rounds.
	nextRound = 1.05
)
