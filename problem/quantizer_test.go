package problem

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
)

// quantizerOf returns the problem of labels of fixed or of variable length.
func quantizerOf(c *points.Cloud, fixed bool) *quantizer {
	return newQuantizer(c, fixed, partition.Identity(c.Len()))
}

// TestQuantizerNeighboursEqualLoad: the contract of evaluators, and the definitions.
func TestQuantizerNeighboursEqualLoad(t *testing.T) {
	for seed := range uint64(120) {
		rng := rand.New(rand.NewPCG(seed, 20))
		n := 2 + rng.IntN(12)
		p := drawDots(rng, n, 1+rng.IntN(4), int(seed%tables.WeightKinds))
		fixed := seed/tables.WeightKinds%2 == 1
		problem := quantizerOf(p.Cloud(t), fixed)
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
		p := drawDots(rng, n, d, int(seed%tables.WeightKinds))
		moved := dots{tables.Dots{Weight: p.Weight}}
		unit, origin := math.Exp(20*rng.NormFloat64()), 1000*rng.NormFloat64()
		for _, row := range p.At {
			to := make([]float64, d)
			for y, v := range row {
				to[y] = unit * (v + origin)
			}
			moved.At = append(moved.At, to)
		}
		a, b := quantizerOf(p.Cloud(t), false), quantizerOf(moved.Cloud(t), false)
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

// dots are weighted points as the oracles see them.
type dots struct{ tables.Dots }

func drawDots(rng *rand.Rand, n, d, weights int) dots {
	return dots{tables.DrawDots(rng, n, d, weights)}
}

func (p dots) point(f partition.Partition, fixed bool) pair {
	h, i := p.Point(f, fixed)
	return pair{h, i}
}
