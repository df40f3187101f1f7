package edge

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// covers looks for clusterings that consist of listed columns and have a total reduced cost within the budget of
// their entropy. It is a dynamic program over the sets of rows that are left. The next column always contains the
// first of these rows. Of the groupings of the same rows, dominated ones are dropped: if a grouping has at most the
// entropy and at least the information of another, the same holds for their continuations.
//
// In the sets of remaining rows and of pieces, rows are numbered in the order of the search.
type covers struct {
	*Table
	query
	columns []Column
	by      [][]piece // for every row, the columns that have it as their first row, the cheapest first
	shares  []share   // of the columns
	weights []float64 // by place in the order, as are the next two
	duals   []float64
	others  [][]float64    // further duals minus the first
	made    []step         // of all groupings that were continued
	scratch []scratch      // by worker
	open    [][][]grouping // the groupings by the first of the rows that are left, and by shard
	count   int            // of groupings in open
}

// piece is a column.
type piece struct {
	set    uint64
	rc     float64
	number int32
}

// share is what a column adds to H(Z) and I(Z;Y), and the mass of its rows.
type share struct{ h, i, weight float64 }

// grouping is a grouping of the rows that are not left: its parts of H(Z) and I(Z;Y), which are
// exact, and its last step.
type grouping struct {
	rest uint64
	h, i float64
	step
}

// step is a column, and the place in made of the step before, or -1.
type step struct{ column, before int32 }

// Found is a clustering of listed columns, with its H(Z) and I(Z;Y) - H(Y).
type Found struct {
	H, I float64
	Sets []uint64
}

const (
	// The groupings with the same first row are divided into shards, and wave of these are continued at a time.
	shardBits = 6
	shards    = 1 << shardBits
	wave      = 8
	// pieceBytes is the memory of a column in the search, and groupingBytes of a grouping.
	pieceBytes    = 256
	groupingBytes = 64
)

// ErrMemory is the error of a computation that needs more memory than it is allowed.
var ErrMemory = errors.New("exact: more memory than allowed")

// Better returns the clusterings of listed columns within the budget of a feasible dual, without dominated ones.
// The listed columns are all within the budget. The error is the context's, ErrSteps, or ErrMemory.
func (r *Table) Better(ctx context.Context, of Problem, dual []float64, listed []Column, k *Known, workers int, memory int64) ([]Found, error) {
	_, allowed := of.budget(r, dual)
	columns, others, err := r.sift(ctx, of, dual, listed, siftFrom, k, workers)
	if err != nil {
		return nil, err
	}
	if int64(len(columns)) > memory/pieceBytes {
		return nil, ErrMemory
	}
	q := query{slope: of.Slope(), dual: dual, budget: allowed, limit: memory / groupingBytes, meter: of.Meter}
	return newCovers(r, q, columns, others).run(ctx, workers)
}

func newCovers(r *Table, q query, columns []Column, others []other) *covers {
	c := &covers{
		Table: r, query: q, columns: slices.Clone(columns),
		by: make([][]piece, r.N), open: make([][][]grouping, r.N+1),
	}
	slices.SortFunc(c.columns, byCost)
	order := c.sequence()
	for _, x := range order {
		c.weights, c.duals = append(c.weights, r.weight[x]), append(c.duals, q.dual[x])
	}
	for _, o := range others {
		more := lists.Map(order, func(x int) float64 { return o.more[x] })
		c.others = append(c.others, more)
	}
	place := partition.Ranks(order)
	for k, col := range c.columns {
		p := piece{number: int32(k), rc: col.rc}
		for s := col.Set; s != 0; s &= s - 1 {
			p.set |= 1 << place[bits.TrailingZeros64(s)]
		}
		x := bits.TrailingZeros64(p.set)
		c.by[x] = append(c.by[x], p)
	}
	for k := range c.open {
		c.open[k] = make([][]grouping, shards)
	}
	return c
}

// share computes the shares of the columns.
func (c *covers) share(ctx context.Context, workers int) error {
	c.shares = make([]share, len(c.columns))
	return pool.Each(ctx, workers, (len(c.columns)+chunk-1)/chunk, func(_, job int) error {
		for k := job * chunk; k < min(len(c.columns), (job+1)*chunk); k++ {
			whole := c.cluster(c.columns[k].Set)
			c.shares[k] = share{-whole.phiW, whole.at(0), over(c.weight, whole.set)}
		}
		return nil
	})
}

