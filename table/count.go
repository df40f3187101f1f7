package table

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// errNotNumber is wrapped by errors for text in the place of a number.
var errNotNumber = errors.New("is not a number")

// parseNumber parses a decimal number. Space around it does not matter. The error
// continues a message that starts with what should have held the number.
func parseNumber(text string) (float64, error) {
	trimmed := strings.TrimSpace(text)
	n, err := strconv.ParseFloat(trimmed, 64)
	switch {
	case trimmed == "":
		return 0, errors.New("is empty where a number must stand")
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("is %s, which is too large", shown(text))
	case err != nil || strings.ContainsAny(text, "_xX"):
		return 0, fmt.Errorf("is %s, which %w", shown(text), errNotNumber)
	}
	return n, nil
}

// parseCount parses a number of times: finite and not negative. Its errors are as
// those of parseNumber.
func parseCount(text string) (float64, error) {
	n, err := parseNumber(text)
	if err != nil {
		return 0, err
	}
	return checkedCount(n)
}

// checkedCount returns n, or the error of checkCount.
func checkedCount(n float64) (float64, error) { return n, checkCount(n) }

// checkCount returns an error like those of parseCount if n is no number of
// times.
func checkCount(n float64) error {
	if n < 0 && !math.IsInf(n, 0) {
		return fmt.Errorf("is %g, which is negative", n)
	}
	return checkFinite(n)
}

// checkFinite returns an error like those of parseNumber if v is not finite.
func checkFinite(v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("is %g, which is not a finite number", v)
	}
	return nil
}
