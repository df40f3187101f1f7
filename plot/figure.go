package plot

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// figure is a laid-out figure of one or more frontiers: every place and size on the
// page, and nothing left to decide. Tests read it; draw paints it.
type figure struct {
	sheet
	planes []*plane
	bar    *colourBar // nil if there is no background
}

// design says what a figure of frontiers shows.
type design struct {
	views  []view // side by side, on the same axes
	extent extent
	title  string // none if it is empty
	opts   Options
}

// view says what one plane of a figure shows.
type view struct {
	f           *frontier.Frontier
	title       string // above the frame; none if it is empty
	hullOnly    bool   // points off the hull are left out
	annotations []Annotation
	palette     *Palette
}

// shows tells whether the view has a marker for a point of its frontier.
func (v *view) shows(p frontier.Point) bool { return p.Hull || !v.hullOnly }

// options returns the options with what cannot show left out, so that it is not
// explained either. The number of clusters bounds an entropy, but not what users' own
// problems measure; and where it is the entropy axis itself, every point would get a
// ring.
func (v *view) options(d *design) Options {
	o := d.opts
	h, _ := v.f.Problem.Axes()
	o.NoBalanced = o.NoBalanced || d.extent.hHi < 1 || h.Unit == ""
	o.NoHull = o.NoHull || v.f.Len() < 2
	o.NoDMC = o.NoDMC || v.f.Len() == 0 || h.Clusters
	o.DMCLines = o.DMCLines && v.f.Len() > 1 && !h.Clusters
	return o
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

// newFigure lays out a figure. Notes that have no room in their frame go to a key below
// the axes, which makes the frames lower, so that others may have to follow; where even a
// number or a strip has no room, all do. O(points).
func newFigure(d design) (*figure, error) {
	keyed := make([]map[int]bool, len(d.views)) // by the number of the note in its view
	for n := range keyed {
		keyed[n] = make(map[int]bool)
	}
	for {
		g, err := layFigure(&d, keyed)
		if err != nil {
			return nil, err
		}
		moved, stuck := 0, -1
		for v, q := range g.planes {
			m, s := moveToKey(q.notes, keyed[v])
			moved += m
			stuck = max(stuck, s)
		}
		switch {
		case moved > 0:
		case stuck >= 0:
			return nil, fmt.Errorf("what is written at point %d has no room on a page of %g x %g mm: choose a larger one, or fewer points to write at",
				stuck, d.opts.Width, d.opts.Height)
		default:
			return g, nil
		}
	}
}

// moveToKey marks notes without a place to be in the key and, if one of them is there
// already or cannot be, all others too. It returns how many it marked, and the point of
// such a note or -1.
func moveToKey(notes []*note, keyed map[int]bool) (moved, stuck int) {
	stuck = -1
	may := func(n int) bool { return !keyed[n] && len(notes[n].strip) == 0 }
	for n, note := range notes {
		if !note.placed && !may(n) {
			stuck = note.point
		}
	}
	for n, note := range notes {
		if may(n) && (!note.placed || stuck >= 0) {
			keyed[n] = true
			moved++
		}
	}
	return moved, stuck
}

// layFigure lays out a figure with some of the notes in the key. Those that have no
// room are not placed then.
func layFigure(d *design, keyed []map[int]bool) (*figure, error) {
	o := d.opts
	g := &figure{sheet: newSheet(o)}
	g.layLegend(legendEntries(d))
	notes := d.notes(keyed, g.width)
	g.layKey(notes)
	cells, err := g.cells(d)
	if err != nil {
		return nil, err
	}
	x, y := frontierAxes(&d.views[0].f.Problem, d.extent)
	if len(d.views) > 1 {
		x.pitch, y.pitch = 7*mm, 6*mm
	}
	for n := range d.views {
		q := &plane{axes: g.layAxes(cells[n], x, y)}
		if len(notes[n]) > 0 || len(d.views) > 1 {
			if f := q.frame; f.Max.X-f.Min.X < leastPanel || f.Max.Y-f.Min.Y < leastPanel/2 {
				return nil, fmt.Errorf("the figure has no room on a page of %g x %g mm: choose a larger one", o.Width, o.Height)
			}
		}
		g.planes = append(g.planes, q)
	}
	g.layTitles(d)
	for n := range d.views {
		end := g.width
		if n < len(d.views)-1 {
			end = cells[n].Max.X + panelGap/2
		}
		g.layPlane(n, d, notes[n], end)
	}
	g.layColourBar(d)
	return g, nil
}

// cells returns the parts of the page for the planes with their axes.
func (g *figure) cells(d *design) ([]vg.Rectangle, error) {
	o := d.views[0].options(d)
	area := g.area(!o.NoBalanced)
	if d.title == "" {
		area.Max.Y += lineHeight(titleSize)
	}
	if len(o.Background) > 0 {
		area.Max.X -= barRoom(o.Background)
	}
	if len(d.views) == 1 {
		return []vg.Rectangle{area}, nil
	}
	area.Max.Y -= lineHeight(axisSize)
	if area.Max.Y <= area.Min.Y {
		return nil, fmt.Errorf("the panels have no room on a page of %g x %g mm: choose a larger one", o.Width, o.Height)
	}
	return panelCells(area, len(d.views), len(d.views)), nil
}

// layTitles writes the title of the page, above the only frame if there is one, and
// those of the frames.
func (g *figure) layTitles(d *design) {
	middle := g.width / 2
	if len(g.planes) == 1 {
		middle = (g.planes[0].frame.Min.X + g.planes[0].frame.Max.X) / 2
	}
	if d.title != "" || len(g.planes) == 1 {
		g.layTitle(d.title, middle)
	}
	for n, q := range g.planes {
		base := q.frame.Max.Y + gap
		if !d.views[n].options(d).NoBalanced {
			base += lineHeight(smallSize)
		}
		g.layPanelTitle(d.views[n].title, q.frame, base)
	}
}

// layPlane places what is inside a frame.
func (g *figure) layPlane(n int, d *design, notes []*note, end vg.Length) {
	q, v := g.planes[n], &d.views[n]
	o := v.options(d)
	h, _ := v.f.Problem.Axes()
	q.layPoints(v)
	if !o.NoHull {
		q.layHull(v.f)
	}
	q.layProof(v.f)
	if !o.NoDMC {
		q.layRings(v)
	}
	if !o.NoBalanced {
		g.layBalanced(q, d.extent, h.Clusters, end)
	}
	if o.DMCLines {
		q.layDMCLines(v.f)
	}
	if o.Identity {
		q.layIdentity(d.extent)
	}
	q.labelRings()
	q.layNotes(v, notes, o.Background)
	q.layCloud(o.Background)
	q.dots = q.interrupted(q.lines)
	q.dmcs = q.interrupted(q.dmcLines)
}
