package plot

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// TestThemes: a dark figure has the shapes and texts of a light one in other colours.
func TestThemes(t *testing.T) {
	dark := func(o Options) Options { o.Theme = draw.DarkTheme; return o }
	f := uncertain(t, golden(t, "alpha27"), frontier.Filter{}, 0.02, 0.02)
	for name, render := range map[string]func(w *bytes.Buffer, o Options) error{
		"frontier": func(w *bytes.Buffer, o Options) error { return Frontier(w, f, "svg", o) },
		"robust":   func(w *bytes.Buffer, o Options) error { return Robust(w, f, f, "svg", o) },
	} {
		o := Options{Background: []BackgroundPoint{{1, 0.1, 3}}, Identity: true, BestLines: true}
		var light, again, black bytes.Buffer
		for b, o := range map[*bytes.Buffer]Options{&light: o, &again: {Background: o.Background, Identity: true, BestLines: true, Theme: draw.LightTheme}, &black: dark(o)} {
			if err := render(b, o); err != nil {
				t.Fatal(name, err)
			}
		}
		if light.String() != again.String() {
			t.Errorf("%s: the light theme is not the one of an empty name", name)
		}
		if a, b := strings.Count(light.String(), "\n"), strings.Count(black.String(), "\n"); a != b {
			t.Errorf("%s: %d lines of a file, %d in the dark theme", name, a, b)
		}
		if s := black.String(); strings.Contains(s, "#FFFFFF") || strings.Contains(s, "#222222") || !strings.Contains(s, "#16191D") {
			t.Errorf("%s: the dark theme has white paper or black ink", name)
		}
	}
	img, err := png.Decode(bytes.NewReader(drawn(t, f, "png", dark(Options{Width: 90, Height: 70, DPI: 100}))))
	if err != nil {
		t.Fatal(err)
	}
	for _, corner := range [][2]int{{0, 0}, {img.Bounds().Dx() - 1, 0}, {0, img.Bounds().Dy() - 1}, {img.Bounds().Dx() - 1, img.Bounds().Dy() - 1}} {
		if got := color.NRGBAModel.Convert(img.At(corner[0], corner[1])); got != draw.Paper.Dark {
			t.Errorf("the paper at %v is %v", corner, got)
		}
	}
}

// TestDarkColoursStandOut, as text must by WCAG 2, and as lines and markers must.
func TestDarkColoursStandOut(t *testing.T) {
	for _, paper := range []color.NRGBA{draw.Paper.Dark, draw.Beyond.Dark} {
		if got := contrast(draw.Ink.Dark, paper); got < 7 {
			t.Errorf("ink on %v: contrast %.2f", paper, got)
		}
		for _, c := range []draw.Colour{draw.Blue, draw.Vermilion, draw.Green, draw.Faint, dots, bestColour, picture.HeldOut} {
			if got := contrast(c.Dark, paper); got < 3 {
				t.Errorf("%v on %v: contrast %.2f", c.Dark, paper, got)
			}
		}
	}
	for _, hue := range draw.Hues {
		if got := contrast(hue, draw.Paper.Dark); got < 3 {
			t.Errorf("%v: contrast %.2f", hue, got)
		}
	}
}

// contrast is that of WCAG 2.
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		return 0.2126*draw.Linear(c.R) + 0.7152*draw.Linear(c.G) + 0.0722*draw.Linear(c.B) + 0.05
	}
	return max(luminance(a), luminance(b)) / min(luminance(a), luminance(b))
}
