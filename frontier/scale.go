package frontier

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/partition"
)

// Gap says how much of the scale of h and i belongs to a point.
type Gap struct {
	// Width is the range of budgets, in bits of h, for which the point is the best: up to
	// the next point, or of the last one up to H(X), where that is known.
	Width float64
	// Drop is how far i drops, in bits, at budgets that are just too small for the point:
	// to the point before, or of the first one to 0.
	Drop float64
}

// Gap returns that of point j, counted as in [Frontier.At]. A wide gap means that the
// clustering is the right one for many budgets. O(1).
func (f *Frontier) Gap(j int) Gap {
	e := &f.entries[j]
	g := Gap{Width: max(0, f.Problem.HX-e.H), Drop: e.I}
	if j+1 < len(f.entries) {
		g.Width = f.entries[j+1].H - e.H
	}
	if j > 0 {
		g.Drop -= f.entries[j-1].I
	}
	return g
}

// MaxDistinctionRows is the largest number of rows that [Frontier.Distinctions] takes.
const MaxDistinctionRows = 4096

// Distinctions tell at which scale the frontier keeps which rows apart.
type Distinctions struct {
	n     int
	from  []float64 // of every pair
	share []float64
	alone []float64 // of every row
}

// Distinctions looks at all points for the pairs of rows that they keep apart. It is an
// error if a point has no clustering, as in a frontier from CSV, if there is no point, or if
// there are more than [MaxDistinctionRows] rows, for which the pairs would take 134 MB.
// O(points x (n + pairs in one cluster)), at most O(points x n^2).
func (f *Frontier) Distinctions() (*Distinctions, error) {
	n := f.Problem.N
	switch {
	case len(f.entries) == 0:
		return nil, errors.New("there is no point that could keep rows apart")
	case n > MaxDistinctionRows:
		return nil, fmt.Errorf("there are %d rows, and which pairs are kept apart can be told of %d at most", n, MaxDistinctionRows)
	}
	for j := range f.entries {
		if f.entries[j].Assignment == "" {
			return nil, fmt.Errorf("point %d has no clustering, as in a CSV file: use JSON, Parquet or npz", j)
		}
	}
	d := &Distinctions{n: n, from: make([]float64, n*(n-1)/2), share: make([]float64, n*(n-1)/2), alone: make([]float64, n)}
	for k := range d.from {
		d.from[k] = math.Inf(1)
	}
	for x := range d.alone {
		d.alone[x] = math.Inf(1)
	}
	d.fill(f)
	return d, nil
}

// fill goes through the points by increasing h. Shares are first those of the budgets at
// which pairs are together, which are few where there are many clusters.
func (d *Distinctions) fill(f *Frontier) {
	var budgets float64
	never := [][]int{partition.Identity(d.n)} // rows that no point has kept apart so far
	labels := make(partition.Partition, d.n)
	for j := range f.entries {
		e := &f.entries[j]
		e.Assignment.Unpack(labels)
		width := f.Gap(j).Width
		if j == len(f.entries)-1 && budgets+width == 0 {
			width = 1 // one point alone, which has all budgets
		}
		budgets += width
		for _, rows := range labels.Clusters() {
			if len(rows) == 1 {
				d.alone[rows[0]] = min(d.alone[rows[0]], e.H)
			}
			if width > 0 {
				for k, y := range rows {
					for _, x := range rows[:k] {
						d.share[pairOf(x, y)] += width
					}
				}
			}
		}
		never = d.split(never, labels, e.H)
	}
	for pair, together := range d.share {
		d.share[pair] = max(0, 1-together/budgets)
	}
}

// split splits sets of rows by the clusters of a point at h and notes which pairs that
// parts. Every pair is parted once, so that this takes O(n^2) for all points together, and
// O(n) for each.
func (d *Distinctions) split(sets [][]int, labels partition.Partition, h float64) [][]int {
	var after [][]int
	for _, rows := range sets {
		var parts [][]int
		part := make(map[int]int)
		for _, x := range rows {
			at, ok := part[labels[x]]
			if !ok {
				at = len(parts)
				part[labels[x]] = at
				parts = append(parts, nil)
			}
			parts[at] = append(parts[at], x)
		}
		for k, some := range parts {
			for _, others := range parts[:k] {
				for _, x := range some {
					for _, y := range others {
						d.from[pairOf(x, y)] = h
					}
				}
			}
			if len(some) > 1 { // a row alone has been parted from all
				after = append(after, some)
			}
		}
	}
	return after
}

// pairOf returns the place of a pair of different rows, in either order.
func pairOf(x, y int) int {
	x, y = min(x, y), max(x, y)
	return y*(y-1)/2 + x
}

// Apart returns the smallest H of a point that has two rows in different clusters, in
// bits, infinite if there is none; and the share of budgets, from the smallest H of the
// frontier to H(X), for which the best clustering has. A row is never apart from itself.
// O(1).
func (d *Distinctions) Apart(x, y int) (from, share float64) {
	if x == y {
		return math.Inf(1), 0
	}
	return d.from[pairOf(x, y)], d.share[pairOf(x, y)]
}

// Alone returns the smallest H of a point that has a row in a cluster of its own, in bits;
// infinite if there is none. O(1).
func (d *Distinctions) Alone(x int) float64 { return d.alone[x] }
