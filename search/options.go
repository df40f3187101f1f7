package search

import (
	"errors"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Method is a way to search.
type Method int

const (
	// Auto is a local search and then epsilon rounds, or, if an Epsilon is
	// given, Merge.
	Auto Method = iota
	// Merge is the Pareto Mapper of Tan, Tegmark and Chuang (2022, algorithm 1):
	// it begins with the finest clustering and merges.
	Merge
	// Local explores merges of clusters and moves of rows from one cluster to
	// another, until the neighbourhood of every point of the frontier was.
	Local
)

// Options steer a search. The zero value asks for the frontier, as complete as
// the default effort makes it, with one worker a core.
type Options struct {
	Method Method
	// Effort scales the numbers of evaluations that a search is allowed; 0 means
	// 1. A local search may take 10^10 evaluations, and the epsilon rounds after
	// it 12 million, or fewer if the problem is [Slow], but at least 4 times and at most
	// 100 times as many as it took. Merge knows no limit.
	Effort float64
	// Epsilon is the search depth in bits of the Pareto Mapper: a clustering at
	// distance d from the frontier is taken up with probability exp(-d/Epsilon).
	// 0 takes up Pareto-optimal clusterings only; +Inf enumerates all clusterings,
	// of up to 14 rows, whatever the method. Of clusterings at one and the same
	// point, 16 are taken up.
	Epsilon float64
	// Seed chooses the survival draws. It matters only for 0 < Epsilon < +Inf.
	Seed uint64
	// MaxMemory is about the number of bytes that the search may take; 0 means
	// 2 GiB; see Memory for what happens when they are used up. The table and the
	// finished frontier come on top.
	MaxMemory int64
	// Workers is the number of goroutines that compute; 0 means one a core. The
	// result does not depend on it.
	Workers int
	// Limits are what every clustering that is found has to keep.
	Limits problem.Limits
	// Observe, if not nil, is told of the progress, often, from the goroutine
	// that called Map.
	Observe func(Progress)
	// Checkpoint, if not nil, is called often, from the goroutine that called
	// Map, and once more, with last set, when the search is over. The snapshot
	// that it may take is the state of the search, for Resume. Taking one costs
	// time in proportion to the memory used.
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is a snapshot to go on from, of a search for the same problem with
	// the same Method, Epsilon, Seed, MaxMemory and Limits. The result is what that
	// search would have found.
	Resume []byte
}

// ErrCheckpoint is wrapped by the error of a search whose Options.Resume is damaged, or
// is of another search.
var ErrCheckpoint = errors.New("checkpoint")

const (
	// localEffort is the number of evaluations after which a local search ends:
	// enough for 300 rows, and a minute or two.
	localEffort = 1e10
	// The epsilon rounds end after mostRounds times the evaluations of the local
	// search if these are few, leastRounds times if they are many, and smallRounds
	// in between: half a second, or four times the time of the local search.
	mostRounds  = 100
	leastRounds = 4
	smallRounds = 12e6
	// maxEnumerated is the largest number of clusterings that are enumerated:
	// that of 14 rows, which takes minutes.
	maxEnumerated = 2e8
)

// withDefaults checks the options for n rows and fills in what zero stands for.
func (o Options) withDefaults(n int) (_ Options, err error) {
	switch {
	case !(o.Epsilon >= 0):
		return o, fmt.Errorf("%w: epsilon is %g, want 0 or more bits, or inf", problem.ErrOptions, o.Epsilon)
	case math.IsInf(o.Epsilon, 1) && partition.Bell(n) > maxEnumerated:
		return o, fmt.Errorf("%w: epsilon inf would enumerate the %.3g clusterings of %d rows, and more than 14 rows are too many; use a finite epsilon such as 0.001",
			problem.ErrOptions, partition.Bell(n), n)
	case math.IsInf(o.Epsilon, 1) && (o.Checkpoint != nil || o.Resume != nil):
		return o, fmt.Errorf("%w: epsilon inf keeps no checkpoints", problem.ErrOptions)
	case !(o.Effort >= 0) || math.IsInf(o.Effort, 1):
		return o, fmt.Errorf("%w: effort is %g, want a number above 0, such as 10 for ten times the default", problem.ErrOptions, o.Effort)
	case o.Method < Auto || o.Method > Local:
		return o, fmt.Errorf("%w: there is no method %d", problem.ErrOptions, o.Method)
	}
	if o.Method == Auto && o.Epsilon > 0 {
		o.Method = Merge
	}
	if o.Effort == 0 {
		o.Effort = 1
	}
	o.MaxMemory, o.Workers, err = resources.Check(o.MaxMemory, o.Workers)
	return o, err
}

// Stats counts what a search did.
type Stats struct {
	// Evaluated counts the clusterings whose point was computed, as often as
	// that was; Expanded counts those whose neighbours were.
	Evaluated, Expanded int64
}

// Progress is the state of a search under way.
type Progress struct {
	Stats
	// Points is the size of the frontier found so far.
	Points int
	// Round counts epsilon rounds; it is 0 before the first. Lift is the epsilon
	// of the round.
	Round int
	Lift  float64
	// Settled is the number of clusterings that this round, or what comes before
	// the rounds, is done with, and Queued the number of those waiting, which
	// still grows.
	Settled, Queued int64
	// Budget is the number of evaluations at which the search will end; 0 if
	// there is no limit.
	Budget int64
}

// Result is the outcome of a search.
type Result struct {
	// Frontier is the best frontier found. It is sound whatever the status:
	// every point is a clustering, and none beats another.
	Frontier *frontier.Frontier
	Status   frontier.Status
	Stats
}
