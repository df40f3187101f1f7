package pareto

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type xy struct{ h, i float64 }

// check fails unless the set's invariants hold: blocks neither empty nor full,
// the index true, cells strictly increasing in both objectives.
func (s *Set[P]) check(t interface{ Fatalf(string, ...any) }) {
	count := 0
	lastH, lastI := int64(math.MinInt64), int64(math.MinInt64)
	for k, b := range s.blocks {
		if len(b.hCell) == 0 || len(b.hCell) >= maxBlock {
			t.Fatalf("block %d holds %d points", k, len(b.hCell))
		}
		if s.first[k] != b.hCell[0] {
			t.Fatalf("block %d begins at %d, the index says %d", k, b.hCell[0], s.first[k])
		}
		for p := range b.hCell {
			if b.hCell[p] != s.cell(b.h[p]) || b.iCell[p] != s.cell(b.i[p]) {
				t.Fatalf("block %d, point %d: cells do not fit the objectives", k, p)
			}
			if b.hCell[p] <= lastH || b.iCell[p] <= lastI {
				t.Fatalf("block %d, point %d: not above the one before", k, p)
			}
			lastH, lastI = b.hCell[p], b.iCell[p]
		}
		count += len(b.hCell)
	}
	if count != s.Len() || len(s.first) != len(s.blocks) {
		t.Fatalf("%d points in %d blocks, Len is %d with %d in the index", count, len(s.blocks), s.Len(), len(s.first))
	}
}

func (s *Set[P]) points() []xy {
	var points []xy
	for p := range s.All() {
		points = append(points, xy{p.H, p.I})
	}
	return points
}

// naive returns the cells that no other cell dominates: a quadratic filter.
func naive(points []xy) []xy {
	var kept []xy
	for k, p := range points {
		beaten := slices.ContainsFunc(points, func(q xy) bool {
			return q.h <= p.h && q.i >= p.i && q != p
		})
		if !beaten && !slices.Contains(points[:k], p) {
			kept = append(kept, p)
		}
	}
	slices.SortFunc(kept, func(a, b xy) int { return int(math.Copysign(1, a.h-b.h)) })
	return kept
}

// coarse draws points on a grid so coarse that ties and equal coordinates are
// the rule.
func coarse(t *rapid.T) []xy {
	size := rapid.IntRange(1, 12).Draw(t, "grid")
	value := rapid.Map(rapid.IntRange(-size, size), func(v int) float64 { return float64(v) / 4 })
	return rapid.SliceOf(rapid.Custom(func(t *rapid.T) xy {
		return xy{value.Draw(t, "h"), value.Draw(t, "i")}
	})).Draw(t, "points")
}

func TestSetEqualsTheQuadraticFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := coarse(t)
		var s Set[int]
		for k, p := range points {
			want := relationTo(points[:k], p)
			if got := s.Compare(p.h, p.i); got != want {
				t.Fatalf("%v to %v: %d, want %d", p, points[:k], got, want)
			}
			if got := s.Add(p.h, p.i, k, nil); got != want {
				t.Fatalf("Add returned %d, want %d", got, want)
			}
			s.check(t)
		}
		if got, want := s.points(), naive(points); !slices.Equal(got, want) {
			t.Fatalf("%v give %v, want %v", points, got, want)
		}
	})
}

func relationTo(points []xy, p xy) Relation {
	switch {
	case slices.Contains(points, p):
		if slices.ContainsFunc(points, func(q xy) bool { return q.h <= p.h && q.i >= p.i && q != p }) {
			return Dominated
		}
		return Tied
	case slices.ContainsFunc(points, func(q xy) bool { return q.h <= p.h && q.i >= p.i }):
		return Dominated
	default:
		return Optimal
	}
}

// FuzzSet decodes points from bytes and holds a set with many blocks' worth of
// them against the quadratic filter.
func FuzzSet(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 2, 2, 1, 0})
	f.Add([]byte{5, 9, 5, 8, 4, 9, 6, 10})
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Set[struct{}]
		var points []xy
		for k := 0; k+1 < len(data) && k < 2000; k += 2 {
			p := xy{float64(data[k]) / 8, float64(data[k+1]) / 8}
			points = append(points, p)
			s.Add(p.h, p.i, struct{}{}, nil)
		}
		s.check(t)
		if got, want := s.points(), naive(points); !slices.Equal(got, want) {
			t.Fatalf("%v give %v, want %v", points, got, want)
		}
	})
}

