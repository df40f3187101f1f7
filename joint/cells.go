package joint

import (
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
)

// cell is an entry of a table: its row, second row (of a Triple), column and mass.
type cell struct {
	row, second, column int32
	mass                float64
}

// cells are the entries of a table in any order. Several may be at one place. They are read in the
// caller's form, as a copy of ten million takes too much memory.
type cells struct {
	n      int
	at     func(k int) cell
	triple bool
}

// cells returns the cells of the table with the clusters of their rows in place of the rows, and with the
// masses given.
func (t *Table) cells(f partition.Partition, mass []float64) cells {
	rows := make([]int32, 0, len(mass))
	for x, cluster := range f {
		for range t.start[x+1] - t.start[x] {
			rows = append(rows, int32(cluster))
		}
	}
	return cells{n: len(mass), triple: t.second != nil, at: func(k int) cell {
		v := cell{row: rows[k], column: t.column[k], mass: mass[k]}
		if t.second != nil {
			v.second = int32(f[t.second[k]])
		}
		return v
	}}
}

// fill stores the cells of a table with the given numbers of rows and columns in the order of their rows,
// second rows and columns. It keeps cells without mass and several cells at one place, for unite. O(cells
// + rows + columns).
func (t *Table) fill(c cells, rows, columns int) {
	order := c.order(rows, columns)
	t.start = make([]int, rows+1)
	for k := range c.n {
		t.start[c.at(k).row+1]++
	}
	for r := range rows {
		t.start[r+1] += t.start[r]
	}
	t.column, t.mass = make([]int32, c.n), make([]float64, c.n)
	if c.triple {
		t.second = make([]int32, c.n)
	}
	next := slices.Clone(t.start[:rows])
	for k := range c.n {
		if order != nil {
			k = int(order[k])
		}
		v := c.at(k)
		at := next[v.row]
		next[v.row]++
		t.column[at], t.mass[at] = v.column, v.mass
		if c.triple {
			t.second[at] = v.second
		}
	}
}

// order returns the places of cells in the order of their second rows and columns. It is nil if each row
// has its cells in that order already, as in matrices.
func (c cells) order(rows, columns int) []int32 {
	last := make([]int64, rows) // of the cells of each row
	sorted := true
	for k := 0; k < c.n && sorted; k++ {
		v := c.at(k)
		place := int64(v.second)<<32 | int64(v.column)
		sorted = place >= last[v.row]
		last[v.row] = place
	}
	if sorted {
		return nil
	}
	order := lists.Make(c.n, func(k int) int32 { return int32(k) })
	order = arrange(order, func(k int32) int32 { return c.at(int(k)).column }, columns)
	if c.triple {
		order = arrange(order, func(k int32) int32 { return c.at(int(k)).second }, rows)
	}
	return order
}

// unite adds up the cells at the same place, and leaves out the cells and rows without mass. It does so in
// place. O(cells + rows).
func (t *Table) unite(rowMass []float64) {
	from, rows, n := 0, 0, 0
	for r, mass := range rowMass {
		first, to := n, t.start[r+1]
		for k := from; k < to; k++ {
			switch {
			case t.mass[k] == 0:
			case n > first && t.column[k] == t.column[n-1] && (t.second == nil || t.second[k] == t.second[n-1]):
				t.mass[n-1] += t.mass[k]
			default:
				t.column[n], t.mass[n] = t.column[k], t.mass[k]
				if t.second != nil {
					t.second[n] = t.second[k]
				}
				n++
			}
		}
		from = to
		if mass > 0 {
			rows++
			t.start[rows] = n
		}
	}
	t.start, t.column, t.mass = fitted(t.start[:rows+1]), fitted(t.column[:n]), fitted(t.mass[:n])
	if t.second != nil {
		t.second = fitted(t.second[:n])
	}
}

// fitted returns a slice, which is copied if most of its memory is not used.
func fitted[T any](s []T) []T {
	if len(s) < cap(s)/2 {
		return slices.Clone(s)
	}
	return s
}

// arrange sorts items by their keys, which are below limit, and keeps the order of
// items with equal keys: a counting sort, as tables have ten million cells.
// O(items + limit).
func arrange(items []int32, key func(item int32) int32, limit int) []int32 {
	start := make([]int, limit+1)
	for _, item := range items {
		start[key(item)+1]++
	}
	for k := range limit {
		start[k+1] += start[k]
	}
	sorted := make([]int32, len(items))
	for _, item := range items {
		k := key(item)
		sorted[start[k]] = item
		start[k]++
	}
	return sorted
}
