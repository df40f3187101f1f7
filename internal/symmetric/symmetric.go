// Package symmetric proves frontiers of two variables that are grouped alike, by a branch and bound over the clusterings.
package symmetric

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/automorphism"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// maxRows is the largest number of rows: labels of clusters take 4 bits, and tables have an entry for every set of
// rows.
const maxRows = 16

// Rows returns the largest number of rows that a proof for such a problem takes, or 0 if the problem has no such
// proof.
func Rows(p problem.Problem) int {
	if p.Traits().Triple == nil {
		return 0
	}
	return maxRows
}

// For returns the proof for a problem of two variables that are grouped alike. ok is false for other problems, and
// if the number of clusterings per permutation is far too large for the effort. How many of them the bounds will
// exclude is not known in advance.
func For(p problem.Problem, opts method.Options) (m method.Method, ok bool) {
	t := p.Traits().Triple
	if n := p.Rows(); t == nil || n > maxRows {
		return m, false
	} else if opts.Effort > 0 {
		pairs := newPairTable(t)
		orbits := partition.Bell(n) / automorphism.OfPairs(n, pairs.m, pairs.cellsAt).Order()
		if orbits*float64(pairs.steps[n-1]) > 8*float64(opts.Effort) {
			return m, false
		}
	}
	return method.Method{Name: "proof", Improve: func(ctx context.Context, found *search.Result, _ method.Options) (*search.Result, error) {
		return prove(ctx, p, found.Frontier, opts)
	}}, true
}

// prove returns the frontier over all clusterings of a [problem.Symmetric] problem, given a frontier that a search
// found, which may be nil. It assigns the rows one at a time, and drops a clustering of the first rows if
//
//   - a permutation of the rows that leaves the table unchanged gives every continuation a smaller string, or
//   - no continuation can be on the frontier. The h of a continuation is at least the h with all other rows in the
//     heaviest cluster, and its i at most the i with every other row alone.
//
// The result equals an enumeration's, including the clustering kept at a tie and the number of others (up to 2^31 -
// 1).
//
// When the context ends, or Options.Effort is used up, the result is the best frontier so far, and the status says
// why. The error wraps [problem.ErrOptions] if the problem is not symmetric, has more than 16 rows, or has another
// table than the frontier, and [problem.ErrInfeasible] if no clustering was found within the limits.
func prove(ctx context.Context, p problem.Problem, f *frontier.Frontier, opts method.Options) (*search.Result, error) {
	opts, err := method.WithDefaults(opts)
	if err != nil {
		return nil, err
	}
	s, err := newSymmetric(p, opts)
	if err != nil {
		return nil, err
	}
	described := frontier.Search{Method: "branch-and-bound"}
	if f != nil {
		described = f.Search
		if err := s.begin(f); err != nil {
			return nil, err
		}
	}
	s.tabulate()
	status := s.run(ctx)
	if status == frontier.StatusComplete {
		described, s.known = frontier.Search{Method: "branch-and-bound"}, s.found
	}
	described.Status = status
	described.Evaluated += s.nodes
	return s.result(ctx, described)
}

// result makes the result of a search that d describes.
func (s *symmetric) result(ctx context.Context, d frontier.Search) (*search.Result, error) {
	if s.known.Len() == 0 {
		return nil, method.NoneFound(ctx)
	}
	r, err := method.ResultOf(s.problem, s.known, d)
	if err == nil {
		s.limits.Describe(&r.Frontier.Problem)
	}
	return r, err
}

// symmetric is the state of the search. Rows are the problem's rows.
type symmetric struct {
	*pairTable
	opts      method.Options
	problem   problem.Problem
	evaluator problem.Evaluator
	limits    *limiter.Limiter
	most      int              // the largest number of clusters
	group     [][]uint8        // permutations of the rows that change neither the table nor the limits
	known     *archive.Archive // the best clusterings so far, against which others are held
	found     *archive.Archive // those that this search came to
	nodes     int64
	taken     int64 // steps of Options.Effort
}

// maxGroup is the largest number of permutations that are used. Z2^4 has 322,560.
const maxGroup = 1 << 19

