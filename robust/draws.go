package robust

import (
	"context"
	"fmt"
	"sync"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// maxResamples keeps sums over draws below 2^127.
const maxResamples = 1 << 20

// sampler draws tables.
type sampler struct {
	cells // of the tables drawn
	phi   *plogp.Phi
	// draw fills in the values of the cells in draw k.
	draw    func(k int, values []float64) error
	workers int
}

// sampler returns the draws of the method. They do not depend on o.Resamples.
func (o Options) sampler(j *joint.Joint, c *clusterings) (sampler, error) {
	if o.Method == Posterior {
		return o.posterior(c)
	}
	return o.bootstrap(j, c), nil
}

// bootstrap resamples the observations of the table with replacement.
func (o Options) bootstrap(j *joint.Joint, c *clusterings) sampler {
	n, _ := j.Samples()
	return sampler{c.cells, plogp.NewPhi(c.total, true), func(k int, values []float64) error {
		// Seeds are scrambled, so that neighbouring seeds do not share resamples.
		counts, err := j.Sample(n, keyed.Key{o.Seed, uint64(k)}.Scramble()[0])
		if err != nil {
			return err
		}
		for cell, count := range counts {
			values[c.place[cell]] = float64(count)
		}
		return nil
	}, o.Workers}
}

// A draw from a posterior has a probability for every cell: at most maxDrawn of them,
// 400 MB, and at most maxHeld for all workers together.
const (
	maxDrawn = 50e6
	maxHeld  = 2 * maxDrawn
)

// posterior draws distributions that are compatible with the counts.
func (o Options) posterior(c *clusterings) (sampler, error) {
	n := len(c.start) - 1
	all := float64(n) * float64(c.m)
	if all > maxDrawn {
		return sampler{}, fmt.Errorf("uncertainty options: posterior draws all %d x %d cells, more than its limit of %g: use bootstrap or delta",
			n, c.m, float64(maxDrawn))
	}
	dense, counts := c.dense()
	posterior, err := info.NSB().Posterior(counts)
	return sampler{dense, plogp.NewPhi(1, false), func(k int, values []float64) error {
		posterior.Draw(values, o.Seed, uint64(k))
		return nil
	}, min(o.Workers, max(int(maxHeld/all), 1))}, err
}

// drawn returns the deviations of points over the draws, and the number of draws: all, or the
// first draws if they are enough when the context ends.
func (o Options) drawn(ctx context.Context, j *joint.Joint, f *frontier.Frontier, c *clusterings) ([]frontier.Spread, int, error) {
	d, err := o.begin(j, f, c)
	if err != nil {
		return nil, 0, err
	}
	err = o.add(ctx, j, c, d, o.Resamples)
	d.keep(true)
	if err != nil && (o.Enough == 0 || d.next < max(o.Enough, 2) || ctx.Err() == nil) {
		return nil, 0, err
	}
	spreads, err := spreadsOf(d.sums, d.next)
	return spreads, d.next, err
}

// add adds the draws up to number to-1 to the sums. If it returns an error, the sums have the
// first of these draws.
func (o Options) add(ctx context.Context, j *joint.Joint, c *clusterings, d *drawnSums, to int) error {
	s, err := o.sampler(j, c)
	if err != nil {
		return err
	}
	begin := d.next
	if begin > d.from {
		o.Observe(begin-d.from, to-d.from)
	}
	workers := make([]*evaluator, min(s.workers, to-begin))
	for w := range workers {
		workers[w] = newEvaluator(c, s.cells, s.phi)
	}
	var mutex sync.Mutex
	return pool.Each(ctx, len(workers), to-begin, func(worker, k int) error {
		e := workers[worker]
		if err := s.draw(begin+k, e.draw); err != nil {
			return err
		}
		if err := e.evaluate(ctx); err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		if d.add(begin+k, e.at) {
			o.Observe(d.next-d.from, to-d.from)
			d.keep(false)
		}
		return nil
	})
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
	terms  []point   // of every cluster: the terms of H(Z), and of H(Z)-H(Z,Y)
	at     []point   // the points in this draw
}

func newEvaluator(c *clusterings, at cells, phi *plogp.Phi) *evaluator {
	return &evaluator{
		gatherer: newGatherer(at, &c.clusters), c: c, phi: phi, draw: make([]float64, len(at.column)),
		masses: make([]float64, len(at.start)-1),
		terms:  make([]point, c.clusters.len()), at: make([]point, c.points.len()),
	}
}

// evaluate computes the points in the draw. All sums are exact, as terms are whole
// multiples of [plogp.Quantum].
func (e *evaluator) evaluate(ctx context.Context) error {
	for x := range e.masses {
		e.masses[x] = sum(e.draw[e.start[x]:e.start[x+1]])
	}
	for z := range e.terms {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.terms[z] = e.cluster(e.of(z))
	}
	hy := e.entropyOfColumns()
	var at point
	for p := range e.at {
		changes, anew := e.c.points.changesOf(p)
		if anew {
			at = point{0, hy}
		}
		for _, z := range changes {
			if z < 0 {
				at.h -= e.terms[^z].h
				at.i -= e.terms[^z].i
			} else {
				at.h += e.terms[z].h
				at.i += e.terms[z].i
			}
		}
		if e.c.points.sizes[p] > 1 { // 0 exactly otherwise, also where probabilities do not quite sum to 1
			e.at[p] = at
		}
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
