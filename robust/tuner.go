package robust

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// tuner is the state of TuneEpsilon.
type tuner struct {
	TuneOptions
	table  *joint.Joint
	all    *joint.Joint // the table with its columns in alphabetical order
	halves [][2]*half   // of every split
	// found holds the frontiers of every level, for both halves of every split, and whole is the
	// frontier of all records at the first level.
	found [][][2]*frontier.Frontier
	whole *frontier.Frontier
}

// seed returns the seed of a split. Neighbouring seeds of a user share no splits.
func (t *tuner) seed(split int) uint64 { return t.Seed + uint64(split)*random.Increment }

// split makes the halves.
func (t *tuner) split() (err error) {
	if t.all, err = shared(t.table, t.table); err != nil {
		return err
	}
	for s := range t.Splits {
		halves, err := halve(t.table, t.seed(s))
		if err != nil {
			return err
		}
		t.halves = append(t.halves, halves)
	}
	return nil
}

// search maps all halves, level after level, until one is too deep. It returns the number of
// levels before, and why it ended.
func (t *tuner) search(ctx context.Context) (levels int, status frontier.Status, err error) {
	all := 1 + 2*t.Splits*len(t.Epsilons)
	over := 0
	observe := func(done int) { t.Observe(over+done, all) }
	for k := range t.Epsilons {
		runs := t.runs(k)
		switch status, err = t.level(ctx, runs, observe); {
		case err != nil:
			return 0, status, err
		case status == frontier.StatusConverged:
			over += len(runs)
			continue
		case status == frontier.StatusEffort && k == 0:
			return 0, status, fmt.Errorf("%w: a search at epsilon %g takes more than %d, or than %d MiB", ErrBudget, t.Epsilons[0], t.Budget, t.memory()>>20)
		case status != frontier.StatusEffort && k < 2:
			return 0, status, ctx.Err()
		}
		t.Observe(all, all)
		return k, status, nil
	}
	return len(t.Epsilons), frontier.StatusConverged, nil
}

// run is one search.
type run struct {
	problem problem.Problem
	seed    uint64
	epsilon float64
	into    **frontier.Frontier
}

// runs returns the searches of a level, and makes room for their results.
func (t *tuner) runs(level int) []run {
	epsilon := t.Epsilons[level]
	t.found = append(t.found, make([][2]*frontier.Frontier, t.Splits))
	var runs []run
	for s, halves := range t.halves {
		for k, h := range halves {
			runs = append(runs, run{h.problem, t.seed(s) + uint64(k), epsilon, &t.found[level][s][k]})
		}
	}
	if level == 0 {
		runs = append(runs, run{problem.DIB(t.all), t.Seed, epsilon, &t.whole})
	}
	return runs
}

// level runs the searches of a level. The status is converged if all finished. If a search exceeds
// its limits, the others are stopped; whether that happens depends on the tables only.
func (t *tuner) level(ctx context.Context, runs []run, observe func(done int)) (frontier.Status, error) {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	each := Options{Workers: t.Workers, Observe: func(done, _ int) {
		if within.Err() == nil {
			observe(done)
		}
	}}.each
	err := each(within, len(runs), func(_, k int) error {
		done, err := runs[k].within(within, t.Budget, t.memory())
		if err == nil && !done && within.Err() == nil {
			err = errTooDeep
			cancel() // stops the searches that are running
		}
		return err
	})
	switch {
	case errors.Is(err, errTooDeep):
		return frontier.StatusEffort, nil
	case !slices.ContainsFunc(runs, func(r run) bool { return *r.into == nil }):
		return frontier.StatusConverged, nil
	case ctx.Err() != nil:
		return resources.Cut(ctx), nil
	}
	return frontier.StatusConverged, err
}

// errTooDeep ends the searches of a level when a search exceeds its limits.
var errTooDeep = errors.New("the search is too deep")

// within runs a search, and reports whether it finished within its limits on evaluations and
// memory.
func (r run) within(ctx context.Context, budget, memory int64) (done bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found, err := search.Map(ctx, r.problem, search.Options{
		Method: search.Merge, Epsilon: r.epsilon, Seed: r.seed, MaxMemory: memory, Workers: 1,
		Observe: func(p search.Progress) {
			if p.Evaluated > budget {
				cancel()
			}
		},
	})
	if err != nil || found.Status != frontier.StatusConverged || found.Evaluated > budget {
		return false, err
	}
	*r.into = found.Frontier
	return true, nil
}

// compare returns the agreement of the frontiers of the first levels, as means over the
// splits.
func (t *tuner) compare(levels int) []Level {
	agreed := make([][]Level, t.Splits)
	// This is fast compared to the searches, and is done even if the context has ended.
	_ = pool.Each(context.Background(), t.Workers, t.Splits, func(_, s int) error {
		frontiers := make([][2]*frontier.Frontier, levels)
		for k := range frontiers {
			frontiers[k] = t.found[k][s]
		}
		agreed[s] = agree(t.halves[s], frontiers)
		return nil
	})
	list := make([]Level, levels)
	for k := range list {
		l := &list[k]
		l.Epsilon = t.Epsilons[k]
		mean := func(of func(l *Level) float64) (mean, deviation float64) {
			values := make([]float64, t.Splits)
			for s := range values {
				values[s] = of(&agreed[s][k])
			}
			return meanOf(values)
		}
		l.Points, _ = mean(func(l *Level) float64 { return l.Points })
		l.Evaluated, _ = mean(func(l *Level) float64 { return l.Evaluated })
		l.Gap, _ = mean(func(l *Level) float64 { return l.Gap })
		l.Distance, _ = mean(func(l *Level) float64 { return l.Distance })
		l.Overlap, _ = mean(func(l *Level) float64 { return l.Overlap })
		l.Transfer, l.TransferError = mean(func(l *Level) float64 { return l.Transfer })
	}
	return list
}

// meanOf returns the mean of values and its standard error.
func meanOf(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	mean = sum(values) / n
	var squares float64
	for _, v := range values {
		squares += float64((v - mean) * (v - mean))
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// scaleOf returns the median geometric mean of the standard deviations of points.
func scaleOf(ctx context.Context, j *joint.Joint, f *frontier.Frontier) (float64, error) {
	measured, err := Measure(context.WithoutCancel(ctx), j, f, Options{Method: Delta})
	if err != nil {
		return 0, err
	}
	var scales []float64
	for p := range measured.All() {
		scales = append(scales, math.Sqrt(float64(p.DH*p.DI)))
	}
	slices.Sort(scales)
	n := len(scales)
	return (scales[(n-1)/2] + scales[n/2]) / 2, nil
}
