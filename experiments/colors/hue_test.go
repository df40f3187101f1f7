package main

import (
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestHueOf(t *testing.T) {
	for _, tt := range []struct {
		r, g, b           uint8
		hue               float64
		chroma, brightest int
	}{
		{255, 0, 0, 0, 255, 255},
		{255, 255, 0, 60, 255, 255},
		{0, 255, 0, 120, 255, 255},
		{0, 255, 255, 180, 255, 255},
		{0, 0, 255, 240, 255, 255},
		{255, 0, 255, 300, 255, 255},
		{200, 150, 100, 30, 100, 200},
		{100, 150, 200, 210, 100, 200},
		{255, 0, 1, 360 - 60.0/255, 255, 255},
		{1, 0, 255, 240 + 60.0/255, 255, 255},
		{7, 7, 7, 0, 0, 7},
		{0, 0, 0, 0, 0, 0},
	} {
		hue, chroma, brightest := hueOf(tt.r, tt.g, tt.b)
		if math.Abs(hue-tt.hue) > 1e-12 || chroma != tt.chroma || brightest != tt.brightest {
			t.Errorf("%v: %g, %d, %d", tt, hue, chroma, brightest)
		}
	}
}

// colourOf returns a colour of a hue, by the definition of HSV the other way round, with
// chroma 240 and brightest channel 250.
func colourOf(hue float64) color.NRGBA {
	channel := func(n float64) uint8 {
		k := math.Mod(n+hue/60, 6)
		return uint8(math.Round(250 - 240*max(0, min(k, 4-k, 1))))
	}
	return color.NRGBA{channel(5), channel(3), channel(1), 255}
}

// TestHueRoundTrip: a whole multiple of a quarter degree is a colour of 8 bits, exactly.
func TestHueRoundTrip(t *testing.T) {
	for n := range 4 * 360 {
		c := colourOf(float64(n) / 4)
		if hue, chroma, brightest := hueOf(c.R, c.G, c.B); hue != float64(n)/4 || chroma != 240 || brightest != 250 {
			t.Fatalf("%v has the hue %g of chroma %d", c, hue, chroma)
		}
	}
}

func TestCircular(t *testing.T) {
	for _, tt := range []struct {
		hues              []float64
		direction, length float64
	}{
		{[]float64{350, 10}, 0, math.Cos(10 * math.Pi / 180)},
		{[]float64{350, 20}, 5, math.Cos(15 * math.Pi / 180)},
		{[]float64{0, 90}, 45, math.Sqrt2 / 2},
		{[]float64{359.5, 359.5}, 359.5, 1},
		{[]float64{90}, 90, 1},
		{[]float64{0, 0, 0}, 0, 1},
		{[]float64{270, 270}, 270, 1},
		// One against two: (1-2)/3.
		{[]float64{30, 210, 210}, 210, 1.0 / 3},
	} {
		var c circular
		for _, h := range tt.hues {
			c.add(h, 1)
		}
		if d, l := c.direction(), c.length(); math.Abs(d-tt.direction) > 1e-9 || math.Abs(l-tt.length) > 1e-9 {
			t.Errorf("%v: %g and %g, want %g and %g", tt.hues, d, l, tt.direction, tt.length)
		}
	}
	var c circular
	if c.length() != 0 {
		t.Errorf("nothing has a mean of length %g", c.length())
	}
	c.add(0, 1)
	c.add(180, 1)
	if c.length() != 0 {
		t.Errorf("opposites have a mean of length %g", c.length())
	}
	c.add(120, 3)
	c.addWeight(1)
	if c.direction() != 120 || c.length() != 0.5 {
		t.Errorf("weights: %g and %g", c.direction(), c.length())
	}
}

// TestCircularTurns: turning all hues turns their mean, and mirrors keep its length.
func TestCircularTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hues := rapid.SliceOfN(rapid.Float64Range(0, 359), 1, 20).Draw(t, "hues")
		by := rapid.Float64Range(0, 359).Draw(t, "by")
		var a, b, mirror circular
		for _, h := range hues {
			a.add(h, 1)
			b.add(turned(h+by), 1)
			mirror.add(turned(-h), 1)
		}
		if math.Abs(a.length()-b.length()) > 1e-8 || math.Abs(a.length()-mirror.length()) > 1e-8 {
			t.Fatalf("lengths %g, %g, %g", a.length(), b.length(), mirror.length())
		}
		if a.length() < 1e-3 {
			return // it has hardly a direction
		}
		if apart := math.Abs(turned(b.direction()-a.direction()-by+180) - 180); apart > 1e-5 {
			t.Fatalf("%g turned by %g is %g", a.direction(), by, b.direction())
		}
		if d := a.direction(); d < 0 || d >= 360 {
			t.Fatalf("direction %g", d)
		}
	})
}

func TestWeighting(t *testing.T) {
	for name, want := range map[string]float64{"none": 1, "chroma": 50, "saturation": 0.25} {
		var w weighting
		if err := w.Set(name); err != nil || w.String() != name || w.of(50, 200) != want {
			t.Errorf("%s: %v, %v, %g", name, err, w, w.of(50, 200))
		}
		if grey := w.of(0, 0); grey != 0 && w != equal {
			t.Errorf("%s: black has the weight %g", name, grey)
		}
	}
	var w weighting
	if err := w.Set("hue"); err == nil || err.Error() != "want none, chroma or saturation" {
		t.Error(err)
	}
}

func TestTurned(t *testing.T) {
	for _, tt := range [][2]float64{{0, 0}, {math.Copysign(0, -1), 0}, {-360, 0}, {360, 0}, {-10, 350}, {730, 10}, {-1e-30, 0}, {359.999, 359.999}} {
		if got := turned(tt[0]); got != tt[1] || math.Signbit(got) {
			t.Errorf("%g: %g", tt[0], got)
		}
	}
}
