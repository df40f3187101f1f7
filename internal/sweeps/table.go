package sweeps

import (
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// Source is a problem whose points are sums of a function phi over the cells of its clusters: with the
// mass w of a cluster and its masses v_y in the columns, the cluster adds -phi(w) to h and
// sum_y phi(v_y) - phi(w) to i.
type Source interface {
	problem.Shifted
	problem.Weighted
	// Cols is the number of columns.
	Cols() int
	// Cells returns the columns in which a row has mass, in ascending order, and its masses there.
	Cells(row int) (columns []int32, masses []float64)
	// Phi returns phi.
	Phi() *plogp.Phi
	// Counts tells whether the masses are counts.
	Counts() bool
}

// SourceOf returns a problem as one that can be searched here, if it is.
func SourceOf(p problem.Problem) (s Source, ok bool) {
	if s, ok = p.(Source); ok {
		_, ok = s.Shift()
	}
	return s, ok
}

// mass is the type of masses: counts below 2^31 take half the memory of other ones.
type mass interface{ int32 | float64 }

// table is a problem with its cells in one piece, and what is computed of every row once.
type table[M mass] struct {
	n, m    int
	start   []int // of the cells of a row, with the number of all cells at the end
	columns []int32
	masses  []M
	base    problem.Point // what the sums are added to
	phis    *plogp.Phi
	small   []float64 // phi of small masses
	weight  []M       // of every row
	cells   []float64 // of every row, the sum of phi over its cells
	alone   []float64 // of every row, phi of its weight
	limits  *limits[M]
	heavy   int32 // the number of the heaviest rows, which always have sums
}

// maxSmall is the number of masses whose phi is kept: 8 MB.
const maxSmall = 1 << 20

func newTable[M mass](s Source) *table[M] {
	t := &table[M]{n: s.Rows(), m: s.Cols(), start: make([]int, 1, s.Rows()+1), phis: s.Phi()}
	t.base, _ = s.Shift()
	if s.Counts() {
		_, total := s.Masses()
		t.small = make([]float64, int(min(total, maxSmall-1))+1)
		for v := range t.small {
			t.small[v] = t.phis.At(float64(v))
		}
	}
	for x := range t.n {
		columns, masses := s.Cells(x)
		var weight M
		var cells float64
		for k, v := range masses {
			t.columns, t.masses = append(t.columns, columns[k]), append(t.masses, M(v))
			weight += M(v)
			cells += t.phi(M(v))
		}
		t.start = append(t.start, len(t.columns))
		t.weight, t.cells, t.alone = append(t.weight, weight), append(t.cells, cells), append(t.alone, t.phi(weight))
	}
	t.heavy = int32(min(t.n, max(leastHeavy, heavyCells/t.m)))
	return t
}

// Most rows are compared with the heaviest ones, which therefore have sums even if they are alone: as many
// rows as have heavyCells in all columns, and at least leastHeavy.
const (
	heavyCells = 8e6
	leastHeavy = 256
)

// row returns the cells of a row.
func (t *table[M]) row(x int32) (columns []int32, masses []M) {
	from, to := t.start[x], t.start[x+1]
	return t.columns[from:to:to], t.masses[from:to:to]
}

func (t *table[M]) phi(v M) float64 {
	if v < M(len(t.small)) { // an int need not hold v
		return t.small[int(v)]
	}
	return t.phis.At(float64(v))
}
