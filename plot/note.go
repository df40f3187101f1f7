package plot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
)

// Annotation is a text at a point of a frontier, such as [ClusterText] of its clusters.
// A thin line leads from it to the point.
type Annotation struct {
	// Point is the place of the point on the frontier: it is f.At(Point).
	Point int
	// Text may have several lines. What is long is broken after a "|" or at a space.
	Text string
}

// What one frame has room for: annotations and strips, and letters of a text.
const (
	maxNotes = 60
	maxText  = 1000
)

// note is what is written at a point: lines of text, a strip of patches below them, or
// both. In the key, the text stands below the axes, and its number at the point.
type note struct {
	point int
	at    vg.Point // the place of the point
	clear vg.Length
	lines []string
	strip []patch
	key   string // the text in the key; empty if the note has none

	width, height vg.Length
	placed        bool
	box           vg.Rectangle
	leader        mark
}

// check returns an error if something is written at a point that is none.
func (v *view) check() error {
	for _, a := range v.annotations {
		if err := v.checkPoint("an annotation", a.Point); err != nil {
			return err
		}
		if strings.TrimSpace(a.Text) == "" {
			return fmt.Errorf("the annotation of point %d has no text", a.Point)
		}
		if n := utf8.RuneCountInString(a.Text); n > maxText {
			return fmt.Errorf("the annotation of point %d has %d letters: write %d at most", a.Point, n, maxText)
		}
	}
	count := len(v.annotations)
	if v.palette != nil {
		if err := v.palette.check(v); err != nil {
			return err
		}
		count += len(v.palette.Points)
	}
	if count > maxNotes {
		return fmt.Errorf("%d annotations and strips cannot be read in one frame: draw %d at most", count, maxNotes)
	}
	return nil
}

func (v *view) checkPoint(what string, n int) error {
	switch {
	case n < 0 || n >= v.f.Len():
		return fmt.Errorf("there is no point %d for %s: the frontier has %d points, from 0 on", n, what, v.f.Len())
	case !v.shows(v.f.At(n)):
		return fmt.Errorf("point %d with %s is not on the concave hull, so it is not shown", n, what)
	}
	return nil
}

// notes returns the notes of every view, those of the key with their numbers.
func (d *design) notes(keyed []map[int]bool, width vg.Length) [][]*note {
	all := make([][]*note, len(d.views))
	key := 0
	for v := range d.views {
		all[v] = d.views[v].notes(width * noteShare / vg.Length(len(d.views)))
		for n, note := range all[v] {
			if keyed[v][n] {
				key++
				number := fmt.Sprintf("(%d)", key)
				note.key = number + " " + strings.Join(note.lines, " ")
				note.lines = []string{number}
			}
			note.measure()
		}
	}
	return all
}

// noteShare is the part of the width of a frame that a line of a note may take.
const noteShare = 0.33

// notes returns the notes of a view by the order of their points. A point with a strip
// and an annotation has one note for both.
func (v *view) notes(width vg.Length) []*note {
	var notes []*note
	for _, a := range v.annotations {
		notes = append(notes, &note{point: a.Point, lines: brokenLines(a.Text, width)})
	}
	if v.palette != nil {
		for _, p := range v.palette.Points {
			n := slices.IndexFunc(notes, func(n *note) bool { return n.point == p })
			if n < 0 {
				n = len(notes)
				notes = append(notes, &note{point: p})
			}
			notes[n].strip = v.palette.strip(v.f.At(p))
		}
	}
	slices.SortStableFunc(notes, func(a, b *note) int { return cmp.Compare(a.point, b.point) })
	return notes
}

// brokenLines returns the lines of a text, those that are wider than the given width
// broken after a "|" or at a space where there is one.
func brokenLines(s string, width vg.Length) []string {
	var lines []string
	for line := range strings.Lines(s) {
		words := wordsOf(line)
		for len(words) > 0 {
			n, bar := 1, 0 // words that fit, and those up to the last "|" of them
			for n < len(words) && textWidth(strings.Join(words[:n+1], " "), smallSize) <= width {
				n++
			}
			for m := range n {
				if strings.HasSuffix(words[m], " |") {
					bar = m + 1
				}
			}
			if n < len(words) && bar > 0 {
				n = bar
			}
			lines = append(lines, cutTo(strings.Join(words[:n], " "), smallSize, width))
			words = words[n:]
		}
	}
	return lines
}