// TestManyBlocks grows a staircase over many blocks in random order, then lets
// single points wipe out runs of blocks.
func TestManyBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 20 * maxBlock
	var s Set[int]
	var points []xy
	for _, k := range rng.Perm(n) {
		p := xy{float64(k), float64(k)}
		points = append(points, p)
		s.Add(p.h, p.i, k, nil)
	}
	s.check(t)
	if s.Len() != n {
		t.Fatalf("%d points, want %d", s.Len(), n)
	}
	for range 200 {
		at := float64(rng.IntN(n))
		p := xy{at - 0.5, at + float64(rng.IntN(2*maxBlock)) + 0.5}
		points = append(points, p)
		s.Add(p.h, p.i, 0, nil)
		s.check(t)
	}
	if got, want := s.points(), naive(points); !slices.Equal(got, want) {
		t.Errorf("%d points left, want %d", len(got), len(want))
	}
}

func TestOrderOfPointsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Within a few cells of one another, so that tolerances chain.
		cellSized := rapid.Map(rapid.IntRange(-20, 20), func(v int) float64 { return 1 + float64(v)*Tolerance/7 })
		points := rapid.SliceOf(rapid.Custom(func(t *rapid.T) xy {
			return xy{cellSized.Draw(t, "h"), cellSized.Draw(t, "i")}
		})).Draw(t, "points")
		smallest := func(old, offered int) (int, bool) { return min(old, offered), offered < old }
		var a, b Set[int]
		for k, p := range points {
			a.Add(p.h, p.i, k, smallest)
		}
		for _, k := range rapid.Permutation(indices(len(points))).Draw(t, "order") {
			b.Add(points[k].h, points[k].i, k, smallest)
		}
		if !slices.Equal(a.points(), b.points()) {
			t.Fatalf("%v one way, %v the other", a.points(), b.points())
		}
	})
}

func indices(n int) []int {
	list := make([]int, n)
	for k := range list {
		list[k] = k
	}
	return list
}

// TestToleranceToOneUlp puts a second point at both sides of every edge of the
// first one's cell.
func TestToleranceToOneUlp(t *testing.T) {
	const up, down = 1 + Tolerance/2, 1 - Tolerance/2 // the cell of 1
	below, above := math.Nextafter(up, 0), up
	for _, tt := range []struct {
		h, i float64
		want Relation
	}{
		{1, 1, Tied},
		{below, 1, Tied},
		{above, 1, Dominated},
		{down, 1, Tied},
		{math.Nextafter(down, 0), 1, Optimal},
		{1, below, Tied},
		{1, above, Optimal},
		{1, down, Tied},
		{1, math.Nextafter(down, 0), Dominated},
		{above, above, Optimal},
	} {
		var s Set[int]
		s.Add(1, 1, 0, nil)
		if got := s.Compare(tt.h, tt.i); got != tt.want {
			t.Errorf("(1%+g, 1%+g): %d, want %d", tt.h-1, tt.i-1, got, tt.want)
		}
	}
}

func TestTiesKeepWhatTheCallerSays(t *testing.T) {
	var s Set[string]
	s.Add(1, 1, "b", nil)
	join := func(old, offered string) (string, bool) { return old + offered, offered < old }
	s.Add(1, 1+Tolerance/4, "c", join) // kept where it was
	s.Add(1, 1-Tolerance/4, "a", join) // moves the point
	for p := range s.All() {
		if p.Payload != "bca" || p.I != 1-Tolerance/4 {
			t.Errorf("payload %q at i = 1%+g", p.Payload, p.I-1)
		}
	}
	s.Add(1, 1, "z", nil)
	for p := range s.All() {
		if p.Payload != "bca" {
			t.Errorf("payload %q after a tie without a rule", p.Payload)
		}
	}
}

// TestPublishedDistances holds the distances of the method's authors' own test
// (pareto_dib, tests/pareto_set_test.py; there h is negated).
func TestPublishedDistances(t *testing.T) {
	var s Set[int]
	for _, p := range []xy{{-.2, .1}, {0, 1}, {-.25, .9}, {-.5, .5}, {-.75, .1}, {-1, 0}, {0, 0}} {
		s.Add(p.h, p.i, 0, nil)
	}
	if s.Len() != 5 {
		t.Fatalf("%d points, want 5", s.Len())
	}
	for _, tt := range []struct{ h, i, want float64 }{
		{0, 0, math.Sqrt(.26)},
		{-.2, .45, .05 * math.Sqrt2},
		{-.9, -1, .1},
		{1, 0, 1},
		{-.75 + 1e-4, .1 - 1e-4, 1e-4},
	} {
		if got := s.Distance(tt.h, tt.i); math.Abs(got-tt.want) > 2*Tolerance {
			t.Errorf("distance of (%g, %g) is %.15g, want %.15g", tt.h, tt.i, got, tt.want)
		}
	}
}

