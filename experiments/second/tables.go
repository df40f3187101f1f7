package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/random"
)

// columns is the number of values of Y and of S in random tables, and records their number of records, which makes
// the numbers whole.
const (
	columns = 5
	records = 1 << 40
)

// drawn returns random counts of n values of X: the table of X and Y, and of X and S, are each uniform among all
// tables of n rows and 5 columns. Given X, the part 1-share of S is independent of Y, and the rest equals Y.
func drawn(n int, share float64, seed uint64) counts {
	stream := random.New(seed, uint64(n))
	exponential := func() []float64 {
		row := make([]float64, columns)
		for k := range row {
			row[k] = -plogp.Log2(stream.Uniform())
		}
		return row
	}
	var c counts
	total := 0.0
	for range n {
		c.y = append(c.y, exponential())
		total += lists.Sum(c.y[len(c.y)-1])
	}
	for _, y := range c.y {
		mass := math.Floor(lists.Sum(y) / total * records)
		y = whole(y, mass)
		s := exponential()
		for k, scale := 0, mass/lists.Sum(s); k < columns; k++ {
			s[k] = (1-share)*s[k]*scale + share*y[k]
		}
		c.s = append(c.s, whole(s, mass))
	}
	return c
}

// whole rounds the row, in place, to whole numbers of the sum mass.
func whole(row []float64, mass float64) []float64 {
	scale, left := mass/lists.Sum(row), mass
	largest := 0
	for k := range row {
		row[k] = math.Floor(float64(row[k] * scale))
		left -= row[k]
		if row[k] > row[largest] {
			largest = k
		}
	}
	row[largest] += left
	return row
}

// letters returns the n most frequent symbols of the built-in letters, each with the next one as Y and the previous one
// as S. Texts begin and end, so that a symbol has a few more or less of one than of the other; both are scaled to the
// counts of the next.
func letters(n int) (names []string, c counts, err error) {
	x, _, cells, err := dataset.Pairs("@alphabet")
	if err != nil {
		return nil, c, err
	}
	next, before := square(len(x)), square(len(x))
	for _, cell := range cells {
		next[cell.X][cell.Y] += cell.Value
		before[cell.Y][cell.X] += cell.Value
	}
	order := make([]int, len(x))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lists.Sum(next[b]), lists.Sum(next[a])) })
	for _, k := range order[:n] {
		const scale = 1 << 20
		mass := scale * lists.Sum(next[k])
		names = append(names, x[k])
		c.y, c.s = append(c.y, whole(next[k], mass)), append(c.s, whole(before[k], mass))
	}
	return names, c, nil
}

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	for k := range rows {
		rows[k] = make([]float64, n)
	}
	return rows
}
