package chains

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/random"
)

// Counts are clusterings by their number of clusters: at k the labels of the rows of one into k clusters, or
// nil if there is none.
type Counts [][]int32

// Result is what a search for the best clusterings of each number of clusters has found.
type Result struct {
	Best Counts
	// Evaluated is the number of clusterings whose i was computed, and Steps that of the cells looked at.
	Evaluated, Steps int64
	// Settled is true if the last chains found next to nothing better.
	Settled bool
}

// Options control a search for the best clusterings of each number of clusters.
type Options struct {
	// UpTo is the largest number of clusters that is wanted.
	UpTo int
	// Steps is the number of cells that may be looked at, of about 2 ns each.
	Steps int64
	// MaxMemory is about how many bytes may be taken.
	MaxMemory int64
	// Workers is the largest number of goroutines.
	Workers int
	// Observe, if not nil, is called between turns with the steps taken.
	Observe func(steps int64)
	// Keep, if not nil, is called before each turn with the state from which From goes on.
	Keep func(*State)
	// From is the state of a search for the same problem, with the same options, except for Workers and Observe, or
	// nil. What is given does not matter then.
	From *State
}

// State is the state of a search for the best clusterings of each number of clusters between two turns. A search
// has rounds, and a round has turns. The first turn of a round begins with new clusterings.
type State struct {
	Best             []Counted `json:"best"` // of k clusters at k
	Steps, Evaluated int64
	Begun            bool // the quick chain has been taken
	Round, Barren    int  // the number of the round, and that of rounds in a row without a gain
	Under            bool // the round has begun
	// Gained is what the last turn of the round gained, and Total what all of them did.
	Gained, Total float64
}

// Check returns an error if a state is none of clusterings of n rows.
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

// ByCount looks for the clusterings of largest i into 1 to UpTo clusters, and returns the best of those it
// finds and those given. When the context ends, it returns what it has.
//
// Chains of clusterings go down from a number of clusters somewhat above UpTo by merging two clusters, or up
// from a single one by dividing one. After each step, single rows move to where i is largest (the sequential
// information bottleneck of Slonim, Friedman and Tishby 2002). Each chain goes on from the best clustering known
// of a number of clusters, and chains repeat as long as they find something better. Labels are numbers below
// that of the rows.
//
// h may be anything: only i counts here, and of equal ones the lower entropy.
func ByCount(ctx context.Context, s cluster.Source, given Counts, opts Options) Result {
	return newCounting(s, opts).search(ctx, given)
}

// counting is a search for the best clusterings of each number of clusters.
type counting struct {
	opts     Options
	table    *cluster.Table
	counters []*counter
	best     []Counted // of k clusters at k, of which 0 is not used
	at       State
}

// Counted is a clustering of some number of clusters.
type Counted struct {
	Label []int32 // nil if there is none
	Value float64 // of i, up to a constant
}

const (
	// Chains begin with more clusters than are wanted, by this share and number.
	margin      = 0.25
	leastMargin = 10
	// beginnings is the number of chains of a round that begin with single rows, and hasty that of the
	// passes of rows after each of their steps; passes is that of later chains. Points in space have more
	// such chains, most of them with few clusters, of which there are more local optima.
	beginnings         = 2
	beginningsOfPoints = 8
	hasty              = 2
	passes             = 4
	// allAfter is the ratio of numbers of clusters after which rows are compared with all clusters again,
	// and allBelow the number of clusters below which they always are.
	allAfter = 1.1
	allBelow = 10
	// worthwhile is what a turn must gain on average for each number of clusters, in bits, to be followed by
	// another one, and patience the number of rounds that gain less in a row after which a search ends.
	worthwhile = 1e-6
	patience   = 16
	// fewestSeeds is the least number of clusters with which chains begin.
	fewestSeeds = 5
)

func newCounting(s cluster.Source, opts Options) *counting {
	t := cluster.NewTable(s, opts.MaxMemory)
	t.Heavy = 0 // rows alone need no sums
	most := min(t.N, opts.UpTo+max(leastMargin, int(margin*float64(opts.UpTo))))
	c := &counting{opts: opts, table: t, best: make([]Counted, most+1)}
	perWorker := int64(most)*t.PerCluster + int64(t.N)*cluster.ListLength*32
	for range max(1, min(int64(opts.Workers), opts.MaxMemory/2/perWorker)) {
		c.counters = append(c.counters, newCounter(t))
	}
	return c
}

// search goes through all turns.
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

// start begins with clusterings that are given, or goes on from a state.
func (c *counting) start(given Counts) {
	if from := c.opts.From; from != nil && len(from.Best) == len(c.best) {
		c.at, c.best = *from, slices.Clone(from.Best)
		return
	}
	for k := range given {
		if w := c.counters[0]; k < len(c.best) && given[k] != nil {
			w.begin(given[k])
			c.best[k] = Counted{given[k], w.value()}
		}
	}
}

