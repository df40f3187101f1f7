package plot

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// placer finds places for the notes of one frame. A note overlaps neither the frontier nor other
// drawings, except lines that are interrupted for it, and the line to its point (leader) does not
// cross the frontier.
type placer struct {
	*plane
	boxes   []vg.Rectangle // what neither a note nor a leader may touch
	circles []vg.Rectangle // the rings, which no note may touch, and a leader should not
	curves  [][]vg.Point   // what no note may touch
	hidden  map[[2]int]int // the number of background points, which notes should not hide, by squares of the page
	normal  vg.Point       // the direction away from the frontier
}

// site is a place for a note.
type site struct {
	box    vg.Rectangle
	leader draw.Segment
	reach  vg.Rectangle // holds the box and the leader
	cost   int          // in thousandths of a point: whole numbers compare alike on every machine
}

const (
	noteGrid  = 1.4 * mm // between places that are tried
	noteRoom  = 0.7 * mm // around a note
	nearSites = 150      // the cheapest places of a note, which are all tried
	farSites  = 250      // at most this many of the other places, one in farStep, are tried
	farStep   = 7
	longest   = 60 * mm // from a point to its note
	cloudCell = 1.5 * mm
)

// newPlacer returns a placer for a frame that is laid out except for the notes.
func newPlacer(q *plane, background []BackgroundPoint) *placer {
	pl := &placer{
		plane: q, boxes: slices.Clone(q.bands), curves: append(q.curves(), q.heldOut.curve),
		hidden: make(map[[2]int]int),
		normal: vg.Point{X: math.Sqrt2 / 2, Y: math.Sqrt2 / 2},
	}
	for _, s := range q.heldOut.supported {
		pl.curves = append(pl.curves, []vg.Point{s.From, s.To})
	}
	for _, r := range q.rings {
		pl.circles = append(pl.circles, draw.Square(r.at, q.ringRadius))
	}
	for _, at := range q.heldOut.marks {
		pl.circles = append(pl.circles, draw.Square(at, heldRadius))
	}
	for _, t := range q.labels {
		pl.boxes = append(pl.boxes, t.Box())
	}
	for _, b := range background {
		pl.hidden[squareOf(q.Place(b.H, b.I), cloudCell)]++
	}
	if n := len(pl.points); n > 1 {
		along := pl.points[n-1].Sub(pl.points[0])
		if length := hypot(along); length > draw.Spot {
			pl.normal = vg.Point{X: along.Y / length, Y: -along.X / length}
		}
	}
	return pl
}

// hypot returns the length of a vector.
func hypot(p vg.Point) vg.Length { return vg.Length(math.Hypot(float64(p.X), float64(p.Y))) }

// sitesOf returns the cheapest places of a note, cheapest first. The places are on a grid over
// the frame, so that notes line up.
func (pl *placer) sitesOf(n *note) []site {
	var sites []site
	area := draw.Grow(pl.Frame, -noteRoom)
	for y := area.Max.Y - n.height; y >= area.Min.Y; y -= noteGrid {
		for x := area.Min.X; x+n.width <= area.Max.X; x += noteGrid {
			at := vg.Point{X: x, Y: y}
			box := vg.Rectangle{Min: at, Max: vg.Point{X: x + n.width, Y: y + n.height}}
			roomy := draw.Grow(box, noteRoom+pl.markerRadius)
			low, high := pl.dominated(roomy.Min), pl.dominated(roomy.Max)
			if d := draw.Distance(box, n.at); low != high || d < n.clear+noteRoom || d > longest {
				continue
			}
			sites = append(sites, pl.site(n, box, high))
		}
	}
	slices.SortFunc(sites, func(a, b site) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(b.box.Min.Y, a.box.Min.Y), cmp.Compare(a.box.Min.X, b.box.Min.X))
	})
	return pl.allowed(sites)
}

// site returns a place for a note, below the frontier or beyond it.
func (pl *placer) site(n *note, box vg.Rectangle, below bool) site {
	s := site{box: box, leader: leaderTo(n, box)}
	all := draw.Spanning(n.at, s.leader.To)
	all.Min.X, all.Min.Y = min(all.Min.X, box.Min.X), min(all.Min.Y, box.Min.Y)
	all.Max.X, all.Max.Y = max(all.Max.X, box.Max.X), max(all.Max.Y, box.Max.Y)
	s.reach = draw.Grow(all, noteRoom)
	s.cost = pl.cost(n, s, below)
	return s
}

// allowed returns the sites where nothing is in the way, not too many of them.
func (pl *placer) allowed(sites []site) []site {
	var kept []site
	for k, s := range sites {
		far := len(kept) >= nearSites
		if far && k%farStep != 0 || !pl.allows(s) {
			continue
		}
		if kept = append(kept, s); len(kept) == nearSites+farSites {
			break
		}
	}
	return kept
}

