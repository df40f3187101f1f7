package robust

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// cells are the positions of the cells of a table, row by row. Rows and columns are sorted
// by label, so that sums do not depend on their order in a file.
type cells struct {
	start  []int // the cells of row x are start[x] to start[x+1]
	column []int32
	m      int // columns
}

// clusterings are the clusterings of the points of a frontier and then the best ones for each
// number of clusters, with their table.
type clusterings struct {
	cells
	counts   []float64 // of the cells
	place    []int     // of every cell, in the order of [joint.Joint.Row], row after row
	columns  []float64 // counts of the columns
	total    float64
	clusters rowSets // of any point
	points   lists
}

// newClusterings checks that a frontier belongs to the table. If the context ends, it returns the
// error of the context. O(cells + points x rows), plus sorting.
func newClusterings(ctx context.Context, j *joint.Joint, f *frontier.Frontier) (*clusterings, error) {
	place, err := places(j, f)
	if err != nil {
		return nil, err
	}
	c := &clusterings{total: j.Total()}
	c.fill(j)
	set := newClusterSet(j.Rows())
	labels, a := make(partition.Partition, j.Rows()), make(partition.Partition, f.Problem.N)
	for p, err := range clusteringsOf(f) {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		p.Unpack(a)
		for x, at := range place {
			labels[x] = a[at]
		}
		labels.Renumber(a) // a is not needed any more
		c.points.add(set.add(labels))
	}
	c.clusters = set.clusters
	c.points.end()
	return c, nil
}

// clusteringsOf returns the points of a frontier and then the best clusterings for each number of
// clusters. It returns an error for a frontier without clusterings.
func clusteringsOf(f *frontier.Frontier) iter.Seq2[frontier.Point, error] {
	return func(yield func(frontier.Point, error) bool) {
		for p := range f.All() {
			var err error
			if !p.Known() {
				err = fmt.Errorf("point %d has no clustering: use a file with the clusterings", p.Index)
			}
			if !yield(p, err) {
				return
			}
		}
		for p := range f.Best() { // all of these are known
			if !yield(p, nil) {
				return
			}
		}
	}
}

// places returns the positions of the table's rows, sorted by label, in the frontier.
func places(j *joint.Joint, f *frontier.Frontier) ([]int, error) {
	p := &f.Problem
	n, _ := j.Samples()
	switch {
	case p.N == 0:
		return nil, errors.New("the file holds points only, and not what they are points of: use JSON, Parquet or npz")
	case p.Kind != "" && p.Kind != "dib" && p.Kind != fixedLength:
		return nil, fmt.Errorf("the objectives are of kind %q, and not dib or dmc", p.Kind)
	case p.N != j.Rows() || p.M != j.Cols() || len(p.XLabels) != p.N || len(p.YLabels) != p.M:
		return nil, fmt.Errorf("the frontier is of another table: of %d x %d, and this one has %d x %d", p.N, p.M, j.Rows(), j.Cols())
	case p.Samples != nil && *p.Samples != n:
		return nil, fmt.Errorf("the frontier is of another table: of %d samples, and this one has %d", *p.Samples, n)
	}
	rows, err := sortedAlike("row", j.XLabels(), p.XLabels)
	if err == nil {
		_, err = sortedAlike("column", j.YLabels(), p.YLabels)
	}
	return rows, err
}

// sortedAlike returns the indices of a frontier's labels in sorted order, and an error if the
// table has other labels. The numbers of labels are equal, and there are no duplicates.
func sortedAlike(what string, table, labels []string) ([]int, error) {
	order := byLabel(labels)
	for k, x := range byLabel(table) {
		switch is, was := table[x], labels[order[k]]; {
		case is < was:
			return nil, fmt.Errorf("the frontier is of another table: it has no %s %q", what, is)
		case is > was:
			return nil, fmt.Errorf("the frontier is of another table: this one has no %s %q", what, was)
		}
	}
	return order, nil
}

// byLabel returns the indices of labels in sorted order.
func byLabel(labels []string) []int {
	order := partition.Identity(len(labels))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(labels[a], labels[b]) })
	return order
}

