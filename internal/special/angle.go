package special

import "math"

// Angle returns the angle in radians, from 0 to pi/2, between the first axis and the point (x, y),
// for x and y that are not negative: atan(y/x), to within a few units in the last place. It is 0
// at the origin.
func Angle(x, y float64) float64 {
	switch {
	case y == 0:
		return 0
	case x == y: // also where both are infinite
		return math.Pi / 4
	case y > x:
		return math.Pi/2 - arctangent(x/y)
	}
	return arctangent(y / x)
}

// arctangent returns atan(t) for t from 0 to 1. The tangent of half the angle is t/(1+sqrt(1+t^2)). The tangent of
// a quarter is below 0.2, where the series t - t^3/3 + t^5/5 - ... needs twelve terms.
func arctangent(t float64) float64 {
	for range 2 {
		t /= 1 + math.Sqrt(1+float64(t*t))
	}
	square := float64(t * t)
	var sum float64
	for n := 23; n >= 1; n -= 2 {
		sum = 1/float64(n) - float64(square*sum)
	}
	return float64(4 * float64(t*sum))
}
