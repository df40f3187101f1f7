package best

import (
	"context"
	"math"

	"github.com/dibmap/dibmap/internal/chains"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/problem"
)

// The search goes over all numbers of clusters in turns.
const (
	// In a turn, every number of clusters gets the same share of the effort, which is used up
	// after about that many turns. It takes part until failures perturbations in a row have found nothing
	// better; after the rankedPerturbations most promising ones, they are drawn.
	turns               = 10
	rankedPerturbations = 24
	failures            = 60
	failuresOfFew       = 240 // of smallRows and fewer
	// starts is the number of merges of the best clustering of k+1 clusters, and of splits of the best of k-1, that
	// the search for k clusters starts from.
	starts = 1
	// rankedMerges is the number of merges that perturbations are made of.
	rankedMerges = 16
	// climbShare: a climb may take one part in climbShare of the effort.
	climbShare = 8
)

// series is the best clustering found of every number of clusters.
type series struct {
	opts   Options
	n      int
	limits *limiter.Limiter
	effort int64   // turns and climbs have their shares of it
	most   int64   // steps after which no turn begins
	best   []found // of k clusters at k; the search leaves 0 and 1 out
	done   int64   // steps
	turn   int     // from 1, or 0 before the first
	id     identity
	origin *snapshot // of the turn under way
	// chained is the state for continuing the chains before the first turn.
	chained *chains.State
}

// found is the best clustering found of a number of clusters.
type found struct {
	label  []int32 // nil if none was found
	value  float64 // sum of scores, up to a constant
	turn   int     // when it was found
	failed int     // perturbations in a row that found nothing better
	exact  bool    // nothing is better
}

func (s *series) workers(p problem.Problem) []*worker {
	first := newScorer(p)
	all := make([]*worker, s.opts.Workers)
	for w := range all {
		if w > 0 {
			first = first.again()
		}
		g := newGrouping(first, s.limits, s.n)
		all[w] = &worker{series: s, g: g, splitter: &splitter{newGrouping(g.again(), g.limits, g.n), make([]int32, g.n)}}
	}
	return all
}

// run searches until nothing is found any more, the effort is used up or the context ends.
func (s *series) run(ctx context.Context, p problem.Problem) {
	if s.turn == 0 {
		s.chains(ctx, p)
	}
	workers := s.workers(p)
	if s.turn == 0 {
		s.start(ctx, workers)
	}
	for ; ctx.Err() == nil; s.turn++ {
		s.depart()
		if !s.take(ctx, workers) {
			break
		}
	}
	s.keep(true)
}

// chains goes through all numbers of clusters of a large table.
func (s *series) chains(ctx context.Context, p problem.Problem) {
	if t := p.Traits(); way.Movable(t) && s.limits == nil && way.Chained(s.n) {
		s.count(ctx, t)
	}
}

// start makes the clusterings for the first turn.
func (s *series) start(ctx context.Context, workers []*worker) {
	if s.limits == nil && s.n > smallRows && !way.Chained(s.n) {
		s.seed(ctx, workers)
	}
	workers[0].fill(ctx)
	s.turn = 1
}

// take takes a turn, and returns false if there is nothing left to try.
func (s *series) take(ctx context.Context, workers []*worker) bool {
	var jobs []int
	for k := len(s.best) - 1; k > 1; k-- {
		if s.waiting(k) {
			jobs = append(jobs, k)
		}
	}
	if len(jobs) == 0 || s.done >= s.most {
		return false
	}
	s.opts.Observe(s.done, s.most)
	next, steps := make([]found, len(jobs)), make([]int64, len(jobs))
	// An interruption keeps what was found so far.
	_ = pool.Each(ctx, s.opts.Workers, len(jobs), func(w, job int) error {
		next[job], steps[job] = workers[w].improve(ctx, jobs[job])
		return nil
	})
	for job, k := range jobs {
		if next[job].label != nil {
			s.best[k] = next[job]
		}
		s.done += steps[job]
	}
	return true
}

// countShare is the share of the effort that chains may take.
const countShare = 0.7

// count improves the clusterings by chains from one number of clusters to the next.
func (s *series) count(ctx context.Context, source problem.Traits) {
	given := make(chains.Counts, len(s.best))
	for k, b := range s.best {
		given[k] = b.label
	}
	o := chains.Options{
		UpTo: len(s.best) - 1, Steps: int64(countShare * float64(s.effort)), MaxMemory: s.opts.MaxMemory, Workers: s.opts.Workers,
		Observe: func(steps int64) { s.opts.Observe(steps, s.effort) }, From: s.chained,
	}
	if s.opts.Checkpoint != nil {
		o.Keep = s.departChains
	}
	r := chains.ByCount(ctx, source, given, o)
	s.done = r.Steps
	for k, label := range r.Best {
		if label != nil && k > 1 && !s.best[k].exact {
			s.best[k].label = numbered(label)
		}
	}
}

// seed gives every number of clusters a clustering that is quickly made from the heaviest rows, if it is better
// than the given one. In a large table, where the search is short, the frontier's own points may be as poor as a
// few rare rows and one cluster of all others.
func (s *series) seed(ctx context.Context, workers []*worker) {
	next, steps := make([][]int32, len(s.best)), make([]int64, len(s.best))
	_ = pool.Each(ctx, s.opts.Workers, len(s.best), func(w, k int) error {
		if k < 2 || s.best[k].exact {
			return nil
		}
		g := workers[w].g
		g.steps = 0
		given := math.Inf(-1)
		if from := s.best[k].label; from != nil {
			g.load(from, k)
			given = g.value
		}
		if g.seed(ctx, k) && g.value > given {
			next[k] = numbered(g.label)
		}
		steps[k] = g.steps
		return nil
	})
	for k, label := range next {
		if s.done += steps[k]; label != nil {
			s.best[k].label = label
		}
	}
}

// waiting reports whether there is something to try for k clusters.
func (s *series) waiting(k int) bool {
	b := &s.best[k]
	return !b.exact && (b.label != nil && b.failed < s.failures() || s.fresh(k-1) || s.fresh(k+1))
}

// failures returns the number of perturbations in a row without success after which a number of clusters is left alone.
func (s *series) failures() int {
	if s.n <= smallRows {
		return failuresOfFew
	}
	return failures
}

// fresh reports whether the clustering of k clusters was found in the last turn.
func (s *series) fresh(k int) bool {
	return k > 1 && k < len(s.best) && s.best[k].label != nil && s.best[k].turn > 0 && s.best[k].turn == s.turn-1
}

// fill makes clusterings for missing numbers of clusters, by a merge from the next larger number, and by a split
// from the next smaller.
func (w *worker) fill(ctx context.Context) {
	w.g.steps = 0
	for k := len(w.best) - 2; k > 1; k-- {
		if from := w.best[k+1].label; w.best[k].label == nil && from != nil && ctx.Err() == nil {
			w.g.load(from, k+1)
			if m := w.g.merges(1); len(m) > 0 {
				w.g.apply(m[0])
				w.best[k].label = numbered(w.g.label)
			}
		}
	}
	for k := 2; k < len(w.best); k++ {
		from := w.best[k-1].label
		if k == 2 {
			from = make([]int32, w.n)
		}
		if w.best[k].label != nil || from == nil || ctx.Err() != nil {
			continue
		}
		w.g.load(from, k) // one of them is empty
		if splits := w.splitter.splits(ctx, w.g); len(splits) > 0 {
			w.g.divide(splits[0], k-1)
			if w.g.allowed() {
				w.best[k].label = numbered(w.g.label)
			}
		}
	}
	w.done += w.g.steps
}
