package best

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/program"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Options are the options of [Find]. The zero value is usable.
type Options struct {
	// UpTo is the largest number of clusters that is looked at; 0 means any number of up to 50 rows, and
	// otherwise 20.
	UpTo int
	// Effort is a factor of the steps of the search; 0 means 1. The steps are counted, so that the
	// result is the same on every machine and for any number of workers.
	Effort float64
	// Order is the order of the frontier's clusterings. If it is not empty, only clusterings into contiguous runs
	// of rows are considered.
	Order exact.Order
	// ExactEffort is the number of steps that a dynamic program may take, as
	// exact.Options.Effort counts them; 0 means [DefaultExactEffort].
	ExactEffort int64
	// From, if not nil, is an earlier result for the same problem, whose clusterings the search knows from the start.
	From *frontier.Frontier
	// Limits restrict the clusterings. They must be the limits of the frontier.
	Limits problem.Limits
	// MaxMemory is the approximate number of bytes; 0 means 2 GiB.
	MaxMemory int64
	// Workers is the number of goroutines; 0 means one per core. The result does not depend on it.
	Workers int
	// Observe, if not nil, is called now and then with the steps taken and those allowed, from
	// the goroutine of the caller.
	Observe func(done, all int64)
	// Checkpoint, if not nil, is called before each of the ten or more turns of the search, and once at its end,
	// with last set, even if the context has ended. During a call the function may call snapshot to get the state
	// for Resume. The state does not include the dynamic programs, which precede the search.
	Checkpoint func(snapshot func() []byte, last bool)
	// Resume is a snapshot of a Find for the same problem, frontier and options, except for Workers. Find continues
	// from it, with the result of an uninterrupted call. If it is damaged or of another call, the error wraps
	// [search.ErrCheckpoint].
	Resume []byte
}

// DefaultExactEffort is enough for a dynamic program over the sets of 19 rows, which takes two seconds on two cores, or
// over runs of a few thousand rows for 20 clusters.
const DefaultExactEffort = 3_000_000_000

// The default number of clusters up to which the best clusterings are looked for, and the
// number of rows up to which they are looked for with any number of clusters.
const (
	defaultUpTo = 20
	allRows     = 50
)

// defaultUpToFor returns the largest number of clusters that [Find] looks at by default for n rows:
// all of up to 50, and otherwise 20.
func defaultUpToFor(n int) int {
	if n <= allRows {
		return n
	}
	return defaultUpTo
}

// A search of effort 1 takes at most baseEffort steps for each number of clusters, and manyEffort steps if chains come
// first. A step adds a cell of a row to a cluster, in about 4 ns.
const (
	baseEffort = 1.5e8
	manyEffort = 3e7
	// Without chains, a search of effort 1 ends after mostSteps, three seconds on two cores. Most tables take less, as nothing
	// better is found any more. In symmetric tables of many columns, perturbations find clusterings of nearly the same i.
	mostSteps = 1.2e9
)

// effortFor returns the number of steps for n rows and a number of clusters.
func effortFor(n int) float64 {
	if way.Chained(n) {
		return manyEffort
	}
	return baseEffort
}

func (o Options) withDefaults(p problem.Problem) (_ Options, err error) {
	switch {
	case o.UpTo < 0:
		return o, marked.Errorf(problem.ErrOptions, "the best clusterings of up to %d clusters are asked for, want 1 or more, or 0 for the default", o.UpTo)
	case !(o.Effort >= 0 && o.Effort < 1e9):
		return o, marked.Errorf(problem.ErrOptions, "effort is %g, want a number above 0, such as 10 for ten times the default", o.Effort)
	case o.ExactEffort < 0:
		return o, marked.Errorf(problem.ErrOptions, "effort of a dynamic program is %d steps, want 1 or more, or 0 for the default", o.ExactEffort)
	case o.Order != "" && o.Order != exact.Linear && o.Order != exact.Circular:
		return o, marked.Errorf(problem.ErrOptions, "there is no order %q", o.Order)
	}
	if o.UpTo == 0 {
		o.UpTo = defaultUpToFor(p.Rows())
	}
	o.Effort = cmp.Or(o.Effort, 1)
	o.ExactEffort = cmp.Or(o.ExactEffort, DefaultExactEffort)
	if o.Observe == nil {
		o.Observe = func(int64, int64) {}
	}
	o.MaxMemory, o.Workers, err = resources.Check(o.MaxMemory, o.Workers)
	return o, err
}

