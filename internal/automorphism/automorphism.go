// Package automorphism finds the permutations of the rows of a table that change it at most by a permutation of the
// columns. Clusterings that such a permutation maps to each other have the same information about the columns, so
// one clustering represents all.
package automorphism

import (
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
)

// Group is a group of permutations of n rows: a stabiliser chain (Sims 1970; Holt, Eick and
// O'Brien, Handbook of Computational Group Theory, 2005, chapter 4). It is immutable.
type Group struct {
	n          int
	generators [][]uint8
	// coset[k] holds, for every image v of row k under the permutations that fix the rows before k, one permutation
	// with this image, and nil for other rows v.
	coset [][][]uint8
}

// MaxRows is the largest number of rows of a table.
const MaxRows = 256

// maxSteps is the number of steps after which the search ends, about a second.
const maxSteps = 1 << 20

// Cells returns the columns where a block of a table has mass, and the masses.
type Cells func(first, second int) (columns []int32, masses []float64)

// OfPairs returns the permutations s of n rows that have a permutation t of the m columns such that cells(s(a),
// s(b)) in column t(y) equal cells(a, b) in column y for all rows a and b, or equal cells(b, a) for all. Masses are
// compared exactly.
//
// If that takes long, the result is the group of those that fix the rows 0 to k, for some k.
func OfPairs(n, m int, cells Cells) *Group { return find(newTable(n, m, true, cells)) }

// OfRows returns the permutations s of n rows that have a permutation t of the m columns such that row s(x) in
// column t(y) equals row x in column y. Otherwise it is like [OfPairs].
func OfRows(n, m int, row func(x int) (columns []int32, masses []float64)) *Group {
	return find(newTable(n, m, false, func(a, b int) ([]int32, []float64) {
		if a != b {
			return nil, nil
		}
		return row(a)
	}))
}

// Trivial returns the group of the identity alone.
func Trivial(n int) *Group {
	g := &Group{n: n, coset: make([][][]uint8, n)}
	for k := range n {
		g.coset[k] = g.cosets(k, nil)
	}
	return g
}

// find makes the chain from its end: the permutations that fix all rows, all but the last, ...
func find(t *table) *Group {
	g := Trivial(t.n)
	for k := t.n - 1; k >= 0; k-- {
		generators := g.generators
		coset := g.cosets(k, generators)
		tried := make([]bool, t.n)
		for v := k + 1; v < t.n; v++ {
			if coset[v] != nil || tried[v] {
				continue
			}
			s, ok := t.search(k, v)
			if !ok {
				return g
			}
			if s != nil {
				generators = append(generators, s)
				coset = g.cosets(k, generators)
				continue
			}
			// Permutations that also fix row k map v to rows that are not images, either.
			for _, w := range orbit(v, t.n, g.generators) {
				tried[w] = true
			}
		}
		g.generators, g.coset[k] = generators, coset
	}
	return g
}

// cosets returns, for every image of row k under the group that is generated, a permutation of the
// group, and nil for other rows.
func (g *Group) cosets(k int, generators [][]uint8) [][]uint8 {
	coset := make([][]uint8, g.n)
	coset[k] = identity(g.n)
	queue := []int{k}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, s := range generators {
			if w := int(s[v]); coset[w] == nil {
				coset[w] = after(s, coset[v])
				queue = append(queue, w)
			}
		}
	}
	return coset
}

// Generators returns permutations that generate the group. They must not be changed.
func (g *Group) Generators() [][]uint8 { return g.generators }

// Order returns the number of permutations in the group.
func (g *Group) Order() float64 {
	order := 1.0
	for k := range g.n {
		order *= float64(images(g.coset[k]))
	}
	return order
}

func images(coset [][]uint8) (count int) {
	return lists.Count(coset, func(s []uint8) bool { return s != nil })
}

// Elements returns all permutations of the group, the identity first, if there are at most the given number;
// otherwise the permutations of the largest subgroup in the chain with at most that number, which is at least 1.
func (g *Group) Elements(most int) [][]uint8 {
	elements := [][]uint8{identity(g.n)}
	for k := g.n - 1; k >= 0 && len(elements)*images(g.coset[k]) <= most; k-- {
		inner := elements
		for v, s := range g.coset[k] {
			if s == nil || v == k {
				continue
			}
			for _, e := range inner {
				elements = append(elements, after(s, e))
			}
		}
	}
	return elements
}

// orbit returns the images of a row under the group that is generated.
func orbit(x, n int, generators [][]uint8) []int {
	seen := make([]bool, n)
	seen[x] = true
	orbit := []int{x}
	for k := 0; k < len(orbit); k++ {
		for _, s := range generators {
			if y := int(s[orbit[k]]); !seen[y] {
				seen[y] = true
				orbit = append(orbit, y)
			}
		}
	}
	slices.Sort(orbit)
	return orbit
}

func identity(n int) []uint8 {
	return lists.Make(n, func(x int) uint8 { return uint8(x) })
}

// after returns the permutation x -> s(t(x)).
func after(s, t []uint8) []uint8 {
	return lists.Map(t, func(y uint8) uint8 { return s[y] })
}
