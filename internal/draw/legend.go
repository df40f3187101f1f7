package draw

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Entry is an entry of the legend: a sign, and words that explain it. Text in braces after a ^ is
// raised: "n^{4.9}".
type Entry struct {
	Words string
	Sign  func(c vg.Canvas, at vg.Rectangle) // draws the sign
	At    vg.Rectangle                       // the place of the sign
}

// EntryGap is the distance between two entries of a row.
const EntryGap = 4 * MM

const (
	signWidth  = 6 * MM
	signHeight = 2.6 * MM
	rowHeight  = 4.2 * MM
)

// width returns the width of the entry in its row.
func (e Entry) width() vg.Length { return signWidth + Gap + RaisedWidth(e.Words, TickSize) }

// CutEntry returns the first of the given words that fit into a row of the legend, or else the
// last, cut.
func (s *Sheet) CutEntry(words ...string) string {
	fits := func(words string) bool { return Entry{Words: words}.width() <= s.Width-2*Margin }
	for _, w := range words {
		if fits(w) {
			return w
		}
	}
	return Fit(Printable(words[len(words)-1]), fits)
}

// WriteLegend places the legend at the bottom of the page, every row in the middle.
func (s *Sheet) WriteLegend(entries []Entry) {
	rows := legendRows(entries, s.Width-2*Margin)
	for n, row := range rows {
		total := -EntryGap
		for _, e := range row {
			total += e.width() + EntryGap
		}
		x := (s.Width - total) / 2
		base := Margin + vg.Length(len(rows)-1-n)*rowHeight + Descent(TickSize)
		middle := base + CapHeight(TickSize)/2
		for _, e := range row {
			e.At = vg.Rectangle{
				Min: vg.Point{X: x, Y: middle - signHeight/2},
				Max: vg.Point{X: x + signWidth, Y: middle + signHeight/2},
			}
			s.Foot = max(s.Foot, e.At.Max.Y)
			s.Legend = append(s.Legend, e)
			s.WriteRaised(e.Words, TickSize, vg.Point{X: x + signWidth + Gap, Y: base})
			x += e.width() + EntryGap
		}
	}
}

// legendRows breaks the entries into as few rows of at most the given width as possible, of
// about equal length.
func legendRows(entries []Entry, width vg.Length) [][]Entry {
	rows := breakRows(entries, width)
	for narrower := width; len(rows) > 1; {
		narrower -= MM
		next := breakRows(entries, narrower)
		if len(next) > len(rows) || narrower <= 0 {
			break
		}
		rows = next
	}
	return rows
}

// breakRows fills one row after the other.
func breakRows(entries []Entry, width vg.Length) [][]Entry {
	var rows [][]Entry
	room := vg.Length(0)
	for _, e := range entries {
		if len(rows) == 0 || e.width() > room {
			rows = append(rows, nil)
			room = width
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], e)
		room -= e.width() + EntryGap
	}
	return rows
}

// Mirrored returns the sign of an entry of the legend from right to left.
func Mirrored(sign func(vg.Canvas, vg.Rectangle)) func(vg.Canvas, vg.Rectangle) {
	return func(c vg.Canvas, at vg.Rectangle) {
		at.Min.X, at.Max.X = at.Max.X, at.Min.X
		sign(c, at)
	}
}

// LineEntry returns an entry for a kind of line.
func LineEntry(words string, with color.Color, width vg.Length, pattern ...vg.Length) Entry {
	return Entry{Words: words, Sign: func(c vg.Canvas, at vg.Rectangle) { Stroke(c, with, width, Line(Level(at)...), pattern...) }}
}
