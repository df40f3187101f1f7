package picture

import (
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// leastFrame is the least width of a frame next to others or with notes, and twice its least height.
const leastFrame = 24 * draw.MM

// Roomy reports whether a frame is large enough to show something next to others.
func Roomy(f vg.Rectangle) bool {
	return f.Max.X-f.Min.X >= leastFrame && f.Max.Y-f.Min.Y >= leastFrame/2
}

// TruthLine is the width of the line of a true frontier.
const TruthLine = vg.Length(0.6)

// TruthSign draws a step of the true frontier, for a legend.
func TruthSign(c vg.Canvas, at vg.Rectangle) { draw.Stroke(c, draw.Ink, TruthLine, draw.Step(at)) }

// Colours of held-out values: purple as in the palette of Okabe and Ito, darker on white paper.
var (
	HeldOut  = draw.Themed(0x8a3d66, 0xdd94bb)
	HeldBand = draw.Themed(0xeedce6, 0x41293a)
)
