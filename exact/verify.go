package exact

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// ErrUnverifiable is wrapped where there is nothing to verify: the frontier is of
// another table, or does not say which clusterings its points are.
var ErrUnverifiable = errors.New("cannot be verified")

// samePoint is how far in bits the h and i that a frontier gives may be from those
// of the table.
const samePoint = 1e-9

// VerifyOptions steer [Verify]. The zero value will do.
type VerifyOptions struct {
	// Workers is the number of goroutines; 0 means one a core. The result does not
	// depend on it.
	Workers int
}

// Path is a way to go over the clusters that a certificate is about.
type Path int

// The paths.
const (
	// NoPath: there is no certificate, or it was rejected before.
	NoPath Path = iota
	// PowerSet goes over all sets of rows.
	PowerSet
	// Branches lists clusters by branch and bound, as the prover does.
	Branches
)

// Verification is what [Verify] found.
type Verification struct {
	// Points is the number of points that were computed anew.
	Points int
	// Certified tells that the frontier has a certificate, and Complete and
	// CompleteFromH what it says.
	Certified     bool
	Complete      bool
	CompleteFromH float64
	// Path tells how the clusters were gone over, Clusters how many of them there
	// are if all were, and Columns how many of those a better clustering could
	// have, by edge, added up.
	Path              Path
	Clusters, Columns int64
	// Subsets tells that dynamic programming over all sets of rows agrees, too.
	Subsets bool
	// Failures says, a line each, why the frontier is rejected. It is empty if the
	// frontier is right in all that was checked.
	Failures []string
}

// OK tells whether the frontier is right.
func (v *Verification) OK() bool { return len(v.Failures) == 0 }

// maxFailures is the number of failures that are listed.
const maxFailures = 8

// Verify checks a frontier against its table: every point is computed anew; and if
// the frontier has a certificate, the proof is made again from its duals, so that
// nothing has to be trusted of how they were found.
//
// Up to 26 rows, all 2^n sets of rows are gone over, and nothing is used of what
// [Prove] rests on; up to 16, [Subsets] must find the same points, too. More rows,
// up to 64, share the prover's branch and bound.
//
// A frontier that is wrong is a result, see [Verification.Failures], and not an
// error. An error wraps [ErrUnverifiable], or is the context's.
//
// O(points x cells), and with a certificate O(2^n (m + edges)) for m columns up to
// 26 rows: 12 seconds on two cores for 26 letters. The search among the clusters
// within the budget comes on top, and has no such bound.
func Verify(ctx context.Context, j *joint.Joint, f *frontier.Frontier, opts VerifyOptions) (*Verification, error) {
	v := newVerifier(j, f, opts)
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
	if n := len(v.says.Failures); n > maxFailures {
		v.says.Failures = append(v.says.Failures[:maxFailures], fmt.Sprintf("and %d more", n-maxFailures))
	}
	return &v.says, nil
}

// verifier is the state of a verification.
type verifier struct {
	joint    *joint.Joint
	frontier *frontier.Frontier
	workers  int
	phi      *info.Phi
	place    []int // in the frontier's order of rows, of every row of the table
	claims   []*claim
	says     Verification
}

func newVerifier(j *joint.Joint, f *frontier.Frontier, opts VerifyOptions) *verifier {
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	_, counts := j.Samples()
	return &verifier{joint: j, frontier: f, workers: opts.Workers, phi: info.NewPhi(j.Total(), counts)}
}

// fail notes why the frontier is rejected.
func (v *verifier) fail(format string, args ...any) {
	v.says.Failures = append(v.says.Failures, fmt.Sprintf(format, args...))
}

// match checks that the frontier is of the table and has clusterings.
func (v *verifier) match() error {
	p := &v.frontier.Problem
	switch {
	case p.N == 0:
		return errors.New("the file holds points only, and not what they are points of: use JSON, Parquet or npz")
	case p.Kind != "dib":
		return fmt.Errorf("the objectives are of kind %q, and not dib", p.Kind)
	}
	at := make(map[string]int, p.N)
	for x, label := range p.XLabels {
		at[label] = x
	}
	if p.N != v.joint.Rows() || p.M != v.joint.Cols() {
		return fmt.Errorf("the frontier is of another table: of %d x %d, and this one has %d x %d", p.N, p.M, v.joint.Rows(), v.joint.Cols())
	}
	for _, label := range v.joint.XLabels() {
		x, ok := at[label]
		if !ok {
			return fmt.Errorf("the frontier is of another table: it has no row %q", label)
		}
		v.place = append(v.place, x)
	}
	if p.Source.SHA256 != v.joint.SHA256() {
		return errors.New("the frontier is of another table: the rows have the same labels, but not the same content (source.sha256)")
	}
	for k := range v.frontier.Len() {
		if v.frontier.At(k).Assignment() == nil {
			return fmt.Errorf("point %d has no clustering, as in a CSV file: use JSON, Parquet or npz", k)
		}
	}
	return nil
}

// points computes every point from the table.
func (v *verifier) points(ctx context.Context) error {
	p, j := &v.frontier.Problem, v.joint
	v.compare("H(X)", p.HX, j.HX())
	v.compare("H(Y)", p.HY, j.HY())
	v.compare("I(X;Y)", p.IXY, j.IXY())
	for k := range v.frontier.Len() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		point := v.frontier.At(k)
		z := j.Coarsen(v.partition(point.Assignment()))
		v.compare(fmt.Sprintf("h of point %d", k), point.H, z.HX())
		v.compare(fmt.Sprintf("i of point %d", k), point.I, z.IXY())
	}
	v.says.Points = v.frontier.Len()
	return nil
}

func (v *verifier) compare(what string, given, is float64) {
	if !(math.Abs(given-is) <= samePoint) {
		v.fail("%s is given as %.12g, and is %.12g", what, given, is)
	}
}

// partition returns an assignment of the frontier with the rows of the table.
func (v *verifier) partition(a partition.Partition) partition.Partition {
	p := make(partition.Partition, len(a))
	for x, at := range v.place {
		p[x] = a[at]
	}
	p.Renumber(make([]int, len(p)))
	return p
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
	r, err := Subsets(ctx, search.DIB(v.joint), Options{Workers: v.workers})
	if err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if r.Frontier.Search.Status != search.Complete.String() {
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
