// Package tables draws small tables for tests, and computes the points of their clusterings from the definitions: dense
// tables and plain loops, which share only package info with the code under test.
package tables

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// Simplex draws n x m probabilities uniformly from the simplex.
func Simplex(rng *rand.Rand, n, m int) [][]float64 {
	t := families.Filled(n, m, func(int, int) float64 { return rng.ExpFloat64() })
	var total float64
	for x := range t {
		for y := range t[x] {
			total += t[x][y]
		}
	}
	return scaled(t, total)
}

// SparseCounts draws n x m small counts, mostly zero, so that equal rows and ties are common. No row is empty.
func SparseCounts(rng *rand.Rand, n, m int) [][]float64 {
	t := families.Filled(n, m, func(int, int) float64 { return 0 })
	for x := range t {
		t[x][rng.IntN(m)] = 1 + float64(rng.IntN(2))
		if rng.IntN(3) == 0 {
			t[x][rng.IntN(m)]++
		}
	}
	t[0][0]++
	t[n-1][m-1]++
	return t
}

// Diagonal draws a diagonal table.
func Diagonal(rng *rand.Rand, n int) [][]float64 {
	return families.Filled(n, n, func(x, y int) float64 {
		if x != y {
			return 0
		}
		return rng.ExpFloat64()
	})
}

// Skewed draws n x m probabilities as uneven as the probabilities of words or letters. Row r, from 1, has a weight
// proportional to u/r, for u uniform in (1/2, 3/2]. Its m shares are drawn from the Dirichlet distribution with all
// parameters 0.3, so a few columns have most of the weight.
func Skewed(rng *rand.Rand, n, m int) [][]float64 {
	t := make([][]float64, n)
	var weights float64
	for x := range t {
		t[x] = make([]float64, m)
		var shares float64
		for y := range t[x] {
			t[x][y] = gamma(rng, 0.3)
			shares += t[x][y]
		}
		weight := (1.5 - rng.Float64()) / float64(x+1)
		for y := range t[x] {
			t[x][y] *= weight / shares
		}
		weights += weight
	}
	return scaled(t, weights)
}

// gamma draws from the gamma distribution of shape a < 1 and scale 1: the product of an exponential and a beta(a, 1-a)
// variable, which is drawn by rejection (Johnk, 1964).
func gamma(rng *rand.Rand, a float64) float64 {
	for {
		u, v := 1-rng.Float64(), 1-rng.Float64() // not 0
		x, y := math.Pow(u, 1/a), math.Pow(v, 1/(1-a))
		if x+y <= 1 {
			return rng.ExpFloat64() * x / (x + y)
		}
	}
}

// scaled divides all cells by a total.
func scaled(t [][]float64, total float64) [][]float64 {
	for x := range t {
		for y := range t[x] {
			t[x][y] /= total
		}
	}
	return t
}

// Draw draws a table of n rows and m columns.
type Draw[T any] func(rng *rand.Rand, n, m int) T

// Kinds returns kinds of tables.
func Kinds[T ~[][]float64]() map[string]Draw[T] {
	return map[string]Draw[T]{
		"weights": func(rng *rand.Rand, n, m int) T { return Simplex(rng, n, m) },
		"counts":  func(rng *rand.Rand, n, m int) T { return SparseCounts(rng, n, m) },
		"large counts": func(rng *rand.Rand, n, m int) T {
			t := SparseCounts(rng, n, m)
			for x := range t {
				for y := range t[x] {
					t[x][y] = math.Trunc(t[x][y] * 1e9 * rng.Float64())
				}
				t[x][x%m]++
			}
			return t
		},
		"diagonal": func(rng *rand.Rand, n, _ int) T { return Diagonal(rng, n) },
		"equal rows": func(rng *rand.Rand, n, m int) T {
			t := Simplex(rng, n, m)
			for x := n / 2; x < n; x++ {
				t[x] = t[x-n/2]
			}
			return t
		},
	}
}

