package second

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// batch is the largest number of clusterings that are expanded against the same archive, so that the result does not
// depend on the number of workers.
const batch = 256

// found is a neighbour that the archive of a batch does not dominate.
type found struct {
	at         pareto3.Vector
	k          int
	clustering partition.Packed
}

// search expands every clustering of the archive, until all are expanded or the effort is used up. A round takes
// clusterings from the whole archive, so that an effort that does not last is spent everywhere.
func (m *mapper) search(ctx context.Context) error {
	workers := m.explorers(m.opts.Workers)
	for _, f := range m.seeds() {
		if m.limits.Keeps(f) {
			m.archive.offer(f.K(), workers[0].load(f), partition.Pack(f))
		}
	}
	steps, err := m.paths(ctx, workers)
	if err != nil {
		return err
	}
	if m.archive.len() == 0 {
		return fmt.Errorf("%w: no clustering to begin with satisfies the limits", problem.ErrInfeasible)
	}
	effort := m.opts.Effort
	if effort < 0 {
		effort = DefaultEffort
	}
	climbed, err := m.climbs(ctx, workers, effort/partOfClimbs)
	if err != nil {
		return err
	}
	m.archive.thin(m.opts.MaxPoints)
	return m.expand(ctx, workers, steps+climbed)
}

// expand expands clusterings until the effort is used up; steps were taken before.
func (m *mapper) expand(ctx context.Context, workers []*explorer, steps int64) error {
	expanded := 0
	for round := 0; m.opts.Effort < 0 || steps < m.opts.Effort; round++ {
		now := m.unexpanded(m.batch(steps), round)
		if len(now) == 0 {
			return nil
		}
		m.screens = m.screens[:0]
		for k := range m.archive {
			m.screens = append(m.screens, m.archive[k].all.Screen())
		}
		results := make([][]found, len(now))
		err := pool.Each(ctx, len(workers), len(now), func(worker, k int) error {
			results[k] = workers[worker].expand(now[k])
			return nil
		})
		if err != nil {
			return err
		}
		for k, c := range now {
			m.expanded[c] = true
			steps += m.stepsOf(m.unpacked(c).K())
			for _, f := range results[k] {
				m.archive.offer(f.k, f.at, f.clustering)
			}
		}
		expanded += len(now)
		m.archive.thin(m.opts.MaxPoints)
		if m.opts.Observe != nil {
			m.opts.Observe(int64(expanded), int64(m.archive.len()))
		}
	}
	return nil
}

// partOfClimbs is the part of the effort that climbs may take.
const partOfClimbs = 4

// batch returns the number of clusterings of the next batch, which takes at most about an eighth of what is left of the
// effort.
func (m *mapper) batch(steps int64) int {
	if m.opts.Effort < 0 {
		return batch
	}
	return int(min(max((m.opts.Effort-steps)/8/m.stepsOf(m.n/2+1), 8), batch))
}

// stepsOf returns the number of steps that the neighbours of a clustering into k clusters take. A neighbour takes longer
// for many rows, as less of it is remembered.
func (m *mapper) stepsOf(k int) int64 { return int64((k*m.n + k*k/2) * (1 + m.n/64)) }

// unexpanded returns up to most clusterings of the archive that were not expanded. Layers have parts by their weights,
// not by their numbers of clusterings. Of few clusters, the clusterings that answer for a limit come first. Within a
// layer, clusterings are at equal distances. Rounds begin at different places.
func (m *mapper) unexpanded(most, round int) (chosen []partition.Packed) {
	lists, weights, known := make([][]partition.Packed, len(m.archive)), 0.0, 0
	for k := range m.archive {
		add := func(p pareto3.Member[partition.Packed]) {
			if !m.expanded[p.Payload] {
				lists[k] = append(lists[k], p.Payload)
			}
		}
		if told := m.archive[k].told; told != nil && k <= fewClusters {
			for p := range told.All() {
				add(p)
			}
		}
		if len(lists[k]) == 0 {
			for _, p := range m.archive[k].members() {
				add(p)
			}
		}
		if len(lists[k]) > 0 {
			weights += weight(k)
			known += len(lists[k])
		}
	}
	if known <= most {
		return slices.Concat(lists...)
	}
	const golden = 0.6180339887498949
	_, begin := math.Modf(float64(round) * golden)
	step := weights / float64(most)
	at := begin * step // in the list of weights
	taken := make(map[partition.Packed]bool, most)
	for k, list := range lists {
		if len(list) == 0 {
			continue
		}
		for ; at < weight(k); at += step {
			c := list[min(int(at/weight(k)*float64(len(list))), len(list)-1)]
			if !taken[c] {
				taken[c] = true
				chosen = append(chosen, c)
			}
		}
		at -= weight(k)
	}
	return chosen
}

