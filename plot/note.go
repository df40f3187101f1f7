package plot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// Annotation is a text at a point, such as [ClusterText] of its clusters, with a thin line to the
// point.
type Annotation struct {
	// Point is the index of the point on the frontier, as in f.At(Point). If Clusters is above 0,
	// the text is at the best clustering f.WithClusters(Clusters) instead, which need not be on the
	// frontier.
	Point, Clusters int
	// Text may have several lines. Long lines are broken after a "|" or at a space.
	Text string
}

// ClusterText returns the clusters of a point on one line of at most maxRunes letters, such as "_
// | aeiou | q | rest"; zero means 40 letters. Between labels of more than one letter are spaces,
// and commas if a label has a space. If the cluster with the most values is long, it is called
// "rest" and comes last. If the text is still too long, clusters are cut, and the last clusters
// are only counted. Neighbours in the order of X are ranges. If ranges of numbers are too long,
// the text has the numbers at which they are cut. If the clusters are not known, the text is their
// number.
func ClusterText(p frontier.Point, maxRunes int) string { return picture.ClusterText(p, maxRunes) }

// Limits of one frame: annotations and strips together, and letters of a text.
const (
	maxNotes = 60
	maxText  = 1000
)

// note is written at a point: lines of text, a strip of patches below them, or both. A note that
// is keyed has its lines below the axes, and a number at the point.
type note struct {
	point int      // the index on the frontier or, off it, the number of clusters below 0
	lines []string // those of the text
	strip []patch
	keyed bool

	at            vg.Point  // the place of the point
	clear         vg.Length // the radius of its marker
	shown         []string  // the lines at the point: those of the text, or the number
	width, height vg.Length
	placed        bool
	box           vg.Rectangle
	leader        draw.Segment
}

// check returns an error if a view cannot have its annotations and strips.
func (v *view) check() error {
	for _, a := range v.annotations {
		at, err := v.place("an annotation", a.Point, a.Clusters)
		if err != nil {
			return err
		}
		if strings.TrimSpace(a.Text) == "" {
			return fmt.Errorf("the annotation of %s has no text", pointName(at))
		}
		if n := utf8.RuneCountInString(a.Text); n > maxText {
			return fmt.Errorf("the annotation of %s has %d letters: write %d at most", pointName(at), n, maxText)
		}
	}
	count := len(v.annotations)
	if v.palette != nil {
		if err := v.palette.check(v); err != nil {
			return err
		}
		count += len(v.palette.Points) + len(v.palette.Clusters)
	}
	if count > maxNotes {
		return fmt.Errorf("%d annotations and strips cannot be read in one frame: draw %d at most", count, maxNotes)
	}
	return nil
}

// place returns the place of an annotation or strip as in [note.point]: a point of the frontier
// or, if clusters is above 0, the best clustering with that number of clusters. It is an error if
// the view does not show it.
func (v *view) place(what string, point, clusters int) (int, error) {
	if clusters > 0 {
		p, ok := v.f.WithClusters(clusters)
		if !ok {
			return 0, fmt.Errorf("there is no best clustering of %d clusters for %s", clusters, what)
		}
		if point = p.Index; point < 0 {
			point = -p.K
		}
	} else if point < 0 || point >= v.f.Len() {
		return 0, fmt.Errorf("there is no point %d for %s: the frontier has %d points, from 0 on", point, what, v.f.Len())
	}
	if !v.shows(v.at(point)) {
		return 0, fmt.Errorf("%s with %s is not on the concave hull, so it is not shown", pointName(point), what)
	}
	return point, nil
}

// at returns the point that a note is at.
func (v *view) at(point int) frontier.Point {
	if point >= 0 {
		return v.f.At(point)
	}
	p, _ := v.f.WithClusters(-point)
	return p
}

// pointName names a point in an error.
func pointName(point int) string {
	if point < 0 {
		return fmt.Sprintf("the best of %d clusters", -point)
	}
	return fmt.Sprintf("point %d", point)
}

// noteShare is the part of the width of a frame that a line of a note may take.
const noteShare = 0.33

