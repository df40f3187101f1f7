package masses

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// orderOf returns the labels of the rows of a dense table in order, with labels of rows and
// columns. Cells of zero are left out.
func orderOf(labels, columns []string, rows [][]float64) []string {
	var c Cells
	mass := make([]float64, len(rows))
	for x, row := range rows {
		c.Start = append(c.Start, len(c.Value))
		for y, v := range row {
			if v != 0 {
				c.Column, c.Value = append(c.Column, int32(y)), append(c.Value, v)
				mass[x] += v
			}
		}
	}
	c.Start = append(c.Start, len(c.Value))
	var in []string
	for _, x := range Order(labels, columns, mass, c) {
		in = append(in, labels[x])
	}
	return in
}

// shuffled returns a table with rows and columns in another order.
func shuffled(rng *rand.Rand, labels, columnLabels []string, rows [][]float64) (names, columnNames []string, _ [][]float64) {
	columns := rng.Perm(len(rows[0]))
	for _, y := range columns {
		columnNames = append(columnNames, columnLabels[y])
	}
	var to [][]float64
	for _, x := range rng.Perm(len(rows)) {
		names = append(names, labels[x])
		row := make([]float64, len(columns))
		for k, y := range columns {
			row[k] = rows[x][y]
		}
		to = append(to, row)
	}
	return names, columnNames, to
}

// TestOrderOfEqualMasses: the order of rows of equal mass depends neither on the order of rows
// nor on that of columns. If the cells tell all rows apart, it does not depend on the labels
// either.
func TestOrderOfEqualMasses(t *testing.T) {
	apart := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 16))
		counts := []float64{5, 3, 2, 1, 1, 0, 0}[:4+rng.IntN(4)]
		var labels []string
		var rows [][]float64
		for x := range 4 + rng.IntN(12) {
			row := make([]float64, len(counts))
			for k, y := range rng.Perm(len(counts)) {
				row[y] = counts[k]
			}
			rows, labels = append(rows, row), append(labels, fmt.Sprintf("row %02d", x))
		}
		columns := []string{"f", "b", "d", "a", "c", "g", "e"}[:len(counts)]
		want := orderOf(labels, columns, rows)
		for range 5 {
			names, columnNames, to := shuffled(rng, labels, columns, rows)
			if got := orderOf(names, columnNames, to); !slices.Equal(got, want) {
				t.Fatalf("seed %d: %q, after a shuffle %q", seed, want, got)
			}
		}
		renamed, renamedColumns := slices.Clone(labels), slices.Clone(columns)
		slices.Reverse(renamed)
		slices.Reverse(renamedColumns)
		different := false
		for k, l := range orderOf(renamed, renamedColumns, rows) {
			different = different || slices.Index(renamed, l) != slices.Index(labels, want[k])
		}
		if !different {
			apart++
		}
	}
	// Equal rows, and rows that a symmetry exchanges, are ordered by label.
	if apart < 80 {
		t.Errorf("only %d of 200 tables have an order that the labels do not decide", apart)
	}
}

// TestOrderRefines: rows with the same counts are told apart by the columns in which they have
// them, and those by their other rows.
func TestOrderRefines(t *testing.T) {
	// A path: rows are its edges, columns its inner points. From the heavy end on, every row is
	// told apart by one more refinement.
	const n = 9
	rows := make([][]float64, n)
	labels := make([]string, n)
	for x := range rows {
		rows[x], labels[x] = make([]float64, n+1), fmt.Sprint(x)
		rows[x][x], rows[x][x+1] = 1, 1
	}
	rows[0][0] = 2
	rows[1][2] = 2
	columns := make([]string, n+1)
	for y := range columns {
		columns[y] = fmt.Sprint(y)
	}
	want := orderOf(labels, columns, rows)
	slices.Reverse(labels)
	slices.Reverse(columns)
	got := orderOf(labels, columns, rows)
	for k := range got {
		if got[k] != fmt.Sprint(n-1-int(want[k][0]-'0')) {
			t.Fatalf("%q, with labels in reverse %q", want, got)
		}
	}
}

func BenchmarkOrder(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, m, each = 100_000, 1000, 10
	var c Cells
	labels, mass := make([]string, n), make([]float64, n)
	for x := range n {
		labels[x] = fmt.Sprint(x)
		c.Start = append(c.Start, len(c.Value))
		for range each {
			c.Column, c.Value = append(c.Column, rng.Int32N(m)), append(c.Value, 1)
		}
		mass[x] = each
	}
	c.Start = append(c.Start, len(c.Value))
	b.Run("rows=100000/cells=1e6", func(b *testing.B) {
		for b.Loop() {
			Order(labels, labels[:m], mass, c)
		}
	})
}
