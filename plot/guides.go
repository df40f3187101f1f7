package plot

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/picture"
)

// layBalanced places the lines at log2 k, and writes k above the lines where there is room for it
// to the left of the given right end and of the number before.
func (g *figure) layBalanced(q *plane, e picture.Extent, clusters bool, end vg.Length) {
	base := q.Frame.Max.Y + gap
	for _, k := range q.clusterNumbers(e, clusters) {
		x := vg.Length(q.X.At(math.Log2(float64(k))))
		q.lines = append(q.lines, x)
		t := draw.NewText(clusterLabel(k, k == 2 && q.paper), draw.SmallSize, vg.Point{X: x, Y: base}, draw.Centre)
		if box := t.Box(); box.Max.X <= end {
			end = box.Min.X - gap
			if !q.paper {
				t.At.X = q.Frame.Min.X + q.Frame.Max.X - box.Max.X
			}
			g.Texts = append(g.Texts, t)
		}
	}
}

// clusterNumbers returns the numbers of clusters whose lines are far enough apart: 2, 3 and so on
// and, if every point is on such a line, round numbers after these.
func (q *plane) clusterNumbers(e picture.Extent, clusters bool) []int {
	const (
		pitch = 2 * mm
		most  = 1e9 // no table has more rows
	)
	var list []int
	step := func(k int) int { return k + 1 }
	last := vg.Length(q.X.At(0))
	for k := 2; k < most && math.Log2(float64(k)) <= e.HHi; k = step(k) {
		x := vg.Length(q.X.At(math.Log2(float64(k))))
		switch {
		case last-x >= pitch:
			list = append(list, k)
			last = x
		case !clusters:
			return list
		default:
			step = draw.NextRound
		}
	}
	return list
}

// layBestLines places the lines at the entropies of the best clusterings of two or more clusters.
func (q *plane) layBestLines(f *frontier.Frontier) {
	var all []vg.Length
	for p := range f.BestKnown() {
		if p.K > 1 {
			all = append(all, vg.Length(q.X.At(p.H)))
		}
	}
	slices.SortFunc(all, func(a, b vg.Length) int { return cmp.Compare(b, a) })
	for _, x := range all {
		if last := len(q.bestLines) - 1; last < 0 || q.bestLines[last]-x >= draw.Spot {
			q.bestLines = append(q.bestLines, x)
		}
	}
}

// layIdentity places the line i = h.
func (q *plane) layIdentity(e picture.Extent) {
	lo, hi := max(e.HLo, e.ILo), min(e.HHi, e.IHi)
	if lo < hi {
		q.identity = []vg.Point{q.Place(lo, lo), q.Place(hi, hi)}
	}
}

// interrupted returns upright lines through the whole frame, with gaps where the labels of
// rings and the notes are.
func (q *plane) interrupted(lines []vg.Length) []draw.Segment {
	boxes := q.writtenOn()
	slices.SortStableFunc(boxes, func(a, b vg.Rectangle) int { return cmp.Compare(a.Min.Y, b.Min.Y) })
	var parts []draw.Segment
	for _, x := range lines {
		from := vg.Point{X: x, Y: q.Frame.Min.Y}
		for _, box := range boxes {
			if x < box.Min.X || x > box.Max.X {
				continue
			}
			if box.Min.Y > from.Y {
				parts = append(parts, draw.Segment{From: from, To: vg.Point{X: x, Y: box.Min.Y}})
			}
			from.Y = max(from.Y, box.Max.Y)
		}
		parts = append(parts, draw.Segment{From: from, To: vg.Point{X: x, Y: q.Frame.Max.Y}})
	}
	return parts
}

// writtenOn returns the areas of the texts and strips inside the frame, with some room
// around them.
func (q *plane) writtenOn() []vg.Rectangle {
	boxes := lists.Map(q.labels, func(t draw.Text) vg.Rectangle { return draw.Grow(t.Box(), clearance) })
	for _, n := range q.notes {
		boxes = append(boxes, draw.Grow(n.box, clearance))
	}
	return boxes
}
