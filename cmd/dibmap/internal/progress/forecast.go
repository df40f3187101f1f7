package progress

import (
	"math"
	"sort"
	"time"
)

// forecast estimates the time to the end of a stage from the work done and the work left. It measures the
// recent rate of work, and checks itself: as time passes, the estimated time left must decrease as much. If it
// decreases by less, because steps get slower or a queue grows, it will probably continue to do so. So the
// estimate is a span, from the time at the recent rate to the time if this slip continues.
type forecast struct {
	samples []sample
}

// sample is the state of a stage at a time since it began.
type sample struct {
	at         time.Duration
	done, rest float64 // of the work, in any unit
}

// A stage is sampled at these distances when work is done: often at first, and then at a fraction of its time,
// so that there are a few hundred samples for any length. If no work is done for a larger fraction of its time,
// the time left is unknown.
const (
	leastDistance = 10 * time.Millisecond
	samplesOfTime = 128
	stalledOfTime = 8
)

// observe records the work done and the work left at a time since the stage began. Times must not
// decrease.
func (f *forecast) observe(at time.Duration, done, rest float64) {
	if n := len(f.samples); n > 0 && (at-f.samples[n-1].at < max(leastDistance, at/samplesOfTime) || done == f.samples[n-1].done) {
		return
	}
	f.samples = append(f.samples, sample{at, done, rest})
}

// lately lists the windows of the rate, as fractions of the time of a stage: the second half and, if little time
// is left, shorter ones, because a stage may be slow at the end. The estimates of the windows must agree.
var lately = []time.Duration{2, 4, 8, 16}

// left returns the time to the end of the stage, given the time since it began. It is never if nothing was
// observed.
func (f *forecast) left(now time.Duration) span {
	n := len(f.samples) - 1
	switch {
	case n < 0:
		return never
	case f.samples[n].at < minPace, now-f.samples[n].at > now/stalledOfTime:
		return unknown
	}
	last := f.samples[n]
	all := span{math.Inf(1), 0}
	for _, part := range lately {
		window := last.at / part
		if part > lately[0] && window.Seconds() < all.most/4 {
			break
		}
		s, ok := f.within(last, window)
		if !ok {
			return unknown
		}
		all = span{min(all.least, s.least), max(all.most, s.most)}
	}
	return all.later(now - last.at)
}

// within returns the time to the end of the stage by the rate in a window before a sample, and by the slip of
// the forecast since the window began.
func (f *forecast) within(last sample, window time.Duration) (span, bool) {
	now, begin, ok := f.atRate(last, window)
	if !ok {
		return unknown, false
	}
	then, _, ok := f.atRate(begin, window)
	if !ok {
		return unknown, false
	}
	slip := 1 - (then-now)/(last.at-begin.at).Seconds() // the fraction of the time that brought the end no closer
	going := math.Inf(1)
	if slip < 1 {
		going = now / (1 - slip)
	}
	return span{min(now, going), max(now, going)}, true
}

// atRate returns the seconds for the rest of the work at the rate in a window before a sample, and the
// sample where the window begins.
func (f *forecast) atRate(s sample, window time.Duration) (left float64, begin sample, ok bool) {
	n := sort.Search(len(f.samples), func(n int) bool { return f.samples[n].at > s.at-window })
	begin = f.samples[max(n-1, 0)]
	if begin.done >= s.done {
		return 0, sample{}, false
	}
	return s.rest * (s.at - begin.at).Seconds() / (s.done - begin.done), begin, true
}

// span is a lower and an upper bound of a time in seconds.
type span struct{ least, most float64 }

// unknown is a time without bounds, and never an infinite time.
var (
	unknown = span{0, math.Inf(1)}
	never   = span{math.Inf(1), math.Inf(1)}
)

// sooner returns the time to the earlier of two events.
func (s span) sooner(o span) span { return span{min(s.least, o.least), min(s.most, o.most)} }

// later returns the time that is left after some of it has passed.
func (s span) later(by time.Duration) span {
	return span{max(0, s.least-by.Seconds()), max(0, s.most-by.Seconds())}
}

// steadiness is the largest ratio of the bounds of a time that is shown. The shown time is between them, so it is
// wrong by less than a factor of two even if the stage changes more than it has so far.
const steadiness = 1.4

// value returns the time in seconds if it is known well enough to be shown.
func (s span) value() (seconds float64, ok bool) {
	return math.Sqrt(s.least * s.most), s.most <= steadiness*s.least && !math.IsInf(s.most, 1)
}
