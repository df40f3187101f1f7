package baseline

import (
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/plogp"
)

// pairs holds the clusters of a table and computes costs of merging two of them: the
// information I(T;Y) that a merge loses, minus a price for each bit of H(T) that it saves.
type pairs interface {
	// scanner returns a scanner. Several may be used at once, but not while merge is
	// called.
	scanner() scanner
	// merge puts cluster b into cluster a.
	merge(a, b int)
}

// scanner computes costs of merges in bits.
type scanner interface {
	// costs sets to[j] to the cost of merging i and j, for clusters j before and after i.
	// It may set +Inf instead of a cost above limits[j] for a j before i, or above the cost
	// with another cluster after i for a j after i.
	costs(i int, before, after []int32, limits, to []float64)
}

// newPairs returns clusters of a table with the masses of the given rows. Costs for
// tables with many cells above zero are computed row by row, in O(n m) memory, and for
// others column by column, in O(non-zero cells).
func newPairs(t *table, rows []row, price float64) pairs {
	cells := 0
	for _, r := range rows {
		cells += len(r.columns)
	}
	const sparsest = 10 // percent of cells above zero, below which columns are faster
	if cells >= sparsest*len(rows)*t.m/100 {
		return newDensePairs(t, rows, price)
	}
	return newSparsePairs(t, rows, price)
}

// masses holds the masses of clusters and the terms that all costs contain.
type masses struct {
	phi     *plogp.Phi
	price   float64
	total   []float64 // mass of each cluster
	phiMass []float64 // phi of the mass
}

func newMasses(t *table, rows []row, price float64) masses {
	m := masses{phi: t.phi, price: price}
	for _, r := range rows {
		m.total, m.phiMass = append(m.total, r.mass), append(m.phiMass, t.phi.At(r.mass))
	}
	return m
}

func (m *masses) merge(a, b int) {
	m.total[a] += m.total[b]
	m.phiMass[a] = m.phi.At(m.total[a])
}

// saved returns the bits of H(T) that merging i and j saves.
func (m *masses) saved(i, j int) float64 {
	return m.phi.At(m.total[i]+m.total[j]) - m.phiMass[i] - m.phiMass[j]
}

// densePairs are the [pairs] of a table with many cells above zero.
//
// With phi(p) = p log p, the merge of clusters of masses a and c loses
//
//	sum over y of phi(a_y) + phi(c_y) - phi(a_y + c_y), minus the same for a and c,
//
// which takes m logarithms. Most pairs need none: if a(y) and c(y) are p(y|t) of the two
// clusters and w = a / (a + c), then the loss in nats is at least w c times
//
//	sum over y of (sqrt a(y) - sqrt c(y))^2.
//
// It is w c / (w (1-w)) times the sum of w KL(a|q) + (1-w) KL(c|q), where q is the average
// of a(y) and c(y), and KL(a|q) >= sum (sqrt a - sqrt q)^2. With
// s = w sqrt a + (1-w) sqrt c, and v = q - s^2 = w (1-w) (sqrt a - sqrt c)^2, the sum is at
// least 2 q - 2 s sqrt q = 2 v sqrt q / (sqrt q + s) >= v, because s <= sqrt q.
type densePairs struct {
	masses
	m, wide int       // columns, and columns rounded up to whole blocks
	mass    []float64 // rows of m
	root    []float64 // rows of wide: the square roots of p(y|t)
	all     float64   // mass of the table
	inverse []float64 // of each cluster's probability, times ln 2
	phiSum  []float64 // sum of phi over its columns
	slack   float64   // bound of the rounding error of a loss
}

// block is the number of columns that are compared before their sum is checked.
const block = 4

func newDensePairs(t *table, rows []row, price float64) *densePairs {
	n, wide := len(rows), (t.m+block-1)/block*block
	d := &densePairs{
		masses: newMasses(t, rows, price), m: t.m, wide: wide, all: t.total,
		mass: make([]float64, n*t.m), root: make([]float64, n*wide),
		inverse: make([]float64, n), phiSum: make([]float64, n),
		// Every value of phi has an error of at most 2.5e-15.
		slack: 1e-14 * float64(t.m+2),
	}
	for i, r := range rows {
		for k, y := range r.columns {
			d.mass[i*t.m+int(y)] = r.masses[k]
		}
		d.derive(i)
	}
	return d
}