// sequence returns the order of rows. The next row is always the one that shares the fewest columns with the rows
// after it. A column counts (1 - rc/D)^2 for the largest budget D, so that cheap columns count more. Then the sets
// of rows that groupings can leave are few.
func (c *covers) sequence() []int {
	largest := c.budget.largest()
	common := make([]float64, c.N*c.N)
	for _, col := range c.columns {
		v := 1 - min(col.rc/largest, 1)
		v = float64(v * v)
		for s := col.Set; s != 0; s &= s - 1 {
			row := common[bits.TrailingZeros64(s)*c.N:][:c.N]
			for t := col.Set &^ (s & -s); t != 0; t &= t - 1 {
				row[bits.TrailingZeros64(t)] += v
			}
		}
	}
	rest, order := partition.Identity(c.N), make([]int, 0, c.N)
	for len(rest) > 0 {
		best, least := 0, math.Inf(1)
		for k, x := range rest {
			var later float64
			for _, z := range rest {
				later += common[x*c.N+z]
			}
			if later < least {
				best, least = k, later
			}
		}
		order = append(order, rest[best])
		rest = slices.Delete(rest, best, best+1)
	}
	return order
}

// run returns the undominated clusterings within the budget. The error is the context's, ErrSteps or ErrMemory.
func (c *covers) run(ctx context.Context, workers int) ([]Found, error) {
	if err := c.share(ctx, workers); err != nil {
		return nil, err
	}
	c.scratch = make([]scratch, workers)
	if err := c.put(ctx, workers, [][]grouping{{{rest: ^uint64(0) >> (64 - c.N), step: step{-1, -1}}}}); err != nil {
		return nil, err
	}
	for x := range c.N {
		for first := 0; first < shards; first += wave {
			if err := c.advance(ctx, workers, c.open[x][first:first+wave]); err != nil {
				return nil, err
			}
		}
		c.open[x] = make([][]grouping, shards)
	}
	var found []Found
	for _, l := range undominated(slices.Concat(c.open[c.N]...)) {
		found = append(found, Found{l.h, l.i, c.setsOf(l.step)})
	}
	return found, nil
}

// setsOf returns the clusters of a grouping.
func (c *covers) setsOf(last step) (sets []uint64) {
	for ; last.column >= 0; last = c.made[last.before] {
		sets = append(sets, c.columns[last.column].Set)
	}
	return sets
}

// advance continues the groupings of some shards by one column.
func (c *covers) advance(ctx context.Context, workers int, some [][]grouping) error {
	err := pool.Each(ctx, workers, len(some), func(_, job int) error {
		before := len(some[job])
		some[job] = undominated(some[job])
		return c.meter.spend(int64(before) * labelSteps)
	})
	if err != nil {
		return err
	}
	starts := make([]int, len(some))
	for k, groupings := range some {
		starts[k] = len(c.made)
		for _, l := range groupings {
			c.made = append(c.made, l.step)
		}
	}
	next := make([][]grouping, len(some))
	err = pool.Each(ctx, workers, len(some), func(worker, job int) (err error) {
		next[job], err = c.continued(ctx, some[job], starts[job], &c.scratch[worker])
		return err
	})
	if err != nil {
		return err
	}
	for k := range some {
		c.count -= len(some[k])
		some[k] = nil
	}
	return c.put(ctx, workers, next)
}

// put adds groupings to the open ones. If they become too many, it removes dominated ones.
func (c *covers) put(ctx context.Context, workers int, parts [][]grouping) error {
	for k, groupings := range parts {
		for _, g := range groupings {
			x := min(bits.TrailingZeros64(g.rest), c.N)
			shard := g.rest * 0x9e3779b97f4a7c15 >> (64 - shardBits)
			c.open[x][shard] = append(c.open[x][shard], g)
		}
		c.count += len(groupings)
		parts[k] = nil
	}
	if !c.full(1) {
		return nil
	}
	all := slices.Concat(c.open...)
	err := pool.Each(ctx, workers, len(all), func(_, job int) error {
		before := len(all[job])
		all[job] = undominated(all[job])
		return c.meter.spend(int64(before) * labelSteps)
	})
	c.count = 0
	for x := range c.open {
		for s := range c.open[x] {
			c.open[x][s] = slices.Clone(all[x*shards+s])
			c.count += len(c.open[x][s])
		}
	}
	if err == nil && c.full(0.75) {
		return ErrMemory
	}
	return err
}

// full reports whether the groupings exceed a share of the limit.
func (c *covers) full(share float64) bool {
	return c.limit > 0 && float64(c.count+len(c.made)/4) > share*float64(c.limit)
}

// undominated sorts groupings by the remaining rows, the first row first, and removes dominated ones.
func undominated(groupings []grouping) []grouping {
	slices.SortFunc(groupings, func(a, b grouping) int {
		switch {
		case a.rest != b.rest:
			return cmp.Compare(bits.Reverse64(a.rest), bits.Reverse64(b.rest))
		case a.h != b.h:
			return cmp.Compare(a.h, b.h)
		case a.i != b.i:
			return cmp.Compare(b.i, a.i)
		default:
			return cmp.Or(cmp.Compare(a.before, b.before), cmp.Compare(a.column, b.column))
		}
	})
	kept := groupings[:0]
	for _, l := range groupings {
		if last := len(kept) - 1; last < 0 || kept[last].rest != l.rest || kept[last].i < l.i {
			kept = append(kept, l)
		}
	}
	return kept
}
