// Package chart draws charts of measured numbers, such as the times that searches took: panels
// of series on linear or logarithmic axes, with a shared legend.
package chart

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/dibmap/dibmap/internal/draw"
)

// Chart is a figure of measured numbers: panels of series that share a legend.
type Chart struct {
	Panels []Panel
	// Columns is the number of panels in a row; 0 means all of them.
	Columns int
}

// Panel is a part of a chart with axes of its own.
type Panel struct {
	// Title is above the panel; it may be empty.
	Title  string
	X, Y   Axis
	Series []Series
}

// Axis says what an axis of a chart measures.
type Axis struct {
	// Name is the quantity with its unit, such as "time [s]".
	Name string
	// Log makes the axis logarithmic. On a logarithmic x axis, the number 0 has a place left of
	// a break in the axis, which no line crosses.
	Log bool
	// From and To are two numbers that the axis always shows; both 0 means none. On a
	// logarithmic axis they must be above 0.
	From, To float64
}

// Series is a list of points, joined by lines. Series of the same name in different panels look
// the same, and share an entry of the legend.
type Series struct {
	// Name is the name in the legend; a series without a name is not in the legend. Text in braces
	// after a ^ is raised: "n^{4.9}".
	Name   string
	Points []Point
	// NoLine leaves out the line, as for measured points with a fitted line, and NoMarks the
	// markers, as for this line.
	NoLine, NoMarks bool
	// Like is the name of a series whose colour this one has, with another pattern of the line;
	// empty for a colour of its own.
	Like string
}

// Point is a point of a series. If SD is above 0, an error bar reaches that far up
// and down. On a logarithmic axis a bar that would reach 0 ends at the frame.
type Point struct{ X, Y, SD float64 }

// mostValue is the largest number on a linear axis: between larger numbers, few digits are left.
const mostValue = 1e12

// maxStyles is the number of series that differ in colour, marker or line.
const maxStyles = 40

// Draw draws a chart to w in the given format. Series differ in colour, in the shape of their
// markers and in the pattern of their lines.
//
// It returns an error if there is no panel, if a panel is empty, if a number is outside the range
// of its axis, if there are more than 40 names of series, if the page is too small, if it cannot
// be drawn, or if w returns an error. O(points).
func (c Chart) Draw(w io.Writer, format string, page draw.Page) error {
	page, err := page.Checked(format)
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	g, err := newFigure(c, page)
	if err != nil {
		return err
	}
	return g.Render(w, format, g.draw)
}

// check returns an error if the chart cannot be drawn.
func (c Chart) check() error {
	if len(c.Panels) == 0 {
		return errors.New("the chart has no panel")
	}
	if c.Columns < 0 {
		return fmt.Errorf("a chart of %d columns cannot be drawn: choose 1 or more, or 0 for one row", c.Columns)
	}
	for n := range c.Panels {
		if err := c.Panels[n].check(); err != nil {
			return fmt.Errorf("panel %d: %w", n+1, err)
		}
	}
	if names := c.names(); len(names) > maxStyles {
		return fmt.Errorf("the chart has series of %d names: at most %d can be told apart", len(names), maxStyles)
	}
	return c.checkLooks()
}

// checkLooks returns an error if a series shows nothing, or is like a series that does not exist.
func (c Chart) checkLooks() error {
	looks := c.looks()
	for n, p := range c.Panels {
		for _, s := range p.Series {
			if s.NoLine && s.NoMarks {
				return fmt.Errorf("panel %d: series %q has neither a line nor markers", n+1, s.Name)
			}
			if other, ok := looks[s.Like]; s.Like != "" && (!ok || other.like != "") {
				return fmt.Errorf("panel %d: series %q is to be like %q, which is not one of the chart with a colour of its own", n+1, s.Name, s.Like)
			}
		}
	}
	return nil
}

// looks returns the looks of the series by name.
func (c Chart) looks() map[string]look {
	looks := make(map[string]look)
	own := 0
	for _, p := range c.Panels {
		for _, s := range p.Series {
			l, known := looks[s.Name]
			if !known {
				l = look{style: own, dash: own, like: s.Like}
				if s.Like == "" {
					own++
				}
			}
			l.line, l.marks = l.line || !s.NoLine, l.marks || !s.NoMarks
			looks[s.Name] = l
		}
	}
	for name, l := range looks {
		if other, ok := looks[l.like]; ok && l.like != "" {
			l.style, l.dash = other.style, other.style+1
			looks[name] = l
		}
	}
	return looks
}

// names returns the different names of series, in order.
func (c Chart) names() []string {
	var names []string
	known := make(map[string]bool)
	for _, p := range c.Panels {
		for _, s := range p.Series {
			if !known[s.Name] {
				known[s.Name] = true
				names = append(names, s.Name)
			}
		}
	}
	return names
}

func (p Panel) check() error {
	if err := p.X.check("x"); err != nil {
		return err
	}
	if err := p.Y.check("y"); err != nil {
		return err
	}
	points := 0
	for _, s := range p.Series {
		for n, q := range s.Points {
			if err := p.checkPoint(q); err != nil {
				return fmt.Errorf("series %q, point %d: %w", s.Name, n+1, err)
			}
		}
		points += len(s.Points)
	}
	if points == 0 {
		return errors.New("there is no point to draw")
	}
	return nil
}

// check returns an error if From or To has no place on the axis.
func (a Axis) check(name string) error {
	if a.From == 0 && a.To == 0 {
		return nil
	}
	for _, v := range []float64{a.From, a.To} {
		if err := a.place(name, v); err != nil {
			return fmt.Errorf("the axis from %g to %g: %w", a.From, a.To, err)
		}
	}
	return nil
}

// place returns an error if a number, other than an x of 0, has no place on the axis.
func (a Axis) place(name string, v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%s is %g: want a finite number", name, v)
	case a.Log && v <= 0:
		return fmt.Errorf("%s is %g on a logarithmic axis: want a number above 0", name, v)
	case !a.Log && math.Abs(v) > mostValue:
		return fmt.Errorf("%s is %g: want a number of at most %g, or a logarithmic axis", name, v, mostValue)
	}
	return nil
}

func (p Panel) checkPoint(q Point) error {
	if q.X != 0 {
		if err := p.X.place("x", q.X); err != nil {
			return err
		}
	}
	if err := p.Y.place("y", q.Y); err != nil {
		return err
	}
	if !(q.SD >= 0) || math.IsInf(q.SD, 1) {
		return fmt.Errorf("the standard deviation is %g: want 0 or more", q.SD)
	}
	if err := p.Y.place("the upper end of the bar", q.Y+q.SD); err != nil {
		return err
	}
	if p.Y.Log {
		return nil
	}
	return p.Y.place("the lower end of the bar", q.Y-q.SD)
}
