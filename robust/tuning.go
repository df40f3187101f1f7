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

// TuneOptions are the options of [TuneEpsilon]. The zero value means the defaults.
type TuneOptions struct {
	// Splits is the number of splits of the records into two halves, at least 2; 0 means 5.
	Splits int
	// Epsilons are the search depths in bits to choose from, at least two; nil means 0,
	// 1e-4, 3e-4, 1e-3, and so on up to 0.1.
	Epsilons []float64
	// Budget is the largest number of evaluations of one search; 0 means DefaultBudget,
	// which takes a few seconds. A depth at which a search takes more is too deep. So is a
	// depth at which it takes more than 256 MiB of memory for the default budget, and
	// proportionally more, up to 2 GiB, for a larger one.
	Budget int64
	// Seed chooses splits and survival draws.
	Seed uint64
	// Workers is the number of goroutines; 0 means one per core. The result does not
	// depend on it.
	Workers int
	// Observe, unless nil, is called with the number of finished searches, and the number of all
	// searches if no depth is too deep. Calls do not overlap.
	Observe func(done, all int)
}

// Tuning is the result of [TuneEpsilon].
type Tuning struct {
	Splits int
	Seed   uint64
	// Budget and Memory are the limits of one search, in evaluations and bytes.
	Budget, Memory int64
	// Levels are the depths at which all searches finished, ascending. Deeper are the other depths,
	// and Status says why: [frontier.StatusConverged] if Deeper is empty, [frontier.StatusEffort]
	// if a search exceeded Budget or Memory, or [frontier.StatusDeadline] or
	// [frontier.StatusInterrupted].
	Levels []Level
	Deeper []float64
	Status frontier.Status
	// Best is the index of the level with the smallest Transfer. Recommended is the index of the
	// first level whose Transfer is at most one standard error above: deeper searches find nothing
	// that is known to hold outside the sample.
	Best, Recommended int
	// Scale is the precision of the sample in bits: the median, over the frontier of the whole
	// table at the first level, of the geometric mean of the standard deviations of h and i, by the
	// delta method. A clustering that is at most that far below the frontier may be on the true
	// frontier. A search may need a smaller depth, to find the frontier of the sample, or a greater
	// one, to get past worse clusterings.
	Scale float64
}

// Level is the agreement of the frontiers of halves at one search depth, as means over the
// splits, and over both halves of each.
type Level struct {
	Epsilon float64 `json:"epsilon"`
	// Points is the number of points of a half's frontier.
	Points float64 `json:"points"`
	// Transfer is the loss when the clusterings found in one half are used in the other half: the
	// share of the area under the best known frontier of that half, in the plane of h and i, that
	// is not under their points there. TransferError is its standard error, from the differences
	// between splits.
	Transfer      float64 `json:"transfer"`
	TransferError float64 `json:"transfer_se"`
	// Gap is the part that the search misses in its own half: the share of the area under the best
	// known frontier of that half that is not under the frontier found.
	Gap float64 `json:"gap"`
	// Distance is the distance in bits of a clustering from one half's frontier below the
	// best frontier known of the other half.
	Distance float64 `json:"distance"`
	// Overlap is the share of common clusterings of the frontiers of the two halves.
	Overlap float64 `json:"overlap"`
	// Evaluated is the number of evaluations of the search of a half.
	Evaluated float64 `json:"evaluated"`
}

const (
	defaultSplits = 5
	// DefaultBudget makes all searches of a table of 27 rows take about a minute on two
	// cores.
	DefaultBudget = 20e6
	// Limits of the memory of a search.
	leastMemory = 256 << 20
	mostMemory  = 2 << 30
)

// memory returns the limit of one search in bytes.
func (o TuneOptions) memory() int64 {
	return int64(min(max(leastMemory, float64(o.Budget)/DefaultBudget*leastMemory), mostMemory))
}

// defaultEpsilons returns the default depths. Tan, Tegmark and Chuang (doi:10.3390/e24060771) find
// that 5e-3 to 5e-2 bits matter for 11 rows; for more rows the range is lower.
func defaultEpsilons() []float64 {
	return []float64{0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1}
}

// ErrBudget is wrapped if the searches at the first depth already exceed the budget.
var ErrBudget = errors.New("too few evaluations allowed")

// TuneEpsilon finds a search depth for the Pareto Mapper ([search.Merge]) in a table of counts. It
// splits the records at random, maps both halves at each depth epsilon, and measures how far their
// frontiers agree.
//
// A deeper search finds more, but the frontier of a sample is partly noise, and from some depth on
// new points hold only in that sample. Two halves of the records are two samples: a depth is
// enough if a greater depth does not find clusterings in one half that are better in the other
// half. The measure is Level.Transfer. Rows without records in one half are left out of both.
//
// Values are plug-in values. The result depends on the table, but not on the order of its rows and
// columns, and on the options except Workers. If the context ends after two levels, the result has
// the finished levels.
//
// It is an error if the options do not suit. The error wraps [ErrNoCounts], [joint.ErrTooSmall] or
// [ErrBudget], or is the error of the context.
func TuneEpsilon(ctx context.Context, j *joint.Joint, o TuneOptions) (*Tuning, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("uncertainty options: %w", err)
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

// withDefaults replaces zeros by defaults, and checks other values.
func (o TuneOptions) withDefaults() (_ TuneOptions, err error) {
	if o.Splits == 0 {
		o.Splits = defaultSplits
	}
	if o.Epsilons == nil {
		o.Epsilons = defaultEpsilons()
	}
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.Observe == nil {
		o.Observe = func(int, int) {}
	}
	for _, e := range o.Epsilons {
		if !(e >= 0) || math.IsInf(e, 1) {
			return o, fmt.Errorf("epsilon is %g, want 0 or more bits", e)
		}
	}
	o.Epsilons = slices.Compact(slices.Sorted(slices.Values(o.Epsilons)))
	switch {
	case len(o.Epsilons) < 2:
		return o, fmt.Errorf("there are %d epsilons, want at least two different ones to choose from", len(o.Epsilons))
	case o.Splits < 2:
		return o, fmt.Errorf("splits is %d, want 2 or more, or 0 for %d", o.Splits, defaultSplits)
	case o.Budget < 0:
		return o, fmt.Errorf("budget is %d, want 1 or more evaluations, or 0 for %d", o.Budget, int64(DefaultBudget))
	}
	o.Workers, err = pool.Workers(o.Workers)
	return o, err
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
