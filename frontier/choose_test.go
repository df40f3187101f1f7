package frontier

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/pareto"
)

// TestChoosingAmongSome compares each rule under a condition with the same rule applied to the
// points that fulfil it, one by one.
func TestChoosingAmongSome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var entries []Entry
		h, i := 0.0, 0.0
		for range rapid.IntRange(0, 12).Draw(t, "points") {
			entries = append(entries, Entry{H: h, I: i, K: rapid.IntRange(1, 4).Draw(t, "k")})
			h += rapid.SampledFrom([]float64{pareto.Tolerance / 2, 0.1, 0.5}).Draw(t, "dh")
			i += rapid.SampledFrom([]float64{pareto.Tolerance / 2, 0.1, 0.5}).Draw(t, "di")
		}
		total := 0.0 // a frontier of an unknown problem keeps a share of its last point
		if len(entries) > 0 {
			total = entries[len(entries)-1].I
		}
		f, err := New(Problem{}, Search{}, entries)
		if err != nil {
			t.Fatal(err)
		}
		keep := rapid.SliceOfN(rapid.Bool(), len(entries), len(entries)).Draw(t, "kept")
		other := rapid.SliceOfN(rapid.Bool(), len(entries), len(entries)).Draw(t, "also kept")
		where := []func(Point) bool{func(p Point) bool { return keep[p.Index] }, func(p Point) bool { return other[p.Index] }}
		where = where[:rapid.IntRange(0, 2).Draw(t, "conditions")]
		var some []Point
		for p := range f.All() {
			if len(where) < 1 || keep[p.Index] && (len(where) < 2 || other[p.Index]) {
				some = append(some, p)
			}
		}
		last := func(rule func(p Point) bool) int {
			at := -1
			for _, p := range some {
				if rule(p) {
					at = p.Index
				}
			}
			return at
		}
		first := -1
		for _, p := range slices.Backward(some) {
			if p.I >= 0.5*total-pareto.Tolerance {
				first = p.Index
			}
		}
		budget := rapid.Float64Range(-0.5, h).Draw(t, "budget")
		check := func(rule string, want int, got Point, ok bool) {
			if ok != (want >= 0) || ok && got.Index != want {
				t.Fatalf("%s: point %d, %t; want point %d", rule, got.Index, ok, want)
			}
		}
		p, ok := f.Within(budget, where...)
		check("within", last(func(p Point) bool { return p.H <= budget+pareto.Tolerance }), p, ok)
		p, ok = f.WithClusters(2, where...)
		check("clusters", last(func(p Point) bool { return p.K == 2 }), p, ok)
		p, ok = f.Keeping(0.5, where...)
		check("keeping", first, p, ok)
		best := slices.DeleteFunc(slices.Clone(some), func(p Point) bool { return p.Prominence == 0 })
		slices.SortStableFunc(best, func(p, q Point) int { return cmp.Compare(q.Prominence, p.Prominence) })
		if got := f.MostProminent(2, where...); !slices.Equal(got, best[:min(2, len(best))]) {
			t.Fatalf("most prominent %v, want %v", got, best)
		}
	})
}
