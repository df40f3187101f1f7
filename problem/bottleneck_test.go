package problem

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/partition"
)

// plenty of memory for every table here.
const plenty = 1 << 24

// samePoint tells whether two points are the same bit for bit.
func samePoint(p, q Point) bool {
	return math.Float64bits(p.H) == math.Float64bits(q.H) && math.Float64bits(p.I) == math.Float64bits(q.I)
}

// referee knows what the points of a problem must be.
type referee struct {
	problem Problem
	fresh   Evaluator // which computes everything by loading it
	table   table     // to check that against the definitions; may be nil
}

func newReferee(p Problem, tab table) *referee {
	return &referee{p, p.Evaluators(1, plenty)[0], tab}
}

// check fails unless a point is that of a clustering with the given labels.
func (r *referee) check(t *testing.T, what string, got Point, labels []int) {
	f := partition.Canonical(labels)
	if want := r.fresh.Load(f); !samePoint(got, want) {
		t.Fatalf("%s, to %v: (%.17g, %.17g), loaded (%.17g, %.17g)", what, f, got.H, got.I, want.H, want.I)
	}
	if r.table == nil {
		return
	}
	if h, i := r.table.point(f.Reorder(partition.Ranks(r.problem.Place()))); math.Abs(got.H-h) > 1e-12 || math.Abs(got.I-i) > 1e-12 {
		t.Fatalf("%s, to %v: (%.17g, %.17g), by definition (%.17g, %.17g)", what, f, got.H, got.I, h, i)
	}
}

// neighbours checks a clustering and all its merges and moves, as e computes them.
func (r *referee) neighbours(t *testing.T, e Evaluator, f partition.Partition) {
	r.check(t, "load", e.Load(f), f)
	n, k := len(f), f.K()
	points := make([]Point, n)
	for a := range k {
		var wanted []int32
		for b := k - 1; b >= 0; b-- {
			if b != a && (a+b)%5 != 0 { // not all, and in any order
				wanted = append(wanted, int32(b))
			}
		}
		e.Merges(a, wanted, points)
		for _, b := range wanted {
			r.check(t, fmt.Sprintf("merge of %d and %d of %v", a, b, f), points[b], f.Merge(a, int(b)))
		}
		e.Moves(a, points)
		for x := range f {
			labels := slices.Clone(f)
			labels[x] = a
			if f[x] == a {
				labels[x] = n
			}
			r.check(t, fmt.Sprintf("move of row %d to %d of %v", x, a, f), points[x], labels)
		}
	}
}

// TestNeighboursEqualLoadBitForBit holds the point of every neighbour against
// that of the same clustering loaded, and that against the definitions. One
// evaluator goes from clustering to clustering, with much memory or so little
// that it forgets everything at once.
func TestNeighboursEqualLoadBitForBit(t *testing.T) {
	for kind, draw := range kinds {
		t.Run(kind, func(t *testing.T) {
			for seed := range uint64(150) {
				rng := rand.New(rand.NewPCG(seed, 1))
				n := 2 + rng.IntN(11)
				tab := draw(rng, n, []int{2, 5, 70}[rng.IntN(3)])
				p := DIB(tab.joint(t))
				r := newReferee(p, tab)
				e := p.Evaluators(1, []int64{1, 1000, 20_000, plenty}[rng.IntN(4)])[0]
				for range 2 {
					r.neighbours(t, e, randomClustering(rng, n, 1+rng.IntN(n)))
				}
			}
		})
	}
}

// TestNeighboursOfManyRows has sets of rows with bits in both words of a key, and
// with keys that are pseudo-random. The definitions are checked for one cluster
// and the identity only, for they are slow.
func TestNeighboursOfManyRows(t *testing.T) {
	for _, n := range []int{64, 65, 128, 130} {
		for _, memory := range []int64{1, 100_000, plenty} {
			rng := rand.New(rand.NewPCG(uint64(n), 1))
			tab := simplex(rng, n, 7)
			p := DIB(tab.joint(t))
			r := newReferee(p, nil)
			e := p.Evaluators(1, memory)[0]
			for _, k := range []int{2, 6} {
				r.neighbours(t, e, randomClustering(rng, n, k))
			}
			r.table = tab
			r.check(t, "identity", e.Load(partition.Identity(n)), partition.Identity(n))
		}
	}
}

