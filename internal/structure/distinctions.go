package structure

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// maxRows is the largest number of rows that [DistinctionsOf] takes.
const maxRows = 4096

// Distinctions are the scales at which a frontier keeps rows apart.
type Distinctions struct {
	n     int
	from  []float64 // of every pair
	share []float64
	alone []float64 // of every row
}

// DistinctionsOf finds the points that keep each pair of rows apart. It is an error if a point has
// no clustering, as in a frontier from CSV, for a frontier without points, and for more than
// [maxRows] rows, whose pairs would take 134 MB. O(points x (n + pairs in one cluster)), at most
// O(points x n^2).
func DistinctionsOf(f *frontier.Frontier) (*Distinctions, error) {
	n := f.Problem.N
	switch {
	case f.Len() == 0:
		return nil, errors.New("there is no point that could keep rows apart")
	case n > maxRows:
		return nil, fmt.Errorf("there are %d rows, and which pairs are kept apart can be told of %d at most", n, maxRows)
	}
	for j := range f.Len() {
		if !f.At(j).Known() {
			return nil, fmt.Errorf("point %d has no clustering: use a file with the clusterings", j)
		}
	}
	d := &Distinctions{n: n, from: make([]float64, n*(n-1)/2), share: make([]float64, n*(n-1)/2), alone: make([]float64, n)}
	for _, least := range [][]float64{d.from, d.alone} {
		for k := range least {
			least[k] = math.Inf(1)
		}
	}
	d.fill(f)
	return d, nil
}

// widthOf returns the width in bits of the range of budgets that point j is best for: up to the
// next point, or from the last point up to H(X) if it is known.
func widthOf(f *frontier.Frontier, j int) float64 {
	if j+1 < f.Len() {
		return f.At(j+1).H - f.At(j).H
	}
	return max(0, f.Problem.HX-f.At(j).H)
}

// fill goes through the points by increasing h. It sums the budgets at which pairs are together, and
// not apart, because few pairs are together if there are many clusters.
func (d *Distinctions) fill(f *frontier.Frontier) {
	var budgets float64
	together := d.share                         // becomes the shares at the end
	unsplit := [][]int{partition.Identity(d.n)} // sets of rows that no point has kept apart so far
	labels := make(partition.Partition, d.n)
	for p := range f.All() {
		p.Unpack(labels)
		width := widthOf(f, p.Index)
		if p.Index == f.Len()-1 && budgets+width == 0 {
			width = 1 // one point alone, which has all budgets
		}
		budgets += width
		for _, rows := range labels.Clusters() {
			if len(rows) == 1 {
				d.alone[rows[0]] = min(d.alone[rows[0]], p.H)
			}
			if width > 0 {
				for k, y := range rows {
					for _, x := range rows[:k] {
						together[pairOf(x, y)] += width
					}
				}
			}
		}
		unsplit = d.split(unsplit, labels, p.H)
	}
	for pair, of := range together {
		d.share[pair] = max(0, 1-of/budgets)
	}
}

// split divides sets of rows by the clusters of a point at h and notes the separated pairs. Every
// pair is separated once, so that this takes O(n^2) for all points together, and O(n) for each.
func (d *Distinctions) split(sets [][]int, labels partition.Partition, h float64) [][]int {
	var after [][]int
	for _, rows := range sets {
		own := lists.Map(rows, func(x int) int { return labels[x] })
		parts := partition.Canonical(own).Clusters()
		for k, some := range parts {
			for at, place := range some {
				some[at] = rows[place]
			}
			for _, others := range parts[:k] {
				for _, x := range some {
					for _, y := range others {
						d.from[pairOf(x, y)] = h
					}
				}
			}
			if len(some) > 1 { // a row alone is apart from all others
				after = append(after, some)
			}
		}
	}
	return after
}

// pairOf returns the index of a pair of different rows, in either order.
func pairOf(x, y int) int {
	x, y = min(x, y), max(x, y)
	return y*(y-1)/2 + x
}

// Apart returns two numbers about two rows. The first is the smallest H, in bits, of a point with
// the rows in different clusters, or infinity without such a point. The second is the share of the
// budgets, from the smallest H of the frontier to H(X), for which the best clustering separates
// them. A row is never apart from itself. O(1).
func (d *Distinctions) Apart(x, y int) (from, share float64) {
	if x == y {
		return math.Inf(1), 0
	}
	return d.from[pairOf(x, y)], d.share[pairOf(x, y)]
}

// Alone returns the smallest H, in bits, of a point in which a row is a cluster by itself. It is
// infinite if the row is never alone. O(1).
func (d *Distinctions) Alone(x int) float64 { return d.alone[x] }
