//go:build !js

package soft

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

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
