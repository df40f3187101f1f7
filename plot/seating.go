package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/draw"
)

// seating chooses sites for notes, so that they are not in each other's way and the sum of their
// costs is low: greedily in several orders, and then by changes of one or two notes at a time.
type seating struct {
	notes []*note
	sites [][]site // of every note, cheapest first
	at    []int    // the site of every note, or -1
	inWay [][]way  // of every site of every note
	// blocked has the sites of other notes that a site of a note is in the way of, as far as they
	// were computed.
	blocked map[seat][]seat
}

// seat is a site of a note.
type seat struct{ note, site int }

// way has the notes in the way of a site: their number and the sum of their indices, which for a
// single note is its index.
type way struct{ notes, sum int }

// Limits of the search. A longer search changes little.
const (
	seatingRounds = 12
	pushedSites   = 60      // for which another note may have to move
	unplaced      = 1 << 24 // the cost of no place; the sum of many fits 32 bits
)

// seat chooses places for the notes. Notes that have no room are not placed.
func (pl *placer) seat(notes []*note) {
	s := &seating{notes: notes, blocked: make(map[seat][]seat)}
	var forward []int
	for n, note := range notes {
		s.sites = append(s.sites, pl.sitesOf(note))
		forward = append(forward, n)
	}
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	narrow := slices.Clone(forward) // notes with few sites first
	slices.SortStableFunc(narrow, func(a, b int) int { return len(s.sites[a]) - len(s.sites[b]) })
	var best []int
	least := math.MaxInt
	for _, order := range [][]int{narrow, forward, backward} {
		if total := s.seat(order); total < least {
			best, least = s.at, total
		}
	}
	for n, at := range best {
		if at >= 0 {
			chosen := s.sites[n][at]
			notes[n].placed, notes[n].box, notes[n].leader = true, chosen.box, chosen.leader
		}
	}
}

// seat gives the notes sites in an order, improves these, and returns the sum of their costs.
func (s *seating) seat(order []int) int {
	s.at, s.inWay = slices.Repeat([]int{-1}, len(order)), nil
	for _, sites := range s.sites {
		s.inWay = append(s.inWay, make([]way, len(sites)))
	}
	for _, n := range order {
		s.move(n, slices.Index(s.inWay[n], way{}))
	}
	for range seatingRounds {
		if !s.improve(order) {
			break
		}
	}
	total := 0
	for n, site := range s.at {
		total += s.cost(n, site)
	}
	return total
}

// cost returns the cost of a site of a note, or the cost of having no site.
func (s *seating) cost(n, site int) int {
	if site < 0 {
		return unplaced
	}
	return s.sites[n][site].cost
}

// move gives a note a site, or none if that is -1. O(sites of all notes).
func (s *seating) move(n, site int) {
	for _, other := range s.blockedBy(seat{n, s.at[n]}) {
		in := &s.inWay[other.note][other.site]
		in.notes, in.sum = in.notes-1, in.sum-n
	}
	for _, other := range s.blockedBy(seat{n, site}) {
		in := &s.inWay[other.note][other.site]
		in.notes, in.sum = in.notes+1, in.sum+n
	}
	s.at[n] = site
}

// blockedBy returns the sites of other notes that a note at a site blocks.
func (s *seating) blockedBy(by seat) []seat {
	if by.site < 0 {
		return nil
	}
	if all, ok := s.blocked[by]; ok {
		return all
	}
	var all []seat
	for n := range s.sites {
		for k := range s.sites[n] {
			if n != by.note && s.conflict(n, k, by.note, by.site) {
				all = append(all, seat{n, k})
			}
		}
	}
	s.blocked[by] = all
	return all
}

// improve moves notes to cheaper sites, even if one other note has to make room. It reports
// whether a note was moved.
func (s *seating) improve(order []int) bool {
	changed := false
	for _, n := range order {
		for k, in := range s.inWay[n] {
			if s.at[n] >= 0 && k >= s.at[n] {
				break
			}
			if in.notes == 0 {
				s.move(n, k)
				changed = true
				break
			}
			if in.notes == 1 && k < pushedSites && s.push(n, k, in.sum) {
				changed = true
				break
			}
		}
	}
	return changed
}

// push gives note n a site where only note m is in the way, if m has another site that makes the
// sum of the costs lower.
func (s *seating) push(n, k, m int) bool {
	for other, in := range s.inWay[m] {
		// After the move, n no longer blocks the sites that its present site blocks.
		if (in == way{} || in == way{1, n}) && !s.conflict(m, other, n, k) {
			if s.cost(n, k)+s.cost(m, other) >= s.cost(n, s.at[n])+s.cost(m, s.at[m]) {
				return false
			}
			s.move(n, k)
			s.move(m, other)
			return true
		}
	}
	return false
}

// conflict reports whether two notes at two sites are in each other's way.
func (s *seating) conflict(n, site, m, other int) bool {
	a, b := &s.sites[n][site], &s.sites[m][other]
	if !draw.Overlap(a.reach, b.reach) {
		return false
	}
	if draw.Overlap(draw.Grow(a.box, noteRoom), draw.Grow(b.box, noteRoom)) {
		return true
	}
	p, q := s.notes[n], s.notes[m]
	return draw.Crosses(a.leader.From, a.leader.To, draw.Grow(b.box, noteRoom)) ||
		draw.Crosses(b.leader.From, b.leader.To, draw.Grow(a.box, noteRoom)) ||
		p.point != q.point && (meet(a.leader, b.leader) || passes(a.leader, p, q) || passes(b.leader, q, p))
}

// passes reports whether the leader of note n runs over the point of note m, unless the markers of
// the two overlap anyway.
func passes(leader draw.Segment, n, m *note) bool {
	at := draw.Square(m.at, notedRadius)
	return draw.Distance(at, n.at) > notedRadius && draw.Crosses(leader.From, leader.To, at)
}

// meet reports whether two lines cross.
func meet(a, b draw.Segment) bool {
	side := func(p, q, r vg.Point) bool { return (q.X-p.X)*(r.Y-p.Y) > (q.Y-p.Y)*(r.X-p.X) }
	return side(a.From, a.To, b.From) != side(a.From, a.To, b.To) &&
		side(b.From, b.To, a.From) != side(b.From, b.To, a.To)
}
