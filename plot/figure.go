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
	// The labels of rings, the only texts inside the frame, are the last ones.
	sheet
	axes

	points []vg.Point     // markers, thinned, by increasing h, so from right to left
	stairs []vg.Point     // the corners of the staircase, from the frame's bottom to its left
	hull   []vg.Point     // the vertices of the hull; empty if it is left out
	bands  []vg.Rectangle // under what is proved
	bounds [][]vg.Point   // the curves above what is not
	rings  []ring
	lines  []vg.Length // where the lines at log2 k stand
	dots   []mark      // what is drawn of these lines
	labels int         // how many rings have one

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
	powerSize vg.Length = 6 // of an exponent, which goes with larger text

	mm       = vg.Millimeter
	margin   = 2 * mm   // between the page's edge and what is printed
	gap      = 1.2 * mm // between texts and what they belong to
	inset    = 4 * mm   // between the frame and the extreme points
	tickMark = 1.2 * mm
	spot     = 0.1 * mm // points closer than this look like one
)

// newFigure lays out the figure of f, whose extent is e. O(points).
func newFigure(f *frontier.Frontier, e extent, o Options) *figure {
	g := &figure{sheet: newSheet(o)}
	// What cannot show is not explained either. The number of clusters bounds an
	// entropy, but not what users' own problems measure; and where it is the
	// entropy axis itself, every point would get a ring.
	h, _ := f.Problem.Axes()
	o.NoBalanced = o.NoBalanced || e.hHi < 1 || h.Unit == ""
	o.NoHull = o.NoHull || f.Len() < 2
	o.NoDMC = o.NoDMC || f.Len() == 0 || h.Clusters
	g.layLegend(legendEntries(f, o))
	x, y := frontierAxes(&f.Problem, e)
	g.axes = g.layAxes(g.area(!o.NoBalanced), x, y)
	g.layTitle(titleOf(f, o.Title), (g.frame.Min.X+g.frame.Max.X)/2)
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
	g.stairs = g.staircase(g.points)
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
