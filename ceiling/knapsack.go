package ceiling

import "math"

// knapsack holds rows by their value for their mass, in classes of a sixteenth of an octave. The
// value of a class is rounded up, so that no filling of the knapsack has a larger value.
type knapsack struct {
	mass, value [classes]float64
	top         int // the highest class that is not empty
}

// Class 0 is for rates up to 2^-32, and the last class for rates from 2^32 on, which are rare.
const (
	perOctave = 16
	lowest    = -32
	highestAt = 32
	classes   = (highestAt-lowest)*perOctave + 2
	shift     = 52 - 4 // leaves four binary digits of the mantissa
)

// class returns the class of a rate.
func class(rate float64) int {
	const first = (1023 + lowest) * perOctave
	return max(0, min(int(math.Float64bits(rate)>>shift)-first+1, classes-1))
}

// rate returns a rate that no row in a class exceeds, except in the last class.
func rate(class int) float64 {
	const first = (1023 + lowest) * perOctave
	return math.Float64frombits(uint64(class+first) << shift)
}

func (k *knapsack) empty() { *k = knapsack{} }

// add adds a row.
func (k *knapsack) add(mass, value float64) {
	c := class(value / mass)
	k.mass[c] += mass
	k.value[c] += value
	k.top = max(k.top, c)
}

// fill fills the knapsack up to the capacity, from the highest class on. It returns the mass and
// the value of the classes that fit in as a whole, and the highest rate and the number of the next
// class. For any capacity w, no part of the rows of mass w has a value above value + rate (w -
// mass).
func (k *knapsack) fill(capacity float64) (mass, value, highest float64, critical int) {
	for c := k.top; c >= 0; c-- {
		if mass+k.mass[c] > capacity {
			return mass, value, k.highest(c), c
		}
		mass += k.mass[c]
		value += k.value[c]
	}
	return mass, value, 0, -1
}

// highest returns a rate that no row in a class exceeds.
func (k *knapsack) highest(class int) float64 {
	if class == classes-1 {
		return 0x1p200
	}
	return rate(class)
}

// part returns the part of a class with the given mass.
func (k *knapsack) part(class int, mass float64) float64 {
	if class < 0 {
		return 0
	}
	return max(0, min(mass/k.mass[class], 1))
}
