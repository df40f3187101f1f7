package robust

import (
	"errors"
	"math"
	"math/big"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
)

// moments are sums over draws of a point, in whole quanta of h and i. These are entropies
// below 32 bits, so a quantum count is below 2^53 and a product below 2^106. Sums are
// exact, and draws can be divided and added in any way.
type moments [5]int128 // of h, i, h h, i i and h i

const (
	sumH = iota
	sumI
	sumHH
	sumII
	sumHI
)

// add adds the point of a draw.
func (m *moments) add(p point) {
	h, i := int64(p.h/plogp.Quantum), int64(p.i/plogp.Quantum)
	m[sumH] = m[sumH].plus(product(h, 1))
	m[sumI] = m[sumI].plus(product(i, 1))
	m[sumHH] = m[sumHH].plus(product(h, h))
	m[sumII] = m[sumII].plus(product(i, i))
	m[sumHI] = m[sumHI].plus(product(h, i))
}

// spreadsOf returns the standard deviations of points over n draws, two or more. It is an error if
// the sums are impossible.
func spreadsOf(points []moments, n int) ([]frontier.Spread, error) {
	spreads := make([]frontier.Spread, len(points))
	v := newVariances(n)
	for p := range points {
		m := &points[p]
		hh, ii := v.of(m[sumHH], m[sumH], m[sumH]), v.of(m[sumII], m[sumI], m[sumI])
		if hh < 0 || ii < 0 {
			return nil, errors.New("a variance is negative")
		}
		s := frontier.Spread{DH: math.Sqrt(hh), DI: math.Sqrt(ii)}
		// Rounding must not make the covariance larger than it can be.
		limit := float64(s.DH * s.DI)
		s.Cov = min(max(v.of(m[sumHI], m[sumH], m[sumI]), -limit), limit)
		spreads[p] = s
	}
	return spreads, nil
}

// variances turns sums over n draws into variances.
type variances struct {
	n        big.Int
	divisor  float64 // n (n-1)
	xy, x, y big.Int // scratch space
}

func newVariances(n int) *variances {
	v := &variances{divisor: float64(int64(n) * int64(n-1))} // exact, as n is at most maxResamples
	v.n.SetInt64(int64(n))
	return v
}

// of returns the covariance of x and y, bit^2, from the sums of x y, of x and of y: (n sum xy -
// sum x sum y) / (n (n-1)), with an exact numerator.
func (v *variances) of(xy, x, y int128) float64 {
	xy.writeTo(&v.xy)
	x.writeTo(&v.x)
	y.writeTo(&v.y)
	v.xy.Mul(&v.xy, &v.n)
	v.xy.Sub(&v.xy, v.x.Mul(&v.x, &v.y))
	numerator, _ := v.xy.Float64()
	return numerator / v.divisor * (plogp.Quantum * plogp.Quantum)
}
