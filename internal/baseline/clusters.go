package baseline

// clusters is a clustering of a table with the masses of its clusters. Masses are whole
// and phi is rounded to a quantum, so sums of either are exact.
type clusters struct {
	table  *table
	labels []int // of the rows of the table
	mass   []float64
	cells  [][]float64 // masses by cluster and column
	phi    [][]float64 // phi of cells
	joined []float64   // scratch space
}

// newClusters returns the clustering of a table by labels below k. It keeps the
// labels. O(k m + non-zero cells).
func newClusters(t *table, labels []int, k int) *clusters {
	s := &clusters{
		table: t, labels: labels, mass: make([]float64, k),
		cells: matrix(k, t.m), phi: matrix(k, t.m), joined: make([]float64, t.m),
	}
	for x, c := range labels {
		s.change(x, c, 1)
	}
	return s
}

// matrix returns a matrix of zeros.
func matrix(rows, columns int) [][]float64 {
	all := make([]float64, rows*columns)
	m := make([][]float64, rows)
	for r := range m {
		m[r] = all[r*columns : (r+1)*columns : (r+1)*columns]
	}
	return m
}

// change adds the masses of row x to cluster c, or subtracts them if sign is -1.
func (s *clusters) change(x, c int, sign float64) {
	row := &s.table.rows[x]
	cells, phi := s.cells[c], s.phi[c]
	for i, y := range row.columns {
		cells[y] += float64(sign * row.masses[i])
		phi[y] = s.table.phi.At(cells[y])
	}
	s.mass[c] += float64(sign * row.mass)
}

// take takes row x out of its cluster.
func (s *clusters) take(x int) { s.change(x, s.labels[x], -1) }

// put puts row x, which was taken out, into cluster c.
func (s *clusters) put(x, c int) {
	s.labels[x] = c
	s.change(x, c, 1)
}

// gain returns how much the contribution of cluster c to I(Z;Y) grows, in bits, when row
// x, which was taken out, is put into it. Compare gains of different clusters only: the
// contribution of x itself, the same for all of them, is left out. O(non-zero cells of x).
func (s *clusters) gain(x, c int) float64 {
	row := &s.table.rows[x]
	cells, phi := s.cells[c], s.phi[c]
	joined := s.joined[:len(row.columns)]
	var without float64
	for i, y := range row.columns {
		joined[i] = cells[y] + row.masses[i]
		without += phi[y]
	}
	at := s.table.phi.At
	return s.table.phi.Sum(joined) - without - at(s.mass[c]+row.mass) + at(s.mass[c])
}

// information returns I(Z;Y) - H(Y) in bits: sum_c [sum_y phi(v_cy) - phi(w_c)].
func (s *clusters) information() float64 {
	var sum float64
	for c, w := range s.mass {
		for _, v := range s.phi[c] {
			sum += v
		}
		sum -= s.table.phi.At(w)
	}
	return sum
}
