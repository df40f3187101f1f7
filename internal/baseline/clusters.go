package baseline

// clusters is a clustering of a table with the masses of its clusters. All masses are
// whole and phi is rounded to a quantum, so the numbers computed from them are exact.
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
		cells: dense(k, t.m), phi: dense(k, t.m), joined: make([]float64, t.m),
	}
	for x, c := range labels {
		s.add(x, c, 1)
	}
	for c := range k {
		s.refresh(c)
	}
	return s
}

// dense returns a matrix of zeros.
func dense(rows, columns int) [][]float64 {
	all := make([]float64, rows*columns)
	matrix := make([][]float64, rows)
	for r := range matrix {
		matrix[r] = all[r*columns : (r+1)*columns : (r+1)*columns]
	}
	return matrix
}

// add adds sign times the masses of row x to cluster c, and leaves phi behind.
func (s *clusters) add(x, c int, sign float64) {
	row := &s.table.rows[x]
	cells := s.cells[c]
	for i, y := range row.columns {
		cells[y] += float64(sign * row.masses[i])
	}
	s.mass[c] += float64(sign * row.mass)
}

// refresh computes phi of all cells of cluster c.
func (s *clusters) refresh(c int) {
	for y, v := range s.cells[c] {
		s.phi[c][y] = s.table.phi.At(v)
	}
}

// move changes the masses of cluster c by row x, and phi with them.
func (s *clusters) move(x, c int, sign float64) {
	s.add(x, c, sign)
	for _, y := range s.table.rows[x].columns {
		s.phi[c][y] = s.table.phi.At(s.cells[c][y])
	}
}

// take draws row x out of its cluster.
func (s *clusters) take(x int) { s.move(x, s.labels[x], -1) }

// put puts row x, which was drawn out, into cluster c.
func (s *clusters) put(x, c int) {
	s.labels[x] = c
	s.move(x, c, 1)
}

// gain returns by how much cluster c adds more to I(Z;Y) in bits with row x, which
// was drawn out, than without; x alone adds the same to whichever cluster it joins.
// O(non-zero cells of x).
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
