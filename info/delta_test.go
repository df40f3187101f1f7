package info

import (
	"math"
	"math/rand/v2"
	"testing"
)

// groupsOf returns the groups of the rows of a table.
func groupsOf(table [][]float64) (groups []Group) {
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
		groups = append(groups, GroupOf(counts, among, total))
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
			return Entropy(rows)
		})
		i := derivatives(func() float64 { return MutualInformation(table) })
		// Frequencies have the sum 1 whatever the counts, so derivatives have the mean 0.
		var hh, ii, hi float64
		for k := range h {
			q := table[k/m][k%m] / total
			hh, ii, hi = hh+q*h[k]*h[k], ii+q*i[k]*i[k], hi+q*h[k]*i[k]
		}
		got := Delta(groupsOf(table))
		want := Deviations{math.Sqrt(hh / total), math.Sqrt(ii / total), hi / total}
		if !(math.Abs(got.H-want.H) < 1e-7 && math.Abs(got.I-want.I) < 1e-7 && math.Abs(got.Cov-want.Cov) < 1e-8) {
			t.Errorf("%v: %v, want %v", table, got, want)
		}
		if plugin, err := (Plugin{}).MutualInformation(table); err != nil || plugin.SD != got.I {
			t.Errorf("%v: plug-in sd %g, %v, want %g", table, plugin.SD, err, got.I)
		}
	}
}

// TestDeltaVanishesToTheLastBit where the first order does, and groups without
// observations do not matter.
func TestDeltaVanishesToTheLastBit(t *testing.T) {
	independent := [][]float64{{3, 9, 15}, {7, 21, 35}, {1, 3, 5}}
	d := Delta(groupsOf(independent))
	if d.I != 0 || d.Cov != 0 || !(d.H > 0) {
		t.Errorf("independent: %v", d)
	}
	if got := Delta(append([]Group{{}}, append(groupsOf(independent), Group{})...)); got != d {
		t.Errorf("with empty groups: %v, want %v", got, d)
	}
	for k := range 40 {
		n := float64(3*k + 1)
		balanced := [][]float64{{n, 0, 0}, {0, n, 0}, {0, 0, n}}
		if d := Delta(groupsOf(balanced)); d != (Deviations{}) {
			t.Errorf("balanced, %g each: %v", n, d)
		}
	}
	for _, groups := range [][]Group{nil, {{}}, groupsOf([][]float64{{1, 2}})} {
		if d := Delta(groups); d != (Deviations{}) {
			t.Errorf("%v: %v", groups, d)
		}
	}
}
