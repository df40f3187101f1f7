package exact

import (
	"context"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/internal/verify"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// ErrUnverifiable is wrapped by errors that say why a frontier cannot be verified: it
// is of another table, or does not contain the clusterings.
var ErrUnverifiable = verify.ErrUnverifiable

// Verification is the result of [Verify] or [Recompute]. Failures lists the reasons to reject the frontier, and
// Unchecked the claims that could not be checked.
type Verification = verify.Verification

// Verify checks a frontier of H(Z) and I(Z;Y) against its table. It computes every point anew, which must have the
// same bits, and all else in the frontier that follows from the table, and checks that every clustering satisfies
// the constraints that the frontier was found under. Of more than 100 points whose clusterings are in a tree, all
// are computed by following its changes, in exact sums, and 100 evenly spread ones also from scratch; all other
// points are computed from scratch in two ways. If the frontier has a certificate, Verify repeats the proof with
// the certificate's duals, however they were found.
//
// The proof is checked by package internal/checker, which shares no code with [Prove]: over every set of up to 26
// rows, and by a branch and bound for up to 64. All inequalities hold with rounding errors against them, so that a
// verified certificate is a theorem; docs/proof.md states it. For up to 16 rows, [Subsets] must not find a better
// point, either. A frontier without a certificate that claims to be complete is solved again, unless that is too
// much work, and so are best clusterings that are called exact.
//
// workers is the number of goroutines, and 0 means one per core. The result does not
// depend on it. A wrong frontier is not an error; see [Verification.Failures]. The error
// wraps [ErrUnverifiable] or [problem.ErrOptions], or is the context's.
//
// O(points x cells), or O(changes x cells of a row) for points in a tree, and with a certificate O(2^n (m + edges)) for m columns up to 26
// rows. The time of the search among the clusters within the budget is added to that, and
// has no such bound.
func Verify(ctx context.Context, j *joint.Joint, f *frontier.Frontier, workers int) (*Verification, error) {
	return verify.Verify(ctx, j, f, workers, solve.Again)
}

// Recompute checks a frontier of any problem against the problem. It computes every point anew with the problem's
// evaluator, or from the changes in a tree as [Verify] does, where h and i are sums over cells or follow from
// centroids. It checks all else in the frontier that follows from the problem, and that every clustering satisfies
// the constraints that the frontier was found under. A frontier that claims to be complete is solved again, unless
// that is too much work, and so are best clusterings that are called exact. For frontiers of [problem.DIB],
// [Verify] relies on less, and checks certificates.
//
// If rows were linked, the problem may be the one with the links or the one without, which relies on less.
//
// workers is the number of goroutines, and 0 means one per core. The result does not depend on it. A wrong frontier
// is not an error; see [Verification.Failures]. The error wraps [ErrUnverifiable] or [problem.ErrOptions], or is the
// context's. O(points x clusters) costs of clusters.
func Recompute(ctx context.Context, p problem.Problem, f *frontier.Frontier, workers int) (*Verification, error) {
	return verify.Recompute(ctx, p, f, workers, solve.Again)
}