// dominated reports whether a place is under the staircase.
func (pl *placer) dominated(at vg.Point) bool {
	n := sort.Search(len(pl.points), func(n int) bool { return pl.points[n].X < at.X })
	return n > 0 && pl.points[n-1].Y >= at.Y
}

// leaderTo returns the line from a point to a box: to the middle of the side that faces it
// or, where the box is above or below, to the nearest place on that side.
func leaderTo(n *note, box vg.Rectangle) draw.Segment {
	end := vg.Point{Y: draw.Middle(box).Y}
	const off = gap / 3
	switch {
	case box.Max.X+off < n.at.X:
		end.X = box.Max.X + off
	case box.Min.X-off > n.at.X:
		end.X = box.Min.X - off
	default:
		end.X = min(max(n.at.X, box.Min.X), box.Max.X)
		if end.Y = box.Max.Y + off; box.Min.Y > n.at.Y {
			end.Y = box.Min.Y - off
		}
	}
	along := end.Sub(n.at)
	return draw.Segment{From: partWay(n.at, along, n.clear/hypot(along)), To: end}
}

// partWay returns the point at a part of the way from a point along a vector.
func partWay(from, along vg.Point, part vg.Length) vg.Point {
	return vg.Point{X: from.X + vg.Length(part*along.X), Y: from.Y + vg.Length(part*along.Y)}
}

// cost returns the cost of a place, apart from other notes: the length of the leader, weighted
// more if it runs along the frontier or a step; rings in its way; and background points that the
// note hides. Strips should be below the frontier.
func (pl *placer) cost(n *note, s site, below bool) int {
	along := s.leader.To.Sub(n.at)
	length := float64(hypot(along))
	away := math.Abs(float64(along.X*pl.normal.X)+float64(along.Y*pl.normal.Y)) / length
	cost := length * (1 + 0.8*(1-away))
	if slant := min(math.Abs(float64(along.X)), math.Abs(float64(along.Y))) / length; below && slant < 0.5 {
		cost += length * 2 * (0.5 - slant)
	}
	if len(n.strip) > 0 && !below {
		cost += float64(40 * mm)
	}
	for _, r := range pl.circles {
		if draw.Distance(r, n.at) > 0 && draw.Crosses(s.leader.From, s.leader.To, r) {
			cost += float64(8 * mm)
		}
	}
	cost += float64(1.2*mm) * float64(pl.hides(s.box)) / 10
	return int(math.Round(1000 * cost))
}

// hides returns about the number of background points in a box, counting at most 10 in one place.
func (pl *placer) hides(box vg.Rectangle) int {
	if len(pl.hidden) == 0 {
		return 0
	}
	from, to := squareOf(box.Min, cloudCell), squareOf(box.Max, cloudCell)
	sum := 0
	for x := from[0]; x <= to[0]; x++ {
		for y := from[1]; y <= to[1]; y++ {
			sum += min(pl.hidden[[2]int{x, y}], 10)
		}
	}
	return sum
}

// allows reports whether the note and its leader would be free of other drawings.
func (pl *placer) allows(s site) bool {
	roomy := draw.Grow(s.box, noteRoom)
	// A number next to a note would be read as part of it.
	if draw.Touches(draw.Grow(roomy, noteRoom), pl.boxes) || draw.Touches(roomy, pl.circles, pl.curves...) {
		return false
	}
	for _, b := range pl.boxes {
		if draw.Crosses(s.leader.From, s.leader.To, b) {
			return false
		}
	}
	return pl.stays(s.leader, pl.dominated(s.box.Max))
}

// stays reports whether all of a line is under the staircase or, if below is false, all of it
// beyond. O(points above the line).
func (pl *placer) stays(line draw.Segment, below bool) bool {
	from, to := line.From, line.To
	if from.X > to.X {
		from, to = to, from
	}
	height := func(x vg.Length) vg.Length {
		if x <= from.X || from.X == to.X {
			return from.Y
		}
		return partWay(from, to.Sub(from), (x-from.X)/(to.X-from.X)).Y
	}
	n := sort.Search(len(pl.points), func(n int) bool { return pl.points[n].X < from.X })
	for x := from.X; n > 0; n-- { // from x to the next point on the right, the staircase has its height
		step := pl.points[n-1]
		end := min(step.X, to.X)
		a, b := height(x), height(end)
		if from.X == to.X {
			b = to.Y
		}
		if below && max(a, b) > step.Y || !below && min(a, b) <= step.Y {
			return false
		}
		if x = end; end == to.X {
			return true
		}
	}
	return !below // beyond the last point, nothing is under it
}