// wordsOf returns the words of a line, each with the "|" that follows it.
func wordsOf(line string) []string {
	var words []string
	for _, w := range strings.Fields(printable(line)) {
		if last := len(words) - 1; w == "|" && last >= 0 {
			words[last] += " |"
		} else {
			words = append(words, w)
		}
	}
	return words
}

const (
	noteLine    = 1.2 * smallSize // from line to line
	stripHeight = 2.8 * mm
	stripWidth  = 22 * mm
)

// measure computes the size of a note.
func (n *note) measure() {
	for _, line := range n.lines {
		n.width = max(n.width, textWidth(line, smallSize))
	}
	if len(n.lines) > 0 {
		n.height = capHeight(smallSize) + descent(smallSize) + vg.Length(len(n.lines)-1)*noteLine
	}
	if len(n.strip) > 0 {
		n.width = max(n.width, stripWidth)
		n.height += stripHeight
		if len(n.lines) > 0 {
			n.height += gap / 2
		}
	}
}

// layKey writes the notes that are in the key above the legend, in columns.
func (s *sheet) layKey(notes [][]*note) {
	var keys []string
	for _, of := range notes {
		for _, n := range of {
			if n.key != "" {
				keys = append(keys, cutTo(n.key, smallSize, s.width-2*margin))
			}
		}
	}
	if len(keys) == 0 {
		return
	}
	column := widestOf(keys, smallSize) + entryGap
	columns := max(int((s.width-2*margin+entryGap)/column), 1)
	rows := (len(keys) + columns - 1) / columns
	columns = (len(keys) + rows - 1) / rows
	from := (s.width - vg.Length(columns)*column + entryGap) / 2
	top := s.legendTop() + gap + vg.Length(rows)*noteLine
	for n, key := range keys {
		at := vg.Point{X: from + vg.Length(n/rows)*column, Y: top - vg.Length(n%rows+1)*noteLine + descent(smallSize)}
		s.write(key, smallSize, at, left)
	}
	s.keyTop = top
}

// layNotes places notes inside the frame.
func (q *plane) layNotes(v *view, notes []*note, background []BackgroundPoint) {
	q.notes = notes
	if len(notes) == 0 {
		return
	}
	for _, n := range notes {
		p := v.f.At(n.point)
		n.at = q.place(p)
		n.clear = notedRadius
		for _, r := range q.rings {
			if sameSpot(r.at, n.at) {
				n.clear = q.ringRadius
			}
		}
	}
	pl := &placer{
		frame: q.frame, points: q.points, radius: q.markerRadius,
		boxes: slices.Clone(q.bands), lines: append([][]vg.Point{q.hull, q.identity}, q.bounds...),
	}
	for _, r := range q.rings {
		pl.rings = append(pl.rings, grow(vg.Rectangle{Min: r.at, Max: r.at}, q.ringRadius))
	}
	for _, t := range q.labels {
		pl.boxes = append(pl.boxes, t.box())
	}
	for _, b := range background {
		pl.cloud = append(pl.cloud, vg.Point{X: vg.Length(q.x.at(b.H)), Y: vg.Length(q.y.at(b.I))})
	}
	pl.place(notes)
}

// texts returns the lines of a placed note, at the side of the box where its point is.
func (n *note) texts() []text {
	align, x := left, n.box.Min.X
	if n.box.Max.X < n.at.X {
		align, x = right, n.box.Max.X
	}
	var texts []text
	base := n.box.Max.Y - capHeight(smallSize)
	for _, line := range n.lines {
		texts = append(texts, newText(line, smallSize, vg.Point{X: x, Y: base}, align))
		base -= noteLine
	}
	return texts
}

// draw paints a placed note.
func (n *note) draw(c vg.Canvas) {
	drawTexts(c, n.texts())
	n.drawStrip(c)
}

// notedRadius is that of the marker of a point with a note.
const notedRadius = 0.6 * mm

// drawNoted marks a point with a note, with an edge that tells it from its neighbours.
func drawNoted(c vg.Canvas, at vg.Point) {
	var p vg.Path
	circle(&p, at, notedRadius)
	fill(c, ink, p)
	stroke(c, paper, stairLine, p)
}
