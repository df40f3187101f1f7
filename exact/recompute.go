package exact

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Recompute checks a frontier of any problem against the problem: it computes every
// point anew with the problem's evaluator or, of thousands of points in a tree, from the changes
// between them, as [Verify] does where h and i are sums over cells or follow from centroids, and all else in the
// frontier that follows from the problem, and checks that every clustering satisfies the constraints that the frontier
// was found under. A frontier that claims to be complete is solved again, if that is not too
// much work, and so are best clusterings that are called exact. For frontiers of
// [problem.DIB] [Verify] relies on less, and checks certificates.
//
// If rows were linked, the problem may be the one with the links or the one without,
// which relies on less.
//
// workers is the number of goroutines, and 0 means one per core. The result does not
// depend on it. A wrong frontier is not an error; see [Verification.Failures]. The error
// wraps [ErrUnverifiable] or [problem.ErrOptions], or is the context's. O(points x
// clusters) costs of clusters.
func Recompute(ctx context.Context, p problem.Problem, f *frontier.Frontier, workers int) (*Verification, error) {
	return recompute(ctx, p, f, workers, again)
}

func recompute(ctx context.Context, p problem.Problem, f *frontier.Frontier, workers int, again resolver) (*Verification, error) {
	opts, err := Options{Workers: workers}.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	is := p.Describe()
	r := &findings{frontier: f, workers: opts.Workers, again: again}
	if err := r.match(&is); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if f.Certificate != nil {
		return nil, fmt.Errorf("%w: it has a certificate, which only tables of X and Y have, for H(Z) and I(Z;Y)", ErrUnverifiable)
	}
	if err := r.constraints(ctx, is.XMass); err != nil {
		return nil, err
	}
	evaluators := p.Evaluators(opts.Workers, 0)
	err = r.points(ctx, p, &is, func(worker int, c partition.Partition) (at problem.Point, err error) {
		if c, err = asRows(p, c, is.XLabels); err == nil {
			at = evaluators[worker].Load(c)
		}
		return at, err
	})
	if err == nil {
		err = r.mostInformative(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	return r.claimed(ctx, p)
}

// asRows returns a clustering of the table's rows as one of the problem's rows. The
// error names rows of two clusters that are one row of the problem.
func asRows(p problem.Problem, f partition.Partition, labels []string) (partition.Partition, error) {
	rows, first := make(partition.Partition, p.Rows()), make([]int, p.Rows())
	for x, row := range p.Place() {
		if first[row] == 0 {
			first[row], rows[row] = x+1, f[x]
		}
		if rows[row] != f[x] {
			return nil, fmt.Errorf("%q and %q in two clusters, and they are always together", labels[first[row]-1], labels[x])
		}
	}
	rows.Renumber(make([]int, len(rows)))
	return rows, nil
}
