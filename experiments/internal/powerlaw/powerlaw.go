// Package powerlaw fits powers to measured numbers, and has the means of such numbers.
package powerlaw

import (
	"fmt"
	"math"
)

// Fit is a power law y = Factor x^Exponent.
type Fit struct {
	Exponent float64
	// Deviation is the standard error of the exponent, as if the distances of the points from
	// the line were independent errors of equal size. They are mostly curvature, so it says
	// how straight the line is, and not how well the limit of large x is known.
	Deviation float64
	Factor    float64
}

// Of fits a power law to three or more points of positive coordinates, by least
// squares of the logarithms. O(points).
func Of(x, y []float64) Fit {
	n := float64(len(x))
	var mx, my float64
	for k := range x {
		mx += math.Log(x[k]) / n
		my += math.Log(y[k]) / n
	}
	var xx, xy float64
	for k := range x {
		dx := math.Log(x[k]) - mx
		xx += dx * dx
		xy += dx * (math.Log(y[k]) - my)
	}
	f := Fit{Exponent: xy / xx}
	var rest float64
	for k := range x {
		d := math.Log(y[k]) - my - f.Exponent*(math.Log(x[k])-mx)
		rest += d * d
	}
	f.Deviation = math.Sqrt(rest / (n - 2) / xx)
	f.Factor = math.Exp(my - f.Exponent*mx)
	return f
}

// At returns y at x.
func (f Fit) At(x float64) float64 { return f.Factor * math.Pow(x, f.Exponent) }

// String writes the exponent with its standard error, for a power of n.
func (f Fit) String() string { return fmt.Sprintf("n^%.2f ± %.2f", f.Exponent, f.Deviation) }

// Geometric returns the geometric mean of positive numbers.
func Geometric(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// Moments returns the mean and the standard deviation of a sample, 0 if it has one value.
func Moments(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(deviation / max(n-1, 1))
}
