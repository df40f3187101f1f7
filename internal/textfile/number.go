package textfile

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrNotNumber is wrapped by errors for text where a number is expected.
var ErrNotNumber = errors.New("is not a number")

// ErrNegative is wrapped by errors for a number below zero where a count is expected.
var ErrNegative = errors.New("is negative")

// ParseNumber parses a decimal number with space around it. The error completes a message that
// starts with the name of the field.
func ParseNumber(text string) (float64, error) {
	trimmed := strings.TrimSpace(text)
	n, err := strconv.ParseFloat(trimmed, 64)
	switch {
	case trimmed == "":
		return 0, errors.New("is empty where a number must stand")
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("is %s, which is too large", Shown(text))
	case err != nil || strings.ContainsAny(text, "_xX"):
		return 0, fmt.Errorf("is %s, which %w", Shown(text), ErrNotNumber)
	}
	return n, nil
}

// WithPoint returns the text of a number with a decimal point in place of its decimal mark. A text
// with a point where the decimal mark is a comma becomes text that is not a number.
func WithPoint(text, decimal string) string {
	if decimal != "," {
		return text
	}
	if strings.Contains(text, ".") {
		return strings.ReplaceAll(text, ".", "'") // a point may be between thousands
	}
	return strings.Replace(text, ",", ".", 1)
}

// ParseCount parses a number that is finite and not negative: a weight, or a count, which is written in
// digits alone. Errors are as for ParseNumber.
func ParseCount(text string) (float64, error) {
	n, err := ParseNumber(text)
	if err != nil {
		return 0, err
	}
	if digits := strings.TrimPrefix(strings.TrimSpace(text), "+"); n >= MaxCount && strings.Trim(digits, "0123456789") == "" {
		return 0, fmt.Errorf("is %s, which is too large for a count: counts are below 2^53 (9007199254740992). If it is no count but a weight, write it with an exponent, as %s",
			Shown(text), strconv.FormatFloat(n, 'e', -1, 64))
	}
	return n, CheckCount(n)
}

// ParseCountBy is ParseCount for a number with a decimal mark.
func ParseCountBy(text, decimal string) (float64, error) {
	n, err := ParseCount(WithPoint(text, decimal))
	if decimal == "," && errors.Is(err, ErrNotNumber) { // in the words of the file
		err = fmt.Errorf("is %s, which %w with a decimal comma", Shown(text), ErrNotNumber)
	}
	return n, err
}

// MaxCount is above all counts: sums of whole numbers are exact below it.
const MaxCount = 1 << 53

// CheckCount returns an error as for ParseNumber if n is negative or not finite.
func CheckCount(n float64) error {
	if n < 0 && !math.IsInf(n, 0) {
		return fmt.Errorf("is %g, which %w", n, ErrNegative)
	}
	return CheckFinite(n)
}

// CheckStored is CheckCount for a number that is not stored as text; whole is true if its type has only whole
// numbers.
func CheckStored(n float64, whole bool) error {
	if whole && n >= MaxCount {
		return fmt.Errorf("is about %g, which is too large for a count: counts are below 2^53 (9007199254740992). If the numbers are no counts but weights, store them as floats", n)
	}
	return CheckCount(n)
}

// CheckFinite returns an error as for ParseNumber if v is not finite.
func CheckFinite(v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("is %g, which is not a finite number", v)
	}
	return nil
}

// Decimal parses a decimal number. It accepts no hexadecimal or infinite numbers and no NaN.
func Decimal(s string) (v float64, ok bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c == '+', c == '-', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}

// Exact reports whether a whole number survives being read as a number and written again, which identifiers of
// 19 digits do not. Other texts are exact.
func Exact(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(text), "+")
	if digits := strings.TrimPrefix(text, "-"); len(digits) < len("9007199254740993") || strings.Trim(digits, "0123456789") != "" {
		return true
	}
	number, ok := Decimal(text)
	return !ok || math.Abs(number) < 1<<53 || string(AppendFloat(nil, number, 64)) == text
}

// AppendFloat appends the shortest number that reads back the same, without an exponent unless it
// is very large or small: 1, not 1.0 or 1e+00.
func AppendFloat(dst []byte, f float64, bits int) []byte {
	if size := max(f, -f); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(dst, f, 'e', -1, bits)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, bits)
}

// shareRounding is the largest rounding error of a share that is 1.
const shareRounding = 1e-9

// Percent returns a share in percent with a number of decimals. Shares below 1 are never 100 %.
func Percent(share float64, decimals int) string {
	if share < 1-shareRounding {
		share = min(share, 1-math.Pow10(-2-decimals))
	}
	return strconv.FormatFloat(100*share, 'f', decimals, 64) + " %"
}

// Short writes a number with up to four significant digits, and a power of ten below 1e-6, as JavaScript does.
func Short(v float64) string {
	const tiny = 1e-6
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	if short != 0 && math.Abs(short) < tiny {
		return strings.Replace(strconv.FormatFloat(short, 'e', -1, 64), "e-0", "e-", 1)
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// Thousands writes a whole number with commas between thousands.
func Thousands(n int64) string {
	digits := strconv.FormatInt(n, 10)
	if len(digits) <= 3 {
		return digits
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
