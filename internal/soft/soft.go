// Package soft computes the curve of the information bottleneck (Tishby, Pereira and Bialek 1999,
// arXiv:physics/0004057): the largest I(Z;Y) that a soft encoder p(z|x) of rate I(X;Z) can have.
//
// The Markov chain Z - X - Y gives I(Z;Y) = I(X;Y) - E D(p(y|x) || p(y|z)). For a beta, the best encoder therefore has the
// least R + beta E D, as in the theory of rate and distortion, and the distributions nu = p(y|z) may be chosen
// from all distributions of Y. The minimum is that of
//
//	-sum_x p(x) log2 Z_x,   Z_x = sum_z w_z 2^(-beta D(p(y|x) || nu_z)),
//
// which is convex in the weights w of all nu together. For given nu, Newton's method finds the weights (weights.go),
// and a nu improves the encoder if and only if G(nu) = sum_x p(x)/Z_x 2^(-beta D(p(y|x) || nu)) exceeds 1: such nu are
// found by the iterations of Blahut and Arimoto for one group (ascent.go), and are added (column generation, solve.go).
//
// By Jensen's inequality no encoder of rate R has more than
//
//	I(Z;Y) <= I(X;Y) + (R + sum_x p(x) log2 Z_x + log2 max G) / beta,
//
// so that the largest G bounds the curve (weak duality). Branch and bound finds it for 2 and 3 values of Y (certify.go).
// For more values, the largest G found says how good the encoder is as far as is known. Slopes 1/beta are chosen
// where the curve and the lines above it are farthest apart (curve.go), and encoders begin with the groups of their
// neighbours (annealing). docs/bound.md has measurements.
package soft

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

const (
	// DefaultSteps is the default of Options.Steps.
	DefaultSteps = 1 << 33
	// MostRows is the largest number of rows.
	MostRows = 1000
	// mostNumbers is the largest number of numbers in the groups of a certified curve.
	mostNumbers = 1 << 17
)

// Options limits the work of [Of].
type Options struct {
	// Steps is about the largest number of steps; 0 means [DefaultSteps]. A core takes some hundred million a second.
	Steps int64
	// Workers is the number of goroutines; 0 means one for each core. The result does not depend on it.
	Workers int
	// Hard are points (H, I) of clusterings of the rows, which are encoders, too.
	Hard []frontier.Corner
}

// Of returns the curve of a joint distribution of at most [MostRows] rows. It does not depend on the order of rows and
// columns. It is an error if there are more rows, if an option is negative, or if the context ends.
//
// O(k c) for each step of k groups, with c cells.
func Of(ctx context.Context, j *joint.Joint, o Options) (*frontier.SoftCurve, error) {
	workers, err := pool.Workers(o.Workers)
	switch {
	case err != nil:
		return nil, err
	case o.Steps < 0:
		return nil, fmt.Errorf("steps is %d, want 1 or more, or 0 for the default", o.Steps)
	case j.Rows() > MostRows:
		return nil, fmt.Errorf("the soft curve is computed for up to %d values of X, and there are %d: --min-count or --top-x keeps the frequent ones", MostRows, j.Rows())
	case o.Steps == 0:
		o.Steps = DefaultSteps
	}
	c := newCurve(arranged(j))
	if err := c.refine(ctx, o.Steps, workers); err != nil {
		return nil, err
	}
	certified, err := c.certify(ctx, workers)
	if err != nil {
		return nil, err
	}
	for _, p := range o.Hard {
		c.nodes = append(c.nodes, &node{rate: p.H, information: p.I})
	}
	c.envelope()
	s := &frontier.SoftCurve{Steps: o.Steps, Certified: certified}
	for k, b := range c.hull {
		if k > 0 {
			if a := c.hull[k-1]; certified { // a reader of the file has these lines only
				c.lines = c.linesOf(a, b)
			}
			s.Gap = max(s.Gap, c.gap(c.hull[k-1], b))
		}
		p := frontier.SoftPoint{Rate: b.rate, I: b.information}
		if b.e != nil {
			p.Beta, p.Slack = b.e.beta, b.e.excess*b.slope
			if certified {
				p.Groups = b.e.groups(c.t)
			}
		}
		s.Points = append(s.Points, p)
	}
	return s, nil
}

// linesOf returns the lines of two points, and those of I <= R and I <= I(X;Y).
func (c *curve) linesOf(a, b *node) []*node {
	lines := []*node{{slope: 1}, {at0: c.t.ixy}}
	for _, p := range []*node{a, b} {
		if p.e != nil {
			lines = append(lines, p)
		}
	}
	return lines
}

// certify bounds the largest G of every point, and reports whether it could.
func (c *curve) certify(ctx context.Context, workers int) (bool, error) {
	if c.t.m > mostCertified {
		return false, nil
	}
	numbers := 0
	for _, p := range c.nodes {
		if p.e != nil {
			numbers += len(p.e.nu) * (c.t.m + 1)
		}
	}
	if numbers > mostNumbers {
		return false, nil
	}
	proved := make([]bool, len(c.nodes))
	err := pool.Each(ctx, workers, len(c.nodes), func(_, n int) error {
		if p := c.nodes[n]; p.e == nil {
			proved[n] = true
		} else if excess, ok := p.e.bound(c.t); ok {
			p.e.excess, proved[n] = excess, true
			p.at0 = c.t.ixy + float64((p.e.value(c.t)+excess)*p.slope)
		}
		return nil
	})
	all := true
	for _, ok := range proved {
		all = all && ok
	}
	return all, err
}

// groups returns the weights and the distributions of the groups, with columns in the order of the joint distribution.
func (e *encoder) groups(t *table) [][]float64 {
	var groups [][]float64
	for k, nu := range e.nu {
		g := make([]float64, 1+t.m)
		g[0] = min(e.weight[k], 1)
		for place, p := range nu {
			g[1+t.order[place]] = min(p, 1)
		}
		groups = append(groups, g)
	}
	return groups
}
