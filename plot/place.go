package plot

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"
)

// placer finds places for the notes of one frame. A note keeps off the frontier and all
// else that is drawn there, except lines that are interrupted for it, and its leader
// stays on its own side of the frontier.
type placer struct {
	frame  vg.Rectangle
	points []vg.Point     // those of the frontier, by increasing h, so from right to left
	radius vg.Length      // of their markers
	boxes  []vg.Rectangle // what neither a note nor a leader may touch
	rings  []vg.Rectangle // what no note may touch, and a leader should not
	lines  [][]vg.Point   // what no note may touch
	cloud  []vg.Point     // what notes should not hide
	normal vg.Point       // the direction away from the frontier
	count  map[[2]int]int // the points of the cloud by squares of the page
	notes  []*note
}

// site is a place for a note.
type site struct {
	box    vg.Rectangle
	leader mark
	reach  vg.Rectangle // where it may be in the way of others
	// cost is in thousandths of a point: whole numbers compare alike on every machine.
	cost int
}

const (
	noteGrid   = 1.4 * mm // between places that are tried
	noteRoom   = 0.7 * mm // around a note
	nearSites  = 150      // the cheapest places of a note, which are all tried
	farSites   = 250      // of the others, of which one in farStep is
	farStep    = 7
	unplaced   = 1 << 24 // the cost of no place; the sum of many fits 32 bits
	longest    = 60 * mm // from a point to its note
	cloudCell  = 1.5 * mm
	leaderStep = 0.3 * mm
)

// place chooses places for the notes. Those that are left without have no room.
func (pl *placer) place(notes []*note) {
	pl.notes = notes
	pl.normal = vg.Point{X: math.Sqrt2 / 2, Y: math.Sqrt2 / 2}
	if n := len(pl.points); n > 1 {
		along := pl.points[n-1].Sub(pl.points[0])
		if length := vg.Length(math.Hypot(float64(along.X), float64(along.Y))); length > spot {
			pl.normal = vg.Point{X: along.Y / length, Y: -along.X / length}
		}
	}
	pl.count = make(map[[2]int]int)
	for _, p := range pl.cloud {
		pl.count[cloudSquare(p)]++
	}
	s := &seating{pl: pl, sites: make([][]site, len(notes))}
	for n, note := range notes {
		s.sites[n] = pl.sitesOf(note)
	}
	for n, at := range s.best() {
		if at < 0 {
			continue
		}
		chosen := s.sites[n][at]
		notes[n].placed, notes[n].box, notes[n].leader = true, chosen.box, chosen.leader
	}
}

func cloudSquare(p vg.Point) [2]int {
	return [2]int{int(math.Floor(float64(p.X / cloudCell))), int(math.Floor(float64(p.Y / cloudCell)))}
}

// sitesOf returns the cheapest places of a note, cheapest first. The places are on a
// grid over the frame, so that notes line up.
func (pl *placer) sitesOf(n *note) []site {
	var sites []site
	area := grow(pl.frame, -noteRoom)
	for y := area.Max.Y - n.height; y >= area.Min.Y; y -= noteGrid {
		for x := area.Min.X; x+n.width <= area.Max.X; x += noteGrid {
			at := vg.Point{X: x, Y: y}
			box := vg.Rectangle{Min: at, Max: vg.Point{X: x + n.width, Y: y + n.height}}
			roomy := grow(box, noteRoom+pl.radius)
			low, high := pl.dominated(roomy.Min), pl.dominated(roomy.Max)
			if d := distance(box, n.at); low != high || d < n.clear+noteRoom || d > longest {
				continue
			}
			sites = append(sites, pl.site(n, box, high))
		}
	}
	slices.SortFunc(sites, func(a, b site) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(b.box.Min.Y, a.box.Min.Y), cmp.Compare(a.box.Min.X, b.box.Min.X))
	})
	return pl.chosen(sites)
}

