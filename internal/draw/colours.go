package draw

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Colour is a colour that depends on the theme of a figure. Colours of data are plain, and the
// same in every theme.
type Colour struct{ Light, Dark color.NRGBA }

// RGBA returns the colour of the light theme.
func (c Colour) RGBA() (r, g, b, a uint32) { return c.Light.RGBA() }

// The colours are opaque, so that areas look the same in every format and in print. Blue,
// vermilion and green are from the palette of Okabe and Ito, whose colours differ under every kind
// of colour vision. On dark paper they are lighter.
var (
	Paper     = Themed(0xffffff, 0x16191d)
	Ink       = Themed(0x222222, 0xe6e6e6)
	Blue      = Themed(0x0072b2, 0x56b4e9)
	Vermilion = Themed(0xd55e00, 0xff8f45)
	Green     = Themed(0x009e73, 0x2fc79a)
	Faint     = Themed(0xb0b0b0, 0x6f747a) // grey
	Beyond    = Themed(0xf0f0ee, 0x262a30) // the ground of a region without points
)

// Themed returns the colour of the given values of sRGB, such as 0x0072b2.
func Themed(light, dark uint32) Colour { return Colour{opaque(light), opaque(dark)} }

func opaque(rgb uint32) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// Themes of figures. An empty name means the light one.
const (
	LightTheme = "light"
	DarkTheme  = "dark"
)

// checkTheme returns an error if there is no such theme.
func checkTheme(name string) error {
	switch name {
	case "", LightTheme, DarkTheme:
		return nil
	}
	return fmt.Errorf("there is no theme %q: choose %s or %s", name, LightTheme, DarkTheme)
}

// darkened is a canvas that draws in the colours of the dark theme.
type darkened struct{ vg.Canvas }

// SetColor implements [vg.Canvas].
func (c darkened) SetColor(with color.Color) {
	if themed, ok := with.(Colour); ok {
		with = themed.Dark
	}
	c.Canvas.SetColor(with)
}

// Hues are the colours of clusters, methods and series: the palette of Okabe and Ito, ordered so
// that neighbours differ most. If more are needed, they repeat.
var Hues = []color.NRGBA{
	Blue.Light,
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	Green.Light,
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	Vermilion.Light,
	{0x80, 0x80, 0x80, 0xff}, // grey
	{0xc8, 0xb8, 0x20, 0xff}, // yellow, darker than theirs
}
