package exact

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Verify checks a frontier of H(Z) and I(Z;Y) against its table. It computes every point
// anew, and checks that every clustering satisfies the constraints that the frontier was
// found under. If the frontier has a certificate, it repeats the proof with the certificate's
// duals. It does not matter how these were found.
//
// Up to 26 rows it checks every set of rows, and uses none of the bounds and searches of
// [Prove]; up to 16 rows, [Subsets] must find the same points, too. For more rows, up to
// 64, it lists the clusters with the prover's branch and bound.
//
// workers is the number of goroutines, and 0 means one per core. The result does not
// depend on it. A wrong frontier is not an error; see [Verification.Failures]. The error
// wraps [ErrUnverifiable] or [problem.ErrOptions], or is the context's.
//
// O(points x cells), and with a certificate O(2^n (m + edges)) for m columns up to 26
// rows: 12 seconds on two cores for 26 letters. The time of the search among the clusters
// within the budget is added to that, and has no such bound.
func Verify(ctx context.Context, j *joint.Joint, f *frontier.Frontier, workers int) (*Verification, error) {
	opts, err := Options{Workers: workers}.withDefaults()
	if err != nil {
		return nil, err
	}
	v := newVerifier(j, f, opts.Workers)
	is := problem.DIB(j).Describe()
	if err := v.match(&is); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	if err := v.constraints(is.XMass); err != nil {
		return nil, err
	}
	err = v.points(ctx, &is, v.workers, func(_ int, p partition.Partition) (problem.Point, error) {
		z := j.Coarsen(p)
		return problem.Point{H: z.HX(), I: z.IXY()}, nil
	})
	if err != nil {
		return nil, err
	}
	if f.Certificate == nil {
		return v.done(), nil
	}
	for _, check := range []func(context.Context) error{v.certificate, v.clusters, v.covers, v.subsets} {
		if !v.says.OK() {
			break // each check relies on those before it
		}
		if err := check(ctx); err != nil {
			return nil, err
		}
	}
	return v.done(), nil
}

// verifier is the state of a verification.
type verifier struct {
	findings
	joint   *joint.Joint
	workers int
	phi     *plogp.Phi
	weight  []float64 // mass of every row
	claims  []*claim
}

func newVerifier(j *joint.Joint, f *frontier.Frontier, workers int) *verifier {
	_, counts := j.Samples()
	v := &verifier{findings: findings{frontier: f}, joint: j, workers: workers, phi: plogp.NewPhi(j.Total(), counts)}
	for x := range j.Rows() {
		v.weight = append(v.weight, j.RowMass(x))
	}
	return v
}

// subsetRows is the number of rows up to which the result of dynamic programming is
// compared.
const subsetRows = 16

// subsets compares the frontier, from where it is complete, with what dynamic
// programming finds. That shares no code with the certificate.
func (v *verifier) subsets(ctx context.Context) error {
	if v.joint.Rows() > subsetRows {
		return nil
	}
	r, err := Subsets(ctx, problem.DIB(v.joint), Options{Workers: v.workers})
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if r.Frontier.Search.Status != frontier.StatusComplete {
		return nil // it ran out of memory
	}
	for p := range r.Frontier.All() {
		if p.H >= v.frontier.Certificate.CompleteFromH && v.beats(p.H, p.I) {
			v.fail("dynamic programming finds a grouping with h %.9f, i %.9f, which beats the frontier", p.H, p.I)
			return nil
		}
	}
	v.says.Subsets = true
	return nil
}

// beats tells whether a point is better than the frontier by more than the tolerance:
// no point of the frontier has both an h and an i as good.
func (v *verifier) beats(h, i float64) bool {
	p, ok := v.frontier.Within(h + (ProvedTo - pareto.Tolerance)) // which adds the latter
	return !ok || i > p.I+ProvedTo
}
