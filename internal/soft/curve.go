//go:build !js

package soft

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
)

// node is an achieved point of the curve, with a line I <= at0 + slope R that holds for all soft encoders
// up to what the search for a larger excess has missed.
type node struct {
	rate, information float64
	slope, at0        float64
	e                 *encoder // nil at the ends
	groups            [][]float64
}

// curve is the state of the computation.
type curve struct {
	t            *table
	nodes        []*node // that were found
	lines        []*node // that hold, by falling slope
	hull         []*node // the corners of the concave envelope of the nodes, by increasing rate
	closed       map[[2]*node]bool
	used, solved int64
	given        int // hints that were given
}

const (
	// mostPoints is the largest number of points.
	mostPoints = 400
	mostTurns  = 40
	// mostAgain is how often all points are looked at again.
	mostAgain = 4
	// mostHints is the largest number of hints, which are apart.
	mostHints = 512
	apart     = 0.02
)

// interval is a part of the curve between two neighbouring corners.
type interval struct {
	a, b *node
	gap  float64 // between the lines and the chord, in bits
}

// newCurve begins with the two ends: one group, and a group for each row.
func newCurve(t *table) *curve {
	c := &curve{t: t, closed: make(map[[2]*node]bool), given: len(t.hints)}
	first := &node{slope: 1, groups: [][]float64{t.columns}}
	last := &node{rate: t.hx, information: t.ixy, at0: t.ixy}
	if len(t.rows) <= mostWeighed {
		for x := range t.rows {
			last.groups = append(last.groups, t.distribution(x))
		}
	}
	c.nodes = []*node{first, last}
	c.lines = c.nodes
	c.envelope()
	return c
}

// envelope computes the corners of the concave envelope.
func (c *curve) envelope() {
	slices.SortStableFunc(c.nodes, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.rate, b.rate), cmp.Compare(b.information, a.information))
	})
	c.hull = c.hull[:0]
	for _, p := range c.nodes {
		if last := len(c.hull) - 1; last >= 0 && p.information <= c.hull[last].information {
			continue
		}
		for len(c.hull) > 1 {
			a, b := c.hull[len(c.hull)-2], c.hull[len(c.hull)-1]
			if float64((b.information-a.information)*(p.rate-a.rate)) > float64((p.information-a.information)*(b.rate-a.rate)) {
				break
			}
			c.hull = c.hull[:len(c.hull)-1]
		}
		c.hull = append(c.hull, p)
	}
}

// line returns the least of all lines at a rate.
func (c *curve) line(rate float64) float64 {
	least := c.t.ixy
	for _, l := range c.lines {
		least = min(least, l.at0+float64(l.slope*rate))
	}
	return least
}

// intervals returns the parts of the curve that may be more than the precision below the lines, those of the
// largest gap first.
func (c *curve) intervals() []interval {
	var all []interval
	for k, b := range c.hull[1:] {
		a := c.hull[k]
		if c.closed[[2]*node{a, b}] || !(b.rate > a.rate) {
			continue
		}
		if gap := c.gap(a, b); gap > c.t.care.precision {
			all = append(all, interval{a, b, gap})
		}
	}
	slices.SortStableFunc(all, func(a, b interval) int { return cmp.Compare(b.gap, a.gap) })
	return all
}

// gap returns the largest difference between the lines and the chord of two corners.
func (c *curve) gap(a, b *node) float64 {
	i := interval{a: a, b: b}
	slope := i.slope()
	chord := func(rate float64) float64 { return a.information + float64(slope*(rate-a.rate)) }
	largest := max(c.line(a.rate)-a.information, c.line(b.rate)-b.information)
	// The least of the lines is concave, and its difference from the chord is largest at one of its corners.
	for k, l := range c.lines {
		for _, o := range c.lines[:k] {
			if l.slope == o.slope {
				continue
			}
			if r := (l.at0 - o.at0) / (o.slope - l.slope); r > a.rate && r < b.rate {
				if d := c.line(r) - chord(r); d > largest {
					largest = d
				}
			}
		}
	}
	return largest
}

// refine adds points, in turns, until the gaps are small or the steps are used. The groups of all points
// are hints for the next turn, and at last for all points found so far.
func (c *curve) refine(ctx context.Context, steps int64, workers int) error {
	for again := range mostAgain {
		if err := c.bisect(ctx, steps, workers); err != nil {
			return err
		}
		better := make([]*encoder, len(c.nodes))
		if c.used > steps || again == mostAgain-1 {
			break
		}
		err := pool.Each(ctx, workers, len(c.nodes), func(_, n int) error {
			if e := c.nodes[n].e; e != nil {
				better[n] = e.again(c.t, max((steps-c.used)/int64(len(c.nodes)), 1))
			}
			return nil
		})
		if err != nil {
			return err
		}
		changed := false
		for n, e := range better {
			if e != nil {
				c.used += e.work
				c.nodes[n].take(c.t, e)
				changed = true
			}
		}
		if !changed {
			break
		}
		c.learn()
		c.envelope()
	}
	return nil
}

// bisect adds a point in every interval with a gap, in turns.
func (c *curve) bisect(ctx context.Context, steps int64, workers int) error {
	clear(c.closed)
	for range mostTurns {
		open := c.intervals()
		room := int64(mostPoints - len(c.nodes))
		if c.solved > 0 {
			room = min(room, (steps-c.used)/(c.used/c.solved+1))
		}
		open = open[:max(min(int64(len(open)), room), 0)]
		if len(open) == 0 {
			return ctx.Err()
		}
		found := make([]*node, len(open))
		share := max((steps-c.used)/int64(4*len(open)), 1)
		err := pool.Each(ctx, workers, len(open), func(_, n int) error {
			found[n] = c.between(open[n], share)
			return nil
		})
		if err != nil {
			return err
		}
		for n, p := range found {
			c.used += p.e.work
			c.solved++
			i := open[n]
			above := p.information - i.a.information - float64(i.slope()*(p.rate-i.a.rate))
			c.nodes = append(c.nodes, p)
			c.lines = append(c.lines, p)
			if above < c.t.care.precision/100 {
				c.closed[[2]*node{i.a, i.b}] = true
			}
		}
		c.learn()
		c.envelope()
	}
	return nil
}

// learn makes the groups of all points hints.
func (c *curve) learn() {
	c.t.hints = c.t.hints[:c.given]
	for _, p := range c.nodes {
		if p.e == nil {
			continue
		}
		for _, nu := range p.e.nu {
			if len(c.t.hints) == mostHints {
				return
			}
			if !slices.ContainsFunc(c.t.hints, func(o []float64) bool { return distance(o, nu) < apart }) {
				c.t.hints = append(c.t.hints, nu)
			}
		}
	}
}

// slope returns the slope of the chord.
func (i *interval) slope() float64 {
	return (i.b.information - i.a.information) / (i.b.rate - i.a.rate)
}

// between returns the best encoder at the slope of the chord of an interval.
func (c *curve) between(i interval, steps int64) *node {
	start := slices.Clone(i.a.groups)
	for _, nu := range i.b.groups {
		if !slices.ContainsFunc(start, func(other []float64) bool { return distance(nu, other) < 1e-4 }) {
			start = append(start, nu)
		}
	}
	p := &node{slope: i.slope()}
	p.take(c.t, c.t.solve(1/p.slope, start, steps))
	return p
}

// take makes a point that of an encoder at its slope.
func (p *node) take(t *table, e *encoder) {
	p.e, p.groups = e, e.nu
	p.rate, p.information = e.point(t)
	p.at0 = t.ixy + float64((e.value(t)+e.excess)*p.slope)
}
