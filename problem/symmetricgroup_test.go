package problem

// cyclic returns the table of the cyclic group of order n.
func cyclic(n int) [][]int {
	return cayley(n, func(a, b int) int { return (a + b) % n })
}

func cayley(n int, product func(a, b int) int) [][]int {
	t := make([][]int, n)
	for a := range t {
		for b := range n {
			t[a] = append(t[a], product(a, b))
		}
	}
	return t
}

// units40 is the group of units modulo 40.
func units40() [][]int {
	var units []int
	at := make(map[int]int)
	for u := 1; u < 40; u++ {
		if u%2 != 0 && u%5 != 0 {
			at[u] = len(units)
			units = append(units, u)
		}
	}
	return cayley(16, func(a, b int) int { return at[units[a]*units[b]%40] })
}

// pauli is the Pauli group of one qubit: i^p X^a Z^b, with Z X = -X Z.
func pauli() [][]int {
	return cayley(16, func(g, h int) int {
		p, a, b := g%4, g/4%2, g/8
		q, c, d := h%4, h/4%2, h/8
		return (p+q+2*b*c)%4 + 4*((a+c)%2) + 8*((b+d)%2)
	})
}
