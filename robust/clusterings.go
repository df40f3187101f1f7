package robust

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// cells are those of a table that matter, row by row. Rows and columns stand in the
// order of their labels, so that sums do not depend on that of a file.
type cells struct {
	start  []int // row x's cells are start[x] to start[x+1]
	column []int32
	m      int // columns
}

// clusterings are those of the points of a frontier, and the table that they are of.
type clusterings struct {
	cells
	counts  []float64 // of the cells
	place   []int     // of every cell, in the order of [joint.Joint.Row], row after row
	columns []float64 // counts of the columns
	total   float64
	// clusters holds the rows, ascending, of every cluster of any point, and points
	// the clusters of every point, by their first rows.
	clusters [][]int32
	points   [][]int32
}

// fixedLength is the kind of problem whose h is log2 k.
const fixedLength = "dmc"

// newClusterings checks that a frontier is of the table. O(cells + points x rows), but
// for sorting.
func newClusterings(j *joint.Joint, f *frontier.Frontier) (*clusterings, error) {
	place, err := places(j, f)
	if err != nil {
		return nil, err
	}
	c := &clusterings{total: j.Total()}
	c.fill(j)
	keys, known := partition.RowKeys(j.Rows()), make(map[partition.Key]int32)
	labels := make(partition.Partition, j.Rows())
	for p := range f.Len() {
		a := f.At(p).Assignment()
		if a == nil {
			return nil, fmt.Errorf("point %d has no clustering, as in a CSV file: use JSON, Parquet or npz", p)
		}
		for x, at := range place {
			labels[x] = a[at]
		}
		labels.Renumber(a) // which is not needed any more
		c.add(labels, keys, known)
	}
	return c, nil
}

// places returns where in the frontier's order the rows of the table are, by
// increasing label.
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
	rows, err := inOrder("row", j.XLabels(), p.XLabels)
	if err == nil {
		_, err = inOrder("column", j.YLabels(), p.YLabels)
	}
	return rows, err
}

// inOrder returns the order in which a frontier's labels are sorted, and an error if they
// are not those of the table. There are equally many, and none twice.
func inOrder(what string, table, labels []string) ([]int, error) {
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

// fill takes the table over.
func (c *clusterings) fill(j *joint.Joint) {
	c.m = j.Cols()
	at := partition.Ranks(byLabel(j.YLabels()))
	c.columns = make([]float64, c.m)
	for y, to := range at {
		c.columns[to] = j.ColMass(y)
	}
	first := make([]int, j.Rows()+1) // cell of every row, in the order of the table
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

// add adds a point. known holds the clusters that there are.
func (c *clusterings) add(f partition.Partition, keys []partition.Key, known map[partition.Key]int32) {
	clusters := f.Clusters()
	point := make([]int32, len(clusters))
	for z, rows := range clusters {
		var key partition.Key
		for _, x := range rows {
			key = key.Xor(keys[x])
		}
		id, ok := known[key]
		if !ok {
			id = int32(len(c.clusters))
			known[key] = id
			c.clusters = append(c.clusters, toInt32(rows))
		}
		point[z] = id
	}
	c.points = append(c.points, point)
}

func toInt32(rows []int) []int32 {
	list := make([]int32, len(rows))
	for k, x := range rows {
		list[k] = int32(x)
	}
	return list
}

// gatherer adds up the rows of clusters, one cluster after the other.
type gatherer struct {
	cells
	sums   []float64 // of the columns; 0 between clusters
	values []float64
	at     []int32
}

func newGatherer(c cells) *gatherer { return &gatherer{cells: c, sums: make([]float64, c.m)} }

// gatherers returns one gatherer for each worker.
func (c cells) gatherers(workers int) []*gatherer {
	list := make([]*gatherer, workers)
	for w := range list {
		list[w] = newGatherer(c)
	}
	return list
}

// gather returns what is above 0 of the sums of values of cells over the rows of a
// cluster, and in which columns. Both are valid until the next call.
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
	if added >= g.m { // there are more cells to go over than columns
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

// take moves what is above 0 of a column's sum to the result.
func (g *gatherer) take(y int32) {
	if v := g.sums[y]; v > 0 {
		g.values, g.at = append(g.values, v), append(g.at, y)
		g.sums[y] = 0
	}
}