// step takes the next turn, or ends a round. It returns false if the search is over.
func (c *counting) step(ctx context.Context) bool {
	worth := worthwhile * float64(len(c.best)-1)
	switch at := &c.at; {
	case !at.Begun:
		// For those who do not wait, a quick chain goes through all numbers of clusters.
		c.keep()
		c.turn(ctx, 1, func(w *chain, _ int) { w.fromSeeds(ctx, c.seeds(0), 0) })
		at.Begun = true
	case !at.Under:
		if at.Barren == patience || !c.goes(ctx) {
			return false
		}
		c.keep()
		at.Gained = c.beginnings(ctx)
		at.Total, at.Under = at.Gained, true
	case at.Gained > worth && c.goes(ctx):
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

// keep offers the state.
func (c *counting) keep() {
	if c.opts.Keep == nil {
		return
	}
	state := c.at
	state.Best, state.Steps, state.Evaluated = slices.Clone(c.best), c.steps(), c.evaluated()
	c.opts.Keep(&state)
}

// beginnings is a turn of chains from new clusterings of heavy rows. It returns what it has gained.
func (c *counting) beginnings(ctx context.Context) (gained float64) {
	chains := beginnings
	if c.table.InPlace != nil {
		chains = beginningsOfPoints
	}
	number := c.at.Round
	return c.turn(ctx, chains, func(w *chain, job int) { w.fromSeeds(ctx, c.seeds(number*chains+job), hasty) })
}

// through is a turn of chains through all numbers of clusters, down and up. It returns what it has gained.
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

// goes tells whether there are time and steps left, and reports how many were taken.
func (c *counting) goes(ctx context.Context) bool {
	if c.opts.Observe != nil {
		c.opts.Observe(c.steps())
	}
	return ctx.Err() == nil && c.steps() < c.opts.Steps
}

// turn carries out chains, which do not see what the others find, and keeps the best clusterings of all. It
// returns by how much the sum of their values has grown, in bits.
func (c *counting) turn(ctx context.Context, chains int, do func(w *chain, job int)) (gained float64) {
	results := make([][]Counted, chains)
	_ = pool.Each(ctx, len(c.counters), chains, func(worker, job int) error {
		w := &chain{counter: c.counters[worker], known: c.best, own: make([]Counted, len(c.best))}
		w.forget()
		do(w, job)
		results[job] = w.own
		return nil
	})
	for _, own := range results {
		for k, found := range own {
			if b := &c.best[k]; found.better(*b) {
				gained += found.Value - b.Value // all of it if there was none
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

// seeds returns a clustering into single rows and all others beside the first one: into as many clusters as there
// may be for the first job, and fewer for most others, as fewer are often grouped otherwise than by merging many.
// The rows are heavy ones or, of points in space, spread over all.
func (c *counting) seeds(job int) []int32 {
	clusters, share := len(c.best)-1, 1.
	if job > 0 {
		draws := random.New(0, uint64(job))
		share = 1 / (1 + float64(4*draws.Uniform()))
		fewest := min(float64(clusters), fewestSeeds)
		u := draws.Uniform()
		if c.table.InPlace != nil {
			u *= u * u
		}
		clusters = int(between(fewest, float64(clusters), u))
	}
	draws := random.New(1, uint64(job))
	if c.table.InPlace != nil {
		return c.spread(clusters, draws)
	}
	label := make([]int32, c.table.N)
	for x, k := 0, 0; k < clusters; x++ {
		if len(label)-x <= clusters-k || draws.Uniform() < share {
			label[x] = int32(k)
			k++
		}
	}
	return label
}

// between returns a number from low to high, u of the way on a logarithmic scale, up to one part in 65,536. Roots
// are the same bits on every machine.
func between(low, high, u float64) float64 {
	for range 16 {
		middle := math.Sqrt(low * high)
		if u *= 2; u < 1 {
			high = middle
		} else {
			low, u = middle, u-1
		}
	}
	return low
}

// spread draws one of each of as many parts of the rows in their order as there are clusters.
func (c *counting) spread(clusters int, draws *random.Stream) []int32 {
	label := make([]int32, c.table.N)
	for k := 1; k < clusters; k++ {
		from, to := k*c.table.N/clusters, (k+1)*c.table.N/clusters
		label[c.table.InPlace[from+int(draws.Uniform()*float64(to-from))]] = int32(k)
	}
	return label
}

func (f Counted) better(than Counted) bool {
	return f.Label != nil && (than.Label == nil || f.Value > than.Value)
}

// chain goes from clustering to clustering.
type chain struct {
	*counter
	known, own []Counted // before the chain, and by it
	alone      bool      // it does not go on from what is known
}

// fromSeeds goes down from a clustering whose rows have not been compared with all clusters yet.
func (w *chain) fromSeeds(ctx context.Context, label []int32, passes int) {
	w.begin(label)
	w.alone = true
	w.pass(ctx, true)
	w.offer()
	w.down(ctx, passes)
}

// offer takes the clustering if it is better than the one known. A chain has one of each number of clusters.
func (w *chain) offer() {
	k := len(w.Active)
	if f := (Counted{w.Label, w.value()}); f.better(w.known[k]) {
		f.Label = slices.Clone(w.Label)
		w.own[k] = f
	}
}

// arrive settles rows after a step, and goes to the known clustering of as many clusters if it is better.
func (w *chain) arrive(ctx context.Context, passes int, all bool) {
	w.rest(ctx, passes)
	if all {
		w.pass(ctx, true)
	}
	w.offer()
	if b := w.known[len(w.Active)]; !w.alone && b.better(Counted{w.Label, w.value()}) {
		w.begin(b.Label)
	}
}

// down merges clusters one by one.
func (w *chain) down(ctx context.Context, passes int) {
	for last := len(w.Active); len(w.Active) > 1 && ctx.Err() == nil; {
		w.union()
		k := len(w.Active)
		all := passes > 0 && (k < allBelow || float64(k)*allAfter < float64(last))
		if w.arrive(ctx, passes, all); all {
			last = k
		}
	}
}

// up divides clusters one by one.
func (w *chain) up(ctx context.Context, passes int) {
	for last := 1; len(w.Active) < len(w.known)-1 && ctx.Err() == nil && w.divide(ctx); {
		k := len(w.Active)
		all := k < allBelow || float64(k) > float64(last)*allAfter
		if w.arrive(ctx, passes, all); all {
			last = k
		}
	}
}
