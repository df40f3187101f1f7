package draw

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// ColourBar is a legend of whole numbers as colours.
type ColourBar struct {
	Frame   vg.Rectangle
	Colours []Colour // from the bottom to the top, in steps of equal height
	Marks   []Segment
}

const (
	barWidth = 2.6 * MM
	barGap   = 2.5 * MM // between the frame and the bar
)

// ColourBarRoom returns the width that a bar of numbers up to hi takes next to a frame.
func ColourBarRoom(hi int) vg.Length {
	return barGap + barWidth + TickMark + Gap + TextWidth(fmt.Sprint(hi), TickSize)
}

// PlaceColourBar places the bar of the numbers from lo to hi to the right of a frame, with a name. colour returns the
// colour of a number from lo to hi.
func (s *Sheet) PlaceColourBar(frame vg.Rectangle, name string, lo, hi int, colour func(k, lo, hi int) Colour) *ColourBar {
	b := &ColourBar{Frame: vg.Rectangle{
		Min: vg.Point{X: frame.Max.X + barGap, Y: frame.Min.Y},
		Max: vg.Point{X: frame.Max.X + barGap + barWidth, Y: frame.Max.Y - LineHeight(TickSize)},
	}}
	const most = 120
	count := min(hi-lo+1, most)
	for n := range count {
		b.Colours = append(b.Colours, colour(n, 0, count-1))
	}
	// A number is at the middle of its step.
	height := b.Frame.Max.Y - b.Frame.Min.Y
	half := height / vg.Length(2*count)
	on := Scale{Lo: float64(lo), Hi: float64(max(hi, lo+1)), From: float64(b.Frame.Min.Y + half), To: float64(b.Frame.Max.Y - half)}
	for _, k := range barNumbers(lo, hi, TickCount(height, 8*MM)) {
		y := vg.Length(on.At(float64(k)))
		tick := vg.Point{X: b.Frame.Max.X + TickMark, Y: y}
		b.Marks = append(b.Marks, Segment{From: vg.Point{X: b.Frame.Max.X, Y: y}, To: tick})
		s.Write(fmt.Sprint(k), TickSize, vg.Point{X: tick.X + Gap, Y: y - CapHeight(TickSize)/2}, Left)
	}
	s.Write(name, TickSize, vg.Point{X: Middle(b.Frame).X, Y: b.Frame.Max.Y + Descent(TickSize)}, Centre)
	return b
}

// barNumbers returns round numbers from lo to hi, at most most of them.
func barNumbers(lo, hi, most int) []int {
	if lo == hi {
		return []int{lo}
	}
	var list []int
	for _, t := range Ticks(float64(lo), float64(hi), most) {
		if k := int(math.Round(t.Value)); math.Abs(t.Value-float64(k)) < 1e-9 {
			list = append(list, k)
		}
	}
	return list
}

// Step returns the area of step n of the bar.
func (b *ColourBar) Step(n int) vg.Rectangle {
	count, height := vg.Length(len(b.Colours)), b.Frame.Max.Y-b.Frame.Min.Y
	r := b.Frame
	r.Min.Y = b.Frame.Min.Y + height*vg.Length(n)/count
	r.Max.Y = b.Frame.Min.Y + height*vg.Length(n+1)/count
	return r
}

// Draw draws the bar.
func (b *ColourBar) Draw(c vg.Canvas) {
	for n, colour := range b.Colours {
		Fill(c, colour, b.Step(n).Path())
	}
	Stroke(c, Ink, AxisLine, append(b.Frame.Path(), Segments(b.Marks)...))
}
