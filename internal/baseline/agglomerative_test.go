package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// countsBelow returns a table of n x m random counts below most, of which only so
// many in a hundred are not 0.
func countsBelow(n, m, most, dense int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			if rng.IntN(100) < dense {
				values[x][y] = float64(rng.IntN(most))
			}
		}
		values[x][rng.IntN(m)]++ // no row is empty
	}
	return values
}

// trees returns the methods that build a tree.
func trees() (list []Method) {
	for c := range criterionNames {
		list = append(list, linkage(criterion(c)))
	}
	return append(list, agglomerativeIB())
}

// linkageOf returns the tree of linkage.
func linkageOf(ctx context.Context, j *joint.Joint, by criterion) *Dendrogram {
	return linkageTree(ctx, newTable(j), by, 2)
}

// agglomerativeOf returns the tree of agglomerativeIB.
func agglomerativeOf(j *joint.Joint) *Dendrogram {
	t := newTable(j)
	return agglomerativeTree(context.Background(), t, newPairs(t, t.rows, 0), 2)
}

// greedy merges, one after the other, the first of the pairs of clusters that lose
// the least, and looks at all pairs each time.
func greedy(j *joint.Joint) *Dendrogram {
	order := j.CanonicalOrder()
	phi := plogp.NewPhi(j.Total(), false)
	type cluster struct {
		name   int
		masses []float64
	}
	value := func(c cluster) float64 {
		var total float64
		for _, v := range c.masses {
			total += v
		}
		return phi.Sum(c.masses) - phi.At(total)
	}
	merged := func(a, b cluster, name int) cluster {
		c := cluster{name, slices.Clone(a.masses)}
		for y, v := range b.masses {
			c.masses[y] += v
		}
		return c
	}
	var left []cluster
	for _, x := range order {
		c := cluster{x, make([]float64, j.Cols())}
		columns, masses := j.Row(x)
		for k, y := range columns {
			c.masses[y] = masses[k]
		}
		left = append(left, c)
	}
	d := &Dendrogram{Rows: j.Rows()}
	for len(left) > 1 {
		least, first, second := math.Inf(1), 0, 0
		for b := range left {
			for a := range b {
				loss := value(left[a]) + value(left[b]) - value(merged(left[a], left[b], 0))
				if loss < least || loss == least && (a < first || a == first && b < second) {
					least, first, second = loss, a, b
				}
			}
		}
		a, b := left[first].name, left[second].name
		d.Merges = append(d.Merges, Merge{min(a, b), max(a, b), max(0, least)})
		left[first] = merged(left[first], left[second], j.Rows()+len(d.Merges)-1)
		left = slices.Delete(left, second, second+1)
	}
	return d
}

// TestAgglomerativeIsGreedy: every merge is that of the first of the best pairs, to
// the last bit, whether cells are kept in full or not. Tables with few different
// counts have many ties.
func TestAgglomerativeIsGreedy(t *testing.T) {
	seed := uint64(0)
	for _, n := range []int{2, 3, 7, 20, 40} {
		for _, m := range []int{2, 3, 4, 9} {
			for _, most := range []int{2, 4, 1000} {
				for _, dense := range []int{15, 100} {
					seed++
					values := countsBelow(n, m, most, dense, seed)
					values[0][0], values[1][m-1] = 1, 1 // two columns at least
					if seed%3 == 0 {
						values[0][0] = 0.25 // weights
					}
					j := mustJoint(t, values)
					want := greedy(j)
					if diff := cmp.Diff(want, agglomerativeOf(j)); diff != "" {
						t.Fatalf("table %d, %d x %d below %d: %s", seed, n, m, most, diff)
					}
					own := newTable(j)
					for name, p := range map[string]pairs{
						"dense": newDensePairs(own, own.rows, 0), "sparse": newSparsePairs(own, own.rows, 0),
					} {
						if diff := cmp.Diff(want, agglomerativeTree(context.Background(), own, p, 1)); diff != "" {
							t.Fatalf("table %d, %s, %d x %d below %d: %s", seed, name, n, m, most, diff)
						}
					}
				}
			}
		}
	}
}

