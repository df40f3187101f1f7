package second

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// batch is the number of clusterings that are expanded against the same archive, so that the result does not depend on
// the number of workers.
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
	workers := m.explorers()
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
	m.thin()
	expanded := 0
	for m.opts.Effort < 0 || steps < m.opts.Effort {
		now := m.unexpanded()
		if len(now) == 0 {
			return nil
		}
		m.screens = m.screens[:0]
		for k := range m.archive {
			m.screens = append(m.screens, m.archive[k].Screen())
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
			clusters := m.unpacked(c).K()
			steps += int64((clusters*m.n + clusters*clusters/2) * (1 + m.n/64))
			for _, f := range results[k] {
				m.archive.offer(f.k, f.at, f.clustering)
			}
		}
		expanded += len(now)
		m.thin()
		if m.opts.Observe != nil {
			m.opts.Observe(int64(expanded), int64(m.archive.len()))
		}
	}
	return nil
}

// unexpanded returns up to batch clusterings of the archive that were not expanded, at equal distances.
func (m *mapper) unexpanded() []partition.Packed {
	var list []partition.Packed
	for k := range m.archive {
		for p := range m.archive[k].All() {
			if !m.expanded[p.Payload] {
				list = append(list, p.Payload)
			}
		}
	}
	if len(list) <= batch {
		return list
	}
	for k := range batch {
		list[k] = list[k*len(list)/batch]
	}
	return list[:batch]
}

func (m *mapper) unpacked(c partition.Packed) partition.Partition {
	f := make(partition.Partition, m.n)
	c.Unpack(f)
	return f
}

// thin widens the grid while there are more clusterings than allowed.
func (m *mapper) thin() {
	for m.opts.MaxPoints > 0 && m.archive.len() > m.opts.MaxPoints && m.archive[0].Coarsened() < 30 {
		for k := range m.archive {
			m.archive[k].Coarsen()
		}
	}
}

// explorer computes neighbours, for one goroutine.
type explorer struct {
	*mapper
	y, s       problem.Evaluator
	gauge      *limiter.Gauge
	inS        partition.Partition // the loaded clustering, in the rows of the problem of S
	atY, atS   []problem.Point
	wanted     []int32
	f          partition.Partition
	neighbour  partition.Partition
	names      []int
	neighbours []found
}

func (m *mapper) explorers() []*explorer {
	ys, ss := m.ofY.Evaluators(m.opts.Workers, 64<<20), m.ofS.Evaluators(m.opts.Workers, 64<<20)
	made := make([]*explorer, m.opts.Workers)
	for w := range made {
		made[w] = &explorer{
			mapper: m, y: ys[w], s: ss[w], gauge: limiter.NewGauge(m.limits, 1), inS: make(partition.Partition, m.n),
			atY: make([]problem.Point, m.n), atS: make([]problem.Point, m.n), names: make([]int, m.n+1),
			neighbour: make(partition.Partition, m.n),
		}
	}
	return made
}

// load makes f the current clustering and returns its objectives.
func (e *explorer) load(f partition.Partition) pareto3.Vector {
	e.f = f
	for x, z := range f {
		e.inS[e.tables.inS[x]] = z
	}
	return e.vector(e.y.Load(f), e.s.Load(e.inS))
}

func (e *explorer) vector(y, s problem.Point) pareto3.Vector {
	return pareto3.Vector{H: y.H, I: y.I, S: e.sign * s.I}
}

// expand returns the neighbours of a clustering that the archive does not dominate.
func (e *explorer) expand(c partition.Packed) []found {
	e.neighbours = nil
	f := e.unpacked(c)
	e.load(f)
	e.gauge.Load(f)
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
			e.consider(k-1, e.vector(e.atY[b], e.atS[b]), func(x int) int {
				if f[x] == int(b) {
					return a
				}
				return f[x]
			})
		}
	}
	for b := range k {
		e.y.Moves(b, e.atY)
		e.s.Moves(b, e.atS)
		for row, z := range f {
			if size[z] == 1 || e.gauge.Moved(row, b) != 0 {
				continue
			}
			into, count := b, k
			if z == b {
				into, count = k, k+1
			}
			e.consider(count, e.vector(e.atY[row], e.atS[e.tables.inS[row]]), func(x int) int {
				if x == row {
					return into
				}
				return f[x]
			})
		}
	}
	return e.neighbours
}

// consider notes a neighbour into k clusters, with row x in cluster of(x), if the archive does not dominate it.
func (e *explorer) consider(k int, at pareto3.Vector, of func(x int) int) {
	if e.screens[k].Dominates(at) || e.archive[k].Compare(at) == pareto.Dominated {
		return
	}
	for x := range e.neighbour {
		e.neighbour[x] = of(x)
	}
	e.neighbour.Renumber(e.names)
	e.neighbours = append(e.neighbours, found{at, k, partition.Pack(e.neighbour)})
}
