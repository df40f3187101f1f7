package listing

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// Clusters writes the clusters of the points of a frontier, each on one line.
type Clusters struct {
	f *frontier.Frontier
	// heaviest are the rows by decreasing mass; nil if the rows are written in the order of the table.
	heaviest []int
}

// manyRows is the largest number of values of X whose clusters are written in the order of the table. Of
// more, a line has room for a few, and those that occur most often tell most.
const manyRows = 200

// NewClusters returns what writes the clusters of a frontier. O(n log n).
func NewClusters(f *frontier.Frontier) *Clusters {
	p := &f.Problem
	if p.N <= manyRows || f.Order() != nil || len(p.XLabels) != p.N {
		return &Clusters{f: f}
	}
	return &Clusters{f, Heaviest(f)}
}

// Heaviest returns the rows of a frontier's problem by decreasing mass; nil if masses are not known.
// O(n log n).
func Heaviest(f *frontier.Frontier) []int {
	mass := f.Problem.Masses()
	if mass == nil {
		return nil
	}
	rows := make([]int, len(mass))
	for x := range rows {
		rows[x] = x
	}
	slices.SortStableFunc(rows, func(x, y int) int { return cmp.Compare(mass[y], mass[x]) })
	return rows
}

// Line writes the clusters of a point on one line of at most room characters, in the order of the table
// or, if there are many rows without an order, the heaviest first. If there is no room for ranges of
// numbers, these are the numbers at which they are cut. O(n).
func (c *Clusters) Line(p frontier.Point, room int) string {
	if c.heaviest != nil {
		if labels := c.labels(p); labels != nil {
			return wording.Clusters(labels, room)
		}
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
		return wording.Listed("cut at ", cuts, room-utf8.RuneCountInString(rest)) + rest
	}
	return line
}

// labels returns the labels of all clusters, the heaviest first, and the clusters in the order of their
// heaviest labels.
func (c *Clusters) labels(p frontier.Point) [][]string {
	a := p.Assignment()
	if a == nil {
		return nil
	}
	place := make([]int, p.K) // of a cluster, counted from 1; 0 before it has one
	var labels [][]string
	for _, x := range c.heaviest {
		at := &place[a[x]]
		if *at == 0 {
			labels = append(labels, nil)
			*at = len(labels)
		}
		labels[*at-1] = append(labels[*at-1], c.f.Problem.XLabels[x])
	}
	return labels
}

// Texts returns what every cluster of a point consists of, in the order of the table or, if there are many
// rows without an order, the heaviest first. O(n).
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
		texts[c] = make([]string, len(list))
		for n, r := range list {
			texts[c][n] = r.Text
		}
	}
	return texts
}