// TestAgglomerativeTies has tables in which a union is as near as the nearest was, and
// comes before it or after.
func TestAgglomerativeTies(t *testing.T) {
	for _, values := range [][][]float64{
		{{1, 2, 1, 0, 0}, {0, 0, 1, 2, 1}, {3, 0, 2, 1, 0}, {0, 1, 2, 0, 3}, {2, 0, 0, 1, 2}},
		{{2, 2, 0, 2}, {2, 0, 2, 2}, {0, 1, 1, 1}, {1, 1, 1, 0}, {0, 2, 0, 0}},
		{{4, 4}, {1, 3}, {2, 2}, {3, 3}, {0, 1}, {3, 3}},
		{{2, 2}, {2, 2}, {1, 1}, {1, 1}, {2, 0}},
		{{2, 2}, {1, 1}, {3, 3}, {4, 1}, {1, 1}, {4, 2}, {1, 1}, {0, 4}},
	} {
		j := mustJoint(t, values)
		if diff := cmp.Diff(greedy(j), agglomerativeOf(j)); diff != "" {
			t.Errorf("%v: %s", values, diff)
		}
	}
}

// TestAgglomerativeLargeAlike: on tables too large for [greedy], both ways to keep
// cells give the same tree, for any number of workers.
func TestAgglomerativeLargeAlike(t *testing.T) {
	for _, dense := range []int{3, 50} {
		j := mustJoint(t, countsBelow(300, 40, 6, dense, uint64(dense)))
		own := newTable(j)
		full := agglomerativeTree(context.Background(), own, newDensePairs(own, own.rows, 0), 3)
		few := agglomerativeTree(context.Background(), own, newSparsePairs(own, own.rows, 0), 2)
		if diff := cmp.Diff(full, few); diff != "" {
			t.Errorf("%d %%: %s", dense, diff)
		}
		if len(full.Merges) != 299 {
			t.Errorf("%d merges", len(full.Merges))
		}
	}
}

// TestAgglomerativeLosses: heights are what the merges lose of the information, by
// another evaluator, and the parameter is the number of clusters.
func TestAgglomerativeLosses(t *testing.T) {
	j := mustJoint(t, countsBelow(30, 5, 9, 80, 1))
	r := mustRun(t, agglomerativeIB(), j, Options{})
	if len(r.Clusterings) != 30 {
		t.Fatalf("%d clusterings", len(r.Clusterings))
	}
	d := agglomerativeOf(j)
	for k, e := range r.Clusterings {
		if e.Parameter != float64(k+1) || e.Partition.K() != k+1 {
			t.Fatalf("clustering %d: parameter %v, %d clusters", k, e.Parameter, e.Partition.K())
		}
		if k == 0 {
			continue
		}
		lost := j.Coarsen(e.Partition).IXY() - j.Coarsen(r.Clusterings[k-1].Partition).IXY()
		if height := d.Merges[30-k-1].Height; math.Abs(lost-height) > 1e-12 {
			t.Errorf("from %d to %d clusters: %v bits, height %v", k+1, k, lost, height)
		}
	}
}

// TestAgglomerativeNotReducible: the union of two clusters can lose less with a
// third than both do and than they do with each other.
func TestAgglomerativeNotReducible(t *testing.T) {
	d := agglomerativeOf(mustJoint(t, [][]float64{{1, 0, 1}, {1, 1, 0}, {0, 1, 1}}))
	if math.Abs(d.Merges[0].Height-1.0/3) > 1e-12 || d.Merges[1].Height > 0.26 {
		t.Errorf("heights %v", d.Merges)
	}
}

