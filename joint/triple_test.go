package joint

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/partition"
)

// cells returns the cells of a triple, by label.
func (t *Triple) byName() map[[3]string]float64 {
	m := make(map[[3]string]float64)
	for x := range t.Rows() {
		second, columns, masses := t.Row(x)
		for k, v := range masses {
			m[[3]string{t.x[x], t.x[second[k]], t.y[columns[k]]}] += v
		}
	}
	return m
}

func TestNewTripleAddsUpAndSorts(t *testing.T) {
	j, err := NewTriple([]string{"a", "empty", "b"}, []string{"u", "none", "v"}, []TripleCell{
		{2, 0, 2, 4}, {0, 2, 0, 1}, {2, 0, 0, 2}, {0, 2, 0, 2}, {1, 0, 0, 0}, {2, 0, 2, 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(j.XLabels(), []string{"a", "b"}) || !slices.Equal(j.ZeroRows(), []string{"empty"}) {
		t.Errorf("rows %v, set aside %v", j.XLabels(), j.ZeroRows())
	}
	if !slices.Equal(j.YLabels(), []string{"u", "v"}) || !slices.Equal(j.ZeroCols(), []string{"none"}) {
		t.Errorf("columns %v, set aside %v", j.YLabels(), j.ZeroCols())
	}
	second, columns, masses := j.Row(1)
	if !slices.Equal(second, []int32{0, 0}) || !slices.Equal(columns, []int32{0, 1}) || !slices.Equal(masses, []float64{2, 5}) {
		t.Errorf("first input b: %v, %v, %v", second, columns, masses)
	}
	if n, ok := j.Samples(); n != 10 || !ok || j.Total() != 10 || j.NonZero() != 3 || j.Rows() != 2 || j.Cols() != 2 {
		t.Errorf("%d samples, %t; %d cells of mass %g", n, ok, j.NonZero(), j.Total())
	}
	if j.RowMass(0) != 10 || j.RowMass(1) != 10 || j.ColMass(0) != 5 {
		t.Errorf("row masses %g and %g, column mass %g", j.RowMass(0), j.RowMass(1), j.ColMass(0))
	}
}

// TestTripleOfOneDirection: a label may be a first input only, or a second.
func TestTripleOfOneDirection(t *testing.T) {
	j, err := NewTriple([]string{"a", "b"}, []string{"u", "v"}, []TripleCell{{0, 1, 0, .5}, {0, 1, 1, .5}})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, masses := j.Row(1); len(masses) != 0 {
		t.Errorf("first input b has %v", masses)
	}
	if _, ok := j.Samples(); ok || j.HX12() != 0 || j.HY() != 1 || j.IXY() != 0 {
		t.Errorf("H(X1,X2) %g, H(Y) %g, I %g", j.HX12(), j.HY(), j.IXY())
	}
}

func TestBadTriples(t *testing.T) {
	x, y := []string{"a", "b"}, []string{"u", "v"}
	for _, tt := range []struct {
		name  string
		x     []string
		cells []TripleCell
		want  error
		says  string
	}{
		{"all zero", x, []TripleCell{{0, 0, 0, 0}}, ErrTooSmall, "every cell is zero"},
		{"no rows", nil, nil, ErrTooSmall, ""},
		{"negative", x, []TripleCell{{0, 1, 1, -1}}, ErrInput, `first row "a", second row "b", column "v" holds -1`},
		{"NaN", x, []TripleCell{{0, 1, 1, math.NaN()}}, ErrInput, "holds NaN"},
		{"infinite", x, []TripleCell{{0, 1, 1, math.Inf(1)}}, ErrInput, "holds +Inf"},
		{"label twice", []string{"a", "a"}, nil, ErrInput, `row "a"`},
	} {
		_, err := NewTriple(tt.x, y, tt.cells)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func drawnTriple(t *rapid.T) (*Triple, []TripleCell, int, int) {
	n, m := rapid.IntRange(2, 6).Draw(t, "n"), rapid.IntRange(2, 5).Draw(t, "m")
	scale := rapid.SampledFrom([]float64{1, 0.37}).Draw(t, "scale")
	var cells []TripleCell
	for range rapid.IntRange(2, 40).Draw(t, "cells") {
		draw := func(limit int) int32 { return int32(rapid.IntRange(0, limit-1).Draw(t, "place")) }
		cells = append(cells, TripleCell{draw(n), draw(n), draw(m), scale * float64(rapid.IntRange(0, 9).Draw(t, "value"))})
	}
	j, err := NewTriple(numbered("x", n), numbered("y", m), cells)
	if err != nil {
		t.Skip(err)
	}
	return j, cells, n, m
}

func TestTripleEntropiesEqualTheirDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, cells, n, m := drawnTriple(t)
		pairs, columns := make([][]float64, n*n), make([]float64, m)
		weights := make([]float64, n*n)
		for k := range pairs {
			pairs[k] = make([]float64, m)
		}
		for _, c := range cells {
			at := int(c.X1)*n + int(c.X2)
			pairs[at][c.Y] += c.Value
			weights[at] += c.Value
			columns[c.Y] += c.Value
		}
		for _, tt := range []struct {
			name      string
			got, want float64
		}{
			{"H(X1,X2)", j.HX12(), info.Entropy(weights)},
			{"H(Y)", j.HY(), info.Entropy(columns)},
			{"I(X1,X2;Y)", j.IXY(), info.MutualInformation(pairs)},
		} {
			if math.Abs(tt.got-tt.want) > 1e-12 {
				t.Fatalf("%s = %.15g, want %.15g", tt.name, tt.got, tt.want)
			}
		}
		var rows, cols float64
		for x := range j.Rows() {
			rows += j.RowMass(x)
		}
		for y := range j.Cols() {
			cols += j.ColMass(y)
		}
		if rows != 2*j.Total() || cols != j.Total() {
			t.Fatalf("rows have %g, columns %g, all %g", rows, cols, j.Total())
		}
	})
}

// TestOrderOfTriplesChangesNoBit shuffles labels and cells.
func TestOrderOfTriplesChangesNoBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, cells, n, m := drawnTriple(t)
		rows := rapid.Permutation(partition.Identity(n)).Draw(t, "rows")
		columns := rapid.Permutation(partition.Identity(m)).Draw(t, "columns")
		shuffled := rapid.Permutation(cells).Draw(t, "shuffled")
		x, y := make([]string, n), make([]string, m)
		for k, to := range rows {
			x[to] = numbered("x", n)[k]
		}
		for k, to := range columns {
			y[to] = numbered("y", m)[k]
		}
		moved := make([]TripleCell, len(cells))
		for k, c := range shuffled {
			moved[k] = TripleCell{int32(rows[c.X1]), int32(rows[c.X2]), int32(columns[c.Y]), c.Value}
		}
		s, err := NewTriple(x, y, moved)
		if err != nil {
			t.Fatal(err)
		}
		if j.HX12() != s.HX12() || j.HY() != s.HY() || j.IXY() != s.IXY() || j.SHA256() != s.SHA256() {
			t.Fatal("entropies or digest differ")
		}
		a, b := j.CanonicalOrder(), s.CanonicalOrder()
		for k := range a {
			if j.XLabels()[a[k]] != s.XLabels()[b[k]] {
				t.Fatal("the canonical order differs")
			}
			if k > 0 && j.RowMass(a[k]) > j.RowMass(a[k-1]) {
				t.Fatal("a heavier row comes later")
			}
		}
		moved[0].Value++
		if s, err = NewTriple(x, y, moved); err != nil {
			t.Fatal(err)
		}
		// Of a single cell, any weight that is no count is all of the mass.
		if s.SHA256() == j.SHA256() && j.NonZero() > 1 {
			t.Fatal("another table has the same digest")
		}
	})
}

