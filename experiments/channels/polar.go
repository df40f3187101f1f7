package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// channel is a channel that adds noise modulo q to its input, of equally likely values, and also tells the receiver a row:
// row r and noise e occur with the probability channel[r][e]. A row is q symbols of the output. They are quantised alike,
// as by Tal and Vardy (2013, doi:10.1109/TIT.2013.2272694) for q = 2.
type channel [][]float64

// noisy is the channel without rows to tell that keeps an input with probability 1-e, and otherwise makes it any other.
func noisy(q int, e float64) channel {
	row := slices.Repeat([]float64{e / float64(q-1)}, q)
	row[0] = 1 - e
	return channel{row}
}

// halved is the noisy channel through which half of the log2(q) bits of an input arrive.
func halved(q int) channel {
	low, high := 0.0, 1-1/float64(q)
	for range 60 {
		if e := (low + high) / 2; noisy(q, e).information() > math.Log2(float64(q))/2 {
			low = e
		} else {
			high = e
		}
	}
	return noisy(q, low)
}

// information returns the mutual information of input and output in bits.
func (c channel) information() float64 {
	lost := 0.0
	for _, row := range c {
		mass := lists.Sum(row)
		for _, p := range row {
			if p > 0 {
				lost -= float64(p * math.Log2(p/mass))
			}
		}
	}
	return math.Log2(float64(len(c[0]))) - lost
}

// wrong returns the probability that the likeliest input was not sent.
func (c channel) wrong() float64 {
	sum := 0.0
	for _, row := range c {
		sum += lists.Sum(row[1:]) // the likeliest noise is 0
	}
	return sum
}

// split returns the two channels of Arıkan's transform modulo q with inputs u+v and v: of u, and of v if u is known.
func (c channel) split() (minus, plus channel) {
	q := len(c[0])
	for i, a := range c {
		for j, b := range c {
			factor := 1.0
			if q == 2 { // j with i makes the same rows as i with j
				if j < i {
					continue
				}
				factor = float64(1 + min(1, j-i))
			}
			first := make([]float64, q)
			for difference := range q {
				second := make([]float64, q)
				for e, p := range b {
					second[e] = factor * a[(e+difference)%q] * p
				}
				first[difference] = lists.Sum(second)
				plus = plus.with(second)
			}
			minus = minus.with(first)
		}
	}
	return minus, plus
}

// with appends a row, rotated so that its likeliest noise is 0; this renames the q symbols of the row.
func (c channel) with(row []float64) channel {
	const nothing = 1e-290 // below which logarithms of shares lose digits
	most := slices.Max(row)
	if most < nothing {
		return c
	}
	at := slices.Index(row, most)
	return append(c, append(slices.Clone(row[at:]), row[:at]...))
}

// merger groups the rows of a table into at most k groups.
type merger func(ctx context.Context, j *joint.Joint, k int) (partition.Partition, error)

// greedy merges the two rows whose merge loses least, again and again: the degrading merge of the literature.
func greedy(ctx context.Context, j *joint.Joint, k int) (partition.Partition, error) {
	method, err := baseline.Named("agglomerative-ib")
	if err != nil {
		return nil, err
	}
	r, err := method.Run(ctx, j, baseline.Options{Clusters: []int{k}, Workers: 1})
	if err != nil || r.Status != baseline.Finished {
		return nil, orEnded(ctx, err)
	}
	return r.Clusterings[len(r.Clusterings)-1].Partition, nil
}

// best is the most informative grouping: proved for two inputs, and what a search finds for more.
func best(ctx context.Context, j *joint.Joint, k int) (partition.Partition, error) {
	p, limits := problem.DMC(j), problem.Limits{MaxClusters: k}
	var r *search.Result
	var err error
	if j.Cols() == 2 {
		r, err = exact.Line(ctx, p, exact.Options{Workers: 1, Limits: limits})
	} else {
		r, err = search.Map(ctx, p, search.Options{Workers: 1, Limits: limits, Effort: 0.03})
	}
	if err != nil || ctx.Err() != nil {
		return nil, orEnded(ctx, err)
	}
	return r.Frontier.At(r.Frontier.Len() - 1).Assignment(), nil
}

