package draw

import (
	"math"
	"sort"
	"strings"
	"unicode"

	"gonum.org/v1/plot/vg"
)

// Text is a line of text at its place.
type Text struct {
	Words string
	Size  vg.Length
	// At is the left end of the baseline or, of an upright text, which reads upwards, its
	// lower end.
	At      vg.Point
	Upright bool
	// share is the part of the free room that is on the left of the text.
	share vg.Length
	// Short texts have no letters below the baseline.
	Short bool
}

// Alignment is the part of a text that is at its place.
type Alignment int

// The parts of a text.
const (
	Left    Alignment = iota
	Centre            // the middle of the baseline
	Right             // the right end of the baseline
	Upright           // the middle of the baseline of a text that reads upwards
)

// NewText returns a text that is aligned with the given place.
func NewText(words string, size vg.Length, at vg.Point, align Alignment) Text {
	w := TextWidth(words, size)
	t := Text{Words: words, Size: size, At: at}
	switch align {
	case Left:
	case Centre:
		t.At.X -= w / 2
		t.share = 0.5
	case Right:
		t.At.X -= w
		t.share = 1
	case Upright:
		t.Upright = true
		t.share = 0.5
		t.At.Y -= w / 2
	}
	return t
}

// Box returns the area that the text covers.
func (t Text) Box() vg.Rectangle {
	w := TextWidth(t.Words, t.Size)
	up, down := CapHeight(t.Size), Descent(t.Size)
	if t.Short {
		down = 0
	}
	if t.Upright {
		return vg.Rectangle{
			Min: vg.Point{X: t.At.X - up, Y: t.At.Y},
			Max: vg.Point{X: t.At.X + down, Y: t.At.Y + w},
		}
	}
	return vg.Rectangle{
		Min: vg.Point{X: t.At.X, Y: t.At.Y - down},
		Max: vg.Point{X: t.At.X + w, Y: t.At.Y + up},
	}
}

// Draw draws the text in the current colour.
func (t Text) Draw(c vg.Canvas) {
	var indent vg.Point
	if set, ok := c.(interface {
		slack(s string, size vg.Length) vg.Length
	}); ok {
		indent.X = vg.Length(t.share * set.slack(t.Words, t.Size))
	}
	if !t.Upright {
		c.FillString(sans(t.Size), t.At.Add(indent), t.Words)
		return
	}
	c.Push()
	c.Translate(t.At)
	c.Rotate(math.Pi / 2)
	c.FillString(sans(t.Size), indent, t.Words)
	c.Pop()
}

// CapHeight returns the height of capital letters and digits of Liberation Sans, the typeface of
// all texts, rounded up.
func CapHeight(size vg.Length) vg.Length { return 0.74 * size }

// Descent returns how far letters reach below the baseline, rounded up.
func Descent(size vg.Length) vg.Length { return 0.22 * size }

// LineHeight returns the height of a line of text with the space around it.
func LineHeight(size vg.Length) vg.Length { return 1.3 * size }

// TextWidth returns the width of a text with kerning. A text that the built-in typeface cannot
// write has a width that does not depend on the fonts.
func TextWidth(s string, size vg.Length) vg.Length {
	if !plain(s) {
		return expectedWidth(s, size)
	}
	face := sans(size)
	return face.Width(s)
}

// Widest returns the width of the widest of some texts.
func Widest(texts []string, size vg.Length) vg.Length {
	var w vg.Length
	for _, s := range texts {
		w = max(w, TextWidth(s, size))
	}
	return w
}

// part is a piece of a line of text, which may be raised as an exponent.
type part struct {
	words  string
	size   vg.Length
	raised bool
}

// partsOf splits a text of the given size at its exponents, which are in braces behind a ^:
// "n^{4.9}".
func partsOf(s string, size vg.Length) []part {
	var parts []part
	for {
		before, rest, found := strings.Cut(s, "^{")
		inner, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return append(parts, part{s, size, false})
		}
		parts = append(parts, part{before, size, false}, part{inner, powerSize, true})
		s = after
	}
}

// RaisedWidth returns the width of a text that may have exponents.
func RaisedWidth(s string, size vg.Length) vg.Length {
	var w vg.Length
	for _, p := range partsOf(s, size) {
		w += TextWidth(p.words, p.size)
	}
	return w
}

// WriteRaised adds a text that may have exponents to the page, from its left end on.
func (s *Sheet) WriteRaised(words string, size vg.Length, at vg.Point) {
	for _, p := range partsOf(words, size) {
		if p.words == "" {
			continue
		}
		base := at
		if p.raised {
			base.Y += CapHeight(size) - CapHeight(powerSize)/2
		}
		s.Write(p.words, p.size, base, Left)
		at.X += TextWidth(p.words, p.size)
	}
}

// Printable returns a text on one line, with spaces for characters that do not print, except
// joiners and non-joiners of letters, and the mark after which text is read from left to right.
func Printable(s string) string {
	const apart, joined, rightwards = '\u200c', '\u200d', '\u200e'
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && r != apart && r != joined && r != rightwards {
			return ' '
		}
		return r
	}, s)
}

// Cut returns s, with an ellipsis in it if it would be wider than the given width.
func Cut(s string, size, width vg.Length) string {
	return Fit(s, func(s string) bool { return TextWidth(s, size) <= width })
}

// mostLetters is more letters than the widest figure has room for.
const mostLetters = 1000

// Fit returns s if it fits. Otherwise it returns as much of both ends as fits, with an ellipsis
// between them: the beginning of a title names the table, and the end counts the points.
func Fit(s string, fits func(string) bool) string {
	runes := []rune(s)
	if len(runes) <= mostLetters && fits(s) {
		return s
	}
	cut := func(keep int) string {
		head := (keep + 1) / 2
		return string(runes[:head]) + "…" + string(runes[len(runes)-(keep-head):])
	}
	most := min(len(runes)-1, mostLetters)
	keep := sort.Search(most, func(n int) bool { return !fits(cut(n + 1)) })
	if keep == 0 {
		return ""
	}
	return cut(keep)
}