func newSymmetric(p problem.Problem, opts method.Options) (*symmetric, error) {
	table := p.Traits().Triple
	if table == nil {
		return nil, marked.Errorf(problem.ErrOptions, "the problem is not one of two variables that are grouped alike")
	}
	n := p.Rows()
	if n > maxRows {
		return nil, marked.Errorf(problem.ErrOptions, "a proof for two variables that are grouped alike takes up to %d values, and there are %d: group rare ones before, or do without", maxRows, n)
	}
	limits, err := limiter.New(p, opts.Limits)
	if err != nil {
		return nil, err
	}
	s := &symmetric{
		pairTable: newPairTable(table), opts: opts, problem: p, limits: limits,
		evaluator: p.Evaluators(1, 0)[0], most: min(limits.MaxClusters(), n), known: archive.New(n), found: archive.New(n),
	}
	most := maxGroup
	if len(opts.Limits.CannotLink) > 0 || len(opts.Limits.Alone) > 0 {
		most = 1 // pairs that are kept apart tell rows from each other
	}
	s.group = automorphism.OfPairs(n, s.m, s.cellsAt).Elements(most)
	s.know(make(partition.Partition, n), 0)
	s.know(partition.Identity(n), 0)
	return s, nil
}

// begin offers the clusterings of a frontier to begin with.
func (s *symmetric) begin(f *frontier.Frontier) error {
	if is := s.problem.Describe(); f.Problem.Kind != is.Kind || f.Problem.Source.SHA256 != is.Source.SHA256 {
		return marked.Errorf(problem.ErrOptions, "the frontier is not of this table and problem")
	}
	for point := range f.All() {
		a := point.Assignment()
		if a == nil {
			return marked.Errorf(problem.ErrOptions, "the frontier has no assignments")
		}
		s.know(archive.Placed(s.problem, a), point.Ties)
	}
	return nil
}

// know offers a clustering to begin with, if it is allowed.
func (s *symmetric) know(f partition.Partition, ties int) {
	if limiter.NewGauge(s.limits, 1).Load(f) == 0 {
		method.Offer(s.known, s.evaluator, f, ties)
	}
}

// The search is split by the clusterings of the first rows into at least leastParts parts, if possible. Each block
// of parts knows the results of the earlier blocks, so that the number of nodes does not depend on the workers. A
// part begins with all permutations, so many permutations mean fewer parts.
const (
	leastParts = 1 << 10
	partBlock  = 1 << 6
	partStart  = 1 << 22
)

// run goes through all clusterings.
func (s *symmetric) run(ctx context.Context) frontier.Status {
	workers := min(int64(s.opts.Workers), max(1, s.opts.MaxMemory/s.walkBytes()))
	walks := lists.Make(int(workers), func(int) *pairWalk { return newPairWalk(s) })
	parts, least := []part{{}}, max(partBlock, min(leastParts, partStart/len(s.group)))
	for depth := 0; len(parts) < least && depth < s.n; depth++ {
		var next []part
		for _, p := range parts {
			next = append(next, walks[0].children(p)...)
			s.count(walks[0].result)
		}
		parts = next
	}
	for from := 0; from < len(parts); from += partBlock {
		method.Report(s.opts, s.known.Len(), float64(from)/float64(len(parts)))
		left := int64(math.MaxInt64)
		if s.opts.Effort > 0 {
			left = s.opts.Effort - s.taken
		}
		block := parts[from:min(from+partBlock, len(parts))]
		results := make([]*pairResult, len(block))
		err := pool.Each(ctx, len(walks), len(block), func(worker, job int) error {
			results[job] = walks[worker].walk(ctx, block[job], left)
			return nil
		})
		if err != nil {
			return resources.Cut(ctx)
		}
		if !s.commit(results) {
			return frontier.StatusEffort
		}
	}
	return frontier.StatusComplete
}

// commit adds the results of walks, in order, and reports whether all walks were completed.
func (s *symmetric) commit(results []*pairResult) bool {
	whole := true
	for _, r := range results {
		for point := range r.found.All() {
			at, m := problem.Point{H: point.H, I: point.I}, point.Payload
			s.found.Offer(at, m.Clustering, m.Ties)
			if s.known.Compare(at) == pareto.Optimal {
				s.known.Offer(at, m.Clustering, m.Ties)
			}
		}
		s.count(r)
		whole = whole && r.whole
	}
	return whole
}

func (s *symmetric) count(r *pairResult) {
	s.nodes += r.nodes
	s.taken += r.steps
}
