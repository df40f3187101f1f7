package encode

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// information returns I(Z;Y) in bits of a table of weights.
func information(rows [][]float64) float64 {
	var total float64
	columns := make([]float64, len(rows[0]))
	for _, row := range rows {
		for y, w := range row {
			columns[y] += w
			total += w
		}
	}
	var sum float64
	for _, row := range rows {
		var mass float64
		for _, w := range row {
			mass += w
		}
		for y, w := range row {
			if w > 0 {
				sum += w / total * math.Log2(w*total/(mass*columns[y]))
			}
		}
	}
	return sum
}

// TestNearestLosesLeast places one value, and compares with the information that is
// lost when its row is merged with each cluster's: the definition, on the table that
// the value makes larger.
func TestNearestLosesLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 7).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "m")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		assignment := []int{0}
		k := 1
		for range n - 1 {
			c := rng.IntN(k + 1)
			k = max(k, c+1)
			assignment = append(assignment, c)
		}
		known := Counts{}
		for y := range m + 1 {
			known.Y = append(known.Y, fmt.Sprint("y", y)) // the last has no mass
		}
		clusters := make([][]float64, k+1)
		for c := range clusters {
			clusters[c] = make([]float64, m+2)
		}
		var total float64
		for x, c := range assignment {
			known.X = append(known.X, fmt.Sprint("x", x))
			for y := range m {
				w := float64(rng.IntN(4))
				if y == 0 {
					w++
				}
				known.Row, known.Column, known.Weight = append(known.Row, x), append(known.Column, y), append(known.Weight, w)
				clusters[c][y] += w
				total += w
			}
		}
		unknown := Counts{X: []string{"new"}, Y: []string{"other", "y0", fmt.Sprint("y", m-1)}}
		places := []int{m + 1, 0, m - 1}
		for range rapid.IntRange(1, 4).Draw(t, "cells") {
			y, w := rng.IntN(3), float64(1+rng.IntN(3))
			unknown.Row, unknown.Column, unknown.Weight = append(unknown.Row, 0), append(unknown.Column, y), append(unknown.Weight, w)
			clusters[k][places[y]] += w
		}
		e := mustRapid(t, known.X, assignment)
		placed, err := e.Nearest(known, unknown, total)
		if err != nil {
			t.Fatal(err)
		}
		shared := false // a column with the table
		for y, w := range clusters[k] {
			for c := range k {
				shared = shared || w > 0 && clusters[c][y] > 0
			}
		}
		if !shared {
			if len(placed.Clusters) != 0 || len(placed.Values) != 0 || fmt.Sprint(placed.Nowhere) != "[new]" {
				t.Fatalf("%+v, though nothing tells the place", placed)
			}
			return
		}
		if fmt.Sprint(placed.Values) != "[new]" || len(placed.Clusters) != 1 || placed.Nowhere != nil {
			t.Fatalf("%+v", placed)
		}
		got := placed.Clusters
		before := information(clusters)
		loss := func(c int) float64 {
			merged := make([][]float64, k)
			for i := range merged {
				merged[i] = append([]float64(nil), clusters[i]...)
			}
			for y, w := range clusters[k] {
				merged[c][y] += w
			}
			return before - information(merged)
		}
		for c := range k {
			if loss(c) < loss(got[0])-1e-12 || c < got[0] && loss(c) < loss(got[0])+1e-15 {
				t.Fatalf("placed in %d at a loss of %g, but %d loses %g", got[0], loss(got[0]), c, loss(c))
			}
		}
	})
}

