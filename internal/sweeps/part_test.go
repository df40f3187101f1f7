package sweeps

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/oracle/families"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// TestPartsTakeTheirShares searches parts with shares of the effort, which are large and small. None takes more than its
// share by more than some passes, and none makes the lists of rows again.
func TestPartsTakeTheirShares(t *testing.T) {
	p := problem.DIB(families.Words(t, 310, 40, 1))
	const effort, parts = 0.03, 3
	begun := last(t, p, Options{Effort: effort, Begin: true})
	e := engineOf(t, p, Options{})
	whole, err := read(begun, 310, e.runs[:1])
	if err != nil || whole.listed == 0 || len(whole.near) != 310*cluster.ListLength {
		t.Fatal(whole.listed, err)
	}
	if n := len(whole.runs) - 1; n != 2 {
		t.Errorf("%d sweeps before the parts, want the two coarse ones, as one machine makes them for all", n)
	}
	budget := left(budgetOf(e.source, effort), whole.listed+whole.evaluated)
	for k := range parts {
		w := Span{e.grid.end() * float64(k) / parts, e.grid.end() * float64(k+1) / parts}
		for _, share := range []float64{0.01, 0.3} {
			s, err := read(last(t, p, Options{Effort: effort, Resume: begun, Within: &w, Share: share}), 310, whole.runs)
			if err != nil {
				t.Fatal(err)
			}
			if s.of.listed != 0 || s.near != nil {
				t.Errorf("part %d takes %d evaluations for lists, and keeps %d of their rows", k, s.of.listed, len(s.near))
			}
			own := int64(share * float64(budget))
			if s.evaluated > own+10*e.pass() {
				t.Errorf("part %d takes %d evaluations, and its share is %d", k, s.evaluated, own)
			}
			if own > 20*e.pass() && s.evaluated < own/2 {
				t.Errorf("part %d takes %d evaluations only, and its share is %d", k, s.evaluated, own)
			}
		}
	}
}

// TestMostParts: of 40 million evaluations, a part has the effort for 340 comparisons of each row, twice.
func TestMostParts(t *testing.T) {
	for _, tt := range []struct {
		rows      int
		effort    float64
		evaluated int64
		want      int
	}{
		{1000, 1, 0, 58},
		{1000, 1, 2e7, 29},
		{1000, 0.06, 0, 3},
		{1000, 1e-9, 0, 1},
		{1000, 1, 1e9, 5}, // a tenth of the effort is left in any case
		{100_000, 8, 4e7, 4},
		{100_000, 30, 4e7, 17},
	} {
		// An evaluation in ten dimensions takes 50 steps.
		if got := MostParts(problem.Traits{Masses: make([]float64, tt.rows), Coordinates: 10}, tt.effort, tt.evaluated); got != tt.want {
			t.Errorf("%d rows, effort %g after %d evaluations: %d parts, want %d", tt.rows, tt.effort, tt.evaluated, got, tt.want)
		}
	}
}

// TestListsOfSnapshots: only states for parts have the lists of rows, which are those that the search has made.
func TestListsOfSnapshots(t *testing.T) {
	for name, p := range map[string]problem.Problem{
		"table":    problem.DIB(families.Words(t, 90, 40, 1)),
		"in space": problem.Quantizer(families.Draw(90, 2, families.Counts, 1).Cloud(t)),
	} {
		e := engineOf(t, p, Options{Begin: true})
		e.list(t.Context())
		s, err := read(e.snapshot(), 90, e.runs[:1])
		if err != nil || s.listed != e.listed {
			t.Fatal(err, s.listed)
		}
		for x := int32(0); x < 90; x++ {
			if got, want := listIn(s.near, x), listIn(e.near, x); !slices.Equal(got, want) || len(want) == 0 {
				t.Errorf("%s: the list of row %d is %v, want %v", name, x, got, want)
			}
		}
		e.opts.Begin = false
		if s, err = read(e.snapshot(), 90, e.runs[:1]); err != nil || s.near != nil {
			t.Errorf("%s: another state has lists: %v", name, err)
		}
	}
}

// listIn returns the list of a row up to its end.
func listIn(near []int32, x int32) []int32 {
	list := cluster.ListOf(near, x)
	if end := slices.Index(list, -1); end >= 0 {
		list = list[:end]
	}
	return list
}

