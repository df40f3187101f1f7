package frontier

import (
	"fmt"
	"math"
)

// SoftCurve is what soft encoders p(z|x) can keep: the largest I(Z;Y) for each rate I(X;Z), which is the curve of the
// information bottleneck. It is concave, and linear between its points. Package internal/soft computes it.
type SoftCurve struct {
	// Steps is the number of steps that the computation was allowed.
	Steps int64 `json:"steps"`
	// Certified says that no encoder keeps more than Gap above the curve, at any rate, by branch and bound for
	// tables with 2 or 3 values of Y. Otherwise the curve is achieved, and Gap is what a search for better encoders
	// left open.
	Certified bool    `json:"certified"`
	Gap       float64 `json:"gap"`
	// Points are the corners of the curve by increasing Rate, from (0, 0) to I(X;Y).
	Points []SoftPoint `json:"points"`
}

// SoftPoint is an encoder, which puts x into group z in proportion to w_z 2^(-Beta D(p(y|x) || p_z)). All values are in bits.
type SoftPoint struct {
	Rate float64 `json:"rate"` // I(X;Z)
	I    float64 `json:"i"`    // I(Z;Y)
	// Beta is 0 for a hard clustering. Otherwise no encoder has an I(Z;Y) - I(X;Z)/Beta that is larger by more
	// than Slack, if the curve is certified.
	Beta  float64 `json:"beta,omitzero"`
	Slack float64 `json:"slack,omitzero"`
	// Groups has w_z and then p_z for each group z, with columns in the order of the table; nil if not certified.
	Groups [][]float64 `json:"groups,omitempty"`
}

// At returns the I(Z;Y) of the curve in bits at a rate in bits. O(points).
func (s *SoftCurve) At(rate float64) float64 {
	last := s.Points[0]
	for _, next := range s.Points[1:] {
		if next.Rate > rate {
			return last.I + float64(max(rate-last.Rate, 0)/(next.Rate-last.Rate)*(next.I-last.I))
		}
		last = next
	}
	return last.I
}

const (
	mostSoftPoints  = 1 << 12
	mostSoftNumbers = 1 << 17
)

// check returns an error if the curve is not as [SoftCurve] says, or if a point of the frontier is above it.
func (s *SoftCurve) check(f *Frontier) error {
	if s.Steps < 1 || len(s.Points) == 0 || len(s.Points) > mostSoftPoints || s.Points[0].Rate != 0 || !(s.Gap >= 0) {
		return fmt.Errorf("soft: %d points after %d steps, with a gap of %g; want 1 to %d points from rate 0", len(s.Points), s.Steps, s.Gap, mostSoftPoints)
	}
	slope, numbers := math.Inf(1), 0
	for n, p := range s.Points {
		if !(p.Rate >= 0 && p.I >= 0 && p.Beta >= 0 && p.Slack >= 0) || math.IsInf(p.Rate+p.I+p.Beta+p.Slack, 0) {
			return fmt.Errorf("soft.points[%d]: rate %g, i %g, beta %g, slack %g are not a point", n, p.Rate, p.I, p.Beta, p.Slack)
		}
		if n > 0 {
			last := s.Points[n-1]
			if !(p.Rate > last.Rate && p.I >= last.I) {
				return fmt.Errorf("soft.points[%d]: (rate %g, i %g) is not right of (rate %g, i %g)", n, p.Rate, p.I, last.Rate, last.I)
			}
			next := (p.I - last.I) / (p.Rate - last.Rate)
			if float64((next-slope)*(p.Rate-last.Rate)) > slack {
				return fmt.Errorf("soft.points[%d]: the curve is not concave at rate %g", n, last.Rate)
			}
			slope = next
		}
		for k, g := range p.Groups {
			if numbers += len(g); len(g) != f.Problem.M+1 || numbers > mostSoftNumbers {
				return fmt.Errorf("soft.points[%d].groups[%d] has %d numbers, want a weight and %d probabilities, and at most %d numbers in all", n, k, len(g), f.Problem.M, mostSoftNumbers)
			}
			for _, v := range g {
				if !(v >= 0 && v <= 1) {
					return fmt.Errorf("soft.points[%d].groups[%d] has %g, want numbers from 0 to 1", n, k, v)
				}
			}
		}
	}
	for e := range f.named() {
		if i := s.At(e.H); e.I > i+slack {
			return fmt.Errorf("%v: i is %g, above the soft curve, which is %g at rate %g", e, e.I, i, e.H)
		}
	}
	return nil
}
