package plot

import (
	"slices"

	"gonum.org/v1/plot/vg"
)

// seating chooses one of several sites for each of some notes, so that no two are in
// each other's way and the sum of their costs is low: greedily from several orders, then
// by changes of one or two notes at a time.
type seating struct {
	pl    *placer
	sites [][]site // of every note, cheapest first
	at    []int    // the site of every note, or -1
}

// Limits of the search; more of it changes little.
const (
	seatingRounds = 12
	pushedSites   = 60 // for which another note may have to move
)

// best returns the numbers of the sites that the notes take, or -1.
func (s *seating) best() []int {
	forward := make([]int, len(s.sites))
	for n := range forward {
		forward[n] = n
	}
	backward := slices.Clone(forward)
	slices.Reverse(backward)
	narrow := slices.Clone(forward)
	slices.SortStableFunc(narrow, func(a, b int) int { return len(s.sites[a]) - len(s.sites[b]) })
	var best []int
	least := 0
	for _, order := range [][]int{narrow, forward, backward} {
		s.at = make([]int, len(s.sites))
		for n := range s.at {
			s.at[n] = -1
		}
		for _, n := range order {
			s.at[n] = s.free(n)
		}
		for range seatingRounds {
			if !s.improve(order) {
				break
			}
		}
		if total := s.total(); best == nil || total < least {
			best, least = slices.Clone(s.at), total
		}
	}
	return best
}

// cost returns that of a site of a note, or of having none.
func (s *seating) cost(n, site int) int {
	if site < 0 {
		return unplaced
	}
	return s.sites[n][site].cost
}

func (s *seating) total() int {
	total := 0
	for n, site := range s.at {
		total += s.cost(n, site)
	}
	return total
}

// free returns the cheapest site of a note where nobody is in the way; -1 if there is
// none.
func (s *seating) free(n int) int {
	for k := range s.sites[n] {
		if len(s.inTheWay(n, k)) == 0 {
			return k
		}
	}
	return -1
}

// inTheWay returns up to two notes that are in the way of a site of note n.
func (s *seating) inTheWay(n, site int) []int {
	var who []int
	for m, at := range s.at {
		if m == n || at < 0 {
			// The point of a note without a place shows all the same.
			continue
		}
		if s.conflict(n, site, m, at) {
			if who = append(who, m); len(who) == 2 {
				break
			}
		}
	}
	return who
}

// improve moves notes to cheaper sites, also where one other has to give way.
func (s *seating) improve(order []int) bool {
	changed := false
	for _, n := range order {
		for k := range s.sites[n] {
			if s.at[n] >= 0 && k >= s.at[n] {
				break
			}
			who := s.inTheWay(n, k)
			if len(who) == 0 {
				s.at[n], changed = k, true
				break
			}
			if len(who) == 1 && k < pushedSites && s.push(n, k, who[0]) {
				changed = true
				break
			}
		}
	}
	return changed
}

// push gives note n a site where note m is in the way, if m has another that makes the
// sum of the costs lower.
func (s *seating) push(n, k, m int) bool {
	before, was, its := s.cost(n, s.at[n])+s.cost(m, s.at[m]), s.at[n], s.at[m]
	s.at[n], s.at[m] = k, -1
	s.at[m] = s.free(m)
	if s.at[m] >= 0 && s.cost(n, k)+s.cost(m, s.at[m]) < before {
		return true
	}
	s.at[n], s.at[m] = was, its
	return false
}

// conflict tells whether two notes at two sites are in each other's way.
func (s *seating) conflict(n, site, m, other int) bool {
	a, b := &s.sites[n][site], &s.sites[m][other]
	if !overlap(a.reach, b.reach) {
		return false
	}
	if overlap(grow(a.box, noteRoom), grow(b.box, noteRoom)) {
		return true
	}
	p, q := s.pl.notes[n], s.pl.notes[m]
	return crosses(a.leader.from, a.leader.to, grow(b.box, noteRoom)) ||
		crosses(b.leader.from, b.leader.to, grow(a.box, noteRoom)) ||
		p.point != q.point && (meet(a.leader, b.leader) || passes(a.leader, p, q) || passes(b.leader, q, p))
}

// passes tells whether the leader of note n runs over the point of note m, if the markers
// of the two do not overlap anyway.
func passes(leader mark, n, m *note) bool {
	at := grow(vg.Rectangle{Min: m.at, Max: m.at}, notedRadius)
	return distance(at, n.at) > notedRadius && crosses(leader.from, leader.to, at)
}

// meet tells whether two lines cross.
func meet(a, b mark) bool {
	side := func(p, q, r vg.Point) bool { return (q.X-p.X)*(r.Y-p.Y) > (q.Y-p.Y)*(r.X-p.X) }
	return side(a.from, a.to, b.from) != side(a.from, a.to, b.to) &&
		side(b.from, b.to, a.from) != side(b.from, b.to, a.to)
}