// TestCanonicalOrderKnowsFirstFromSecond: of two labels as heavy, the one with more
// mass as first input comes first.
func TestCanonicalOrderKnowsFirstFromSecond(t *testing.T) {
	j, err := NewTriple([]string{"a", "b"}, []string{"u", "v"}, []TripleCell{{1, 0, 0, 2}, {1, 0, 1, 1}, {0, 1, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got := j.CanonicalOrder(); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("order %v", got)
	}
}

// TestTripleDigestIsFrozen guards the digests that frontier files hold, and that
// exchanging the inputs gives another.
func TestTripleDigestIsFrozen(t *testing.T) {
	cells := []TripleCell{{0, 1, 0, 3}, {1, 1, 1, 2}}
	j, err := NewTriple([]string{"a", "b"}, []string{"u", "v"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	const golden = "c2167dcfafe2c1e11dbc68f8579d7dc6b24e8d64f08154ca69e5e95d37a55d7c"
	if got := j.SHA256(); got != golden {
		t.Errorf("the digest is %s, was %s: files written before would seem to be of other tables", got, golden)
	}
	cells[0].X1, cells[0].X2 = 1, 0
	other, err := NewTriple([]string{"a", "b"}, []string{"u", "v"}, cells)
	if err != nil {
		t.Fatal(err)
	}
	if other.SHA256() == j.SHA256() {
		t.Error("exchanged inputs have the same digest")
	}
}

func TestCoarsenAddsUpBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, _, _, _ := drawnTriple(t)
		f := partition.Canonical(rapid.SliceOfN(rapid.IntRange(0, 3), j.Rows(), j.Rows()).Draw(t, "labels"))
		z := j.Coarsen(f)
		name := func(label string) string { // of the first row of the cluster
			return j.x[slices.Index(f, f[slices.Index(j.x, label)])]
		}
		want := make(map[[3]string]float64)
		for at, v := range j.byName() {
			want[[3]string{name(at[0]), name(at[1]), at[2]}] += v
		}
		got := z.byName()
		if len(got) != len(want) || len(got) != z.NonZero() || z.Rows() != f.K() || z.Total() != j.Total() {
			t.Fatalf("%d cells, want %d", len(got), len(want))
		}
		rows := make([]float64, f.K())
		for at, v := range want {
			if got[at] != v {
				t.Fatalf("%v: %g, want %g", at, got[at], v)
			}
			rows[slices.Index(z.x, at[0])] += v
			rows[slices.Index(z.x, at[1])] += v
		}
		for c, v := range rows {
			if z.RowMass(c) != v {
				t.Fatalf("cluster %d has mass %g, want %g", c, z.RowMass(c), v)
			}
		}
		if z.HY() != j.HY() || z.HX12() > j.HX12()+1e-12 || z.IXY() > j.IXY()+1e-12 {
			t.Fatal("coarsening added information")
		}
	})
}
