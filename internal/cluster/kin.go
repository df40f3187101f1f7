package cluster

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/random"
)

// leading is the number of the largest shares that make the order.
const leading = 4

// byDistribution returns all rows in an order in which those of much the same distribution are mostly near each
// other: by the columns of their largest shares, and by these shares. The order of the columns does not matter.
// O(cells log cells).
func (t *matrix[M]) byDistribution() []int32 {
	type share struct {
		column uint64
		share  float64
	}
	compare := func(a, b share) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.column, b.column))
	}
	ids := t.columnIDs()
	shares, rows, all := make([][leading]share, t.N), make([]int32, t.N), []share(nil)
	for x := range int32(t.N) {
		columns, masses := t.row(x)
		all = all[:0]
		for k, y := range columns {
			all = append(all, share{ids[y], float64(masses[k]) / float64(t.Weight[x])})
		}
		slices.SortFunc(all, compare)
		copy(shares[x][:], all)
		rows[x] = x
	}
	slices.SortFunc(rows, func(a, b int32) int {
		return cmp.Or(slices.CompareFunc(shares[a][:], shares[b][:], func(p, q share) int {
			return cmp.Or(cmp.Compare(p.column, q.column), cmp.Compare(p.share, q.share))
		}), cmp.Compare(a, b))
	})
	return rows
}

// columnIDs returns a number for each column that depends on its masses alone.
func (t *matrix[M]) columnIDs() []uint64 {
	ids := make([]uint64, t.m)
	for x := range int32(t.N) {
		columns, masses := t.row(x)
		for k, y := range columns {
			ids[y] += random.Mix(uint64(x)) * uint64(masses[k])
		}
	}
	return ids
}
