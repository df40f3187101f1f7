package checker

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// clusterings returns all clusterings of n rows.
func clusterings(n int) (all [][]int) {
	var grow func(labels []int, k int)
	grow = func(labels []int, k int) {
		if len(labels) == n {
			all = append(all, slices.Clone(labels))
			return
		}
		for label := range k + 1 {
			grow(append(labels, label), max(k, label+1))
		}
	}
	grow(nil, 0)
	return all
}

// frontierOf returns the places of clusterings that no other is at least as good as, and their points.
func frontierOf(m *model, all [][]int) (points []Point) {
	at := make([]place, len(all))
	order := make([]int, len(all))
	for k, labels := range all {
		at[k], order[k] = m.place(labels), k
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(at[a].h, at[b].h), cmp.Compare(at[b].j, at[a].j)) })
	best := fixed(math.MinInt64)
	for _, k := range order {
		if at[k].j > best {
			best = at[k].j
			points = append(points, Point{all[k], toBits(at[k].h), toBits(at[k].j + m.hy)})
		}
	}
	return points
}

// dualOf returns a dual that holds for every cluster, and does not for some cluster with a given row
// if the row's number is any smaller.
func dualOf(m *model, n int, slope float64, rng *rand.Rand) []float64 {
	costs, own := make([]float64, 1<<n), make([]float64, n) // by the model's rows
	for x := range own {
		own[x] = 2
	}
	for set := range costs {
		s := m.newSums()
		for x := range n {
			if set>>x&1 == 1 {
				s.toggle(m, x, 1)
			}
		}
		costs[set] = toBits(s.phiV) - (1-slope)*toBits(m.phi(s.weight)) + 1e-12
	}
	for round := range 6 { // halfway at first, so that no row gets everything
		for _, x := range rng.Perm(n) {
			least := math.Inf(-1)
			for set, cost := range costs {
				if set>>x&1 == 0 {
					continue
				}
				for z := range n {
					if z != x && set>>z&1 == 1 {
						cost -= own[z]
					}
				}
				least = max(least, cost)
			}
			if own[x] = (own[x] + least) / 2; round == 5 {
				own[x] = least
			}
		}
	}
	dual := make([]float64, n)
	for x := range dual {
		dual[x] = own[m.from[x]]
	}
	return dual
}

// seekerOf returns the search for better clusterings of an edge, among the clusters within the budget.
func seekerOf(t *testing.T, k *check) *seeker {
	t.Helper()
	verdicts, err := k.powerSet(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s := k.staged[0]
	s.Columns = verdicts[0].fewest
	k.Failures = nil // drawn claims do not say what the slack and budget are
	if k.conclude(s, &verdicts[0]); len(k.Failures) > 0 {
		t.Fatal(k.Failures)
	}
	return newSeeker(k, s)
}

// TestSearchForClusterings: the search finds a better clustering if and only if there is one
// among all clusterings, and the one with most information.
func TestSearchForClusterings(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	better, none, left := 0, 0, 0
	for round := range 240 {
		n := 4 + round%4
		table := drawn(rng, n, 3+round%5)
		m, all := newModel(table), clusterings(n)
		points := frontierOf(m, all)
		if drop := rng.IntN(len(points)); round%3 > 0 && drop > 0 && drop < len(points)-1 {
			points = slices.Delete(points, drop, drop+1)
		}
		first := rng.IntN(len(points) - 1) // other edges lead to the first point and from the last
		last := min(first+1+rng.IntN(5), len(points)-1)
		slope := min((points[last].I-points[first].I)/(points[last].H-points[first].H), 1)
		k := staged(t, table, &Claim{Points: points, Edges: []Edge{{
			First: first, Last: last, Certified: true, Slope: slope, Dual: dualOf(m, n, slope, rng),
		}}})
		f := seekerOf(t, k)
		left += 1<<n - 1 - len(f.columns)

		want := fixed(math.MinInt64)
		for _, labels := range all {
			if at := k.place(labels); !f.covered(at.h, at.j) {
				want = max(want, at.j)
			}
		}
		if err := f.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		switch want {
		case math.MinInt64:
			none++
			if len(k.Failures) > 0 {
				t.Errorf("table %d: %q, and no clustering is better", round, k.Failures)
			}
		default:
			better++
			if says := fmt.Sprintf("i %.9f beats the frontier", toBits(want+k.hy)); len(k.Failures) != 1 || !strings.HasSuffix(k.Failures[0], says) {
				t.Errorf("table %d: %q, want %q", round, k.Failures, says)
			}
		}
	}
	if better < 40 || none < 40 || left < 1000 {
		t.Errorf("%d tables have a better clustering, %d have none, and %d clusters are beyond the budgets", better, none, left)
	}
}

// TestTooManyGroupings: a search that would keep too many groupings says so, for any number of
// workers in the same way.
func TestTooManyGroupings(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	table := drawn(rng, 7, 6)
	m := newModel(table)
	points := frontierOf(m, clusterings(7))
	points = slices.Delete(points, 1, len(points)-1) // the budgets are large
	dual := dualOf(m, 7, 0.5, rng)
	for _, most := range []int{1, 300, 1000, 1 << 20} {
		var said [2]string
		for w := range said {
			k := staged(t, table, &Claim{Points: points, Edges: []Edge{{
				First: 0, Last: len(points) - 1, Certified: true, Slope: 0.5, Dual: dual,
			}}})
			k.workers = 1 + 3*w
			f := seekerOf(t, k)
			f.most = most
			if err := f.run(context.Background()); err != nil {
				t.Fatal(err)
			}
			said[w] = strings.Join(append(k.Failures, k.Unchecked...), "\n")
			if tooMany := strings.HasSuffix(said[w], "too many to be checked"); tooMany != (most < 1<<20) {
				t.Errorf("up to %d groupings: %q", most, said[w])
			}
		}
		if said[0] != said[1] {
			t.Errorf("%q with a worker, and %q with four", said[0], said[1])
		}
	}
}

// TestMergedGroupings: of two lists, those are kept that no other is at least as good as.
func TestMergedGroupings(t *testing.T) {
	a := []grouping{{1, 1, 0}, {3, 5, 0}, {6, 8, 0}}
	b := []grouping{{1, 2, 0}, {3, 4, 0}, {4, 6, 0}, {6, 8, 0}, {7, 8, 0}}
	want := []grouping{{1, 2, 0}, {3, 5, 0}, {4, 6, 0}, {6, 8, 0}}
	if got := merged(a, b); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := merged(b, a); !slices.Equal(got, want) {
		t.Errorf("the other way round: %v, want %v", got, want)
	}
}
