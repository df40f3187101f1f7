package plot

import "gonum.org/v1/plot/vg"

// chooseSizes gives the labels of every table the largest size at which they have
// room, or none, and returns the length that the side of every table has then.
// head is the height of what stands above all tables.
func (g *groupFigure) chooseSizes(head vg.Length) vg.Length {
	for _, q := range g.tables {
		q.labelSize = leastText
	}
	// Tables with too many elements do without labels, which makes room for the
	// others.
	side := g.sideFor(head)
	for _, q := range g.tables {
		if !q.labelsFit(side) {
			q.labelSize = 0
		}
	}
	// A smaller size is better than turned labels, while it is not too small.
	g.setLabelSize(smallSize)
	g.sideFor(head)
	mayTurn := make([]bool, len(g.tables))
	for n, q := range g.tables {
		mayTurn[n] = q.turned
	}
	for size := tickSize; ; size -= sizeStep {
		g.setLabelSize(size)
		side := g.sideFor(head)
		fits := true
		for n, q := range g.tables {
			fits = fits && q.labelsFit(side) && (mayTurn[n] || !q.turned)
		}
		if fits || size <= leastText {
			return side
		}
	}
}

// setLabelSize changes the size of the labels of every table that has any.
func (g *groupFigure) setLabelSize(size vg.Length) {
	for _, q := range g.tables {
		if q.labelSize > 0 {
			q.labelSize = size
		}
	}
}

// sideFor returns the largest side for which all tables have room, with labels of
// the sizes chosen, and turns the labels of columns where they are wider than these.
func (g *groupFigure) sideFor(head vg.Length) vg.Length {
	for _, q := range g.tables {
		q.turned = false
	}
	for {
		side := (g.width - 2*margin - g.widthFor(0)) / vg.Length(len(g.tables))
		if g.height > 0 {
			side = min(side, g.height-head-g.top()-margin)
		}
		settled := true
		for _, q := range g.tables {
			cell := side / vg.Length(len(q.cells))
			if !q.turned && widestOf(q.labels, q.labelSize)+0.7*gap > cell {
				q.turned, settled = true, false
			}
		}
		if settled {
			return side
		}
	}
}

// widthFor returns the width that all tables take, without the page's margins.
func (g *groupFigure) widthFor(side vg.Length) vg.Length {
	width := vg.Length(len(g.tables)-1) * tableGap
	for _, q := range g.tables {
		width += q.left() + side
	}
	return width
}

// top returns the height of what stands between the titles and the cells.
func (g *groupFigure) top() vg.Length {
	var top vg.Length
	for _, q := range g.tables {
		top = max(top, q.columnLabels()+lineHeight(axisSize))
	}
	return top
}

// left returns the width of what stands left of the cells.
func (q *square) left() vg.Length {
	left := lineHeight(axisSize)
	if q.labelSize > 0 {
		left += widestOf(q.labels, q.labelSize) + gap
	}
	return left
}

// columnLabels returns the height of the labels of columns.
func (q *square) columnLabels() vg.Length {
	switch {
	case q.labelSize == 0:
		return 0
	case q.turned:
		return widestOf(q.labels, q.labelSize) + gap
	default:
		return capHeight(q.labelSize) + descent(q.labelSize) + gap
	}
}

// labelsFit tells whether rows are as high as their labels, which columns are then
// too, as labels can be turned.
func (q *square) labelsFit(side vg.Length) bool {
	return q.labelSize <= side/vg.Length(len(q.cells))
}

// chooseValueSize returns the largest size at which the names of all values have room
// in a cell, or 0 if there is none.
func (q *square) chooseValueSize() vg.Length {
	for size := tickSize; size >= leastText; size -= sizeStep {
		if size <= 0.8*q.side && widestOf(q.values, size) <= 0.86*q.side {
			return size
		}
	}
	return 0
}

// widestOf returns the width of the widest of some texts.
func widestOf(texts []string, size vg.Length) vg.Length {
	var w vg.Length
	if size == 0 {
		return 0
	}
	for _, s := range texts {
		w = max(w, textWidth(s, size))
	}
	return w
}
