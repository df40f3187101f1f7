package cluster

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/problem"
)

// mass is the type of masses. Counts below 2^31 take half the memory of others.
type mass interface{ int32 | float64 }

// matrix holds the cells of a table by rows.
type matrix[M mass] struct {
	*Table
	m       int       // number of columns
	columns [][]int32 // of each row
	masses  [][]M
	sum     []float64 // sum of phi over the cells of each row
}

// counted reports whether masses of a type are counts, whose phi is in a table.
func counted[M mass]() bool {
	_, ok := any(M(0)).(int32)
	return ok
}

// fillCells fills a table of cells.
func fillCells[M mass](t *Table, s problem.Traits) {
	c := &matrix[M]{Table: t, m: s.Columns}
	for x := range t.N {
		columns, given := s.Cells(x)
		masses := massesOf[M](given)
		var sum float64
		for _, v := range masses {
			sum += c.phiOf(v)
		}
		phi := t.Phi(t.Weight[x])
		c.columns, c.masses, c.sum = append(c.columns, columns), append(c.masses, masses), append(c.sum, sum)
		t.alone, t.RowSteps = append(t.alone, Change{-phi, sum - phi}), append(t.RowSteps, int32(len(columns)))
	}
	t.Heavy, t.PairSteps = int32(min(t.N, max(LeastHeavy, heavyCells/c.m))), c.m/4
	t.FirstSlope, t.LastSlope, t.ListSlope = firstSlopeOfCells, 1, 0.1
	t.ClusterBytes = int64(c.m) * 4
	if !counted[M]() {
		t.ClusterBytes = int64(c.m) * 16 // with the phi of each mass
	}
	t.SimilarOrder = c.similarOrder
	t.newSums = func(in *Clustering) sums { return newCellSums(c, in) }
}

// firstSlopeOfCells is the slope at which the first sweep begins. Below it, bits of h are worth nothing.
const firstSlopeOfCells = 1e-4

const (
	// Most rows are compared with the heaviest rows, which therefore have sums even if they are alone. heavyCells is the
	// number of cells of all their sums.
	heavyCells = 8e6
	// LeastHeavy is the least number of heavy rows.
	LeastHeavy = 256
)

// row returns the cells of a row.
func (t *matrix[M]) row(x int32) (columns []int32, masses []M) {
	return t.columns[x], t.masses[x]
}

// massesOf converts masses, without a copy if they have the type already.
func massesOf[M mass](given []float64) []M {
	if same, ok := any(given).([]M); ok {
		return same
	}
	return lists.Map(given, func(v float64) M { return M(v) })
}

func (t *matrix[M]) phiOf(v M) float64 {
	if v < M(len(t.small)) { // an int need not hold v
		return t.small[int(v)]
	}
	return t.phis.At(float64(v))
}

// Rows are ordered by their leading largest shares.
const leading = 4

// similarOrder returns all rows, ordered by the columns of their largest shares and by these shares, so that rows of
// similar distributions are mostly next to each other. The order of the columns does not matter. O(cells log cells).
func (t *matrix[M]) similarOrder() []int32 {
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

// columnIDs returns a number for each column, which depends on the masses of the column alone.
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
