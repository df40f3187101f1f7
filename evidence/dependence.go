package evidence

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/joint"
)

// Options steer [OfDependence]. The zero value asks for the defaults.
type Options struct {
	// Seed chooses the permutations.
	Seed uint64
	// Workers is the number of goroutines; 0 means one per core. The result does not depend on
	// it.
	Workers int
	// Observe, unless nil, is called from time to time with the number of permutations that are
	// done. Calls do not overlap.
	Observe func(done, all int)
	// Order says which rows are neighbours: "linear" for rows that follow each other in the table,
	// "circular" for the first and the last, too, and empty if X has no order. The row labelled
	// "(missing)", package scale's MissingLabel, has no place in an order.
	Order string
	// Means tests whether the mean of Y depends on X. The labels of Y are numbers.
	Means bool
}

// ErrNoCounts is wrapped by errors about a table of probabilities or weights, which is not a sample.
var ErrNoCounts = errors.New("no counts")

// OfDependence tests whether X and Y depend on each other, by a permutation test: the values of Y are
// permuted among the records, which keeps the margins of the table and makes X and Y independent. The
// p-value (b+1)/(B+1), for b of B permutations whose statistic is at least the table's, is valid for
// any sample size: where X and Y are independent, it is at most p with probability p or less
// (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585). Statistics that differ by rounding only
// count as equal.
//
// The statistic combines several, so that it has power against dependences of many kinds. Where X has an
// order, these are I(Z;Y) of 2, 3, 5, 8 and 16 groups of neighbours of about equal mass, the best cut
// into two groups, and a rank statistic (Kruskal and Wallis; uniform scores on a circle). They take
// neighbours together, which shows a dependence also where all values of X are different. Without an
// order, they are I(X;Y) and a score statistic to which a value that occurs once contributes nothing.
// Package internal/permuted has their definitions and sources.
//
// There are 999 permutations, and fewer for a table that takes long: 499, 199 or 99. The number
// depends on the margins alone, and no test is stopped before its end, so the mean of the
// permutations is an unbiased estimate of the mean over all tables.
//
// Where it is cheaper, the cells of a table are drawn from their hypergeometric distributions and
// not record by record: the distribution of the tables is the same, up to the rounding of float64.
// The result is a function of the counts and the seed. It does not depend on the names of rows and
// columns, on the order of columns, on the workers or the machine, nor, without an Order, on the
// order of rows.
//
// With [Options].Means, Y holds numbers, and the statistics compare their means in the same way: R^2, the share of the
// variance of Y that X explains, in place of I(X;Y), and correlation with the ranks of X in place of the rank statistic.
// The number for chance is then the mean R^2 of the permutations, and the corrected number is the adjusted R^2.
//
// The corrected I(X;Y) is the estimate of [info.MillerMadow]. It is defined for all counts, takes no
// time and is correct to first order in 1/N, where there are some records for each pair that can
// occur. For smaller samples it is still too high, and [info.NSB] is better; the mean of the
// permutations shows by how much, where X and Y are independent.
//
// It is an error if the workers are negative. The error wraps [ErrNoCounts] if the table has no
// counts, and is the context's if that ends. Each permutation takes O(min(N, n m)) for N records in
// a table of n x m, and memory of that size for each worker, up to 256 MB for all of them.
func OfDependence(ctx context.Context, j *joint.Joint, o Options) (*frontier.Evidence, error) {
	if _, ok := j.Samples(); !ok {
		return nil, marked.Errorf(ErrNoCounts, "evidence of dependence takes counts of records, and the table holds probabilities or weights")
	}
	if o.Means {
		e, err := permuted.OfMeans(ctx, j, permuted.Options(o))
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("evidence: %w", err)
		}
		return e, err
	}
	t, err := permuted.NewTest(j, permuted.Options(o))
	if err != nil {
		return nil, fmt.Errorf("evidence: %w", err)
	}
	entropies, err := t.Permute(ctx, 0, 1)
	if err != nil {
		return nil, err
	}
	return t.Evidence(entropies)
}
