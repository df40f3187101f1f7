package pareto

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func at(points []xy) func(int) (h, i float64) {
	return func(p int) (h, i float64) { return points[p].h, points[p].i }
}

func TestHullClosedForms(t *testing.T) {
	for _, tt := range []struct {
		name   string
		points []xy
		want   []int
	}{
		{"none", nil, nil},
		{"one", []xy{{1, 1}}, []int{0}},
		{"two", []xy{{0, 0}, {1, 1}}, []int{0, 1}},
		{"dent", []xy{{0, 0}, {1, .4}, {2, 2}}, []int{0, 2}},
		{"bump", []xy{{0, 0}, {1, 1.6}, {2, 2}}, []int{0, 1, 2}},
		{"on a straight line", []xy{{0, 0}, {1, 1}, {2, 2}, {3, 3}}, []int{0, 3}},
		{"above the line by less than the tolerance", []xy{{0, 0}, {1, 1 + Tolerance/2}, {2, 2}}, []int{0, 2}},
		{"above the line by more", []xy{{0, 0}, {1, 1 + 2*Tolerance}, {2, 2}}, []int{0, 1, 2}},
		{"one point undoes several", []xy{{0, 0}, {1, 1}, {2, 1.5}, {3, 1.8}, {4, 5}}, []int{0, 4}},
	} {
		if got := Hull(len(tt.points), at(tt.points)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestHullHoldsEveryPointUnderIt checks the definition on random staircases:
// all points on or under the hull, which is concave.
func TestHullHoldsEveryPointUnderIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var points []xy
		p := xy{}
		for range 1 + rng.IntN(40) {
			points = append(points, p)
			p.h += rng.Float64()
			p.i += rng.Float64()
		}
		hull := Hull(len(points), at(points))
		if hull[0] != 0 || hull[len(hull)-1] != len(points)-1 {
			t.Fatalf("hull %v does not join the ends", hull)
		}
		slope := math.Inf(1)
		for k := 1; k < len(hull); k++ {
			a, b := points[hull[k-1]], points[hull[k]]
			next := (b.i - a.i) / (b.h - a.h)
			if next >= slope {
				t.Fatalf("hull %v is not concave", hull)
			}
			slope = next
			for _, q := range points[hull[k-1]:hull[k]] {
				if q.i > a.i+next*(q.h-a.h)+1e-9 {
					t.Fatalf("%v lies above the hull %v", q, hull)
				}
			}
		}
	}
}

// TestHullDoesNotDrift: each vertex of a slowly bending chain lies within the
// tolerance of the chord beside it, but far above the chord between the ends.
func TestHullDoesNotDrift(t *testing.T) {
	points := []xy{{0, 0}}
	for k := range 1000 {
		last := points[len(points)-1]
		points = append(points, xy{last.h + 2*Tolerance, last.i + Tolerance*(2-float64(k)/1000)})
	}
	hull := Hull(len(points), at(points))
	if len(hull) > len(points)/4 {
		t.Errorf("%d of %d points kept: nothing is left out", len(hull), len(points))
	}
	edge := 1
	for k, p := range points {
		for hull[edge] < k {
			edge++
		}
		a, b := points[hull[edge-1]], points[hull[edge]]
		if chord := a.i + (b.i-a.i)/(b.h-a.h)*(p.h-a.h); math.Abs(p.i-chord) > 1.001*Tolerance {
			t.Fatalf("point %d is %.2f tolerances off the hull", k, (p.i-chord)/Tolerance)
		}
	}
}

func TestHypervolumeClosedForms(t *testing.T) {
	stairs := []xy{{0, 0}, {1, 2}, {3, 5}}
	for _, tt := range []struct {
		points    []xy
		end, want float64
	}{
		{nil, 4, 0},
		{stairs, 4, 2*2 + 5*1},
		{stairs, 3, 4},
		{stairs, 2, 2},
		{stairs, 0.5, 0},
	} {
		if got := Hypervolume(len(tt.points), at(tt.points), tt.end); got != tt.want {
			t.Errorf("%v up to %g: %g, want %g", tt.points, tt.end, got, tt.want)
		}
	}
}

// TestDistanceOverManyBlocks compares with a look at all points, up to the grid.
func TestDistanceOverManyBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		points := make([]xy, rng.IntN(1200))
		var s Set[struct{}]
		p := xy{rng.Float64(), rng.Float64()}
		for k := range points {
			points[k] = p
			s.Add(p.h, p.i, struct{}{}, nil)
			p.h += 2*Tolerance + rng.ExpFloat64()/1000
			p.i += 2*Tolerance + rng.ExpFloat64()/1000
		}
		for range 20 {
			h, i := 2*rng.Float64(), 2*rng.Float64()
			if len(points) > 0 && rng.IntN(3) == 0 {
				q := points[rng.IntN(len(points))]
				h, i = q.h+float64(rng.IntN(3)-1)*Tolerance, q.i+float64(rng.IntN(3)-1)*Tolerance
			}
			want, dh := math.Inf(1), 0.0 // over all corners to the left, from the right
			for _, p := range slices.Backward(points) {
				if p.h > h {
					continue
				}
				want = min(want, math.Hypot(dh, max(p.i-i, 0)))
				dh = h - p.h
			}
			if want = min(want, dh); s.Compare(h, i) != Dominated {
				want = 0
			}
			if got := s.Distance(h, i); math.Abs(got-want) > 4*Tolerance {
				t.Fatalf("(%g, %g) is %g off, want %g", h, i, got, want)
			}
		}
	}
}
