package robust

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
)

// drawer draws tables.
type drawer interface {
	// draw fills in the values of the cells in draw k, a function of k and the seed.
	draw(k int, values []float64) error
}

// resample returns the standard deviations of points over draws of a table with the
// given cells, whose values phi is for.
func (o Options) resample(ctx context.Context, c *clusterings, at cells, phi *plogp.Phi, from drawer) ([]frontier.Spread, error) {
	workers := make([]*evaluator, min(o.Workers, o.Resamples))
	for w := range workers {
		workers[w] = newEvaluator(c, at, phi)
	}
	moments := make([]moments, len(c.points))
	// Workers make a draw each, and then the draws are taken in order.
	for first := 0; first < o.Resamples; first += len(workers) {
		busy := workers[:min(len(workers), o.Resamples-first)]
		err := pool.Each(ctx, len(busy), len(busy), func(_, w int) error { return busy[w].evaluate(ctx, from, first+w) })
		if err != nil {
			return nil, err
		}
		for _, e := range busy {
			for p, at := range e.at {
				moments[p].add(at)
			}
		}
		o.Observe(first+len(busy), o.Resamples)
	}
	spreads := make([]frontier.Spread, len(moments))
	for p, m := range moments {
		spreads[p] = m.spread()
	}
	return spreads, nil
}

// point holds h and i in bits.
type point struct{ h, i float64 }

// evaluator computes the points of one draw after the other.
type evaluator struct {
	*gatherer
	c      *clusterings
	phi    *plogp.Phi
	draw   []float64 // values of the cells
	masses []float64 // of the rows
	of     []point   // what every cluster adds: its part of H(Z), and of H(Z)-H(Z,Y)
	at     []point   // the points, in the draw
}

func newEvaluator(c *clusterings, at cells, phi *plogp.Phi) *evaluator {
	return &evaluator{
		gatherer: newGatherer(at), c: c, phi: phi, draw: make([]float64, len(at.column)),
		masses: make([]float64, len(at.start)-1),
		of:     make([]point, len(c.clusters)), at: make([]point, len(c.points)),
	}
}

// evaluate computes the points in draw k. All sums are exact, as terms are whole
// multiples of [plogp.Quantum].
func (e *evaluator) evaluate(ctx context.Context, from drawer, k int) error {
	if err := from.draw(k, e.draw); err != nil {
		return err
	}
	for x := range e.masses {
		e.masses[x] = sum(e.draw[e.start[x]:e.start[x+1]])
	}
	for z, rows := range e.c.clusters {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.of[z] = e.cluster(rows)
	}
	hy := e.entropyOfColumns()
	for p, clusters := range e.c.points {
		if len(clusters) == 1 {
			continue // h and i are 0, and not all but 0 if probabilities all but sum to 1
		}
		at := point{0, hy}
		for _, z := range clusters {
			at.h += e.of[z].h
			at.i += e.of[z].i
		}
		e.at[p] = at
	}
	return nil
}

// cluster returns what a cluster adds.
func (e *evaluator) cluster(rows []int32) point {
	var mass float64
	for _, x := range rows {
		mass += e.masses[x]
	}
	var joint float64
	if len(rows) == 1 {
		joint = e.phi.Sum(e.draw[e.start[rows[0]]:e.start[rows[0]+1]])
	} else {
		sums, _ := e.gather(rows, e.draw)
		joint = e.phi.Sum(sums)
	}
	h := -e.phi.At(mass)
	return point{h, h + joint}
}

// entropyOfColumns returns H(Y).
func (e *evaluator) entropyOfColumns() float64 {
	for k, y := range e.column {
		e.sums[y] += e.draw[k]
	}
	h := -e.phi.Sum(e.sums)
	clear(e.sums)
	return h
}

// moments are those of points, about their means (Welford 1962,
// doi:10.1080/00401706.1962.10490022): they do not cancel.
type moments struct {
	n          float64
	mean       point
	hh, ii, hi float64 // sums of products of deviations
}

func (m *moments) add(p point) {
	m.n++
	h, i := p.h-m.mean.h, p.i-m.mean.i
	m.mean.h += h / m.n
	m.mean.i += i / m.n
	m.hh += float64(h * (p.h - m.mean.h))
	m.ii += float64(i * (p.i - m.mean.i))
	m.hi += float64(h * (p.i - m.mean.i))
}

// spread returns the standard deviations of at least two points.
func (m *moments) spread() frontier.Spread {
	s := frontier.Spread{DH: math.Sqrt(m.hh / (m.n - 1)), DI: math.Sqrt(m.ii / (m.n - 1))}
	// It is no larger but for rounding.
	limit := s.DH * s.DI
	s.Cov = min(max(m.hi/(m.n-1), -limit), limit)
	return s
}