// notes returns the notes of a view by the order of their points, with lines of at most the
// given width. A point with a strip and an annotation has one note for both.
func (v *view) notes(width vg.Length) []*note {
	var notes []*note
	for _, a := range v.annotations {
		at, _ := v.place("", a.Point, a.Clusters) // it was checked
		notes = append(notes, &note{point: at, lines: draw.BrokenLines(a.Text, draw.SmallSize, width)})
	}
	if v.palette != nil {
		for _, p := range v.palette.places(v) {
			n := slices.IndexFunc(notes, func(n *note) bool { return n.point == p })
			if n < 0 {
				n = len(notes)
				notes = append(notes, &note{point: p})
			}
			notes[n].strip = v.palette.strip(v.at(p))
		}
	}
	slices.SortStableFunc(notes, func(a, b *note) int { return cmp.Compare(a.point, b.point) })
	return notes
}

const (
	noteLine    = 1.2 * draw.SmallSize // from line to line
	stripHeight = 2.8 * mm
	stripWidth  = 22 * mm
)

// measure computes the size of a note.
func (n *note) measure() {
	n.width, n.height = draw.Widest(n.shown, draw.SmallSize), 0
	if len(n.shown) > 0 {
		n.height = draw.CapHeight(draw.SmallSize) + draw.Descent(draw.SmallSize) + vg.Length(len(n.shown)-1)*noteLine
	}
	if len(n.strip) > 0 {
		n.width = max(n.width, stripWidth)
		n.height += stripHeight
		if len(n.shown) > 0 {
			n.height += gap / 2
		}
	}
}

// writeKey numbers the notes of the key, writes the key in columns above the legend, and measures
// the rest of all notes in their frames.
func writeKey(g *draw.Sheet, notes []*note) {
	var keys []string
	for _, n := range notes {
		n.shown, n.placed = n.lines, false
		if n.keyed {
			number := fmt.Sprintf("(%d)", len(keys)+1)
			keys = append(keys, draw.Cut(number+" "+strings.Join(n.lines, " "), draw.SmallSize, g.Width-2*draw.Margin))
			n.shown = []string{number}
		}
		n.measure()
	}
	if len(keys) == 0 {
		return
	}
	column := draw.Widest(keys, draw.SmallSize) + draw.EntryGap
	columns := max(int((g.Width-2*draw.Margin+draw.EntryGap)/column), 1)
	rows := (len(keys) + columns - 1) / columns
	columns = (len(keys) + rows - 1) / rows
	from := (g.Width - vg.Length(columns)*column + draw.EntryGap) / 2
	top := g.Foot + gap + vg.Length(rows)*noteLine
	for n, key := range keys {
		at := vg.Point{X: from + vg.Length(n/rows)*column, Y: top - vg.Length(n%rows+1)*noteLine + draw.Descent(draw.SmallSize)}
		g.Write(key, draw.SmallSize, at, draw.Left)
	}
	g.Foot = top
}

// layNotes places notes inside the frame.
func (q *plane) layNotes(v *view, notes []*note, background []BackgroundPoint) {
	q.notes = notes
	if len(notes) == 0 {
		return
	}
	for _, n := range notes {
		p := v.at(n.point)
		n.at = q.Place(p.H, p.I)
		n.clear = notedRadius
		for _, r := range q.rings {
			if draw.SameSpot(r.at, n.at) {
				n.clear = q.ringRadius
			}
		}
	}
	newPlacer(q, background).seat(notes)
}

// texts returns the lines of a placed note, at the side of the box where its point is.
func (n *note) texts() []draw.Text {
	align, x := draw.Left, n.box.Min.X
	if n.box.Max.X < n.at.X {
		align, x = draw.Right, n.box.Max.X
	}
	var texts []draw.Text
	base := n.box.Max.Y - draw.CapHeight(draw.SmallSize)
	for _, line := range n.shown {
		texts = append(texts, draw.NewText(line, draw.SmallSize, vg.Point{X: x, Y: base}, align))
		base -= noteLine
	}
	return texts
}

// notedRadius is the radius of the marker of a point with a note.
const notedRadius = 0.6 * mm

// draw marks the point of a note, with an edge that separates it from its neighbours, and
// draws the strip.
func (n *note) draw(c vg.Canvas) {
	p := draw.Circles(notedRadius, n.at)
	draw.Fill(c, draw.Ink, p)
	draw.Stroke(c, draw.Paper, draw.EdgeLine, p)
	n.drawStrip(c)
}
