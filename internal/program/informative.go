package program

import (
	"context"
	"errors"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Informative returns the clusterings of highest i for every number of clusters up to upTo, in the problem's order
// of rows, if a dynamic program finds them. The program goes over contiguous runs if an order is given or the
// problem has an order in which such runs are optimal ([problem.Traits].InformativeLine), and over all sets of few rows. Of
// clusterings with the same i it prefers one with a low h. It omits numbers of clusters that do not increase i.
//
// complete is false if no program applies, if it would take more steps than Options.Effort allows, or if the
// context or the memory ended before the program. Clusterings may be returned even then. The error wraps
// [problem.ErrOptions].
func Informative(ctx context.Context, p problem.Problem, order method.Order, upTo int, opts method.Options) (fs []partition.Partition, complete bool, err error) {
	opts, err = method.ForProgram(opts, p)
	if err != nil || opts.Limits.Second != nil {
		return nil, false, err
	}
	if opts.Limits.MaxClusters == 0 || opts.Limits.MaxClusters > upTo {
		opts.Limits.MaxClusters = upTo
	}
	rows, order, err := informativeRows(p, order, opts)
	if err != nil {
		return nil, false, err
	}
	if rows == nil && !countable(p, opts) {
		return nil, false, nil
	}
	shared, err := inOrder(counting{p}, p, order, opts)
	if err != nil {
		return nil, false, err
	}
	if rows == nil {
		c := newCounted(shared)
		if err := c.found.Err(); err != nil || !c.run(ctx) {
			return nil, false, err
		}
		return c.clusterings(), true, nil
	}
	c := newCircle(shared, rows)
	if err := c.checkTrend(); err != nil {
		return nil, false, err
	}
	c.sharp = true
	c.solve(ctx, order)
	r, err := c.result(ctx, frontier.Search{})
	if errors.Is(err, problem.ErrInfeasible) {
		return nil, false, nil // the caller has clusterings that keep the limits, or an error of its own
	} else if err != nil {
		return nil, false, err
	}
	return partitionsOf(c.found), r.Status == frontier.StatusComplete, nil
}

// informativeRows returns the order of rows for contiguous runs, and whether it is a circle. It returns no rows if
// there is no such order.
func informativeRows(p problem.Problem, order method.Order, opts method.Options) ([]int, method.Order, error) {
	if order != "" {
		rows, err := Neighbours(p, order, opts.Limits.Alone)
		return rows, order, err
	}
	line, n := p.Traits().InformativeLine, float64(p.Rows())
	if line == nil || !opts.Limits.AllowAnyCluster() || !method.Affordable(int64(lineSteps*n*n*float64(opts.Limits.MaxClusters)), opts.Effort) {
		return nil, "", nil
	}
	rows, err := orderBy(line, p.Rows())
	return rows, method.Linear, err
}

// lineSteps is the number of steps, as Options.Effort counts them, for two rows and a number of clusters.
const lineSteps = 2.5

// countable reports whether the program over all sets of rows is possible.
func countable(p problem.Problem, opts method.Options) bool {
	n := p.Rows()
	return n <= maxCountedRows && countedBytes(n) <= opts.MaxMemory && method.Affordable(countedEffort(n), opts.Effort)
}

// counting is a problem whose h is the number of clusters, and whose i is another problem's i minus a little of its
// h.
type counting struct{ problem.Problem }

// Traits implements [problem.Problem].
func (c counting) Traits() problem.Traits {
	t := c.Problem.Traits()
	tilt := method.Tilt(t)
	return problem.Traits{
		Cluster: func() problem.Cluster { return countingCluster{t.Cluster(), tilt} },
		Total:   func(sum problem.Point) problem.Point { return sum },
		Masses:  t.Masses,
	}
}

// Evaluators implements [problem.Problem].
func (c counting) Evaluators(goroutines int, memory int64) []problem.Evaluator {
	return problem.Evaluators(c, goroutines, memory)
}

type countingCluster struct {
	problem.Cluster
	tilt float64
}

// Cost implements [problem.Cluster].
func (c countingCluster) Cost() problem.Point {
	at := c.Cluster.Cost()
	if !at.Valid() {
		return at
	}
	if c.tilt > 0 {
		at.I -= plogp.Quantize(c.tilt * at.H)
	}
	return problem.Point{H: 1, I: at.I}
}

// partitionsOf returns the clusterings of an archive.
func partitionsOf(a *archive.Archive) (fs []partition.Partition) {
	for p := range a.All() {
		f := make(partition.Partition, a.Rows())
		p.Payload.Clustering.Unpack(f)
		fs = append(fs, f)
	}
	return fs
}
