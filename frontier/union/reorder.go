package union

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/partition"
)

// point is a point of a frontier, or one of its best clusterings, with its spread.
type point struct {
	frontier.Entry
	frontier.Spread
	exact bool // of a best clustering
}

// pointOf returns a point without its frontier.
func pointOf(p frontier.Point) point {
	return point{p.Entry(), p.Spread, p.Exact}
}

// contents are the parts of a frontier that depend on its points.
type contents struct {
	problem      frontier.Problem
	search       frontier.Search
	points, best []point
	upTo         int // of the best clusterings; 0 if there is no list of them
	uncertainty  *frontier.Uncertainty
	layers       *frontier.Layers // nil if there are none
}

// frontier returns the frontier of these parts.
func (c *contents) frontier() (*frontier.Frontier, error) {
	entries := make([]frontier.Entry, 0, len(c.points))
	spreads := make([]frontier.Spread, 0, len(c.points)+len(c.best))
	for _, p := range c.points {
		entries, spreads = append(entries, p.Entry), append(spreads, p.Spread)
	}
	f, err := frontier.New(c.problem, c.search, entries)
	if err != nil {
		return nil, err
	}
	if c.upTo > 0 {
		best := make([]frontier.BestEntry, 0, len(c.best))
		for _, p := range c.best {
			best, spreads = append(best, frontier.BestEntry{Entry: p.Entry, Exact: p.exact}), append(spreads, p.Spread)
		}
		if f, err = f.WithBest(c.upTo, best); err != nil {
			return nil, err
		}
	}
	if c.layers != nil {
		if f, err = f.WithLayers(*c.layers); err != nil {
			return nil, err
		}
	}
	if c.uncertainty != nil {
		return f.WithUncertainty(*c.uncertainty, spreads)
	}
	return f, nil
}

// reordered returns the frontier without its Validation, with its rows and columns in the order of
// the given labels, which are a permutation of its own.
func reordered(f *frontier.Frontier, x, y []string) (*frontier.Frontier, error) {
	if slices.Equal(x, f.Problem.XLabels) && slices.Equal(y, f.Problem.YLabels) {
		return f, nil
	}
	row, column := textfile.Places(f.Problem.XLabels, x), textfile.Places(f.Problem.YLabels, y)
	rows := &rowMover{to: row, trees: make(map[*partition.Tree]*partition.Tree), labels: make(partition.Partition, f.Problem.N)}
	c := contents{problem: f.Problem, search: f.Search, upTo: f.BestUpTo(), uncertainty: f.Uncertainty}
	for p := range f.All() {
		c.points = append(c.points, rows.moved(pointOf(p)))
	}
	for p := range f.Best() {
		c.best = append(c.best, rows.moved(pointOf(p)))
	}
	if l := f.Layers(); l != nil {
		c.layers = &frontier.Layers{Exact: l.Exact}
		for _, e := range l.Entries {
			c.layers.Entries = append(c.layers.Entries, rows.moved(point{Entry: e}).Entry)
		}
	}
	c.problem.XLabels, c.problem.YLabels = x, y
	if f.Problem.XMass != nil {
		c.problem.XMass = permuted(f.Problem.XMass, row)
	}
	if m := f.Problem.Means; m != nil {
		c.problem.Means = &frontier.Means{Mean: permuted(m.Mean, row), Variance: permuted(m.Variance, row)}
	}
	c.problem.Cells = reorderedCells(f.Problem.Cells, row, column)
	g, err := c.frontier()
	if err != nil {
		return nil, err
	}
	g.Evidence, g.Ceiling = f.Evidence, f.Ceiling
	if f.Certificate != nil {
		certificate := *f.Certificate
		certificate.Edges = slices.Clone(certificate.Edges)
		for k := range certificate.Edges {
			certificate.Edges[k].Dual = permuted(certificate.Edges[k].Dual, row)
		}
		g.Certificate = &certificate
	}
	return g, nil
}

// rowMover brings rows into another order: row x goes to row to[x].
type rowMover struct {
	to     []int
	trees  map[*partition.Tree]*partition.Tree // the trees that were reordered already
	labels partition.Partition                 // scratch space
}

// moved returns a point with its rows in the other order.
func (m *rowMover) moved(moved point) point {
	switch {
	case moved.Tree != nil:
		if m.trees[moved.Tree] == nil {
			m.trees[moved.Tree] = moved.Tree.Reorder(m.to)
		}
		moved.Tree = m.trees[moved.Tree]
	case moved.Assignment != "":
		moved.Assignment.Unpack(m.labels)
		moved.Assignment = partition.Pack(m.labels.Reorder(m.to))
	}
	return moved
}

// permuted returns values with value k at index to[k].
func permuted(values []float64, to []int) []float64 {
	moved := make([]float64, len(values))
	for k, v := range values {
		moved[to[k]] = v
	}
	return moved
}

// reorderedCells returns the cells with row x at row[x] and column y at column[y].
func reorderedCells(c *frontier.Cells, row, column []int) *frontier.Cells {
	if c == nil {
		return nil
	}
	type cell struct {
		x, y   int
		weight float64
	}
	cells := lists.Make(len(c.X), func(k int) cell { return cell{row[c.X[k]], column[c.Y[k]], c.Weight[k]} })
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	r := &frontier.Cells{}
	for _, moved := range cells {
		r.X, r.Y, r.Weight = append(r.X, moved.x), append(r.Y, moved.y), append(r.Weight, moved.weight)
	}
	return r
}
