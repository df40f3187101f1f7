package plot

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// part is a piece of a line of text, on the line or raised above it as an exponent.
type part struct {
	s      string
	raised bool
}

// partsOf splits a text in which exponents are in braces behind a ^: "n^{4.9}".
func partsOf(s string) []part {
	var parts []part
	for {
		before, rest, found := strings.Cut(s, "^{")
		inner, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return append(parts, part{s, false})
		}
		parts = append(parts, part{before, false}, part{inner, true})
		s = after
	}
}

// size returns the size of a part of a text of the given size.
func (p part) size(size vg.Length) vg.Length {
	if p.raised {
		return powerSize
	}
	return size
}

// raisedWidth returns the width of a text that may have exponents.
func raisedWidth(s string, size vg.Length) vg.Length {
	var w vg.Length
	for _, p := range partsOf(s) {
		w += textWidth(p.s, p.size(size))
	}
	return w
}

// writeRaised writes a text that may have exponents, from its left end on.
func (s *sheet) writeRaised(words string, size vg.Length, at vg.Point) {
	s.writeParts(partsOf(words), size, at)
}

// writeParts writes parts of a line one behind the other, those that are empty left out.
func (s *sheet) writeParts(parts []part, size vg.Length, at vg.Point) {
	for _, p := range parts {
		if p.s == "" {
			continue
		}
		base := at
		if p.raised {
			base.Y += capHeight(size) - capHeight(powerSize)/2
		}
		s.write(p.s, p.size(size), base, left)
		at.X += textWidth(p.s, p.size(size))
	}
}
