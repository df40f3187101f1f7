// Package ceiling computes an upper bound on the information of all clusterings: a concave
// function of h that I(Z;Y) does not exceed for any hard clustering Z = f(X) with H(Z) <= h. It is
// meant for tables of hundreds of rows and more, whose frontier cannot be proved complete.
//
// The bound lets every row choose a cluster for itself. A row x in a cluster T of mass w
// contributes to H(Z) and to I(Z;Y), apart from the factor p(x),
//
//	eta = log2 1/w   and   g = sum_y p(y|x) log2 (P(T|y) / w),
//
// where P(T|y) is the sum of p(x'|y) over the members x' of T. Therefore, for every slope l,
//
//	I(Z;Y) - l H(Z) <= sum_x p(x) max { g - l eta : T contains x }.
//
// The logarithm is concave, so that for any r_y > 0, by Jensen's inequality,
//
//	g <= sum_y p(y|x) log2 r_y + log2 sum_{x' in T} a(x') + eta,
//	a(x') = sum_y p(y|x) p(x'|y) / r_y,
//
// and the sum over T is at most the value of a fractional knapsack of capacity w that contains x
// and is filled with the rows of the largest a(x')/p(x'). One r bounds clusters of all masses in
// this way. Good r are found by the method of Frank and Wolfe (1956, doi:10.1002/nav.3800030109),
// and the bound holds for any r. docs/bound.md has the proof and measurements.
package ceiling

import (
	"context"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// DefaultSteps is the default of Options.Steps.
const DefaultSteps = 1 << 30

// Options limits the work of [Of].
type Options struct {
	// Steps is the largest number of steps; 0 means [DefaultSteps]. A step looks at one cell of the
	// table, and a core takes some hundred million steps a second. The most informative rows come
	// first. Rows without steps keep the trivial bound: their whole information, or all of H(Z).
	Steps int64
	// Workers is the number of goroutines; 0 means one for each core. The result does not depend
	// on it.
	Workers int
}

// Of returns an upper bound on the plug-in I(Z;Y) in bits of all clusterings of the rows, as a
// function of H(Z). It does not depend on the order of rows and columns. It is an error if an option
// is negative, or if the context ends.
//
// O(sum_y n_y^2) for each of about 30 r, with n_y cells in column y, or less if the steps do not
// suffice.
func Of(ctx context.Context, j *joint.Joint, o Options) (*frontier.Ceiling, error) {
	workers, err := pool.Workers(o.Workers)
	switch {
	case err != nil:
		return nil, err
	case o.Steps < 0:
		return nil, fmt.Errorf("steps is %d, want 1 or more, or 0 for the default", o.Steps)
	case o.Steps == 0:
		o.Steps = DefaultSteps
	}
	t := arranged(j)
	spacing := t.plan(o.Steps)
	worth := make([][]float64, len(t.mass)) // of each row, for each slope
	scratch := make([]*bounder, workers)
	err = pool.Each(ctx, workers, len(t.mass), func(worker, x int) error {
		if scratch[worker] == nil {
			scratch[worker] = newBounder(t)
		}
		worth[x] = scratch[worker].row(x, spacing[x])
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &frontier.Ceiling{Steps: o.Steps, Corners: envelope(t.lines(worth), j.HX())}, nil
}

func log2(v float64) float64 { return plogp.Log2(v) }
