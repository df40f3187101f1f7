package draw

import (
	"image/color"
	"math"
)

// ramp is a scale of colours from dark violet to light yellow. In the colour space OKLCH
// (B. Ottosson, 2020) its lightness goes up from 0.30 to 0.94 in equal steps, so that the
// order shows with every kind of colour vision and in grey, and its hue goes down from 300 to
// 105 degrees, so that neighbours differ in hue as well.
var ramp = []color.NRGBA{
	{0x3b, 0x0f, 0x67, 0xff},
	{0x31, 0x35, 0x8b, 0xff},
	{0x01, 0x59, 0x9f, 0xff},
	{0x01, 0x7a, 0x9d, 0xff},
	{0x0b, 0x98, 0xa1, 0xff},
	{0x06, 0xb8, 0x9f, 0xff},
	{0x66, 0xd1, 0x8d, 0xff},
	{0xb4, 0xe3, 0x7d, 0xff},
	{0xf9, 0xf0, 0x7b, 0xff},
}

// OnRamp returns colour n of count along the ramp.
func OnRamp(n, count int) color.NRGBA {
	if count < 2 {
		return ramp[len(ramp)/2]
	}
	return Along(float64(n) / float64(count-1))
}

// Along returns the colour at a place of the ramp from 0 to 1.
func Along(part float64) color.NRGBA {
	at := part * float64(len(ramp)-1)
	low := min(int(at), len(ramp)-2)
	return mixed(ramp[low], ramp[low+1], at-float64(low))
}

// Shade returns shade n of count of a hue, from dark to light.
func Shade(hue color.NRGBA, n, count int) color.NRGBA {
	const darkest, lightest = -0.45, 0.65 // the parts of black and of white
	at := 0.1
	if count > 1 {
		at = darkest + (lightest-darkest)*float64(n)/float64(count-1)
	}
	if at < 0 {
		return mixed(hue, color.NRGBA{A: 0xff}, -at)
	}
	return mixed(hue, Paper.Light, at)
}

// Vivid returns the colour of HSV with a hue in degrees and a saturation from 0 to 1. Its value is
// fixed, such that the light grey of saturation 0 contrasts with paper.
func Vivid(hue, saturation float64) color.NRGBA {
	const value = 0.88
	channel := func(offset float64) uint8 {
		k := math.Mod(offset+hue/60+12, 6)
		level := value * (1 - float64(saturation*max(0, min(k, 4-k, 1))))
		return uint8(math.Round(255 * level))
	}
	return color.NRGBA{channel(5), channel(3), channel(1), 0xff}
}

// mixed returns a mixture of two colours, with a part from 0 to 1 of b.
func mixed(a, b color.NRGBA, part float64) color.NRGBA {
	channel := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + float64((float64(b)-float64(a))*part)))
	}
	return color.NRGBA{channel(a.R, b.R), channel(a.G, b.G), channel(a.B, b.B), 0xff}
}

// IsDark reports whether white text has a higher contrast with c, as WCAG 2 defines it, than text
// in the colour of ink.
func IsDark(c color.NRGBA) bool {
	on := luminance(c) + 0.05
	return (luminance(Paper.Light)+0.05)/on > on/(luminance(Ink.Light)+0.05)
}

// luminance returns the relative luminance of a colour of sRGB, from 0 to 1.
func luminance(c color.NRGBA) float64 {
	return 0.2126*Linear(c.R) + 0.7152*Linear(c.G) + 0.0722*Linear(c.B)
}

// Linear returns the light, from 0 to 1, of a value of sRGB.
func Linear(v uint8) float64 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

// Encoded returns the value of sRGB for light from 0 to 1.
func Encoded(light float64) uint8 {
	s := 12.92 * light
	if light > 0.0031308 {
		s = 1.055*math.Pow(light, 1/2.4) - 0.055
	}
	return uint8(math.Round(255 * min(s, 1)))
}
