package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
)

// bandHeight is the height of the band at the foot of the frame that shows which part of the
// frontier is proved. It is less than the distance of the points from the foot.
const bandHeight = 1.1 * mm

// layProof places a band under the edges that are certified, and over the others the least of all
// bounds; without a certificate, the band of a search that went over all groupings, and the ceiling.
func (q *plane) layProof(f *frontier.Frontier) {
	if f.Certificate == nil {
		if line := q.curve(picture.Ceiling(f)); line != nil {
			q.bounds = append(q.bounds, line)
		}
		if n := f.Len(); n > 0 && groupview.Complete(f) {
			q.layBand(&frontier.Edge{HLo: f.At(0).H, HHi: f.At(n - 1).H})
		}
		return
	}
	edges := f.Certificate.Edges
	for k := range edges {
		e := &edges[k]
		if e.Certified {
			q.layBand(e)
			continue
		}
		if k == 0 || edges[k-1].Certified {
			q.bounds = append(q.bounds, nil)
		}
		last := len(q.bounds) - 1
		q.bounds[last] = append(q.bounds[last], q.curve(picture.Envelope(boundsOf(f, e), e.HLo, e.HHi))...)
	}
}

// curve returns the places of the corners of a curve, at the edge of the frame where it leaves the frame.
func (q *plane) curve(corners []picture.Corner) (line []vg.Point) {
	for _, p := range corners {
		at := q.Place(p.H, p.I)
		at.X = min(max(at.X, q.Frame.Min.X), q.Frame.Max.X)
		at.Y = min(max(at.Y, q.Frame.Min.Y), q.Frame.Max.Y)
		line = append(line, at)
	}
	return line
}

// layBand places the band of an edge, joined to the band of the edge before.
func (q *plane) layBand(e *frontier.Edge) {
	left, right := vg.Length(q.X.At(e.HHi)), vg.Length(q.X.At(e.HLo))
	if last := len(q.bands) - 1; last >= 0 && right >= q.bands[last].Min.X {
		q.bands[last].Min.X = left
		return
	}
	q.bands = append(q.bands, vg.Rectangle{
		Min: vg.Point{X: left, Y: q.Frame.Min.Y},
		Max: vg.Point{X: right, Y: q.Frame.Min.Y + bandHeight},
	})
}

// boundsOf returns the bounds that hold below the end of an edge, without bounds that are too
// large to draw, as in a damaged file.
func boundsOf(f *frontier.Frontier, e *frontier.Edge) []frontier.Line {
	return slices.DeleteFunc(f.Bounds(e.HHi), func(l frontier.Line) bool { return !(math.Abs(l.At0) <= picture.MaxBits) })
}

// proofEntries returns the entries of the legend for a certificate, with words for the upper bound.
func proofEntries(f *frontier.Frontier, bound string) []draw.Entry {
	var entries []draw.Entry
	var edges []frontier.Edge
	if f.Certificate != nil {
		edges = f.Certificate.Edges
	}
	certified := func(e frontier.Edge) bool { return e.Certified }
	if slices.ContainsFunc(edges, certified) || f.Certificate == nil && groupview.Complete(f) {
		entries = append(entries, draw.Entry{Words: "proved complete", Sign: func(c vg.Canvas, at vg.Rectangle) {
			y := draw.Middle(at).Y
			at.Min.Y, at.Max.Y = y-bandHeight/2, y+bandHeight/2
			draw.Fill(c, draw.Green, at.Path())
		}})
	}
	if slices.ContainsFunc(edges, func(e frontier.Edge) bool { return !e.Certified }) || f.Certificate == nil && f.Ceiling != nil {
		entries = append(entries, draw.LineEntry(bound, draw.Ink, boundLine, boundDash...))
	}
	return entries
}