// derive updates everything that depends on the masses of cluster i.
func (d *densePairs) derive(i int) {
	mass, root := d.mass[i*d.m:(i+1)*d.m], d.root[i*d.wide:(i+1)*d.wide]
	for y, v := range mass {
		root[y] = math.Sqrt(v / d.total[i])
	}
	d.inverse[i] = math.Ln2 * d.all / d.total[i]
	d.phiSum[i] = d.phi.Sum(mass)
}

// merge implements [pairs].
func (d *densePairs) merge(a, b int) {
	into := d.mass[a*d.m : (a+1)*d.m]
	for y, v := range d.mass[b*d.m : (b+1)*d.m] {
		into[y] += v
	}
	d.masses.merge(a, b)
	d.derive(a)
}

// scanner implements [pairs].
func (d *densePairs) scanner() scanner {
	return &denseScanner{d, make([]float64, d.m)}
}

type denseScanner struct {
	*densePairs
	sum []float64 // scratch space
}

// costs implements [scanner].
func (d *denseScanner) costs(i int, before, after []int32, limits, to []float64) {
	for _, j := range before {
		to[j] = d.cost(i, int(j), limits[j])
	}
	least := math.Inf(1)
	for _, j := range after {
		to[j] = d.cost(i, int(j), least)
		least = min(least, to[j])
	}
}

// cost returns the cost of merging i and j, or +Inf if it is above limit.
func (d *denseScanner) cost(i, j int, limit float64) float64 {
	refund := 0.0
	if d.price > 0 {
		refund = float64(d.price * d.saved(i, j))
	}
	enough := (limit + refund + d.slack) * (d.inverse[i] + d.inverse[j])
	a, c := d.root[i*d.wide:(i+1)*d.wide], d.root[j*d.wide:(j+1)*d.wide]
	var even, odd float64
	for len(a) >= block && len(c) >= block {
		e, f, g, h := a[0]-c[0], a[1]-c[1], a[2]-c[2], a[3]-c[3]
		even += float64(e*e) + float64(g*g)
		odd += float64(f*f) + float64(h*h)
		if even+odd > enough {
			return math.Inf(1)
		}
		a, c = a[block:], c[block:]
	}
	mass := d.mass[j*d.m : (j+1)*d.m]
	sum := d.sum[:len(mass)]
	for y, v := range d.mass[i*d.m : (i+1)*d.m] {
		sum[y] = v + mass[y]
	}
	return d.saved(i, j) + d.phiSum[i] + d.phiSum[j] - d.phi.Sum(sum) - refund
}

// sparsePairs are the [pairs] of a table with few cells above zero. It keeps the cells
// column by column: the loss of a merge is the loss of clusters without common columns, minus
// the saving in common columns. All costs with a cluster are computed at once, in
// O(n + cells in its columns).
type sparsePairs struct {
	masses
	column  [][]cell
	columns [][]int32   // of a cluster, ascending
	cells   [][]float64 // masses of a cluster in these columns
}

// cell is the mass of a cluster in a column, and phi of the mass.
type cell struct {
	cluster   int32
	mass, phi float64
}

func newSparsePairs(t *table, rows []row, price float64) *sparsePairs {
	s := &sparsePairs{masses: newMasses(t, rows, price), column: make([][]cell, t.m)}
	for i, r := range rows {
		s.columns, s.cells = append(s.columns, r.columns), append(s.cells, r.masses)
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
	s.columns[a], s.cells[a] = added(s.columns[a], s.columns[b], s.cells[a], s.cells[b])
	s.columns[b], s.cells[b] = nil, nil
	s.masses.merge(a, b)
}

// added returns the sum of two rows, each given as ascending columns and the masses there.
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
	common []float64 // scratch space, one number per cluster, all 0
}

// costs implements [scanner].
func (s *sparseScanner) costs(i int, before, after []int32, _, to []float64) {
	for k, y := range s.columns[i] {
		mass := s.cells[i][k]
		phi := s.phi.At(mass)
		column := s.column[y]
		for k := range column {
			c := &column[k]
			s.common[c.cluster] += phi + c.phi - s.phi.At(mass+c.mass)
		}
	}
	for _, js := range [][]int32{before, after} {
		for _, j := range js {
			saved := s.saved(i, int(j))
			to[j] = saved + s.common[j] - float64(s.price*saved)
		}
	}
	clear(s.common)
}
