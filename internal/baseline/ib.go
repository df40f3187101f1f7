package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/special"
	"github.com/dibmap/dibmap/partition"
)

// ib is the information bottleneck (Tishby, Pereira and Bialek 1999,
// arXiv:physics/0004057, section 3.3): at each beta the soft encoder p(t|x) with the
// largest I(T;Y) - I(X;T)/beta, by the iterations
//
//	p(t|x) = p(t) exp(-beta D(p(y|x) || p(y|t))) / Z(x).
//
// It is annealed: each beta starts from the result of the previous beta, slightly disturbed.
// Every second run decreases beta, from a large beta with every row apart, or with 64
// clusters of k-means if there are more rows. The other runs increase beta from one cluster
// and split every cluster in two at each beta, which the iterations undo where beta is too
// small (Rose 1998, doi:10.1109/5.726788). Clusters are joined where that does not lower the
// objective. The grid is 1 to 1024 in equal proportions, refined where two neighbouring
// points are far from each other or differ by more than one cluster. There are
// [Options.Restarts] runs, 2 by default. The points that are best at their own beta are kept.
//
// The curve of the soft encoders is in [Result.Curve]. The clusterings are its points
// hardened, with each row in its most probable cluster, by increasing beta, which is the
// parameter. Where rows are shared between clusters, as most are for small beta, a hardened
// point can be far below the frontier.
//
// Where clusters separate, the iterations converge slowly. They end when 25 of them raise
// the objective by less than 1e-12 bit, or after 2000, so the points there are precise to
// about 1e-6 bit. O(k c) per iteration for c non-zero cells; O(k (n + m)) memory per run.
func ib() Method {
	return Method{Name: "ib", restarts: func(int) int { return 2 }, run: runIB}
}

const (
	// maxSoft is the largest number of clusters to start with.
	maxSoft = 64
	// highestLog is the binary logarithm of the largest beta of the grid.
	highestLog = 10
	// disturbance is the share of noise in the encoder at the beginning of a beta.
	disturbance = 0.01
	// firstBetas is the number of betas before the grid is refined, by at most
	// maxHalvings halvings.
	firstBetas  = 24
	maxHalvings = 3
	// farApart is the largest distance of neighbouring points, as a fraction of the range.
	farApart = 1. / 24
)

func runIB(ctx context.Context, t *table, o Options) Result {
	runs := make([]*cooling, o.Restarts)
	err := pool.Each(ctx, o.Workers, o.Restarts, func(_, r int) error {
		runs[r] = newCooling(ctx, t, o, r)
		runs[r].adaptive()
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
	result := found.result(err)
	result.Curve = curve
	return result
}

// cooled is a point of a run with its hardened encoder.
type cooled struct {
	CurvePoint
	labels []int
}

// undominated returns the points that are best at their own beta, by increasing beta. Of
// several points at one beta it returns the first.
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
	random *stream
	upward bool
	start  *soft
	hx, i  float64 // H(X) and I(X;Y), the ranges
	found  []cooled
}

func newCooling(ctx context.Context, t *table, o Options, run int) *cooling {
	c := &cooling{ctx: ctx, random: newStream(o.Seed, forIB, run), upward: run%2 == 1}
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

// at returns the encoder that the iterations reach from a start at a beta.
func (c *cooling) at(beta float64, start *soft) *soft {
	s := start.clone(c.upward && 2*len(start.mass) <= maxSoft)
	s.disturb(disturbance, c.random)
	s.settle(beta, func() bool { return c.ctx.Err() != nil })
	return s
}

// keep adds the encoder at a beta, unless the context ended while it was computed.
func (c *cooling) keep(beta float64, s *soft) CurvePoint {
	p := s.point(beta)
	if c.ctx.Err() == nil {
		c.found = append(c.found, cooled{p, s.harden()})
	}
	return p
}

// adaptive runs from the highest beta to 1, below which one cluster is optimal, or upwards
// from 1.
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

// toward moves from a point to another beta, by way of intermediate betas if the points
// are far apart.
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
