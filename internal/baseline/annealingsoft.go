package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// IB is the information bottleneck (Tishby, Pereira and Bialek 1999,
// arXiv:physics/0004057, section 3.3): at each beta the soft encoder p(t|x) with the
// largest I(T;Y) - I(X;T)/beta, by the iterations
//
//	p(t|x) = p(t) exp(-beta D(p(y|x) || p(y|t))) / Z(x).
//
// It is annealed, each beta begun with what the last one ended in, slightly disturbed.
// Every other run goes downwards, from a large beta with every row apart, or with 64
// clusters of k-means if there are more rows; the others go upwards from one cluster, and
// split every cluster in two at each beta, which the iterations undo where beta is too
// small for it (Rose 1998, doi:10.1109/5.726788). Clusters that are no better apart than
// together are joined. The grid is 1 to 1024 in equal proportions, and is made finer
// where a point is far from the next one or the numbers of clusters differ by more than
// one. There are [Options.Restarts] runs, 2 unless given; of their points those
// stay that no other point is better than at its own beta. With Betas, those are the
// grid of every run.
//
// The curve of the soft encoders is in [Result.Curve]. Encoders are its points
// hardened, each row in its most probable cluster, by increasing beta, which is the
// parameter. Hardening costs what the softness saved: where rows are shared between
// clusters, and with small beta most are, the result can lie far below the frontier.
//
// Where clusters part, the iterations converge slowly, and end when 25 of them raise the
// objective by less than 1e-12 bit or after 2000: points there are precise to some 1e-6
// bit. O(k c) an iteration for c non-zero cells; O(k (n + m)) memory for each run.
type IB struct {
	// Betas is the grid, each number above 0; nil means the adaptive one.
	Betas []float64
}

const (
	ibRestarts = 2
	// maxSoft is the largest number of clusters to start with.
	maxSoft = 64
	// highestLog is the binary logarithm of the largest beta of the grid.
	highestLog = 10
	// disturbance is the share of chance in the encoder to begin with at a beta.
	disturbance = 0.01
	// firstBetas is the number of betas before the grid is made finer, by so many
	// halvings at most.
	firstBetas  = 24
	maxHalvings = 3
	// farApart is how far neighbouring points may be, as a fraction of the range.
	farApart = 1. / 24
)

// Name implements [Method]: "ib".
func (IB) Name() string { return "ib" }

// Run implements [Method].
func (m IB) Run(ctx context.Context, j *joint.Joint, o Options) (Result, error) {
	o, err := o.withDefaults(j.Rows(), ibRestarts)
	if err != nil {
		return Result{}, err
	}
	if err := checkBetas(m.Betas); err != nil {
		return Result{}, err
	}
	t := newTable(j)
	runs := make([]*cooling, o.Restarts)
	err = pool.Each(ctx, o.Workers, o.Restarts, func(_, r int) error {
		runs[r] = newCooling(ctx, t, o, r)
		if m.Betas != nil {
			runs[r].along(m.Betas)
		} else {
			runs[r].adaptive()
		}
		return nil
	})
	var all []cooled
	for _, r := range runs {
		if r != nil {
			all = append(all, r.found...)
		}
	}
	found := newCollector(t)
	var curve []CurvePoint
	for _, s := range undominated(all) {
		curve = append(curve, s.CurvePoint)
		found.add(s.labels, s.Beta)
	}
	result := found.result(err == nil)
	result.Curve = curve
	return result, nil
}

// cooled is a point of a run and the hardened encoder.
type cooled struct {
	CurvePoint
	labels []int
}

// undominated returns the points than which no other is better at their own beta, by
// increasing beta, the first of those at one beta.
func undominated(all []cooled) []cooled {
	slices.SortStableFunc(all, func(a, b cooled) int { return cmp.Compare(a.Beta, b.Beta) })
	var kept []cooled
	for _, s := range all {
		best := slices.ContainsFunc(all, func(other cooled) bool {
			return (other.ITY-s.ITY)-(other.IXT-s.IXT)/s.Beta > 1e-9
		})
		if !best && (len(kept) == 0 || kept[len(kept)-1].Beta < s.Beta) {
			kept = append(kept, s)
		}
	}
	return kept
}

// cooling is a run from large to small beta, or upwards.
type cooling struct {
	ctx    context.Context
	table  *table
	random *stream
	upward bool
	start  *soft
	hx, i  float64 // H(X) and I(X;Y), the ranges
	found  []cooled
}

func newCooling(ctx context.Context, t *table, o Options, run int) *cooling {
	c := &cooling{ctx: ctx, table: t, random: newStream(o.Seed, forIB, run), upward: run%2 == 1}
	c.hx, c.i = t.point(partition.Identity(t.n))
	switch {
	case c.upward:
		c.start = newSoft(t, make([]int, t.n))
	case t.n <= maxSoft:
		c.start = newSoft(t, partition.Identity(t.n))
	default:
		l := lloyd{table: t, weights: t.weights(true), start: jensenShannon(), distance: kullbackLeibler()}
		labels, _ := l.run(ctx, maxSoft, c.random)
		c.start = newSoft(t, partition.Canonical(labels))
	}
	return c
}

// at returns what a start leads to at a beta.
func (c *cooling) at(beta float64, start *soft) *soft {
	s := start.clone(c.upward && 2*len(start.mass) <= maxSoft)
	s.disturb(disturbance, c.random)
	s.settle(beta, func() bool { return c.ctx.Err() != nil })
	return s
}

// keep takes in the encoder at a beta. One cut short by the context is none.
func (c *cooling) keep(beta float64, s *soft) CurvePoint {
	p := s.point(beta)
	if c.ctx.Err() == nil {
		c.found = append(c.found, cooled{p, s.harden()})
	}
	return p
}

// along runs through given betas.
func (c *cooling) along(betas []float64) {
	betas = slices.Clone(betas)
	slices.Sort(betas)
	if !c.upward {
		slices.Reverse(betas)
	}
	s := c.start
	for _, beta := range betas {
		s = c.at(beta, s)
		c.keep(beta, s)
	}
}

// adaptive runs from the highest beta to 1, below which one cluster is the best, or the
// other way.
func (c *cooling) adaptive() {
	var s *soft
	var p CurvePoint
	for k := 0; k <= firstBetas && c.ctx.Err() == nil; k++ {
		n := firstBetas - k
		if c.upward {
			n = k
		}
		beta := special.Exp2(float64(highestLog * (float64(n) / firstBetas)))
		if k == 0 {
			s = c.at(beta, c.start)
			p = c.keep(beta, s)
			continue
		}
		s, p = c.toward(s, p, beta, maxHalvings)
	}
}

// toward goes from a point to another beta, by way of betas between if they are far
// apart.
func (c *cooling) toward(from *soft, p CurvePoint, beta float64, halvings int) (*soft, CurvePoint) {
	s := c.at(beta, from)
	q := s.point(beta)
	clusters := len(from.mass) - len(s.mass)
	far := math.Abs(p.HT-q.HT) > farApart*c.hx || math.Abs(p.ITY-q.ITY) > farApart*c.i || max(clusters, -clusters) > 1
	if !far || halvings == 0 {
		return s, c.keep(beta, s)
	}
	between := math.Sqrt(float64(p.Beta * beta))
	middle, r := c.toward(from, p, between, halvings-1)
	return c.toward(middle, r, beta, halvings-1)
}
