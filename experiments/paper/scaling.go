package main

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// columns is the number of columns of the random tables.
const columns = 30

// The smallest numbers of rows for fits of power laws. Below fitFrom, terms of lower order matter;
// the paper does not give its smallest number.
const (
	fitAll  = 5
	fitFrom = 10
)

// searcher is a way to search whose scaling is measured.
type searcher struct {
	name string
	opts search.Options
}

// searchers are the mapper of the paper and the searches of this project, on one core.
func searchers() []searcher {
	return []searcher{
		{"mapper", search.Options{Method: search.Merge, Workers: 1}},
		{"local search", search.Options{Method: search.Local, Workers: 1}},
		{"default", search.Options{Workers: 1}},
	}
}

// searched is the effort and the result of a search.
type searched struct {
	method  string
	n       int
	epsilon float64
	seed    int
	points  int // on the frontier
	search.Stats
	seconds float64
}

// scaling measures how searches grow with the number of rows and with epsilon.
func scaling(ctx context.Context, e *env) (outcome, error) {
	seeds := pick(e, 1, 5)
	sizes := pick(e, []int{6, 8, 10, 12, 14}, []int{5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 64})
	var bySize []searched
	for _, n := range sizes {
		for seed := range seeds {
			if n > stackTo {
				break
			}
			m, err := lastFirst(ctx, n, seed)
			if err != nil {
				return outcome{}, err
			}
			bySize = append(bySize, m)
		}
		for _, s := range searchers() {
			for seed := range seeds {
				m, err := measure(ctx, s, n, seed)
				if err != nil {
					return outcome{}, err
				}
				bySize = append(bySize, m)
			}
		}
	}
	var byEpsilon []searched
	n := pick(e, 8, 11)
	for _, epsilon := range []float64{0, 1e-4, 3e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.3, 1} {
		for seed := range seeds {
			s := searcher{"mapper", search.Options{Method: search.Merge, Epsilon: epsilon, Seed: uint64(seed), Workers: 1}}
			m, err := measure(ctx, s, n, seed)
			if err != nil {
				return outcome{}, err
			}
			byEpsilon = append(byEpsilon, m)
		}
	}
	if err := writeScaling(e, append(bySize, byEpsilon...)); err != nil {
		return outcome{}, err
	}
	if err := e.drawn("fig-scaling", draw.Page{Height: 135}, scalingChart(bySize, byEpsilon).Draw); err != nil {
		return outcome{}, err
	}
	return outcome{lines: append(scalingLines(bySize), epsilonLines(byEpsilon)...)}, nil
}

// measure searches a random table. The time is the least of several runs: at least three, and for
// at least a twentieth of a second, unless one run takes long.
func measure(ctx context.Context, s searcher, n, seed int) (searched, error) {
	m := searched{method: s.name, n: n, epsilon: s.opts.Epsilon, seed: seed}
	j, err := simplex(n, columns, uint64(seed))
	if err != nil {
		return m, err
	}
	const enough, long = 50 * time.Millisecond, 2 * time.Second
	m.seconds = math.Inf(1)
	began := time.Now()
	for run := 0; time.Since(began) < enough || run < 3 && time.Since(began) < long; run++ {
		start := time.Now()
		r, err := mapped(ctx, j, s.opts)
		if err != nil {
			return m, err
		}
		m.seconds = min(m.seconds, time.Since(start).Seconds())
		m.points, m.Stats = r.Frontier.Len(), r.Stats
	}
	return m, nil
}

// stackTo is the largest number of rows for the mapper with a stack, which takes half a minute
// for 40.
const stackTo = 30

// stackName is the name of this mapper.
const stackName = "mapper, last found first"

// lastFirst explores a random table in the order of the published program. Its time is not
// measured, as its code is not optimised.
func lastFirst(ctx context.Context, n, seed int) (searched, error) {
	m := searched{method: stackName, n: n, seed: seed}
	j, err := simplex(n, columns, uint64(seed))
	if err != nil {
		return m, err
	}
	run := newMapper(j, 0, 0, true)
	for {
		parent, _, ok := run.step()
		if !ok {
			break
		}
		k := int64(parent.clusters.K())
		m.Expanded, m.Evaluated = m.Expanded+1, m.Evaluated+k*(k-1)/2
		if err := ctx.Err(); err != nil {
			return m, err
		}
	}
	m.points = run.frontier.Len()
	return m, nil
}

// mapped searches, and returns an error if the context ends first.
func mapped(ctx context.Context, j *joint.Joint, o search.Options) (*search.Result, error) {
	r, err := search.Map(ctx, problem.DIB(j), o)
	if err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// writeScaling writes what was counted, which is the same in every run, and the times, which are
// not.
func writeScaling(e *env, all []searched) error {
	var counts, times [][]string
	for _, m := range all {
		run := []string{m.method, strconv.Itoa(m.n), number(m.epsilon), strconv.Itoa(m.seed)}
		counts = append(counts, append(run[:4:4], strconv.Itoa(m.points), strconv.FormatInt(m.Expanded, 10), strconv.FormatInt(m.Evaluated, 10)))
		if m.seconds == 0 {
			continue
		}
		times = append(times, append(run[:4:4], strconv.FormatFloat(m.seconds, 'g', 3, 64)))
	}
	header := []string{"method", "n", "epsilon", "seed"}
	if err := e.numbers("fig-scaling", append(header[:4:4], "points", "explored", "evaluated"), counts); err != nil {
		return err
	}
	return e.numbers("fig-scaling-time", append(header[:4:4], "seconds"), times)
}
