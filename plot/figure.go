package plot

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// figure is a laid-out figure of one or more frontiers: every place and size on the page.
type figure struct {
	draw.Sheet
	planes []*plane
	bar    *draw.ColourBar // nil if there is no background
}

// design is the content of a figure of frontiers.
type design struct {
	views  []view // side by side, on the same axes
	extent picture.Extent
	page   draw.Page
	opts   Options
}

// view is the content of one plane of a figure.
type view struct {
	f           *frontier.Frontier
	title       string // above the frame; none if it is empty
	hullOnly    bool   // points off the hull are left out
	annotations []Annotation
	palette     *Palette
	unnamed     bool    // axes do not name columns, since views side by side have different ones
	opts        Options // without what this view cannot show
}

const (
	mm  = vg.Millimeter
	gap = draw.Gap
)

// newDesign returns the design of a figure of some views, or an error if it cannot be drawn.
func newDesign(views []view, page draw.Page, opts Options) (*design, error) {
	d := &design{views: views, page: page, opts: opts}
	for n := range views {
		e, err := seriesExtent(views[n].f, &opts)
		if err == nil {
			err = views[n].check()
		}
		if err != nil && len(views) > 1 {
			err = fmt.Errorf("frontier %d: %w", n+1, err)
		}
		if err != nil {
			return nil, err
		}
		if d.extent = d.extent.With(e); n == 0 {
			d.extent = e
		}
	}
	e, err := backgroundExtent(opts.Background, &views[0].f.Problem, d.extent)
	d.extent = e.Widened()
	h, i := views[0].f.Problem.Axes()
	differs := func(v view) bool {
		vh, vi := v.f.Problem.Axes()
		return vh != h || vi != i
	}
	unnamed := slices.ContainsFunc(views, differs)
	for n := range views {
		views[n].opts, views[n].unnamed = views[n].options(opts, d.extent), unnamed
	}
	return d, err
}

// shows reports whether the view has a marker for a point of its frontier.
func (v *view) shows(p frontier.Point) bool { return p.Hull || !v.hullOnly }

// options returns the options without the parts that the view cannot show, so that the legend does
// not explain them. The lines at log2 k are left out for users' own problems, because the number
// of clusters limits an entropy but not every objective. The rings are left out where the axis is
// log2 k, because every point would get one.
func (v *view) options(o Options, e picture.Extent) Options {
	h, _ := v.f.Problem.Axes()
	o.NoBalanced = o.NoBalanced || e.HHi < 1 || h.Unit == "" || !o.Paper && !h.Clusters
	o.NoHull = o.NoHull || v.f.Len() < 2 || !o.Paper && narrow(o.Width)
	o.NoBest = o.NoBest || v.f.Len() == 0 || h.Clusters
	o.BestLines = o.BestLines && v.f.Len() > 1 && !h.Clusters
	o.NoHeldOut = o.NoHeldOut || v.f.Validation == nil || v.f.Len() == 0
	return o
}

// narrow reports whether a page is as narrow as a column of a journal, where a figure in words has no room for all.
func narrow(width float64) bool { return width > 0 && width < 100 }

// newFigure lays out a figure. Notes that have no room in their frame go to a key below the
// axes. This makes the frames lower, so that more notes may lose their room. Where even a
// number or a strip has no room, all notes go to the key. O(points).
func newFigure(d *design) (*figure, error) {
	var notes [][]*note
	for n := range d.views {
		notes = append(notes, d.views[n].notes(vg.Length(d.page.Width)*mm*noteShare/vg.Length(len(d.views))))
	}
	for {
		g, err := layFigure(d, notes)
		if err != nil {
			return nil, err
		}
		if settled, err := settle(slices.Concat(notes...), d.page); settled || err != nil {
			return g, err
		}
	}
}

// settle reports whether all notes have a place. If not, it moves some to the key, after which the
// figure has to be laid out again. It returns an error if no note can be moved.
func settle(notes []*note, page draw.Page) (bool, error) {
	moved, stuck := moveToKey(notes)
	if stuck != nil && !moved {
		return false, fmt.Errorf("what is written at %s has no room on a page of %g x %g mm: choose a larger one, or fewer points to write at",
			pointName(stuck.point), page.Width, page.Height)
	}
	return !moved, nil
}

// noRoom is the error of a page that is too small.
func noRoom(page draw.Page) error {
	return fmt.Errorf("the figure has no room on a page of %g x %g mm: choose a larger one", page.Width, page.Height)
}

// moveToKey moves notes without a place to the key. If one of them is in the key already or has a
// strip, it moves all other notes too. It reports whether it moved a note, and returns a note
// without a place that cannot be moved.
func moveToKey(notes []*note) (moved bool, stuck *note) {
	movable := func(n *note) bool { return !n.keyed && len(n.strip) == 0 }
	for _, n := range notes {
		if !n.placed && !movable(n) {
			stuck = n
		}
	}
	for _, n := range notes {
		if movable(n) && (!n.placed || stuck != nil) {
			n.keyed, moved = true, true
		}
	}
	return moved, stuck
}

