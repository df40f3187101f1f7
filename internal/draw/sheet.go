package draw

import (
	"io"

	"gonum.org/v1/plot/vg"
)

// Sheet is a page that is being laid out: its texts, and the legend at its foot.
type Sheet struct {
	Width, Height vg.Length
	Texts         []Text
	Legend        []Entry
	// Foot is the upper end of the legend and of the texts that a figure writes above it.
	Foot vg.Length
	// Words and More describe the figure to who does not see it, in SVG. Without Words there is no description.
	Words, More string

	title []string // the lines at the head of the page
	dpi   int
	dark  bool
	fonts Fonts
}

// Sizes of the parts of a figure. Text keeps its size on small pages too: journals ask for the
// smallest size.
const (
	TitleSize vg.Length = 10
	AxisSize  vg.Length = 9
	TickSize  vg.Length = 8
	SmallSize vg.Length = 7
	powerSize vg.Length = 6 // of an exponent

	MM       = vg.Millimeter
	Margin   = 2 * MM   // between the page's edge and the print
	Gap      = 1.2 * MM // between texts and their objects
	Inset    = 4 * MM   // between a frame and the extreme points
	TickMark = 1.2 * MM
	PanelGap = 3 * MM // between frames side by side
)

// Write adds a text to the page.
func (s *Sheet) Write(words string, size vg.Length, at vg.Point, align Alignment) {
	s.Texts = append(s.Texts, NewText(words, size, at, align))
}

// BreakTitle keeps room for a sentence at the head of the page, on at most six lines. It is called before
// [Sheet.Area], and WriteTitle then writes the lines.
func (s *Sheet) BreakTitle(title string) {
	s.title = Lines(title, TitleSize, s.Width-2*Margin-rightRoom, 6)
}

// WriteTitle places a title at the head of the page, above the given x or as near to it as
// its length allows. A title longer than the page is cut, except after BreakTitle.
func (s *Sheet) WriteTitle(title string, middle vg.Length) {
	lines := s.title
	if len(lines) == 0 {
		lines = []string{Cut(title, TitleSize, s.Width-2*Margin)}
	}
	half := Widest(lines, TitleSize) / 2
	x := min(max(middle, Margin+half), s.Width-Margin-half)
	for n, line := range lines {
		s.Write(line, TitleSize, vg.Point{X: x, Y: s.Height - Margin - CapHeight(TitleSize) - vg.Length(n)*LineHeight(TitleSize)}, Centre)
	}
}

// HeadHeight returns the height of the title.
func (s *Sheet) HeadHeight() vg.Length {
	return vg.Length(max(len(s.title), 1)) * LineHeight(TitleSize)
}

// WritePanelTitle writes the title of a frame, cut to its width, at the given height over
// its middle. An empty title writes nothing.
func (s *Sheet) WritePanelTitle(title string, frame vg.Rectangle, base vg.Length) {
	if title == "" {
		return
	}
	title = Cut(Printable(title), AxisSize, frame.Max.X-frame.Min.X)
	s.Write(title, AxisSize, vg.Point{X: Middle(frame).X, Y: base}, Centre)
}

// rightRoom is kept free at the right edge for half a marker or label.
const rightRoom = 1.15 * MM

// Area returns the part of the page between the foot and the title, for a frame with its axes.
func (s *Sheet) Area() vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: Margin, Y: max(s.Foot, Margin) + 1.5*Gap},
		Max: vg.Point{X: s.Width - Margin - rightRoom, Y: s.Height - Margin - s.HeadHeight()},
	}
}

// Cells divides an area into n parts, in rows of at most the given number of columns.
func Cells(area vg.Rectangle, n, columns int) []vg.Rectangle {
	rows := (n + columns - 1) / columns
	width := (area.Max.X - area.Min.X + PanelGap) / vg.Length(columns)
	height := (area.Max.Y - area.Min.Y + PanelGap) / vg.Length(rows)
	cells := make([]vg.Rectangle, n)
	for k := range cells {
		at := vg.Point{X: area.Min.X + vg.Length(k%columns)*width, Y: area.Max.Y - vg.Length(k/columns)*height}
		cells[k] = vg.Rectangle{
			Min: vg.Point{X: at.X, Y: at.Y - height + PanelGap},
			Max: vg.Point{X: at.X + width - PanelGap, Y: at.Y},
		}
	}
	return cells
}

// Render draws the page to w: the layers, the legend and the texts.
func (s *Sheet) Render(w io.Writer, format string, layers func(c vg.Canvas)) error {
	return s.render(w, format, func(c vg.Canvas) {
		paper := vg.Rectangle{Max: vg.Point{X: s.Width, Y: s.Height}}
		if s.dark {
			paper = Grow(paper, 1) // over pixels that the page covers partly
		}
		Fill(c, Paper, paper.Path())
		layers(c)
		for _, e := range s.Legend {
			e.Sign(c, e.At)
		}
		if len(s.Texts) > 0 {
			c.SetColor(Ink)
		}
		for _, t := range s.Texts {
			t.Draw(c)
		}
	})
}
