package report

import (
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/second"
)

// shown is a clustering that a page shows.
type shown struct {
	frontier.Point
	// beyond is a clustering that is of interest only within a limit, which is no Point; it is nil for others.
	beyond *frontier.SecondEntry
	s      float64 // what the clustering tells about the second variable
}

// scored reports whether a clustering has held-out values and errors, if there are any.
func (p *shown) scored() bool {
	return p.Index >= 0 || p.Best
}

// Known and Unpack are as of the Point.
func (p *shown) Known() bool { return p.beyond != nil || p.Point.Known() }

func (p *shown) Unpack(labels partition.Partition) {
	if p.beyond != nil {
		p.beyond.Assignment.Unpack(labels)
	} else {
		p.Point.Unpack(labels)
	}
}

// shown returns all clusterings that a page shows, with what they tell about a second variable.
func (s *selection) shown(f *frontier.Frontier) []shown {
	all := make([]shown, 0, len(s.points)+len(s.beyond))
	known := make(map[partition.Packed]float64)
	if f.Second != nil {
		for _, e := range f.Second.Entries {
			known[e.Assignment] = e.S
		}
	}
	for _, p := range s.points {
		q := shown{Point: p}
		if f.Second != nil && p.Known() {
			var ok bool
			if q.s, ok = known[p.Packed()]; !ok {
				q.s, _ = p.Second() // a tie
			}
		}
		all = append(all, q)
	}
	for n := range s.beyond {
		e := &s.beyond[n]
		all = append(all, shown{Point: frontier.Point{Index: -1, H: e.H, I: e.I, K: e.K}, beyond: e, s: e.S})
	}
	return all
}

// within returns the clusterings of a second variable that are not among the points. Of more than most, it returns the
// frontiers and the best clusterings within limits at quantiles, as many as fit.
func (s *selection) within(f *frontier.Frontier, most int) []frontier.SecondEntry {
	if f.Second == nil {
		return nil
	}
	shown := make(map[partition.Packed]bool)
	for _, p := range s.points {
		shown[p.Packed()] = true
	}
	entries := slices.DeleteFunc(slices.Clone(f.Second.Entries), func(e frontier.SecondEntry) bool { return shown[e.Assignment] })
	if len(entries) <= most {
		return entries
	}
	limits := lists.Map(entries, func(e frontier.SecondEntry) float64 { return e.S })
	slices.Sort(limits)
	keep := make(map[partition.Packed]bool)
	for parts := 2; len(keep) < most && parts <= 1<<8; parts *= 2 { // the middle, then quarters, then eighths
		for n := 1; n < parts && len(keep) < most; n += 2 {
			g, err := second.Within(f, limits[n*len(limits)/parts])
			if err != nil {
				continue // none is within it
			}
			for _, list := range []func(func(frontier.Point) bool){g.All(), g.Best()} {
				for p := range list {
					if len(keep) < most && !shown[p.Packed()] {
						keep[p.Packed()] = true
					}
				}
			}
		}
	}
	return slices.DeleteFunc(entries, func(e frontier.SecondEntry) bool { return !keep[e.Assignment] })
}
