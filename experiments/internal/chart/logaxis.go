package chart

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// axis is the quantity and the range of an axis, before its placement.
type axis struct {
	name   string
	lo, hi float64   // powers of ten if it is logarithmic
	pitch  vg.Length // the least distance of labelled ticks, if they are narrow
	log    bool
	zero   bool // lo, on a logarithmic axis, is the place of the number 0
}

// placed returns the axis as package draw places it.
func (a axis) placed() draw.Axis {
	to := draw.Axis{Name: a.name, Lo: a.lo, Hi: a.hi, Pitch: a.pitch}
	if a.log {
		to.Ticks = a.ticks
	}
	return to
}

const (
	// minSpan is the least part of its size that a linear axis covers: less would show
	// rounding errors.
	minSpan = 1e-9
	// zeroRoom is the part of a logarithmic axis that is kept for the number 0.
	zeroRoom = 0.12
	// minorPitch is the least length of a decade that is divided. A decade of a sixth of that
	// length is marked, but not labelled.
	minorPitch = 6 * mm
)

// on returns where on the axis a number is: the number itself, or its power of ten. The
// number must have a place on the axis.
func (a axis) on(v float64) float64 {
	switch {
	case !a.log:
		return v
	case v == 0:
		return a.lo
	}
	return math.Log10(v)
}

// least returns the low end of the logarithmic part of the axis.
func (a axis) least() float64 {
	if a.zero {
		return a.lo + float64(zeroRoom*(a.hi-a.lo))
	}
	return a.lo
}

// ticks returns the ticks of a logarithmic axis of the given length, with labels about pitch
// or more apart.
func (a axis) ticks(length, pitch vg.Length) []draw.Tick {
	lo := a.least()
	length *= vg.Length((a.hi - lo) / (a.hi - a.lo))
	marks := logTicks(lo, a.hi, length, pitch)
	if a.zero {
		marks = append([]draw.Tick{{Value: a.lo, Label: "0"}}, marks...)
	}
	return marks
}

// logTicks returns the ticks from 10^lo to 10^hi, at least a decade: powers of ten or,
// where there are few, also 2 and 5 times those; and minor ticks between them.
func logTicks(lo, hi float64, length, pitch vg.Length) []draw.Tick {
	const slack = 1e-9
	first, last := int(math.Ceil(lo-slack)), int(math.Floor(hi+slack))
	step, most := 1, draw.TickCount(length, pitch)
	for _, step = range []int{1, 2, 3, 5, 10, 20, 50, 100, 200} {
		if (last-first)/step+1 <= most {
			break
		}
	}
	decade := length / vg.Length(hi-lo)
	fine := step == 1 && last-first < 2 && decade > 3*pitch
	var marks []draw.Tick
	for power := first - 1; power <= last; power++ {
		for digit := 1; digit <= 9; digit++ {
			t := draw.Tick{Value: float64(power) + math.Log10(float64(digit))}
			switch {
			case t.Value < lo-slack || t.Value > hi+slack:
				continue
			case fine && (digit == 1 || digit == 2 || digit == 5):
				t.Label = plainOrPower(digit, power)
			case digit == 1 && power%step == 0:
				t.Label = powerOfTen(1, power)
			case digit == 1 && decade >= minorPitch/6 || decade >= minorPitch:
				t.Minor = true
			default:
				continue
			}
			marks = append(marks, t)
		}
	}
	return marks
}

// powerOfTen writes digit times a power of ten, with a raised exponent.
func powerOfTen(digit, power int) string {
	switch label := strconv.Itoa(digit) + "×10"; {
	case power == 0:
		return strconv.Itoa(digit)
	case power == 1 && digit == 1:
		return "10"
	default:
		// A minus sign is as long as a plus sign.
		exponent := strings.Replace(strconv.Itoa(power), "-", "−", 1)
		return strings.TrimPrefix(label, "1×") + "^{" + exponent + "}"
	}
}

// plainOrPower writes numbers that are neither small nor large in digits.
func plainOrPower(digit, power int) string {
	if power < -3 || power > 4 {
		return powerOfTen(digit, power)
	}
	return draw.TickLabel(draw.Decimal(float64(digit), power), -power)
}
