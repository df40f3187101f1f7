package program

import (
	"context"
	"math"
	"math/bits"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/automorphism"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// maxOrbitRows is the largest number of rows that [orbitSubsets] takes: a cost and a number for each
// set of rows take 80 MB.
const maxOrbitRows = 22

// symmetries returns the permutations of the rows of a problem that change neither the points of clusterings nor
// whether limits allow them: the permutations that change its table at most by a permutation of the columns. For
// problems without a table, and if there are limits, it returns the group of the identity.
func symmetries(p problem.Problem, limits problem.Limits) *automorphism.Group {
	n := p.Rows()
	j := p.Traits().Joint
	if j == nil || !limits.IsZero() {
		return automorphism.Trivial(n)
	}
	first, together := method.FirstOf(p), partition.Canonical(p.Place())
	j = j.Coarsen(together)
	return automorphism.OfRows(n, j.Cols(), func(r int) ([]int32, []float64) { return j.Row(together[first[r]]) })
}

// orbits is a dynamic program like [Subsets]. It makes one list for each orbit of sets of rows under permutations
// that do not change the table, since all sets of an orbit have the same points. It does not know which clustering
// has the smallest string.
type orbits struct {
	*program
	n         int
	costs     []problem.Point // of every set as a cluster
	orbit     []int32         // of every set, the number of its orbit
	least     []int           // of every orbit, its smallest set
	lists     []list          // of every orbit
	gatherers []*gatherer
	bytes     int64 // of all lists
}

// orbitShare is the ratio of the number of pairs of sets to their number in [Subsets], where only sets without the
// first row need a list, before permutations reduce it.
const orbitShare = 3

// orbitSteps returns the steps that the program takes, for at most maxOrbitRows rows.
func orbitSteps(n int, g *automorphism.Group) int64 {
	return int64(orbitShare * float64(subsetSteps(n)) / g.Order())
}

// orbitBytes returns the memory that the program takes, except for lists.
func orbitBytes(n int) int64 { return 24 << n }

// orbitSubsets returns the frontier over all clusterings of up to maxOrbitRows rows, given a frontier that a search
// found, whose clusterings are kept at its points. The number of ties equals an enumeration's. If the context ends
// or the memory is used up, the result is the frontier given, with a status that says so.
func orbitSubsets(ctx context.Context, p problem.Problem, g *automorphism.Group, found *search.Result, opts method.Options) (*search.Result, error) {
	shared, err := newProgram(p, opts)
	if err != nil {
		return nil, err
	}
	o := newOrbits(shared, g)
	if err := o.found.Err(); err != nil {
		return nil, err
	}
	status := o.run(ctx)
	if status != frontier.StatusComplete {
		return method.Ended(found, status), nil
	}
	o.offerAll(found.Frontier)
	described := frontier.Search{Method: "orbits", Status: status}
	for _, g := range o.gatherers {
		described.Evaluated += g.work
	}
	return method.ResultOf(p, o.found, described)
}

func newOrbits(p *program, g *automorphism.Group) *orbits {
	n := p.problem.Rows()
	o := &orbits{program: p, n: n, costs: costsOf(p), orbit: make([]int32, 1<<n)}
	for set := range o.orbit {
		o.orbit[set] = -1
	}
	var queue []int
	images := imagesOf(g.Generators())
	for set := range o.orbit {
		if o.orbit[set] >= 0 {
			continue
		}
		number := int32(len(o.least))
		o.least = append(o.least, set)
		o.orbit[set] = number
		for queue = append(queue[:0], set); len(queue) > 0; {
			from := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for k := range images { // an image is too large to copy
				if to := images[k].of(from); o.orbit[to] < 0 {
					o.orbit[to] = number
					queue = append(queue, to)
				}
			}
		}
	}
	o.lists = make([]list, len(o.least))
	o.lists[0] = empty()
	for range p.opts.Workers {
		o.gatherers = append(o.gatherers, &gatherer{
			lower: func(uint64, uint64) bool { return false },
			limit: int(min(p.opts.MaxMemory/16/gatheredBytes, 1<<28)),
		})
	}
	return o
}

// image maps sets of rows by a permutation, a byte of the set at a time.
type image [4][1 << 8]int

func imagesOf(permutations [][]uint8) []image {
	images := make([]image, len(permutations))
	for k, s := range permutations {
		for x, y := range s {
			for set := range images[k][x/8] {
				if set>>(x%8)&1 == 1 {
					images[k][x/8][set] |= 1 << y
				}
			}
		}
	}
	return images
}

func (m *image) of(set int) int {
	return m[0][set&255] | m[1][set>>8&255] | m[2][set>>16&255] | m[3][set>>24&255]
}

// run makes the lists, small sets first.
func (o *orbits) run(ctx context.Context) frontier.Status {
	var total, done float64 // pairs of sets
	sizes := make([][]int, o.n+1)
	for number, set := range o.least {
		size := bits.OnesCount(uint(set))
		sizes[size] = append(sizes[size], number)
		total += float64(int(1) << size)
	}
	for size, numbers := range sizes[1:] {
		for len(numbers) > 0 {
			method.Report(o.opts, 0, done/total)
			block := numbers[:min(len(numbers), orbitBlock)]
			numbers = numbers[len(block):]
			full := make([]bool, len(block))
			err := pool.Each(ctx, o.opts.Workers, len(block), func(worker, job int) error {
				o.lists[block[job]] = o.solve(o.gatherers[worker], o.least[block[job]])
				full[job] = o.gatherers[worker].full
				return nil
			})
			if err != nil {
				return resources.Cut(ctx)
			}
			for job, number := range block {
				o.bytes += o.lists[number].bytes()
				if full[job] || o.bytes > o.opts.MaxMemory {
					return frontier.StatusMemory
				}
			}
			done += math.Ldexp(float64(len(block)), size+1)
		}
	}
	return frontier.StatusComplete
}

// orbitBlock is the number of sets between two checks of the memory.
const orbitBlock = 1 << 9

// solve gathers the labels of a set, by the cluster of its first row. O(2^|set|) lists.
func (o *orbits) solve(g *gatherer, set int) list {
	others := set & (set - 1)
	var finest float64
	for rest := set; rest != 0; rest &= rest - 1 {
		finest += o.costs[rest&-rest].H
	}
	g.reset(o.costs[set].H, finest, len(o.lists[o.orbit[others&(others-1)]].points))
	return g.byClusters(0, func(int) {
		for rest := others; ; rest = (rest - 1) & others {
			g.addAll(&o.lists[o.orbit[rest]], 0, o.costs[set^rest], func(int) uint64 { return 0 })
			if rest == 0 {
				return
			}
		}
	})
}

// offerAll offers a clustering for every label of all rows: the given frontier's clustering at its point, or else a
// new one.
func (o *orbits) offerAll(given *frontier.Frontier) {
	known := make(map[problem.Point]partition.Packed)
	e := o.problem.Evaluators(1, 0)[0]
	for p := range given.All() {
		if a := p.Assignment(); a != nil {
			f := archive.Placed(o.problem, a)
			known[e.Load(f)] = partition.Pack(f)
		}
	}
	whole := 1<<o.n - 1
	all := &o.lists[o.orbit[whole]]
	for k, at := range all.points {
		total := o.traits.Total(at)
		f, ok := known[total]
		if !ok {
			f = partition.Pack(method.ClusteringOf(o.trace(whole, at), o.n))
		}
		o.found.Offer(total, f, int(all.count[k]-1))
	}
}

// trace returns the clusters of a clustering of a set of rows whose sum of costs is a given label.
func (o *orbits) trace(set int, at problem.Point) (clusters []uint64) {
	for set != 0 {
		others := set & (set - 1)
		for rest := others; ; rest = (rest - 1) & others {
			cost := o.costs[set^rest]
			left := problem.Point{H: at.H - cost.H, I: at.I - cost.I}
			if o.lists[o.orbit[rest]].has(left) {
				clusters = append(clusters, uint64(set^rest))
				set, at = rest, left
				break
			}
			if rest == 0 {
				panic("exact: a label is not made of others")
			}
		}
	}
	return clusters
}
