package scale

import (
	"cmp"
	"strings"
)

// compareNames compares texts as a person sorts them: numbers in them by value, so that a2 is before
// a10, and everything else byte by byte. Different texts are never equal.
func compareNames(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		p, q := token(a, i), token(b, j)
		if p.end == 0 || q.end == 0 {
			if c := cmp.Compare(a[i], b[j]); c != 0 {
				return c
			}
			i, j = i+1, j+1
			continue
		}
		if c := cmp.Or(cmp.Compare(len(p.whole), len(q.whole)), cmp.Compare(p.whole, q.whole), cmp.Compare(p.fraction, q.fraction)); c != 0 {
			return c
		}
		i, j = p.end, q.end
	}
	return cmp.Or(cmp.Compare(len(a)-i, len(b)-j), cmp.Compare(a, b))
}

// numeral is a number in a text: its digits before the decimal point without leading zeros, and the
// digits after it without trailing zeros. It ends before end, which is 0 if there is no number.
type numeral struct {
	whole, fraction string
	end             int
}

// token returns the number that begins at a place of a text. A point with digits on both sides is a
// decimal point, unless there is a second one, as in versions.
func token(s string, at int) (n numeral) {
	end := at + leading(s[at:])
	if end == at {
		return n
	}
	n = numeral{strings.TrimLeft(s[at:end], "0"), "", end}
	if at >= 2 && s[at-1] == '.' && isDigit(s[at-2]) || end == len(s) || s[end] != '.' {
		return n
	}
	after := end + 1 + leading(s[end+1:])
	if after == end+1 || after+1 < len(s) && s[after] == '.' && isDigit(s[after+1]) {
		return n
	}
	n.fraction, n.end = strings.TrimRight(s[end+1:after], "0"), after
	return n
}

// leading returns the number of digits that a text begins with.
func leading(s string) (n int) {
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
