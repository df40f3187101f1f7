package second

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/partition"
)

// layer has the clusterings of one number of clusters.
type layer struct {
	// all are the non-dominated clusterings, one for each cell of a grid if they were thinned.
	all pareto3.Set[partition.Packed]
	// told are, once all is thinned, the clusterings that are Pareto-optimal in I(Z;Y) and I(Z;S) alone, which answer the
	// question for the best clustering under a limit. They are few and as a rule not thinned.
	told *pareto3.Set[partition.Packed]
}

// offer adds a clustering. Of clusterings in a cell, the best on average remains, and of those that tie, the smallest
// string.
func (l *layer) offer(v pareto3.Vector, c partition.Packed) {
	l.all.Add(v, c, better(l.all.Grid()))
	if l.told != nil {
		l.told.Add(v, c, better(l.told.Grid()))
	}
}

// better returns the choice between two clusterings in a cell of a grid.
func better(g pareto3.Grid) func(old, offered pareto3.Member[partition.Packed]) pareto3.Member[partition.Packed] {
	w := g.Width()
	return func(old, offered pareto3.Member[partition.Packed]) pareto3.Member[partition.Packed] {
		d := offered.Minus(old.Vector)
		gain := d.I/w.I + d.S/w.S - d.H/w.H
		if g == (pareto3.Grid{}) {
			gain = 0 // they tie
		}
		if gain > 0 || gain == 0 && offered.Payload < old.Payload {
			return offered
		}
		return old
	}
}

// lacks reports whether the layer would take a point.
func (l *layer) lacks(v pareto3.Vector) bool {
	return l.all.Compare(v) != pareto.Dominated || l.told != nil && l.told.Compare(v) == pareto.Optimal
}

// len returns the number of clusterings; if they were thinned, it counts some twice.
func (l *layer) len() int {
	if l.told != nil {
		return l.all.Len() + l.told.Len()
	}
	return l.all.Len()
}

// members returns the clusterings.
func (l *layer) members() []pareto3.Member[partition.Packed] {
	list := slices.Collect(l.all.All())
	if l.told == nil {
		return list
	}
	listed := make(map[partition.Packed]bool, len(list))
	for _, p := range list {
		listed[p.Payload] = true
	}
	for p := range l.told.All() {
		if !listed[p.Payload] {
			list = append(list, p)
		}
	}
	return list
}

// anyH is a grid whose cells have any H.
var anyH = pareto3.Grid{H: 62}

// thin widens the grids, step by step, until there are at most most clusterings.
func (l *layer) thin(most int) {
	if l.len() <= most {
		return
	}
	if l.told == nil {
		l.told = pareto3.New[partition.Packed](anyH)
		for p := range l.all.All() {
			l.told.Add(p.Vector, p.Payload, better(anyH))
		}
	}
	coarsen(l.told, max(most/2, 1))
	coarsen(&l.all, max(most-l.told.Len(), 1))
}

// coarsen widens the grid of a set until it has at most most clusterings. A step makes cells twice as wide in the objective
// in which they are the smallest part of the range, so that a set that tells little keeps as many clusterings.
func coarsen(s *pareto3.Set[partition.Packed], most int) {
	for first := true; s.Len() > most; first = false {
		g := s.Grid()
		if first {
			g = g.Union(pareto3.Fine(s.Extent(), cellsFor(most)))
		}
		if g == s.Grid() {
			g = g.Wider(s.Extent())
		}
		s.Coarsen(g, better(g))
	}
}

// cellsFor returns a number of cells in each objective with which nearly all of most clusterings have a cell to
// themselves: they are on a surface.
func cellsFor(most int) float64 { return 8 * math.Sqrt(float64(most)) }

// archive has the layers by the number of clusters.
type archive []layer

// offer adds a clustering.
func (a archive) offer(k int, v pareto3.Vector, c partition.Packed) { a[k].offer(v, c) }

// len returns the number of clusterings.
func (a archive) len() (n int) {
	for k := range a {
		n += a[k].len()
	}
	return n
}

// fewClusters is the number of clusters up to which people choose: their layers have equal shares.
const fewClusters = 12

// weight returns the share of a number of clusters.
func weight(k int) float64 { return fewClusters / float64(max(k, fewClusters)) }

// thin thins the layers with the most clusterings for their weight, if there are more than most in all: layers have at most
// a share by their weights, and what a layer does not need of it goes to the others.
func (a archive) thin(most int) {
	if most <= 0 || a.len() <= most {
		return
	}
	type part struct {
		k    int
		each float64 // clusterings by weight
	}
	parts, weights := make([]part, len(a)), 0.0
	for k := range a {
		parts[k] = part{k, float64(a[k].len()) / weight(k)}
		weights += weight(k)
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.each, b.each) })
	left := float64(most)
	for _, p := range parts {
		share := left * weight(p.k) / weights
		a[p.k].thin(max(int(share), 1))
		left -= min(float64(a[p.k].len()), share)
		weights -= weight(p.k)
	}
}

// width returns the width of the widest cells of all layers, and false if no layer was thinned.
func (a archive) width() (w pareto3.Vector, thinned bool) {
	for k := range a {
		if g := a[k].all.Grid(); g != (pareto3.Grid{}) {
			w, thinned = w.Max(g.Width()), true
		}
	}
	return w, thinned
}

// whole returns the clusterings of all layers without a grid.
func (a archive) whole() archive {
	made := make(archive, len(a))
	for k := range a {
		for _, p := range a[k].members() {
			made.offer(k, p.Vector, p.Payload)
		}
	}
	return made
}
