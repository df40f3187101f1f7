package robust

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// TuneOptions steer [TuneEpsilon]. The zero value will do.
type TuneOptions struct {
	// Splits is the number of times that the records are split into two halves, 2 to
	// MaxSplits; 0 means 5.
	Splits int
	// Epsilons are the search depths in bits to choose from, at least two; nil means 0,
	// 1e-4, 3e-4, 1e-3, and so on up to 0.1.
	Epsilons []float64
	// Budget is the number of evaluations that one search may take; 0 means
	// DefaultBudget, a few seconds. A depth at which a search takes more is too deep; so
	// is one at which it takes more than 256 MiB, for the default, and in proportion, up
	// to 2 GiB, for more.
	Budget int64
	// Seed chooses splits and survival draws.
	Seed uint64
	// Workers is the number of goroutines; 0 means one per core. The result does not
	// depend on it.
	Workers int
	// Observe, unless nil, is told how many searches are over, of all that there will
	// be unless a depth turns out to be too deep. Calls do not overlap.
	Observe func(done, all int)
}

// Tuning is what [TuneEpsilon] found out.
type Tuning struct {
	Splits int
	Seed   uint64
	// Budget and Memory are the evaluations and bytes that one search was allowed.
	Budget, Memory int64
	// Levels are the depths at which all searches came to an end, ascending. Deeper are
	// those at which they did not, and Status says why: [frontier.StatusComplete] if there are
	// none, [frontier.StatusEffort] if one of them took more than Budget or Memory, or [frontier.StatusDeadline]
	// or [frontier.StatusInterrupted].
	Levels []Level
	Deeper []float64
	Status frontier.Status
	// Best is the index of the level of least Transfer, and Recommended that of the
	// first one whose Transfer is at most one standard error above: what deeper
	// searches find is not known to hold outside of the sample.
	Best, Recommended int
	// Scale is how well the sample tells where points lie, in bits: the median, over
	// the frontier of the whole table at the first level, of the geometric mean of the
	// standard deviations of h and i, by the delta method. A clustering no further below
	// the frontier may be on the true one; a search can do with a smaller depth, which
	// finds the frontier of the sample, or need a greater one, to get past clusterings
	// that are known to be worse.
	Scale float64
}

// Level is how far the frontiers of halves agree that were found at one search depth:
// means over the splits, and over both halves of each.
type Level struct {
	Epsilon float64
	// Points is the number of points of a half's frontier, and Evaluated the number of
	// evaluations that its search took.
	Points, Evaluated float64
	// Transfer is what is lost if the clusterings found in one half are used in the
	// other: the share of the area under the best frontier known of that half, in the
	// plane of h and i, that is not under their points there. TransferError is its
	// standard error, from the differences between splits.
	Transfer, TransferError float64
	// Gap is what the search misses in its own half: the share of the area under the
	// best frontier known of that half that is not under the one found.
	Gap float64
	// Distance is how far a clustering from one half's frontier lies below the best
	// one known of the other half, in bits.
	Distance float64
	// Overlap is the share of the clusterings on the frontiers of two halves that are
	// on both.
	Overlap float64
}

const (
	// MaxSplits is the largest number of splits.
	MaxSplits     = 1000
	defaultSplits = 5
	// DefaultBudget makes all searches of a table of 27 rows take about a minute on two
	// cores.
	DefaultBudget = 20e6
	// A search may take leastMemory bytes, or more, up to mostMemory, if its budget is
	// above the default.
	leastMemory = 256 << 20
	mostMemory  = 2 << 30
)

// memory returns the number of bytes that one search may take.
func (o TuneOptions) memory() int64 {
	return int64(min(max(leastMemory, float64(o.Budget)/DefaultBudget*leastMemory), mostMemory))
}

// defaultEpsilons returns the depths that are tried. The paper finds 5e-3 to 5e-2 bits
// to matter for 11 rows; for more rows it is less.
func defaultEpsilons() []float64 {
	return []float64{0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1}
}

// ErrBudget is wrapped where the searches at the first depth already take too much.
var ErrBudget = errors.New("too few evaluations allowed")

// TuneEpsilon finds out how deep the Pareto Mapper ([search.Merge]) need go in a table
// of counts. It splits the records at random, maps both halves at each depth epsilon, and
// sees how far the frontiers of the two agree.
//
// A deeper search finds more. But a frontier of a sample is partly noise, and what a
// search finds beyond a point holds in that sample only. Two halves of the records are
// two samples: a depth is enough if clusterings found in one half with a greater one are
// no better in the other. The measure is Level.Transfer. Rows of which one half has no
// record are left out of both.
//
// Values are plug-in ones. The result is a function of the table but for the order of
// its rows and columns, and of the options but for Workers. If the context ends after
// two levels, the result tells what was found out by then.
//
// The error wraps ErrOptions, ErrNoCounts, [joint.ErrTooSmall] or ErrBudget, or is the
// context's.
func TuneEpsilon(ctx context.Context, j *joint.Joint, o TuneOptions) (*Tuning, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if _, ok := j.Samples(); !ok {
		return nil, ErrNoCounts
	}
	t := &tuner{TuneOptions: o, table: j}
	if err := t.split(); err != nil {
		return nil, err
	}
	done, status, err := t.search(ctx)
	if err != nil {
		return nil, err
	}
	r := &Tuning{
		Splits: o.Splits, Seed: o.Seed, Budget: o.Budget, Memory: o.memory(),
		Levels: t.compare(done), Deeper: o.Epsilons[done:], Status: status,
	}
	r.recommend()
	r.Scale, err = scaleOf(ctx, j, t.whole)
	return r, err
}

// withDefaults fills in what zero stands for, and checks the rest.
func (o TuneOptions) withDefaults() (TuneOptions, error) {
	if o.Splits == 0 {
		o.Splits = defaultSplits
	}
	if o.Epsilons == nil {
		o.Epsilons = defaultEpsilons()
	}
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	var err error
	if o.Workers, err = pool.Workers(o.Workers); err != nil {
		return o, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if o.Observe == nil {
		o.Observe = func(int, int) {}
	}
	for _, e := range o.Epsilons {
		if !(e >= 0) || math.IsInf(e, 1) {
			return o, fmt.Errorf("%w: epsilon is %g, want 0 or more bits", ErrOptions, e)
		}
	}
	o.Epsilons = slices.Compact(slices.Sorted(slices.Values(o.Epsilons)))
	switch {
	case len(o.Epsilons) < 2:
		return o, fmt.Errorf("%w: there are %d epsilons, want at least two different ones to choose from", ErrOptions, len(o.Epsilons))
	case o.Splits < 2 || o.Splits > MaxSplits:
		return o, fmt.Errorf("%w: splits is %d, want 2 to %d, or 0 for %d", ErrOptions, o.Splits, MaxSplits, defaultSplits)
	case o.Budget < 0:
		return o, fmt.Errorf("%w: budget is %d, want 1 or more evaluations, or 0 for %d", ErrOptions, o.Budget, int64(DefaultBudget))
	}
	return o, nil
}

// recommend chooses a level.
func (r *Tuning) recommend() {
	for k, l := range r.Levels {
		if l.Transfer < r.Levels[r.Best].Transfer {
			r.Best = k
		}
	}
	best := r.Levels[r.Best]
	r.Recommended = slices.IndexFunc(r.Levels, func(l Level) bool { return l.Transfer <= best.Transfer+best.TransferError })
}
