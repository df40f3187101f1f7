package plot

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// figure is a laid-out figure: every place and size on the page, in points from
// its lower left corner, and nothing left to decide. Tests read it; draw paints
// it.
type figure struct {
	width, height vg.Length
	frame         vg.Rectangle
	x, y          scale

	points []vg.Point     // markers, thinned, by increasing h, so from right to left
	stairs []vg.Point     // the corners of the staircase, from the frame's bottom to its left
	hull   []vg.Point     // the vertices of the hull; empty if it is left out
	bands  []vg.Rectangle // under what is proved
	bounds [][]vg.Point   // the curves above what is not
	rings  []ring
	lines  []vg.Length // where the lines at log2 k stand
	dots   []mark      // what is drawn of these lines
	marks  []mark      // tick marks

	texts  []text // the labels of rings, which alone are inside the frame, last
	labels int    // how many those are
	legend []entry

	markerRadius, ringRadius vg.Length
}

// mark is a short line.
type mark struct{ from, to vg.Point }

// ring is a DMC point and its number of clusters.
type ring struct {
	at vg.Point
	k  int
}

// Sizes of the parts of a figure. Text keeps its size on small pages too: the
// smallest is what journals ask for.
const (
	titleSize vg.Length = 10
	axisSize  vg.Length = 9
	tickSize  vg.Length = 8
	smallSize vg.Length = 7

	mm       = vg.Millimeter
	margin   = 2 * mm   // between the page's edge and what is printed
	gap      = 1.2 * mm // between texts and what they belong to
	inset    = 4 * mm   // between the frame and the extreme points
	tickMark = 1.2 * mm
	spot     = 0.1 * mm // points closer than this look like one
)

// newFigure lays out the figure of f, whose extent is e. O(points).
func newFigure(f *frontier.Frontier, e extent, o Options) *figure {
	g := &figure{width: vg.Length(o.Width) * mm, height: vg.Length(o.Height) * mm}
	// What cannot show is not explained either. The number of clusters bounds an
	// entropy, but not what users' own problems measure; and where it is the
	// entropy axis itself, every point would get a ring.
	h, _ := f.Problem.Axes()
	o.NoBalanced = o.NoBalanced || e.hHi < 1 || h.Unit == ""
	o.NoHull = o.NoHull || f.Len() < 2
	o.NoDMC = o.NoDMC || f.Len() == 0 || h.Clusters
	g.layLegend(legendEntries(f, o))
	g.layFrame(f, e, o)
	g.layTitle(f, o)
	g.layPoints(f)
	if !o.NoHull {
		g.layHull(f)
	}
	g.layProof(f)
	if !o.NoDMC {
		g.layRings(f)
	}
	if !o.NoBalanced {
		g.layBalanced(e, h.Clusters)
	}
	g.labelRings()
	g.layDots()
	return g
}

// layFrame places the frame, the axes with their names, and the ticks, in what
// the legend, the title and the labels of the lines leave of the page.
func (g *figure) layFrame(f *frontier.Frontier, e extent, o Options) {
	xAxis, yAxis := f.Problem.Axes()
	nameBase := g.legendTop() + 1.5*gap + descent(axisSize)
	g.frame.Min.Y = nameBase + capHeight(axisSize) + gap + capHeight(tickSize) + gap + tickMark
	g.frame.Max.Y = g.height - margin - lineHeight(titleSize)
	if !o.NoBalanced {
		g.frame.Max.Y -= lineHeight(smallSize)
	}
	g.y = scale{e.iLo, e.iHi, float64(g.frame.Min.Y + inset), float64(g.frame.Max.Y - inset)}
	yTicks := ticks(e.iLo, e.iHi, tickCount(g.frame.Max.Y-g.frame.Min.Y-2*inset, 8*mm))
	g.frame.Min.X = margin + lineHeight(axisSize) + gap + widest(yTicks) + gap + tickMark
	g.frame.Max.X = g.width - margin - ringSize
	// Entropy grows to the left.
	g.x = scale{e.hLo, e.hHi, float64(g.frame.Max.X - inset), float64(g.frame.Min.X + inset)}

	length := g.frame.Max.X - g.frame.Min.X - 2*inset
	xTicks := ticks(e.hLo, e.hHi, tickCount(length, 12*mm))
	if pitch := widest(xTicks) + 3*gap; pitch > 12*mm {
		xTicks = ticks(e.hLo, e.hHi, tickCount(length, pitch))
	}
	for _, t := range xTicks {
		at := vg.Point{X: vg.Length(g.x.at(t.value)), Y: g.frame.Min.Y}
		g.marks = append(g.marks, mark{at, vg.Point{X: at.X, Y: at.Y - tickMark}})
		g.write(t.label, tickSize, vg.Point{X: at.X, Y: at.Y - tickMark - gap - capHeight(tickSize)}, centre)
	}
	for _, t := range yTicks {
		at := vg.Point{X: g.frame.Min.X, Y: vg.Length(g.y.at(t.value))}
		g.marks = append(g.marks, mark{at, vg.Point{X: at.X - tickMark, Y: at.Y}})
		g.write(t.label, tickSize, vg.Point{X: at.X - tickMark - gap, Y: at.Y - capHeight(tickSize)/2}, right)
	}
	g.write(xAxis.String(), axisSize, vg.Point{X: (g.frame.Min.X + g.frame.Max.X) / 2, Y: nameBase}, centre)
	g.write(yAxis.String(), axisSize, vg.Point{X: margin + capHeight(axisSize) + gap/2, Y: (g.frame.Min.Y + g.frame.Max.Y) / 2}, upright)
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
		w = max(w, textWidth(t.label, tickSize))
	}
	return w
}

