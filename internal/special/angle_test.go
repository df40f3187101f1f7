package special

import (
	"math"
	"testing"
)

// TestAngle compares angles with those of the standard library, whose arctangent is accurate to the last
// digit or two on every machine.
func TestAngle(t *testing.T) {
	for k := range 20_000 {
		y := Exp2(float64(k%200)/4 - 30)
		x := 1 + float64(k)/7
		if got, want := Angle(x, y), math.Atan2(y, x); !relative(got, want, 2e-15) {
			t.Fatalf("Angle(%g, %g) is %v, want %v", x, y, got, want)
		}
	}
	inf := math.Inf(1)
	for _, c := range []struct{ x, y, want float64 }{
		{0, 0, 0},
		{1, 0, 0},
		{0, 1, math.Pi / 2},
		{2, 2, math.Pi / 4},
		{inf, 1, 0},
		{1, inf, math.Pi / 2},
		{inf, inf, math.Pi / 4},
		{math.MaxFloat64, 5e-324, 0},
		{5e-324, math.MaxFloat64, math.Pi / 2},
		{1, math.Sqrt(3), math.Pi / 3},
		{math.Sqrt(3), 1, math.Pi / 6},
	} {
		if got := Angle(c.x, c.y); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("Angle(%g, %g) is %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

// TestAngleBits freezes angles bit for bit.
func TestAngleBits(t *testing.T) {
	var sum uint64
	for k := range 10_000 {
		sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(Angle(float64(k%97), float64(k%89)+float64(k)/16))
	}
	const golden = 0x267b419e3903ada5
	if sum != golden {
		t.Errorf("checksum is %#x, want %#x", sum, uint64(golden))
	}
}
