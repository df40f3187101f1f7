package plot

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// extent is the part of the (h, i) plane that a picture shows.
type extent struct{ hLo, hHi, iLo, iHi float64 }

// Bounds of what can be drawn. An entropy in bits is at most the logarithm of
// the number of rows, so a larger value is a damaged file; numbers without a unit
// may be anything, up to where few digits are left for what lies between them. An
// axis shorter than minSpan would show rounding errors.
const (
	maxBits  = 1e6
	maxValue = 1e12
	minSpan  = 1e-9
)

// extentOf returns the extent of all points. It holds the origin and, where an
// objective is a share, 1 too, unless nothing is known of what the objectives
// measure: what a problem of a user's own has at zero may be far from its points.
// The extent is never empty, not even for a frontier of one point or none.
// O(points).
func extentOf(f *frontier.Frontier) (extent, error) {
	e, err := bareExtentOf(f)
	return e.widened(), err
}

// bareExtentOf returns the extent of all points as it is, maybe empty. O(points).
func bareExtentOf(f *frontier.Frontier) (extent, error) {
	h, i := f.Problem.Axes()
	var e extent
	known := h.Unit != ""
	if i.Share {
		e.iHi = 1
	}
	for n := range f.Len() {
		p := f.At(n)
		if err := checkRange(n, p, known); err != nil {
			return extent{}, err
		}
		if n == 0 && !known {
			e = extent{p.H, p.H, p.I, p.I}
		}
		e = e.with(extent{p.H, p.H, p.I, p.I})
	}
	return e, nil
}

// with returns the extent that holds both.
func (e extent) with(o extent) extent {
	return extent{min(e.hLo, o.hLo), max(e.hHi, o.hHi), min(e.iLo, o.iLo), max(e.iHi, o.iHi)}
}

// widened returns the extent with no axis too short to show anything.
func (e extent) widened() extent {
	return extent{e.hLo, widened(e.hLo, e.hHi), e.iLo, widened(e.iLo, e.iHi)}
}

// checkRange returns an error if point n is out of range. known tells whether the
// objectives are those of a kind of problem that this module knows.
func checkRange(n int, p frontier.Point, known bool) error {
	large := max(math.Abs(p.H), math.Abs(p.I))
	switch {
	case known && large > maxBits:
		return fmt.Errorf("point %d at h %g, i %g is no clustering's: values in bits stay below %g", n, p.H, p.I, maxBits)
	case large > maxValue:
		return fmt.Errorf("point %d at h %g, i %g cannot be drawn: values must stay below %g", n, p.H, p.I, maxValue)
	}
	return nil
}

// widened returns hi, or if there is nothing between it and lo but rounding
// errors, a larger end of the axis.
func widened(lo, hi float64) float64 {
	size := max(1, math.Abs(lo), math.Abs(hi))
	if hi-lo < minSpan*size {
		return lo + size
	}
	return hi
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
	value float64 // on a logarithmic axis a power of ten
	label string
	power string // an exponent behind the label
	minor bool   // the mark is shorter, and has no label
}

// width returns the width of the label.
func (t tick) width() vg.Length {
	return textWidth(t.label, tickSize) + textWidth(t.power, powerSize)
}

// length returns the length of the mark.
func (t tick) length() vg.Length {
	if t.minor {
		return tickMark / 2
	}
	return tickMark
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
				marks = append(marks, tick{value: v, label: tickLabel(v, -exponent)})
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
// take more than six, or more than seven digits before them, in scientific
// notation.
func tickLabel(v float64, decimals int) string {
	if (decimals > 6 || math.Abs(v) > 10*maxBits) && v != 0 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	if v == 0 {
		return "0"
	}
	return strconv.FormatFloat(v, 'f', max(decimals, 0), 64)
}