// TestAgglomerativeVLFeat has the tree of vl_test_aib.m of VLFeat: parents and what
// is left of the information, in nats.
func TestAgglomerativeVLFeat(t *testing.T) {
	d := agglomerativeOf(mustJoint(t, [][]float64{{3, 0}, {3, 0}, {0, 2}, {0, 2}}))
	parents := make([]int, 7)
	left := []float64{mustJoint(t, [][]float64{{6, 0}, {0, 4}}).IXY() * math.Ln2}
	for s, m := range d.Merges {
		parents[m.A], parents[m.B] = 5+s, 5+s // from 1
		left = append(left, left[s]-m.Height*math.Ln2)
	}
	parents[6] = 1 // the root
	if diff := cmp.Diff([]int{5, 5, 6, 6, 7, 7, 1}, parents); diff != "" {
		t.Error(diff)
	}
	if got := fmt.Sprintf("%.4f", left); got != "[0.6730 0.6730 0.6730 0.0000]" {
		t.Errorf("left %s", got)
	}
	if cut, ok := d.Cut(2); !ok || !slices.Equal(cut, partition.Partition{0, 0, 1, 1}) {
		t.Errorf("cut %v", cut)
	}
}

// awgn is the joint distribution of the outputs of a channel and its binary input: -1
// and +1, used equally, with Gaussian noise of variance 1 and an output quantised to the
// nearest of n values between -2 and 2 (B. Kurkoski, QuantDMC, biAwgn2Dmc).
func awgn(n int) [][]float64 {
	below := func(t float64) float64 { return math.Erfc(-t/math.Sqrt2) / 2 }
	cells := make([][]float64, n)
	for x := range cells {
		lo := -2 + 4*(float64(x)-0.5)/float64(n-1)
		hi := lo + 4/float64(n-1)
		if x == 0 {
			lo = math.Inf(-1)
		}
		if x == n-1 {
			hi = math.Inf(1)
		}
		cells[x] = []float64{(below(hi+1) - below(lo+1)) / 2, (below(hi-1) - below(lo-1)) / 2}
	}
	return cells
}

// TestAgglomerativeQuantDMC has the greedy values of QuantDMC 4 by Brian Kurkoski,
// from its file example/binaryDmcPerformance.mat: bits lost for 2 to 20 clusters.
func TestAgglomerativeQuantDMC(t *testing.T) {
	j := mustJoint(t, awgn(128))
	want := strings.Fields(".11673181 .07171429 .03142835 .02304250 .01623782 .01215034 .00806286 .00675660 .00588309 " +
		".00500958 .00415696 .00332701 .00249706 .00214772 .00179838 .00162621 .00147194 .00131766 .00119498")
	d := agglomerativeOf(j)
	for k := 2; k <= 20; k++ {
		p, _ := d.Cut(k)
		if got := fmt.Sprintf("%.8f", j.IXY()-j.Coarsen(p).IXY()); got != "0"+want[k-2] {
			t.Errorf("%d clusters lose %s bits, want %s", k, got, want[k-2])
		}
	}
}

// TestAgglomerativeStops: what was merged when the context ended is kept.
func TestAgglomerativeStops(t *testing.T) {
	j := mustJoint(t, countsBelow(50, 5, 9, 100, 1))
	full := agglomerativeOf(j)
	for _, asked := range []int{0, 60, 70, 90} {
		ctx := &countdown{Context: context.Background(), left: asked}
		own := newTable(j)
		d := agglomerativeTree(ctx, own, newPairs(own, own.rows, 0), 1)
		if len(d.Merges) >= 49 {
			t.Fatalf("%d merges", len(d.Merges))
		}
		if len(d.Merges) > 0 && !slices.Equal(d.Merges, full.Merges[:len(d.Merges)]) {
			t.Errorf("asked %d times: %v", asked, d.Merges)
		}
		if asked == 90 && len(d.Merges) == 0 {
			t.Error("no merges")
		}
		ctx.left = asked
		r, err := agglomerativeIB().Run(ctx, j, Options{Workers: 1})
		if err != nil || r.Status != Stopped || len(r.Clusterings) != len(d.Merges)+1 {
			t.Errorf("asked %d times: %d clusterings of %d merges, %s, %v", asked, len(r.Clusterings), len(d.Merges), r.Status, err)
		}
	}
}

