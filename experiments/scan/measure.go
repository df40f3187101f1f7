package main

import (
	"slices"

	"github.com/dibmap/dibmap/experiments/internal/heldout"
)

// told is what a recoded column tells about the target.
type told struct {
	groups   int     // of the training records
	training float64 // I(Z;Y) in bits
	// bits holds log2 q(y|z)/q(y) of every held-out record.
	bits []float64
}

// tells measures a recoded column, given the target of the records.
func tells(z, y, newZ, newY []string) told {
	zs, ys := numbered(z), numbered(y)
	counts := make([][]int64, len(zs))
	for n := range counts {
		counts[n] = make([]int64, len(ys))
	}
	for n := range z {
		counts[zs[z[n]]][ys[y[n]]]++
	}
	q := heldout.New(counts)
	t := told{groups: len(zs), training: heldout.Information(counts), bits: make([]float64, len(newZ))}
	for n := range newZ {
		group, known := zs[newZ[n]]
		value, ok := ys[newY[n]]
		if known && ok { // a new group tells nothing
			t.bits[n] = q.Bits(group, value)
		}
	}
	return t
}

// numbered numbers the different values.
func numbered(values []string) map[string]int {
	numbers := make(map[string]int)
	for _, v := range values {
		if _, ok := numbers[v]; !ok {
			numbers[v] = len(numbers)
		}
	}
	return numbers
}

// column returns the values of a column, or nil for an unknown name.
func (t table) column(name string) []string {
	at := slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
	if at < 0 {
		return nil
	}
	values := make([]string, len(t.rows))
	for n, row := range t.rows {
		values[n] = row[at]
	}
	return values
}

// gainOf returns the gain of records.
func gainOf(bits []float64) (g heldout.Gain) {
	for _, b := range bits {
		g.Add(1, b)
	}
	return g
}
