package baseline

import (
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// sparsePairs is the [pairs] of a table of which few cells have mass. It keeps the
// cells column by column: what a merge loses is what it would lose if the clusters
// had no column in common, less what they save in those that they have. All losses
// with a cluster are computed at once, in O(n + cells in its columns).
type sparsePairs struct {
	phi     *plogp.Phi
	column  [][]cell
	columns [][]int32   // of a cluster, ascending
	masses  [][]float64 // of a cluster in those
	total   []float64   // mass of a cluster
	phiMass []float64   // phi of that
}

// cell is the mass of a cluster in a column, and phi of it.
type cell struct {
	cluster   int32
	mass, phi float64
}

func newSparsePairs(t *table) *sparsePairs {
	s := &sparsePairs{
		phi: t.phi, column: make([][]cell, t.m),
		columns: make([][]int32, t.n), masses: make([][]float64, t.n),
		total: make([]float64, t.n), phiMass: make([]float64, t.n),
	}
	for i, r := range t.rows {
		s.columns[i], s.masses[i] = r.columns, r.masses
		s.total[i], s.phiMass[i] = r.mass, t.phi.At(r.mass)
		for k, y := range r.columns {
			s.column[y] = append(s.column[y], cell{int32(i), r.masses[k], t.phi.At(r.masses[k])})
		}
	}
	return s
}

// merge implements [pairs]. O(cells in the columns of b).
func (s *sparsePairs) merge(a, b int) {
	for _, y := range s.columns[b] {
		column := s.column[y]
		of := func(i int) int { return slices.IndexFunc(column, func(c cell) bool { return c.cluster == int32(i) }) }
		from, into := of(b), of(a)
		if into < 0 {
			column[from].cluster = int32(a)
			continue
		}
		c := &column[into]
		c.mass += column[from].mass
		c.phi = s.phi.At(c.mass)
		column[from] = column[len(column)-1]
		s.column[y] = column[:len(column)-1]
	}
	s.columns[a], s.masses[a] = added(s.columns[a], s.columns[b], s.masses[a], s.masses[b])
	s.columns[b], s.masses[b] = nil, nil
	s.total[a] += s.total[b]
	s.phiMass[a] = s.phi.At(s.total[a])
}

// added returns the sum of two rows, each as ascending columns and the masses there.
func added(a, b []int32, massA, massB []float64) (columns []int32, masses []float64) {
	columns, masses = make([]int32, 0, len(a)+len(b)), make([]float64, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		fromA := len(b) == 0 || len(a) > 0 && a[0] <= b[0]
		fromB := len(a) == 0 || len(b) > 0 && b[0] <= a[0]
		var y int32
		var mass float64
		if fromA {
			y, mass = a[0], massA[0]
			a, massA = a[1:], massA[1:]
		}
		if fromB {
			y = b[0]
			mass += massB[0]
			b, massB = b[1:], massB[1:]
		}
		columns, masses = append(columns, y), append(masses, mass)
	}
	return columns, masses
}

// scanner implements [pairs].
func (s *sparsePairs) scanner() scanner {
	return &sparseScanner{s, make([]float64, len(s.total))}
}

type sparseScanner struct {
	*sparsePairs
	common []float64 // scratch space, a number a cluster, all 0
}

// losses implements [scanner].
func (s *sparseScanner) losses(i int, before, after []int32, _, to []float64) {
	for k, y := range s.columns[i] {
		mass := s.masses[i][k]
		phi := s.phi.At(mass)
		column := s.column[y]
		for k := range column {
			c := &column[k]
			s.common[c.cluster] += phi + c.phi - s.phi.At(mass+c.mass)
		}
	}
	for _, js := range [][]int32{before, after} {
		for _, j := range js {
			apart := s.phi.At(s.total[i]+s.total[j]) - s.phiMass[i] - s.phiMass[j]
			to[j] = apart + s.common[j]
		}
	}
	clear(s.common)
}
