package search

import (
	"cmp"
	"iter"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/divided"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// Method is a way to search.
type Method int

const (
	// Auto is a local search followed by epsilon rounds. With an Epsilon above 0 it is Merge. If points are sums over
	// cells or follow from centroids, the local search of more than 40 rows begins with the clusterings of sweeps, and a
	// table of more than 400 rows is searched by sweeps alone.
	Auto Method = iota
	// Merge is the Pareto Mapper of Tan, Tegmark and Chuang (2022, algorithm 1), which begins with the finest clustering
	// and merges.
	Merge
	// Local is a local search by merges of clusters and moves of rows, until the neighbourhood of every point of the
	// frontier is explored.
	Local
)

// Options control a search. The zero value asks for the default effort, one worker per core and up to 2 GiB.
type Options struct {
	Method Method
	// Effort scales the number of evaluations that a search may take; 0 means 1. [Auto] may take 150 million, and [Local]
	// 10^10. Within its limit, the epsilon rounds of Auto may take 4 times the evaluations of its local search, or 12
	// million if that is more (fewer for a problem with Slowness), but at most the larger of a million and 100 times the
	// evaluations of the local search. An evaluation counts up to 16 times beyond MaxPoints. Sweeps may read about 2 billion
	// cells, and chains 8 billion. Merge has no limit.
	Effort float64
	// Epsilon is the search depth of Merge and Local in bits: they follow a clustering at distance d from the frontier
	// with probability exp(-d/Epsilon), and at most 16 clusterings of exactly the same point. With 0 they follow
	// Pareto-optimal clusterings only. To search with epsilon 0 by the Pareto Mapper, set Method: Merge. With +Inf, every
	// clustering is enumerated with any Method, for up to 14 rows.
	Epsilon float64
	// Seed chooses the draws. It matters only if Epsilon is positive and finite.
	Seed uint64
	// MaxMemory is the approximate number of bytes that the search may use, at least 16 MiB; 0 means 2 GiB. The table and
	// the finished frontier come on top. When the memory is used up, epsilon rounds end, and other searches from then on
	// follow only new points of the frontier. If that is not enough, they keep one point per cell of a wider grid, as
	// [frontier.Search].Resolution says. The status is then frontier.StatusMemory.
	MaxMemory int64
	// MaxPoints is the number of points beyond which a local search and its rounds act as if the memory were used up; 0
	// means any number. It also limits the memory: a local search acts like this beyond about 1,500 bytes for each of
	// them, and a round of effort 1 ends beyond 1,000.
	MaxPoints int
	// Workers is the number of goroutines that compute; 0 means one per core. The result does not depend on it.
	Workers int
	// Limits restrict the clusterings of the result; the zero value allows all.
	Limits problem.Limits
	// PerK searches for the layers of all numbers of clusters, too ([frontier.Layers]). It is for up to 400 rows, and for
	// problems where h is not log2 k.
	PerK bool
	// From, if not nil, is an earlier result for the same problem. Auto and Local also start from its clusterings, and the
	// result has every point of From that is allowed by Limits and better than the points found.
	From *frontier.Frontier
	// Observe, if not nil, is called often with the progress, by the goroutine that called Map.
	Observe func(Progress)
	// Checkpoint, if not nil, is called often by the goroutine that called Map, and once more, with last set, when the
	// search is over, but not after an error. It may call snapshot to get the state of the search for Resume, which takes
	// time in proportion to the memory used. If sweeps were cut short, the last state is the one before them.
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is the snapshot of a search for the same problem with the same Method, Epsilon, Seed, MaxMemory, MaxPoints
	// and Limits. The search continues from it, with the same result as without the interruption. nil begins a new search.
	Resume []byte
	// Division is for searches by sweeps that machines share.
	divided.Division
}

// ErrCheckpoint is wrapped by the error of a search whose Options.Resume or Options.Part is damaged, or is from another
// search.
var ErrCheckpoint = divided.ErrCheckpoint

const (
	// A search by Local ends after localEffort evaluations: enough for 300 rows, in a minute or two. Auto ends after
	// autoEffort evaluations, in two or three seconds.
	localEffort = 1e10
	autoEffort  = 1.5e8
	// The epsilon rounds end after smallRounds evaluations, half a second, but not before leastRounds times the
	// evaluations of the local search (within autoEffort), and not after the larger of tinyRounds and mostRounds times the
	// evaluations of the local search.
	mostRounds  = 100
	leastRounds = 4
	smallRounds = 12e6
	tinyRounds  = 1e6
	// maxEnumerated is the largest number of clusterings that are enumerated: all clusterings of 14 rows, in minutes.
	maxEnumerated = 2e8
)

// withDefaults checks the options for n rows and replaces zeros by the defaults.
func (o Options) withDefaults(n int) (_ Options, err error) {
	switch {
	case !(o.Epsilon >= 0):
		return o, marked.Errorf(problem.ErrOptions, "epsilon is %g, want 0 or more bits, or inf", o.Epsilon)
	case math.IsInf(o.Epsilon, 1) && partition.Bell(n) > maxEnumerated:
		return o, marked.Errorf(problem.ErrOptions, "epsilon inf would enumerate the %.3g clusterings of %d rows, and more than 14 rows are too many; use a finite epsilon such as 0.001", partition.Bell(n), n)
	case math.IsInf(o.Epsilon, 1) && (o.Checkpoint != nil || o.Resume != nil):
		return o, marked.Errorf(problem.ErrOptions, "epsilon inf keeps no checkpoints")
	case !(o.Effort >= 0) || math.IsInf(o.Effort, 1):
		return o, marked.Errorf(problem.ErrOptions, "effort is %g, want a number above 0, such as 10 for ten times the default", o.Effort)
	case o.MaxPoints < 0:
		return o, marked.Errorf(problem.ErrOptions, "the search may keep %d points, want 1 or more, or 0 for any number", o.MaxPoints)
	case o.Method < Auto || o.Method > Local:
		return o, marked.Errorf(problem.ErrOptions, "there is no method %d", o.Method)
	}
	if err := divided.Check(o.Division, o.Resume); err != nil {
		return o, err
	}
	if o.Method == Auto && o.Epsilon > 0 {
		o.Method = Merge
	}
	o.Effort = cmp.Or(o.Effort, 1)
	o.MaxMemory, o.Workers, err = resources.Check(o.MaxMemory, o.Workers)
	return o, err
}

// Stats has the statistics of a search.
type Stats struct {
	// Evaluated is the number of points that were computed, including repetitions. Expanded is the number of clusterings
	// whose neighbours were evaluated.
	Evaluated, Expanded int64
}

// Progress is the state of a running search.
type Progress struct {
	Stats
	// Points is the size of the frontier found so far.
	Points int
	// Round is the number of the epsilon round, and 0 before the first. Lift is the epsilon of the round in bits.
	Round int
	Lift  float64
	// Settled is the number of clusterings that are done in this stage: a round, or the stage before the rounds. Queued is
	// the number of waiting clusterings, which can grow.
	Settled, Queued int64
	// Budget is the number of evaluations at which the search will end; 0 if there is no limit.
	Budget int64
	// Staircase yields the points of the frontier found so far, by increasing h, in O(points). It is valid until Observe
	// returns, and nil if the search has no points before its end.
	Staircase iter.Seq[problem.Point]
}

// Result is the outcome of a search.
type Result struct {
	// Frontier is the best frontier found. It is sound with every status: every point is a clustering, and no point
	// dominates another. It is nil for a search Within a range.
	Frontier *frontier.Frontier
	Status   frontier.Status
	Stats
}
