package program

import (
	"context"
	"math"
	"math/bits"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/marked"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// maxSubsetRows is the largest number of rows that [Subsets] takes: tables of all sets of
// rows, and strings in 64 bits, end there.
const maxSubsetRows = 20

// coarsest is a pitch in bits at which no list has more than one label.
const coarsest = 1 << 6

// Subsets is [exact.Subsets].
func Subsets(ctx context.Context, p problem.Problem, opts method.Options) (*search.Result, error) {
	opts, err := method.ForProgram(opts, p)
	if err != nil {
		return nil, err
	}
	n := p.Rows()
	if n > maxSubsetRows {
		return nil, marked.Errorf(problem.ErrOptions, "dynamic programming over subsets takes tables of up to %d rows, and this one has %d: choose another search, or group rare values", maxSubsetRows, n)
	}
	shared, err := newProgram(p, opts)
	if err != nil {
		return nil, err
	}
	described := frontier.Search{Method: "dp"}
	s := newSubsets(shared)
	if s.found.Err() != nil {
		return s.finish(ctx, described)
	}
	if all, ok := s.run(ctx); ok {
		labels := make(partition.Partition, n)
		for k, at := range all.points {
			s.decode(all.origin[k], labels)
			s.offer(s.traits.Total(at), labels, int(all.count[k]-1))
		}
	}
	for _, g := range s.gatherers {
		described.Evaluated += g.work
	}
	described.Resolution = s.bound()
	return s.finish(ctx, described)
}

// subsets is the state of the dynamic program. Sets of rows are bit masks.
//
// The list of a set is the union, over the clusters that contain its first row, of the lists of the other rows, moved
// by the cost of the cluster, so that every clustering occurs once. The other rows never include row 0, so lists are
// needed for the sets without it, and for all rows.
type subsets struct {
	*program
	n      int
	costs  []problem.Point // of every set as a cluster
	barred []bool          // of every set, whether it is not allowed as a cluster
	// The origin of a label codes the string of its clustering as one number, so that comparing numbers compares
	// strings. The digit of row x goes from 0 to x and counts weight[x], beginning with row 0. With three rows the
	// weights are 6, 3 and 1, and the string 011 is 0*6 + 1*3 + 1*1 = 4. (A row outside the set has digit 0.)
	//
	// One more cluster, of the first row and others, has label 0 and raises the labels of all other rows by one. That
	// adds ones[others], the sum of the weights of these rows, and keeps the order of two strings.
	weight    [maxSubsetRows]uint64
	ones      []uint64 // of every set, the sum of the weights of its rows
	lists     []list   // of every set without row 0, at half its mask
	gatherers []*gatherer
	pitch     float64
	longest   int   // number of labels of the longest list so far
	bytes     int64 // of all lists
	done      int64 // pairs of sets
}

func newSubsets(p *program) *subsets {
	n := p.problem.Rows()
	s := &subsets{
		program: p, n: n, costs: costsOf(p), barred: make([]bool, 1<<n),
		ones: make([]uint64, 1<<n), lists: make([]list, 1<<(n-1)), longest: 1,
	}
	s.weight[n-1] = 1
	for x := n - 1; x > 0; x-- {
		s.weight[x-1] = s.weight[x] * uint64(x+1)
	}
	rows := make([]int, 0, n)
	for set := 1; set < 1<<n; set++ {
		if p.limits != nil {
			rows = rows[:0]
			for rest := uint(set); rest != 0; rest &= rest - 1 {
				rows = append(rows, bits.TrailingZeros(rest))
			}
			s.barred[set] = !p.limits.Allows(rows)
		}
		s.ones[set] = s.ones[set&(set-1)] + s.weight[bits.TrailingZeros(uint(set))]
	}
	s.lists[0] = empty()
	for range p.opts.Workers {
		s.gatherers = append(s.gatherers, &gatherer{
			lower: func(a, b uint64) bool { return a < b }, perK: p.opts.PerK,
			limit: int(min(p.opts.MaxMemory/16/gatheredBytes, 1<<28)),
		})
	}
	return s
}

// costsOf returns the cost of every set of rows. It goes through the sets in the order of
// a Gray code, so that one row is added or removed at a time.
func costsOf(p *program) []problem.Point {
	costs := make([]problem.Point, 1<<p.problem.Rows())
	cluster, set := p.traits.Cluster(), 0
	for k := 1; k < len(costs) && p.found.Err() == nil; k++ {
		x := bits.TrailingZeros(uint(k))
		set ^= 1 << x
		if set>>x&1 == 1 {
			cluster.Add(x)
		} else {
			cluster.Remove(x)
		}
		if costs[set] = cluster.Cost(); !costs[set].Valid() {
			p.found.Offer(costs[set], "", 0)
		}
	}
	return costs
}

// run makes the lists, small sets first, and returns the list of all rows. ok is false if the context ended.
func (s *subsets) run(ctx context.Context) (all list, ok bool) {
	for size := 1; size < s.n; size++ {
		for sets := masksOf(s.n-1, size); len(sets) > 0; {
			block := sets[:min(len(sets), s.blockSize())]
			s.block(ctx, block)
			sets = sets[len(block):]
			if ctx.Err() != nil {
				return list{}, false
			}
		}
	}
	for {
		all = s.solve(s.gatherers[0], 1<<s.n-1)
		if !s.gatherers[0].full {
			return all, ctx.Err() == nil
		}
		s.thin()
	}
}

// blockSize returns the number of sets between two checks of the memory: so few that their lists may be four times as
// long as any before. It depends only on what was found, and not on the number of workers.
func (s *subsets) blockSize() int {
	return int(max(1, min(1<<12, s.opts.MaxMemory/8/(4*labelBytes*int64(s.longest)))))
}

// block makes the lists of sets of one size.
func (s *subsets) block(ctx context.Context, sets []int) {
	for len(sets) > 0 {
		full := make([]bool, len(sets))
		err := pool.Each(ctx, s.opts.Workers, len(sets), func(worker, job int) error {
			g := s.gatherers[worker]
			l := s.solve(g, sets[job]<<1)
			if full[job] = g.full; !g.full {
				s.lists[sets[job]] = l
			}
			return nil
		})
		if err != nil {
			return
		}
		var again []int
		for job, set := range sets {
			if full[job] {
				again = append(again, set)
				continue
			}
			s.bytes += s.lists[set].bytes()
			s.longest = max(s.longest, len(s.lists[set].points))
			s.done += 1 << (bits.OnesCount(uint(set)) - 1)
		}
		s.observe()
		for len(again) > 0 || s.bytes > s.opts.MaxMemory/4*3 {
			s.thin()
			if s.bytes <= s.opts.MaxMemory/2 || s.pitch > coarsest {
				break
			}
		}
		sets = again
	}
}

// solve gathers the labels of a set. A clustering of a part of the rows has to leave a cluster for the other rows.
func (s *subsets) solve(g *gatherer, set int) list {
	others := set & (set - 1)
	var finest float64
	for rest := set; rest != 0; rest &= rest - 1 {
		finest += s.costs[rest&-rest].H
	}
	g.pitch = s.pitch
	g.reset(s.costs[set].H, finest, len(s.lists[(others&(others-1))>>1].points))
	most := s.most
	if most > 1 && set != 1<<s.n-1 {
		most--
	}
	return g.byClusters(most, func(less int) {
		for rest := others; ; rest = (rest - 1) & others {
			l := &s.lists[rest>>1]
			if less < len(l.ends) && !s.barred[set^rest] {
				ones := s.ones[rest]
				g.addAll(l, less, s.costs[set^rest], func(k int) uint64 { return l.origin[k] + ones })
			}
			if rest == 0 {
				return
			}
		}
	})
}

// thin doubles the pitch and thins all lists so far. The first pitch is a power of two
// that thins the longest list a little at most.
func (s *subsets) thin() {
	if s.pitch == 0 {
		var finest float64
		for x := range s.n {
			finest += s.costs[1<<x].H
		}
		for s.pitch = coarsest; s.pitch > pareto.Tolerance && s.pitch > finest/float64(8*s.longest); {
			s.pitch /= 2
		}
	}
	s.pitch *= 2
	s.bytes = 0
	g := s.gatherers[0]
	g.pitch = s.pitch
	limit := g.limit
	g.limit = math.MaxInt32
	for set := range s.lists {
		l := &s.lists[set]
		if len(l.points) > 1 {
			*l = g.thinned(l)
		}
		s.bytes += l.bytes()
	}
	g.limit = limit
}

// bound returns by how much thinning may have raised h. A dropped label leaves one with at least its i in its cell or
// before, whose h is larger by less than the pitch. A list is thinned again whenever the pitch doubles, and a
// clustering is built from at most n lists: less than n (pitch + pitch/2 + pitch/4 + ...) in all.
func (s *subsets) bound() float64 { return 2 * float64(s.n) * s.pitch }

// observe reports the share of the pairs of sets that are done. The pairs of a set, and
// of the set of all rows, are half its subsets.
func (s *subsets) observe() {
	method.Report(s.opts, 0, float64(s.done)/(setPairs(s.n)+math.Ldexp(1, s.n-1)))
}

// decode sets f to the clustering of a label of all rows.
func (s *subsets) decode(origin uint64, f partition.Partition) {
	for x := range f {
		f[x] = int(origin / s.weight[x])
		origin %= s.weight[x]
	}
}

// masksOf returns the subsets of a given size of n elements, as masks in ascending order.
func masksOf(n, size int) []int {
	var sets []int
	for set := 1<<size - 1; set < 1<<n; {
		sets = append(sets, set)
		low := set & -set
		next := set + low // moves the highest element of the lowest run up by one
		set = next | (set^next)/low>>2
	}
	return sets
}
