package sweeps

// widest and deepest are the levels of the widest and the narrowest windows.
const (
	widest  = 2
	deepest = 6
)

// window is a sweep within a window of h.
type window struct {
	from   position // best clustering in the window for the slope
	number int      // of the window
	slope  float64  // at the beginning
	up     bool     // whether the slope rises
}

// windows returns the sweeps within the windows of h of a level. The whole range has 2^level windows. A move of a heavy
// row changes h so much that the clusterings in between are best for no slope. Sweeps within windows rule out such
// steps, and reach these clusterings. A part of the range that is narrower than a window has some of the sweeps of the
// window, and the adjacent parts have others.
func (e *engine) windows(level int) (windows []window) {
	switch {
	case !(e.part.To > e.part.From):
		return nil
	case e.part.narrow(level, e.grid):
		return e.shared(level)
	}
	before, at := e.grid.reached(0, 0, e.part.From)
	for n := range e.part.number(level, e.grid) {
		_, hi, width := e.part.window(level, n, e.grid)
		i, to := e.grid.reached(before, at, hi)
		mean := (i - before) / width
		before, at = i, to
		for _, share := range []float64{flatter, steeper} {
			windows = append(windows, e.startIn(level, n, mean, share, true, false)...)
		}
	}
	return windows
}

// shared returns the sweeps of a part that is narrower than a window. All parts together have 2^deepest sweeps at each
// level (with fewer, 16 parts of 10,000 words found a worse frontier), and each part has at least one. Half of the
// sweeps go up and half go down, each from another slope, and all parts take turns.
func (e *engine) shared(level int) (windows []window) {
	n := e.part.within(level, e.grid)
	lo, hi, width := e.part.window(level, n, e.grid)
	before, at := e.grid.reached(0, 0, lo)
	i, _ := e.grid.reached(before, at, hi)
	own := max(1, int(float64(e.share()*(1<<deepest))+0.5))
	all := max(4, own*e.part.sharing(level, e.grid)) // one search has four
	for turn := range own {
		k := (e.part.place()*own + turn + e.plan.round + level) % all
		share := flatter + float64((steeper-flatter)*float64(k/2))/float64((all-1)/2)
		windows = append(windows, e.startIn(level, n, (i-before)/width, share, k%2 == 0)...)
	}
	return windows
}

// startIn returns sweeps up or down in a window, with a slope that is the given share of the mean slope. It returns
// none if the window has no clustering or the mean slope is next to 0.
func (e *engine) startIn(level, number int, mean, share float64, ups ...bool) (windows []window) {
	if !(mean > flattest) {
		return nil
	}
	lo, hi, _ := e.part.window(level, number, e.grid)
	slope := mean * share * power(nextRound, e.plan.round)
	if best, ok := e.grid.best(slope, lo, hi); ok {
		for _, up := range ups {
			windows = append(windows, window{best.position, number, slope, up})
		}
	}
	return windows
}

// sweep returns the sweep within a window of a level. The margin of the window and the largest step do not depend on
// the part.
func (w window) sweep(level int, part Span, g *grid) *sweep {
	lo, hi, _ := part.window(level, w.number, g)
	width := g.width(level)
	s := &sweep{from: w.from, slope: w.slope, lo: lo - float64(width/4), hi: hi + float64(width/4), reach: width / 2, passes: 1}
	if w.up {
		s.factor, s.until = windowFactor, w.slope*2
	} else {
		s.factor, s.until = 1/windowFactor, w.slope/2
	}
	return s
}

const (
	// flatter and steeper are the first slopes of sweeps, divided by the mean slope of i over h in their window.
	flatter, steeper = 0.8, 1.25
	// Windows whose mean slope is at most flattest have no sweeps.
	flattest = 1e-12
	// windowFactor is the ratio of consecutive slopes. The slope of a sweep doubles or halves in sweepSlopes steps.
	windowFactor = 1.05
	sweepSlopes  = 15
	// nextRound is the ratio of the slopes of consecutive rounds.
	nextRound = 1.05
)

// power returns x to the power of n >= 0, the same bits on every machine.
func power(x float64, n int) float64 {
	result := 1.0
	for ; n > 0; n /= 2 {
		if n%2 == 1 {
			result *= x
		}
		x *= x
	}
	return result
}
