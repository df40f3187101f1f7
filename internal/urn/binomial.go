// Package urn draws numbers of records at random: the number of successful trials (binomial.go), and the numbers of
// records of each kind among chosen records (hypergeometric.go). The numbers are the same on every machine.
package urn

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/random"
)

// Stream is a sequence of random counts.
type Stream struct{ *random.Stream }

// smallMean is the least mean of a binomial distribution for which the constants of
// rejection hold; below it, waiting is as fast.
const smallMean = 10

// Binomial returns the number of n trials that succeed, each with probability mass/rest. All three are whole
// numbers, n and mass at least 1. Here and below, a product that is added to something is converted to float64, so
// that no machine fuses the two operations and draws other numbers.
func (s *Stream) Binomial(n, mass, rest float64) float64 {
	other := rest - mass
	switch {
	case other == 0:
		return n
	case other < mass:
		return n - s.Binomial(n, other, rest)
	}
	p := mass / rest
	if n*p < smallMean {
		return s.wait(n, p)
	}
	r := newRejection(n, p)
	return r.draw(s)
}

// wait draws the waiting times between successes, which are geometric, until n trials
// are over (Devroye, Non-Uniform Random Variate Generation, 1986, chapter X.4).
// O(1 + n p).
func (s *Stream) wait(n, p float64) (successes float64) {
	failure := log2Failure(p)
	trials := 0.0
	for {
		trials += 1 + math.Floor(plogp.Log2(s.Uniform())/failure)
		if trials > n {
			return successes
		}
		successes++
	}
}

// log2Failure returns log2(1-p) for p up to 1/2, accurate even for a p so small that
// 1-p is rounded.
func log2Failure(p float64) float64 {
	if p > 0x1p-8 {
		return plogp.Log2(1 - p)
	}
	// log(1-p) = -2 artanh(p/(2-p)); the next term is below 2^-75 of the first.
	v := p / (2 - p)
	z := v * v
	series := 1 + float64(z*(1.0/3+float64(z*(1.0/5+float64(z/7)))))
	return -2 * math.Log2E * v * series
}

// rejection draws from a binomial distribution with p up to 1/2 and mean n p of at least
// 10 in constant time. It is algorithm BTRS, transformed rejection with squeeze (Hörmann
// 1993, doi:10.1080/00949659308811496): uniform numbers u and v give k = G(u), which is
// accepted if v alpha <= G'(u) f(k)/f(mode), where f is the distribution.
type rejection struct {
	n, mean, mode     float64
	a, b, centre      float64 // G(u) = (2a/(1/2-|u|) + b) u + mode + centre, rounded down
	alpha, squeeze    float64
	log2Mode          float64 // log2 f(mode) up to a constant, if it is known
	log2ModeAvailable bool
}

func newRejection(n, p float64) rejection {
	r := rejection{n: n, mean: float64(n * p)}
	r.mode = math.Floor((n + 1) * p)
	sigma := math.Sqrt(r.mean * (1 - p))
	r.b = 1.15 + float64(2.53*sigma)
	r.a = -0.0873 + float64(0.0248*r.b) + float64(0.01*p)
	r.centre = r.mean - r.mode + 0.5
	r.alpha = (2.83 + 5.1/r.b) * sigma
	r.squeeze = 0.92 - 4.2/r.b
	return r
}

// squeezeEdge is the least distance of u from the ends of its range at which v is accepted without computing f.
const squeezeEdge = 0.07

func (r *rejection) draw(s *Stream) float64 {
	for {
		u, v := s.Uniform()-0.5, s.Uniform()
		edge := 0.5 - math.Abs(u)
		k := r.at(u, edge)
		switch {
		case edge >= squeezeEdge && v <= r.squeeze:
			return k
		case k < 0 || k > r.n:
		case plogp.Log2(v*r.alpha/r.slope(edge)) <= r.log2(k):
			return k
		}
	}
}

// at returns G(u), and slope G'(u); edge is 1/2 - |u|.
func (r *rejection) at(u, edge float64) float64 {
	// The mode is added last: it may be so large that a sum with it loses fractions.
	return r.mode + math.Floor(float64((2*r.a/edge+r.b)*u)+r.centre)
}

func (r *rejection) slope(edge float64) float64 { return r.a/float64(edge*edge) + r.b }

// log2 returns log2 f(k)/f(mode).
func (r *rejection) log2(k float64) float64 {
	if !r.log2ModeAvailable {
		r.log2Mode, r.log2ModeAvailable = r.log2Mass(r.mode), true
	}
	return r.log2Mass(k) - r.log2Mode
}

// log2Mass returns log2 f(k) up to a term that depends on n alone. Stirling's formula
// leaves a sum of small terms that do not cancel (Loader, Fast and accurate computation
// of binomial probabilities, 2000).
func (r *rejection) log2Mass(k float64) float64 {
	off := k - r.mean
	return -stirling(k) - stirling(r.n-k) - deviance(k, r.mean, off) - deviance(r.n-k, r.n-r.mean, -off)
}

// stirling returns log2 k! - k log2 (k/e).
func stirling(k float64) float64 {
	const direct = 16 // below it, factorials are exact and quick to compute
	if k < direct {
		factorial := 1.0
		for i := 2.0; i <= k; i++ {
			factorial *= i
		}
		return plogp.Log2(factorial) - plogp.PLog2P(k) + float64(k*math.Log2E)
	}
	z := 1 / (k * k)
	series := 1.0/12 - float64(z*(1.0/360-float64(z*(1.0/1260-float64(z*(1.0/1680-float64(z/1188)))))))
	return float64(0.5*plogp.Log2(2*math.Pi*k)) + float64(series/k*math.Log2E)
}

// deviance returns x log2(x/mean) - (x - mean) log2 e; off is x - mean.
func deviance(x, mean, off float64) float64 {
	if x == 0 {
		return float64(mean * math.Log2E)
	}
	v := off / (x + mean)
	if math.Abs(v) > 0.1 {
		return float64(x*plogp.Log2(x/mean)) - float64(off*math.Log2E)
	}
	// off v + 2 x (v^3/3 + v^5/5 + ...)
	sum, term, z := float64(off*v), 2*x*v, v*v
	for i := 3.0; i <= 19; i += 2 {
		term *= z
		sum += term / i
	}
	return float64(sum * math.Log2E)
}
