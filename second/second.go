// Package second finds the clusterings that are Pareto-optimal in three objectives: H(Z) small, I(Z;Y) large, and what
// they tell about a second variable S small or large, within their number of clusters.
//
// [Map] finds them, and [Within] returns the ordinary frontier of those that keep a limit on I(Z;S).
package second

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Options of [Map]. The zero value, with a Name, is a search for a leak.
type Options struct {
	// Name is the name of S in the result, and Aim what clusterings are to tell about it; a leak if it is empty.
	Name string
	Aim  frontier.Aim
	// Limits restrict the clusterings.
	Limits problem.Limits
	// Order is "linear" or "circular" for clusterings into runs of the table's rows; otherwise it is empty.
	Order string
	// From is a frontier of the same problem, whose points begin the search; it may be nil.
	From *frontier.Frontier
	// Effort bounds the number of steps; 0 is [DefaultEffort], and a negative number is no limit.
	Effort int64
	// MaxPoints is the number of clusterings above which a grid thins them: 20,000 if it is 0; a negative number is no
	// limit.
	MaxPoints int
	// Workers is the number of goroutines; 0 means one for each core. They do not change the result.
	Workers int
	// MaxMemory bounds the memory in bytes, if it is not 0.
	MaxMemory int64
	// Observe, unless nil, is told the number of clusterings that were expanded, and of those known.
	Observe func(expanded, known int64)
}

// DefaultEffort is the number of steps of a search, of about 100 ns each.
const DefaultEffort = 20_000_000

// defaultPoints is the default of MaxPoints.
const defaultPoints = 20_000

// withDefaults returns the options with defaults in place of zero values.
func (o Options) withDefaults() Options {
	o.Aim = cmp.Or(o.Aim, frontier.AimLeak)
	o.Effort = cmp.Or(o.Effort, DefaultEffort)
	o.MaxPoints = cmp.Or(o.MaxPoints, defaultPoints)
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// Map finds the clusterings of the problem of X and Y that are Pareto-optimal, within their number of clusters, in
// H(Z), I(Z;Y), and I(Z;S) by the table of X and S. The two tables have the same rows, by label, in any order. If
// their shares of rows differ, H(Z) is by the first and I(Z;S) by the second.
//
// The result is exact for few rows. It does not depend on the order of rows or the number of workers. If the context ends,
// it is what was found so far, or the context's error if that is nothing. Other errors wrap [problem.ErrOptions] or
// [problem.ErrInfeasible].
func Map(ctx context.Context, y problem.Problem, s *joint.Joint, opts Options) (*frontier.Second, error) {
	opts = opts.withDefaults()
	switch {
	case opts.Aim != frontier.AimLeak && opts.Aim != frontier.AimAlso:
		return nil, marked.Errorf(problem.ErrOptions, "the aim is %q, want leak or also", opts.Aim)
	case opts.Order != "" && opts.Order != "linear" && opts.Order != "circular":
		return nil, marked.Errorf(problem.ErrOptions, "the order is %q, want linear or circular", opts.Order)
	}
	if n := y.Rows(); n > way.SweptRows && opts.Order == "" {
		return nil, marked.Errorf(problem.ErrOptions, "X has %d values, and a second variable is mapped for at most %d: put rare values together, or limit what groupings of the ordinary map tell about it", n, way.SweptRows)
	}
	t, err := newTables(y, s, opts.Aim)
	if err != nil {
		return nil, err
	}
	limits, err := limiter.New(y, opts.Limits)
	if err != nil {
		return nil, err
	}
	m := &mapper{tables: t, limits: limits, opts: opts, archive: make(archive, t.n+1), expanded: make(map[partition.Packed]bool)}
	exact, err := m.run(ctx)
	if err != nil && (ctx.Err() == nil || m.archive.len() == 0) {
		return nil, err
	}
	if m.archive.len() == 0 {
		return nil, fmt.Errorf("%w: no clustering satisfies the limits", problem.ErrInfeasible)
	}
	m.archive.thin(m.opts.MaxPoints)
	return m.result(exact && err == nil), nil
}
