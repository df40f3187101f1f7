package pareto

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// cellOf returns the cell of a value on a grid of the given pitch, as a number.
func cellOf(v, pitch float64) float64 {
	return math.Floor(math.Floor(v/Tolerance+0.5) * Tolerance / pitch)
}

// thinned returns the points that remain of a staircase on the cells of a pitch:
// a quadratic filter. Of those in one cell the one of smallest h stays.
func thinned(points []xy, pitch float64) []xy {
	cells := make([]xy, len(points))
	for k, p := range points {
		cells[k] = xy{cellOf(p.h, pitch), cellOf(p.i, pitch)}
	}
	var kept []xy
	for k, p := range points {
		beaten := false
		for l, q := range points {
			c, d := cells[k], cells[l]
			beaten = beaten || d.h <= c.h && d.i >= c.i && (d != c || q.h < p.h)
		}
		if !beaten {
			kept = append(kept, p)
		}
	}
	return kept
}

// fine draws points that lie within a few hundred cells, in them as on their
// borders, many to a cell once the set was coarsened a few times.
func fine(t *rapid.T, most int) []xy {
	value := rapid.Map(rapid.IntRange(-1200, 1200), func(v int) float64 { return float64(v) * Tolerance / 4 })
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) xy {
		return xy{value.Draw(t, "h"), value.Draw(t, "i")}
	}), 1, most).Draw(t, "points")
}

// TestCoarsenEqualsTheQuadraticFilter coarsens a set until one cell is wider than
// everything, with points offered in between.
func TestCoarsenEqualsTheQuadraticFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Set[int]
		points := fine(t, 40)
		for times := range 12 {
			for k, p := range points {
				if k%12 == times {
					s.Add(p.h, p.i, k, nil)
				}
			}
			before := s.points()
			s.Coarsen()
			s.check(t)
			pitch := math.Ldexp(Tolerance, times+1)
			if s.Coarsened() != times+1 || s.pitch() != pitch {
				t.Fatalf("coarsened %d times: the set says %d, and a pitch of %g", times+1, s.Coarsened(), s.pitch())
			}
			after, want := s.points(), thinned(before, pitch)
			if !slices.Equal(after, want) {
				t.Fatalf("%v at a pitch of %g: %v, want %v", before, pitch, after, want)
			}
			followed(t, before, after, pitch)
			for p := range s.All() {
				if (xy{p.H, p.I}) != points[p.Payload] {
					t.Fatalf("%v has the payload of %v", p, points[p.Payload])
				}
			}
		}
	})
}

// followed fails unless the staircase of some of the points is within a cell of
// that of all.
func followed(t *rapid.T, all, some []xy, pitch float64) {
	for _, p := range all {
		if !slices.ContainsFunc(some, func(q xy) bool { return q.h < p.h+pitch && q.i > p.i-pitch }) {
			t.Fatalf("%v lies more than %g from %v", p, pitch, some)
		}
	}
}

// TestCoarseSetDependsOnNoOrder: the cells of a set are those of the points
// offered, whether it was coarsened before or after.
func TestCoarseSetDependsOnNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := fine(t, 30)
		times := rapid.IntRange(1, 6).Draw(t, "times")
		cells := func(order []int, coarsenAt int) (cells [][2]int64) {
			var s Set[int]
			for n, k := range order {
				for n == coarsenAt && s.Coarsened() < times {
					s.Coarsen()
				}
				s.Add(points[k].h, points[k].i, k, nil)
			}
			for s.Coarsened() < times {
				s.Coarsen()
			}
			for p := range s.All() {
				cells = append(cells, [2]int64{s.cell(p.H), s.cell(p.I)})
			}
			return cells
		}
		a := cells(indices(len(points)), 0)
		b := cells(rapid.Permutation(indices(len(points))).Draw(t, "order"), rapid.IntRange(0, len(points)).Draw(t, "coarsen at"))
		if !slices.Equal(a, b) {
			t.Fatalf("cells %v one way, %v the other", a, b)
		}
	})
}

func TestFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Set[int]
		if payload, ok := s.Find(1, 1); ok || payload != 0 {
			t.Fatalf("the empty set holds %d", payload)
		}
		points := fine(t, 40)
		for k, p := range points {
			s.Add(p.h, p.i, k+1, nil)
		}
		for range rapid.IntRange(0, 5).Draw(t, "times") {
			s.Coarsen()
		}
		for _, q := range points {
			want := 0
			for p := range s.All() {
				if s.cell(p.H) == s.cell(q.h) && s.cell(p.I) == s.cell(q.i) {
					want = p.Payload
				}
			}
			if got, ok := s.Find(q.h, q.i); got != want || ok != (want > 0) {
				t.Fatalf("%v in %v: payload %d, %t; want %d", q, s.points(), got, ok, want)
			}
		}
	})
}

// TestDistanceOnACoarseGrid: on points at the beginning of their cells, a
// coarsened set measures what the finer one measured.
func TestDistanceOnACoarseGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.IntRange(1, 20).Draw(t, "times")
		pitch := math.Ldexp(Tolerance, times)
		value := rapid.Map(rapid.IntRange(-9, 9), func(v int) float64 { return float64(v) * pitch })
		points := rapid.SliceOf(rapid.Custom(func(t *rapid.T) xy {
			return xy{value.Draw(t, "h"), value.Draw(t, "i")}
		})).Draw(t, "points")
		var before, after Set[int]
		for k, p := range points {
			before.Add(p.h, p.i, k, nil)
		}
		for range times {
			after.Coarsen()
		}
		for k, p := range slices.Backward(points) {
			after.Add(p.h, p.i, k, nil)
		}
		queries := []xy{{value.Draw(t, "h"), value.Draw(t, "i")}}
		for _, p := range points {
			queries = append(queries, xy{p.h, p.i - pitch}) // as near as can be
		}
		for _, q := range queries {
			want := before.Distance(q.h, q.i)
			if want > 0 {
				want = max(want, pitch)
			}
			if got := after.Distance(q.h, q.i); got != want {
				t.Fatalf("distance of %v from %v is %g, want %g", q, points, got, want)
			}
		}
	})
}
