package verify

import (
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// trend adds the trend of a frontier to its limits. The error wraps [ErrUnverifiable] if the problem has none.
func (f *findings) trend(l *limits, of problem.Problem) error {
	if l.Monotone == "" {
		return nil
	}
	if f.frontier.Search.Order != string(method.Linear) {
		f.fail("the clusters are said to have a trend (monotone), and not to be runs in linear order")
		return nil
	}
	trend := problem.Limits{Monotone: l.Monotone}
	for x, at := range f.place {
		for _, label := range l.Alone {
			if f.frontier.Problem.XLabels[at] == label {
				trend.Alone = append(trend.Alone, x)
			}
		}
	}
	limits, err := limiter.Ordered(of, trend)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	l.rowOf, l.trend = of.Place(), limits.Trend()
	return nil
}

// checkTrend checks how p(y|x) changes along the clusters.
func (k *keeper) checkTrend(c *limits) {
	if c.trend == nil {
		return
	}
	rows := make(partition.Partition, slices.Max(c.rowOf)+1)
	for x, row := range c.rowOf {
		rows[row] = k.labels[k.place[x]]
	}
	if !c.trend.Follows(rows) {
		k.fail("%s has clusters along which the shares of y do not have the trend that monotone says, %q", name(k.point), c.Monotone)
	}
}

// trended is line for runs with a trend: for every run and phase, the largest sums of the runs that end with it.
func (r *runner) trended(int, bool) []float64 {
	trend := r.limits.Trend()
	phases := trend.Phases()
	best := make([][][]float64, r.n+1) // of the runs that end before a row: by first row and phase, by their number
	for end := range best {
		best[end] = make([][]float64, end*phases)
	}
	result := slices.Repeat([]float64{math.Inf(-1)}, r.upTo)
	for begin := range r.n {
		for l, cost := range r.costs(begin, r.n-begin) {
			end := begin + l + 1
			if math.IsInf(cost, -1) {
				continue
			}
			if begin == 0 {
				best[end][0] = []float64{cost}
				continue
			}
			for at, sums := range best[begin] {
				next, ok := trend.Next(at%phases, at/phases, begin, end)
				if !ok || sums == nil {
					continue
				}
				to := &best[end][begin*phases+next]
				for k, i := range sums[:min(len(sums), r.upTo-1)] {
					for len(*to) <= k+1 {
						*to = append(*to, math.Inf(-1))
					}
					(*to)[k+1] = max((*to)[k+1], i+cost)
				}
			}
		}
		best[begin] = nil
	}
	for _, sums := range best[r.n] {
		for k, i := range sums {
			result[k] = max(result[k], i)
		}
	}
	return result
}
