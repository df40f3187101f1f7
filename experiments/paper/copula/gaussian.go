package copula

import "math"

// Gaussian is the copula of two normal coordinates of correlation Rho, between -0.95 and
// 0.95.
type Gaussian struct{ Rho float64 }

// tail returns Q(x), the probability of a normal number above x.
func tail(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }

// density returns the density of a normal number.
func density(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

// Quadrant returns the probability that both coordinates are above x and y, by Plackett's
// integral over the correlation (Drezner and Wesolowsky 1990,
// doi:10.1080/00949659008811236),
//
//	Q(x) Q(y) + 1/(2 pi) int_0^asin(rho) exp(-(x^2 + y^2 - 2 x y sin t) / (2 cos^2 t)) dt.
func (g Gaussian) Quadrant(x, y float64) float64 {
	half := math.Asin(g.Rho) / 2
	var sum float64
	for k, node := range nodes {
		sin, cos := math.Sincos(half * (1 + node))
		sum += weights[k] * math.Exp((2*x*y*sin-x*x-y*y)/(2*cos*cos))
	}
	return tail(x)*tail(y) + half*sum/(2*math.Pi)
}

// above returns the probability that the second coordinate is above y, given the first.
func (g Gaussian) above(y, x float64) float64 {
	return tail((y - g.Rho*x) / math.Sqrt(1-g.Rho*g.Rho))
}

// Area implements [Copula].
func (g Gaussian) Area(s float64) float64 {
	return g.integrate(s, func(_, y float64) float64 { return tail(y) })
}

// Mass implements [Copula].
func (g Gaussian) Mass(s float64) float64 {
	return g.integrate(s, func(x, y float64) float64 { return g.above(y, x) })
}

// integrate returns the integral over x of the density of x times the weight of the points above
// the border of the region S <= s, which is at height y.
//
// Where Q(x) <= s, all points are in the region. For smaller x, y falls from the quantile of s,
// for the lowest x, to minus infinity.
func (g Gaussian) integrate(s float64, weigh func(x, y float64) float64) float64 {
	if s >= 1 {
		return 1
	}
	const lowest, panels = -9.0, 6
	end := quantile(s)
	sum, y := s, quantile(s)
	width := (end - lowest) / panels
	for p := range panels {
		for k, node := range nodes {
			x := lowest + width*(float64(p)+(1+node)/2)
			y = g.border(x, s, y)
			sum += width / 2 * weights[k] * density(x) * weigh(x, y)
		}
	}
	return sum
}

// quantile returns the x with Q(x) = s, by Newton's method on ln Q, which is concave.
func quantile(s float64) float64 {
	if s > 0.5 {
		return -quantile(1 - s)
	}
	var x float64
	for range 50 {
		q := tail(x)
		step := math.Log(q/s) * q / density(x)
		x += step
		if math.Abs(step) < 1e-13 {
			break
		}
	}
	return x
}

// border returns the y with S = s at x, where Q(x) > s, given a start that is not below it.
// Newton's method on ln S, which is concave, cannot overshoot from there by more than one
// step.
func (g Gaussian) border(x, s, y float64) float64 {
	for range 50 {
		q := g.Quadrant(x, y)
		// d/dy of the probability of both above is the density at y of the first above x.
		slope := density(y) * g.above(x, y)
		step := q / slope * math.Log(q/s)
		if !(q > 0) || math.IsNaN(step) {
			step = -1 // so far out that the density is 0 in floating point
		}
		y += max(-2, min(2, step))
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	return y
}

// nodes and weights are the Gauss-Legendre rule of 32 points on [-1, 1].
var nodes, weights = legendre(32)

// legendre returns a Gauss-Legendre rule: the roots of the Legendre polynomial, by Newton's
// method from their asymptotic places.
func legendre(n int) (x, w []float64) {
	x, w = make([]float64, n), make([]float64, n)
	for k := range n {
		t := -math.Cos(math.Pi * (float64(k) + 0.75) / (float64(n) + 0.5))
		var slope float64
		for range 10 {
			p, before := 1.0, 0.0
			for d := range n {
				p, before = (float64(2*d+1)*t*p-float64(d)*before)/float64(d+1), p
			}
			slope = float64(n) * (t*p - before) / (t*t - 1)
			t -= p / slope
		}
		x[k], w[k] = t, 2/((1-t*t)*slope*slope)
	}
	return x, w
}