// Samplings returns kinds of tables of counts without empty rows and columns.
func Samplings[T ~[][]float64]() map[string]Draw[T] {
	mean := func(mean float64) Draw[T] {
		return func(rng *rand.Rand, n, m int) T { return Counts(rng, n, m, mean) }
	}
	return map[string]Draw[T]{
		"few": mean(0.7), "some": mean(12), "many": mean(4000), "very many": mean(3e6), "singletons": mean(0),
		"one dominates": func(rng *rand.Rand, n, m int) T {
			t := Counts(rng, n, m, 1)
			t[rng.IntN(n)][rng.IntN(m)] += 3000
			return t
		},
		"equal": func(rng *rand.Rand, n, m int) T {
			t, v := make(T, n), math.Trunc(math.Pow(10, 4*rng.Float64()))
			for x := range t {
				t[x] = slices.Repeat([]float64{v}, m)
			}
			return t
		},
		"diagonal": func(rng *rand.Rand, n, _ int) T {
			t := Diagonal(rng, n)
			for x := range t {
				t[x][x] = 1 + math.Trunc(9*t[x][x])
			}
			return t
		},
	}
}

// Counts draws counts of about a mean, and adds one in every row and column.
func Counts(rng *rand.Rand, n, m int, mean float64) [][]float64 {
	t := families.Filled(n, m, func(int, int) float64 { return math.Trunc(4 * mean * rng.Float64() * rng.Float64()) })
	for k := range max(n, m) {
		t[k%n][k%m]++
	}
	return t
}

// Clustering draws a clustering of n rows into at most k clusters.
func Clustering(rng *rand.Rand, n, k int) partition.Partition {
	labels := lists.Make(n, func(int) int { return rng.IntN(k) })
	return partition.Canonical(labels)
}

// Names returns n labels with a prefix.
func Names(prefix string, n int) []string {
	return lists.Make(n, func(i int) string { return fmt.Sprintf("%s%02d", prefix, i) })
}

// Joint returns a table as a joint distribution.
func Joint(tb testing.TB, t [][]float64) *joint.Joint {
	tb.Helper()
	j, err := joint.Dense(Names("x", len(t)), Names("y", len(t[0])), t)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// merged returns the cells and the weights of the clusters.
func merged(t [][]float64, labels []int) (cells [][]float64, weights []float64) {
	k := slices.Max(labels) + 1
	cells, weights = families.Filled(k, len(t[0]), func(int, int) float64 { return 0 }), make([]float64, k)
	for x, c := range labels {
		for y, v := range t[x] {
			cells[c][y] += v
			weights[c] += v
		}
	}
	return cells, weights
}

// Point computes H(Z) and I(Z;Y) of a labelling from their definitions.
func Point(t [][]float64, labels []int) (h, i float64) {
	cells, weights := merged(t, labels)
	return info.Entropy(weights), info.MutualInformation(cells)
}

// Estimate computes the estimates of H(Z) and I(Z;Y) of a clustering of the rows of a table of counts.
func Estimate(tb testing.TB, t [][]float64, e info.Estimator, f partition.Partition) (h, i float64) {
	tb.Helper()
	if f.K() == 1 {
		return 0, 0
	}
	cells, _ := merged(t, f)
	of, err := info.EntropiesOf(e, cells)
	if err != nil {
		tb.Fatal(err)
	}
	return of.X.Value, of.X.Value + of.Y.Value - of.XY.Value
}

// Closeness returns the largest allowed difference between a value of the search and the estimate.
func Closeness(e info.Estimator) float64 {
	if e == info.NSB() {
		return 1e-10
	}
	return 2e-12
}

// BestOf returns for every k the largest I(Z;Y) of the clusterings into k clusters that keep allows.
func BestOf(t [][]float64, keep func(f partition.Partition) bool) []float64 {
	best := slices.Repeat([]float64{math.Inf(-1)}, len(t)+1)
	for f := range partition.All(len(t)) {
		if keep(f) {
			_, i := Point(t, f)
			best[f.K()] = max(best[f.K()], i)
		}
	}
	return best
}
