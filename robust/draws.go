package robust

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// bootstrap resamples the table: as many observations as it has, with replacement.
func (o Options) bootstrap(ctx context.Context, j *joint.Joint, c *clusterings) ([]frontier.Spread, error) {
	n, _ := j.Samples()
	return o.resample(ctx, c, c.cells, plogp.NewPhi(c.total, true), func(k int, values []float64) error {
		// Seeds are scrambled, so that neighbouring seeds do not share resamples.
		counts, err := j.Sample(n, keyed.Key{o.Seed, uint64(k)}.Scramble()[0])
		if err != nil {
			return err
		}
		for cell, count := range counts {
			values[c.place[cell]] = float64(count)
		}
		return nil
	})
}

// A draw from a posterior has a probability for every cell: at most maxDrawn of them,
// 400 MB, and at most maxHeld for all workers together.
const (
	maxDrawn = 50e6
	maxHeld  = 2 * maxDrawn
)

// posterior draws distributions that are compatible with the counts.
func (o Options) posterior(ctx context.Context, c *clusterings) ([]frontier.Spread, error) {
	n := len(c.start) - 1
	all := float64(n) * float64(c.m)
	if all > maxDrawn {
		return nil, fmt.Errorf("uncertainty options: posterior draws all %d x %d cells, more than its limit of %g: use bootstrap or delta",
			n, c.m, float64(maxDrawn))
	}
	o.Workers = min(o.Workers, max(int(maxHeld/all), 1))
	dense, counts := c.dense()
	posterior, err := info.NSB().Posterior(counts)
	if err != nil {
		return nil, err
	}
	return o.resample(ctx, c, dense, plogp.NewPhi(1, false), func(k int, values []float64) error {
		posterior.Draw(values, o.Seed, uint64(k))
		return nil
	})
}

// resample returns the standard deviations of points over draws of a table with the given
// cells, whose values have the function phi. draw fills in the values of the cells in draw
// k.
func (o Options) resample(ctx context.Context, c *clusterings, at cells, phi *plogp.Phi, draw func(k int, values []float64) error) ([]frontier.Spread, error) {
	workers := make([]*evaluator, min(o.Workers, o.Resamples))
	for w := range workers {
		workers[w] = newEvaluator(c, at, phi)
	}
	moments := make([]moments, len(c.points))
	// Every worker makes one draw, and then the draws are added in order.
	for first := 0; first < o.Resamples; first += len(workers) {
		busy := workers[:min(len(workers), o.Resamples-first)]
		err := pool.Each(ctx, len(busy), len(busy), func(_, w int) error {
			if err := draw(first+w, busy[w].draw); err != nil {
				return err
			}
			return busy[w].evaluate(ctx)
		})
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
	terms  []point   // of every cluster: those of H(Z), and of H(Z)-H(Z,Y)
	at     []point   // the points in this draw
}

func newEvaluator(c *clusterings, at cells, phi *plogp.Phi) *evaluator {
	return &evaluator{
		gatherer: newGatherer(at), c: c, phi: phi, draw: make([]float64, len(at.column)),
		masses: make([]float64, len(at.start)-1),
		terms:  make([]point, len(c.clusters)), at: make([]point, len(c.points)),
	}
}

// evaluate computes the points in the draw. All sums are exact, as terms are whole
// multiples of [plogp.Quantum].
func (e *evaluator) evaluate(ctx context.Context) error {
	for x := range e.masses {
		e.masses[x] = sum(e.draw[e.start[x]:e.start[x+1]])
	}
	for z, rows := range e.c.clusters {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.terms[z] = e.cluster(rows)
	}
	hy := e.entropyOfColumns()
	for p, clusters := range e.c.points {
		if len(clusters) == 1 {
			continue // 0 exactly, also where probabilities do not quite sum to 1
		}
		at := point{0, hy}
		for _, z := range clusters {
			at.h += e.terms[z].h
			at.i += e.terms[z].i
		}
		e.at[p] = at
	}
	return nil
}

// cluster returns the terms of a cluster.
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

// moments are those of points about their means, updated without cancellation (Welford
// 1962, doi:10.1080/00401706.1962.10490022).
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
	// Rounding must not make the covariance larger than it can be.
	limit := s.DH * s.DI
	s.Cov = min(max(m.hi/(m.n-1), -limit), limit)
	return s
}