// fill copies the table.
func (c *clusterings) fill(j *joint.Joint) {
	c.m = j.Cols()
	at := partition.Ranks(byLabel(j.YLabels()))
	c.columns = make([]float64, c.m)
	for y, to := range at {
		c.columns[to] = j.ColMass(y)
	}
	first := make([]int, j.Rows()+1) // first cell of every row, in the order of the table
	for x := range j.Rows() {
		_, masses := j.Row(x)
		first[x+1] = first[x] + len(masses)
	}
	c.start = []int{0}
	c.place = make([]int, j.NonZero())
	for _, x := range byLabel(j.XLabels()) {
		columns, masses := j.Row(x)
		order := partition.Identity(len(columns))
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(at[columns[a]], at[columns[b]]) })
		for _, k := range order {
			c.place[first[x]+k] = len(c.column)
			c.column = append(c.column, int32(at[columns[k]]))
			c.counts = append(c.counts, masses[k])
		}
		c.start = append(c.start, len(c.column))
	}
}

// clusterSet numbers the distinct clusters of many clusterings.
type clusterSet struct {
	clusters rowSets
	numbers  keyed.Map[keyed.Key, int32] // of clusters, from 1
	rows     []keyed.Key

	// Scratch space: of the clusters of a clustering, the sums of the keys, the numbers, and the rows of new ones.
	sums  []keyed.Key
	point []int32
	added [][]int32
}

func newClusterSet(rows int) *clusterSet {
	return &clusterSet{clusters: rowSets{n: rows}, rows: keyed.RowKeys(rows)}
}

// add returns the numbers of the clusters of a clustering, by their labels, valid until the next call. O(rows).
func (s *clusterSet) add(f partition.Partition) []int32 {
	s.sums = keyed.ClusterKeys(s.sums[:0], s.rows, f)
	point, before := s.point[:0], int32(s.clusters.len())
	next := before
	for _, key := range s.sums {
		number := s.numbers.At(key)
		if *number == 0 {
			next++
			*number = next
		}
		point = append(point, *number-1)
	}
	s.point = point
	if next == before {
		return point
	}
	for int(next-before) > len(s.added) {
		s.added = append(s.added, nil)
	}
	for x, z := range f {
		if k := point[z] - before; k >= 0 {
			s.added[k] = append(s.added[k], int32(x))
		}
	}
	for k := range next - before {
		s.clusters.add(s.added[k])
		s.added[k] = s.added[k][:0]
	}
	return point
}

// dense returns all cells, also those without observations, and their counts.
func (c *clusterings) dense() (all cells, counts []float64) {
	n := len(c.start) - 1
	counts = make([]float64, n*c.m)
	all = cells{start: []int{0}, column: make([]int32, 0, n*c.m), m: c.m}
	for x := range n {
		for k := c.start[x]; k < c.start[x+1]; k++ {
			counts[x*c.m+int(c.column[k])] = c.counts[k]
		}
		for y := range c.m {
			all.column = append(all.column, int32(y))
		}
		all.start = append(all.start, len(all.column))
	}
	return all, counts
}

// gatherer adds up the rows of one cluster after the other.
type gatherer struct {
	cells
	clusters *rowSets
	sums     []float64 // of the columns; 0 between clusters
	values   []float64
	at       []int32
	rows     []int32 // of the last cluster
}

func newGatherer(c cells, clusters *rowSets) *gatherer {
	return &gatherer{cells: c, clusters: clusters, sums: make([]float64, c.m)}
}

// gatherers returns one gatherer for each worker.
func (c *clusterings) gatherers(workers int) []*gatherer {
	list := make([]*gatherer, workers)
	for w := range list {
		list[w] = newGatherer(c.cells, &c.clusters)
	}
	return list
}

// of returns the rows of a cluster, valid until the next call.
func (g *gatherer) of(cluster int) []int32 {
	g.rows = g.clusters.appendRows(g.rows[:0], cluster)
	return g.rows
}

// gather sums values of cells over the rows of a cluster. It returns the sums above 0 and
// their columns, both valid until the next call.
func (g *gatherer) gather(rows []int32, values []float64) (sums []float64, columns []int32) {
	g.values, g.at = g.values[:0], g.at[:0]
	added := 0
	for _, x := range rows {
		lo, hi := g.start[x], g.start[x+1]
		added += hi - lo
		for k, y := range g.column[lo:hi] {
			g.sums[y] += values[lo+k]
		}
	}
	if added >= g.m { // all columns are fewer than the cells added
		for y := range g.sums {
			g.take(int32(y))
		}
		return g.values, g.at
	}
	for _, x := range rows {
		for _, y := range g.column[g.start[x]:g.start[x+1]] {
			g.take(y)
		}
	}
	return g.values, g.at
}

// take moves a column's sum to the result if it is above 0.
func (g *gatherer) take(y int32) {
	if v := g.sums[y]; v > 0 {
		g.values, g.at = append(g.values, v), append(g.at, y)
		g.sums[y] = 0
	}
}
