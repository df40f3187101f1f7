package chains

import (
	"context"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/problem"
)

// Counts has the labels of a clustering into k clusters at index k, or nil if no such clustering is known.
type Counts [][]int32

// Result is the outcome of [ByCount].
type Result struct {
	Best Counts
	// Evaluated is the number of clusterings whose i was computed, and Steps the number of cells that were read.
	Evaluated, Steps int64
	// Settled is true if the last rounds gained next to nothing.
	Settled bool
}

// Options control [ByCount].
type Options struct {
	// UpTo is the largest number of clusters.
	UpTo int
	// Steps is the number of cells that may be read, at about 2 ns each.
	Steps int64
	// MaxMemory is the approximate number of bytes that may be used.
	MaxMemory int64
	// Workers is the largest number of goroutines.
	Workers int
	// Observe, if not nil, is called between turns with the steps taken.
	Observe func(steps int64)
	// Keep, if not nil, is called before each turn with a state for From.
	Keep func(*State)
	// From, if not nil, is the state from which the search continues. It must be from a search of the same problem with
	// the same options, except for Workers and Observe. Given clusterings are then ignored.
	From *State
}

// State is the state of a search between two turns. A search has rounds, and a round has turns. The first turn of a
// round begins with new clusterings.
type State struct {
	Best             []Candidate `json:"best"` // with k clusters at index k
	Steps, Evaluated int64
	Begun            bool    // the quick chain was taken
	Round, Barren    int     // number of the round, and number of consecutive rounds without a gain
	Under            bool    // the round has begun
	Gained, Total    float64 // by the last turn of the round, and by all its turns
}

// Check returns an error unless the state has clusterings of n rows.
func (s *State) Check(n int) error {
	for k, b := range s.Best {
		if b.Label == nil {
			continue
		}
		has := make([]bool, n)
		for _, c := range b.Label {
			if c < 0 || int(c) >= n {
				return fmt.Errorf("a row is in cluster %d", c)
			}
			has[c] = true
		}
		if clusters := len(slices.DeleteFunc(has, func(is bool) bool { return !is })); len(b.Label) != n || clusters != k {
			return fmt.Errorf("a clustering of %d clusters has %d, of %d rows", k, clusters, len(b.Label))
		}
	}
	return nil
}

// ByCount searches for the clusterings of largest i into 1 to UpTo clusters, and returns the best of the clusterings it
// finds and of the given ones. Labels are less than the number of rows. Only i counts, and at equal i the lower h. When
// the context ends, ByCount returns the clusterings found so far.
//
// A chain of clusterings goes down by merges, from somewhat more than UpTo clusters, or up by divisions, from a single
// cluster. After each step, single rows move to where i is largest (the sequential information bottleneck of Slonim,
// Friedman and Tishby 2002, doi:10.1145/564376.564401). A chain continues from the best known clustering of a number of
// clusters, and chains repeat as long as they find better clusterings.
func ByCount(ctx context.Context, s problem.Traits, given Counts, opts Options) Result {
	return newCounting(s, opts).search(ctx, given)
}

// counting is a search by [ByCount].
type counting struct {
	opts     Options
	table    *cluster.Table
	counters []*counter
	best     []Candidate // with k clusters at index k
	at       State
}

// Candidate is the best known clustering with some number of clusters.
type Candidate struct {
	Label []int32 // nil if no clustering is known
	Value float64 // i - tilt h, up to a constant
}

const (
	// Chains begin with more clusters than UpTo: by the share margin, and by at least leastMargin.
	margin      = 0.25
	leastMargin = 10
	// The first turn of a round has chains from new clusterings, whose number is beginnings. They settle rows in hasty
	// passes after each step. Points in space have more such chains, most of them with few clusters, because clusterings
	// into few clusters have more local optima. In later turns, passes is the number of passes.
	beginnings         = 2
	beginningsOfPoints = 8
	hasty              = 2
	passes             = 4
	// Rows are compared with all clusters again when the number of clusters has changed by the factor allAfter, and always
	// below allBelow clusters.
	allAfter = 1.1
	allBelow = 10
	// Another turn follows if the last one gained worthwhile bits on average for each number of clusters. After patience
	// consecutive rounds of smaller gains, the search ends.
	worthwhile = 1e-6
	patience   = 16
)

func newCounting(s problem.Traits, opts Options) *counting {
	t := cluster.NewTable(s, opts.MaxMemory)
	t.Heavy = 0 // rows that are alone need no sums
	most := min(t.N, opts.UpTo+max(leastMargin, int(margin*float64(opts.UpTo))))
	c := &counting{opts: opts, table: t, best: make([]Candidate, most+1)}
	perWorker := int64(most)*t.ClusterBytes + int64(t.N)*cluster.ListLength*32
	for range max(1, min(int64(opts.Workers), opts.MaxMemory/2/perWorker)) {
		c.counters = append(c.counters, newCounter(t))
	}
	return c
}

