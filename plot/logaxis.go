package plot

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

const (
	// zeroRoom is the part of a logarithmic axis that the number 0 takes, which lies
	// infinitely far from all others.
	zeroRoom = 0.12
	// minorPitch is the least length of a decade that is divided; one of a sixth of that
	// is marked, if not labelled.
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

// ticks returns the ticks of an axis of the given length, labels at least about pitch
// apart.
func (a axis) ticks(length, pitch vg.Length) []tick {
	if !a.log {
		return ticks(a.lo, a.hi, tickCount(length, pitch))
	}
	lo := a.least()
	length *= vg.Length((a.hi - lo) / (a.hi - a.lo))
	marks := logTicks(lo, a.hi, length, pitch)
	if a.zero {
		marks = append([]tick{{value: a.lo, label: "0"}}, marks...)
	}
	return marks
}

// logTicks returns the ticks from 10^lo to 10^hi, at least a decade: powers of ten or,
// where there are few, also 2 and 5 times those; and minor ticks between them.
func logTicks(lo, hi float64, length, pitch vg.Length) []tick {
	const slack = 1e-9
	first, last := int(math.Ceil(lo-slack)), int(math.Floor(hi+slack))
	step, most := 1, tickCount(length, pitch)
	for _, step = range []int{1, 2, 3, 5, 10, 20, 50, 100, 200} {
		if (last-first)/step+1 <= most {
			break
		}
	}
	decade := length / vg.Length(hi-lo)
	fine := step == 1 && last-first < 2 && decade > 3*pitch
	var marks []tick
	for power := first - 1; power <= last; power++ {
		for digit := 1; digit <= 9; digit++ {
			t := tick{value: float64(power) + math.Log10(float64(digit))}
			switch {
			case t.value < lo-slack || t.value > hi+slack:
				continue
			case fine && (digit == 1 || digit == 2 || digit == 5):
				t.label, t.power = plainOrPower(digit, power)
			case digit == 1 && power%step == 0:
				t.label, t.power = powerOfTen(1, power)
			case digit == 1 && decade >= minorPitch/6 || decade >= minorPitch:
				t.minor = true
			default:
				continue
			}
			marks = append(marks, t)
		}
	}
	return marks
}

// powerOfTen writes digit times a power of ten, in a part on the line and one above.
func powerOfTen(digit, power int) (label, exponent string) {
	label = "10"
	if digit != 1 {
		label = strconv.Itoa(digit) + "×10"
	}
	switch {
	case power == 0:
		return strconv.Itoa(digit), ""
	case power == 1 && digit == 1:
		return label, ""
	}
	// The font has a minus sign, which is as long as a plus sign.
	return label, strings.Replace(strconv.Itoa(power), "-", "−", 1)
}

// plainOrPower writes numbers that are neither small nor large in digits.
func plainOrPower(digit, power int) (label, exponent string) {
	if power < -3 || power > 4 {
		return powerOfTen(digit, power)
	}
	return tickLabel(decimal(float64(digit), power), -power), ""
}
