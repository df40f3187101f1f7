package verify

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Recompute is [exact.Recompute]. again solves a problem again where a frontier claims to be complete.
func Recompute(ctx context.Context, p problem.Problem, f *frontier.Frontier, workers int, again Solver) (*Verification, error) {
	opts, err := method.WithDefaults(method.Options{Workers: workers})
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
