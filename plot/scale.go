package plot

import (
	"fmt"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/frontier"
)

// extent is the part of the (h, i) plane that a picture shows, in bits.
type extent struct{ hLo, hHi, iLo, iHi float64 }

// Bounds of what can be drawn. An entropy in bits is at most the logarithm of
// the number of rows, so a larger value is a damaged file; and an axis shorter
// than minSpan would show rounding errors.
const (
	maxBits = 1e6
	minSpan = 1e-9
)

// extentOf returns the extent of all points and the origin. It is never empty,
// not even for a frontier of one point or none. O(points).
func extentOf(f *frontier.Frontier) (extent, error) {
	var e extent
	for n := range f.Len() {
		p := f.At(n)
		if math.Abs(p.H) > maxBits || math.Abs(p.I) > maxBits {
			return extent{}, fmt.Errorf("point %d at h %g, i %g is no clustering's: values in bits stay below %g",
				n, p.H, p.I, maxBits)
		}
		e.hLo, e.hHi = min(e.hLo, p.H), max(e.hHi, p.H)
		e.iLo, e.iHi = min(e.iLo, p.I), max(e.iHi, p.I)
	}
	if e.hHi-e.hLo < minSpan {
		e.hHi = e.hLo + 1
	}
	if e.iHi-e.iLo < minSpan {
		e.iHi = e.iLo + 1
	}
	return e, nil
}

// scale maps bits to a coordinate: lo to from, hi to to. An axis that grows to
// the left has from on the right.
type scale struct{ lo, hi, from, to float64 }

func (s scale) at(v float64) float64 {
	// The conversions forbid fused operations, so that every machine places a
	// point alike.
	t := (v - s.lo) / (s.hi - s.lo)
	return float64(s.from*(1-t)) + float64(s.to*t)
}

// tick is a marked value of an axis.
type tick struct {
	value float64
	label string
}

// ticks returns the multiples of a round step, 1, 2 or 5 times a power of ten,
// from lo to hi: at most most of them, which must be 2 or more, and at least 2.
func ticks(lo, hi float64, most int) []tick {
	// Between most steps and most ticks lies one end, so the step is chosen for
	// one step fewer.
	exponent := int(math.Floor(math.Log10((hi - lo) / float64(most-1))))
	for {
		for _, m := range []float64{1, 2, 5} {
			// The slack keeps an end that rounding has moved off its multiple.
			first := math.Ceil(decimal(lo/m, -exponent) - 1e-9)
			last := math.Floor(decimal(hi/m, -exponent) + 1e-9)
			if int(last-first)+1 > most {
				continue
			}
			marks := make([]tick, 0, most)
			for n := first; n <= last; n++ {
				v := decimal(n*m, exponent)
				marks = append(marks, tick{v, tickLabel(v, -exponent)})
			}
			return marks
		}
		exponent++
	}
}

// decimal returns v times 10^exponent. Division by a power of ten, unlike
// multiplication with its reciprocal, gives the double that is nearest to a
// short decimal number.
func decimal(v float64, exponent int) float64 {
	if exponent < 0 {
		return v / math.Pow10(-exponent)
	}
	return v * math.Pow10(exponent)
}

// tickLabel writes v with the given number of decimals, or, where that would
// take more than six, in scientific notation.
func tickLabel(v float64, decimals int) string {
	if decimals > 6 && v != 0 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', max(decimals, 0), 64)
}
