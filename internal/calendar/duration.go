package calendar

import (
	"math/bits"
	"strconv"
	"strings"
)

// maxMicros is the longest duration that is read, about 28,000 years.
const maxMicros = 1 << 59

// units are the units of durations, in nanoseconds.
var units = map[string]int64{
	"w": 7 * Day * 1000, "d": Day * 1000, "h": Hour * 1000, "m": Minute * 1000, "min": Minute * 1000, "s": Second * 1000,
	"ms": 1_000_000, "us": 1000, "µs": 1000, "μs": 1000, "ns": 1,
}

// ParseDuration reads a duration as Go writes it (1h30m0s; also days and weeks, with spaces), as ISO
// 8601 (P1DT2H, without years and months), as pandas and Python do (1 days 02:00:00), or as 26:00:00.
// certain is false if the text may as well mean something else, such as 5m.
func ParseDuration(text string) (micros int64, certain, ok bool) {
	s := strings.TrimSpace(text)
	sum := sum{certain: true}
	rest, negative := strings.CutPrefix(s, "-")
	if !negative {
		rest = strings.TrimPrefix(rest, "+")
	}
	switch {
	case rest == "":
		return 0, false, false
	case strings.HasPrefix(rest, "P"):
		ok = sum.iso(rest[1:])
	case strings.Contains(rest, "day"):
		return days(rest, negative)
	case strings.Contains(rest, ":"):
		ok = sum.colons(rest)
	default:
		ok = sum.terms(rest)
	}
	micros, fits := sum.micros(negative)
	return micros, sum.certain, ok && fits
}

// sum adds parts of a duration.
type sum struct {
	whole   int64 // microseconds
	rest    int64 // nanoseconds
	certain bool
	over    bool
}

// micros returns the sum, rounded down.
func (d *sum) micros(negative bool) (int64, bool) {
	d.whole += d.rest / 1000
	d.rest %= 1000
	if negative {
		d.whole = -d.whole
		if d.rest > 0 {
			d.whole--
		}
	}
	return d.whole, !d.over
}

// add adds a number, given by its digits before and after the decimal mark, of units in nanoseconds.
func (d *sum) add(before, after string, unit int64) {
	if before != "" {
		n, err := strconv.ParseInt(before, 10, 64)
		if high, low := bits.Mul64(uint64(n), uint64(unit)); err != nil || high >= 1000 {
			d.over = true
		} else {
			q, r := bits.Div64(high, low, 1000)
			if q >= maxMicros {
				d.over = true
				return
			}
			d.whole, d.rest = d.whole+int64(q), d.rest+int64(r)
		}
	}
	const places = 9
	n, scale := uint64(0), uint64(1)
	for i := 0; i < min(len(after), places); i++ {
		n, scale = 10*n+uint64(after[i]-'0'), scale*10
	}
	high, low := bits.Mul64(n, uint64(unit))
	ns, _ := bits.Div64(high, low, scale) // n is below the scale
	d.whole, d.rest = d.whole+int64(ns/1000), d.rest+int64(ns%1000)
	d.over = d.over || d.whole >= maxMicros
}

// number splits the decimal number off that a text begins with.
func number(s string) (before, after, rest string, ok bool) {
	n := countDigits(s)
	before, rest = s[:n], s[n:]
	if rest != "" && (rest[0] == '.' || rest[0] == ',') {
		n = countDigits(rest[1:])
		after, rest = rest[1:1+n], rest[1+n:]
	}
	return before, after, rest, before != "" || after != ""
}

// terms reads numbers with units, as in 1h 30m.
func (d *sum) terms(s string) bool {
	for s != "" {
		before, after, rest, ok := number(s)
		if !ok {
			return false
		}
		n := strings.IndexAny(rest, "0123456789. ")
		if n < 0 {
			n = len(rest)
		}
		unit, known := units[rest[:n]]
		if !known {
			return false
		}
		d.certain = strings.HasSuffix(rest[:n], "s") // as Go ends all
		d.add(before, after, unit)
		s = strings.TrimLeft(rest[n:], " ")
	}
	return true
}

