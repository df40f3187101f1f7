package dataset

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
)

// cyclic returns the integers modulo n under addition, in ascending order.
func cyclic(n int) *group {
	elements := lists.Numbers(n)
	return newGroup(elements, strconv.Itoa, func(a, b int) int { return (a + b) % n })
}

// power returns the name of the k-th power of a letter.
func power(letter string, k int) string {
	switch k {
	case 0:
		return ""
	case 1:
		return letter
	}
	return fmt.Sprintf("%s^%d", letter, k)
}

// word is the product of powers of two generators: of a rotation, and of another element, 0 or 1.
type word struct{ rotation, other int }

// words returns the words with rotations below n. The rotation changes fastest.
func words(n int) []word {
	var all []word
	for other := range 2 {
		for rotation := range n {
			all = append(all, word{rotation, other})
		}
	}
	return all
}

// dihedral returns the symmetries of a regular polygon of n corners: 2n elements
// 1, r, r^2, ..., s, sr, sr^2, ..., with r^n = s^2 = 1 and r s = s r^-1.
func dihedral(n int) *group {
	label := func(w word) string {
		if w == (word{}) {
			return "1"
		}
		return power("s", w.other) + power("r", w.rotation)
	}
	return newGroup(words(n), label, func(a, b word) word {
		rotation := a.rotation
		if b.other == 1 { // s inverts the rotation on its left
			rotation = n - rotation
		}
		return word{(rotation + b.rotation) % n, a.other ^ b.other}
	})
}

// quaternion returns the generalised quaternion group of an order that is a multiple of four, called dicyclic
// unless the order is a power of two: its elements are x^k and x^k y, with x^(order/2) = 1, y^2 = x^(order/4) and y
// x = x^-1 y. The elements of the group of order 8 are called 1, -1, i, -i, j, -j, k, -k, with x = i and y = j.
func quaternion(order int) *group {
	n := order / 2
	times := func(a, b word) word {
		rotation := a.rotation + b.rotation
		if a.other == 1 {
			rotation = a.rotation + n - b.rotation
		}
		if a.other == 1 && b.other == 1 {
			rotation += n / 2
		}
		return word{rotation % n, a.other ^ b.other}
	}
	if order == 8 {
		hamilton := map[word]string{
			{0, 0}: "1", {2, 0}: "-1", {1, 0}: "i", {3, 0}: "-i",
			{0, 1}: "j", {2, 1}: "-j", {1, 1}: "k", {3, 1}: "-k",
		}
		elements := []word{{0, 0}, {2, 0}, {1, 0}, {3, 0}, {0, 1}, {2, 1}, {1, 1}, {3, 1}}
		return newGroup(elements, func(w word) string { return hamilton[w] }, times)
	}
	label := func(w word) string {
		if w == (word{}) {
			return "1"
		}
		return power("x", w.rotation) + power("y", w.other)
	}
	return newGroup(words(n), label, times)
}

// permutation holds the image of every point, from 0 on. There are at most five
// points, since six have more permutations than a group may have elements.
type permutation [5]byte

// permutations returns the permutations of the points 1 to n, or the even ones,
// in lexical order of their images. A product applies the factor on the right
// first.
func permutations(n int, even bool) *group {
	var elements []permutation
	p := permutation{0, 1, 2, 3, 4}
	var extend func(at int)
	extend = func(at int) {
		if at == n {
			if !even || p.inversions()%2 == 0 {
				elements = append(elements, p)
			}
			return
		}
		// The point at i is the first, and the others follow in order.
		before := p
		for i := at; i < n; i++ {
			p = before
			copy(p[at+1:i+1], before[at:i])
			p[at] = before[i]
			extend(at + 1)
		}
		p = before
	}
	extend(0)
	return newGroup(elements, permutation.cycles, func(a, b permutation) permutation {
		var y permutation
		for i := range y {
			y[i] = a[b[i]]
		}
		return y
	})
}

// inversions returns the number of pairs of points whose order is reversed.
func (p permutation) inversions() int {
	n := 0
	for i := range p {
		for j := range i {
			if p[j] > p[i] {
				n++
			}
		}
	}
	return n
}

// cycles returns the permutation in cycle notation, the points from 1 on:
// "(12)(345)", and "()" for the identity.
func (p permutation) cycles() string {
	var b strings.Builder
	var seen [len(p)]bool
	for start := range p {
		if seen[start] || int(p[start]) == start {
			continue
		}
		b.WriteByte('(')
		for at := start; !seen[at]; at = int(p[at]) {
			seen[at] = true
			b.WriteByte('1' + byte(at))
		}
		b.WriteByte(')')
	}
	if b.Len() == 0 {
		return "()"
	}
	return b.String()
}

// units returns the integers below n that have no common divisor with n.
func units(n int) []int {
	var units []int
	for u := 1; u < n; u++ {
		if gcd(u, n) == 1 {
			units = append(units, u)
		}
	}
	return units
}

// unitsModulo returns the units of the integers modulo n under multiplication, in
// ascending order.
func unitsModulo(n int) *group {
	return newGroup(units(n), strconv.Itoa, func(a, b int) int { return a * b % n })
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
