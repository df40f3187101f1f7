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

// Informative is [exact.Informative].
func Informative(ctx context.Context, p problem.Additive, order method.Order, upTo int, opts method.Options) (fs []partition.Partition, complete bool, err error) {
	opts, err = method.ForProgram(opts, p)
	if err != nil {
		return nil, false, err
	}
	if opts.Limits.MaxClusters == 0 || opts.Limits.MaxClusters > upTo {
		opts.Limits.MaxClusters = upTo
	}
	counting := countingOf(p)
	rows, method, err := informativeRows(p, order, opts)
	if err != nil {
		return nil, false, err
	}
	if rows == nil && !countable(p, opts) {
		return nil, false, nil
	}
	shared, err := newProgram(counting, opts)
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
	c.sharp = true
	c.solve(ctx, method)
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
func informativeRows(p problem.Additive, order method.Order, opts method.Options) ([]int, method.Order, error) {
	if order != "" {
		rows, err := Neighbours(p, order, opts.Limits.Alone)
		return rows, order, err
	}
	fixed, ok := p.(interface{ FixedLength() problem.Additive })
	if !ok || !opts.Limits.AllowAnyCluster() {
		return nil, "", nil
	}
	lined, ok := fixed.FixedLength().(problem.Lined)
	if !ok || lined.Line() == nil {
		return nil, "", nil
	}
	if n := float64(p.Rows()); !method.Affordable(int64(lineSteps*n*n*float64(opts.Limits.MaxClusters)), opts.Effort) {
		return nil, "", nil
	}
	rows, err := lineOf(lined)
	return rows, method.Linear, err
}

// lineSteps is the number of steps, as Options.Effort counts them, for two rows and a number of clusters.
const lineSteps = 2.5

// countable reports whether the program over all sets of rows is possible.
func countable(p problem.Additive, opts method.Options) bool {
	n := p.Rows()
	return n <= maxCountedRows && countedBytes(n) <= opts.MaxMemory && method.Affordable(countedEffort(n), opts.Effort)
}

// counting is a problem whose h is the number of clusters, and whose i is another problem's i minus a little of its
// h.
type counting struct {
	problem.Additive
	tilt float64
}

// weightedCounting is counting for a problem whose rows have masses.
type weightedCounting struct {
	counting
	problem.Weighted
}

// informativeTilt is so small that h does not outweigh a cell of the grid of i.
const informativeTilt = 0x1p-36

// countingOf returns the problem whose h counts the clusters. The h of a user's own problem may have any size and
// is ignored.
func countingOf(p problem.Additive) problem.Additive {
	made := counting{Additive: p}
	if kind := p.Describe().Kind; kind == "dib" || kind == "quantizer" || kind == "mean" {
		made.tilt = informativeTilt
	}
	if w, ok := p.(problem.Weighted); ok {
		return weightedCounting{made, w}
	}
	return made
}

// Total implements [problem.Additive].
func (c counting) Total(sum problem.Point) problem.Point { return sum }

// Evaluators implements [problem.Problem].
func (c counting) Evaluators(goroutines int, memory int64) []problem.Evaluator {
	return problem.Evaluators(c, goroutines, memory)
}

// Cluster implements [problem.Additive].
func (c counting) Cluster() problem.Cluster { return countingCluster{c.Additive.Cluster(), c.tilt} }

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
