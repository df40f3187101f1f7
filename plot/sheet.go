package plot

import "gonum.org/v1/plot/vg"

// sheet is what every figure is laid out on: a page with the texts that stand on it,
// and the legend at its foot.
type sheet struct {
	width, height vg.Length
	texts         []text
	legend        []entry
	keyTop        vg.Length // the upper end of the key, if there is one
}

func newSheet(o Options) sheet {
	return sheet{width: vg.Length(o.Width) * mm, height: vg.Length(o.Height) * mm}
}

// write adds a text to the page.
func (s *sheet) write(words string, size vg.Length, at vg.Point, align alignment) {
	s.texts = append(s.texts, newText(words, size, at, align))
}

// layTitle places a title at the head of the page, above the given middle or as near to
// it as its length allows; what is longer than the page is cut.
func (s *sheet) layTitle(title string, middle vg.Length) {
	title = cutTo(title, titleSize, s.width-2*margin)
	half := textWidth(title, titleSize) / 2
	x := min(max(middle, margin+half), s.width-margin-half)
	s.write(title, titleSize, vg.Point{X: x, Y: s.height - margin - capHeight(titleSize)}, centre)
}

// area returns what the legend and the title leave of the page for a frame and its
// axes, with or without a line of small labels above it.
func (s *sheet) area(labelled bool) vg.Rectangle {
	area := vg.Rectangle{
		Min: vg.Point{X: margin, Y: max(s.legendTop(), s.keyTop) + 1.5*gap},
		Max: vg.Point{X: s.width - margin - ringSize, Y: s.height - margin - lineHeight(titleSize)},
	}
	if labelled {
		area.Max.Y -= lineHeight(smallSize)
	}
	return area
}

// panelCells divides an area into as many parts as there are panels, in rows of at most
// the given number.
func panelCells(area vg.Rectangle, panels, columns int) []vg.Rectangle {
	rows := (panels + columns - 1) / columns
	width := (area.Max.X - area.Min.X + panelGap) / vg.Length(columns)
	height := (area.Max.Y - area.Min.Y + panelGap) / vg.Length(rows)
	cells := make([]vg.Rectangle, panels)
	for n := range cells {
		at := vg.Point{X: area.Min.X + vg.Length(n%columns)*width, Y: area.Max.Y - vg.Length(n/columns)*height}
		cells[n] = vg.Rectangle{
			Min: vg.Point{X: at.X, Y: at.Y - height + panelGap},
			Max: vg.Point{X: at.X + width - panelGap, Y: at.Y},
		}
	}
	return cells
}

// layPanelTitle writes the title of a panel, if it has one, over the middle of its
// frame, cut to its width.
func (s *sheet) layPanelTitle(title string, frame vg.Rectangle, base vg.Length) {
	if title == "" {
		return
	}
	title = cutTo(printable(title), axisSize, frame.Max.X-frame.Min.X)
	s.write(title, axisSize, vg.Point{X: (frame.Min.X + frame.Max.X) / 2, Y: base}, centre)
}

// drawPage paints the empty page.
func (s *sheet) drawPage(c vg.Canvas) {
	fill(c, paper, vg.Rectangle{Max: vg.Point{X: s.width, Y: s.height}}.Path())
}

// drawTexts writes the texts.
func (s *sheet) drawTexts(c vg.Canvas) { drawTexts(c, s.texts) }

// drawTexts writes texts in the colour of ink.
func drawTexts(c vg.Canvas, texts []text) {
	if len(texts) == 0 {
		return
	}
	c.SetColor(ink)
	for _, t := range texts {
		drawText(c, t)
	}
}
