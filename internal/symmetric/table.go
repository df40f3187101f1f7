package symmetric

import (
	"math/bits"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
)

// pairTable is a distribution of two inputs and an output: rows in the canonical order of the table, and masses as
// whole numbers of the largest unit that divides all.
//
// With phi(t) = t log2 t, the pair of clusters (A,B) of mass w_AB, with the mass v_ABy in column y,
// adds -phi(w_AB) to H(Z1,Z2) and sum_y phi(v_ABy) - phi(w_AB), its information, to I(Z1,Z2;Y) - H(Y).
type pairTable struct {
	n, m  int
	table []pairBlock // the cells of rows a and b at a n + b
	unit  float64
	phi   *plogp.Phi
	small []float64 // phi of 0, 1, 2, ... units
	hy    float64   // H(Y) in bits
	// The mass of every row as first and as second input, and I(X1;X2) in bits.
	masses [2][]float64
	shared float64
	// alone[t] is the information of all pairs of rows from t on, and apart[t] the information of every set of rows
	// before t with each row from t on.
	alone []float64
	apart [][]float64
	steps []int64 // of Options.Effort that it takes to place every row
}

// pairBlock is the cells of two rows.
type pairBlock struct {
	columns []int32
	masses  []float64
	weight  float64
}

// maxUnits is the largest total for which phi is tabulated.
const maxUnits = 1 << 16

// newPairTable reads a distribution. The information of sets of rows is computed by tabulate.
func newPairTable(t *joint.Triple) *pairTable {
	_, counts := t.Samples()
	n := t.Rows()
	p := &pairTable{
		n: n, m: t.Cols(), table: make([]pairBlock, n*n), phi: plogp.NewPhi(t.Total(), counts),
		masses: [2][]float64{make([]float64, n), make([]float64, n)},
	}
	for y := range t.Cols() { // the same bits as those of the problem
		p.hy -= p.phi.At(t.ColMass(y))
	}
	rank := make([]int, n)
	for r, x := range t.CanonicalOrder() {
		rank[x] = r
	}
	var unit uint64
	for x := range n {
		second, columns, masses := t.Row(x)
		for k, z := range second {
			a, b := rank[x], rank[z]
			at := &p.table[a*n+b]
			at.columns, at.masses = append(at.columns, columns[k]), append(at.masses, masses[k])
			unit = divisor(unit, uint64(masses[k]))
		}
	}
	p.unit = float64(unit)
	for k := range p.table {
		b := &p.table[k]
		for c := range b.masses {
			b.masses[c] /= p.unit
			b.weight += b.masses[c]
		}
		p.masses[0][k/n] += b.weight
		p.masses[1][k%n] += b.weight
	}
	if units := t.Total() / p.unit; units <= maxUnits {
		for k := range int(units) + 1 {
			p.small = append(p.small, p.phi.At(float64(k)*p.unit))
		}
	}
	for _, b := range p.table {
		p.shared += p.phiOf(b.weight)
	}
	for _, input := range p.masses {
		for _, mass := range input {
			p.shared -= p.phiOf(mass)
		}
	}
	for t := range n {
		steps := int64(lookSteps)
		for x := range t + 1 {
			steps += cellSteps * int64(2+len(p.table[t*n+x].columns)+len(p.table[x*n+t].columns))
		}
		p.steps = append(p.steps, steps)
	}
	return p
}

// divisor returns the greatest common divisor of two whole numbers.
func divisor(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// phiOf returns phi of a number of units.
func (p *pairTable) phiOf(units float64) float64 {
	if units < float64(len(p.small)) {
		return p.small[int(units)]
	}
	return p.phi.At(units * p.unit)
}

// cellsAt returns the cells of two rows.
func (p *pairTable) cellsAt(a, b int) (columns []int32, masses []float64) {
	block := &p.table[a*p.n+b]
	return block.columns, block.masses
}

// tabulate computes alone and apart. O(2^n m).
func (p *pairTable) tabulate() {
	p.alone, p.apart = make([]float64, p.n+1), make([][]float64, p.n+1)
	for t := range p.apart {
		p.apart[t] = make([]float64, 1<<t)
	}
	of := make([]float64, 1<<(p.n-1)) // of row x with every set of rows before it
	for x := p.n - 1; x >= 0; x-- {
		p.alone[x] = p.alone[x+1]
		for z := x; z < p.n; z++ {
			p.alone[x] += p.information(x, z)
			if z > x {
				p.alone[x] += p.information(z, x)
			}
		}
		clear(of)
		p.withSets(x, func(a int) *pairBlock { return &p.table[a*p.n+x] }, of)
		p.withSets(x, func(a int) *pairBlock { return &p.table[x*p.n+a] }, of)
		for t := 0; t <= x; t++ {
			for set := range p.apart[t] {
				p.apart[t][set] += of[set]
			}
		}
	}
}

// information returns what the block of two rows adds to I(Z1,Z2;Y).
func (p *pairTable) information(a, b int) float64 {
	block := &p.table[a*p.n+b]
	sum := 0 - p.phiOf(block.weight)
	for _, mass := range block.masses {
		sum += p.phiOf(mass)
	}
	return sum
}

// withSets adds the information of the union of blocks, for every set of rows before x, to a
// sum. It goes through the sets in the order of a Gray code.
func (p *pairTable) withSets(x int, block func(a int) *pairBlock, to []float64) {
	masses := make([]float64, p.m)
	var weight, information float64
	set := 0
	for k := 1; k < 1<<x; k++ {
		a := bits.TrailingZeros(uint(k))
		set ^= 1 << a
		b, sign := block(a), 1.0
		if set>>a&1 == 0 {
			sign = -1
		}
		for c, y := range b.columns {
			information -= p.phiOf(masses[y])
			masses[y] += float64(sign * b.masses[c])
			information += p.phiOf(masses[y])
		}
		weight += float64(sign * b.weight)
		to[set] += information - p.phiOf(weight)
	}
}
