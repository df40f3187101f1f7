package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// gaussian returns the joint table of the outputs of a channel and its equally likely inputs -1 and 1, to which normal
// noise of a variance is added; the output is the nearest of n values evenly spaced from -2 to 2.
func gaussian(variance float64, n int) [][]float64 {
	above := func(t float64) float64 { return math.Erfc(t/math.Sqrt(2*variance)) / 2 }
	step := 4 / float64(n-1)
	cells := make([][]float64, n)
	for x := range cells {
		low, high := -2+step*(float64(x)-0.5), -2+step*(float64(x)+0.5)
		if x == 0 {
			low = math.Inf(-1)
		}
		if x == n-1 {
			high = math.Inf(1)
		}
		cells[x] = []float64{above(low+1) - above(high+1), above(low-1) - above(high-1)}
	}
	return cells
}

// drawn returns the joint table of n outputs and equally likely inputs, whose shares are uniform numbers in proportion.
func drawn(n, inputs int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	cells, sums := make([][]float64, n), make([]float64, inputs)
	for x := range cells {
		for y := range inputs {
			cells[x] = append(cells[x], rng.Float64())
			sums[y] += cells[x][y]
		}
	}
	for _, row := range cells {
		for y := range row {
			row[y] /= sums[y]
		}
	}
	return cells
}

func tableOf(cells [][]float64) (*joint.Joint, error) {
	return joint.Dense(labels(len(cells)), labels(len(cells[0])), cells)
}

// examples are the examples of QuantDMC 4 (Kurkoski) with channels of two inputs, and the results of its quantBiDmc.
var examples = []struct {
	name   string
	cells  [][]float64
	theirs map[int]float64 // bits by number of groups
}{
	{"biAwgnQuantization, variance 0.1", gaussian(0.1, 30), map[int]float64{8: 0.9964626421}},
	{"biAwgnQuantization, variance 0.35", gaussian(0.35, 30), map[int]float64{8: 0.8260140190}},
	{"biAwgnQuantization, variance 0.6", gaussian(0.6, 30), map[int]float64{8: 0.6515399209}},
	{"binaryDmcPerformance", gaussian(1, 128), map[int]float64{2: 0.3689172326, 8: 0.4778745777, 20: 0.4845014901}},
	{"multipleOptimal", [][]float64{
		{0.001, 0.729}, {0.01, 0.2}, {0.02, 0.04}, {0.04, 0.02}, {0.2, 0.01}, {0.729, 0.001},
	}, map[int]float64{4: 0.8623405678}},
}

// binary writes the exact information of the examples' channels.
func binary(ctx context.Context, w io.Writer) error {
	fmt.Fprintln(w, "| example | outputs | k | QuantDMC | dibmap |\n|---|---|---|---|---|")
	for _, e := range examples {
		j, err := tableOf(e.cells)
		if err != nil {
			return err
		}
		r, err := exact.Line(ctx, problem.DMC(j), exact.Options{})
		if err != nil {
			return err
		}
		for k := range j.Rows() + 1 {
			if theirs, ok := e.theirs[k]; ok {
				p, _ := r.Frontier.WithClusters(k)
				fmt.Fprintf(w, "| %s | %d | %d | %.9f | %.9f |\n", e.name, j.Rows(), k, theirs, p.I)
			}
		}
	}
	return ctx.Err()
}

// recorded has results from QuantDMC's file nonbinaryDmcPerformance.mat about 100 channels of 512 outputs: the mean loss
// of information, in bits, by greedy merges and by KL-means.
var recorded = []struct {
	inputs, k     int
	greedy, means float64
}{
	{3, 6, 0.057583, 0.051881},
	{3, 22, 0.015799, 0.015719},
	{3, 38, 0.008197, 0.008822},
	{3, 70, 0.003635, 0.004511},
	{6, 6, 0.151478, 0.138599},
	{6, 22, 0.086622, 0.082271},
	{6, 38, 0.063643, 0.064269},
	{6, 70, 0.041565, 0.047523},
}

// nonbinary writes the mean losses over some channels that are drawn in the same way.
func nonbinary(ctx context.Context, w io.Writer, channels, outputs int, effort float64) error {
	fmt.Fprintln(w, "| inputs | k | greedy, QuantDMC | KL-means, QuantDMC | greedy | dibmap |\n|---|---|---|---|---|---|")
	var ks []int
	for _, r := range recorded[:4] {
		ks = append(ks, r.k)
	}
	method, err := baseline.Named("agglomerative-ib")
	if err != nil {
		return err
	}
	lost := make(map[[2]int][2]float64)
	for seed := range uint64(channels) {
		for _, inputs := range []int{3, 6} {
			j, err := tableOf(drawn(outputs, inputs, seed))
			if err != nil {
				return err
			}
			merged, err := method.Run(ctx, j, baseline.Options{Clusters: ks})
			if err != nil {
				return err
			}
			found, err := search.Map(ctx, problem.DMC(j), search.Options{Effort: effort, Limits: problem.Limits{MaxClusters: ks[len(ks)-1]}})
			if err != nil || ctx.Err() != nil {
				return orEnded(ctx, err)
			}
			for _, c := range merged.Clusterings {
				p, _ := found.Frontier.WithClusters(c.Partition.K())
				at := [2]int{inputs, p.K}
				sums := lost[at]
				sums[0] += j.IXY() - j.Coarsen(c.Partition).IXY()
				sums[1] += j.IXY() - p.I
				lost[at] = sums
			}
		}
	}
	for _, r := range recorded {
		ours, n := lost[[2]int{r.inputs, r.k}], float64(channels)
		fmt.Fprintf(w, "| %d | %d | %.4f | %.4f | %.4f | %.4f |\n", r.inputs, r.k, r.greedy, r.means, ours[0]/n, ours[1]/n)
	}
	return nil
}
