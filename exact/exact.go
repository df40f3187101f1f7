package exact

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/proof"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Options are the options of a dynamic program or a proof. The zero value is usable.
type Options = method.Options

// Order says which rows are neighbours.
type Order = method.Order

// The orders of rows, as frontier files spell them.
const (
	// Linear: rows that follow each other in the table are neighbours.
	Linear = method.Linear
	// Circular: the last row and the first are neighbours, too.
	Circular = method.Circular
)

const (
	// DefaultEffort is an effort in steps that takes two or three seconds. It is enough for the proof of
	// many tables of up to about 30 rows, and for dynamic programming over 16 rows.
	DefaultEffort = method.DefaultEffort
	// MaxProvedRows is the largest number of rows that [Prove] takes.
	MaxProvedRows = proof.MaxRows
	// ProvedTo is the accuracy of a certificate in bits.
	ProvedTo = proof.ProvedTo
)

// Solve makes the frontier that a search found exact, if a method can: the proof of [Prove], and
// for the additive problems that it does not take, or where it takes too long, the dynamic program
// of [Subsets]. The result is complete, or the best that was found. In the latter case it has the
// certificate of the proof, if one was begun, and its status says why there is no more.
//
// With a limit on effort, problems are left to the search for which the dynamic program would take
// more steps than that. Without one it takes 20 rows, or 22 if the table has symmetries or h is
// log2 k. Where both methods are possible, the proof is given as many steps as the dynamic program takes, or
// [quickProof] if that is more, because a certificate can be verified.
//
// The error is that of the methods.
func Solve(ctx context.Context, p problem.Problem, found *search.Result, opts Options) (*search.Result, error) {
	return solve.Solve(ctx, p, found, opts)
}

// SolvedRows returns the largest number of rows for which [Solve] has an exact method for such a
// problem under such limits, or 0 if there is none.
func SolvedRows(p problem.Problem, limits problem.Limits) int {
	return solve.Rows(p, limits)
}

// Prove takes a frontier of the table that a search found, adds the points that are
// missing, and proves that none is missing any more: no clustering is better by more than
// [ProvedTo] bit. The frontier of the result has a certificate. docs/proof.md explains the
// method.
//
// When the context ends, the certificate says which part is proved and bounds the rest,
// and the status says why; so it does when the proof has used up its Effort. If the clusters of an edge of the hull would take more than
// MaxMemory, the edge is left unproved and the status is [frontier.StatusMemory]. The error wraps
// [problem.ErrOptions] if the table has more than [MaxProvedRows] rows or is not that of
// the frontier, or if there are limits.
func Prove(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts Options) (*search.Result, error) {
	return proof.Prove(ctx, j, f, opts)
}

// Subsets returns the frontier over all clusterings of up to 20 rows. It is the result of
// an enumeration, including the clustering kept at a tie and the number of others (up to
// 2^31 - 1). With limits, it is the frontier over the clusterings that they allow.
//
// When the context ends, the result has one cluster and the identity, and the status says
// why. When the memory is used up, labels are thinned, and the frontier may be incomplete:
// for every clustering it has a point with at least the same i and an h that is larger by
// less than frontier.Search.Resolution.
//
// The error wraps [problem.ErrOptions], or [problem.ErrInfeasible] if the limits allow no
// clustering, or none was found in time.
//
// O(3^n) pairs of sets, each with a list of labels: 0.7 s for 16 rows and 30 columns, and
// three to four times that for every further row. Tables of 24 2^n bytes, and of 36 2^n for
// lists, are not counted in MaxMemory. If the number of clusters is limited, there are
// labels for every number.
func Subsets(ctx context.Context, p problem.Additive, opts Options) (*search.Result, error) {
	return program.Subsets(ctx, p, opts)
}

// Intervals returns the frontier over all groupings into contiguous runs of rows in the
// order of the table. Rows without mass, which the table has left out, separate no others.
// Linked rows, which are one row of the problem, must be contiguous. Rows that are to be alone
// ([problem.Limits]) separate no others, either. The clustering kept at
// a tie, and the number of others (up to 2^31 - 1), are those of an enumeration of these
// groupings.
//
// When the context ends, the result is the frontier of what was computed, and the status
// says why. When the memory is used up, the computation starts again with labels thinned,
// and the frontier may be incomplete: for every grouping into runs it has a point with at
// least the same i and an h that is larger by less than frontier.Search.Resolution.
//
// The error wraps [problem.ErrOptions], or [problem.ErrInfeasible] if the limits allow no
// such grouping.
//
// O(n^2 L) for lists of L labels in linear order, and O(n^3 L) in circular order; L is about
// n^2, or as large as the memory allows. If the number of clusters is limited, there are
// labels for every number. Limits on single clusters take another O(n^3), or O(n^4) in
// circular order.
func Intervals(ctx context.Context, p problem.Additive, order Order, opts Options) (*search.Result, error) {
	return program.Intervals(ctx, p, order, opts)
}

// Line returns the frontier over the groupings into contiguous runs in the order that the
// problem gives ([problem.Lined]), which is the frontier over all clusterings, up to rounding. The
// number of others at a point counts the groupings into runs that tie exactly.
//
// The number of clusters may be limited, since runs that are as good as a clustering have
// no more clusters than it. They may have a lighter cluster, or put rows together that are
// to be apart, so other limits are refused.
//
// When the context ends or the memory is used up, the result is as for [Intervals]. The
// error wraps [problem.ErrOptions], in particular if no order is known.
//
// O(n^2 L) for lists of L labels. If h depends on the number of clusters alone, L is n, or
// 1 for every number up to a limit.
func Line(ctx context.Context, p problem.Additive, opts Options) (*search.Result, error) {
	return program.Line(ctx, p, opts)
}

// Informative returns the clusterings of highest i for every number of clusters up to upTo, in the
// problem's order of rows, whatever their h, if a dynamic program finds them: over contiguous runs
// if an order is given, or if the problem has one in which these are as good as any for a given
// number of clusters ([problem.Lined]), and over all sets of few rows. Of clusterings of the same i
// it prefers one of low h. It leaves numbers of clusters out that are no better than fewer.
//
// complete is false if there is no such program, if it would take more steps than Options.Effort
// allows, or if the context ends or the memory is used up before it is done; there may be
// clusterings then all the same. The error wraps [problem.ErrOptions].
func Informative(ctx context.Context, p problem.Additive, order Order, upTo int, opts Options) (fs []partition.Partition, complete bool, err error) {
	return program.Informative(ctx, p, order, upTo, opts)
}
