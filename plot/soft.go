package plot

import (
	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// softLine is the width of the curve of soft encoders.
const softLine = vg.Length(0.9)

// laySoft places the curve of soft encoders, as far as the frontier goes.
func (q *plane) laySoft(f *frontier.Frontier) {
	if f.Soft == nil || f.Len() == 0 {
		return
	}
	for _, p := range f.Soft.Points {
		at := q.Place(p.Rate, p.I)
		at.X = min(max(at.X, q.Frame.Min.X), q.Frame.Max.X)
		at.Y = min(max(at.Y, q.Frame.Min.Y), q.Frame.Max.Y)
		q.soft = append(q.soft, at)
	}
}
