package frontier

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// reordered returns the frontier with its rows and columns in the order of some labels, which
// are the same as its own.
func (f *Frontier) reordered(x, y []string) *Frontier {
	if slices.Equal(x, f.Problem.XLabels) && slices.Equal(y, f.Problem.YLabels) {
		return f
	}
	row, column := places(f.Problem.XLabels, x), places(f.Problem.YLabels, y)
	g := *f
	g.Problem.XLabels, g.Problem.YLabels = x, y
	if f.Problem.XMass != nil {
		g.Problem.XMass = permuted(f.Problem.XMass, row)
	}
	g.Problem.Cells = f.Problem.Cells.reordered(row, column)
	if f.Certificate != nil {
		c := *f.Certificate
		c.Edges = slices.Clone(c.Edges)
		for k := range c.Edges {
			c.Edges[k].Dual = permuted(c.Edges[k].Dual, row)
		}
		g.Certificate = &c
	}
	if slices.IsSorted(row) {
		return &g
	}
	rows := &rowMover{to: row, trees: make(map[*partition.Tree]*partition.Tree), labels: make(partition.Partition, f.Problem.N)}
	g.best = f.best.reordered(rows)
	g.entries = slices.Clone(f.entries)
	for k := range g.entries {
		rows.move(&g.entries[k])
	}
	return &g
}

// rowMover brings rows into another order: row x goes to row to[x].
type rowMover struct {
	to     []int
	trees  map[*partition.Tree]*partition.Tree // those that were reordered already
	labels partition.Partition                 // scratch space
}

func (m *rowMover) move(e *Entry) {
	switch {
	case e.Tree != nil:
		if m.trees[e.Tree] == nil {
			m.trees[e.Tree] = e.Tree.Reorder(m.to)
		}
		e.Tree = m.trees[e.Tree]
	case e.known():
		e.unpack(m.labels)
		e.Assignment = partition.Pack(m.labels.Reorder(m.to))
	}
}

// permuted returns values with value k at index to[k].
func permuted(values []float64, to []int) []float64 {
	moved := make([]float64, len(values))
	for k, v := range values {
		moved[to[k]] = v
	}
	return moved
}

// reordered returns the cells with row x at row[x] and column y at column[y].
func (c *Cells) reordered(row, column []int) *Cells {
	if c == nil {
		return nil
	}
	type cell struct {
		x, y   int
		weight float64
	}
	cells := make([]cell, len(c.X))
	for k := range cells {
		cells[k] = cell{row[c.X[k]], column[c.Y[k]], c.Weight[k]}
	}
	slices.SortFunc(cells, func(a, b cell) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	r := &Cells{}
	for _, moved := range cells {
		r.X, r.Y, r.Weight = append(r.X, moved.x), append(r.Y, moved.y), append(r.Weight, moved.weight)
	}
	return r
}

// places returns the index of every label among others, or -1.
func places(labels, among []string) []int {
	at := make(map[string]int, len(among))
	for i, l := range among {
		at[l] = i
	}
	p := make([]int, len(labels))
	for i, l := range labels {
		place, ok := at[l]
		if !ok {
			place = -1
		}
		p[i] = place
	}
	return p
}
