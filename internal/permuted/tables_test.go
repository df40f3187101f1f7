package permuted

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/urn"
)

// enumerate calls each with every table that has the margins, and with its probability: the product
// of the factorials of the margins over that of the cells and N!.
func enumerate(rows, columns []float64, each func(cells [][]float64, p float64)) {
	factorial := func(n float64) *big.Float {
		return new(big.Float).SetInt(new(big.Int).MulRange(1, int64(n)))
	}
	total := 0.0
	weight := big.NewFloat(1)
	for _, n := range rows {
		weight.Mul(weight, factorial(n))
		total += n
	}
	for _, n := range columns {
		weight.Mul(weight, factorial(n))
	}
	weight.Quo(weight, factorial(total))
	cells := make([][]float64, len(rows))
	for x := range cells {
		cells[x] = make([]float64, len(columns))
	}
	left := slices.Clone(columns)
	var fill func(x, y int, rest float64)
	fill = func(x, y int, rest float64) {
		switch {
		case x == len(rows):
			p := new(big.Float).Set(weight)
			for _, row := range cells {
				for _, n := range row {
					p.Quo(p, factorial(n))
				}
			}
			value, _ := p.Float64()
			each(cells, value)
		case y == len(columns):
			if rest == 0 {
				next := 0.0
				if x+1 < len(rows) {
					next = rows[x+1]
				}
				fill(x+1, 0, next)
			}
		default:
			for n := 0.0; n <= min(rest, left[y]); n++ {
				cells[x][y] = n
				left[y] -= n
				fill(x, y+1, rest-n)
				left[y] += n
			}
			cells[x][y] = 0
		}
	}
	fill(0, 0, rows[0])
}

// planned returns the plan of a table of which the first rows are heavy, at most so many.
func planned(counts [][]float64, heavy int) *plan {
	x, y := make([]float64, len(counts)), make([]float64, len(counts[0]))
	total := 0.0
	for i, row := range counts {
		for k, n := range row {
			x[i] += n
			y[k] += n
			total += n
		}
	}
	p := planOfMargins(x, y, total)
	p.heavy, p.dealt = min(heavy, len(p.rows)), p.total
	for _, n := range p.rows[:p.heavy] {
		p.dealt -= n
	}
	return p
}

// TestTablesHaveTheirDistribution compares the values of 20,000 random tables with their exact
// distribution, by chi-square, whichever rows are drawn cell by cell and whichever are dealt, from one deck or several.
func TestTablesHaveTheirDistribution(t *testing.T) {
	const draws = 20_000
	for _, counts := range [][][]float64{
		{{3, 1, 2}, {0, 2, 1}, {1, 1, 1}},
		{{5, 2}, {3, 6}},
		{{14, 9}, {8, 3}, {2, 0}},
	} {
		for way := range 2 * (len(counts) + 1) {
			heavy := way / 2
			p := planned(counts, heavy)
			if way%2 == 1 {
				p.deck = 7
			}
			want := make(map[int64]float64) // of each value, in units well above rounding
			unit := func(v float64) int64 { return int64(math.Round(v * 1e9)) }
			all := 0.0
			enumerate(p.rows, p.columns, func(cells [][]float64, probability float64) {
				sum := 0.0
				for _, row := range cells {
					for _, n := range row {
						sum += p.phi.At(n)
					}
				}
				want[unit(sum)] += probability
				all += probability
			})
			if math.Abs(all-1) > 1e-9 {
				t.Fatalf("%v: probabilities sum to %g", counts, all)
			}
			seen := make(map[int64]float64)
			tables := newTables(p)
			for b := range uint64(draws) {
				seen[unit(tables.draw(context.Background(), random.New(1, b)))]++
			}
			var chi, cells, rare, rareSeen float64
			for value, probability := range want {
				if mean := draws * probability; mean >= 5 {
					chi += (seen[value] - mean) * (seen[value] - mean) / mean
					cells++
				} else {
					rare += mean
					rareSeen += seen[value]
				}
				delete(seen, value)
			}
			if len(seen) > 0 {
				t.Errorf("%v, %d heavy, decks of %g: values %v are not possible", counts, heavy, p.deck, seen)
			}
			if limit := cells + 5*math.Sqrt(2*cells) + 5; chi > limit || math.Abs(rareSeen-rare) > 5*math.Sqrt(rare)+5 {
				t.Errorf("%v, %d heavy, decks of %g: chi-square %.1f of %.0f values", counts, heavy, p.deck, chi, cells)
			}
		}
	}
}