// TestHullIsTheBest compares what is best on the hull with what is best of all.
func TestHullIsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		g := newGrid(0, cells)
		for range 1 + rng.IntN(60) {
			h := float64(rng.IntN(40))
			g.put([]found{{h, math.Sqrt(h) + float64(rng.IntN(8))/4, position{more: none}}})
		}
		hull := g.hull()
		for slope := 0.01; slope < 4; slope *= 1.07 {
			got, ok := bestOf(hull, slope)
			want, all := g.best(slope, math.Inf(-1), math.Inf(1))
			if ok != all || got != want {
				t.Fatalf("slope %g: (%g, %g) is best on the hull, and (%g, %g) of all", slope, got.h, got.i, want.h, want.i)
			}
		}
	}
}

// TestTracingGoesBack changes a clustering and goes back. All sums, and how many are kept, are as if it was loaded.
func TestTracingGoesBack(t *testing.T) {
	for name, p := range map[string]problem.Problem{
		"table":    problem.DIB(families.Words(t, 90, 40, 1)),
		"in space": problem.Quantizer(families.Draw(90, 2, families.Counts, 1).Cloud(t)),
	} {
		e := engineOf(t, p, Options{})
		e.table.Heavy = min(e.table.Heavy, 20) // so that some rows have no sums
		rng := rand.New(rand.NewPCG(5, 5))
		for range 200 {
			c, fresh := cluster.New(e.table, 1000), cluster.New(e.table, 1000)
			tr := tracing{Clustering: c, number: make([]int32, 90)}
			label := make([]int32, 90)
			for x := range label {
				label[x] = int32(rng.IntN(1 + rng.IntN(90)))
			}
			c.Load(label)
			before := slices.Clone(c.Label)
			h, i := c.H, c.I
			for range rng.IntN(60) {
				s := cluster.Step{Row: int32(rng.IntN(90)), To: int32(rng.IntN(180) - 90)}
				if by, _, ok := c.Effect(s); ok {
					c.Perform(s, by)
				}
			}
			tr.back(before)
			c.H, c.I = h, i
			if !slices.Equal(partition.Canonical(c.Label), partition.Canonical(before)) {
				t.Fatalf("%s: it comes to another clustering", name)
			}
			fresh.Load(c.Label)
			if c.Room != fresh.Room || len(c.Active) != len(fresh.Active) || c.H != fresh.H || c.I != fresh.I {
				t.Fatalf("%s: room for %d and not %d, %d clusters, (%g, %g) and not (%g, %g)", name, c.Room, fresh.Room, len(c.Active), c.H, c.I, fresh.H, fresh.I)
			}
			for x := int32(0); x < 90; x++ {
				for _, k := range c.Active {
					if c.Label[x] != k && c.Joining(x, k) != fresh.Joining(x, k) {
						t.Fatalf("%s: row %d and cluster %d", name, x, k)
					}
				}
			}
		}
	}
}

// TestWindowsStayInTheirSpan: no window reaches beyond its span, not even by rounding, as the clusterings there are not kept.
// Spans that are narrower than the windows of a level lie in one of them, at least for the most part.
func TestWindowsStayInTheirSpan(t *testing.T) {
	for _, end := range []float64{1, 7.658211, 9.31, 13.5406} {
		g := newGrid(0, end)
		for parts := 1; parts < 70; parts++ {
			for k := range parts {
				s := Span{g.end() * float64(k) / float64(parts), g.end() * float64(k+1) / float64(parts)}
				if s.place() != k {
					t.Fatalf("span %d of %d has place %d", k, parts, s.place())
				}
				for level := widest; level <= deepest; level++ {
					if s.narrow(level, g) {
						if lo, hi, _ := s.window(level, s.within(level, g), g); lo > s.inside() || hi < s.inside() {
							t.Fatalf("the window of level %d goes from %v to %v, and its span from %v to %v", level, lo, hi, s.From, s.To)
						}
						continue
					}
					for n := range s.number(level, g) {
						if lo, hi, _ := s.window(level, n, g); lo < s.From || hi > s.To || !(lo < hi) {
							t.Fatalf("window %d of level %d goes from %v to %v, and its span from %v to %v", n, level, lo, hi, s.From, s.To)
						}
					}
				}
			}
		}
	}
}