func mustRapid(t *rapid.T, labels []string, assignment []int) *Encoder {
	e, err := New(labels, assignment, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestLoss compares with a value that is known in closed form: two rows that tell Y
// apart entirely lose one bit of their mass times the entropy of their weights.
func TestLoss(t *testing.T) {
	known := Counts{X: []string{"a", "b"}, Y: []string{"u", "v", "w"}, Row: []int{0, 1}, Column: []int{0, 1}, Weight: []float64{0.5, 0.5}}
	e := must(t, known.X, []int{0, 1}, nil)
	p, err := e.profile(known)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []float64{1e-12, 0.1, 0.5, 3} {
		m := w + 0.5
		want := (-w*math.Log(w/m) + 0.5*math.Log1p(w/0.5)) / math.Ln2
		for _, column := range []int{-1, 1, 2} { // not in the table, of the other cluster, of none
			if got := p.loss([]weighed{{column, w}}, w, 0); math.Abs(got-want) > 1e-14*math.Abs(want) {
				t.Errorf("weight %g: %g, want %g", w, got, want)
			}
		}
		if got := p.loss([]weighed{{0, w}}, w, 0); math.Abs(got) > 1e-16 {
			t.Errorf("weight %g: joining its own kind loses %g", w, got)
		}
	}
}

// TestNearestOfMany checks that values are placed one by one, in any order, that a tie
// goes to the lowest number, and that values without any place are told.
func TestNearestOfMany(t *testing.T) {
	known := Counts{
		X: []string{"a", "b", "c"}, Y: []string{"u", "v"},
		Row: []int{0, 1, 2}, Column: []int{0, 1, 0}, Weight: []float64{4, 4, 4},
	}
	e := must(t, known.X, []int{0, 1, 2}, nil)
	unknown := Counts{
		X: []string{"like a", "new", "like b", "both", "nothing", "partly new", "zero"}, Y: []string{"v", "u", "z"},
		Row: []int{0, 2, 3, 3, 1, 2, 5, 5, 6}, Column: []int{1, 0, 0, 1, 2, 0, 2, 0, 1}, Weight: []float64{1, 1, 1, 1, 5, 1, 9, 1, 0},
	}
	got, err := e.Nearest(known, unknown, 12)
	want := Placement{Values: []string{"like a", "like b", "both", "partly new"}, Clusters: []int{0, 1, 0, 1}, Nowhere: []string{"new", "nothing", "zero"}}
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestNearestTies has two clusters that are the same except for the rounding of sums in
// another order.
func TestNearestTies(t *testing.T) {
	const n = 500
	for _, ascending := range []bool{false, true} {
		known := Counts{Y: []string{"u"}}
		var assignment []int
		for x := range 2 * n {
			k := x % n
			if (x < n) == ascending {
				k = n - 1 - k
			}
			known.X = append(known.X, fmt.Sprint(x))
			known.Row, known.Column, known.Weight = append(known.Row, x), append(known.Column, 0), append(known.Weight, 1/float64(k+1))
			assignment = append(assignment, x/n)
		}
		e := must(t, known.X, assignment, nil)
		unknown := Counts{X: []string{"new"}, Y: []string{"u"}, Row: []int{0}, Column: []int{0}, Weight: []float64{1}}
		if got, err := e.Nearest(known, unknown, 1); err != nil || fmt.Sprint(got.Clusters) != "[0]" {
			t.Errorf("%v: %v, %v", ascending, got, err)
		}
	}
}

func TestNearestRefuses(t *testing.T) {
	e := must(t, []string{"a"}, []int{0}, nil)
	good := Counts{X: []string{"a"}, Y: []string{"u"}, Row: []int{0}, Column: []int{0}, Weight: []float64{1}}
	with := func(change func(*Counts)) Counts {
		c := Counts{X: []string{"a"}, Y: []string{"u"}, Row: []int{0}, Column: []int{0}, Weight: []float64{1}}
		change(&c)
		return c
	}
	tests := []struct {
		known, unknown Counts
		total          float64
		want           string
	}{
		{good, good, 0, "records that count 0 in all"},
		{with(func(c *Counts) { c.X[0] = "b" }), good, 1, `the table that was clustered has the value "b", which has no cluster`},
		{with(func(c *Counts) { c.Weight[0] = 0 }), good, 1, "the table that was clustered has no mass"},
		{with(func(c *Counts) { c.Row[0] = 1 }), good, 1, "the table that was clustered: cell 0 lies at row 1, column 0, outside the table of 1 by 1"},
		{good, with(func(c *Counts) { c.Weight[0] = math.NaN() }), 1, "the unknown values: cell 0 holds NaN"},
		{good, with(func(c *Counts) { c.Column = nil }), 1, "the unknown values: 1 rows, 0 columns and 1 weights of cells"},
	}
	for _, tt := range tests {
		if _, err := e.Nearest(tt.known, tt.unknown, tt.total); err == nil || err.Error() != tt.want {
			t.Errorf("%v; want %s", err, tt.want)
		}
	}
}
