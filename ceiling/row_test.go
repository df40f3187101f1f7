package ceiling

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/joint"
)

// TestRowsAreBounded compares the bound of every row, for every slope and spacing, with all
// clusters that contain it. The sum over rows could hide an error.
func TestRowsAreBounded(t *testing.T) {
	for k, f := range families.All() {
		rows := f.Table(4+k%6, uint64(k))
		labels := func(n int) []string {
			s := make([]string, n)
			for k := range s {
				s[k] = fmt.Sprint(k)
			}
			return s
		}
		j, err := joint.Dense(labels(len(rows)), labels(len(rows[0])), rows)
		if err != nil {
			t.Fatal(err)
		}
		tab := arranged(j)
		b := newBounder(tab)
		for _, spacing := range []float64{math.Inf(1), 2, 0.5, 0.1} {
			for x := range tab.mass {
				most := b.row(x, spacing)
				for cluster := range 1 << len(tab.mass) {
					if cluster>>x&1 == 1 {
						if l, by := exceeded(tab, x, cluster, most); by > 0 {
							t.Fatalf("%s, spacing %g, row %d in cluster %b: above the bound for slope %g by %g", f.Name, spacing, x, cluster, l, by)
						}
					}
				}
			}
		}
	}
}

// exceeded returns the slope for which a row contributes more to a cluster than the bound, and how
// much.
func exceeded(t *table, x, cluster int, most []float64) (l, by float64) {
	w := 0.0
	given := make([]float64, t.joint.Cols()) // P(T|y)
	for y, mass := range t.mass {
		if cluster>>y&1 == 1 {
			w += mass
		}
	}
	for y := range given {
		rows, ps := t.column(int32(y))
		for c, k := range rows {
			if cluster>>k&1 == 1 {
				given[y] += ps[c]
			}
		}
	}
	g := 0.0
	for _, c := range t.row(x, nil) {
		g += c.p * math.Log2(given[c.column]/w)
	}
	for k, bound := range most {
		if over := g + slope(k)*math.Log2(w) - bound - t.margin(); over > by {
			l, by = slope(k), over
		}
	}
	return l, by
}

// TestKnapsack compares the line that bounds a knapsack with the best filling, for all capacities.
func TestKnapsack(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 200 {
		var k knapsack
		n := 1 + rng.IntN(8)
		mass, value := make([]float64, n), make([]float64, n)
		for r := range n {
			mass[r], value[r] = rng.Float64(), math.Exp(60*rng.Float64()-30)
			if rng.IntN(4) == 0 {
				value[r] = 0
			}
			k.add(mass[r], value[r])
		}
		u, v, rate, _ := k.fill(float64(n) * rng.Float64())
		for set := range 1 << n {
			var w, sum float64
			for r := range n {
				if set>>r&1 == 1 {
					w += mass[r]
					sum += value[r]
				}
			}
			if most := v + rate*(w-u); sum > most*(1+1e-12) {
				t.Fatalf("rows %b of mass %g have the value %g, and the bound is %g", set, w, sum, most)
			}
		}
	}
}
