package plot

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
)

// extent is the part of the (h, i) plane that a picture shows.
type extent struct{ hLo, hHi, iLo, iHi float64 }

// Bounds of what can be drawn. An entropy in bits is at most the logarithm of the number of
// rows, so a larger value is a damaged file. Numbers without a unit may be anything, up to
// where few digits are left for what lies between them. An axis shorter than minSpan would
// show rounding errors.
const (
	maxBits  = 1e6
	maxValue = 1e12
	minSpan  = 1e-9
)

// at returns the extent of one point.
func at(h, i float64) extent { return extent{h, h, i, i} }

// extentOf returns the extent of all points. It holds the origin and, where an objective is
// a share, 1 too. Where nothing is known of what the objectives measure, it holds the points
// alone. O(points).
func extentOf(f *frontier.Frontier) (extent, error) {
	h, i := f.Problem.Axes()
	var e extent
	known := h.Unit != ""
	if i.Share {
		e.iHi = 1
	}
	for n := range f.Len() {
		p := f.At(n)
		if err := checkValues(p.H, p.I, &f.Problem); err != nil {
			return extent{}, fmt.Errorf("point %d %w", n, err)
		}
		if n == 0 && !known {
			e = at(p.H, p.I)
		}
		e = e.with(at(p.H, p.I))
	}
	return e, nil
}

// checkValues returns an error if values of the objectives of a problem cannot be drawn.
func checkValues(h, i float64, problem *frontier.Problem) error {
	if math.Abs(h) <= maxBits && math.Abs(i) <= maxBits {
		return nil // whatever the axes are, which take longer to find out
	}
	limit := maxValue
	if axis, _ := problem.Axes(); axis.Unit != "" {
		limit = maxBits
	}
	// Written so that NaN fails too.
	if !(math.Abs(h) <= limit && math.Abs(i) <= limit) {
		return fmt.Errorf("at h %g, i %g cannot be drawn: values must stay below %g", h, i, limit)
	}
	return nil
}

// with returns the extent that holds both.
func (e extent) with(o extent) extent {
	return extent{min(e.hLo, o.hLo), max(e.hHi, o.hHi), min(e.iLo, o.iLo), max(e.iHi, o.iHi)}
}

// widened returns the extent with no axis too short to show anything.
func (e extent) widened() extent {
	return extent{e.hLo, widened(e.hLo, e.hHi), e.iLo, widened(e.iLo, e.iHi)}
}

// widened returns the end of an axis from lo: hi, or a larger value if hi differs from lo by no
// more than rounding errors.
func widened(lo, hi float64) float64 {
	size := max(1, math.Abs(lo), math.Abs(hi))
	if hi-lo < minSpan*size {
		return lo + size
	}
	return hi
}

// axesOf returns the axes of frontiers of a problem. small tells that there is little room
// for the labels of the ticks.
func axesOf(p *frontier.Problem, e extent, small bool) (x, y draw.Axis) {
	h, i := p.Axes()
	if p.Estimator != "" { // estimates are not to be taken for plug-in values
		by := ", by " + draw.Printable(p.Estimator)
		h.Unit += by
		i.Unit += by
	}
	// Entropy grows to the left.
	x = draw.Axis{Name: h.String(), Short: short(h), Lo: e.hLo, Hi: e.hHi, Pitch: 12 * mm, Leftwards: true}
	y = draw.Axis{Name: i.String(), Short: short(i), Lo: e.iLo, Hi: e.iHi, Pitch: 8 * mm}
	if small {
		x.Pitch, y.Pitch = 7*mm, 6*mm
	}
	return x, y
}

// short returns the title of an axis without names of columns.
func short(a frontier.Axis) string {
	a.Name = a.Symbol
	return a.String()
}
