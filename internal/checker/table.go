package checker

import (
	"cmp"
	"slices"
)

// Table is a joint distribution: whole numbers below 2^53 with their total.
type Table struct {
	Labels  []string // of the rows
	Cells   [][]Cell // of every row, those that have mass
	Columns int
	Total   float64
}

// Cell is the mass of a row in a column.
type Cell struct {
	Column int
	Mass   float64
}

// model is a table as the checks use it. The rows with the fewest cells come first.
type model struct {
	*logs
	rows    []row
	from    []int // of every row of the table, its row here
	shared  int   // number of columns in which more than one row has mass
	columns int
	cells   int
	total   float64
	hy      fixed // H(Y)
}

// row is a row of the model. A column where no other row has mass adds the same to every cluster with the row: own
// is the sum of phi over these columns, and cells are the cells in other columns.
type row struct {
	label  string
	cells  []Cell
	own    fixed
	weight float64
}

func newModel(t *Table) *model {
	m := &model{logs: newLogs(t.Total), columns: t.Columns, total: t.Total, from: make([]int, len(t.Cells))}
	holders, mass := make([]int, t.Columns), make([]float64, t.Columns)
	for _, cells := range t.Cells {
		for _, c := range cells {
			holders[c.Column]++
			mass[c.Column] += c.Mass
			m.cells++
		}
	}
	place := make([]int, t.Columns)
	for y, n := range holders {
		m.hy -= m.phi(mass[y])
		if n > 1 {
			place[y] = m.shared
			m.shared++
		}
	}
	order := make([]int, len(t.Cells))
	for x := range order {
		order[x] = x
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(t.Cells[a]), len(t.Cells[b])) })
	for r, x := range order {
		m.from[x] = r
		made := row{label: t.Labels[x]}
		for _, c := range t.Cells[x] {
			made.weight += c.Mass
			if holders[c.Column] > 1 {
				made.cells = append(made.cells, Cell{place[c.Column], c.Mass})
			} else {
				made.own += m.phi(c.Mass)
			}
		}
		m.rows = append(m.rows, made)
	}
	return m
}

// How many units computed values may be off. Every phi is off by less than one, and phi of no mass is exact.

// slopH bounds the error of the entropy of a clustering, a sum of at most n phi.
func (m *model) slopH() fixed { return fixed(len(m.rows)) }

// slopI bounds the error of I(Z;Y) - H(Y) of a clustering: one phi for each cluster and for each pair of cluster
// and column with mass. The number of these pairs is at most the number of cells.
func (m *model) slopI() fixed { return fixed(m.cells + len(m.rows)) }

// slopCost bounds the error of the reduced cost of a cluster: one phi for each column, one
// more, and its product with a number up to 1 that is off by less than one unit itself.
func (m *model) slopCost() fixed { return fixed(m.columns + 2) }

// slopUntil is the largest excess of the computed entropy of a cluster and all other rows over a point's, for a
// clustering with this cluster and less entropy than the point: two units, slopH for the clustering, and twice
// slopH because clustering and point are compared as real numbers.
func (m *model) slopUntil() fixed { return 3*m.slopH() + 2 }

// place is the point of a clustering.
type place struct {
	h fixed // entropy
	j fixed // I(Z;Y) - H(Y)
	k int   // number of clusters
}

// place computes the point of a clustering of the table's rows.
func (m *model) place(labels []int) place {
	members := make([][]int, slices.Max(labels)+1)
	for x, c := range labels {
		members[c] = append(members[c], m.from[x])
	}
	p := place{k: len(members)}
	sums := make([]float64, m.shared)
	var held []int // columns with mass
	for _, rows := range members {
		var weight float64
		held = held[:0]
		for _, r := range rows {
			weight += m.rows[r].weight
			p.j += m.rows[r].own
			for _, c := range m.rows[r].cells {
				if sums[c.Column] == 0 {
					held = append(held, c.Column)
				}
				sums[c.Column] += c.Mass
			}
		}
		q := m.phi(weight)
		p.h -= q
		p.j -= q
		for _, y := range held {
			p.j += m.phi(sums[y])
			sums[y] = 0
		}
	}
	return p
}

// twoClusters returns the entropy of a cluster of mass w and all other rows, as two clusters.
// It is off by less than two units.
func (m *model) twoClusters(w float64) fixed { return -m.phi(w) - m.phi(m.total-w) }
