package tables

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// NewCube returns a dense p(x1,x2,y) without mass, for n values of x1 and of x2 and m of y.
func NewCube(n, m int) [][][]float64 {
	return DrawnCube(n, m, func(int, int) float64 { return 0 })
}

// DrawnCube returns a cube whose cells are drawn.
func DrawnCube(n, m int, draw func(x, z int) float64) [][][]float64 {
	c := make([][][]float64, n)
	for x := range c {
		c[x] = families.Filled(n, m, func(z, _ int) float64 { return draw(x, z) })
	}
	return c
}

// GroupCube has one count at (x, z, x z) for all x and z of a group.
func GroupCube(product [][]int) [][][]float64 {
	c := NewCube(len(product), len(product))
	for x, row := range product {
		for z, y := range row {
			c[x][z][y] = 1
		}
	}
	return c
}

// Triple returns a cube as a triple, without the labels that have no mass.
func Triple(tb testing.TB, c [][][]float64) *joint.Triple {
	tb.Helper()
	return NamedTriple(tb, c, Names("x", len(c)), partition.Identity(len(c)))
}

// NamedTriple returns a cube as a triple that lists its rows in another order, with their labels.
func NamedTriple(tb testing.TB, c [][][]float64, labels []string, order []int) *joint.Triple {
	tb.Helper()
	listed := make([]string, len(labels))
	at := partition.Ranks(order)
	for r, x := range order {
		listed[r] = labels[x]
	}
	var cells []joint.TripleCell
	for x, block := range c {
		for z, row := range block {
			for y, v := range row {
				cells = append(cells, joint.TripleCell{X1: int32(at[x]), X2: int32(at[z]), Y: int32(y), Value: v})
			}
		}
	}
	t, err := joint.NewTriple(listed, Names("y", len(c[0][0])), cells)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// CubePoint computes H(Z1,Z2)/2 and I(Z1,Z2;Y) of a labelling from their definitions.
func CubePoint(c [][][]float64, labels []int) (h, i float64) {
	k := slices.Max(labels) + 1
	var flat [][]float64
	var pairs []int
	for x, block := range c {
		for z, row := range block {
			flat, pairs = append(flat, row), append(pairs, labels[x]*k+labels[z])
		}
	}
	cells, weights := merged(flat, pairs)
	return info.Entropy(weights) / 2, info.MutualInformation(cells)
}

// Cubes returns kinds of tables with two inputs, of n rows and m columns, without empty rows and columns.
func Cubes[T ~[][][]float64]() map[string]Draw[T] {
	return map[string]Draw[T]{
		"weights": func(rng *rand.Rand, n, m int) T {
			return DrawnCube(n, m, func(int, int) float64 { return rng.ExpFloat64() })
		},
		"counts": func(rng *rand.Rand, n, m int) T {
			c := DrawnCube(n, m, func(int, int) float64 { return math.Trunc(rng.ExpFloat64()) })
			return connected(c)
		},
		"few counts": func(rng *rand.Rand, n, m int) T {
			return connected(DrawnCube(n, m, func(int, int) float64 { return math.Trunc(rng.ExpFloat64() / 3) }))
		},
		"large counts": func(rng *rand.Rand, n, m int) T {
			return connected(DrawnCube(n, m, func(int, int) float64 {
				return math.Trunc(1e11*rng.Float64()) * float64(rng.IntN(2))
			}))
		},
		"diagonal alone": func(rng *rand.Rand, n, m int) T {
			return DrawnCube(n, m, func(x, z int) float64 {
				if x != z {
					return 0
				}
				return rng.ExpFloat64()
			})
		},
		"no diagonal": func(rng *rand.Rand, n, m int) T {
			return DrawnCube(n, m, func(x, z int) float64 {
				if x == z {
					return 0
				}
				return float64(rng.IntN(3))
			})
		},
		"first input before second": func(rng *rand.Rand, n, m int) T {
			return DrawnCube(n, m, func(x, z int) float64 {
				if x >= z { // the last row is never first, and row 0 never second
					return 0
				}
				return 1 + float64(rng.IntN(3))
			})
		},
		"cyclic group": func(_ *rand.Rand, n, _ int) T { return GroupCube(Cayley(n, func(a, b int) int { return (a + b) % n })) },
	}
}

// connected gives every row and column mass.
func connected(c [][][]float64) [][][]float64 {
	m := len(c[0][0])
	for x := range c {
		c[x][(x+1)%len(c)][x%m]++
	}
	for y := range m {
		c[0][0][y]++
	}
	return c
}

// Cayley returns the table of a group of order n, given its product.
func Cayley(n int, product func(a, b int) int) [][]int {
	t := make([][]int, n)
	for a := range t {
		for b := range n {
			t[a] = append(t[a], product(a, b))
		}
	}
	return t
}

// Units40 returns the table of the group of units modulo 40.
func Units40() [][]int {
	var units []int
	at := make(map[int]int)
	for u := 1; u < 40; u++ {
		if u%2 != 0 && u%5 != 0 {
			at[u] = len(units)
			units = append(units, u)
		}
	}
	return Cayley(16, func(a, b int) int { return at[units[a]*units[b]%40] })
}

// Pauli returns the table of the Pauli group of one qubit: i^p X^a Z^b, with Z X = -X Z.
func Pauli() [][]int {
	return Cayley(16, func(g, h int) int {
		p, a, b := g%4, g/4%2, g/8
		q, c, d := h%4, h/4%2, h/8
		return (p+q+2*b*c)%4 + 4*((a+c)%2) + 8*((b+d)%2)
	})
}
