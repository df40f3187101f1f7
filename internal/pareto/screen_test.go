package pareto

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// hidesOnlyDominated fails if the screen of the set hides a point of the given
// objectives that the set does not dominate.
func (s *Set[P]) hidesOnlyDominated(t interface{ Fatalf(string, ...any) }, h, i float64) {
	screen := s.Screen()
	if screen.Hides(h, i) && s.Compare(h, i) != Dominated {
		t.Fatalf("(%.17g, %.17g) is hidden, but its relation to %v is %d", h, i, s.points(), s.Compare(h, i))
	}
}

// near returns v, and what lies to both sides of it on a grid of the given
// pitch, on the borders of the cells there, and next to those.
func near(v, pitch float64) []float64 {
	var values []float64
	for _, step := range []float64{-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2} {
		w := v + step*pitch
		values = append(values, math.Nextafter(w, math.Inf(-1)), w, math.Nextafter(w, math.Inf(1)))
	}
	return values
}

// TestScreenHidesOnlyDominatedPoints offers points in several orders, coarsens
// the set now and then, and looks at the screen wherever it might be wrong: around
// every point and around the ends of its bin.
func TestScreenHidesOnlyDominatedPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]float64{Tolerance / 2, Tolerance, 3 * Tolerance, 255 * Tolerance, 256 * Tolerance, 0x1p-20, 0.01}).Draw(t, "unit")
		value := rapid.Custom(func(t *rapid.T) float64 {
			jitter := rapid.SampledFrom([]float64{0, 0, -0.5, 0.5, 0.25}).Draw(t, "jitter")
			return max(0, float64(rapid.IntRange(0, 300).Draw(t, "place"))*unit+jitter*Tolerance)
		})
		points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) xy {
			return xy{value.Draw(t, "h"), value.Draw(t, "i") - 100*unit}
		}), 1, 12).Draw(t, "points")
		switch rapid.SampledFrom([]string{"as drawn", "up", "down"}).Draw(t, "order") {
		case "up":
			slices.SortFunc(points, func(a, b xy) int { return cmp.Compare(a.h, b.h) })
		case "down":
			slices.SortFunc(points, func(a, b xy) int { return cmp.Compare(b.h, a.h) })
		}
		var s Set[int]
		for k, p := range points {
			s.Add(p.h, p.i, k, nil)
			if rapid.IntRange(0, 9).Draw(t, "coarsen") == 0 {
				s.Coarsen()
			}
			s.looksRight(t)
		}
	})
}

// looksRight probes the screen of a small set.
func (s *Set[P]) looksRight(t interface{ Fatalf(string, ...any) }) {
	var hs, is []float64
	for p := range s.All() {
		width := 1 / s.Screen().perBit
		border := math.Floor(p.H/width) * width
		hs = append(hs, near(p.H, s.pitch())...)
		hs = append(hs, near(border, Tolerance)...)
		hs = append(hs, near(border+width, Tolerance)...)
		is = append(is, near(p.I, s.pitch())...)
		is = append(is, near(p.I, Tolerance)...)
	}
	hs = append(hs, 2*slices.Max(hs), 1e3, math.Nextafter(1<<12, 0)) // beyond the last point
	for _, h := range hs {
		for _, i := range is {
			s.hidesOnlyDominated(t, h, i)
		}
	}
}

// staircase returns n points, none of which dominates another, by h or in
// another order.
func staircase(n int, order func(a, b xy) int) []xy {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	stairs := make([]xy, n)
	for k := range stairs {
		h := 4 * rng.Float64()
		stairs[k] = xy{h, math.Sqrt(h)}
	}
	if order != nil {
		slices.SortFunc(stairs, order)
	}
	return stairs
}

// below returns points of which most are dominated by such a staircase, by up to
// a part of i.
func below(n int, part float64) []xy {
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	queries := make([]xy, 1<<14)
	for k := range queries {
		h := 4 * rng.Float64()
		queries[k] = xy{h, math.Sqrt(h) * (1 + part*(rng.Float64()-0.8))}
	}
	return queries
}

// orders are ways to offer the points of a staircase.
var orders = map[string]func(a, b xy) int{
	"random":     nil,
	"increasing": func(a, b xy) int { return cmp.Compare(a.h, b.h) },
	"decreasing": func(a, b xy) int { return cmp.Compare(b.h, a.h) },
}

// TestScreenHidesMostDominatedPoints looks at points less than 0.03 bit below a
// frontier. Of those that a search meets, most are lower.
func TestScreenHidesMostDominatedPoints(t *testing.T) {
	for name, order := range orders {
		for n, want := range map[int]float64{100: 0.85, 1000: 0.97, 20_000: 0.99} {
			var s Set[int]
			for k, p := range staircase(n, order) {
				s.Add(p.h, p.i, k, nil)
			}
			for range 3 {
				dominated, hidden := 0, 0
				for _, q := range below(n, 0.02) {
					s.hidesOnlyDominated(t, q.h, q.i)
					if s.Compare(q.h, q.i) == Dominated {
						dominated++
					}
					if screen := s.Screen(); screen.Hides(q.h, q.i) {
						hidden++
					}
				}
				if share := float64(hidden) / float64(dominated); share < want {
					t.Errorf("%d points, %s h, coarsened %d times: %.3f of %d hidden", n, name, s.Coarsened(), share, dominated)
				}
				s.Coarsen()
			}
		}
	}
}

// TestScreenHidesBeyondTheLastPoint: a table of equal rows has most of its clusterings there.
func TestScreenHidesBeyondTheLastPoint(t *testing.T) {
	for name, order := range orders {
		var s Set[int]
		for k, p := range staircase(100, order) {
			s.Add(p.h, p.i, k, nil)
		}
		if screen := s.Screen(); !screen.Hides(4.1, 1.9) || !screen.Hides(40, 1.9) || screen.Hides(40, 2) {
			t.Errorf("%s h: points beyond the last one are hidden: %t and %t, want both, and above it: %t", name, screen.Hides(4.1, 1.9), screen.Hides(40, 1.9), screen.Hides(40, 2))
		}
	}
}

// TestScreenIsCheapToKeep counts the limits that change when points are added:
// in every order, a few times as many as there are. (To raise the limits of all
// h beyond every new point would take hundreds.)
func TestScreenIsCheapToKeep(t *testing.T) {
	for name, order := range orders {
		var s Set[int]
		var before, limits []float64
		changes := 0
		for k, p := range staircase(1000, order) {
			s.Add(p.h, p.i, k, nil)
			if remade := len(limits) != len(s.screen.limit) || &limits[0] != &s.screen.limit[0]; remade {
				changes += len(s.screen.limit) + s.Len()
			} else {
				for bin, limit := range s.screen.limit {
					if limit != before[bin] {
						changes++
					}
				}
			}
			limits, before = s.screen.limit, slices.Clone(s.screen.limit)
		}
		if changes > 4*len(limits) {
			t.Errorf("%s h: %d changes of %d limits", name, changes, len(limits))
		}
	}
}

func BenchmarkScreen(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5} {
		b.Run(fmt.Sprintf("points=%d", n), func(b *testing.B) {
			var s Set[int]
			for k, p := range staircase(n, nil) {
				s.Add(p.h, p.i, k, nil)
			}
			queries := below(n, 0.25)
			screen := s.Screen()
			hidden := 0
			for b.Loop() {
				hidden = 0
				for _, q := range queries {
					if screen.Hides(q.h, q.i) {
						hidden++
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(queries)), "ns/point")
			b.ReportMetric(float64(hidden)/float64(len(queries)), "hidden/point")
		})
	}
}