// shuffled returns the rows of a table in another order, with their labels, and
// where every row of it was.
func shuffled(tb testing.TB, values [][]float64, seed uint64) (*joint.Joint, []int) {
	tb.Helper()
	at := rand.New(rand.NewPCG(seed, 3)).Perm(len(values))
	labels, rows := make([]string, len(at)), make([][]float64, len(at))
	for k, x := range at {
		labels[k], rows[k] = fmt.Sprintf("x%d", x), values[x]
	}
	j, err := joint.Dense(labels, names("y", len(values[0])), rows)
	if err != nil {
		tb.Fatal(err)
	}
	return j, at
}

// TestTreesDoNotDependOnRowOrder: a table with its rows in another order has the
// same clusterings, ties and equal rows included.
func TestTreesDoNotDependOnRowOrder(t *testing.T) {
	for _, m := range trees() {
		for seed := range uint64(20) {
			values := countsBelow(20, 4, 3, 70, seed)
			a := mustRun(t, m, mustJoint(t, values), Options{Workers: 1})
			j, at := shuffled(t, values, seed)
			b := mustRun(t, m, j, Options{Workers: 3})
			for k := range b.Clusterings {
				b.Clusterings[k].Partition = b.Clusterings[k].Partition.Reorder(at)
			}
			if diff := cmp.Diff(a, b); diff != "" {
				t.Fatalf("%s, table %d: %s", m.Name, seed, diff)
			}
		}
	}
}

// TestTreesAtClusters: clusterings come in the order asked for, each once, and those of
// a larger table at the usual numbers.
func TestTreesAtClusters(t *testing.T) {
	small, large := mustJoint(t, countsBelow(9, 4, 9, 90, 1)), mustJoint(t, countsBelow(200, 4, 9, 90, 1))
	for _, m := range trees() {
		var ks []int
		for _, e := range mustRun(t, m, small, Options{Clusters: []int{3, 9, 3, 1}}).Clusterings {
			ks = append(ks, e.Partition.K())
		}
		if !slices.Equal(ks, []int{3, 9, 1}) {
			t.Errorf("%s: %v clusters", m.Name, ks)
		}
		if r := mustRun(t, m, large, Options{}); len(r.Clusterings) != 64 {
			t.Errorf("%s: %d clusterings", m.Name, len(r.Clusterings))
		}
	}
	for _, k := range []int{-1, 0, 10} {
		if p, ok := linkageOf(t.Context(), small, single).Cut(k); ok {
			t.Errorf("cut at %d: %v", k, p)
		}
	}
}

func TestTreesRefuseOptions(t *testing.T) {
	j := mustJoint(t, [][]float64{{1, 0}, {0, 1}})
	for _, o := range []Options{{Workers: -1}, {Clusters: []int{3}}} {
		for _, m := range trees() {
			if _, err := m.Run(context.Background(), j, o); !errors.Is(err, ErrOptions) {
				t.Errorf("%s, %+v: %v", m.Name, o, err)
			}
		}
	}
}

// BenchmarkAgglomerativeIB builds trees of tables of 20 columns, as those that
// VLFeat was measured on, with one worker; and of a table of which one in a hundred
// cells has mass.
func BenchmarkAgglomerativeIB(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 4000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			j := mustJoint(b, countsBelow(n, 20, 1000, 100, 1))
			for b.Loop() {
				agglomerativeOf(j)
			}
		})
	}
	b.Run("sparse/n=1000", func(b *testing.B) {
		j := mustJoint(b, countsBelow(1000, 1000, 10, 1, 1))
		for b.Loop() {
			agglomerativeOf(j)
		}
	})
}
