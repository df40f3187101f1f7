package draw

import (
	"cmp"
	"math"

	"gonum.org/v1/plot/vg"
)

// Axis is the quantity of an axis and its range.
type Axis struct {
	Name      string
	Short     string // the name if the name of either axis has no room, if not empty
	Lo, Hi    float64
	Pitch     vg.Length // the least distance of labelled ticks, if they are narrow
	Leftwards bool      // it grows to the left
	// Ticks returns the ticks of an axis of the given length, with labels about pitch or
	// more apart; nil means [Ticks].
	Ticks func(length, pitch vg.Length) []Tick
}

func (a Axis) ticks(length, pitch vg.Length) []Tick {
	if a.Ticks != nil {
		return a.Ticks(length, pitch)
	}
	return Ticks(a.Lo, a.Hi, TickCount(length, pitch))
}

// Axes is a frame with a horizontal and a vertical axis, at their places on the page.
type Axes struct {
	Frame vg.Rectangle
	X, Y  Scale
	Marks []Segment // at the ticks
}

// leastName is the length that is always allowed for the name of an upright axis, even if its
// frame is lower.
const leastName = 28 * MM

// AxisRoom is the height below a frame for its ticks and the name of its axis.
const AxisRoom = (0.22+0.74)*AxisSize + 0.74*TickSize + 2*Gap + TickMark

// PlaceAxes places a frame with its ticks and the names of the axes. All of it fills the given
// area, except that the last label of a tick may exceed it by half its width.
func (s *Sheet) PlaceAxes(area vg.Rectangle, x, y Axis) Axes {
	nameBase := area.Min.Y + Descent(AxisSize)
	a := Axes{Frame: area}
	a.Frame.Min.Y = nameBase + CapHeight(AxisSize) + Gap + CapHeight(TickSize) + Gap + TickMark
	a.Y = Scale{y.Lo, y.Hi, float64(a.Frame.Min.Y + Inset), float64(a.Frame.Max.Y - Inset)}
	yTicks := y.ticks(a.Frame.Max.Y-a.Frame.Min.Y-2*Inset, y.Pitch)
	a.Frame.Min.X = area.Min.X + LineHeight(AxisSize) + Gap + widestTick(yTicks) + Gap + TickMark
	a.X = Scale{x.Lo, x.Hi, float64(a.Frame.Min.X + Inset), float64(a.Frame.Max.X - Inset)}
	if x.Leftwards {
		a.X.From, a.X.To = a.X.To, a.X.From
	}
	length := a.Frame.Max.X - a.Frame.Min.X - 2*Inset
	xTicks := x.ticks(length, x.Pitch)
	if pitch := widestTick(xTicks) + 3*Gap; pitch > x.Pitch {
		xTicks = x.ticks(length, pitch)
	}
	s.placeXTicks(&a, xTicks)
	for _, t := range yTicks {
		at := vg.Point{X: a.Frame.Min.X, Y: vg.Length(a.Y.At(t.Value))}
		a.Marks = append(a.Marks, Segment{at, vg.Point{X: at.X - t.length(), Y: at.Y}})
		if !t.Minor {
			s.writeRight(t.Label, vg.Point{X: at.X - TickMark - Gap, Y: at.Y - CapHeight(TickSize)/2})
		}
	}
	middle := Middle(a.Frame)
	width, height := a.Frame.Max.X-a.Frame.Min.X, max(a.Frame.Max.Y-a.Frame.Min.Y, leastName)
	xName, yName := x.Name, y.Name
	if TextWidth(xName, AxisSize) > width || TextWidth(yName, AxisSize) > height {
		xName, yName = cmp.Or(x.Short, xName), cmp.Or(y.Short, yName)
	}
	xName, yName = Cut(xName, AxisSize, width), Cut(yName, AxisSize, height)
	s.Write(xName, AxisSize, vg.Point{X: middle.X, Y: nameBase}, Centre)
	s.Write(yName, AxisSize, vg.Point{X: area.Min.X + CapHeight(AxisSize) + Gap/2, Y: middle.Y}, Upright)
	return a
}

// writeRight writes the label of a tick, which ends at a place.
func (s *Sheet) writeRight(label string, at vg.Point) {
	if !plain(label) { // its letters may take less room
		s.Write(label, TickSize, at, Right)
		return
	}
	at.X -= RaisedWidth(label, TickSize)
	s.WriteRaised(label, TickSize, at)
}

// placeXTicks places the ticks of the horizontal axis. A label that would touch its predecessor is
// left out.
func (s *Sheet) placeXTicks(a *Axes, ticks []Tick) {
	var middle, width vg.Length // of the last label
	for _, t := range ticks {
		at := vg.Point{X: vg.Length(a.X.At(t.Value)), Y: a.Frame.Min.Y}
		a.Marks = append(a.Marks, Segment{at, vg.Point{X: at.X, Y: at.Y - t.length()}})
		apart := vg.Length(math.Abs(float64(at.X-middle))) - (width+t.width())/2
		if t.Minor || width > 0 && apart < Gap/2 {
			continue
		}
		middle, width = at.X, t.width()
		s.WriteRaised(t.Label, TickSize, vg.Point{X: at.X - width/2, Y: at.Y - TickMark - Gap - CapHeight(TickSize)})
	}
}

// widestTick returns the width of the widest label.
func widestTick(ticks []Tick) vg.Length {
	var w vg.Length
	for _, t := range ticks {
		w = max(w, t.width())
	}
	return w
}

// Place returns the place of a point on the page.
func (a *Axes) Place(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(a.X.At(x)), Y: vg.Length(a.Y.At(y))}
}

// Staircase returns the corners of the boundary of the area that the points dominate, from the
// frame's bottom to its left, or to its right if the axis grows to the right. The points are by increasing X.
func (a *Axes) Staircase(points []vg.Point) []vg.Point {
	if len(points) == 0 {
		return nil
	}
	stairs := make([]vg.Point, 0, 2*len(points)+1)
	level := a.Frame.Min.Y
	for _, p := range points {
		stairs = append(stairs, vg.Point{X: p.X, Y: level}, p)
		level = p.Y
	}
	end := a.Frame.Min.X
	if a.X.From < a.X.To {
		end = a.Frame.Max.X
	}
	return append(stairs, vg.Point{X: end, Y: level})
}

// Draw draws the frame and the tick marks.
func (a *Axes) Draw(c vg.Canvas) {
	Stroke(c, Ink, AxisLine, append(a.Frame.Path(), Segments(a.Marks)...))
}

// Spot is the distance on the page below which two points look the same.
const Spot = 0.1 * MM

// SameSpot reports whether two points look the same.
func SameSpot(p, q vg.Point) bool {
	return math.Abs(float64(p.X-q.X)) < float64(Spot) && math.Abs(float64(p.Y-q.Y)) < float64(Spot)
}

// AppendSpot appends p to points unless it looks the same as the last point. A final p then
// replaces the last point, unless that is also the first.
func AppendSpot(points []vg.Point, p vg.Point, final bool) []vg.Point {
	if n := len(points); n > 0 && SameSpot(points[n-1], p) {
		if final && n > 1 {
			points[n-1] = p
		}
		return points
	}
	return append(points, p)
}
