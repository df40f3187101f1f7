package sweeps

// widest and deepest are the levels of the widest and the narrowest windows.
const (
	widest  = 2
	deepest = 6
)

// window is a sweep within one of the windows of h of a level.
type window struct {
	from   position // the best clustering in the window for the slope
	number int      // of the window
	slope  float64  // of the beginning
	up     bool     // whether the slope rises
}

// windows returns sweeps within windows of h, of which there are 2^level in the whole range. A heavy row that
// changes its cluster changes h by so much that no clustering in between is best for any slope. Sweeps in which
// such steps are ruled out reach those as well. A part of the range that is narrower than a window has some of its
// sweeps, and its neighbours have others.
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

// shared returns the sweeps of a part in the window that it lies in. All parts together have as many at a level as there
// are windows of the narrowest one (with fewer, 16 parts of 10,000 words found less), and each has at least one. Half
// of the sweeps go up and half go down, each from another slope, and all parts take turns.
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

// startIn returns sweeps up or down in a window, with a slope that is a share of the mean one there. There are none
// where nothing is to be found.
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

// sweep returns the sweep within a window of a level. How far it leaves the window, and the largest step, do not
// depend on the part.
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
	// flatter and steeper are the slopes with which sweeps begin, over the mean slope of i over h in their window.
	flatter, steeper = 0.8, 1.25
	// flattest is the slope of i over h in a window up to which there is nothing to be found.
	flattest = 1e-12
	// windowFactor is the ratio of consecutive slopes, of which a sweep has sweepSlopes between a slope and twice that.
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
