package terminal

import (
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
)

// heldOutMark marks the held-out value of a point, and heldOutLegend explains it.
const (
	heldOutMark   = '·'
	heldOutLegend = "· held out"
)

// plotHeldOut marks the held-out values of the points inside the drawing. Negative values are
// below it.
func (g *grid) plotHeldOut(f *frontier.Frontier) {
	if f.Validation == nil {
		return
	}
	g.heldOut = make([]bool, len(g.dots))
	best := groupview.BestOf(f)
	for p := range f.All() {
		x, y := g.column(p.H), g.row(best.Shown(p).HeldOut.I)
		if x >= 0 && x < 2*g.width && y >= 0 && y < 4*g.height {
			g.heldOut[y/4*g.width+x/2] = true
		}
	}
}

// legendOf returns the part of the legend that fits into the last columns of a line.
func legendOf(f *frontier.Frontier, room int, ascii bool) string {
	with := func(more string) string {
		return strings.TrimLeft(legendFor(f, room-columns(more)-3)+"   "+more, " ")
	}
	switch {
	case f.Validation != nil:
		return with(heldOutLegend)
	case hasCeiling(f) && legendFor(f, room-columns(ceilingLegend)-3) != "":
		return with(inCharacters(ceilingLegend, ascii))
	default: // digits tell less without their legend
		return legendFor(f, room)
	}
}
