package sweeps

import (
	"math"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/problem"
)

// Span is a range of h.
type Span struct{ From, To float64 }

// number returns the least number of windows that are no wider than the windows of a level of the whole range.
func (s Span) number(level int, g *grid) int {
	return max(1, int(math.Ceil((s.To-s.From)/g.width(level)-rounding)))
}

// rounding is the relative difference up to which two widths count as the same.
const rounding = 1e-9

// narrow reports whether a span is narrower than the windows of a level.
func (s Span) narrow(level int, g *grid) bool { return s.To-s.From < g.width(level)*(1-rounding) }

// inside returns a value in a span that is far from its ends and from its middle.
func (s Span) inside() float64 { return s.From + float64((s.To-s.From)/4) }

// place returns the number of a span among spans of equal width.
func (s Span) place() int { return int(min(s.inside()/(s.To-s.From), 1e9)) }

// sharing returns the number of spans of equal width that share a window of a level.
func (s Span) sharing(level int, g *grid) int {
	return int(min(g.width(level)/(s.To-s.From)+0.5, 1e9))
}

// within returns the number of the window of a level in which a narrow span is.
func (s Span) within(level int, g *grid) int { return int((s.inside() - g.from) / g.width(level)) }

// window returns the range and the width of a window of a level. Windows divide the span or, if the span is narrow, the
// whole range.
func (s Span) window(level, number int, g *grid) (lo, hi, width float64) {
	if s.narrow(level, g) {
		width = g.width(level)
		lo = g.from + float64(float64(number)*width)
		return lo, lo + width, width
	}
	width = (s.To - s.From) / float64(s.number(level, g))
	lo = s.From + float64(float64(number)*width)
	return lo, min(lo+width, s.To), width
}

// width returns the width of the windows of a level of the whole range.
func (g *grid) width(level int) float64 { return math.Ldexp(g.end()-g.from, -level) }

// share returns the width of the search's range as a share of the whole range.
func (e *engine) share() float64 {
	if e.opts.Within == nil {
		return 1
	}
	return (e.part.To - e.part.From) / (e.grid.end() - e.grid.from)
}

// MostParts returns the largest useful number of parts of a search, at least 1, given its effort and the number of
// evaluations so far. A part may take half of its effort before and half after parts are joined. Each half has to be
// enough for a sweep within a window and its first lists.
func MostParts(s problem.Traits, effort float64, evaluated int64) int {
	const perRow = looked + cluster.ListLength*sweepSlopes
	return int(max(1, left(budgetOf(s, effort), evaluated)/(2*perRow*int64(len(s.Masses)))))
}

// left returns the number of evaluations that are left for parts.
func left(budget, evaluated int64) int64 {
	return max(budget-evaluated, int64(leastLeft*float64(budget)))
}

// points returns the non-dominated clusterings.
func (e *engine) points() (points []found) {
	var set pareto.Set[position]
	for _, f := range e.grid.cells {
		if f.i >= 0 {
			set.Add(f.h, f.i, f.position, nil)
		}
	}
	for p := range set.All() {
		points = append(points, found{p.H, p.I, p.Payload})
	}
	return points
}
