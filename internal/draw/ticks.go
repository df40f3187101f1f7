package draw

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// Scale maps values to coordinates: Lo to From, and Hi to To. An axis that grows to the left
// has From on the right.
type Scale struct{ Lo, Hi, From, To float64 }

// At returns the coordinate of v.
func (s Scale) At(v float64) float64 {
	t := (v - s.Lo) / (s.Hi - s.Lo)
	return float64(s.From*(1-t)) + float64(s.To*t)
}

// Tick is a marked value of an axis.
type Tick struct {
	Value float64
	// Label may have an exponent in braces behind a ^: "10^{4}".
	Label string
	Minor bool // the mark is shorter, and has no label
}

// width returns the width of the label.
func (t Tick) width() vg.Length { return RaisedWidth(t.Label, TickSize) }

// length returns the length of the mark.
func (t Tick) length() vg.Length {
	if t.Minor {
		return TickMark / 2
	}
	return TickMark
}

// Ticks returns the multiples of a round step, 1, 2 or 5 times a power of ten, from lo to
// hi: at least 2 of them, and at most most, which must be 2 or more.
func Ticks(lo, hi float64, most int) []Tick {
	// There is one step less than ticks, so the step is chosen for most - 1 steps.
	exponent := int(math.Floor(math.Log10((hi - lo) / float64(most-1))))
	for {
		for _, m := range []float64{1, 2, 5} {
			// The slack keeps an end that rounding has moved away from its multiple.
			first := math.Ceil(Decimal(lo/m, -exponent) - 1e-9)
			last := math.Floor(Decimal(hi/m, -exponent) + 1e-9)
			if int(last-first)+1 > most {
				continue
			}
			marks := make([]Tick, 0, most)
			for n := first; n <= last; n++ {
				v := Decimal(n*m, exponent)
				marks = append(marks, Tick{Value: v, Label: TickLabel(v, -exponent)})
			}
			return marks
		}
		exponent++
	}
}

// NextRound returns the smallest number above k that is 1, 2 or 5 times a power of ten.
func NextRound(k int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range []int{1, 2, 5} {
			if m*unit > k {
				return m * unit
			}
		}
	}
}

// TickCount returns the number of ticks at distances of pitch that an axis has room for.
func TickCount(length, pitch vg.Length) int {
	return min(max(int(length/pitch)+1, 3), 15)
}

// Decimal returns v times 10^exponent. Division by a power of ten, unlike multiplication
// with its reciprocal, gives the double that is nearest to a short decimal number.
func Decimal(v float64, exponent int) float64 {
	if exponent < 0 {
		return v / math.Pow10(-exponent)
	}
	return v * math.Pow10(exponent)
}

// TickLabel writes v with the given number of decimals, or in scientific notation if there are
// more than six decimals or more than seven digits before them.
func TickLabel(v float64, decimals int) string {
	switch {
	case v == 0:
		return "0"
	case decimals > 6 || math.Abs(v) > 1e7:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', max(decimals, 0), 64)
}
