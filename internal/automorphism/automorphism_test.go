package automorphism

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// dense is a table with a mass for every first row, second row and column.
type dense [][][]float64

func newDense(n, m int, mass func(a, b, y int) float64) dense {
	d := make(dense, n)
	for a := range d {
		d[a] = make([][]float64, n)
		for b := range d[a] {
			for y := range m {
				d[a][b] = append(d[a][b], mass(a, b, y))
			}
		}
	}
	return d
}

func (d dense) cells(a, b int) (columns []int32, masses []float64) { return sparse(d[a][b]) }

func sparse(row []float64) (columns []int32, masses []float64) {
	for y, v := range row {
		if v != 0 {
			columns, masses = append(columns, int32(y)), append(masses, v)
		}
	}
	return columns, masses
}

// permutations returns all permutations of n rows.
func permutations(n int) [][]uint8 {
	if n == 0 {
		return [][]uint8{{}}
	}
	var all [][]uint8
	for _, p := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(p), at, uint8(n-1)))
		}
	}
	return all
}

// profile returns the sorted columns of the table whose rows are permuted, and whose two inputs
// are exchanged if asked.
func (d dense) profile(s []uint8, exchange bool) [][]float64 {
	columns := make([][]float64, len(d[0][0]))
	for y := range columns {
		for a := range d {
			for b := range d {
				i, j := s[a], s[b]
				if exchange {
					i, j = j, i
				}
				columns[y] = append(columns[y], d[i][j][y])
			}
		}
	}
	slices.SortFunc(columns, slices.Compare)
	return columns
}

// bruteForce returns all automorphisms.
func (d dense) bruteForce() [][]uint8 {
	var found [][]uint8
	want := d.profile(identity(len(d)), false)
	for _, s := range permutations(len(d)) {
		for _, exchange := range []bool{false, true} {
			if slices.EqualFunc(d.profile(s, exchange), want, slices.Equal) {
				found = append(found, s)
				break
			}
		}
	}
	slices.SortFunc(found, slices.Compare)
	return found
}

// TestPairsAgainstAllPermutations compares with a search of all permutations on small tables
// with few different masses.
func TestPairsAgainstAllPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	symmetric := 0
	for round := range 120 {
		n, m, values := 1+rng.IntN(5), 1+rng.IntN(3), 1+rng.IntN(3)
		d := newDense(n, m, func(_, _, _ int) float64 { return float64(rng.IntN(values + 1)) })
		if round%3 == 0 { // on the circle
			base := newDense(1, n*m, func(_, _, _ int) float64 { return float64(rng.IntN(2)) })[0][0]
			d = newDense(n, m, func(a, b, y int) float64 { return base[(a-b+n)%n*m+y] })
		}
		want := d.bruteForce()
		g := OfPairs(n, m, d.cells)
		got := g.Elements(1 << 20)
		slices.SortFunc(got, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%v: %d permutations, want %d", d, len(got), len(want))
		}
		if g.Order() != float64(len(want)) {
			t.Fatalf("order %g, want %d", g.Order(), len(want))
		}
		if len(want) > 1 {
			symmetric++
		}
	}
	if symmetric < 30 {
		t.Errorf("only %d tables have symmetries", symmetric)
	}
}

// TestRowsAgainstAllPermutations does the same for tables of one input.
func TestRowsAgainstAllPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 120 {
		n, m := 1+rng.IntN(6), 1+rng.IntN(6)
		rows := newDense(1, n*m, func(_, _, _ int) float64 { return float64(rng.IntN(3)) })[0][0]
		if n == m {
			for x := range n {
				for y := range n {
					rows[x*n+y] = rows[(y-x+n)%n] // a circulant
				}
			}
		}
		d := newDense(n, m, func(a, b, y int) float64 {
			if a != b {
				return 0
			}
			return rows[a*m+y]
		})
		want := d.bruteForce()
		g := OfRows(n, m, func(x int) ([]int32, []float64) { return sparse(rows[x*m : (x+1)*m]) })
		got := g.Elements(1 << 20)
		slices.SortFunc(got, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%v: %d permutations, want %d", d, len(got), len(want))
		}
	}
}

// TestOrders checks groups of known order: that of a cycle of 64 rows, that of equal rows, and that of
// a table of products modulo 2 in 4 places, where translations and linear maps make 16 x 20160.
func TestOrders(t *testing.T) {
	cycle := OfRows(64, 64, func(x int) ([]int32, []float64) {
		return []int32{int32(x), int32((x + 1) % 64)}, []float64{1, 1}
	})
	if cycle.Order() != 128 || len(cycle.Elements(1000)) != 128 {
		t.Errorf("a cycle of 64 rows has %g permutations, want 128", cycle.Order())
	}
	equal := OfRows(20, 1, func(int) ([]int32, []float64) { return []int32{0}, []float64{1} })
	if want := 2432902008176640000.0; equal.Order() != want {
		t.Errorf("20 equal rows have %g permutations, want %g", equal.Order(), want)
	}
	if got := len(equal.Elements(1000)); got != 720 {
		t.Errorf("%d permutations, want those of the last 6 rows, 720", got)
	}
	words := OfPairs(16, 16, func(a, b int) ([]int32, []float64) { return []int32{int32(a ^ b)}, []float64{1} })
	if words.Order() != 16*20160 {
		t.Errorf("Z2^4 has %g permutations, want %d", words.Order(), 16*20160)
	}
}

// TestGivesUp: when the steps are used up, what remains are the permutations that fix the
// first rows: of a cycle of six rows and two equal ones, the exchange of these two.
func TestGivesUp(t *testing.T) {
	cells := func(a, b int) ([]int32, []float64) {
		switch {
		case a != b:
			return nil, nil
		case a < 6:
			return []int32{int32(a), int32((a + 1) % 6)}, []float64{1, 1}
		default:
			return []int32{6}, []float64{1}
		}
	}
	whole := find(newTable(8, 7, false, cells))
	if whole.Order() != 24 {
		t.Errorf("order %g, want 24", whole.Order())
	}
	short := newTable(8, 7, false, cells)
	short.steps = maxSteps - 1
	if got := find(short).Elements(10); len(got) != 2 || !slices.Equal(got[1], []uint8{0, 1, 2, 3, 4, 5, 7, 6}) {
		t.Errorf("%v, want the exchange of the last two rows", got)
	}
}
