package delta_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/delta"
)

// margins returns the sums of the rows and of the columns of a table.
func margins(table [][]float64) (rows, columns []float64) {
	rows, columns = make([]float64, len(table)), make([]float64, len(table[0]))
	for x, row := range table {
		for y, n := range row {
			rows[x] += n
			columns[y] += n
		}
	}
	return rows, columns
}

// groupsOf returns the groups of the rows of a table.
func groupsOf(table [][]float64) (groups []delta.Group) {
	rows, columns := margins(table)
	var total float64
	for _, n := range rows {
		total += n
	}
	for _, row := range table {
		var counts, among []float64
		for y, n := range row {
			if n > 0 {
				counts, among = append(counts, n), append(among, columns[y])
			}
		}
		groups = append(groups, delta.GroupOf(counts, among, total))
	}
	return groups
}

// TestDeltaIsTheFirstOrder: with F(q) = H or I of frequencies q, the variance is
// (1/N) sum_k q_k (dF/dq_k - mean)^2, the derivatives taken numerically.
func TestDeltaIsTheFirstOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		table := make([][]float64, 2+r.IntN(4))
		m := 2 + r.IntN(4)
		var total float64
		for x := range table {
			table[x] = make([]float64, m)
			for y := range table[x] {
				table[x][y] = float64(r.IntN(50))
				total += table[x][y]
			}
		}
		derivatives := func(f func() float64) (list []float64) {
			for x := range table {
				for y, n := range table[x] {
					if n == 0 {
						list = append(list, 0)
						continue
					}
					const step = 1e-3
					table[x][y] = n + step
					up := f()
					table[x][y] = n - step
					down := f()
					table[x][y] = n
					list = append(list, (up-down)/(2*step)*total)
				}
			}
			return list
		}
		h := derivatives(func() float64 {
			rows, _ := margins(table)
			return info.Entropy(rows)
		})
		i := derivatives(func() float64 { return info.MutualInformation(table) })
		// Frequencies have the sum 1 whatever the counts, so derivatives have the mean 0.
		var hh, ii, hi float64
		for k := range h {
			q := table[k/m][k%m] / total
			hh, ii, hi = hh+q*h[k]*h[k], ii+q*i[k]*i[k], hi+q*h[k]*i[k]
		}
		got := delta.Of(groupsOf(table))
		want := delta.Deviations{math.Sqrt(hh / total), math.Sqrt(ii / total), hi / total}
		if !(math.Abs(got.H-want.H) < 1e-7 && math.Abs(got.I-want.I) < 1e-7 && math.Abs(got.Cov-want.Cov) < 1e-8) {
			t.Errorf("%v: %v, want %v", table, got, want)
		}
		if plugin, err := info.Plugin().MutualInformation(table); err != nil || plugin.SD != got.I {
			t.Errorf("%v: plug-in sd %g, %v, want %g", table, plugin.SD, err, got.I)
		}
	}
}

// TestDeltaVanishesToTheLastBit where the first order does, and groups without
// observations do not matter.
func TestDeltaVanishesToTheLastBit(t *testing.T) {
	independent := [][]float64{{3, 9, 15}, {7, 21, 35}, {1, 3, 5}}
	d := delta.Of(groupsOf(independent))
	if d.I != 0 || d.Cov != 0 || !(d.H > 0) {
		t.Errorf("independent: %v", d)
	}
	if got := delta.Of(append([]delta.Group{{}}, append(groupsOf(independent), delta.Group{})...)); got != d {
		t.Errorf("with empty groups: %v, want %v", got, d)
	}
	for k := range 40 {
		n := float64(3*k + 1)
		balanced := [][]float64{{n, 0, 0}, {0, n, 0}, {0, 0, n}}
		if d := delta.Of(groupsOf(balanced)); d != (delta.Deviations{}) {
			t.Errorf("balanced, %g each: %v", n, d)
		}
	}
	for _, groups := range [][]delta.Group{nil, {{}}, groupsOf([][]float64{{1, 2}})} {
		if d := delta.Of(groups); d != (delta.Deviations{}) {
			t.Errorf("%v: %v", groups, d)
		}
	}
}