func orEnded(ctx context.Context, err error) error {
	if err != nil {
		return err
	}
	return ctx.Err()
}

// merged returns the channel with at most k rows.
func (c channel) merged(ctx context.Context, k int, choose merger) (channel, error) {
	if len(c) <= k {
		return c, nil
	}
	j, err := joint.Dense(labels(len(c)), labels(len(c[0])), c)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(ctx, j, k)
	if err != nil {
		return nil, err
	}
	// The table leaves out rows of less than 2^-53, which go with the first group: to merge more is to degrade, too.
	group := make([]int, len(c))
	for at, label := range j.XLabels() {
		r, err := strconv.Atoi(label)
		if err != nil {
			return nil, err
		}
		group[r] = chosen[at]
	}
	sums := make(channel, chosen.K())
	for r, row := range c {
		to := &sums[group[r]]
		*to = append(*to, make([]float64, len(row)-len(*to))...)
		for e, p := range row {
			(*to)[e] += p
		}
	}
	return sums, nil
}

// polarised returns the 2^levels channels of a polar code, quantised to k rows after each step.
func (c channel) polarised(ctx context.Context, levels, k int, choose merger) ([]channel, error) {
	if levels == 0 {
		return []channel{c}, nil
	}
	var all []channel
	minus, plus := c.split()
	for _, half := range []channel{minus, plus} {
		kept, err := half.merged(ctx, k, choose)
		if err != nil {
			return nil, err
		}
		of, err := kept.polarised(ctx, levels-1, k, choose)
		if err != nil {
			return nil, err
		}
		all = append(all, of...)
	}
	return all, nil
}

// rate returns the share of the channels that a code can use whose blocks are wrong with a probability of at most most,
// by the union bound.
func rate(of []channel, most float64) float64 {
	var wrong []float64
	for _, c := range of {
		wrong = append(wrong, c.wrong())
	}
	slices.Sort(wrong)
	used := 0
	for sum := 0.0; used < len(wrong) && sum+wrong[used] <= most; used++ {
		sum += wrong[used]
	}
	return float64(used) / float64(len(wrong))
}

// mean returns the mean information of channels. The channels of a polar code have the information of its channel, less
// the loss by quantisation.
func mean(of []channel) float64 {
	sum := 0.0
	for _, c := range of {
		sum += c.information()
	}
	return sum / float64(len(of))
}

// polar writes how much polar codes lose by quantisation: long codes of two inputs, and short codes of more inputs.
func polar(ctx context.Context, w io.Writer, levels, short int) error {
	both := []merger{greedy, best}
	fmt.Fprintln(w, "| outputs | bits lost, greedy | bits lost, dibmap | rate, greedy | rate, dibmap |\n|---|---|---|---|---|")
	for _, k := range []int{2, 4, 8} {
		c := noisy(2, 0.11)
		var lost, rates []any
		for _, choose := range both {
			of, err := c.polarised(ctx, levels, k, choose)
			if err != nil {
				return err
			}
			lost, rates = append(lost, c.information()-mean(of)), append(rates, rate(of, 1e-3))
		}
		fmt.Fprintf(w, "| %d | %.5f | %.5f | %.4f | %.4f |\n", append(append([]any{2 * k}, lost...), rates...)...)
	}
	fmt.Fprintln(w, "\n| inputs | bits sent | bits lost, greedy | bits lost, dibmap |\n|---|---|---|---|")
	for _, q := range []int{3, 4, 5, 8, 16} {
		c := halved(q)
		line := []any{q, c.information()}
		for _, choose := range both {
			of, err := c.polarised(ctx, short, 8, choose)
			if err != nil {
				return err
			}
			line = append(line, c.information()-mean(of))
		}
		fmt.Fprintf(w, "| %d | %.4f | %.4f | %.4f |\n", line...)
	}
	return nil
}
