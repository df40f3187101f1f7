package listing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// Clusters writes the clusters of the points of a frontier, each on one line.
type Clusters struct {
	f *frontier.Frontier
	// heaviest are the rows by decreasing mass; nil if the rows are written in the order of the table.
	heaviest []int
	// Scratch space: the clustering of a point, and how many rows its clusters have.
	assignment partition.Partition
	sizes      []int
}

// manyRows is the largest number of values of X whose clusters are written in the order of the
// table. Of more values, a line has room for a few, and the most frequent values tell most.
const manyRows = 200

// NewClusters returns a writer of the clusters of a frontier. O(n log n).
func NewClusters(f *frontier.Frontier) *Clusters {
	p := &f.Problem
	if p.N <= manyRows || f.Order() != nil || len(p.XLabels) != p.N {
		return &Clusters{f: f}
	}
	return &Clusters{f: f, heaviest: Heaviest(f), assignment: make(partition.Partition, p.N), sizes: make([]int, p.N)}
}

// Heaviest returns the rows of a frontier's problem by decreasing mass; nil if masses are not known.
// O(n log n).
func Heaviest(f *frontier.Frontier) []int {
	mass := f.Problem.Masses()
	if mass == nil {
		return nil
	}
	rows := lists.Numbers(len(mass))
	slices.SortStableFunc(rows, func(x, y int) int { return cmp.Compare(mass[y], mass[x]) })
	return rows
}

// Line writes the clusters of a point on one line of at most room characters, in the order of the
// table or, if there are many rows without an order, the heaviest first. If ranges of numbers have
// no room, it writes the numbers at which they are cut. O(n).
func (c *Clusters) Line(p frontier.Point, room int) string {
	if c.heaviest != nil && p.Known() {
		labels, more := c.first(p, room)
		return wording.FirstOfClusters(labels, more, room)
	}
	ranges := p.Ranges()
	if ranges == nil {
		return "(no assignments in this file)"
	}
	line := wording.Clusters(Texts(ranges), room)
	if cuts, others, ok := p.Cuts(); ok && len(cuts) > 0 && strings.HasSuffix(line, "…") {
		rest := ""
		for _, name := range others {
			rest += " | " + name
		}
		return wording.Listed("cut at ", cuts, room-wording.Width(rest)) + rest
	}
	return line
}

// first returns the labels of the clusters of a point as far as a line of some characters may hold them,
// the heaviest first, the clusters in the order of their heaviest labels, and how many more labels each has.
func (c *Clusters) first(p frontier.Point, room int) (labels [][]string, more []int) {
	p.Unpack(c.assignment)
	sizes := c.sizes[:p.K]
	clear(sizes)
	for _, k := range c.assignment {
		sizes[k]++
	}
	clusters, most := wording.Holds(p.K, room)
	place := make([]int, p.K) // of a cluster, counted from 1; 0 before it has one
	open := clusters          // those of which labels are missing
	for _, x := range c.heaviest {
		k := c.assignment[x]
		if place[k] == 0 {
			if len(labels) == clusters {
				continue
			}
			labels, more = append(labels, nil), append(more, sizes[k])
			place[k] = len(labels)
		}
		at := place[k] - 1
		if len(labels[at]) == most {
			continue
		}
		labels[at] = append(labels[at], c.f.Problem.XLabels[x])
		if more[at]--; more[at] == 0 || len(labels[at]) == most {
			if open--; open == 0 {
				break
			}
		}
	}
	return labels, more
}

// Texts returns the ranges or labels of every cluster of a point, in the order of the table or, if
// there are many rows without an order, the heaviest first. O(n).
func (c *Clusters) Texts(p frontier.Point) [][]string {
	if c.heaviest != nil {
		return Grouped(c.f, p, c.heaviest)
	}
	return Texts(p.Ranges())
}

// Grouped returns the labels of every cluster of a point in a given order of the rows; nil if the clustering
// is not known. O(n).
func Grouped(f *frontier.Frontier, p frontier.Point, rows []int) [][]string {
	a := p.Assignment()
	if a == nil {
		return nil
	}
	labels := make([][]string, p.K)
	for _, x := range rows {
		labels[a[x]] = append(labels[a[x]], f.Problem.XLabels[x])
	}
	return labels
}

// Texts returns the names of ranges.
func Texts(ranges [][]frontier.Range) [][]string {
	texts := make([][]string, len(ranges))
	for c, list := range ranges {
		texts[c] = lists.Map(list, func(r frontier.Range) string { return r.Text })
	}
	return texts
}
