package program

import (
	"context"
	"math"
	"math/bits"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// maxCountedRows is the largest number of rows that [countedSubsets] takes: its table has a number
// for each set of rows but one and each number of clusters, 370 MB.
const maxCountedRows = 22

// countedProgram is a dynamic program for problems where h is log2 k. For every set of rows and number of clusters
// it needs only the largest sum of i. This is the maximum, over the clusters that contain the first row, of the
// cluster's i plus the largest sum of the other rows with one cluster less. It takes one addition per number, where
// [Subsets] goes through lists. It does not know which clustering has the smallest string, or the number of ties.
type countedProgram struct {
	*program
	n    int
	most int       // the largest number of clusters
	i    []float64 // of every set as a cluster; -Inf if it is not allowed
	best []float64 // of the set with mask 2 s, which lacks row 0, and k+1 clusters at s n + k
}

// countedPairSteps is the number of steps, as Options.Effort counts them, that a pair of sets takes.
const countedPairSteps = 6

// countedEffort returns the steps that the program takes.
func countedEffort(n int) int64 { return int64(countedPairSteps * setPairs(n)) }

// countedBytes returns the memory that the program takes.
func countedBytes(n int) int64 { return int64(8*n)<<(n-1) + 24<<n }

// countedSubsets returns the best clustering of up to maxCountedRows rows for every number of
// clusters, given a frontier that a search found, whose clusterings are kept at its points. If the
// context ends, the result is that frontier, with a status that says so.
func countedSubsets(ctx context.Context, p problem.Problem, found *search.Result, opts method.Options) (*search.Result, error) {
	shared, err := newProgram(p, opts)
	if err != nil {
		return nil, err
	}
	c := newCounted(shared)
	if c.found.Err() != nil {
		return c.finish(ctx, frontier.Search{})
	}
	if !c.run(ctx) {
		return method.Ended(found, resources.Cut(ctx)), nil
	}
	c.offerAll(found.Frontier)
	return c.finish(ctx, frontier.Search{Method: "counted", Evaluated: int64(setPairs(c.n))})
}

func newCounted(p *program) *countedProgram {
	n := p.problem.Rows()
	c := &countedProgram{program: p, n: n, most: n, i: make([]float64, 1<<n), best: make([]float64, n<<(n-1))}
	if p.most > 0 {
		c.most = p.most
	}
	rows := make([]int, 0, n)
	for set, cost := range costsOf(p) {
		if c.i[set] = cost.I; p.limits == nil {
			continue
		}
		rows = rows[:0]
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			rows = append(rows, bits.TrailingZeros(rest))
		}
		if !p.limits.Allows(rows) {
			c.i[set] = math.Inf(-1)
		}
	}
	return c
}

// of returns the numbers of a set without row 0, and for the empty one none.
func (c *countedProgram) of(set int) []float64 {
	at := set >> 1 * c.n
	return c.best[at : at+min(bits.OnesCount(uint(set)), c.most)]
}

// run computes the numbers of all sets without row 0, small sets first. It returns false if the context ends.
func (c *countedProgram) run(ctx context.Context) bool {
	sizes := binomials(c.n - 1)
	var done, total float64
	for size, sets := range sizes {
		total += math.Ldexp(sets, size)
	}
	for size := 1; size < c.n; size++ {
		method.Report(c.opts, 0, done/total)
		sets := masksOf(c.n-1, size)
		err := pool.Each(ctx, c.opts.Workers, len(sets), func(_, job int) error {
			set := sets[job] << 1
			c.solve(set, c.of(set))
			return nil
		})
		if err != nil {
			return false
		}
		done += math.Ldexp(sizes[size], size)
	}
	return true
}

// binomials returns the numbers of subsets of every size of n elements.
func binomials(n int) []float64 {
	row := []float64{1}
	for k := range n {
		row = append(row, row[k]*float64(n-k)/float64(k+1))
	}
	return row
}

// solve sets to to the largest sums of i of a set for one cluster, two, ...
func (c *countedProgram) solve(set int, to []float64) {
	others := set & (set - 1)
	for k := range to {
		to[k] = math.Inf(-1)
	}
	to[0] = c.i[set]
	for rest := others; rest != 0; rest = (rest - 1) & others {
		i, from := c.i[set^rest], c.of(rest)
		next := to[1:]
		if len(from) > len(next) {
			from = from[:len(next)]
		}
		for k, v := range from {
			if v += i; v > next[k] {
				next[k] = v
			}
		}
	}
}

// offerAll offers a clustering for every number of clusters: the given frontier's if it is the best, or else a new
// one.
func (c *countedProgram) offerAll(given *frontier.Frontier) {
	e := c.problem.Evaluators(1, 0)[0]
	for p := range given.All() {
		if a := p.Assignment(); a != nil {
			if f := archive.Placed(c.problem, a); c.allows(f) {
				c.found.Offer(e.Load(f), partition.Pack(f), p.Ties)
			}
		}
	}
	for _, f := range c.clusterings() {
		method.Offer(c.found, e, f, 0)
	}
}

// clusterings returns a clustering of the largest sum for every number of clusters.
func (c *countedProgram) clusterings() (fs []partition.Partition) {
	all := make([]float64, c.most)
	c.solve(1<<c.n-1, all)
	for k, i := range all {
		if !math.IsInf(i, -1) {
			fs = append(fs, method.ClusteringOf(c.trace(k, i), c.n))
		}
	}
	return fs
}

// trace returns the clusters of a clustering of all rows into k+1 clusters with a given sum of i, the largest.
func (c *countedProgram) trace(k int, i float64) (clusters []uint64) {
	set := 1<<c.n - 1
	for ; k > 0; k-- {
		others := set & (set - 1)
		for rest := others; ; rest = (rest - 1) & others {
			if from := c.of(rest); k <= len(from) && from[k-1]+c.i[set^rest] == i {
				clusters = append(clusters, uint64(set^rest))
				set, i = rest, from[k-1]
				break
			}
			if rest == 0 {
				panic("exact: a sum is not made of others")
			}
		}
	}
	return append(clusters, uint64(set))
}

// Largest returns the largest sums of i of the clusterings of all rows into one cluster, two, ..., up to a
// number that Options.Limits allow. O(3^n k) for k clusters.
func Largest(ctx context.Context, p problem.Problem, opts method.Options, upTo int) ([]float64, error) {
	shared, err := newProgram(p, opts)
	if err != nil {
		return nil, err
	}
	c := newCounted(shared)
	if c.found.Err() != nil {
		return nil, c.found.Err()
	}
	if !c.run(ctx) {
		return nil, ctx.Err()
	}
	sums := make([]float64, min(upTo, c.n))
	c.solve(1<<c.n-1, sums)
	return sums, nil
}