// iso reads the text after the P of ISO 8601.
func (d *sum) iso(s string) bool {
	date, clock, timed := strings.Cut(s, "T")
	if date == "" && clock == "" || timed && clock == "" {
		return false
	}
	for _, part := range []struct{ text, letters string }{{date, "WD"}, {clock, "HMS"}} {
		for s := part.text; s != ""; {
			before, after, rest, ok := number(s)
			if !ok || rest == "" {
				return false
			}
			at := strings.IndexByte(part.letters, rest[0])
			if at < 0 {
				return false
			}
			part.letters = part.letters[at+1:]
			d.add(before, after, units[strings.ToLower(rest[:1])])
			s = rest[1:]
		}
	}
	return true
}

// colons reads hours, minutes and seconds.
func (d *sum) colons(s string) bool {
	n := countDigits(s)
	minute, rest, ok := 0, "", n > 0 && n < len(s) && s[n] == ':'
	if ok {
		minute, rest, ok = digits(s[n+1:], 2, ":", 0, 59)
	}
	if !ok || len(rest) < 2 || countDigits(rest[:2]) < 2 || rest[0] > '5' {
		return false
	}
	before, after, rest, ok := number(rest)
	d.add(s[:n], "", Hour*1000)
	d.add(strconv.Itoa(minute), "", Minute*1000)
	d.add(before, after, Second*1000)
	return ok && rest == "" && len(before) == 2
}

// days reads days as pandas and Python write them. The clock after negative days counts forward.
func days(s string, negative bool) (micros int64, certain, ok bool) {
	n := countDigits(s)
	rest := strings.TrimLeft(s[n:], " ")
	rest, found := strings.CutPrefix(rest, "day")
	if n == 0 || !found {
		return 0, false, false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "s"), ",")
	var whole, part sum
	whole.add(s[:n], "", Day*1000)
	micros, ok = whole.micros(negative)
	if rest = strings.TrimLeft(rest, " "); rest == "" || !ok {
		return micros, true, ok
	}
	rest, back := strings.CutPrefix(rest, "-")
	rest = strings.TrimPrefix(rest, "+")
	ok = part.colons(rest)
	of, fits := part.micros(back)
	return micros + of, true, ok && fits
}

// AppendDuration appends a duration as people write it: 1d12h, 1h30m, 45.5s, 250ms.
func AppendDuration(dst []byte, micros int64) []byte {
	if micros < 0 {
		dst = append(dst, '-')
	}
	left := uint64(max(micros, -micros))
	switch {
	case left == 0:
		return append(dst, "0s"...)
	case left < 1000:
		return append(strconv.AppendUint(dst, left, 10), "us"...)
	case left < Second:
		return append(appendDecimal(dst, left, 1000), "ms"...)
	}
	for _, u := range []struct {
		micros uint64
		name   byte
	}{{Day, 'd'}, {Hour, 'h'}, {Minute, 'm'}} {
		if left >= u.micros {
			dst = append(strconv.AppendUint(dst, left/u.micros, 10), u.name)
			left %= u.micros
		}
	}
	if left > 0 {
		dst = append(appendDecimal(dst, left, Second), 's')
	}
	return dst
}

// appendDecimal appends n/scale, for a power of ten.
func appendDecimal(dst []byte, n, scale uint64) []byte {
	dst = strconv.AppendUint(dst, n/scale, 10)
	rest := n % scale
	if rest == 0 {
		return dst
	}
	dst = append(dst, '.')
	for rest > 0 {
		scale /= 10
		dst = append(dst, byte('0'+rest/scale))
		rest %= scale
	}
	return dst
}

// AppendISO appends a number of units of 1/perSecond second as a duration of ISO 8601, such as P1DT2H or
// PT0.5S. The units are powers of a tenth of a second.
func AppendISO(dst []byte, n, perSecond int64) []byte {
	left := uint64(n)
	if n < 0 {
		dst, left = append(dst, '-'), -left
	}
	dst = append(dst, 'P')
	scale := uint64(perSecond)
	seconds := left / scale
	const perDay = Day / Second
	if days := seconds / perDay; days > 0 {
		dst = append(strconv.AppendUint(dst, days, 10), 'D')
	}
	rest := left - seconds/perDay*perDay*scale
	if rest == 0 && left > 0 {
		return dst
	}
	dst = append(dst, 'T')
	for _, u := range []struct {
		seconds uint64
		name    byte
	}{{3600, 'H'}, {60, 'M'}} {
		if rest >= u.seconds*scale {
			dst = append(strconv.AppendUint(dst, rest/(u.seconds*scale), 10), u.name)
			rest %= u.seconds * scale
		}
	}
	if rest > 0 || left == 0 {
		dst = append(appendDecimal(dst, rest, scale), 'S')
	}
	return dst
}
