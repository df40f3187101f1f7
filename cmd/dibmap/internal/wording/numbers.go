// Package wording writes numbers and labels for people: thousands separated, shares in
// percent, labels quoted where they would be ambiguous, clusters cut to a width.
package wording

import (
	"math"
	"strconv"

	"github.com/dibmap/dibmap/internal/textfile"
)

// Number writes a whole number with commas between thousands.
func Number[N int | int64](n N) string { return textfile.Thousands(int64(n)) }

// Plural writes a number with its noun: "1 point", "2 points".
func Plural[N int | int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Number(n) + " " + noun
}

// AreOrIs returns the verb for n things: "1 unit is", "2 units are".
func AreOrIs(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// Corrected writes the corrected I(X;Y) of a column or, where most of I(X;Y) may be chance, what chance gives.
func Corrected(corrected, chance *float64) string {
	switch {
	case chance != nil:
		return "chance " + Bits(*chance)
	case corrected != nil:
		return Bits(*corrected)
	}
	return "-"
}

// Bits writes a number of bits with four decimals.
func Bits(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

// Limit writes a number of bits as a limit, with up to four significant digits.
func Limit(v float64) string { return textfile.Short(v) }

// Level writes a quantity with three digits of a typical deviation of such quantities.
func Level(v, deviation float64) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case deviation < 1e-6 || math.Abs(v) >= 1e12:
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	digits := 0
	for d := deviation; d < 100 && digits < 8; d *= 10 {
		digits++
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// Share writes a part of a whole in percent. It writes "-" if the whole is not positive, or if the
// part is below 0 or above the whole, beyond rounding, as estimates may be.
func Share(part, whole float64) string {
	const rounding = 1e-9
	share := part / whole
	if !(whole > 0) || !(share >= -rounding && share <= 1+rounding) {
		return "-"
	}
	return textfile.Percent(min(max(share, 0), 1), 1)
}