// TestEndsOfTheFrontierAreExact: one cluster is at (0, 0) to the last bit, for
// counts and for weights, whatever their total.
func TestEndsOfTheFrontierAreExact(t *testing.T) {
	for kind, draw := range kinds {
		for seed := range uint64(20) {
			j := draw(rand.New(rand.NewPCG(seed, 1)), 9, 5).joint(t)
			e := DIB(j).Evaluators(1, plenty)[0]
			one := make(partition.Partition, 9)
			if p := e.Load(one); !samePoint(p, Point{}) {
				t.Errorf("%s %d: one cluster is at (%g, %g)", kind, seed, p.H, p.I)
			}
			e.Load(partition.Partition{0, 0, 0, 0, 1, 1, 1, 1, 1})
			to := make([]Point, 9)
			if e.Merges(0, []int32{1}, to); !samePoint(to[1], Point{}) {
				t.Errorf("%s %d: merged, one cluster is at (%g, %g)", kind, seed, to[1].H, to[1].I)
			}
			if p := e.Load(partition.Identity(9)); math.Abs(p.H-j.HX()) > 1e-13 || math.Abs(p.I-j.IXY()) > 1e-13 {
				t.Errorf("%s %d: the identity is at (%.17g, %.17g), want (%.17g, %.17g)", kind, seed, p.H, p.I, j.HX(), j.IXY())
			}
		}
	}
}

// TestOrderUndoesPermutations: the problem of a table with its rows shuffled
// has, row by row, the same masses, in the same order.
func TestOrderUndoesPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	tab := sparseCounts(rng, 12, 5)
	shuffled := make(table, len(tab))
	for to, from := range rng.Perm(len(tab)) {
		shuffled[to] = tab[from]
	}
	a, b := DIB(tab.joint(t)), DIB(shuffled.joint(t))
	for r := range tab {
		if !slices.Equal(tab[partition.Ranks(a.Place())[r]], shuffled[partition.Ranks(b.Place())[r]]) {
			t.Fatalf("row %d of the problem differs", r)
		}
	}
}

// TestClustersAreComputedOnce: evaluators share clusters and what is known of
// them, and merges are not computed twice.
func TestClustersAreComputedOnce(t *testing.T) {
	p := DIB(simplex(rand.New(rand.NewPCG(1, 1)), 6, 4).joint(t))
	both := p.Evaluators(2, plenty)
	a, b := both[0].(*sums), both[1].(*sums)
	to := make([]Point, 6)
	a.Load(partition.Partition{0, 0, 0, 1, 1, 2})
	a.Moves(0, to)
	b.Load(partition.Partition{0, 0, 0, 1, 2, 2})
	if a.clusters[0] != b.clusters[0] || b.clusters[0].toggles.Load() == nil {
		t.Error("a cluster is computed again")
	}
	if a.clusters[1] == b.clusters[1] {
		t.Error("different clusters are the same")
	}
	a.Merges(0, []int32{1, 2}, to)
	a.Merges(1, []int32{0, 2}, to)
	if a.unions.Len() != 3 {
		t.Errorf("%d unions remembered, want 3", a.unions.Len())
	}
	key := a.keys[0].Xor(a.keys[1])
	*a.unions.At(key) = Point{1, 1} // a lie, to see that it is believed
	to[0] = Point{}
	if a.Merges(1, []int32{0}, to); to[0].H < 1 {
		t.Error("a union is computed again")
	}
}

// TestGatheredCells holds the cells of clusters, gathered one after another by
// one evaluator, against the table: none without mass, columns ascending.
func TestGatheredCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, m = 30, 130
	tab := sparseCounts(rng, n, m)
	j := tab.joint(t)
	p := DIB(j).(*bottleneck)
	e := p.Evaluators(1, 0)[0].(*sums)
	for range 20 {
		f := randomClustering(rng, n, 6)
		e.Load(f)
		for c, cl := range e.clusters {
			sums := make([]float64, j.Cols())
			var want cells
			for r, x := range partition.Ranks(p.place) {
				columns, mass := j.Row(x)
				for k, y := range columns {
					if f[r] == c {
						sums[y] += mass[k]
					}
				}
			}
			for y, v := range sums {
				if v > 0 {
					want.columns = append(want.columns, int32(y))
					want.mass = append(want.mass, v)
					want.phi = append(want.phi, p.cells.phi.At(v))
				}
			}
			got := cl.known.(*gatheredCells).cells
			if !slices.Equal(got.columns, want.columns) || !slices.Equal(got.mass, want.mass) || !slices.Equal(got.phi, want.phi) {
				t.Fatalf("cluster %d of %v: %v, want %v", c, f, got, want)
			}
		}
	}
}

// TestMemoryIsShared: what evaluators may remember together is not more than one
// alone may.
func TestMemoryIsShared(t *testing.T) {
	p := DIB(simplex(rand.New(rand.NewPCG(1, 1)), 6, 4).joint(t))
	for _, goroutines := range []int{1, 4} {
		var bytes int64
		for _, e := range p.Evaluators(goroutines, plenty) {
			bytes += int64(e.(*sums).maxUnions) * unionBytes
		}
		bytes += p.Evaluators(goroutines, plenty)[0].(*sums).store.budget
		if bytes > plenty || bytes < plenty*9/10 {
			t.Errorf("%d evaluators may remember %d bytes, want %d", goroutines, bytes, plenty)
		}
	}
}

