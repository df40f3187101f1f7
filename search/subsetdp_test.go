package search

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/internal/plogp"
)

// subsetDP returns the exact frontier, as bruteForce does, for up to 18 rows.
//
// H and I are sums over the clusters, and adding the same to two points leaves
// one above the other if it was. So a clustering of a set S of rows that no
// other one beats is a cluster with the last row of S, and such a clustering of
// the other rows of S. Sets are bit masks.
//
// It goes over 3^(n-1)/2 pairs of sets. The race detector would double the time
// to watch memory that no other goroutine sees.
//
//go:norace
func (t table) subsetDP() []pair {
	all := 1<<len(t) - 1
	cost := t.clusterCosts()
	fronts := make([][]pair, all+1)
	fronts[0] = []pair{{0, info.Entropy(t.columns())}}
	var front []pair
	for s := 1; s <= all; s++ {
		if s > all/2 && s < all {
			continue // has the last row of the table, but not all others
		}
		last := 1 << (bits.Len(uint(s)) - 1)
		front = front[:0]
		for others := range subsets(s ^ last) {
			front = mergeMoved(front, fronts[others], cost[s^others])
		}
		fronts[s] = slices.Clone(front)
	}
	return nonDominated(fronts[all])
}

// subsets yields all subsets of s, small numbers first.
func subsets(s int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for sub := 0; yield(sub) && sub != s; {
			sub = (sub - s) & s // borrows pass through the bits that are not in s
		}
	}
}

// mergeMoved adds the points of other, each moved by the same step, to front, which
// it changes. Both rise in h and in i. Rounding makes points that are equal
// differ a little: they count once here, so that their number does not grow.
//
//go:norace
func mergeMoved(front, other []pair, step pair) []pair {
	const tie = 1e-12
	k := 0 // front[:k] has no larger h than p
	for _, p := range other {
		p.h += step.h
		p.i += step.i
		for k < len(front) && front[k].h <= p.h+tie {
			k++
		}
		if k > 0 && front[k-1].i >= p.i-tie {
			continue
		}
		end := k // front[k:end] is beaten by p
		for end < len(front) && front[end].i <= p.i+tie {
			end++
		}
		for k > 0 && front[k-1].h >= p.h-tie {
			k--
		}
		front = slices.Replace(front, k, end, p)
	}
	return front
}

// clusterCosts returns for every set of rows what it adds, as a cluster c, to
// H(Z) = -sum_c p(c) log p(c) and to I(Z;Y) = H(Y) - sum_c p(c) H(Y|c).
func (t table) clusterCosts() []pair {
	var total float64
	for _, v := range t.columns() {
		total += v
	}
	costs := make([]pair, 1<<len(t))
	sums := make(table, len(costs))
	sums[0] = make([]float64, len(t[0]))
	for s := 1; s < len(costs); s++ {
		row, others := t[bits.TrailingZeros(uint(s))], sums[s&(s-1)]
		sums[s] = make([]float64, len(row))
		var p float64
		for y := range row {
			sums[s][y] = others[y] + row[y]
			p += sums[s][y] / total
		}
		costs[s] = pair{-plogp.PLog2P(p), -p * info.Entropy(sums[s])}
	}
	return costs
}

// columns returns the sums of the columns.
func (t table) columns() []float64 {
	sums := make([]float64, len(t[0]))
	for _, row := range t {
		for y, v := range row {
			sums[y] += v
		}
	}
	return sums
}

func TestSubsetDPEqualsBruteForce(t *testing.T) {
	for n := 1; n <= 9; n++ {
		rng := rand.New(rand.NewPCG(uint64(n), 14))
		for _, tt := range []struct {
			kind string
			tab  table
		}{
			{"simplex", simplex(rng, n, 5)},
			{"skewed", skewed(rng, n, 6)},
			{"counts with ties", sparseCounts(rng, n, 3)},
			{"diagonal", tables.Diagonal(rng, min(n, 8))}, // 9 rows have 21147 points
		} {
			t.Run(fmt.Sprintf("n=%d/%s", n, tt.kind), func(t *testing.T) {
				samePoints(t, tt.tab.subsetDP(), tt.tab.bruteForce())
			})
		}
	}
}

// TestSubsetDPGolden has the exact frontiers of other programs.
func TestSubsetDPGolden(t *testing.T) {
	subsetDPGolden(t, "alpha10", 94)
}

// subsetDPGolden compares the dynamic program with the exact frontier of a reference
// table, which has the given number of points.
func subsetDPGolden(t *testing.T, name string, points int) {
	t.Helper()
	got := shared(t, "pxy_"+name+".npy").subsetDP()
	if len(got) != points {
		t.Errorf("%s: %d points, want %d", name, len(got), points)
	}
	samePoints(t, got, golden(t, name+".json"))
}

// TestRecall compares the search with default options with the exact frontiers of
// random tables: it may miss one point in 500, and must not invent any.
func TestRecall(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	compareRecall(t, 1)
}

// compareRecall is TestRecall on a number of tables of each kind.
func compareRecall(t *testing.T, tables int) {
	t.Helper()
	for _, tt := range []struct {
		kind string
		draw func(rng *rand.Rand, n, m int) table
	}{{"simplex", simplex}, {"skewed", skewed}} {
		recall, precision := make([]float64, tables), make([]float64, tables)
		t.Run(tt.kind, func(t *testing.T) {
			for seed := range tables {
				t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
					t.Parallel()
					tab := tt.draw(rand.New(rand.NewPCG(uint64(seed), 1430)), 14, 30)
					truth, got := tab.subsetDP(), pairsOf(mustMap(t, tab, Options{}).Frontier)
					found, right := countIn(truth, got), countIn(got, truth)
					if right < len(got) {
						t.Errorf("%d of %d points are not on the frontier", len(got)-right, len(got))
					}
					t.Logf("%d of the frontier's %d points found", found, len(truth))
					recall[seed] = float64(found) / float64(len(truth))
					precision[seed] = float64(right) / float64(len(got))
				})
			}
		})
		if slices.Contains(recall, 0) {
			continue // -run chose some of the tables
		}
		t.Logf("%s: mean recall %.5f, mean precision %.5f", tt.kind, mean(recall), mean(precision))
		if r := mean(recall); r < 0.998 {
			t.Errorf("%s: mean recall is %.5f, want at least 0.998", tt.kind, r)
		}
	}
}

// countIn counts the points that are among others, to 1e-9.
func countIn(points, others []pair) int {
	in := 0
	for _, p := range points {
		if slices.ContainsFunc(others, func(q pair) bool {
			return math.Abs(p.h-q.h) <= 1e-9 && math.Abs(p.i-q.i) <= 1e-9
		}) {
			in++
		}
	}
	return in
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func BenchmarkSubsetDP(b *testing.B) {
	tab := simplex(rand.New(rand.NewPCG(1, 1)), 14, 30)
	for b.Loop() {
		tab.subsetDP()
	}
}

func skewed(rng *rand.Rand, n, m int) table { return tables.Skewed(rng, n, m) }
