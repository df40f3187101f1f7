package powerlaw

import (
	"math"
	"testing"
)

func TestOf(t *testing.T) {
	var x, y []float64
	for k := 1; k <= 6; k++ {
		x, y = append(x, float64(k)), append(y, 3*math.Pow(float64(k), 2.5))
	}
	f := Of(x, y)
	if math.Abs(f.Exponent-2.5) > 1e-12 || f.Deviation > 1e-7 || math.Abs(f.Factor-3) > 1e-12 {
		t.Errorf("3 x^2.5: %+v", f)
	}
	if y := f.At(4); math.Abs(y-96) > 1e-9 || f.String() != "n^2.50 ± 0.00" {
		t.Errorf("3 x^2.5: %g at 4, %s", y, f)
	}
	// In logarithms to base 2: the points (0,0), (1,2), (2,1), whose slope is 1/2. They are
	// 1/2, 1 and 1/2 off the line, so that the error is sqrt(3/2 / (3-2) / 2).
	f = Of([]float64{1, 2, 4}, []float64{1, 4, 2})
	if math.Abs(f.Exponent-0.5) > 1e-12 || math.Abs(f.Deviation-math.Sqrt(0.75)) > 1e-12 || math.Abs(f.Factor-math.Sqrt2) > 1e-12 {
		t.Errorf("three points: %+v", f)
	}
}

func TestMeans(t *testing.T) {
	if g := Geometric([]float64{1, 2, 4}); math.Abs(g-2) > 1e-15 {
		t.Errorf("of 1, 2 and 4: %g", g)
	}
	if mean, sd := Moments([]float64{1, 2, 6}); mean != 3 || math.Abs(sd-math.Sqrt(7)) > 1e-15 {
		t.Errorf("1, 2 and 6: %g, %g", mean, sd)
	}
	if mean, sd := Moments([]float64{3}); mean != 3 || sd != 0 {
		t.Errorf("one value: %g, %g", mean, sd)
	}
}
