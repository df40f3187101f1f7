package info

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestMutualInformationErrors(t *testing.T) {
	ragged := [][]float64{{1, 2}, {3}}
	const message = ": row 2 has 1 cells and the first has 2: rows must be equally long"
	for _, e := range Estimators() {
		if _, err := EntropiesOf(e, ragged); err == nil || err.Error() != e.Name()+message {
			t.Errorf("%s: error %v", e.Name(), err)
		}
		for _, table := range [][][]float64{nil, {{}}, {{1, -1}}} {
			if _, err := EntropiesOf(e, table); err == nil {
				t.Errorf("%s takes %v", e.Name(), table)
			}
		}
		joint, ok := e.(JointEstimator)
		if !ok {
			continue
		}
		for _, table := range [][][]float64{ragged, nil, {{}}, {{1, -1}}} {
			if _, err := joint.MutualInformation(table); err == nil {
				t.Errorf("%s takes %v", e.Name(), table)
			}
			prior, ok := e.(Prior)
			if !ok {
				continue
			}
			if _, err := PosteriorInformation(prior, table, 10, 1); err == nil {
				t.Errorf("draws of %s take %v", e.Name(), table)
			}
		}
	}
	if _, err := Plugin().MutualInformation([][]float64{{0, 0}}); !errors.Is(err, ErrTooFew) {
		t.Errorf("plug-in of nothing: %v", err)
	}
	for _, joint := range []JointEstimator{Dirichlet(-1), Shrinkage(), NSB()} {
		if _, err := joint.MutualInformation([][]float64{{1, 0.5}}); err == nil {
			t.Errorf("%s takes a fraction", joint.Name())
		}
	}
	if _, err := Dirichlet(-1).Posterior([]float64{1}); err == nil {
		t.Error("a posterior with a negative concentration")
	}
	_, err := PosteriorInformation(NSB(), [][]float64{{1}}, 1, 1)
	if err == nil || err.Error() != "nsb: 1 draws have no standard deviation: draw at least 2" {
		t.Errorf("one draw: %v", err)
	}
}

// TestDeviationOfEntropies: variances add up, and one that is missing leaves none.
func TestDeviationOfEntropies(t *testing.T) {
	h := Entropies{X: Estimate{3, 0.3, true}, Y: Estimate{2, 0.4, true}, XY: Estimate{4.5, 1.2, true}}
	if got := h.MutualInformation(); got.Value != 0.5 || !got.HasSD || !near(got.SD, 1.3, 1e-15) {
		t.Errorf("%v, want 0.5 +- 1.3", got)
	}
	for _, lacking := range []*Estimate{&h.X, &h.Y, &h.XY} {
		lacking.HasSD = false
		if got := h.MutualInformation(); got != (Estimate{Value: 0.5}) {
			t.Errorf("without one deviation: %v", got)
		}
		lacking.HasSD = true
	}
}

// TestDeltaMethodTraps: where every observation has the same information the
// deviation is 0 exactly, as documented.
func TestDeltaMethodTraps(t *testing.T) {
	for _, tt := range []struct {
		table [][]float64
		want  float64
	}{
		{[][]float64{{3, 5, 7}, {6, 10, 14}}, 0},
		{[][]float64{{7, 0, 0, 0}, {0, 7, 0, 0}, {0, 0, 7, 0}, {0, 0, 0, 7}}, 2},
	} {
		got, err := Plugin().MutualInformation(tt.table)
		if err != nil || got != (Estimate{tt.want, 0, true}) {
			t.Errorf("%v: %v, %v", tt.table, got, err)
		}
	}
}

// TestWeightsHaveNoDeviation: a distribution has the plug-in mutual information,
// with nothing to say about a sample.
func TestWeightsHaveNoDeviation(t *testing.T) {
	table := [][]float64{{0.3, 0.1}, {0.2, 0.4}}
	got, err := Plugin().MutualInformation(table)
	if err != nil || got.HasSD || !near(got.Value, MutualInformation(table), 1e-15) {
		t.Errorf("%v, %v, want %g", got, err, MutualInformation(table))
	}
}

// TestOverwhelmingPriorsMeanIndependence: rounding does not make it less.
func TestOverwhelmingPriorsMeanIndependence(t *testing.T) {
	for alpha := 1e10; alpha < 1e100; alpha *= 7 {
		got, err := Dirichlet(alpha).MutualInformation([][]float64{{3, 1, 4}, {1, 5, 9}})
		if err != nil || !(got.Value >= 0 && got.Value < 1e-9) {
			t.Errorf("concentration %g: %v, %v", alpha, got, err)
		}
	}
}

// TestInformationIsSymmetric: it does not matter which variable is in the rows, nor
// the order of either's values; and of one column nothing is learnt.
func TestInformationIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "columns")
		table, turned := make([][]float64, rows), make([][]float64, columns)
		for y := range turned {
			turned[y] = make([]float64, rows)
		}
		for x := range table {
			table[x] = make([]float64, columns)
			for y := range table[x] {
				n := float64(rapid.IntRange(0, 9).Draw(t, "n"))
				if x+y == 0 {
					n += 2
				}
				table[x][y], turned[columns-1-y][x] = n, n
			}
		}
		for _, e := range Estimators() {
			a, err := EntropiesOf(e, table)
			b, err2 := EntropiesOf(e, turned)
			if err != nil || err2 != nil || a.X != b.Y || a.Y != b.X || a.XY != b.XY {
				t.Fatalf("%s: %v and %v, %v, %v", e.Name(), a, b, err, err2)
			}
			joint, ok := e.(JointEstimator)
			if !ok {
				continue
			}
			c, err := joint.MutualInformation(table)
			d, err2 := joint.MutualInformation(turned)
			if err != nil || err2 != nil || !near(c.Value, d.Value, 1e-13) || !near(c.SD, d.SD, 1e-8) {
				t.Fatalf("%s: %v and %v, %v, %v", e.Name(), c, d, err, err2)
			}
			if c.Value < 0 || (rows == 1 || columns == 1) && math.Abs(c.Value) > 1e-13 {
				t.Fatalf("%s of %d x %d: %v", e.Name(), rows, columns, c)
			}
		}
	})
}
