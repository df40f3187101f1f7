package exact

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// covers goes through the clusterings that consist of listed columns and have a total
// reduced cost within the budget of their entropy, depth first. The next column is always
// one that contains the rarest of the rows that are left.
type covers struct {
	*rows
	budget budget
	rarest []int              // rows by the number of columns that contain them, ascending
	by     [][]priced         // for every row, the columns whose rarest row it is, the cheapest first
	rc     map[uint64]float64 // reduced cost of every column
	others []other
	meter  *meter
}

// priced is a column with its mass, its entropy term -phi(w), and its reduced costs for
// other duals.
type priced struct {
	column
	weight, entropy float64
	others          [maxOthers]float64
}

// partial is a clustering of some of the rows: the rows that are left and their mass, and
// entropy and reduced costs of the clusters so far.
type partial struct {
	rest    uint64
	weight  float64
	entropy float64
	rc      float64
	others  [maxOthers]float64 // for other duals, minus their shifts
}

func newCovers(r *rows, columns []column, b budget, others []other, m *meter) *covers {
	c := &covers{rows: r, budget: b, others: others, meter: m, by: make([][]priced, r.n), rc: make(map[uint64]float64, len(columns))}
	c.rarest = partition.Identity(r.n)
	columns = slices.Clone(columns)
	slices.SortFunc(columns, byCost)
	often := frequency(columns)
	slices.SortStableFunc(c.rarest, func(a, b int) int { return cmp.Compare(often[a], often[b]) })
	for _, col := range columns {
		c.rc[col.set] = col.rc
		w := over(r.weight, col.set)
		x := c.rarest[slices.IndexFunc(c.rarest, func(x int) bool { return col.set>>x&1 == 1 })]
		p := priced{column: col, weight: w, entropy: -r.phi.At(w)}
		for k, o := range others {
			p.others[k] = col.rc + over(o.more, col.set)
		}
		c.by[x] = append(c.by[x], p)
	}
	return c
}

// each calls found for every clustering within the budget, with its clusters and its
// total reduced cost, from several goroutines; worker says which. The error is the
// context's, or errSteps.
func (c *covers) each(ctx context.Context, workers int, found func(worker int, clusters []uint64, rc float64)) error {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	whole := partial{rest: 1<<c.n - 1, weight: c.total}
	for k, o := range c.others {
		whole.others[k] = -o.shift
	}
	seekers := make([]seeker, workers)
	for k := range seekers {
		seekers[k] = seeker{covers: c, stop: &stop, found: func(clusters []uint64, rc float64) { found(k, clusters, rc) }}
	}
	seekers[0].last(&whole)
	first := c.by[c.rarest[0]]
	return pool.Each(ctx, workers, len(first), func(worker, job int) error {
		seekers[worker].try(&whole, &first[job])
		return seekers[worker].count()
	})
}

// with returns the clustering with one more cluster. The second result says whether rows are left
// and all totals are within the budget.
func (c *covers) with(p *partial, col *priced) (partial, bool) {
	next := partial{
		rest: p.rest &^ col.set, weight: p.weight - col.weight,
		entropy: p.entropy + col.entropy, rc: p.rc + col.rc,
	}
	within := c.within(&next)
	if next.rest == 0 || next.rc > within {
		return next, false
	}
	for k := range c.others {
		next.others[k] = p.others[k] + col.others[k]
		if next.others[k] > within {
			return next, false
		}
	}
	return next, true
}

// within returns the total that a clustering that continues this one may have. Its
// entropy is least if all rows that are left are one cluster.
func (c *covers) within(p *partial) float64 { return c.budget.at(p.entropy - c.phi.At(p.weight)) }

// seeker is the search by one worker.
type seeker struct {
	*covers
	stop   *atomic.Bool
	found  func(clusters []uint64, rc float64)
	chosen []uint64
	steps  int64 // not yet added to the meter
}

// count adds the steps to the meter.
func (s *seeker) count() error {
	steps := s.steps
	s.steps = 0
	return s.meter.spend(steps)
}

// last reports the clustering whose last cluster is all rows that are left.
func (s *seeker) last(p *partial) {
	if rc, ok := s.rc[p.rest]; ok && p.rc+rc <= s.within(p) {
		s.chosen = append(s.chosen, p.rest)
		s.found(s.chosen, p.rc+rc)
		s.chosen = s.chosen[:len(s.chosen)-1]
	}
}

// try goes through the clusterings that continue this one with a given column.
func (s *seeker) try(p *partial, col *priced) {
	s.steps += nodeSteps
	next, ok := s.with(p, col)
	if !ok || s.stop.Load() {
		return
	}
	if s.steps >= countedSteps && s.count() != nil {
		s.stop.Store(true)
		return
	}
	s.chosen = append(s.chosen, col.set)
	s.last(&next)
	most := s.within(&next) - next.rc
	columns := s.by[s.rarest[slices.IndexFunc(s.rarest, func(x int) bool { return next.rest>>x&1 == 1 })]]
	for k := range columns {
		col := &columns[k]
		if col.rc > most {
			break
		}
		s.steps++
		if col.set&^next.rest == 0 {
			s.try(&next, col)
		}
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
}
