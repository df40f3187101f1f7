// Package method holds what the exact methods share: their options and checkpoints, the result that they make, and how
// the rows of a table become the rows of a problem.
package method

import (
	"errors"

	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Options are the options of a dynamic program or a proof. The zero value is usable.
type Options struct {
	// MaxMemory is the approximate number of bytes for labels or clusters; 0 means 2 GiB. If that is not enough,
	// labels are thinned, or edges of the hull are not proved, and the status is [frontier.StatusMemory].
	MaxMemory int64
	// Effort is the number of elementary steps after which a proof gives up with [frontier.StatusEffort]; 0 means
	// no limit. Two cores take about 5 10^8 steps a second, on any table. The steps are counted, so that the
	// outcome is the same on every machine and for any number of workers. Dynamic programs do not count steps.
	Effort int64
	// Workers is the number of goroutines; 0 means one per core. The result does not depend on it.
	Workers int
	// Limits restrict the clusterings that a dynamic program considers. Find takes the limits of the search. Prove refuses
	// limits, and Line refuses all except MaxClusters.
	Limits problem.Limits
	// Order, if not empty, makes Find consider only clusterings into contiguous runs of rows in the order of the table, and
	// Sets makes it go over all sets of rows.
	Order Order
	Sets  bool
	// PerK makes a dynamic program find the layers of all numbers of clusters, too ([frontier.Layers]). Find takes PerK of
	// the search.
	PerK bool
	// Enter, if not nil, is called by Solve with the name of a method, proof or dynamic programming, when it begins.
	Enter func(method string)
	// Observe, if not nil, is called now and then with the progress, from the goroutine of the caller.
	Observe func(search.Progress)
	// Checkpoint, if not nil, is called by Solve and Prove often while they prove, and once at the end, with last
	// set, even if the context has ended. Calls do not overlap. During a call the function may call snapshot to get
	// the state for Resume, which takes time in proportion to the memory of the proof. A state lacks the parts of
	// listings that are not done, the columns listed for edges that will be tried again, the search for clusterings
	// of listed clusters, and methods other than the proof for H(Z) and I(Z;Y).
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is a snapshot of the same call, Solve or Prove, with the same problem, searched frontier, Effort and
	// MaxMemory. The call continues from it, with the result of an uninterrupted call. If it is damaged or of
	// another call, or given to a dynamic program, the error wraps [search.ErrCheckpoint].
	Resume []byte
}

// Report reports progress: the number of points, and the share of the work that is done.
func Report(o Options, points int, share float64) {
	const parts = 1e6
	settled := int64(parts * share)
	o.Observe(search.Progress{Points: points, Settled: settled, Queued: parts - settled})
}

// ForProgram is WithDefaults for a dynamic program, which cannot be resumed.
func ForProgram(o Options, p problem.Problem) (Options, error) {
	if err := resources.CheckProblem(p); err != nil {
		return o, err
	}
	if p.Traits().Cluster == nil {
		return o, marked.Errorf(problem.ErrOptions, "a dynamic program needs points that are sums over the clusters, and the points of this problem are not: choose another search")
	}
	if o.Resume != nil {
		return o, NotResumed(errors.New("a dynamic program keeps no state"))
	}
	return WithDefaults(o)
}

// WithDefaults checks the options and replaces zeros by defaults.
func WithDefaults(o Options) (_ Options, err error) {
	if o.Effort < 0 {
		return o, marked.Errorf(problem.ErrOptions, "effort is %d steps, want 1 or more, or 0 for no limit", o.Effort)
	}
	if o.Enter == nil {
		o.Enter = func(string) {}
	}
	if o.Observe == nil {
		o.Observe = func(search.Progress) {}
	}
	o.MaxMemory, o.Workers, err = resources.Check(o.MaxMemory, o.Workers)
	return o, err
}

// DefaultEffort is an effort in steps that takes two or three seconds. It is enough for the proof of
// most tables of up to 25 rows, and for dynamic programming over 16 rows.
const DefaultEffort = 1_250_000_000

// Order says which rows are neighbours.
type Order string

// The orders of rows, as frontier files spell them.
const (
	// Linear: adjacent rows of the table are neighbours.
	Linear Order = "linear"
	// Circular: the last row and the first are neighbours, too.
	Circular Order = "circular"
)