// layTitle places the title above the middle of the frame, or as near to it as
// its length allows; what is longer than the page is cut.
func (g *figure) layTitle(f *frontier.Frontier, o Options) {
	title := fit(titleOf(f, o.Title), func(s string) bool {
		return textWidth(s, titleSize) <= g.width-2*margin
	})
	half := textWidth(title, titleSize) / 2
	x := (g.frame.Min.X + g.frame.Max.X) / 2
	x = min(max(x, margin+half), g.width-margin-half)
	g.write(title, titleSize, vg.Point{X: x, Y: g.height - margin - capHeight(titleSize)}, centre)
}

// place returns the place of a point on the page.
func (g *figure) place(p frontier.Point) vg.Point {
	return vg.Point{X: vg.Length(g.x.at(p.H)), Y: vg.Length(g.y.at(p.I))}
}

// layPoints places the markers and the staircase through them.
func (g *figure) layPoints(f *frontier.Frontier) {
	for n := range f.Len() {
		g.points = appendSpot(g.points, g.place(f.At(n)), n == f.Len()-1)
	}
	switch n := len(g.points); {
	case n <= 60:
		g.markerRadius = 0.6 * mm
	case n <= 300:
		g.markerRadius = 0.45 * mm
	default:
		g.markerRadius = 0.3 * mm
	}
	if len(g.points) == 0 {
		return
	}
	level := g.frame.Min.Y
	for _, p := range g.points {
		g.stairs = append(g.stairs, vg.Point{X: p.X, Y: level}, p)
		level = p.Y
	}
	g.stairs = append(g.stairs, vg.Point{X: g.frame.Min.X, Y: level})
}

// appendSpot appends p to points unless it falls on the same spot as the last
// of them; a final point takes the place of that one instead.
func appendSpot(points []vg.Point, p vg.Point, final bool) []vg.Point {
	if n := len(points); n > 0 && sameSpot(points[n-1], p) {
		if final && n > 1 {
			points[n-1] = p
		}
		return points
	}
	return append(points, p)
}

func sameSpot(p, q vg.Point) bool {
	return math.Abs(float64(p.X-q.X)) < float64(spot) && math.Abs(float64(p.Y-q.Y)) < float64(spot)
}

// layHull places the vertices of the concave hull.
func (g *figure) layHull(f *frontier.Frontier) {
	for n := range f.Len() {
		if p := f.At(n); p.Hull {
			g.hull = appendSpot(g.hull, g.place(p), n == f.Len()-1)
		}
	}
}

// ringSize is the radius of a ring where there is room for it.
const ringSize = 1.15 * mm

// layRings places the rings at the DMC points.
func (g *figure) layRings(f *frontier.Frontier) {
	for n := range f.Len() {
		p := f.At(n)
		if !p.DMC {
			continue
		}
		at := g.place(p)
		if last := len(g.rings) - 1; last >= 0 && sameSpot(g.rings[last].at, at) {
			continue
		}
		g.rings = append(g.rings, ring{at, p.K})
	}
	g.ringRadius = ringSize
	if len(g.rings) > 60 {
		g.ringRadius = 0.7 * ringSize
	}
}

// layBalanced places the lines at log2 k and writes k above as many of them as
// there is room for.
func (g *figure) layBalanced(e extent, clusters bool) {
	base := g.frame.Max.Y + gap
	end := g.width // the right end of the room that is left
	for _, k := range g.clusterNumbers(e, clusters) {
		x := vg.Length(g.x.at(math.Log2(float64(k))))
		g.lines = append(g.lines, x)
		t := newText(clusterLabel(k, k == 2), smallSize, vg.Point{X: x, Y: base}, centre)
		if box := t.box(); box.Max.X <= end {
			g.texts = append(g.texts, t)
			end = box.Min.X - gap
		}
	}
}

// clusterNumbers returns the numbers of clusters whose lines can be told apart: 2,
// 3 and so on and, where every point lies on such a line, round ones after these.
func (g *figure) clusterNumbers(e extent, clusters bool) []int {
	const (
		pitch = 2 * mm
		most  = 1e9 // no table has more rows
	)
	var list []int
	step := func(k int) int { return k + 1 }
	last := vg.Length(g.x.at(0))
	for k := 2; k < most && math.Log2(float64(k)) <= e.hHi; k = step(k) {
		x := vg.Length(g.x.at(math.Log2(float64(k))))
		switch {
		case last-x >= pitch:
			list = append(list, k)
			last = x
		case !clusters:
			return list
		default:
			step = nextRound
		}
	}
	return list
}

// nextRound returns the smallest number above k that is 1, 2 or 5 times a power of
// ten.
func nextRound(k int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range []int{1, 2, 5} {
			if m*unit > k {
				return m * unit
			}
		}
	}
}

// clusterLabel writes a number of clusters; the first of a row says what it is.
func clusterLabel(k int, first bool) string {
	if first {
		return fmt.Sprintf("k=%d", k)
	}
	return fmt.Sprint(k)
}
