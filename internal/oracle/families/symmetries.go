package families

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// symmetries returns families whose rows are exchanged by a group, or almost.
func symmetries() []Family {
	list := []Family{
		{"circulant", func(rng *rand.Rand, n int) [][]float64 { return circulant(vector(rng, n)) }},
		{"circulant of whole numbers", func(rng *rand.Rand, n int) [][]float64 {
			return circulant(Filled(1, n, func(int, int) float64 { return float64(1 + rng.IntN(9)) })[0])
		}},
		{"circulant and even", func(rng *rand.Rand, n int) [][]float64 {
			v := vector(rng, n)
			for k := range v {
				v[k] = v[min(k, n-k)%n]
			}
			return circulant(v)
		}},
		{"circulant and smooth", func(_ *rand.Rand, n int) [][]float64 {
			return circulant(Filled(1, n, func(_, k int) float64 {
				return math.Exp(2 * math.Cos(2*math.Pi*float64(min(k, n-k))/float64(n)))
			})[0])
		}},
	}
	for _, noise := range []float64{1e-1, 1e-2, 1e-4} {
		list = append(list, Family{fmt.Sprintf("circulant with noise %g", noise), func(rng *rand.Rand, n int) [][]float64 {
			return noisy(rng, circulant(vector(rng, n)), noise)
		}})
	}
	return append(list,
		Family{"Z2^k", func(rng *rand.Rand, n int) [][]float64 { return cube(n, vector(rng, cubeOrder(n))) }},
		Family{"Z2^k by distance", func(_ *rand.Rand, n int) [][]float64 {
			return cube(n, Filled(1, cubeOrder(n), func(_, k int) float64 { return math.Pow(0.2, float64(bits.OnesCount(uint(k)))) })[0])
		}},
		Family{"Z2^k with noise 0.01", func(rng *rand.Rand, n int) [][]float64 { return noisy(rng, cube(n, vector(rng, cubeOrder(n))), 0.01) }},
		Family{"Z4 x Zn", func(rng *rand.Rand, n int) [][]float64 {
			m := (n + 3) / 4
			return grouped(rng, n, 4*m, func(a, b int) int { return (a+b)%4 + (a/4+b/4)%m*4 })
		}},
		Family{"Z3 x Zn", func(rng *rand.Rand, n int) [][]float64 {
			m := (n + 2) / 3
			return grouped(rng, n, 3*m, func(a, b int) int { return (a%3+b%3)%3 + (a/3+b/3)%m*3 })
		}},
		Family{"dihedral", func(rng *rand.Rand, n int) [][]float64 {
			m := (n + 1) / 2
			return grouped(rng, n, 2*m, func(a, b int) int { return twisted(a, b, m, 0) })
		}},
		Family{"dicyclic", func(rng *rand.Rand, n int) [][]float64 {
			m := (n + 3) / 4 * 2
			return grouped(rng, n, 2*m, func(a, b int) int { return twisted(a, b, m, m/2) })
		}},
		Family{"permutations", permutations},
		Family{"pairs of a set", func(_ *rand.Rand, n int) [][]float64 {
			var t [][]float64
			for b := 1; len(t) < n; b++ {
				for a := 0; a < b && len(t) < n; a++ {
					t = append(t, Filled(1, 7, func(_, y int) float64 {
						if y == a || y == b {
							return 4
						}
						return 1
					})[0])
				}
			}
			return t
		}},
		Family{"mirrored rows", func(rng *rand.Rand, n int) [][]float64 {
			t := simplex(rng, n, 10)
			for x := 1; x < n; x += 2 {
				t[x] = slices.Clone(t[x-1])
				slices.Reverse(t[x])
			}
			return t
		}},
		Family{"cyclic orbits of four", func(rng *rand.Rand, n int) [][]float64 {
			t := make([][]float64, n)
			for x := range t {
				if t[x] = vector(rng, 4); x%4 != 0 {
					t[x] = append(slices.Clone(t[x-1][1:]), t[x-1][0])
				}
			}
			return t
		}},
	)
}

// circulant returns the table p(x, y) = v[y - x].
func circulant(v []float64) [][]float64 {
	n := len(v)
	return Filled(n, n, func(x, y int) float64 { return v[(y-x+n)%n] })
}

// cubeOrder returns a power of two of at least n.
func cubeOrder(n int) int { return max(64, 1<<bits.Len(uint(n-1))) }

// cube returns n rows of the table p(x, y) = v[x xor y].
func cube(n int, v []float64) [][]float64 {
	return Filled(n, 1<<bits.Len(uint(n-1)), func(x, y int) float64 { return v[x^y] })
}

// grouped returns n rows of the table p(x, y) = v[x y] of a group of a given order, given its
// product and a random v.
func grouped(rng *rand.Rand, n, order int, product func(a, b int) int) [][]float64 {
	v := vector(rng, order)
	return Filled(n, order, func(x, y int) float64 { return v[product(x, y)] })
}

// twisted multiplies elements r^i s^j, numbered i + m j, of a group of 2m elements with
// s r = r^-1 s and s^2 = r^square: the dihedral group if square is 0, and the dicyclic one if it
// is m/2.
func twisted(a, b, m, square int) int {
	i, j, k, l := a%m, a/m, b%m, b/m
	if j == 1 {
		k = m - k
	}
	if j+l == 2 {
		i += square
	}
	return (i+k)%m + (j+l)%2*m
}

// permutations returns rows that are the permutations of four numbers.
func permutations(rng *rand.Rand, n int) [][]float64 {
	v := vector(rng, 4)
	var t [][]float64
	for len(t) < n {
		for k := 0; k < 24 && len(t) < n; k++ {
			rest, code := slices.Clone(v), k
			row := make([]float64, 0, 4)
			for left := 4; left > 0; left-- {
				at := code % left
				code /= left
				row = append(row, rest[at])
				rest = slices.Delete(rest, at, at+1)
			}
			t = append(t, row)
		}
	}
	return t
}
