package problem

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// dots are weighted points as the oracles see them.
type dots struct {
	at     [][]float64
	weight []float64
}

// kinds of weights.
const (
	equalWeights = iota
	countWeights
	anyWeights
	weightKinds
)

// drawDots draws points about 0, some of them at one place.
func drawDots(rng *rand.Rand, n, d, weights int) dots {
	var p dots
	for x := range n {
		row := make([]float64, d)
		for y := range row {
			row[y] = rng.NormFloat64()
		}
		if x > 1 && rng.IntN(8) == 0 {
			row = p.at[rng.IntN(x)]
		}
		p.at = append(p.at, row)
		switch weights {
		case equalWeights:
			p.weight = append(p.weight, 3)
		case countWeights:
			p.weight = append(p.weight, float64(1+rng.IntN(9)))
		default:
			p.weight = append(p.weight, rng.ExpFloat64())
		}
	}
	return p
}

func (p dots) cloud(tb testing.TB) *points.Cloud {
	tb.Helper()
	c, err := points.New(names("c", len(p.at[0])), names("p", len(p.at)), p.at, p.weight)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// error returns the squared error of points about their centroid, and their weight.
func (p dots) error(rows []int) (squares, weight float64) {
	for _, x := range rows {
		weight += p.weight[x]
	}
	for y := range p.at[0] {
		var mean float64
		for _, x := range rows {
			mean += p.weight[x] / weight * p.at[x][y]
		}
		for _, x := range rows {
			squares += p.weight[x] * (p.at[x][y] - mean) * (p.at[x][y] - mean)
		}
	}
	return squares, weight
}

// point computes H(Z), or log2 k, and the share of the variance that is explained
// from their definitions.
func (p dots) point(f partition.Partition, fixed bool) pair {
	scatter, total := p.error(partition.Identity(len(f)))
	var within float64
	var weights []float64
	for _, rows := range f.Clusters() {
		squares, weight := p.error(rows)
		within += squares
		weights = append(weights, weight/total)
	}
	if fixed {
		return pair{math.Log2(float64(len(weights))), 1 - within/scatter}
	}
	return pair{info.Entropy(weights), 1 - within/scatter}
}

// quantizerOf returns the problem of labels of fixed or of variable length.
func quantizerOf(c *points.Cloud, fixed bool) *quantizer {
	return newQuantizer(c, fixed, partition.Identity(c.Len()))
}

// TestQuantizerNeighboursEqualLoad: the contract of evaluators, and the definitions.
func TestQuantizerNeighboursEqualLoad(t *testing.T) {
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 20))
		n := 2 + rng.IntN(12)
		p := drawDots(rng, n, 1+rng.IntN(4), int(seed%weightKinds))
		fixed := seed/weightKinds%2 == 1
		problem := quantizerOf(p.cloud(t), fixed)
		e := problem.Evaluators(1, []int64{1, 5000, plenty}[seed%3])[0]
		f := randomClustering(rng, n, 1+rng.IntN(n))
		newReferee(problem, nil).neighbours(t, e, f)
		got, want := e.Load(f), p.point(f.Reorder(partition.Ranks(problem.Place())), fixed)
		if math.Abs(got.H-want.h) > 1e-12 || math.Abs(got.I-want.i) > 1e-12 {
			t.Errorf("seed %d, %v: %v, want %v", seed, f, got, want)
		}
		if got := e.Load(make(partition.Partition, n)); got != (Point{}) {
			t.Errorf("seed %d: one cluster is at %v", seed, got)
		}
	}
}

// TestExplainedShareIsInvariant under a change of the unit and of the origin.
func TestExplainedShareIsInvariant(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 21))
		n, d := 2+rng.IntN(12), 1+rng.IntN(4)
		p := drawDots(rng, n, d, int(seed%weightKinds))
		moved := dots{weight: p.weight}
		unit, origin := math.Exp(20*rng.NormFloat64()), 1000*rng.NormFloat64()
		for _, row := range p.at {
			to := make([]float64, d)
			for y, v := range row {
				to[y] = unit * (v + origin)
			}
			moved.at = append(moved.at, to)
		}
		a, b := quantizerOf(p.cloud(t), false), quantizerOf(moved.cloud(t), false)
		for range 10 {
			f := randomClustering(rng, n, 1+rng.IntN(n)) // of the table's rows
			at := func(q *quantizer) Point {
				order := make([]int, n)
				for x, r := range q.Place() {
					order[x] = r
				}
				return q.Evaluators(1, plenty)[0].Load(f.Reorder(order))
			}
			if p, q := at(a), at(b); p.H != q.H || math.Abs(p.I-q.I) > 1e-9 {
				t.Errorf("seed %d, %v: %v, and %v in another unit", seed, f, p, q)
			}
		}
		ratio := b.Describe().Variance / a.Describe().Variance / unit / unit
		if math.Abs(ratio-1) > 1e-9 {
			t.Errorf("seed %d: the variance grew by %g more than the square of the unit", seed, ratio)
		}
	}
}
