package second

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto3"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// cutInto yields the groupings of n rows into k runs.
func cutInto(n, k int, yield func(f partition.Partition)) {
	f := make(partition.Partition, n)
	var place func(row, z int)
	place = func(row, z int) {
		if row == n {
			if z == k-1 {
				yield(f)
			}
			return
		}
		f[row] = z
		place(row+1, z)
		if z+1 < k {
			f[row] = z + 1
			place(row+1, z+1)
		}
	}
	place(1, 0)
}

// TestFewRunsAreExact compares the runs of a table of 40 rows, which has too many for an archive, with all groupings into up
// to 4 runs, and looks for a grouping of each within the width that is said.
func TestFewRunsAreExact(t *testing.T) {
	const n = 40
	rng := rand.New(rand.NewPCG(40, 1))
	y, s := draw(rng, n, 3, true), draw(rng, n, 3, true)
	y[1][0], s[1][0] = y[1][0]+1, s[1][0]+1 // no rows are equal
	p := problem.DIB(dense(t, y))
	got, err := Map(t.Context(), p, dense(t, s), Options{Name: "s", Order: "linear", MaxPoints: 8000, Effort: 2_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if w := got.Width; got.Exact || w[0] == 0 || w[0] > 4 || w[1] > p.Describe().IXY || w[2] > got.I || len(got.Entries) > 8000 || len(got.Entries) < 4000 {
		t.Errorf("exact %t, cells %v, %d groupings", got.Exact, got.Width, len(got.Entries))
	}
	m := mapperOf(t, y, s, Options{Order: "linear"})
	all := make(archive, n+1)
	cost := map[[2]int]pareto3.Vector{}
	c := m.cluster()
	for a := range n {
		for b := a; b < n; b++ {
			c.add(m.place[b])
			cost[[2]int{a, b + 1}] = c.cost()
		}
		for b := a; b < n; b++ {
			c.remove(m.place[b])
		}
	}
	valueOf := func(f partition.Partition) pareto3.Vector {
		at, begin := m.shift, 0
		for x := 1; x <= n; x++ {
			if x == n || f[x] != f[begin] {
				at, begin = at.Plus(cost[[2]int{begin, x}]), x
			}
		}
		return at
	}
	for k := 1; k <= 4; k++ {
		cutInto(n, k, func(f partition.Partition) {
			if at := valueOf(f); all[k].lacks(at) {
				all.offer(k, at, partition.Pack(f))
			}
		})
		var want [][4]float64
		for q := range all[k].all.All() {
			want = append(want, [4]float64{float64(k), math.Round(q.H * (1 << 30)), math.Round(q.I * (1 << 30)), math.Round(-q.S * (1 << 30))})
		}
		slices.SortFunc(want, func(a, b [4]float64) int { return slices.Compare(a[:], b[:]) })
		have := slices.DeleteFunc(of(got), func(e [4]float64) bool { return e[0] != float64(k) })
		if len(have) != len(want) || !near(have, want) {
			t.Errorf("%d runs: %d groupings, and there are %d", k, len(have), len(want))
		}
	}
	for range 2000 {
		f, k := make(partition.Partition, n), 0
		ends := 1 + rng.IntN(n-1)
		for x := 1; x < n; x++ {
			if rng.IntN(n) < ends {
				k++
			}
			f[x] = k
		}
		at, w := valueOf(f), got.Width
		if !slices.ContainsFunc(got.Entries, func(e frontier.SecondEntry) bool {
			return e.K == k+1 && e.H <= at.H+w[0]+1e-8 && e.I >= at.I-w[1]-1e-8 && e.S <= -at.S+w[2]+1e-8
		}) {
			t.Fatalf("no grouping into %d is within %v of %v", k+1, w, at)
		}
	}
}

// TestLayersAreThinnedFairly: layers with few clusterings keep all, the best for a limit remain, and as good as the number
// that is allowed is kept.
func TestLayersAreThinnedFairly(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	a := make(archive, 7)
	best := map[int]float64{} // I of at most half of S
	for k, points := range []int{0, 1, 30, 2000, 4000, 4000, 4000} {
		for n := range points {
			u, v := rng.Float64(), rng.Float64()
			at := pareto3.Vector{H: 1 + u + v, I: u + 0.2*rng.Float64(), S: v - 2 - 0.01*rng.Float64()}
			if a.offer(k, at, partition.Packed(strconv.Itoa(n))); at.S >= -1.5 {
				best[k] = max(best[k], at.I)
			}
		}
	}
	few := a[2].len()
	a.thin(1000)
	if n := a.len(); n > 1000 || n < 600 || a[2].len() != few || a[2].told != nil || a[4].told == nil {
		t.Errorf("%d clusterings are left, %d of %d of 2 clusters", n, a[2].len(), few)
	}
	for k := range a {
		most := 0.0
		for _, p := range a[k].members() {
			if p.S >= -1.5 {
				most = max(most, p.I)
			}
		}
		if most != best[k] {
			t.Errorf("%d clusters: the best for a limit has %g bits, and had %g", k, most, best[k])
		}
	}
}
