package second

import (
	"slices"

	"github.com/dibmap/dibmap/internal/pareto3"
)

// part returns the part of the effort that is left that k runs of at most most may take. Few runs, which people choose, may
// take more than the others, and what they do not need is left for them.
func part(left int64, k, most int) int64 {
	all := 0.0
	for j := k; j <= most; j++ {
		all += weight(j)
	}
	of := weight(k) / all
	if k <= fewClusters {
		of = max(of, 1./fewClusters)
	}
	return int64(float64(left) * of)
}

// share returns the effort of a chain of rows rows: on a circle, shorter chains have less.
func (r *runs) share(rows, cuts int) int64 {
	if cuts == 1 {
		return r.effort
	}
	n := int64(len(r.order))
	return int64(float64(r.effort) * 3 * float64(rows) * float64(rows) / float64(n*n*n))
}

// offers returns the number of labels that labels of the first rows make with one more run.
func offers(lists [][]label) (n int64) {
	for rows, list := range lists {
		n += int64(len(list)) * int64(len(lists)-1-rows)
	}
	return n
}

// thin thins the labels of one number of runs until they make at most most labels with one more run, or each number of rows
// has few. It returns the width of the grid, 0 if none was needed. The grid is found for a few numbers of rows.
func (r *runs) thin(lists [][]label, most int64) pareto3.Vector {
	all := offers(lists)
	if all <= most {
		return pareto3.Vector{}
	}
	const sampled = 8
	sample := make([][]label, len(lists))
	for k := 1; k <= sampled; k++ {
		rows := (len(lists) - 2) * k / sampled
		sample[rows] = append([]label(nil), lists[rows]...)
	}
	var extent pareto3.Vector
	for _, list := range sample {
		if len(list) > 0 {
			extent = extent.Max(extentOf(list))
		}
	}
	g := pareto3.Fine(extent, cellsFor(int(2*most/int64(len(lists)*len(lists)))+1))
	coarsest := pareto3.Fine(extent, fewestCells)
	of := offers(sample)
	for now := of; float64(now)*float64(all) > float64(most)*float64(of) || g == (pareto3.Grid{}); now = offers(sample) {
		if g = g.Wider(extent); g.Union(coarsest) == g {
			break
		}
		for rows := range sample {
			sample[rows] = thinned(sample[rows], g)
		}
	}
	for rows := range lists {
		lists[rows] = slices.Clone(thinned(lists[rows], g))
	}
	return g.Width()
}

// fewestCells is the number of cells in each objective below which labels are not thinned.
const fewestCells = 4

// extentOf returns the differences of the largest and the smallest values of labels.
func extentOf(list []label) pareto3.Vector {
	least, most := list[0].at, list[0].at
	for _, l := range list {
		most = most.Max(l.at)
		least = pareto3.Vector{H: min(least.H, l.at.H), I: min(least.I, l.at.I), S: min(least.S, l.at.S)}
	}
	return most.Minus(least)
}

// thinned returns the labels that are left on a grid.
func thinned(labels []label, g pareto3.Grid) []label {
	if len(labels) < 2 {
		return labels
	}
	set := pareto3.New[uint64](g)
	for _, l := range labels {
		set.Add(l.at, l.code, nil)
	}
	labels = labels[:0]
	for p := range set.All() {
		labels = append(labels, label{p.Vector, p.Payload})
	}
	return labels
}
