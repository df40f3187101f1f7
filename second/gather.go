package second

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pareto3"
)

// gatherer makes the labels of sets, for one goroutine.
type gatherer struct {
	offered [][]label // by the number of clusters
	stairs  stairs
}

// gather returns the labels of a set by the number of clusters, at most most, and the number of labels offered.
func (g *gatherer) gather(s *setCosts, lists [][][]label, set uint32, most int) (made [][]label, steps int64) {
	most = min(most, bits.OnesCount32(set))
	for len(g.offered) <= most {
		g.offered = append(g.offered, nil)
	}
	for k := range g.offered {
		g.offered[k] = g.offered[k][:0]
	}
	first := set & -set
	others := set ^ first
	for part := others; ; part = (part - 1) & others {
		if together := part | first; s.allowed[together] {
			cost, rest := s.cost[together], set^together
			ones := s.spread[rest] & oneForEach
			for k, list := range lists[rest] {
				if k == most {
					break
				}
				to := g.offered[k+1]
				for _, l := range list {
					to = append(to, label{l.at.Plus(cost), l.code + ones})
				}
				g.offered[k+1] = to
			}
		}
		if part == 0 {
			break
		}
	}
	made = make([][]label, most+1)
	for k := range made {
		steps += int64(len(g.offered[k])) + 1
		made[k] = slices.Clone(g.stairs.keep(g.offered[k]))
	}
	return made, steps
}

// stairs are the labels so far that have, for their i, the largest s: by decreasing i, and by increasing s.
type stairs []pareto3.Vector

// keep sorts labels in place and returns, in place, the labels that remain, by increasing h. A label is dropped if another
// is at least as good in all objectives and better by a cell of the grid in one objective: any clusters that are added
// to both leave it dominated. Labels of equal points become the one with the smallest string. O(n log n).
func (s *stairs) keep(labels []label) []label {
	slices.SortFunc(labels, func(a, b label) int {
		switch {
		case a.at.H != b.at.H:
			return cmp.Compare(a.at.H, b.at.H)
		case a.at.I != b.at.I:
			return cmp.Compare(b.at.I, a.at.I)
		case a.at.S != b.at.S:
			return cmp.Compare(b.at.S, a.at.S)
		}
		return cmp.Compare(a.code, b.code)
	})
	*s = (*s)[:0]
	kept := labels[:0]
	var last pareto3.Vector
	for n, l := range labels {
		if n > 0 && l.at == last || s.drops(l.at) {
			continue
		}
		last = l.at
		kept = append(kept, l)
	}
	return kept
}

// drops reports whether a label before drops a new one, which otherwise becomes a stair.
func (s *stairs) drops(at pareto3.Vector) bool {
	list := *s
	lo := sort.Search(len(list), func(n int) bool { return list[n].I < at.I })
	if lo > 0 && list[lo-1].S >= at.S {
		return apart(list[lo-1], at)
	}
	end := lo
	for end < len(list) && list[end].S <= at.S {
		end++
	}
	if lo > 0 && list[lo-1].I == at.I {
		lo--
	}
	if end > lo {
		list[lo] = at
		*s = slices.Delete(list, lo+1, end)
	} else {
		*s = slices.Insert(list, lo, at)
	}
	return false
}

// apart reports whether two points differ by a cell of the grid in an objective, where the first is at least as good.
func apart(better, worse pareto3.Vector) bool {
	return worse.H-better.H >= pareto.Tolerance || better.I-worse.I >= pareto.Tolerance || better.S-worse.S >= pareto.Tolerance
}