// Find returns a frontier of the problem with the most informative clustering of each number of clusters
// ([frontier.Frontier.Best]). Of clusterings whose i are in the same cell of a grid of 2^-30 bit, it keeps
// the one with the lowest h, and among ties in both the smallest string, in the problem's order of rows. It omits a
// number of clusters if it found no clustering with a larger i than the best one of fewer clusters.
//
// Clusterings are marked as exact if a dynamic program found them, or if they have all information of the rows. The
// others are the best that a search found. If the context ends, the list has the best clusterings found so far,
// including the frontier's, and the error is nil.
//
// The frontier is returned unchanged if h is log2 k, since it then is its own list, and if points of the problem
// are not sums over the clusters. The error wraps [problem.ErrOptions] if options do not suit the problem, or if
// the frontier is of another problem.
func Find(ctx context.Context, p problem.Problem, f *frontier.Frontier, opts Options) (*frontier.Frontier, error) {
	if err := resources.CheckProblem(p); err != nil {
		return nil, err
	}
	if t := p.Traits(); t.Cluster == nil || t.LogK {
		return f, nil
	}
	opts, err := opts.withDefaults(p)
	if err != nil {
		return nil, err
	}
	l, err := newLister(p, f, opts)
	if err != nil {
		return nil, err
	}
	if err := l.solve(ctx); err != nil {
		return nil, err
	}
	l.fill()
	entries := l.entries()
	if l.err != nil {
		return nil, fmt.Errorf("best: %w", l.err)
	}
	return f.WithBest(min(opts.UpTo, math.MaxInt32), entries)
}

// lister collects the best clusterings of a problem.
type lister struct {
	problem  problem.Problem
	opts     Options
	limits   *limiter.Limiter
	evaluate problem.Evaluator
	upTo     int                      // no more than the limits and the rows allow
	all      []*archive.Archive       // of k clusters at k
	ties     map[partition.Packed]int // of the clusterings of the frontier
	exact    []bool
	finest   float64 // the i that no clustering exceeds, if bounded
	bounded  bool
	id       identity
	err      error
}

func newLister(p problem.Problem, f *frontier.Frontier, opts Options) (*lister, error) {
	limit := limiter.New
	if opts.Order == exact.Linear {
		limit = limiter.Ordered
	}
	limits, err := limit(p, opts.Limits)
	if err != nil {
		return nil, err
	}
	if n := f.Problem.N; n != len(p.Place()) {
		return nil, marked.Errorf(problem.ErrOptions, "the frontier is of %d rows, and the problem of %d: it is of another table", n, len(p.Place()))
	}
	l := &lister{problem: p, opts: opts, limits: limits, evaluate: p.Evaluators(1, 0)[0], upTo: min(opts.UpTo, p.Rows(), limits.MaxClusters())}
	l.ties = make(map[partition.Packed]int)
	l.all, l.exact = make([]*archive.Archive, l.upTo+1), make([]bool, l.upTo+1)
	for k := range l.all {
		l.all[k] = archive.New(p.Rows())
	}
	l.finest, l.bounded = method.Finest(p)
	if opts.Checkpoint != nil || opts.Resume != nil {
		l.id = opts.identify(f)
	}
	l.take(f)
	if opts.From != nil {
		l.take(opts.From)
	}
	if len(l.exact) > 1 {
		l.exact[1] = true
	}
	return l, nil
}

// take adds the clusterings of a frontier: for each k, the last one, which has the largest i.
func (l *lister) take(f *frontier.Frontier) {
	last := make(map[int]frontier.Point) // by the number of clusters
	for _, points := range []iter.Seq[frontier.Point]{f.All(), f.Best()} {
		for point := range points {
			if point.Known() && point.K <= l.upTo {
				last[point.K] = point
			}
		}
	}
	a := make(partition.Partition, f.Problem.N)
	for _, k := range slices.Sorted(maps.Keys(last)) {
		point := last[k]
		point.Unpack(a)
		labels := archive.Placed(l.problem, a)
		l.offer(labels)
		if point.Ties > 0 {
			l.ties[partition.Pack(labels)] = point.Ties
		}
	}
}

// offer takes a clustering in.
func (l *lister) offer(f partition.Partition) {
	if !l.limits.Keeps(f) {
		return
	}
	at := l.evaluate.Load(f)
	k := f.K()
	if !at.Valid() {
		l.err = fmt.Errorf("the clustering %v has h %g and i %g", f, at.H, at.I)
		return
	}
	if k <= l.upTo {
		l.all[k].Offer(at, partition.Pack(f), 0)
	}
}

// leader returns the best clustering of k clusters, in the problem's order of rows.
func (l *lister) leader(k int) (entry frontier.Entry, ok bool) {
	for p := range l.all[k].All() {
		entry, ok = frontier.Entry{H: p.H, I: p.I, K: k, Ties: l.ties[p.Payload.Clustering], Assignment: p.Payload.Clustering}, true
	}
	return entry, ok
}

