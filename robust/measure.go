package robust

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// Method is a way to find out how far points may be off.
type Method int

// The methods, and what a point's standard deviations are. They are those of the
// plug-in values of its clustering whatever estimator the frontier was found with: the
// corrections of small samples move values, but hardly vary between samples.
const (
	// Bootstrap, the default, draws as many observations anew from the table as it
	// has, and takes the plug-in values of the clusterings in each resample.
	Bootstrap Method = iota
	// Posterior draws distributions from the posterior of all cells of the table,
	// with the prior of [info.NSB], and takes the values of the clusterings in each.
	Posterior
	// Delta takes the first-order approximation for large samples, which needs no
	// draws. It is 0 in some
	// cases in which the values are not certain, see [info.Plugin].
	Delta
	// NSB takes the posterior deviations of the entropies H(Z), H(Y) and H(Z,Y) by
	// [info.NSB], as if these were independent. They are not, and I(Z;Y) comes out two
	// to three times less certain than it is, and more where it is small: for those who
	// would rather keep too few points.
	NSB
)

// methods are the names of the methods.
var methods = [...]string{Bootstrap: "bootstrap", Posterior: "posterior", Delta: "delta", NSB: "nsb"}

// String returns "bootstrap", "posterior", "delta" or "nsb".
func (m Method) String() string {
	if m < 0 || int(m) >= len(methods) {
		return fmt.Sprintf("Method(%d)", int(m))
	}
	return methods[m]
}

// Drawn tells whether the method makes random draws.
func (m Method) Drawn() bool { return m == Bootstrap || m == Posterior }

// MethodNamed returns the method with a name. It is an error if there is none.
func MethodNamed(name string) (Method, error) {
	for m, known := range methods {
		if known == name {
			return Method(m), nil
		}
	}
	return 0, fmt.Errorf("no method is called %q: choose one of %s", name, strings.Join(methods[:], ", "))
}

// Options steer [Measure]. The zero value will do.
type Options struct {
	Method Method
	// Resamples is the number of draws of [Bootstrap] and [Posterior]; 0 means 200,
	// which makes standard deviations right to a twentieth.
	Resamples int
	// Seed chooses the draws.
	Seed uint64
	// Workers is the number of goroutines; 0 means one per core. The result does not
	// depend on it.
	Workers int
	// Filter says which points are robust.
	Filter frontier.Filter
	// Observe, unless nil, is told now and then how much of the work is done, in draws,
	// clusters or points, as the method has it. Calls do not overlap.
	Observe func(done, all int)
}

// defaultResamples is the number of draws unless the caller says.
const defaultResamples = 200

// Errors of [Measure]. They come wrapped with what is wrong.
var (
	// ErrNoCounts: the table holds probabilities.
	ErrNoCounts = errors.New("the table holds probabilities, and not counts, so there is no sampling noise: leave the uncertainty out")
	// ErrFrontier: the frontier is of another table or problem, or does not say which
	// clusterings its points are.
	ErrFrontier = errors.New("no uncertainty can be computed")
	// ErrOptions: the options do not suit.
	ErrOptions = errors.New("uncertainty options")
)

// Measure returns the frontier with the uncertainty of its points, for a sample as large
// as the table, and with the robust ones marked. The frontier is one of the table
// for H(Z) or log2 k against I(Z;Y), whatever the order of its rows; log2 k is
// certain.
//
// Deviations say how much the values of a clustering vary between samples, and not how
// far they are off: the plug-in information of a small sample is too high, and more so
// that of the clusterings that were best in it. Of those found in samples of a table of
// letters, the information of 3 % was within two deviations of the truth with 204
// observations, 2 % with 815 and 53 % with 5096.
//
// The draws of a seed are the same for all points and both objectives, so that
// covariances are right and points compare. Clusters that several points share are
// computed once: the work grows with the cells of distinct clusters, times the draws.
//
// The error wraps ErrNoCounts, ErrFrontier or ErrOptions, or is the context's.
func Measure(ctx context.Context, j *joint.Joint, f *frontier.Frontier, o Options) (*frontier.Frontier, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if _, ok := j.Samples(); !ok {
		return nil, ErrNoCounts
	}
	c, err := newClusterings(j, f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFrontier, err)
	}
	spreads, err := o.spreads(ctx, j, c)
	if err != nil {
		return nil, err
	}
	if f.Problem.Kind == fixedLength {
		for p := range spreads {
			spreads[p].DH, spreads[p].Cov = 0, 0
		}
	}
	u := frontier.Uncertainty{Method: o.Method.String(), Filter: o.Filter}
	if o.Method.Drawn() {
		u.Resamples, u.Seed = o.Resamples, o.Seed
	}
	return f.WithUncertainty(u, spreads)
}

// withDefaults fills in what zero stands for, and checks the rest.
func (o Options) withDefaults() (Options, error) {
	if o.Resamples == 0 {
		o.Resamples = defaultResamples
	}
	if o.Observe == nil {
		o.Observe = func(int, int) {}
	}
	var err error
	o.Filter, err = o.Filter.WithDefaults()
	switch {
	case err != nil:
		return o, fmt.Errorf("%w: %w", ErrOptions, err)
	case o.Method < 0 || int(o.Method) >= len(methods):
		return o, fmt.Errorf("%w: there is no method %d", ErrOptions, o.Method)
	case o.Resamples < 2:
		return o, fmt.Errorf("%w: resamples is %d, want 2 or more, or 0 for %d", ErrOptions, o.Resamples, defaultResamples)
	}
	if o.Workers, err = pool.Workers(o.Workers); err != nil {
		return o, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return o, nil
}

// spreads returns the uncertainty of every point by the method.
func (o Options) spreads(ctx context.Context, j *joint.Joint, c *clusterings) ([]frontier.Spread, error) {
	switch o.Method {
	case Delta:
		return o.delta(ctx, c)
	case NSB:
		return o.nsb(ctx, c)
	case Posterior:
		return o.posterior(ctx, c)
	default:
		return o.bootstrap(ctx, j, c)
	}
}
