package best_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/best"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/points"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// TestMeansByBruteForce: the frontier of R^2 and the best of each number of groups are those of all groupings, computed
// from the records.
func TestMeansByBruteForce(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 51))
		n := 4 + int(seed)/2
		var labels, numbers []string
		for y := range 12 {
			numbers = append(numbers, fmt.Sprint(float64(y*y)/4))
		}
		var cells []joint.Cell
		records := make([][]float64, n)
		for x := range n {
			labels = append(labels, fmt.Sprint("x", x))
			for range 1 + rng.IntN(9)*int(seed%3) { // one record a value, or several
				y := rng.IntN(12)
				records[x] = append(records[x], float64(y*y)/4)
				cells = append(cells, joint.Cell{X: int32(x), Y: int32(y), Value: 1})
			}
		}
		records[0], records[1] = append(records[0], 0), append(records[1], 30.25)
		cells = append(cells, joint.Cell{X: 0, Y: 0, Value: 1}, joint.Cell{X: 1, Y: 11, Value: 1})
		j, err := joint.New(labels, numbers, united(cells))
		if err != nil {
			t.Fatal(err)
		}
		c, err := points.FromNumericY(j)
		if err != nil {
			t.Fatal(err)
		}
		p := problem.Quantizer(c)
		found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{})).Frontier
		if found, err = best.Find(context.Background(), p, found, best.Options{UpTo: n}); err != nil {
			t.Fatal(err)
		}
		most := make([]float64, n+1) // of each number of groups
		at := make(map[string][2]float64)
		for f := range partition.All(n) {
			h, r := pointOfRecords(records, f)
			at[fmt.Sprint(f)] = [2]float64{h, r}
			most[f.K()] = max(most[f.K()], r)
		}
		for p := range found.All() {
			v := at[fmt.Sprint(p.Assignment())]
			if math.Abs(p.H-v[0]) > 1e-9 || math.Abs(p.I-v[1]) > 1e-9 {
				t.Errorf("seed %d: %v is at (%g, %g), want %v", seed, p.Assignment(), p.H, p.I, v)
			}
		}
		for f, v := range at {
			if q, ok := found.Within(v[0] + 1e-9); !ok || q.I < v[1]-1e-8 {
				t.Errorf("seed %d: %s explains %g within %g bits, and the frontier %g", seed, f, v[1], v[0], q.I)
			}
		}
		for p := range found.Best() {
			if !p.Exact || math.Abs(p.I-most[p.K]) > 1e-9 {
				t.Errorf("seed %d: %d groups explain %g (proved: %t), want %g", seed, p.K, p.I, p.Exact, most[p.K])
			}
		}
		if d := found.Problem; d.Kind != "mean" || math.Abs(d.IXY-most[n]) > 1e-9 || len(d.Means.Mean) != n {
			t.Errorf("seed %d: described as %s with %g and %v", seed, d.Kind, d.IXY, d.Means)
		}
		v, err := exact.Recompute(context.Background(), p, found, 1)
		if err != nil || !v.OK() {
			t.Errorf("seed %d: %v, %v", seed, err, v)
		}
		wrong := slices.Clone(found.Problem.Means.Variance)
		wrong[0]++
		found.Problem.Means = &frontier.Means{Mean: found.Problem.Means.Mean, Variance: wrong}
		if v, err = exact.Recompute(context.Background(), p, found, 1); err != nil || v.OK() {
			t.Errorf("seed %d: a wrong variance is accepted: %v", seed, err)
		}
	}
}

// united adds up cells of the same place.
func united(cells []joint.Cell) (list []joint.Cell) {
	sums := make(map[[2]int32]int)
	for _, c := range cells {
		key := [2]int32{c.X, c.Y}
		at, ok := sums[key]
		if !ok {
			at, list = len(list), append(list, joint.Cell{X: c.X, Y: c.Y})
			sums[key] = at
		}
		list[at].Value += c.Value
	}
	return list
}

// pointOfRecords returns H(Z) and R^2 of a grouping of rows with some numbers.
func pointOfRecords(records [][]float64, f partition.Partition) (h, r float64) {
	var all []float64
	groups := make([][]float64, f.K())
	for x, g := range f {
		all = append(all, records[x]...)
		groups[g] = append(groups[g], records[x]...)
	}
	total, within := scatterOf(all), 0.0
	for _, g := range groups {
		w := float64(len(g)) / float64(len(all))
		h -= w * math.Log2(w)
		within += scatterOf(g)
	}
	return h, 1 - within/total
}

// scatterOf returns the sum of squared deviations from the mean.
func scatterOf(list []float64) (sum float64) {
	mean := 0.0
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for _, v := range list {
		sum += (v - mean) * (v - mean)
	}
	return sum
}
