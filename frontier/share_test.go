package frontier

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestShare(t *testing.T) {
	estimate := Problem{Estimator: "nsb", IXY: 0.5, IXYSD: 0.1}
	for _, tt := range []struct {
		name string
		p    Problem
		i    float64
		want float64 // below 0 if there is none
	}{
		{"half", Problem{IXY: 2}, 1, 0.5},
		{"nothing", Problem{IXY: 2}, 0, 0},
		{"all", Problem{IXY: 2}, 2, 1},
		{"all, rounded", Problem{IXY: 0.3}, 0.1 + 0.2, 1},
		{"nothing, rounded", Problem{IXY: 2}, -1e-16, 0},
		{"unknown problem", Problem{}, 1, -1},
		{"no information", Problem{IXY: 0}, 0, -1},
		{"estimate", estimate, 0.25, 0.5},
		{"estimate above the whole", estimate, 0.6, -1},
		{"estimate below 0", estimate, -0.1, -1},
		{"not above its error", Problem{Estimator: "nsb", IXY: 0.02, IXYSD: 0.05}, 0.01, -1},
		{"equal to its error", Problem{Estimator: "nsb", IXY: 0.05, IXYSD: 0.05}, 0.01, -1},
		{"negative", Problem{Estimator: "jackknife", IXY: -0.5, IXYSD: 0.1}, -0.2, -1},
		{"estimate of an early version", Problem{Estimator: "nsb", IXY: 0.5}, 0.25, 0.5},
		{"not a number", Problem{IXY: 1}, math.NaN(), -1},
	} {
		share, ok := tt.p.Share(tt.i)
		if ok != (tt.want >= 0) || ok && share != tt.want {
			t.Errorf("%s: %g, %t, want %g", tt.name, share, ok, tt.want)
		}
	}
}

// TestNoShareIsOutOfRange: not of any numbers.
func TestNoShareIsOutOfRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-1, 2)
		p := Problem{Estimator: rapid.SampledFrom([]string{"", "nsb"}).Draw(t, "by"), IXY: number.Draw(t, "ixy"), IXYSD: max(number.Draw(t, "sd"), 0)}
		share, ok := p.Share(number.Draw(t, "i"))
		if !(share >= 0 && share <= 1) || ok && p.WithinError() {
			t.Errorf("%g of %+v", share, p)
		}
	})
}

// TestNothingIsKeptOfNoise: no point keeps a share of an information that is not above its error.
func TestNothingIsKeptOfNoise(t *testing.T) {
	f, err := New(Problem{Estimator: "nsb", N: 2, IXY: 0.02, IXYSD: 0.05}, Search{}, []Entry{{K: 1}, {H: 1, I: 0.02, K: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := f.Keeping(0.9); ok {
		t.Errorf("%+v keeps it", p)
	}
	f.Problem.IXYSD = 0.01
	if p, ok := f.Keeping(0.9); !ok || p.K != 2 {
		t.Errorf("%+v, %t keeps it", p, ok)
	}
}
