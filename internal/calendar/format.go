package calendar

import (
	"strings"
	"time"
)

// Formats are the formats of dates, in addition to ISO 8601, that are looked for if no format is named: d
// is the day, m the month as a number or by its English name, and y the year of four digits. The pairs that
// differ only in the order of day and month are the first.
var Formats = []string{"d/m/y", "m/d/y", "d-m-y", "m-d-y", "d.m.y", "y/m/d", "y.m.d", "d m y", "m d y", "m d, y"}

// Twin returns the format that reads the same texts with day and month in the other order, if there is one.
func Twin(format string) string {
	switch format {
	case "d/m/y", "m/d/y", "d-m-y", "m-d-y":
		return strings.NewReplacer("d", "m", "m", "d").Replace(format)
	}
	return ""
}

// CheckFormat reports whether a format has a day, a month and a year with something between them, such as
// d/m/y, m/d/y or d.m.yy, where yy is a year of two digits from 1969 to 2068.
func CheckFormat(format string) bool {
	letters := strings.NewReplacer("yy", "y").Replace(format)
	count := func(letter string) int { return strings.Count(letters, letter) }
	between := strings.FieldsFunc(letters, func(r rune) bool { return strings.ContainsRune("/.-, ", r) })
	return count("d") == 1 && count("m") == 1 && count("y") == 1 && len(between) == 3 && strings.Trim(letters, "dmy/.-, ") == ""
}

// FormatOf returns the first of [Formats] that a date has, "" for ISO 8601, and false for other texts.
func FormatOf(text string) (format string, ok bool) {
	if Is(text, "") {
		return "", true
	}
	for _, format := range Formats {
		if Is(text, format) {
			return format, true
		}
	}
	return "", false
}

// Is reports whether a text is a date in a format.
func Is(text, format string) bool {
	_, ok := ParseFormat(text, format)
	return ok
}

// ParseFormat reads a date in a format, and a time of day and an offset that may follow it.
func ParseFormat(text, format string) (t Time, ok bool) {
	if format == "" {
		return ParseTime(text)
	}
	s := strings.TrimSpace(text)
	day, month, year := 0, 0, 0
	for at := 0; at < len(format); at++ {
		switch format[at] {
		case 'd':
			day, s, ok = someDigits(s, 1, 2)
		case 'm':
			if month, s, ok = monthOf(s); !strings.HasPrefix(format[at+1:], ".") {
				s = strings.TrimPrefix(s, ".") // of an abbreviation
			}
		case 'y':
			if strings.HasPrefix(format[at:], "yy") {
				at++
				if year, s, ok = someDigits(s, 2, 2); year < 69 {
					year += 100
				}
				year += 1900
			} else {
				year, s, ok = someDigits(s, 4, 4)
			}
		default:
			s, ok = strings.CutPrefix(s, format[at:at+1])
		}
		if !ok {
			return t, false
		}
	}
	midnight := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if month < 1 || month > 12 || midnight.Day() != day {
		return t, false
	}
	t.Wall = midnight.Unix() * Second
	if s == "" {
		return t, true
	}
	clock := strings.TrimLeft(strings.TrimPrefix(s, ","), " ")
	if clock == s {
		clock = strings.TrimPrefix(s, "T")
	}
	if clock == s {
		return t, false
	}
	return t.addClock(clock)
}

// monthOf reads a month as a number or by its English name, which may be abbreviated to three letters or more.
func monthOf(s string) (month int, rest string, ok bool) {
	if month, rest, ok = someDigits(s, 1, 2); ok {
		return month, rest, true
	}
	end := 0
	for end < len(s) && (s[end]|0x20) >= 'a' && (s[end]|0x20) <= 'z' {
		end++
	}
	for m := time.January; end >= 3 && m <= time.December; m++ {
		if name := m.String(); end <= len(name) && strings.EqualFold(s[:end], name[:end]) || m == time.September && strings.EqualFold(s[:end], "sept") {
			return int(m), s[end:], true
		}
	}
	return 0, s, false
}

// someDigits reads a number of at least low and at most high digits.
func someDigits(s string, low, high int) (n int, rest string, ok bool) {
	count := min(countDigits(s), high)
	for i := range count {
		n = 10*n + int(s[i]-'0')
	}
	return n, s[count:], count >= low
}

// halfClock reads a time of day of twelve hours, such as 1:05 PM or 12:30:15 am, and returns the rest of the text.
func halfClock(s string) (of int64, rest string, ok bool) {
	parts := [3]int{}
	hour := 0
	for i := range parts {
		if parts[i], s, ok = someDigits(s, min(i, 1)+1, 2); !ok {
			return 0, s, false
		}
		var more bool
		if s, more = strings.CutPrefix(s, ":"); !more {
			break
		}
	}
	s = strings.TrimLeft(s, " \u00a0\u202f")
	if hour = parts[0]; len(s) < 2 || hour < 1 || hour > 12 || parts[1] > 59 || parts[2] > 59 {
		return 0, s, false
	}
	switch strings.ToUpper(s[:2]) {
	case "AM":
		hour %= 12
	case "PM":
		hour = hour%12 + 12
	default:
		return 0, s, false
	}
	return int64(hour)*Hour + int64(parts[1])*Minute + int64(parts[2])*Second, s[2:], true
}