// search takes all turns.
func (c *counting) search(ctx context.Context, given Counts) Result {
	c.start(given)
	for c.step(ctx) {
	}
	most := len(c.best) - 1
	found := make(Counts, min(c.opts.UpTo, most)+1)
	for k := range found {
		found[k] = c.best[k].Label
	}
	return Result{Best: found, Steps: c.steps(), Evaluated: c.evaluated(), Settled: c.at.Barren == patience && ctx.Err() == nil}
}

// start takes over the given clusterings or Options.From.
func (c *counting) start(given Counts) {
	if from := c.opts.From; from != nil && len(from.Best) == len(c.best) {
		c.at, c.best = *from, slices.Clone(from.Best)
		return
	}
	for k := range given {
		if w := c.counters[0]; k < len(c.best) && given[k] != nil {
			w.begin(given[k])
			c.best[k] = Candidate{given[k], w.value()}
		}
	}
}

// step takes the next turn, or ends a round. It returns false if the search is over.
func (c *counting) step(ctx context.Context) bool {
	worth := worthwhile * float64(len(c.best)-1)
	switch at := &c.at; {
	case !at.Begun:
		// A quick chain goes through all numbers of clusters, for callers that stop the search early.
		c.keep()
		c.turn(ctx, 1, func(w *chain, _ int) { w.fromSeeds(ctx, c.seeds(0), 0) })
		at.Begun = true
	case !at.Under:
		if at.Barren == patience || !c.continues(ctx) {
			return false
		}
		c.keep()
		at.Gained = c.beginnings(ctx)
		at.Total, at.Under = at.Gained, true
	case at.Gained > worth && c.continues(ctx):
		c.keep()
		at.Gained = c.through(ctx)
		at.Total += at.Gained
	default:
		at.Barren++
		if at.Total > worth {
			at.Barren = 0
		}
		at.Round, at.Under = at.Round+1, false
	}
	return true
}

// keep calls Options.Keep.
func (c *counting) keep() {
	if c.opts.Keep == nil {
		return
	}
	state := c.at
	state.Best, state.Steps, state.Evaluated = slices.Clone(c.best), c.steps(), c.evaluated()
	c.opts.Keep(&state)
}

// beginnings takes a turn of chains from new clusterings, and returns its gain.
func (c *counting) beginnings(ctx context.Context) (gained float64) {
	chains := beginnings
	if c.table.SpatialOrder != nil {
		chains = beginningsOfPoints
	}
	number := c.at.Round
	return c.turn(ctx, chains, func(w *chain, job int) { w.fromSeeds(ctx, c.seeds(number*chains+job), hasty) })
}

// through takes a turn of two chains through all numbers of clusters, one down and one up, and returns its gain.
func (c *counting) through(ctx context.Context) (gained float64) {
	return c.turn(ctx, 2, func(w *chain, job int) {
		if job == 0 {
			w.begin(c.best[len(c.best)-1].Label)
			w.pass(ctx, true)
			w.down(ctx, passes)
		} else {
			w.begin(make([]int32, w.N))
			w.up(ctx, passes)
		}
	})
}

// continues calls Options.Observe, and reports whether time and steps are left.
func (c *counting) continues(ctx context.Context) bool {
	if c.opts.Observe != nil {
		c.opts.Observe(c.steps())
	}
	return ctx.Err() == nil && c.steps() < c.opts.Steps
}

// turn takes chains, which do not see each other's clusterings, and keeps the best clusterings of all. It returns the
// growth of the sum of their values, in bits.
func (c *counting) turn(ctx context.Context, chains int, do func(w *chain, job int)) (gained float64) {
	results := make([][]Candidate, chains)
	_ = pool.Each(ctx, len(c.counters), chains, func(worker, job int) error {
		w := &chain{counter: c.counters[worker], known: c.best, own: make([]Candidate, len(c.best))}
		w.forget()
		do(w, job)
		results[job] = w.own
		return nil
	})
	for _, own := range results {
		for k, found := range own {
			if b := &c.best[k]; found.better(*b) {
				gained += found.Value - b.Value // b.Value is 0 if b has no clustering
				*b = found
			}
		}
	}
	return gained
}

func (c *counting) steps() int64 {
	steps := c.at.Steps
	for _, w := range c.counters {
		steps += w.steps
	}
	return steps
}

func (c *counting) evaluated() int64 {
	evaluated := c.at.Evaluated
	for _, w := range c.counters {
		evaluated += w.evaluated
	}
	return evaluated
}
