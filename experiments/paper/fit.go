package main

import "math"

// fit is a power law y = factor x^exponent.
type fit struct {
	exponent float64
	// deviation is the standard error of the exponent, as if the distances of the points from
	// the line were independent errors of equal size. They are mostly curvature, so it says
	// how straight the line is, and not how well the limit of large x is known.
	deviation float64
	factor    float64
}

// fitPower fits a power law to three or more points of positive coordinates, by least
// squares of the logarithms. O(points).
func fitPower(x, y []float64) fit {
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
	f := fit{exponent: xy / xx}
	var rest float64
	for k := range x {
		d := math.Log(y[k]) - my - f.exponent*(math.Log(x[k])-mx)
		rest += d * d
	}
	f.deviation = math.Sqrt(rest / (n - 2) / xx)
	f.factor = math.Exp(my - f.exponent*mx)
	return f
}

// geometric returns the geometric mean of positive numbers.
func geometric(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// moments returns the mean and the standard deviation of a sample, 0 if it has one value.
func moments(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		deviation += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(deviation / max(n-1, 1))
}