// TestMemoryIsBounded walks over many clusterings with little memory.
func TestMemoryIsBounded(t *testing.T) {
	const n, memory = 40, 1 << 16
	rng := rand.New(rand.NewPCG(1, 1))
	p := DIB(simplex(rng, n, 6).joint(t))
	e := p.Evaluators(1, memory)[0].(*sums)
	to := make([]Point, n)
	forgotten, last := 0, 0
	for range 300 {
		f := randomClustering(rng, n, 5)
		e.Load(f)
		e.Moves(0, to)
		for a := range f.K() {
			for b := range f.K() {
				if a != b {
					e.Merges(a, []int32{int32(b)}, to)
				}
			}
		}
		clusters := 0
		for k := range e.store.shards {
			clusters += e.store.shards[k].clusters.Len()
		}
		if clusters < last {
			forgotten++
		}
		last = clusters
		most := int(e.store.budget / clusterBytes)
		if clusters > most || e.unions.Len() > e.maxUnions || e.store.used.Load() > e.store.budget {
			t.Fatalf("%d clusters and %d unions in %d bytes: more than %d, %d and %d", clusters, e.unions.Len(), e.store.used.Load(), most, e.maxUnions, e.store.budget)
		}
	}
	if forgotten == 0 {
		t.Error("nothing was forgotten: this test shows nothing")
	}
}

// TestEvaluatorsShareInPeace lets evaluators of one store work at once, on the
// same clusterings, with memory enough and with so little that they forget under
// each other's hands. The race detector has most to say here.
func TestEvaluatorsShareInPeace(t *testing.T) {
	const n = 20
	p := DIB(simplex(rand.New(rand.NewPCG(1, 1)), n, 6).joint(t))
	visit := func(e Evaluator, seed uint64) (seen []Point) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 30 {
			f := randomClustering(rng, n, 4)
			seen = append(seen, e.Load(f))
			for c := range f.K() {
				points := make([]Point, n)
				if c > 0 {
					e.Merges(0, []int32{int32(c)}, points)
					seen = append(seen, points[c])
				}
				e.Moves(c, points)
				seen = append(seen, points...)
			}
		}
		return seen
	}
	want := visit(p.Evaluators(1, plenty)[0], 1)
	for _, memory := range []int64{1, 10_000, plenty} {
		var wait sync.WaitGroup
		for _, e := range p.Evaluators(3, memory) {
			wait.Go(func() {
				if !slices.EqualFunc(visit(e, 1), want, samePoint) {
					t.Errorf("with %d bytes: other points than alone", memory)
				}
			})
		}
		wait.Wait()
	}
}

// BenchmarkNeighbours evaluates all merges or all moves of a clustering of n rows
// into n/2 clusters, which is loaded first.
func BenchmarkNeighbours(b *testing.B) {
	for _, n := range []int{27, 50, 200} {
		p := DIB(simplex(rand.New(rand.NewPCG(1, uint64(n))), n, 30).joint(b))
		labels := make([]int, n)
		for x := range labels {
			labels[x] = x % (n / 2)
		}
		f := partition.Canonical(labels)
		k := f.K()
		points, wanted := make([]Point, n), make([]int32, 0, k)
		merges := func(e Evaluator) int {
			for a := range k {
				wanted = wanted[:0]
				for c := a + 1; c < k; c++ {
					wanted = append(wanted, int32(c))
				}
				e.Merges(a, wanted, points)
			}
			return k * (k - 1) / 2
		}
		moves := func(e Evaluator) int {
			for c := range k {
				e.Moves(c, points)
			}
			return k * n
		}
		for _, kind := range []struct {
			name string
			all  func(e Evaluator) int
		}{{"merges", merges}, {"moves", moves}} {
			for _, remembered := range []bool{true, false} {
				b.Run(fmt.Sprintf("n=%d/m=30/kind=%s/remembered=%t", n, kind.name, remembered), func(b *testing.B) {
					e := p.Evaluators(1, 16*plenty)[0].(*sums)
					e.Load(f)
					count := kind.all(e)
					for b.Loop() {
						e.Load(f)
						if !remembered {
							e.unions = keyed.Map[keyed.Key, Point]{}
							for _, cl := range e.clusters {
								cl.toggles.Store(nil)
							}
						}
						kind.all(e)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(count), "ns/neighbour")
				})
			}
		}
	}
}

var kinds = tables.Kinds[table]()

func randomClustering(rng *rand.Rand, n, k int) partition.Partition {
	return tables.Clustering(rng, n, k)
}
