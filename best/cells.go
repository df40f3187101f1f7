package best

import (
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/problem"
)

// cellScorer computes scores of clusters of a table, in the columns where a row has mass. With phi(t) = t log2 t, a
// cluster of probability w and joint probabilities v_y has the score
//
//	sum_y phi(v_y) - phi(w) + tilt phi(w)
type cellScorer struct {
	*cellRows
	mass  []float64 // of every cluster
	own   []float64 // of every cluster, what its mass adds to its score
	cells []clusterCell
	sums  []float64 // scratch space
	last  moved
	// The changes of the two clusters by the last move.
	before    [2][]clusterCell
	ownBefore [2]float64
}

// clusterCell is the mass of a cluster in a column, and its phi.
type clusterCell struct{ mass, phi float64 }

// cellRows are the cells of the rows of a problem. They are immutable.
type cellRows struct {
	phi     *plogp.Phi
	tilt    float64
	cols    int
	rows    []rowCells
	rowMass []float64
	single  []float64 // of every row, its score as a cluster
}

// rowCells are the columns of a row and their masses.
type rowCells struct {
	columns []int32
	masses  []float64
}

// newCellScorer returns a scorer for the rows of a problem with cells.
func newCellScorer(t problem.Traits, tilt float64) *cellScorer {
	n := len(t.Masses)
	r := &cellRows{phi: plogp.Of(t.Phi, t.Masses), tilt: tilt, cols: t.Columns, rows: make([]rowCells, n), rowMass: t.Masses, single: make([]float64, n)}
	for x := range r.rows {
		cells := &r.rows[x]
		cells.columns, cells.masses = t.Cells(x)
		r.single[x] = r.phi.Sum(cells.masses) + r.ofMass(r.rowMass[x])
	}
	return r.scorer()
}

// scorer returns a scorer of the rows.
func (r *cellRows) scorer() *cellScorer {
	return &cellScorer{cellRows: r, sums: make([]float64, r.cols), before: [2][]clusterCell{make([]clusterCell, r.cols), make([]clusterCell, r.cols)}}
}

// ofMass returns what the mass of a cluster adds to its score.
func (r *cellRows) ofMass(mass float64) float64 {
	phi := r.phi.At(mass)
	return plogp.Quantize(r.tilt*phi) - phi
}

func (s *cellScorer) again() scorer { return s.scorer() }

// of returns the cells of a cluster.
func (s *cellScorer) of(c int) []clusterCell { return s.cells[c*s.cols : (c+1)*s.cols] }

// row returns the cells of a row.
func (s *cellScorer) row(x int) (columns []int32, masses []float64) {
	return s.rows[x].columns, s.rows[x].masses
}

func (s *cellScorer) load(label []int32, k int) (sum float64) {
	if n := k * s.cols; cap(s.cells) < n {
		s.cells = make([]clusterCell, n)
	} else {
		s.cells = s.cells[:n]
		clear(s.cells)
	}
	s.mass, s.own = make([]float64, k), make([]float64, k)
	for x, c := range label {
		if c < 0 {
			continue
		}
		columns, masses := s.row(x)
		cells := s.of(int(c))
		for n, y := range columns {
			cells[y].mass += masses[n]
		}
		s.mass[c] += s.rowMass[x]
	}
	for at, cell := range s.cells {
		if cell.mass > 0 {
			s.cells[at].phi = s.phi.At(cell.mass)
			sum += s.cells[at].phi
		}
	}
	for c, mass := range s.mass {
		s.own[c] = s.ofMass(mass)
		sum += s.own[c]
	}
	return sum
}

// join implements [scorer]. O(cells of the row).
func (s *cellScorer) join(x, c int) float64 { return s.change(x, c, 1) }

// leave implements [scorer]. O(cells of the row).
func (s *cellScorer) leave(x, c int) float64 { return s.change(x, c, -1) }

// change returns the change of the score of cluster c when the mass of row x is added a number of times. It
// processes four cells at a time, because a search spends most of its time here and in the loop of plogp.Phi.Sum.
func (s *cellScorer) change(x, c int, times float64) float64 {
	columns, masses := s.row(x)
	cells, sums := s.of(c), s.sums[:len(columns)]
	var before float64
	n := 0
	for ; n+4 <= len(columns); n += 4 {
		y, mass, sum := (*[4]int32)(columns[n:]), (*[4]float64)(masses[n:]), (*[4]float64)(sums[n:])
		c0, c1, c2, c3 := &cells[y[0]], &cells[y[1]], &cells[y[2]], &cells[y[3]]
		sum[0] = c0.mass + float64(times*mass[0])
		sum[1] = c1.mass + float64(times*mass[1])
		sum[2] = c2.mass + float64(times*mass[2])
		sum[3] = c3.mass + float64(times*mass[3])
		before += (c0.phi + c1.phi) + (c2.phi + c3.phi)
	}
	for ; n < len(columns); n++ {
		cell := &cells[columns[n]]
		sums[n] = cell.mass + float64(times*masses[n])
		before += cell.phi
	}
	return s.phi.Sum(sums) - before + (s.ofMass(s.mass[c]+float64(times*s.rowMass[x])) - s.own[c])
}

// move implements [scorer]. O(cells of the row).
func (s *cellScorer) move(x, from, to int) {
	s.last = moved{x, from, to}
	columns, masses := s.row(x)
	for n, c := range [...]int{from, to} {
		cells, before := s.of(c), s.before[n][:len(columns)]
		times := float64(2*n - 1) // -1 and 1
		for k, y := range columns {
			cell := &cells[y]
			before[k] = *cell
			cell.mass += float64(times * masses[k])
			cell.phi = s.phi.At(cell.mass)
		}
		s.mass[c] += float64(times * s.rowMass[x])
		s.ownBefore[n], s.own[c] = s.own[c], s.ofMass(s.mass[c])
	}
}

// back implements [scorer]. O(cells of the row).
func (s *cellScorer) back() {
	x := s.last.x
	columns, _ := s.row(x)
	for n, c := range [...]int{s.last.from, s.last.to} {
		cells := s.of(c)
		for k, cell := range s.before[n][:len(columns)] {
			cells[columns[k]] = cell
		}
		s.mass[c] -= float64(float64(2*n-1) * s.rowMass[x])
		s.own[c] = s.ownBefore[n]
	}
}

// merged implements [scorer]. O(columns).
func (s *cellScorer) merged(a, b int) float64 {
	other := s.of(b)
	sums := s.sums[:0]
	var before float64
	for y, cell := range s.of(a) {
		if cell.mass > 0 && other[y].mass > 0 {
			sums = append(sums, cell.mass+other[y].mass)
			before += cell.phi + other[y].phi
		}
	}
	return s.phi.Sum(sums) - before + (s.ofMass(s.mass[a]+s.mass[b]) - s.own[a] - s.own[b])
}

func (s *cellScorer) alone(x int) float64 { return s.single[x] }

// callSteps is about how many cells a call takes as long as.
const callSteps = 8

func (s *cellScorer) steps(x int) int64 { return callSteps + int64(len(s.rows[x].columns)) }
func (s *cellScorer) mergeSteps() int64 { return callSteps + int64(s.cols) }
