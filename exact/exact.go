package exact

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Options are the options of a dynamic program or a proof. The zero value is usable. MaxMemory (in bytes; 2 GiB by
// default) and Effort (in steps; unlimited by default) bound a computation. Workers is the number of goroutines, by
// default one per core. Limits restrict the clusterings. Enter and Observe are called with the method and the
// progress, and Checkpoint and Resume continue an interrupted [Solve] or [Prove].
type Options = method.Options

// Order says which rows are neighbours.
type Order = method.Order

// The orders of rows, as frontier files spell them.
const (
	// Linear: adjacent rows of the table are neighbours.
	Linear = method.Linear
	// Circular: the last row and the first are neighbours, too.
	Circular = method.Circular
)

const (
	// DefaultEffort is an effort in steps that takes two or three seconds. It is enough for the proof of
	// most tables of up to 25 rows, and for dynamic programming over 16 rows.
	DefaultEffort = method.DefaultEffort
	// MaxProvedRows is the largest number of rows that [Prove] takes.
	MaxProvedRows = proof.MaxRows
	// ProvedTo is the accuracy of a certificate in bits.
	ProvedTo = proof.ProvedTo
)

// Find answers a question about a problem in the best way: by [Intervals] if Options.Order is set, by [Subsets] if
// Options.Sets is, by [Line] if an order of the rows is known and neither the limits nor the method of the search speak
// against it, and otherwise by [search.Map]. [Solve] then makes the frontier of a search exact.
func Find(ctx context.Context, p problem.Problem, by search.Options, opts Options) (*search.Result, error) {
	return solve.Find(ctx, p, by, opts)
}

// Solve makes the frontier that a search found exact, if a method can: the proof of [Prove] or, for other additive
// problems and long proofs, the dynamic program of [Subsets]. If the result is not complete, it is the best
// frontier found, with the certificate of a partial proof, and its status says why Solve stopped.
//
// A dynamic program that would take more steps than Options.Effort is not tried. It takes up to 20 rows, or 22 if the
// table has symmetries or h is log2 k. Where both methods are possible, a proof is tried first, because a certificate
// can be verified. It may take the steps of the dynamic program, or a fraction of a second if that is longer.
//
// The error is the error of the method that failed.
func Solve(ctx context.Context, p problem.Problem, found *search.Result, opts Options) (*search.Result, error) {
	return solve.Solve(ctx, p, found, opts)
}

// SolvedRows returns the largest number of rows that an exact method of [Solve] takes for such a problem under such
// limits, or 0 if there is no such method.
func SolvedRows(p problem.Problem, limits problem.Limits) int {
	return solve.Rows(p, limits)
}

// Prove takes a frontier of the table that a search found, adds missing points, and proves that the result is
// complete: no clustering is better by more than [ProvedTo] bit. The frontier of the result has a certificate.
// docs/proof.md explains the method.
//
// When the context ends or Effort is used up, the certificate says which part is proved and bounds the rest, and
// the status says why. If the clusters of an edge of the hull would take more than MaxMemory, the edge is left
// unproved and the status is [frontier.StatusMemory]. The error wraps [problem.ErrOptions] if the table has more
// than [MaxProvedRows] rows, if it is not the frontier's table, or if there are limits.
func Prove(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts Options) (*search.Result, error) {
	return proof.Prove(ctx, j, f, opts)
}

// Subsets returns the frontier over all clusterings of up to 20 rows. It equals the result of an enumeration,
// including the clustering kept at a tie and the number of others (up to 2^31 - 1). With limits, it is the frontier
// over the clusterings that they allow.
//
// When the context ends, the result has one cluster and the identity, and the status says why. When the memory is
// used up, labels are thinned, and the frontier may be incomplete: for every clustering it has a point with at least
// the same i and an h that is larger by less than frontier.Search.Resolution.
//
// The error wraps [problem.ErrOptions], or [problem.ErrInfeasible] if the limits allow no
// clustering, or none was found in time.
//
// O(3^n) pairs of sets, each with a list of labels: 0.7 s for 16 rows and 30 columns, and three to four times
// longer for every further row. Tables of 24 2^n bytes, and of 36 2^n for lists, are not counted in MaxMemory. If
// the number of clusters is limited, there are labels for every number.
func Subsets(ctx context.Context, p problem.Problem, opts Options) (*search.Result, error) {
	return program.Subsets(ctx, p, opts)
}

// Intervals returns the frontier over all groupings into contiguous runs of rows in the order of the table. Rows
// without mass, which the table has left out, and rows that are to be alone ([problem.Limits]) do not separate
// other rows. Linked rows, which are one row of the problem, must be contiguous. The clustering kept at a tie, and
// the number of others (up to 2^31 - 1), are the same as in an enumeration of these groupings.
//
// When the context ends, the result is the frontier of the groupings computed so far, and the status says why. When
// the memory is used up, the computation starts again with labels thinned, and the frontier may be incomplete: for
// every grouping into runs it has a point with at least the same i and an h that is larger by less than
// frontier.Search.Resolution.
//
// The error wraps [problem.ErrOptions], or [problem.ErrInfeasible] if the limits allow no such grouping.
//
// O(n^2 L) for lists of L labels in linear order, and O(n^3 L) in circular order; L is about n^2, or as large as the
// memory allows. If the number of clusters is limited, there are labels for every number. Limits on single clusters
// take another O(n^3), or O(n^4) in circular order. With a trend, which is for up to 512 rows in linear order, there
// are up to n lists, or twice as many, in place of each.
func Intervals(ctx context.Context, p problem.Problem, order Order, opts Options) (*search.Result, error) {
	return program.Intervals(ctx, p, order, opts)
}

// Line returns the frontier over the groupings into contiguous runs in the order that the
// problem gives ([problem.Traits]), which is the frontier over all clusterings, up to rounding. The
// number of others at a point counts the groupings into runs that tie exactly.
//
// The number of clusters may be limited, since the runs that match a clustering have at most its number of clusters.
// They may have a lighter cluster, or put rows together that are to be apart, so other limits are refused.
//
// When the context ends or the memory is used up, the result is as for [Intervals]. The
// error wraps [problem.ErrOptions], in particular if no order is known.
//
// O(n^2 L) for lists of L labels. If h depends on the number of clusters alone, L is n, or
// 1 for every number up to a limit.
func Line(ctx context.Context, p problem.Problem, opts Options) (*search.Result, error) {
	return program.Line(ctx, p, opts)
}