// solve finds the best clusterings by the methods that apply.
func (l *lister) solve(ctx context.Context) error {
	known, complete, err := program.Informative(ctx, l.problem, l.opts.Order, l.upTo, exact.Options{MaxMemory: l.opts.MaxMemory, Workers: l.opts.Workers, Limits: l.opts.Limits, Effort: l.opts.ExactEffort})
	if err != nil {
		return err
	}
	for _, f := range known {
		l.offer(f)
	}
	switch {
	case complete:
		for k := range l.exact {
			l.exact[k] = true
		}
	case l.opts.Limits.Second != nil:
		return l.layers(ctx)
	case l.opts.Order == "":
		return l.search(ctx)
	}
	return nil
}

// layers takes the clusterings of a local search for every number of clusters, or of all clusterings if there are few: the
// series of improvements does not know a limit on what clusters tell about a second variable. For many rows, the
// clusterings of the frontier have to do.
func (l *lister) layers(ctx context.Context) error {
	by := search.Options{Limits: l.opts.Limits, PerK: true, MaxMemory: l.opts.MaxMemory, Workers: l.opts.Workers}
	switch of := (way.Question{Problem: l.problem, Limits: by.Limits, Open: true}).Search(); {
	case of == way.Sweeps || l.problem.Traits().LogK: // the frontier of log2 k has them
		return nil
	case of == way.Walk:
		by.Method = search.Local
	}
	r, err := search.Map(ctx, l.problem, by)
	if errors.Is(err, problem.ErrInfeasible) {
		return nil // in time
	} else if err != nil {
		return err
	}
	a := make(partition.Partition, r.Frontier.Problem.N)
	for k := 1; k <= l.upTo; k++ {
		for point := range r.Frontier.Layer(k) {
			point.Unpack(a)
			l.offer(archive.Placed(l.problem, a))
		}
		l.exact[k] = r.Status == frontier.StatusComplete
	}
	return nil
}

// fill closes the gaps of a list whose search was cut short: every number of clusters gets a clustering that tells more
// than the clusterings of fewer clusters.
func (l *lister) fill() {
	if !l.bounded || l.opts.Order != "" || l.limits != nil {
		return
	}
	last, f := math.Inf(-1), make(partition.Partition, l.problem.Rows()) // what tells most so far
	for k := 1; k <= l.upTo && !l.full(last); k++ {
		if e, ok := l.leader(k); ok && (k == 1 || e.I > last+2*pareto.Tolerance) {
			last = e.I
			e.Assignment.Unpack(f)
		} else if f.K() == k-1 && archive.Split(l.evaluate, f, last) {
			l.offer(f)
			last = l.evaluate.Load(f).I
		}
	}
}

// series returns the search that improves the clusterings.
func (l *lister) series() *series {
	n := l.problem.Rows()
	s := &series{opts: l.opts, id: l.id, n: n, limits: l.limits, best: make([]found, l.upTo+1), effort: int64(min(l.opts.Effort*effortFor(n)*float64(l.upTo), 1<<62))}
	if s.most = s.effort; !way.Chained(n) {
		s.most = min(s.effort, int64(min(l.opts.Effort*mostSteps, 1<<62)))
	}
	for k := 2; k <= l.upTo; k++ {
		e, ok := l.leader(k)
		if !ok {
			continue
		}
		f := make(partition.Partition, s.n)
		e.Assignment.Unpack(f)
		s.best[k].label = make([]int32, s.n)
		for x, c := range f {
			s.best[k].label[x] = int32(c)
		}
		if s.best[k].exact = l.full(e.I); s.best[k].exact {
			s.best = s.best[:k+1] // no clustering of more clusters tells more
			break
		}
	}
	return s
}

// search improves the clusterings by a search. The error is the error of its checkpoint.
func (l *lister) search(ctx context.Context) error {
	s := l.series()
	if err := s.resume(); err != nil {
		return err
	}
	s.run(ctx, l.problem)
	f := make(partition.Partition, s.n)
	for _, b := range s.best {
		if b.label == nil {
			continue
		}
		for x, c := range b.label {
			f[x] = int(c)
		}
		l.offer(f)
	}
	return nil
}

// full reports whether i is the largest that any clustering can have.
func (l *lister) full(i float64) bool { return l.bounded && i >= l.finest-pareto.Tolerance }

// entries returns the list, with the rows of the table.
func (l *lister) entries() []frontier.BestEntry {
	var rising pareto.Set[frontier.BestEntry] // of k against i
	labels := make(partition.Partition, l.problem.Rows())
	for k := 1; k <= l.upTo; k++ {
		e, ok := l.leader(k)
		if !ok {
			continue
		}
		e.Assignment.Unpack(labels)
		e.Assignment = partition.Pack(archive.InTable(l.problem.Place(), labels))
		rising.Add(float64(k), e.I, frontier.BestEntry{Entry: e, Exact: l.exact[k] || l.full(e.I)}, nil)
	}
	var entries []frontier.BestEntry
	for p := range rising.All() {
		entries = append(entries, p.Payload)
	}
	return entries
}
