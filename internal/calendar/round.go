package calendar

import "time"

// Monday is the first Monday before 1970.
const Monday = -3 * Day

// Multiple returns the largest of the numbers that are multiples of a width from an origin that is not
// above n.
func Multiple(n, width, origin int64) int64 { return origin + floor(n-origin, width) }

// floor returns the largest multiple of a unit that is not above n.
func floor(n, unit int64) int64 {
	rest := n % unit
	if rest < 0 {
		rest += unit
	}
	return n - rest
}

// steps are the lengths at whose multiples a person expects a cut, from a day down.
var steps = []int64{
	Day, 12 * Hour, 6 * Hour, 3 * Hour, Hour, 30 * Minute, 15 * Minute, 10 * Minute, 5 * Minute, Minute,
	30 * Second, 15 * Second, 10 * Second, 5 * Second, Second, Second / 10, Second / 100, 1000, 100, 10, 1,
}

// RoundTime returns the beginning of the longest unit, such as a century, a year or a minute, that is
// after low and not after high; of several the latest. Low must be before high.
func RoundTime(low, high int64) int64 {
	at := At(high)
	for _, years := range []int{1000, 100, 10, 1} {
		if t := beginning(at.Year()/years*years, time.January); low < t && t <= high {
			return t
		}
	}
	for _, months := range []time.Month{6, 3, 1} {
		if t := beginning(at.Year(), (at.Month()-1)/months*months+1); low < t && t <= high {
			return t
		}
	}
	return round(low, high)
}

// beginning returns the first moment of a month.
func beginning(year int, month time.Month) int64 {
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
}

// RoundDuration is RoundTime for durations.
func RoundDuration(low, high int64) int64 {
	if low < 0 && high >= 0 {
		return 0
	}
	for days := int64(1_000_000); days > 1; days /= 10 {
		if d := floor(high, days*Day); low < d {
			return d
		}
	}
	return round(low, high)
}

// round returns the multiple of the longest step that has a multiple between two numbers.
func round(low, high int64) int64 {
	for _, step := range steps {
		if t := floor(high, step); low < t {
			return t
		}
	}
	return high
}
