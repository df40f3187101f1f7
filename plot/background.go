package plot

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// BackgroundPoint is a clustering of K clusters that is drawn behind a frontier.
type BackgroundPoint struct {
	H, I float64 // in the units of the figure's axes
	K    int     // 1 or more
}

// cloudSpot is the marker of a clustering of the background.
type cloudSpot struct {
	at     vg.Point
	colour draw.Colour
}

const (
	cloudRadius = 0.2 * mm
	// The page is divided into squares of side cloudPitch, and each shows at most one clustering.
	// Smaller squares would only make the file larger.
	cloudPitch = 0.45 * mm
	// The part of the ramp that contrasts with paper ends at cloudPart. On dark paper, it begins at
	// darkCloud.
	cloudPart = 0.92
	darkCloud = 0.25
)

// backgroundExtent extends the extent to the points of the background.
func backgroundExtent(points []BackgroundPoint, problem *frontier.Problem, e picture.Extent) (picture.Extent, error) {
	for n, p := range points {
		if err := picture.Check(p.H, p.I, problem); err != nil {
			return e, fmt.Errorf("point %d of the background %w", n, err)
		}
		if p.K < 1 {
			return e, fmt.Errorf("point %d of the background has %d clusters: want 1 or more", n, p.K)
		}
		e = e.With(picture.At(p.H, p.I))
	}
	return e, nil
}

// clusterRange returns the least and the largest number of clusters.
func clusterRange(points []BackgroundPoint) (lo, hi int) {
	lo, hi = math.MaxInt, 0
	for _, p := range points {
		lo, hi = min(lo, p.K), max(hi, p.K)
	}
	return lo, hi
}

// layCloud places the background. Of the clusterings in one square of the page, the first is shown,
// unless a label or a note would cover it. O(points).
func (q *plane) layCloud(points []BackgroundPoint) {
	lo, hi := clusterRange(points)
	written := q.writtenOn()
	seen := make(map[[2]int]bool)
	for _, p := range points {
		at := q.Place(p.H, p.I)
		square := squareOf(at, cloudPitch)
		if seen[square] {
			continue
		}
		seen[square] = true
		if !draw.Touches(draw.Square(at, cloudRadius), written) {
			q.cloud = append(q.cloud, cloudSpot{at, cloudColour(p.K, lo, hi)})
		}
	}
}

// squareOf returns the square of the page, with the given side, that a place is in.
func squareOf(p vg.Point, side vg.Length) [2]int {
	return [2]int{int(math.Floor(float64(p.X / side))), int(math.Floor(float64(p.Y / side)))}
}

// cloudColour returns the colour of k clusters, from few, dark, to many, light.
func cloudColour(k, lo, hi int) draw.Colour {
	if lo == hi {
		return draw.Colour{Light: draw.OnRamp(0, 1), Dark: draw.OnRamp(0, 1)}
	}
	part := float64(k-lo) / float64(hi-lo)
	return draw.Colour{Light: draw.Along(cloudPart * part), Dark: draw.Along(darkCloud + float64((1-darkCloud)*part))}
}

// drawCloud draws markers, all of one colour at once. Squares take a quarter of the room of
// circles in a file, and are too small to look different.
func drawCloud(c vg.Canvas, spots []cloudSpot) {
	paths := make(map[draw.Colour]vg.Path)
	var order []draw.Colour
	for _, s := range spots {
		if paths[s.colour] == nil {
			order = append(order, s.colour)
		}
		paths[s.colour] = append(paths[s.colour], draw.Square(s.at, cloudRadius).Path()...)
	}
	for _, colour := range order {
		draw.Fill(c, colour, paths[colour])
	}
}

// cloudSign draws the sign of the background in the legend.
func cloudSign(c vg.Canvas, at vg.Rectangle) {
	var spots []cloudSpot
	const count = 9
	for n := range count {
		x := at.Min.X + (at.Max.X-at.Min.X)*(vg.Length(n)+0.5)/count
		y := at.Min.Y + (at.Max.Y-at.Min.Y)*(0.2+0.3*vg.Length(n*2%3))
		spots = append(spots, cloudSpot{vg.Point{X: x, Y: y}, cloudColour(n, 0, count-1)})
	}
	drawCloud(c, spots)
}

// barRoom returns the width that the bar of colours takes next to the frame.
func barRoom(points []BackgroundPoint) vg.Length {
	_, hi := clusterRange(points)
	return draw.ColourBarRoom(hi)
}

// layColourBar places the bar to the right of the last frame.
func (g *figure) layColourBar(d *design) {
	if len(d.opts.Background) > 0 {
		lo, hi := clusterRange(d.opts.Background)
		g.bar = g.PlaceColourBar(g.planes[len(g.planes)-1].Frame, "k", lo, hi, cloudColour)
	}
}
