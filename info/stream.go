package info

import (
	"math"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/special"
)

// stream is a sequence of random numbers with several distributions.
type stream struct{ *random.Stream }

// newStream returns the k-th stream of a seed.
func newStream(seed, k uint64) *stream { return &stream{random.New(seed, k)} }

// normal returns a standard normal number, by the polar method (Marsaglia and Bray
// 1964, doi:10.1137/1006063).
func (s *stream) normal() float64 {
	for {
		u, v := 2*s.Uniform()-1, 2*s.Uniform()-1
		square := float64(u*u) + float64(v*v)
		if square < 1 {
			return float64(u * math.Sqrt(-2*special.Ln(square)/square))
		}
	}
}

// lnGamma returns the logarithm of a number with the gamma distribution of a shape above 0
// and scale 1 (Marsaglia and Tsang 2000, doi:10.1145/358407.358414). For a small shape the
// number itself can be too small for a float64.
func (s *stream) lnGamma(shape float64) float64 {
	if shape < 1 {
		// A gamma number of shape+1 times U^(1/shape), U uniform, has the smaller shape.
		boost := special.Ln(s.Uniform()) / shape
		return s.lnGamma(shape+1) + boost
	}
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := s.normal()
		root := 1 + float64(c*x)
		if root <= 0 {
			continue
		}
		lnV := float64(3 * special.Ln(root))
		v := float64(float64(root*root) * root)
		if special.Ln(s.Uniform()) < float64(0.5*float64(x*x))+float64(d*(1-v+lnV)) {
			return special.Ln(d) + lnV
		}
	}
}

// dirichlet fills p with probabilities from a Dirichlet distribution with the
// parameters counts[i] + beta.
func (s *stream) dirichlet(p, counts []float64, beta float64) {
	highest := math.Inf(-1)
	for i, n := range counts {
		p[i] = s.lnGamma(n + beta)
		highest = max(highest, p[i])
	}
	var sum float64
	for i, l := range p {
		p[i] = special.Exp(l - highest)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}
