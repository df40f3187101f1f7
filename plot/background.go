package plot

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// BackgroundPoint is a clustering of K clusters: a random one, or one of a search.
type BackgroundPoint struct {
	H, I float64 // in the units of the figure's axes
	K    int
}

// cloudSpot is the marker of a clustering of the background.
type cloudSpot struct {
	at     vg.Point
	colour color.NRGBA
}

const (
	cloudRadius = 0.2 * mm
	// cloudPitch is the side of the squares of the page of which each shows one
	// clustering: smaller ones would show no more, but fill the file.
	cloudPitch = 0.45 * mm
	// cloudPart is the part of the ramp that stands out against paper.
	cloudPart = 0.92
)

// backgroundExtent returns the extent that holds the background too.
func backgroundExtent(points []BackgroundPoint, problem *frontier.Problem, e extent) (extent, error) {
	for n, p := range points {
		if err := checkValues(p.H, p.I, problem); err != nil {
			return e, fmt.Errorf("point %d of the background %w", n, err)
		}
		if p.K < 1 {
			return e, fmt.Errorf("point %d of the background has %d clusters: want 1 or more", n, p.K)
		}
		e = e.with(extent{p.H, p.H, p.I, p.I})
	}
	return e, nil
}

// checkValues returns an error if values of the objectives of a problem cannot be drawn.
func checkValues(h, i float64, problem *frontier.Problem) error {
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

// clusterRange returns the least and the largest number of clusters.
func clusterRange(points []BackgroundPoint) (lo, hi int) {
	lo, hi = math.MaxInt, 0
	for _, p := range points {
		lo, hi = min(lo, p.K), max(hi, p.K)
	}
	return lo, hi
}

// layCloud places the background. Of clusterings in one square of the page the first is
// shown, unless it would be under a label or a note. O(points).
func (q *plane) layCloud(points []BackgroundPoint) {
	if len(points) == 0 {
		return
	}
	lo, hi := clusterRange(points)
	written := q.writtenOn()
	for _, n := range thinned(&q.axes, points) {
		p := points[n]
		at := q.place(frontier.Point{H: p.H, I: p.I})
		if touches(grow(vg.Rectangle{Min: at, Max: at}, cloudRadius), written) {
			continue
		}
		q.cloud = append(q.cloud, cloudSpot{at, cloudColour(p.K, lo, hi)})
	}
}

// thinned returns the numbers of the points that are shown: of those in one square of
// the page the first.
func thinned(a *axes, points []BackgroundPoint) []int {
	seen := make(map[[2]int]bool)
	var shown []int
	for n, p := range points {
		at := a.place(frontier.Point{H: p.H, I: p.I})
		square := [2]int{int(math.Floor(float64(at.X / cloudPitch))), int(math.Floor(float64(at.Y / cloudPitch)))}
		if !seen[square] {
			seen[square] = true
			shown = append(shown, n)
		}
	}
	return shown
}

// cloudColour returns the colour of k clusters, from few, dark, to many, light.
func cloudColour(k, lo, hi int) color.NRGBA {
	if lo == hi {
		return onRamp(0, 1)
	}
	return along(cloudPart * float64(k-lo) / float64(hi-lo))
}

// drawCloud paints markers, all of one colour at once. Squares take a quarter of the
// room of circles in a file, and are too small to be told from them.
func drawCloud(c vg.Canvas, spots []cloudSpot) {
	paths := make(map[color.NRGBA]vg.Path)
	var order []color.NRGBA
	for _, s := range spots {
		if paths[s.colour] == nil {
			order = append(order, s.colour)
		}
		r := grow(vg.Rectangle{Min: s.at, Max: s.at}, cloudRadius)
		paths[s.colour] = append(paths[s.colour], r.Path()...)
	}
	for _, colour := range order {
		fill(c, colour, paths[colour])
	}
}

// cloudSign returns what stands before the legend's entry.
func cloudSign(at vg.Rectangle) []cloudSpot {
	var spots []cloudSpot
	const count = 9
	for n := range count {
		x := at.Min.X + (at.Max.X-at.Min.X)*(vg.Length(n)+0.5)/count
		y := at.Min.Y + (at.Max.Y-at.Min.Y)*(0.2+0.3*vg.Length(n*2%3))
		spots = append(spots, cloudSpot{vg.Point{X: x, Y: y}, cloudColour(n, 0, count-1)})
	}
	return spots
}

// colourBar tells which colour stands for how many clusters.
type colourBar struct {
	steps   []vg.Rectangle
	colours []color.NRGBA
	marks   []mark
}

const (
	barWidth = 2.6 * mm
	barGap   = 2.5 * mm // between the frame and the bar
)

// barRoom returns the width that the bar takes beside the frame.
func barRoom(points []BackgroundPoint) vg.Length {
	_, hi := clusterRange(points)
	return barGap + barWidth + tickMark + gap + textWidth(fmt.Sprint(hi), tickSize)
}

// layColourBar places the bar right of the last frame.
func (g *figure) layColourBar(d *design) {
	points := d.opts.Background
	if len(points) == 0 {
		return
	}
	lo, hi := clusterRange(points)
	frame := g.planes[len(g.planes)-1].frame
	at := vg.Rectangle{
		Min: vg.Point{X: frame.Max.X + barGap, Y: frame.Min.Y},
		Max: vg.Point{X: frame.Max.X + barGap + barWidth, Y: frame.Max.Y - lineHeight(tickSize)},
	}
	g.bar = &colourBar{}
	const most = 120
	count := min(hi-lo+1, most)
	for n := range count {
		step := at
		step.Min.Y = at.Min.Y + (at.Max.Y-at.Min.Y)*vg.Length(n)/vg.Length(count)
		step.Max.Y = at.Min.Y + (at.Max.Y-at.Min.Y)*vg.Length(n+1)/vg.Length(count)
		g.bar.steps = append(g.bar.steps, step)
		g.bar.colours = append(g.bar.colours, cloudColour(n, 0, max(count-1, 1)))
	}
	if lo == hi {
		g.bar.colours[0] = cloudColour(lo, lo, hi)
	}
	// A number of clusters is at the middle of its step.
	half := (at.Max.Y - at.Min.Y) / vg.Length(2*count)
	on := scale{float64(lo), float64(max(hi, lo+1)), float64(at.Min.Y + half), float64(at.Max.Y - half)}
	for _, k := range barNumbers(lo, hi, tickCount(at.Max.Y-at.Min.Y, 8*mm)) {
		y := vg.Length(on.at(float64(k)))
		g.bar.marks = append(g.bar.marks, mark{vg.Point{X: at.Max.X, Y: y}, vg.Point{X: at.Max.X + tickMark, Y: y}})
		g.write(fmt.Sprint(k), tickSize, vg.Point{X: at.Max.X + tickMark + gap, Y: y - capHeight(tickSize)/2}, left)
	}
	g.write("k", tickSize, vg.Point{X: (at.Min.X + at.Max.X) / 2, Y: at.Max.Y + descent(tickSize)}, centre)
}

// barNumbers returns round numbers of clusters from lo to hi, at most most of them.
func barNumbers(lo, hi, most int) []int {
	if lo == hi {
		return []int{lo}
	}
	var list []int
	for _, t := range ticks(float64(lo), float64(hi), most) {
		if k := int(math.Round(t.value)); math.Abs(t.value-float64(k)) < 1e-9 {
			list = append(list, k)
		}
	}
	return list
}

// draw paints the bar.
func (b *colourBar) draw(c vg.Canvas) {
	var all vg.Rectangle
	for n, step := range b.steps {
		if n == 0 {
			all = step
		}
		all.Max = step.Max
		fill(c, b.colours[n], step.Path())
	}
	stroke(c, ink, axisLine, append(all.Path(), marks(b.marks)...))
}