// ending is a context that ends after it was asked so many times.
type ending struct {
	context.Context
	asked int
}

func (e *ending) Err() error {
	if e.asked--; e.asked < 0 {
		return context.Canceled
	}
	return nil
}

// TestDrawingEndsWithTheContext: between rows and between decks, which may be many.
func TestDrawingEndsWithTheContext(t *testing.T) {
	for _, heavy := range []int{0, 4} {
		p := planned([][]float64{{3, 1, 2}, {0, 2, 1}, {1, 1, 1}, {2, 2, 3}}, heavy)
		p.deck = 1
		tables := newTables(p)
		for asked := range 5 {
			if sum := tables.draw(&ending{context.Background(), asked}, random.New(1)); (sum == 0) != (asked < 4) {
				t.Errorf("%d heavy rows: asked %d times, the context ends, and the sum is %g", heavy, asked, sum)
			}
		}
	}
}

// TestMargins: rows take as many records as they have, and all that the columns have.
func TestMargins(t *testing.T) {
	counts := make([][]float64, 7)
	r := random.New(2)
	for x := range counts {
		for range 6 {
			counts[x] = append(counts[x], float64(int(25*r.Uniform())))
		}
	}
	for heavy := range 7 {
		p := planned(counts, heavy)
		tables := newTables(p)
		s := &urn.Stream{Stream: random.New(3)}
		copy(tables.left, p.columns)
		left := p.total
		for _, n := range p.rows[:heavy] {
			tables.take(s, left, n)
			left -= n
			now := 0.0
			for y, v := range tables.left {
				if v < 0 || v > p.columns[y] {
					t.Fatalf("%g of %g records of a column are left", v, p.columns[y])
				}
				now += v
			}
			if now != left {
				t.Fatalf("%g records are left, want %g", now, left)
			}
		}
		tables.deal(s, tables.left, heavy, len(p.rows)-heavy)
		dealt := make([]float64, len(p.columns))
		for _, y := range tables.deck {
			dealt[y]++
		}
		if !slices.Equal(dealt, tables.left) || slices.ContainsFunc(tables.counts, func(n int32) bool { return n != 0 }) {
			t.Errorf("dealt %v of %v", dealt, tables.left)
		}
	}
}

// TestPlans: what is heavy, which side is the rows, and how many permutations there are, for the
// sizes that docs/estimators.md names.
func TestPlans(t *testing.T) {
	even := func(n int, total float64) (list []float64) {
		for range n {
			list = append(list, total/float64(n))
		}
		return list
	}
	for _, tt := range []struct {
		rows, columns       int
		records             float64
		heavy, permutations int
	}{
		{40, 6, 12_000, 40, 999},         // 300 records a row are more than 32 a column
		{40, 6, 1_200, 0, 999},           // 30 are fewer
		{27, 27, 11.7e6, 27, 999},        // the alphabet
		{16, 105, 336_776, 16, 199},      // flights by carrier and destination
		{100, 100, 1e6, 100, 99},         // 100 x 100 cells
		{1000, 1000, 2e6, 0, 99},         // two million records
		{10_000, 2_000, 2e6, 0, 99},      // so wide a table, with few records
		{10_000, 2_000, 1e9, 10_000, 99}, // and with many
		{10_000, 10_000, 1e9, 0, 99},     // 10 a cell are few
	} {
		p := planFor(even(tt.rows, tt.records), even(tt.columns, tt.records), tt.records)
		if p.heavy != tt.heavy || permutationsOf(p.steps()) != tt.permutations {
			t.Errorf("%d x %d, %g records: %d rows are heavy and %d permutations are made, want %d and %d",
				tt.rows, tt.columns, tt.records, p.heavy, permutationsOf(p.steps()), tt.heavy, tt.permutations)
		}
	}
}
