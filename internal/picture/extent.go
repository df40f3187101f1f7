// Package picture holds what all pictures of frontiers share: which part of the plane of H and I they
// show, the axes, and the title.
package picture

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/vocabulary"
)

// Extent is the part of the (h, i) plane that a picture shows.
type Extent struct{ HLo, HHi, ILo, IHi float64 }

// Bounds of what can be drawn. An entropy in bits is at most the logarithm of the number of rows,
// so a larger value is a damaged file. Numbers without a unit may be as large as double precision
// can show differences between them. An axis shorter than minSpan would show rounding errors.
const (
	MaxBits  = 1e6
	maxValue = 1e12
	minSpan  = 1e-9
)

// At returns the extent of one point.
func At(h, i float64) Extent { return Extent{h, h, i, i} }

// Of returns the extent of all points. It holds the origin and, where an objective is a share, 1
// too. If the objectives have no known unit, it holds the points alone. O(points).
func Of(f *frontier.Frontier) (Extent, error) {
	h, i := f.Problem.Axes()
	var e Extent
	known := h.Unit != ""
	if i.Share {
		e.IHi = 1
	}
	for n := range f.Len() {
		p := f.At(n)
		if err := Check(p.H, p.I, &f.Problem); err != nil {
			return Extent{}, fmt.Errorf("point %d %w", n, err)
		}
		if n == 0 && !known {
			e = At(p.H, p.I)
		}
		e = e.With(At(p.H, p.I))
	}
	return e, nil
}

// Check returns an error if values of the objectives of a problem cannot be drawn.
func Check(h, i float64, problem *frontier.Problem) error {
	if math.Abs(h) <= MaxBits && math.Abs(i) <= MaxBits {
		return nil // whatever the axes are, which take longer to find out
	}
	limit := maxValue
	if axis, _ := problem.Axes(); axis.Unit != "" {
		limit = MaxBits
	}
	// Written so that NaN fails too.
	if !(math.Abs(h) <= limit && math.Abs(i) <= limit) {
		return fmt.Errorf("at h %g, i %g cannot be drawn: values must stay below %g", h, i, limit)
	}
	return nil
}

// With returns the extent that holds both.
func (e Extent) With(o Extent) Extent {
	return Extent{min(e.HLo, o.HLo), max(e.HHi, o.HHi), min(e.ILo, o.ILo), max(e.IHi, o.IHi)}
}

// Widened returns the extent with no axis too short to show anything.
func (e Extent) Widened() Extent {
	return Extent{e.HLo, widened(e.HLo, e.HHi), e.ILo, widened(e.ILo, e.IHi)}
}

// widened returns the end of an axis from lo: hi, or a larger value if hi differs from lo only by
// rounding errors.
func widened(lo, hi float64) float64 {
	size := max(1, math.Abs(lo), math.Abs(hi))
	if hi-lo < minSpan*size {
		return lo + size
	}
	return hi
}

// Axes returns the axes of frontiers of a problem. small means that there is little room for the labels of the ticks.
// On paper, as in the paper, axes have symbols, and entropy grows to the left. Otherwise they have words, as far as
// there are words for the objectives.
func Axes(p *frontier.Problem, e Extent, small, paper bool) (x, y draw.Axis) {
	h, i := p.Axes()
	by := ""
	if p.Estimator != "" { // estimates are not to be taken for plug-in values
		by = ", by " + draw.Printable(p.Estimator)
		h.Unit += by
		i.Unit += by
	}
	x = draw.Axis{Name: h.String(), Short: short(h), Lo: e.HLo, Hi: e.HHi, Pitch: 12 * draw.MM, Leftwards: paper}
	y = draw.Axis{Name: i.String(), Short: short(i), Lo: e.ILo, Hi: e.IHi, Pitch: 8 * draw.MM}
	if small {
		x.Pitch, y.Pitch = 7*draw.MM, 6*draw.MM
	}
	if !paper {
		inWords(p, &x, &y, by)
	}
	return x, y
}

// inWords names axes in words. Information is a share of the whole where that is known.
func inWords(p *frontier.Problem, x, y *draw.Axis, by string) {
	words := &vocabulary.English.Axes
	h, i := p.Axes()
	if p.Kind == "symmetric" || h.Unit == "" {
		return
	}
	if !h.Clusters {
		x.Name, x.Short = words.Bits+by, "bits to record"
	}
	_, known := p.Share(0)
	switch _, name, ok := p.Columns(); {
	case i.Share:
		y.Name, y.Short = words.Variance, "share explained"
	case known:
		y.Name, y.Short = words.Kept+by, "share kept"
	case ok:
		y.Name, y.Short = vocabulary.Fill(words.Told, "y", name)+by, "bits told"
	default:
		y.Name, y.Short = vocabulary.Fill(words.Told, "y", "Y")+by, "bits told"
	}
	if whole := p.IXY; i.Share || known {
		if i.Share {
			whole = 1
		}
		lo, hi := y.Lo, y.Hi
		y.Ticks = func(length, pitch vg.Length) []draw.Tick {
			ticks := draw.Ticks(100*(lo/whole), 100*(hi/whole), draw.TickCount(length, pitch))
			for n := range ticks {
				ticks[n].Value *= whole / 100
				ticks[n].Label += " %"
			}
			return ticks
		}
	}
}

// short returns the title of an axis without names of columns.
func short(a frontier.Axis) string {
	a.Name = a.Symbol
	return a.String()
}
