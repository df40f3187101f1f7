package draw

import (
	"image/color"
	"math"
	"testing"
)

// contrast is that of WCAG 2.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// TestRampGetsLighter checks that the order of colours can be read in grey.
func TestRampGetsLighter(t *testing.T) {
	for _, n := range []int{2, 3, 8, 16, 24, 60} {
		for k := 1; k < n; k++ {
			if a, b := OnRamp(k-1, n), OnRamp(k, n); luminance(b) <= luminance(a) {
				t.Errorf("of %d, colour %d, %v, is not lighter than the one before, %v", n, k, b, a)
			}
		}
		if OnRamp(0, n) != ramp[0] || OnRamp(n-1, n) != ramp[len(ramp)-1] {
			t.Errorf("the ramp of %d does not end at its ends", n)
		}
	}
	if got := OnRamp(0, 1); got != ramp[4] {
		t.Errorf("one colour is %v", got)
	}
}

func TestShadesGetLighter(t *testing.T) {
	for h, hue := range Hues {
		for _, n := range []int{1, 2, 4, 8, 20} {
			for k := 1; k < n; k++ {
				if a, b := Shade(hue, k-1, n), Shade(hue, k, n); luminance(b) <= luminance(a) {
					t.Errorf("hue %d: of %d, Shade %d is not lighter than the one before", h, n, k)
				}
			}
		}
	}
}

// TestTextStandsOut checks that the text in a cell can be read on every colour.
func TestTextStandsOut(t *testing.T) {
	least := math.Inf(1)
	check := func(c color.NRGBA) {
		text, other := Ink.Light, Paper.Light
		if IsDark(c) {
			text, other = Paper.Light, Ink.Light
		}
		if contrast(c, text) < contrast(c, other) {
			t.Errorf("on %v the other colour of text is better", c)
		}
		least = min(least, contrast(c, text))
	}
	for n := range 100 {
		check(OnRamp(n, 100))
		for _, hue := range Hues {
			check(Shade(hue, n, 100))
		}
	}
	if least < 3.5 {
		t.Errorf("the least contrast is %.2f", least)
	}
}

// TestLuminance uses the values of the definition, WCAG 2.
func TestLuminance(t *testing.T) {
	for c, want := range map[color.NRGBA]float64{
		{0, 0, 0, 255}: 0, {255, 255, 255, 255}: 1, {255, 0, 0, 255}: 0.2126, {0, 255, 0, 255}: 0.7152, {0, 0, 255, 255}: 0.0722,
	} {
		if got := luminance(c); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
}
