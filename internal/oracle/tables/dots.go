package tables

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// Dots are weighted points in space.
type Dots struct {
	At     [][]float64
	Weight []float64
}

// Kinds of weights, and their number.
const (
	EqualWeights = iota
	CountWeights
	AnyWeights
	WeightKinds
)

// DrawDots draws points about 0 in d dimensions, some of them equal, with weights of a kind below [WeightKinds].
func DrawDots(rng *rand.Rand, n, d, weights int) Dots {
	var p Dots
	for x := range n {
		row := lists.Make(d, func(int) float64 { return rng.NormFloat64() })
		if x > 1 && rng.IntN(8) == 0 {
			row = p.At[rng.IntN(x)]
		}
		p.At = append(p.At, row)
		switch weights {
		case EqualWeights:
			p.Weight = append(p.Weight, 3)
		case CountWeights:
			p.Weight = append(p.Weight, float64(1+rng.IntN(9)))
		default:
			p.Weight = append(p.Weight, rng.ExpFloat64())
		}
	}
	return p
}

// Cloud returns the points as a cloud.
func (p Dots) Cloud(tb testing.TB) *points.Cloud {
	tb.Helper()
	c, err := points.New(Names("c", len(p.At[0])), Names("p", len(p.At)), p.At, p.Weight)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// error returns the squared error of points about their centroid, and their weight.
func (p Dots) error(rows []int) (squares, weight float64) {
	for _, x := range rows {
		weight += p.Weight[x]
	}
	for y := range p.At[0] {
		var mean float64
		for _, x := range rows {
			mean += p.Weight[x] / weight * p.At[x][y]
		}
		for _, x := range rows {
			squares += p.Weight[x] * (p.At[x][y] - mean) * (p.At[x][y] - mean)
		}
	}
	return squares, weight
}

// Point computes H(Z), or log2 k, and the share of the variance that is explained
// from their definitions.
func (p Dots) Point(f partition.Partition, fixed bool) (h, i float64) {
	scatter, total := p.error(partition.Identity(len(f)))
	var within float64
	var weights []float64
	for _, rows := range f.Clusters() {
		squares, weight := p.error(rows)
		within += squares
		weights = append(weights, weight/total)
	}
	if fixed {
		return math.Log2(float64(len(weights))), 1 - within/scatter
	}
	return info.Entropy(weights), 1 - within/scatter
}
