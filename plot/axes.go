package plot

import (
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// axis is an axis before it has a place: what it measures, from where to where.
type axis struct {
	name      string
	lo, hi    float64   // powers of ten if it is logarithmic
	pitch     vg.Length // the least distance of labelled ticks, if they are narrow
	leftwards bool      // it grows to the left
	log       bool
	// zero tells that lo, on a logarithmic axis, is the home of the number 0.
	zero bool
}

// axes is a frame with a horizontal and a vertical axis, at their places on the page.
type axes struct {
	frame vg.Rectangle
	x, y  scale
	marks []mark // tick marks
}

// frontierAxes returns the axes of frontiers of a problem.
func frontierAxes(p *frontier.Problem, e extent) (x, y axis) {
	h, i := p.Axes()
	if p.Estimator != "" { // estimates are not to be taken for plug-in values
		by := ", by " + printable(p.Estimator)
		h.Unit += by
		i.Unit += by
	}
	// Entropy grows to the left.
	x = axis{name: h.String(), lo: e.hLo, hi: e.hHi, pitch: 12 * mm, leftwards: true}
	y = axis{name: i.String(), lo: e.iLo, hi: e.iHi, pitch: 8 * mm}
	return x, y
}

// layAxes places a frame with its ticks and the names of the axes, so that all of it
// but half a label of a tick fills the given area.
func (s *sheet) layAxes(area vg.Rectangle, x, y axis) axes {
	nameBase := area.Min.Y + descent(axisSize)
	a := axes{frame: area}
	a.frame.Min.Y = nameBase + capHeight(axisSize) + gap + capHeight(tickSize) + gap + tickMark
	a.y = scale{y.lo, y.hi, float64(a.frame.Min.Y + inset), float64(a.frame.Max.Y - inset)}
	yTicks := y.ticks(a.frame.Max.Y-a.frame.Min.Y-2*inset, y.pitch)
	a.frame.Min.X = area.Min.X + lineHeight(axisSize) + gap + widest(yTicks) + gap + tickMark
	a.x = scale{x.lo, x.hi, float64(a.frame.Min.X + inset), float64(a.frame.Max.X - inset)}
	if x.leftwards {
		a.x.from, a.x.to = a.x.to, a.x.from
	}
	length := a.frame.Max.X - a.frame.Min.X - 2*inset
	xTicks := x.ticks(length, x.pitch)
	if pitch := widest(xTicks) + 3*gap; pitch > x.pitch {
		xTicks = x.ticks(length, pitch)
	}
	s.layXTicks(&a, xTicks)
	for _, t := range yTicks {
		at := vg.Point{X: a.frame.Min.X, Y: vg.Length(a.y.at(t.value))}
		a.marks = append(a.marks, mark{at, vg.Point{X: at.X - t.length(), Y: at.Y}})
		if t.minor {
			continue
		}
		s.writeTick(t, vg.Point{X: at.X - tickMark - gap - t.width(), Y: at.Y - capHeight(tickSize)/2})
	}
	xName := cutTo(x.name, axisSize, a.frame.Max.X-a.frame.Min.X)
	s.write(xName, axisSize, vg.Point{X: (a.frame.Min.X + a.frame.Max.X) / 2, Y: nameBase}, centre)
	yName := cutTo(y.name, axisSize, max(a.frame.Max.Y-a.frame.Min.Y, leastName))
	s.write(yName, axisSize, vg.Point{X: area.Min.X + capHeight(axisSize) + gap/2, Y: (a.frame.Min.Y + a.frame.Max.Y) / 2}, upright)
	return a
}

// leastName is what the name of an upright axis may take where the frame is lower.
const leastName = 28 * mm

// layXTicks places the ticks of the horizontal axis. Only the home of 0 can be so near to
// another number that one label is left out.
func (s *sheet) layXTicks(a *axes, ticks []tick) {
	var middle, width vg.Length // of the last label
	for _, t := range ticks {
		at := vg.Point{X: vg.Length(a.x.at(t.value)), Y: a.frame.Min.Y}
		a.marks = append(a.marks, mark{at, vg.Point{X: at.X, Y: at.Y - t.length()}})
		apart := vg.Length(math.Abs(float64(at.X-middle))) - (width+t.width())/2
		if t.minor || width > 0 && apart < gap/2 {
			continue
		}
		middle, width = at.X, t.width()
		s.writeTick(t, vg.Point{X: at.X - width/2, Y: at.Y - tickMark - gap - capHeight(tickSize)})
	}
}

// writeTick writes the label of a tick, from its left end on.
func (s *sheet) writeTick(t tick, at vg.Point) {
	s.writeParts([]part{{t.label, false}, {t.power, true}}, tickSize, at)
}

// tickCount returns how many ticks, each pitch from the next, an axis has room
// for.
func tickCount(length, pitch vg.Length) int {
	return min(max(int(length/pitch)+1, 3), 15)
}

// widest returns the width of the widest label.
func widest(marks []tick) vg.Length {
	var w vg.Length
	for _, t := range marks {
		w = max(w, t.width())
	}
	return w
}

// place returns the place of a point of a frontier on the page.
func (a *axes) place(p frontier.Point) vg.Point {
	return vg.Point{X: vg.Length(a.x.at(p.H)), Y: vg.Length(a.y.at(p.I))}
}

// staircase returns the corners of the bound of what the points dominate, which come
// by increasing h: from the frame's bottom to its left.
func (a *axes) staircase(points []vg.Point) []vg.Point {
	if len(points) == 0 {
		return nil
	}
	stairs := make([]vg.Point, 0, 2*len(points)+1)
	level := a.frame.Min.Y
	for _, p := range points {
		stairs = append(stairs, vg.Point{X: p.X, Y: level}, p)
		level = p.Y
	}
	return append(stairs, vg.Point{X: a.frame.Min.X, Y: level})
}

// drawAxes paints the frame and the tick marks.
func (a *axes) drawAxes(c vg.Canvas) {
	stroke(c, ink, axisLine, append(a.frame.Path(), marks(a.marks)...))
}
