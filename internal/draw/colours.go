package draw

import "image/color"

// The colours are opaque, so that areas look the same in every format and in print. Blue,
// vermilion and green are those of Okabe and Ito, which differ under every kind of colour
// vision.
var (
	Paper     = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	Ink       = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	Blue      = color.NRGBA{0x00, 0x72, 0xb2, 0xff}
	Vermilion = color.NRGBA{0xd5, 0x5e, 0x00, 0xff}
	Green     = color.NRGBA{0x00, 0x9e, 0x73, 0xff}
	Faint     = color.NRGBA{0xb0, 0xb0, 0xb0, 0xff} // grey
)

// Hues are the colours of clusters, methods and series: those of Okabe and Ito, in an order
// in which neighbours differ most. If more are needed, they repeat.
var Hues = []color.NRGBA{
	Blue,
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	Green,
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	Vermilion,
	{0x80, 0x80, 0x80, 0xff}, // grey
	{0xc8, 0xb8, 0x20, 0xff}, // yellow, darker than theirs
}
