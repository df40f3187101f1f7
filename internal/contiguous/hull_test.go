package contiguous

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// table returns the masses of n rows in two columns, ordered by the share of the first.
func table(n int, seed uint64) (masses [][2]float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	var total float64
	for range n {
		w, p := r.ExpFloat64(), r.Float64()
		masses = append(masses, [2]float64{w * p, w * (1 - p)})
		total += w
	}
	for x := range masses {
		masses[x][0] /= total
		masses[x][1] /= total
	}
	slices.SortFunc(masses, func(a, b [2]float64) int {
		if a[0]*b[1] < b[0]*a[1] {
			return -1
		}
		return 1
	})
	return masses
}

func phi(v float64) float64 {
	if v == 0 {
		return 0
	}
	return v * math.Log2(v)
}

// adder returns what runs of rows add to H and I.
func adder(masses [][2]float64) func(from, to int) (h, i float64) {
	return func(from, to int) (h, i float64) {
		var a, b float64
		for _, m := range masses[from:to] {
			a += m[0]
			b += m[1]
		}
		return -phi(a + b), phi(a) + phi(b) - phi(a+b)
	}
}

// labellings calls visit with the labels of every clustering of n rows.
func labellings(label []int, next, clusters int, visit func(clusters int)) {
	if next == len(label) {
		visit(clusters)
		return
	}
	for k := range clusters + 1 {
		label[next] = k
		labellings(label, next+1, max(clusters, k+1), visit)
	}
}

// For every slope, a vertex is as good as the best of all clusterings, contiguous or not.
func TestHullIsThatOfAllClusterings(t *testing.T) {
	for seed := range uint64(20) {
		n := 2 + int(seed)%7
		masses := table(n, seed)
		var all []point
		label := make([]int, n)
		labellings(label, 0, 0, func(clusters int) {
			sums := make([][2]float64, clusters)
			for x, k := range label {
				sums[k][0] += masses[x][0]
				sums[k][1] += masses[x][1]
			}
			var p point
			for _, s := range sums {
				p.h -= phi(s[0] + s[1])
				p.i += phi(s[0]) + phi(s[1]) - phi(s[0]+s[1])
			}
			all = append(all, p)
		})
		p := newProgram(n, adder(masses))
		hull := Hull(t.Context(), 2, n, adder(masses))
		for slope := 0.0; slope < 1.2; slope += 1. / 64 {
			best, found := math.Inf(-1), math.Inf(-1)
			for _, c := range all {
				best = max(best, c.gain(slope))
			}
			for _, ends := range hull {
				found = max(found, p.vertex(ends, 0).gain(slope))
			}
			if !(math.Abs(best-found) <= 2*rise) {
				t.Errorf("seed %d, slope %v: the hull reaches %v and some clustering %v", seed, slope, found, best)
			}
		}
	}
}

func TestHullDoesNotDependOnWorkers(t *testing.T) {
	masses := table(60, 7)
	one, three := Hull(t.Context(), 1, 60, adder(masses)), Hull(t.Context(), 3, 60, adder(masses))
	if !slices.EqualFunc(one, three, slices.Equal) {
		t.Error("one worker finds another hull than three")
	}
	if len(one) < 20 {
		t.Errorf("the hull has %d vertices", len(one))
	}
	for k, ends := range one {
		if !slices.IsSorted(ends) || ends[len(ends)-1] != 60 {
			t.Errorf("vertex %d has the ends %v", k, ends)
		}
	}
}

func TestHullOfFewRows(t *testing.T) {
	for n := 1; n < 3; n++ {
		if hull := Hull(t.Context(), 1, n, adder(table(n, 3))); len(hull) == 0 || len(hull[0]) != 1 || hull[0][0] != int32(n) {
			t.Errorf("%d rows have the hull %v", n, hull)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if hull := Hull(ended, 1, 9, adder(table(9, 3))); len(hull) != 2 {
		t.Errorf("a search that is over finds %v", hull)
	}
}

func BenchmarkHull(b *testing.B) {
	const n = 1000
	masses := table(n, 1)
	sums := make([][2]float64, n+1)
	for x, m := range masses {
		sums[x+1] = [2]float64{sums[x][0] + m[0], sums[x][1] + m[1]}
	}
	add := func(from, to int) (h, i float64) {
		v, u := sums[to][0]-sums[from][0], sums[to][1]-sums[from][1]
		return -phi(u + v), phi(v) + phi(u) - phi(u+v)
	}
	for b.Loop() {
		Hull(b.Context(), 1, n, add)
	}
}
