package problem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
)

// table is a dense joint distribution.
type table [][]float64

// simplex draws n x m probabilities uniformly from the simplex.
func simplex(rng *rand.Rand, n, m int) table {
	t := make(table, n)
	var total float64
	for x := range t {
		t[x] = make([]float64, m)
		for y := range t[x] {
			t[x][y] = rng.ExpFloat64()
			total += t[x][y]
		}
	}
	for x := range t {
		for y := range t[x] {
			t[x][y] /= total
		}
	}
	return t
}

// sparseCounts draws n x m small counts, mostly zero, so that equal rows and
// ties are common. No row is empty.
func sparseCounts(rng *rand.Rand, n, m int) table {
	t := make(table, n)
	for x := range t {
		t[x] = make([]float64, m)
		t[x][rng.IntN(m)] = 1 + float64(rng.IntN(2))
		if rng.IntN(3) == 0 {
			t[x][rng.IntN(m)]++
		}
	}
	t[0][0]++
	t[n-1][m-1]++
	return t
}

// diagonal draws a table in which every value of X has a value of Y of its own.
func diagonal(rng *rand.Rand, n int) table {
	t := make(table, n)
	for x := range t {
		t[x] = make([]float64, n)
		t[x][x] = rng.ExpFloat64()
	}
	return t
}

func (t table) joint(tb testing.TB) *joint.Joint {
	tb.Helper()
	j, err := joint.Dense(names("x", len(t)), names("y", len(t[0])), t)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

func names(prefix string, n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprintf("%s%02d", prefix, i)
	}
	return labels
}

// point computes H(Z) and I(Z;Y) of a labelling from its definition.
func (t table) point(labels []int) (h, i float64) {
	k := 0
	for _, c := range labels {
		k = max(k, c+1)
	}
	merged := make([][]float64, k)
	weights := make([]float64, k)
	for c := range merged {
		merged[c] = make([]float64, len(t[0]))
	}
	for x, c := range labels {
		for y, v := range t[x] {
			merged[c][y] += v
			weights[c] += v
		}
	}
	return info.Entropy(weights), info.MutualInformation(merged)
}

type pair struct{ h, i float64 }

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}
