// Package contiguous computes the concave hull of the groupings of ordered rows into runs of neighbours. The package is
// pure.
package contiguous

import (
	"context"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
)

// Hull returns the groupings of n ordered rows into runs of neighbours that maximise I - s H for some slope s >= 0, by
// increasing H, to within 1e-7 bit. A grouping is returned as the ends of its groups; the last end is n. add returns
// the parts in H and I of a group of the rows from, ..., to-1.
//
// A dynamic program solves the problem for one slope in n^2/2 steps. It takes the slopes of the edges found so far, as
// in parametric programming (Eisner and Severance 1976, doi:10.1145/321978.321982), so it runs at most twice for each
// vertex. Hull keeps n^2 numbers. If the context ends, Hull returns the vertices found so far.
//
// If Y has two values and the rows are in the order of p(y|x), these groupings are the best of all clusterings: the
// part of a cluster in I - s H is a convex function of its two masses, so that some best clustering is contiguous in
// that order.
func Hull(ctx context.Context, workers, n int, add func(from, to int) (h, i float64)) [][]int32 {
	p := newProgram(n, add)
	finest := lists.Make(n, func(x int) int32 { return int32(x) + 1 })
	hull := []vertex{p.vertex([]int32{int32(n)}, math.Inf(1)), p.vertex(finest, 0)}
	solvers := make([]solver, workers)
	for open := []int{0}; len(open) > 0; {
		found := make([]*vertex, len(hull)-1)
		_ = pool.Each(ctx, workers, len(open), func(worker, job int) error {
			edge := open[job]
			found[edge] = p.above(&solvers[worker], hull[edge], hull[edge+1])
			return nil
		})
		hull, open = insert(hull, found)
	}
	return lists.Map(hull, func(v vertex) []int32 { return v.ends })
}

// insert inserts the vertices found above edges. It also returns the adjacent edges above which there can be another
// grouping.
func insert(hull []vertex, found []*vertex) (all []vertex, open []int) {
	for edge, v := range found {
		a, b := hull[edge], hull[edge+1]
		all = append(all, a)
		if v == nil {
			continue
		}
		if room(a, *v) > rise {
			open = append(open, len(all)-1)
		}
		if all = append(all, *v); room(*v, b) > rise {
			open = append(open, len(all)-1)
		}
	}
	return append(all, hull[len(hull)-1]), open
}

// point is the H and I of a grouping.
type point struct{ h, i float64 }

// gain returns I - slope H.
func (p point) gain(slope float64) float64 { return p.i - float64(slope*p.h) }

// vertex is a grouping with the ends of its groups and a slope for which it is best.
type vertex struct {
	point
	ends  []int32
	slope float64
}

// rise is the least height above an edge, in bits, at which a grouping counts as better.
const rise = 1e-7

// room returns the largest height above the edge from a to b, in bits, at which there can be a grouping: the height of
// the point at which the lines of their slopes meet.
func room(a, b vertex) float64 {
	wide, steep := b.h-a.h, a.slope-b.slope
	if !(wide > 0 && steep > 0) {
		return 0
	}
	if math.IsInf(a.slope, 1) {
		return b.i - a.i - float64(b.slope*wide)
	}
	edge := (b.i - a.i) / wide
	return float64(wide*(a.slope-edge)) * ((edge - b.slope) / steep)
}

// program has the parts of all runs of neighbours in H and I.
type program struct {
	n    int
	h, i [][]float64 // by the end of a run, and then by its beginning
}

func newProgram(n int, add func(from, to int) (h, i float64)) *program {
	p := &program{n: n, h: make([][]float64, n+1), i: make([][]float64, n+1)}
	for to := 1; to <= n; to++ {
		p.h[to], p.i[to] = make([]float64, to), make([]float64, to)
		for from := range to {
			p.h[to][from], p.i[to][from] = add(from, to)
		}
	}
	return p
}

func (p *program) vertex(ends []int32, slope float64) vertex {
	v, from := vertex{ends: ends, slope: slope}, int32(0)
	for _, to := range ends {
		v.h, v.i, from = v.h+p.h[to][from], v.i+p.i[to][from], to
	}
	return v
}

// solver is the scratch space of a dynamic program.
type solver struct {
	most  []float64 // largest I - slope H of the groupings of the first rows, by their number
	start []int32   // start of the last group of such a grouping
}

// above returns the grouping that is highest above the edge from a to b, or nil if none is above it.
func (p *program) above(s *solver, a, b vertex) *vertex {
	if !(b.h > a.h) {
		return nil
	}
	slope := max(0, (b.i-a.i)/(b.h-a.h))
	if s.most == nil {
		s.most, s.start = make([]float64, p.n+1), make([]int32, p.n+1)
	}
	for to := 1; to <= p.n; to++ {
		h, most := p.h[to], s.most[:to]
		best, start := math.Inf(-1), 0
		for from, i := range p.i[to] {
			if v := most[from] + i - float64(slope*h[from]); v > best {
				best, start = v, from
			}
		}
		s.most[to], s.start[to] = best, int32(start)
	}
	var ends []int32
	for to := int32(p.n); to > 0; to = s.start[to] {
		ends = append(ends, to)
	}
	slices.Reverse(ends)
	v := p.vertex(ends, slope)
	if v.gain(slope) <= max(a.gain(slope), b.gain(slope))+rise {
		return nil
	}
	return &v
}