// bruteDistance is the distance by geometry: of all ways up to a point's level
// and left of the next one beyond it, the shortest.
func bruteDistance(points []xy, q xy) float64 {
	if relationTo(points, q) != Dominated {
		return 0
	}
	levels, edges := []float64{q.i}, []float64{q.h}
	for _, p := range points {
		levels = append(levels, math.Max(p.i, q.i))
		edges = append(edges, math.Min(p.h, q.h))
	}
	best := math.Inf(1)
	for _, level := range levels {
		for _, edge := range edges {
			// The place just above the level and just left of the edge must be
			// under no point.
			free := !slices.ContainsFunc(points, func(p xy) bool { return p.h < edge && p.i > level })
			if free {
				best = math.Min(best, math.Hypot(level-q.i, q.h-edge))
			}
		}
	}
	return math.Max(best, Tolerance)
}

func TestDistanceEqualsGeometry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := coarse(t)
		var s Set[int]
		for k, p := range points {
			s.Add(p.h, p.i, k, nil)
		}
		value := rapid.Map(rapid.IntRange(-30, 30), func(v int) float64 { return float64(v) / 8 })
		q := xy{value.Draw(t, "h"), value.Draw(t, "i")}
		if got, want := s.Distance(q.h, q.i), bruteDistance(points, q); math.Abs(got-want) > 1e-15 {
			t.Fatalf("distance of %v from %v is %g, want %g", q, s.points(), got, want)
		}
	})
}

// TestDistanceAcrossBlocks has answers many blocks away. The oracle tries every
// inner corner of the staircase.
func TestDistanceAcrossBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s Set[int]
	var points []xy
	for k := range 3 * maxBlock {
		p := xy{float64(k) * 1e-6, float64(k) * 1e-6}
		points = append(points, p)
		s.Add(p.h, p.i, k, nil)
	}
	for range 200 {
		q := xy{rng.Float64() * 2e-3, rng.Float64() * 2e-3}
		want := math.Inf(1)
		for k, p := range points {
			edge := q.h
			if k+1 < len(points) {
				edge = min(edge, points[k+1].h)
			}
			want = min(want, math.Hypot(q.h-edge, max(p.i-q.i, 0)))
		}
		want = min(want, q.h-points[0].h)
		if relationTo(points, q) != Dominated {
			want = 0
		}
		if got := s.Distance(q.h, q.i); math.Abs(got-max(want, 0)) > 2*Tolerance {
			t.Fatalf("distance of %v is %g, want %g", q, got, want)
		}
	}
}

// TestDistanceNeverShrinks: adding points only raises the staircase. The search
// relies on it.
func TestDistanceNeverShrinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Set[int]
		q := xy{1, -1}
		last := 0.0
		replace := func(_, offered int) (int, bool) { return offered, offered%2 == 0 }
		// Points on a coarse grid, and off it by less than a cell.
		for k, p := range coarse(t) {
			jitter := rapid.Float64Range(-1, 1)
			s.Add(p.h+Tolerance*jitter.Draw(t, "dh"), p.i+Tolerance*jitter.Draw(t, "di"), k, replace)
			d := s.Distance(q.h, q.i)
			if d < last {
				t.Fatalf("from %g to %g", last, d)
			}
			last = d
		}
	})
}

func TestEmptySet(t *testing.T) {
	var s Set[int]
	if s.Len() != 0 || s.Compare(1, 1) != Optimal || s.Distance(1, 1) != 0 {
		t.Error("an empty set is not empty")
	}
	for range s.All() {
		t.Error("a point")
	}
}

func BenchmarkSet(b *testing.B) {
	for _, n := range []int{1e3, 1e4, 1e5} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		staircase := make([]xy, n)
		for k := range staircase {
			h := 4 * rng.Float64()
			staircase[k] = xy{h, math.Sqrt(h)}
		}
		var full Set[int]
		for k, p := range staircase {
			full.Add(p.h, p.i, k, nil)
		}
		// Four in five queries are dominated, as in a search.
		queries := make([]xy, 1<<14)
		for k := range queries {
			h := 4 * rng.Float64()
			queries[k] = xy{h, math.Sqrt(h) * (0.8 + 0.25*rng.Float64())}
		}
		perPoint := func(b *testing.B, count int) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(count), "ns/point")
		}
		b.Run(fmt.Sprintf("op=insert/points=%d", n), func(b *testing.B) {
			for b.Loop() {
				var s Set[int]
				for k, p := range staircase {
					s.Add(p.h, p.i, k, nil)
				}
			}
			perPoint(b, n)
		})
		b.Run(fmt.Sprintf("op=compare/points=%d", n), func(b *testing.B) {
			for b.Loop() {
				for _, q := range queries {
					full.Compare(q.h, q.i)
				}
			}
			perPoint(b, len(queries))
		})
		b.Run(fmt.Sprintf("op=distance/points=%d", n), func(b *testing.B) {
			for b.Loop() {
				for _, q := range queries {
					full.Distance(q.h, q.i)
				}
			}
			perPoint(b, len(queries))
		})
	}
}
