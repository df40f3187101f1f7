package exact

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// ErrUnverifiable is wrapped where there is nothing to verify: the frontier is of
// another table, or does not say which clusterings its points are.
var ErrUnverifiable = errors.New("cannot be verified")

// Verification is what [Verify] found.
type Verification struct {
	// Points is the number of points that were computed anew.
	Points int
	// Certified tells that the frontier has a certificate, and Complete and
	// CompleteFromH what it says.
	Certified     bool
	Complete      bool
	CompleteFromH float64
	// Clusters is the number of clusters if every one of them was checked, and 0 if
	// they were listed by branch and bound.
	Clusters int64
	// Columns is the number of clusters that a better clustering could contain,
	// summed over the edges.
	Columns int64
	// Subsets tells that dynamic programming over all sets of rows agrees, too.
	Subsets bool
	// Failures says, a line each, why the frontier is rejected. It is empty if the
	// frontier is right in all that was checked.
	Failures []string
}

// OK tells whether the frontier is right.
func (v *Verification) OK() bool { return len(v.Failures) == 0 }

// Verify checks a frontier of H(Z) and I(Z;Y) against its table: every point is
// computed anew, and must keep the constraints that it was found under; and if the
// frontier has a certificate, the proof is made again from its duals, so that
// nothing has to be trusted of how they were found.
//
// Up to 26 rows, all 2^n sets of rows are gone over, and nothing is used of what
// [Prove] rests on; up to 16, [Subsets] must find the same points, too. More rows,
// up to 64, share the prover's branch and bound.
//
// The number of workers is that of goroutines, and 0 means one per core; the result
// does not depend on it.
//
// A frontier that is wrong is a result, see [Verification.Failures], and not an
// error. An error wraps [ErrUnverifiable] or [problem.ErrOptions], or is the context's.
//
// O(points x cells), and with a certificate O(2^n (m + edges)) for m columns up to
// 26 rows: 12 seconds on two cores for 26 letters. The search among the clusters
// within the budget comes on top, and has no such bound.
func Verify(ctx context.Context, j *joint.Joint, f *frontier.Frontier, workers int) (*Verification, error) {
	_, workers, err := search.Resources(0, workers)
	if err != nil {
		return nil, err
	}
	v := newVerifier(j, f, workers)
	if err := v.match(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnverifiable, err)
	}
	checks := []func(context.Context) error{v.points, v.certificate, v.clusters, v.covers, v.subsets}
	if f.Certificate == nil {
		checks = checks[:1]
	}
	for _, check := range checks {
		if err := check(ctx); err != nil {
			return nil, err
		}
		if !v.says.OK() {
			break // what comes after rests on what came before
		}
	}
	return v.done(), nil
}

// verifier is the state of a verification.
type verifier struct {
	findings
	joint   *joint.Joint
	workers int
	phi     *info.Phi
	claims  []*claim
}

func newVerifier(j *joint.Joint, f *frontier.Frontier, workers int) *verifier {
	_, counts := j.Samples()
	return &verifier{findings: findings{frontier: f}, joint: j, workers: workers, phi: info.NewPhi(j.Total(), counts)}
}

// match checks that the frontier is of the table and has clusterings.
func (v *verifier) match() error {
	j := v.joint
	return v.of(&frontier.Problem{
		Kind: "dib", N: j.Rows(), M: j.Cols(), XLabels: j.XLabels(), Source: frontier.Source{SHA256: j.SHA256()},
	})
}

// points computes every point from the table, and checks the constraints.
func (v *verifier) points(ctx context.Context) error {
	p, j := &v.frontier.Problem, v.joint
	v.compare("H(X)", p.HX, j.HX())
	v.compare("H(Y)", p.HY, j.HY())
	v.compare("I(X;Y)", p.IXY, j.IXY())
	for k := range v.frontier.Len() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		z := j.Coarsen(v.partition(v.frontier.At(k).Assignment()))
		v.comparePoint(k, z.HX(), z.IXY())
	}
	masses := make([]float64, j.Rows())
	for x := range masses {
		masses[x] = j.RowMass(x) / j.Total()
	}
	v.says.Points = v.frontier.Len()
	return v.constraints(masses)
}

// subsetRows is the number of rows up to which dynamic programming is asked, too.
const subsetRows = 16

// subsets compares what is proved with what dynamic programming finds. It shares no
// line with the certificate.
func (v *verifier) subsets(ctx context.Context) error {
	f := v.frontier
	from := f.Certificate.CompleteFromH
	if v.joint.Rows() > subsetRows {
		return nil
	}
	r, err := Subsets(ctx, problem.DIB(v.joint), Options{Workers: v.workers})
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if r.Frontier.Search.Status != search.Complete {
		return nil // it has less memory than it needs
	}
	for k := range r.Frontier.Len() {
		p := r.Frontier.At(k)
		if p.H >= from && v.beats(p.H, p.I) {
			v.fail("dynamic programming finds a grouping with h %.9f, i %.9f, which beats the frontier", p.H, p.I)
			return nil
		}
	}
	v.says.Subsets = true
	return nil
}

// beats tells whether a point is better than the frontier by more than the
// tolerance: no point of the frontier has an h and an i as good.
func (v *verifier) beats(h, i float64) bool {
	p, ok := v.frontier.Within(h + (ProvedTo - pareto.Tolerance)) // which adds it
	return !ok || i > p.I+ProvedTo
}