func (m *mapper) unpacked(c partition.Packed) partition.Partition {
	f := make(partition.Partition, m.n)
	c.Unpack(f)
	return f
}

// explorer computes neighbours, for one goroutine.
type explorer struct {
	*mapper
	y, s       problem.Evaluator
	gauge      *limiter.Gauge
	atY, atS   []problem.Point
	wanted     []int32
	neighbour  partition.Partition
	names      []int
	neighbours [3]pareto3.Set[change] // by the number of clusters: one fewer, the same, one more
}

func (m *mapper) explorers(goroutines int) []*explorer {
	ys, ss := m.ofY.Evaluators(goroutines, 64<<20), m.ofS.Evaluators(goroutines, 64<<20)
	made := make([]*explorer, goroutines)
	for w := range made {
		made[w] = &explorer{
			mapper: m, y: ys[w], s: ss[w], gauge: limiter.NewGauge(m.limits, 1),
			atY: make([]problem.Point, m.n), atS: make([]problem.Point, m.n), names: make([]int, m.n+1),
			neighbour: make(partition.Partition, m.n),
		}
	}
	return made
}

// load makes f the current clustering and returns its objectives.
func (e *explorer) load(f partition.Partition) pareto3.Vector {
	return e.vector(e.y.Load(f), e.s.Load(f))
}

func (e *explorer) vector(y, s problem.Point) pareto3.Vector {
	return pareto3.Vector{H: y.H, I: y.I, S: e.sign * s.I}
}

// change makes a neighbour: all rows of cluster from, or a row if it is not negative, go to cluster into.
type change struct{ row, from, into int }

// expand returns the neighbours of a clustering that neither the archive nor another neighbour dominates.
func (e *explorer) expand(c partition.Packed) (list []found) {
	f := e.unpacked(c)
	e.load(f)
	e.gauge.Load(f)
	e.neighbours = [3]pareto3.Set[change]{}
	k := f.K()
	size := make([]int, k)
	for _, z := range f {
		size[z]++
	}
	for a := range k {
		e.wanted = e.wanted[:0]
		for b := a + 1; b < k; b++ {
			if e.gauge.Merged(a, b) == 0 {
				e.wanted = append(e.wanted, int32(b))
			}
		}
		if len(e.wanted) == 0 {
			continue
		}
		e.y.Merges(a, e.wanted, e.atY)
		e.s.Merges(a, e.wanted, e.atS)
		for _, b := range e.wanted {
			e.consider(k, -1, e.vector(e.atY[b], e.atS[b]), change{-1, int(b), a})
		}
	}
	for b := range k {
		e.y.Moves(b, e.atY)
		e.s.Moves(b, e.atS)
		for row, z := range f {
			if size[z] == 1 || e.gauge.Moved(row, b) != 0 {
				continue
			}
			at := e.vector(e.atY[row], e.atS[row])
			if z == b {
				e.consider(k, 1, at, change{row, z, k})
			} else {
				e.consider(k, 0, at, change{row, z, b})
			}
		}
	}
	for n := range e.neighbours {
		for p := range e.neighbours[n].All() {
			list = append(list, found{p.Vector, k + n - 1, e.changed(f, p.Payload)})
		}
	}
	return list
}

// consider notes a neighbour, into more clusters than the k of the loaded clustering, if the archive does not dominate it.
func (e *explorer) consider(k, more int, at pareto3.Vector, by change) {
	if k += more; !e.screens[k].Dominates(at) && e.archive[k].lacks(at) {
		e.neighbours[1+more].Add(at, by, nil)
	}
}

// changed returns a neighbour of a clustering.
func (e *explorer) changed(f partition.Partition, by change) partition.Packed {
	copy(e.neighbour, f)
	for x, z := range f {
		if x == by.row || by.row < 0 && z == by.from {
			e.neighbour[x] = by.into
		}
	}
	e.neighbour.Renumber(e.names)
	return partition.Pack(e.neighbour)
}
