package main

import (
	"fmt"
	"math"
)

// weighting is the weight of a pixel in the mean of a segment.
type weighting int

const (
	equal      weighting = iota // one for every colour
	chroma                      // the largest of red, green and blue minus the smallest
	saturation                  // the same as a part of the largest
)

var weightings = []string{"none", "chroma", "saturation"}

// String returns the name of a weighting on the command line.
func (w weighting) String() string { return weightings[w] }

// Set sets the weighting of the given name, as package flag wants it.
func (w *weighting) Set(name string) error {
	for i, n := range weightings {
		if n == name {
			*w = weighting(i)
			return nil
		}
	}
	return fmt.Errorf("want none, chroma or saturation")
}

// of returns the weight of a pixel of the given chroma and brightest channel.
func (w weighting) of(span, brightest int) float64 {
	switch w {
	case chroma:
		return float64(span)
	case saturation:
		return float64(span) / float64(max(brightest, 1))
	case equal:
	}
	return 1
}

// hueOf returns the hue of HSV and of HSL, which is the same: red is 0 degrees, green 120,
// blue 240. Greys have none: their chroma, from 0 to 255, is 0.
func hueOf(r, g, b uint8) (degrees float64, chroma, brightest int) {
	red, green, blue := int(r), int(g), int(b)
	brightest = max(red, green, blue)
	chroma = brightest - min(red, green, blue)
	if chroma == 0 {
		return 0, 0, brightest
	}
	sector, offset := 0.0, green-blue
	switch brightest {
	case red:
		if offset < 0 {
			sector = 360
		}
	case green:
		sector, offset = 120, blue-red
	default:
		sector, offset = 240, red-green
	}
	return sector + 60*float64(offset)/float64(chroma), chroma, brightest
}

// circular adds up weighted directions. The zero value is the empty sum.
type circular struct{ cos, sin, weight float64 }

// add adds a direction with a weight.
func (c *circular) add(degrees, weight float64) {
	sin, cos := math.Sincos(degrees * (math.Pi / 180))
	c.cos += float64(weight * cos) // rounded, so that no machine fuses the two
	c.sin += float64(weight * sin)
	c.weight += weight
}

// addWeight adds the weight of a pixel without a direction, which is grey.
func (c *circular) addWeight(weight float64) { c.weight += weight }

// grain is the step to which directions and lengths are rounded. Equal hues are then equal on
// every machine and for every order of the sums, and an exact 90 degrees is not below 90.
const grain = 1e-9

func rounded(v float64) float64 { return math.Round(v*(1/grain)) / (1 / grain) }

// direction returns the mean direction in degrees, at least 0 and below 360.
func (c *circular) direction() float64 {
	return turned(rounded(math.Atan2(c.sin, c.cos) * (180 / math.Pi)))
}

// length returns the length of the mean direction, from 0 for directions that cancel to 1
// for equal ones: 1 minus the circular variance.
func (c *circular) length() float64 {
	if c.weight == 0 {
		return 0
	}
	return rounded(math.Hypot(c.cos, c.sin) / c.weight)
}

// turned returns a direction in degrees, at least 0 and below 360.
func turned(degrees float64) float64 {
	degrees = math.Mod(degrees, 360)
	if degrees < 0 {
		degrees += 360
	}
	if degrees == 0 || degrees == 360 { // also -0, and values just below 0
		return 0
	}
	return degrees
}