// layFigure lays out a figure with some of the notes in the key. Notes that have no room are
// not placed.
func layFigure(d *design, notes [][]*note) (*figure, error) {
	g := &figure{Sheet: d.page.Sheet()}
	if !d.opts.Paper {
		g.BreakTitle(d.page.Title)
	}
	g.WriteLegend(g.entries(d))
	if !d.opts.Paper && len(d.views) == 1 {
		g.explain(d.views[0].f)
	}
	writeKey(&g.Sheet, slices.Concat(notes...))
	cells, ok := g.cells(d)
	if !ok {
		return nil, noRoom(d.page)
	}
	first := d.views[0].problem()
	if slices.ContainsFunc(d.views, func(v view) bool { return v.f.Problem.IXY != first.IXY }) {
		first.IXY = 0 // no share of one is a share of another
	}
	x, y := picture.Axes(first, d.extent, len(d.views) > 1, d.opts.Paper)
	for n := range d.views {
		q := &plane{Axes: g.PlaceAxes(cells[n], x, y)}
		if (len(notes[n]) > 0 || len(d.views) > 1) && !picture.Roomy(q.Frame) {
			return nil, noRoom(d.page)
		}
		g.planes = append(g.planes, q)
	}
	g.writeTitles(d)
	g.Words, g.More = g.described(d)
	for n := range d.views {
		end := g.Width
		if n < len(d.views)-1 {
			end = cells[n].Max.X + draw.PanelGap/2
		}
		g.layPlane(n, d, notes[n], end)
	}
	g.layColourBar(d)
	return g, nil
}

// problem returns the problem of a view, without the names of columns if views have different
// ones.
func (v *view) problem() *frontier.Problem {
	p := v.f.Problem
	if v.unnamed {
		p.Source = frontier.Source{}
	}
	return &p
}

// cells returns the parts of the page for the planes with their axes, if there is room.
func (g *figure) cells(d *design) ([]vg.Rectangle, bool) {
	area := g.Area()
	if !d.views[0].opts.NoBalanced {
		area.Max.Y -= draw.LineHeight(draw.SmallSize)
	}
	if d.page.Title == "" {
		area.Max.Y += draw.LineHeight(draw.TitleSize)
	}
	if len(d.opts.Background) > 0 {
		area.Max.X -= barRoom(d.opts.Background)
	}
	if len(d.views) > 1 {
		area.Max.Y -= draw.LineHeight(draw.AxisSize)
	}
	return draw.Cells(area, len(d.views), len(d.views)), len(d.views) == 1 || area.Max.Y > area.Min.Y
}

// writeTitles writes the title of the page, above the only frame if there is one, and those
// of the frames.
func (g *figure) writeTitles(d *design) {
	middle := g.Width / 2
	if len(g.planes) == 1 {
		middle = draw.Middle(g.planes[0].Frame).X
	}
	if d.page.Title != "" || len(g.planes) == 1 {
		g.WriteTitle(d.page.Title, middle)
	}
	for n, q := range g.planes {
		base := q.Frame.Max.Y + gap
		if !d.views[n].opts.NoBalanced {
			base += draw.LineHeight(draw.SmallSize)
		}
		g.WritePanelTitle(d.views[n].title, q.Frame, base)
	}
}

// layPlane places everything inside a frame.
func (g *figure) layPlane(n int, d *design, notes []*note, end vg.Length) {
	q, v := g.planes[n], &d.views[n]
	o := v.opts
	if q.paper = o.Paper; !q.paper {
		q.turn()
		defer q.mirror()
		end = q.Frame.Max.X + gap
	}
	h, _ := v.f.Problem.Axes()
	q.layPoints(v)
	if !o.NoHull {
		q.layHull(v.f)
	}
	q.layProof(v.f)
	if o.Soft {
		q.soft = q.curve(picture.Soft(v.f))
	}
	q.layIsos(v)
	if !o.NoBest {
		q.layRings(v)
	} else if h.Clusters && !d.opts.NoBest && !q.paper { // every point is the best for its number of groups
		q.layRings(v)
		q.rings = q.rings[:len(q.recommended)]
	}
	if !o.NoHeldOut {
		q.layHeldOut(v)
	}
	if !o.NoBalanced {
		g.layBalanced(q, d.extent, h.Clusters, end)
	}
	if o.BestLines {
		q.layBestLines(v.f)
	}
	if o.Identity {
		q.layIdentity(d.extent)
	}
	q.labelRings()
	q.labelIsos()
	defer q.labelBeyond(v)
	q.layNotes(v, notes, o.Background)
	q.layCloud(o.Background)
	q.dots = q.interrupted(q.lines)
	q.bests = q.interrupted(q.bestLines)
}
