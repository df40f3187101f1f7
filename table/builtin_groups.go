package table

import (
	"encoding/csv"
	"io"
	"strconv"
)

// group is a finite group. As a data set it is the table of three variables
// x1, x2 and y = x1 x2, in which every pair of elements stands once.
type group struct {
	labels  []string
	product [][]int // product[a][b] is the place of element a times element b
}

// groupOf returns the group that a data set of three variables is made of.
func groupOf(b Builtin) group {
	if b.Name == "@z40" {
		return unitsModulo(40)
	}
	return pauliGroup()
}

// newGroup tabulates the multiplication of the given elements, which are closed
// under it.
func newGroup[E comparable](elements []E, label func(E) string, times func(a, b E) E) group {
	place := make(map[E]int, len(elements))
	var g group
	for i, e := range elements {
		place[e] = i
		g.labels = append(g.labels, label(e))
	}
	for _, a := range elements {
		row := make([]int, len(elements))
		for i, b := range elements {
			row[i] = place[times(a, b)]
		}
		g.product = append(g.product, row)
	}
	return g
}

// unitsModulo returns the integers without a common divisor with n, under
// multiplication modulo n. Their order is ascending.
func unitsModulo(n int) group {
	var units []int
	for u := 1; u < n; u++ {
		if gcd(u, n) == 1 {
			units = append(units, u)
		}
	}
	return newGroup(units, strconv.Itoa, func(a, b int) int { return a * b % n })
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// pauli is i^phase X^x Z^z, for the Pauli matrices X and Z and i the imaginary
// unit; phase is modulo 4, x and z are modulo 2.
type pauli struct{ phase, x, z int }

// times returns the product of a and b. X and Z anticommute, so a factor -1
// comes from every Z of a that passes an X of b.
func (a pauli) times(b pauli) pauli {
	return pauli{
		phase: (a.phase + b.phase + 2*a.z*b.x) % 4,
		x:     (a.x + b.x) % 2,
		z:     (a.z + b.z) % 2,
	}
}

// pauliGroup returns the 16 elements {1, -1, i, -i} {I, X, Y, Z} in that order,
// the factor fastest.
func pauliGroup() group {
	labels := make(map[pauli]string)
	var elements []pauli
	for _, matrix := range []struct {
		label string
		pauli
	}{
		{"I", pauli{0, 0, 0}},
		{"X", pauli{0, 1, 0}},
		{"Y", pauli{1, 1, 1}}, // Y = i X Z
		{"Z", pauli{0, 0, 1}},
	} {
		for _, factor := range []struct {
			label string
			phase int
		}{{"+", 0}, {"-", 2}, {"+i", 1}, {"-i", 3}} {
			e := pauli{phase: factor.phase}.times(matrix.pauli)
			elements = append(elements, e)
			labels[e] = factor.label + matrix.label
		}
	}
	return newGroup(elements, func(e pauli) string { return labels[e] }, pauli.times)
}

// writeRecords writes the data set as CSV: x1, x2, y and count.
func (g group) writeRecords(w io.Writer) error {
	records := csv.NewWriter(w)
	// A csv.Writer keeps its first error for the end.
	_ = records.Write([]string{"x1", "x2", "y", "count"})
	for a, row := range g.product {
		for b, y := range row {
			_ = records.Write([]string{g.labels[a], g.labels[b], g.labels[y], "1"})
		}
	}
	records.Flush()
	return records.Error()
}

// cells returns the data set as an array of n x n x n counts.
func (g group) cells() []float64 {
	n := len(g.labels)
	cells := make([]float64, n*n*n)
	for a, row := range g.product {
		for b, y := range row {
			cells[(a*n+b)*n+y] = 1
		}
	}
	return cells
}
