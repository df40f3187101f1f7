package progress

import (
	"math"
	"sort"
	"time"
)

// forecast tells how long a stage will still take, from the work that was done and that is left. It
// measures how fast work was done lately, and checks itself: a forecast that was made some time ago must
// have come nearer by that time. If it slips, because steps get slower or a queue grows, it will slip
// on. So what is told is a span, from what the rate says to what follows if the slip goes on.
type forecast struct {
	samples []sample
}

// sample is the state of a stage at a time since it began.
type sample struct {
	at         time.Duration
	done, rest float64 // of the work, in any unit
}

// A stage is sampled when some work is done, at these distances: often at first, and then at a part of its
// time, so that there are some hundreds of samples however long it is. If no work is done for a larger
// part of its time, nobody knows when it will be.
const (
	leastDistance = 10 * time.Millisecond
	samplesOfTime = 128
	stalledOfTime = 8
)

// observe takes in how much work was done and how much is left, at a time since the stage began.
// Times must not decrease.
func (f *forecast) observe(at time.Duration, done, rest float64) {
	if n := len(f.samples); n > 0 && (at-f.samples[n-1].at < max(leastDistance, at/samplesOfTime) || done == f.samples[n-1].done) {
		return
	}
	f.samples = append(f.samples, sample{at, done, rest})
}

// lately are the parts of a stage's time in which its rate is measured: the latter half and, if little
// is left, shorter ones, since a stage may be slow in the end. What they say must agree.
var lately = []time.Duration{2, 4, 8, 16}

// left returns how long the stage will take after a time since it began. It is never if nothing was
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

// within returns how long the stage will take, by the rate in a window before a sample and by how far
// the forecast slipped since the window began.
func (f *forecast) within(last sample, window time.Duration) (span, bool) {
	now, begin, ok := f.atRate(last, window)
	if !ok {
		return unknown, false
	}
	then, _, ok := f.atRate(begin, window)
	if !ok {
		return unknown, false
	}
	slip := 1 - (then-now)/(last.at-begin.at).Seconds() // the part of the time by which it came no nearer
	going := math.Inf(1)
	if slip < 1 {
		going = now / (1 - slip)
	}
	return span{min(now, going), max(now, going)}, true
}

// atRate returns how many seconds the rest of the work takes at the rate in a window before a sample,
// and the sample where that window begins.
func (f *forecast) atRate(s sample, window time.Duration) (left float64, begin sample, ok bool) {
	n := sort.Search(len(f.samples), func(n int) bool { return f.samples[n].at > s.at-window })
	begin = f.samples[max(n-1, 0)]
	if begin.done >= s.done {
		return 0, sample{}, false
	}
	return s.rest * (s.at - begin.at).Seconds() / (s.done - begin.done), begin, true
}

// span is a time in seconds of which the least and the most are known.
type span struct{ least, most float64 }

// unknown is when something ends of which nothing is known, and never is when what does not happen does.
var (
	unknown = span{0, math.Inf(1)}
	never   = span{math.Inf(1), math.Inf(1)}
)

// sooner returns the time until the first of two things that end a stage.
func (s span) sooner(o span) span { return span{min(s.least, o.least), min(s.most, o.most)} }

// later returns what is left of a time after some of it.
func (s span) later(by time.Duration) span {
	return span{max(0, s.least-by.Seconds()), max(0, s.most-by.Seconds())}
}

// steadiness is the largest ratio of the most to the least of a time that is told, which is between
// both. So it is off by less than a factor of two even if the stage changes more than it has so far.
const steadiness = 1.4

// value returns the time in seconds if it is known well enough to be told.
func (s span) value() (seconds float64, ok bool) {
	return math.Sqrt(s.least * s.most), s.most <= steadiness*s.least && !math.IsInf(s.most, 1)
}
