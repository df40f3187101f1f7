package exact

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Recompute checks a frontier of any problem against that problem: every point is
// computed anew, and every clustering must keep the constraints that the frontier
// was found under. It trusts the problem's evaluator. That of [problem.DIB] shares
// no line with [Verify], which checks certificates, too; they are for no other
// problem, and not checked here.
//
// Where rows were linked, the problem may be that with the links or that without,
// which relies on less.
//
// The number of workers is that of goroutines, and 0 means one per core; the result
// does not depend on it.
//
// A frontier that is wrong is a result, see [Verification.Failures], and not an
// error. An error wraps [ErrUnverifiable] or [problem.ErrOptions], or is the context's. O(points x clusters),
// each computed once, as a rule.
func Recompute(ctx context.Context, p problem.Problem, f *frontier.Frontier, workers int) (*Verification, error) {
	_, workers, err := search.Resources(0, workers)
	if err != nil {
		return nil, err
	}
	r := recomputer{findings: findings{frontier: f}, problem: p, described: p.Describe()}
	if err := r.of(&r.described); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if f.Certificate != nil {
		return nil, fmt.Errorf("%w: it has a certificate, which only tables of X and Y have, for H(Z) and I(Z;Y)", ErrUnverifiable)
	}
	if err := r.constraints(r.masses()); err != nil {
		return nil, err
	}
	if err := r.points(ctx, workers); err != nil {
		return nil, err
	}
	return r.done(), nil
}

// recomputer is the state of a Recompute.
type recomputer struct {
	findings
	problem   problem.Problem
	described frontier.Problem
}

// points computes every point by loading its clustering.
func (r *recomputer) points(ctx context.Context, workers int) error {
	given, is := &r.frontier.Problem, &r.described
	r.compare("H(X)", given.HX, is.HX)
	r.compare("H(Y)", given.HY, is.HY)
	r.compare("I(X;Y)", given.IXY, is.IXY)
	if !(math.Abs(given.Variance-is.Variance) <= samePoint*is.Variance) { // of any unit
		r.fail("the variance is given as %.12g, and is %.12g", given.Variance, is.Variance)
	}
	points := make([]problem.Point, r.frontier.Len())
	together := make([]error, len(points)) // why a point has none
	evaluators := r.problem.Evaluators(workers, search.MinMemory)
	share(workers, len(points), func(worker, k int) {
		if ctx.Err() != nil {
			return
		}
		var clustering partition.Partition
		clustering, together[k] = r.inOrder(r.partition(r.frontier.At(k).Assignment()))
		if together[k] == nil {
			points[k] = evaluators[worker].Load(clustering)
		}
	})
	for k, at := range points {
		if together[k] != nil {
			r.fail("point %d has %v", k, together[k])
		} else {
			r.comparePoint(k, at.H, at.I)
		}
	}
	r.says.Points = r.frontier.Len()
	return ctx.Err()
}

// inOrder returns a clustering of the table's rows as one of the problem's rows. The
// error is that of a clustering that separates rows which are one in the problem.
func (r *recomputer) inOrder(f partition.Partition) (partition.Partition, error) {
	place := r.problem.Place()
	labels, first := make([]int, r.problem.Rows()), make([]int, r.problem.Rows())
	for x, row := range place {
		if first[row] == 0 {
			first[row], labels[row] = x+1, f[x]
		}
		if labels[row] != f[x] {
			names := r.described.XLabels
			return nil, fmt.Errorf("%q and %q in two clusters, and they are always together", names[first[row]-1], names[x])
		}
	}
	return partition.Canonical(labels), nil
}

// masses returns the probability of every row of the table; nil if the problem has
// none. Of rows that are always together, the first has that of all.
func (r *recomputer) masses() []float64 {
	weighted, ok := r.problem.(problem.Weighted)
	if !ok {
		return nil
	}
	rows, total := weighted.Masses()
	masses, counted := make([]float64, len(r.place)), make([]bool, len(rows))
	for x, row := range r.problem.Place() {
		if !counted[row] {
			counted[row], masses[x] = true, rows[row]/total
		}
	}
	return masses
}
