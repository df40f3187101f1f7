package sweeps

import (
	"math"

	"github.com/dibmap/dibmap/pareto"
)

// Span is a range of h.
type Span struct{ From, To float64 }

// number returns the number of windows of a level in a span: as many as make them no wider than those of the
// whole range.
func (s Span) number(level int, g *grid) int {
	if !(s.To > s.From) {
		return 0
	}
	return max(1, int(math.Ceil((s.To-s.From)/g.width(level)-rounding)))
}

// rounding is what two widths may differ by that are meant to be the same.
const rounding = 1e-9

// place returns the number of a span if all have its width.
func (s Span) place() int { return int(min(s.From/(s.To-s.From)+0.5, 1e9)) }

// window returns the entropies between which a window of a level lies, and its width.
func (s Span) window(level, number int, g *grid) (lo, hi, width float64) {
	width = (s.To - s.From) / float64(s.number(level, g))
	lo = s.From + float64(float64(number)*width)
	return lo, lo + width, width
}

// width returns the width of a window of a level in the whole range.
func (g *grid) width(level int) float64 { return math.Ldexp(g.end()-g.from, -level) }

// share returns which share of the whole range the search has.
func (e *engine) share() float64 {
	if e.opts.Within == nil {
		return 1
	}
	return (e.part.To - e.part.From) / (e.grid.end() - e.grid.from)
}

// across returns a fine sweep through a part, from the slope at which the hull of all enters it.
func (e *engine) across() *sweep {
	s := e.table.whole(e.begins(), fine, settling)
	s.lo = e.part.From
	for s.slope < s.until {
		if f, ok := e.grid.best(s.slope, math.Inf(-1), math.Inf(1)); !ok || f.h <= e.part.To+e.lead() {
			break
		}
		s.slope *= fine
	}
	if f, ok := e.grid.best(s.slope, e.part.From, min(e.part.To+e.lead(), e.grid.end())); ok && f.run != away {
		s.from = f.position
	}
	return s
}

// lead is how far above a part its fine sweep begins, so that rows have settled when it enters the part.
func (e *engine) lead() float64 { return float64((e.part.To - e.part.From) / 4) }

// points returns the clusterings that no other one dominates.
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