// site returns a place for a note, below the frontier or beyond it.
func (pl *placer) site(n *note, box vg.Rectangle, below bool) site {
	s := site{box: box, leader: leaderTo(n, box)}
	all := spanning(n.at, s.leader.to)
	all.Min.X, all.Min.Y = min(all.Min.X, box.Min.X), min(all.Min.Y, box.Min.Y)
	all.Max.X, all.Max.Y = max(all.Max.X, box.Max.X), max(all.Max.Y, box.Max.Y)
	s.reach = grow(all, noteRoom)
	s.cost = pl.cost(n, s, below)
	return s
}

// chosen returns the sites that will do, not too many of them.
func (pl *placer) chosen(sites []site) []site {
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

// dominated tells whether a place is under the staircase.
func (pl *placer) dominated(at vg.Point) bool {
	n := sort.Search(len(pl.points), func(n int) bool { return pl.points[n].X < at.X })
	return n > 0 && pl.points[n-1].Y >= at.Y
}

// leaderTo returns the line from a point to a box: to the middle of the side that faces
// it or, where the box is above or below, to the nearest place on that side.
func leaderTo(n *note, box vg.Rectangle) mark {
	end := vg.Point{Y: (box.Min.Y + box.Max.Y) / 2}
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
	part := n.clear / vg.Length(math.Hypot(float64(along.X), float64(along.Y)))
	from := vg.Point{X: n.at.X + vg.Length(part*along.X), Y: n.at.Y + vg.Length(part*along.Y)}
	return mark{from, end}
}

// cost returns what is against a place, but for other notes: the length of the leader,
// more of it if it runs along the frontier or a step of it, rings in its way, and what the note hides.
// Strips stand below the frontier.
func (pl *placer) cost(n *note, s site, below bool) int {
	along := s.leader.to.Sub(n.at)
	length := math.Hypot(float64(along.X), float64(along.Y))
	away := math.Abs(float64(along.X*pl.normal.X)+float64(along.Y*pl.normal.Y)) / length
	cost := length * (1 + 0.8*(1-away))
	if slant := min(math.Abs(float64(along.X)), math.Abs(float64(along.Y))) / length; below && slant < 0.5 {
		cost += length * 2 * (0.5 - slant)
	}
	if len(n.strip) > 0 && !below {
		cost += float64(40 * mm)
	}
	for _, r := range pl.rings {
		if distance(r, n.at) > 0 && crosses(s.leader.from, s.leader.to, r) {
			cost += float64(8 * mm)
		}
	}
	cost += float64(1.2*mm) * float64(pl.hides(s.box)) / 10
	return int(math.Round(1000 * cost))
}

// hides returns the number of points of the cloud in about the area of a box.
func (pl *placer) hides(box vg.Rectangle) int {
	if len(pl.count) == 0 {
		return 0
	}
	from, to := cloudSquare(box.Min), cloudSquare(box.Max)
	sum := 0
	for x := from[0]; x <= to[0]; x++ {
		for y := from[1]; y <= to[1]; y++ {
			sum += min(pl.count[[2]int{x, y}], 10)
		}
	}
	return sum
}

// allows tells whether nothing stands where the note and its leader would be.
func (pl *placer) allows(s site) bool {
	roomy := grow(s.box, noteRoom)
	// A number next to a note would be read as part of it.
	if touches(grow(roomy, noteRoom), pl.boxes) || touches(roomy, pl.rings, pl.lines...) {
		return false
	}
	for _, b := range pl.boxes {
		if crosses(s.leader.from, s.leader.to, b) {
			return false
		}
	}
	return pl.staysOnItsSide(s.leader, pl.dominated(s.box.Max))
}

// staysOnItsSide tells whether a leader does not cross the frontier.
func (pl *placer) staysOnItsSide(m mark, below bool) bool {
	along := m.to.Sub(m.from)
	steps := int(math.Hypot(float64(along.X), float64(along.Y))/float64(leaderStep)) + 1
	for n := 1; n <= steps; n++ {
		part := vg.Length(n) / vg.Length(steps)
		at := vg.Point{X: m.from.X + vg.Length(part*along.X), Y: m.from.Y + vg.Length(part*along.Y)}
		if pl.dominated(at) != below {
			return false
		}
	}
	return true
}
