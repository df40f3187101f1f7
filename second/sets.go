package second

import (
	"context"
	"math/bits"

	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// Sets of rows are bit sets here. A code is the restricted growth string of a clustering of at most 16 rows, in four
// bits a row, the first row in the highest: codes compare as strings do.
const (
	mostCoded  = 16
	oneForEach = 0x1111_1111_1111_1111
)

// setCosts has what every set of rows costs as a cluster, and which of them are allowed.
type setCosts struct {
	cost    []pareto3.Vector
	allowed []bool
	spread  []uint64 // of every set: four bits a row
}

// setCosts computes the costs of all sets by adding or removing a row at a time.
func (m *mapper) setCosts() *setCosts {
	s := &setCosts{make([]pareto3.Vector, 1<<m.n), make([]bool, 1<<m.n), make([]uint64, 1<<m.n)}
	c := m.cluster()
	rows := make([]int, 0, m.n)
	set := uint32(0)
	for step := uint32(1); step < 1<<m.n; step++ {
		x := bits.TrailingZeros32(step) // in the order of Gray's code
		if set ^= 1 << x; set&(1<<x) != 0 {
			c.add(x)
		} else {
			c.remove(x)
		}
		s.cost[set] = c.cost()
		rows = rows[:0]
		for x := range m.n {
			if set&(1<<x) != 0 {
				rows = append(rows, x)
				s.spread[set] |= 0xf << (4 * (mostCoded - 1 - x))
			}
		}
		s.allowed[set] = m.limits.Allows(rows)
	}
	return s
}

// packed returns the clustering of a code.
func (m *mapper) packed(code uint64) partition.Packed {
	f := make(partition.Partition, m.n)
	for x := range f {
		f[x] = int(code >> (4 * (mostCoded - 1 - x)) & 0xf)
	}
	return partition.Pack(f)
}

// enumerate offers all clusterings.
func (m *mapper) enumerate(ctx context.Context) error {
	e := &enumeration{mapper: m, sets: m.setCosts(), done: ctx.Done(), most: min(m.limits.MaxClusters(), m.n)}
	e.place(0, 0)
	return ctx.Err()
}

// enumeration goes through all clusterings, row by row.
type enumeration struct {
	*mapper
	sets     *setCosts
	done     <-chan struct{}
	most     int // clusters
	clusters [enumerated]uint32
	code     uint64
}

// place puts row x and those after it into each of k clusters and into a new one.
func (e *enumeration) place(x, k int) {
	if x == e.n {
		e.offer(k)
		return
	}
	if x == e.n-4 {
		select {
		case <-e.done:
			return
		default:
		}
	}
	code := e.code
	for z := range min(k+1, e.most) {
		e.clusters[z] ^= 1 << x
		e.code = code | uint64(z)<<(4*(mostCoded-1-x))
		e.place(x+1, max(k, z+1))
		e.clusters[z] ^= 1 << x
	}
	e.code = code
}

func (e *enumeration) offer(k int) {
	at := e.shift
	for _, set := range e.clusters[:k] {
		if !e.sets.allowed[set] {
			return
		}
		at = at.Plus(e.sets.cost[set])
	}
	if e.archive[k].lacks(at) {
		e.archive.offer(k, at, e.packed(e.code))
	}
}

// label is a clustering of a set of rows. Labels of rows outside the set are 0.
type label struct {
	at   pareto3.Vector
	code uint64
}

// maxLabels bounds the labels of all sets, of 32 bytes each, if the memory is not limited.
const maxLabels = 1 << 25

// stepsOfProgram returns about how many steps the dynamic program takes: 4.5 million for random tables of 13 rows, four times
// that for 14, and so on.
func stepsOfProgram(rows int) int64 { return 4_500_000 << (2 * max(rows-13, 0)) }

// subsets runs the dynamic program over all sets of rows: a label of a set with k clusters is a label of the set
// without the cluster of its first row, with k-1 clusters, and that cluster. It reports whether it came to its end
// within a number of steps; 0 means no limit.
func (m *mapper) subsets(ctx context.Context, effort int64) (done bool, err error) {
	s := m.setCosts()
	most := min(m.limits.MaxClusters(), m.n)
	lists := make([][][]label, 1<<m.n) // of every set, by the number of clusters
	lists[0] = [][]label{{{at: m.shift}}}
	bySize := make([][]uint32, m.n+1)
	for set := uint32(2); set < 1<<m.n; set += 2 { // without row 0: all but the whole set
		size := bits.OnesCount32(set)
		bySize[size] = append(bySize[size], set)
	}
	whole := uint32(1<<m.n - 1)
	bySize[m.n] = []uint32{whole}
	var steps, kept int64
	allowed := int64(maxLabels)
	if m.opts.MaxMemory > 0 {
		allowed = m.opts.MaxMemory / 64
	}
	gatherers := make([]gatherer, m.opts.Workers)
	for size, sets := range bySize {
		const part = 1 << 10
		for len(sets) > 0 {
			now := sets[:min(part, len(sets))]
			sets = sets[len(now):]
			work := make([]int64, len(now))
			err := pool.Each(ctx, m.opts.Workers, len(now), func(worker, k int) error {
				lists[now[k]], work[k] = gatherers[worker].gather(s, lists, now[k], most)
				return nil
			})
			if err != nil {
				return false, err
			}
			for k, set := range now {
				steps += work[k]
				for _, list := range lists[set] {
					kept += int64(len(list))
				}
			}
			if effort > 0 && steps > effort || kept > allowed {
				return false, nil
			}
		}
		if m.opts.Observe != nil {
			m.opts.Observe(int64(size), int64(m.n))
		}
	}
	for k, list := range lists[whole] {
		for _, l := range list {
			m.archive.offer(k, l.at, m.packed(l.code))
		}
	}
	return true, nil
}
