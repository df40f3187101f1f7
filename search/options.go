package search

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Options steer a search. The zero value is greedy, with one worker a core.
type Options struct {
	// Epsilon is the search depth in bits: a clustering at distance d from the
	// frontier is taken up with probability exp(-d/Epsilon). 0 takes up
	// Pareto-optimal clusterings only; +Inf enumerates all clusterings, of up to
	// 14 rows. Of clusterings at one and the same point, 16 are taken up.
	Epsilon float64
	// Seed chooses the survival draws. It matters only for 0 < Epsilon < +Inf.
	Seed uint64
	// Workers is the number of goroutines that compute; 0 means one a core. The
	// result does not depend on it.
	Workers int
	// Observe, if not nil, is told of the progress, often, from the goroutine
	// that called Map.
	Observe func(Progress)
}

// ErrOptions is wrapped by the errors of [Map] that refuse the options.
var ErrOptions = errors.New("search options")

// maxEnumerated is the largest number of clusterings that are enumerated: that
// of 14 rows, which takes minutes.
const maxEnumerated = 2e8

// withDefaults checks the options for n rows and fills in what zero stands for.
func (o Options) withDefaults(n int) (Options, error) {
	if !(o.Epsilon >= 0) {
		return o, fmt.Errorf("%w: epsilon is %g, want 0 or more bits, or inf", ErrOptions, o.Epsilon)
	}
	if math.IsInf(o.Epsilon, 1) && partition.Bell(n) > maxEnumerated {
		return o, fmt.Errorf("%w: epsilon inf would enumerate the %.3g clusterings of %d rows, and more than 14 rows are too many; use a finite epsilon such as 0.001",
			ErrOptions, partition.Bell(n), n)
	}
	if o.Workers < 0 {
		return o, fmt.Errorf("%w: workers is %d, want 1 or more, or 0 for one a core", ErrOptions, o.Workers)
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o, nil
}

// Status says why a search ended. None of them is an error.
type Status int

const (
	// Complete means that everything that the options ask for was done.
	Complete Status = iota
	// Deadline means that the context's deadline passed.
	Deadline
	// Interrupted means that the context was cancelled.
	Interrupted
)

// String returns the status as frontier files spell it.
func (s Status) String() string {
	switch s {
	case Complete:
		return "complete"
	case Deadline:
		return "deadline"
	case Interrupted:
		return "interrupted"
	default:
		return fmt.Sprintf("Status(%d)", int(s))
	}
}

// Stats counts what a search did.
type Stats struct {
	// Evaluated counts the clusterings whose point was computed, as often as
	// that was; Expanded counts those whose merges were, the last of them maybe
	// not all if the context ended.
	Evaluated, Expanded int64
}

// Progress is the state of a search under way.
type Progress struct {
	Stats
	// Points is the size of the frontier found so far.
	Points int
	// Queued is the number of clusterings waiting to be expanded, and Clusters
	// how many clusters the next of them has. Both are 0 in an enumeration.
	Queued, Clusters int
}

// Result is the outcome of a search.
type Result struct {
	// Frontier is the best frontier found. It is sound whatever the status:
	// every point is a clustering, and none beats another.
	Frontier *frontier.Frontier
	Status   Status
	Stats
}
