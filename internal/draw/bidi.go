package draw

import (
	"github.com/go-text/typesetting/bidi"
	unibidi "golang.org/x/text/unicode/bidi"
)

// levelsOf returns the levels of the characters of a text that begins on the left, as texts in SVG
// do (Unicode Standard Annex 9): 1 is read from right to left, and 2 are numbers in it. Package
// bidi does not tell 2 from 0.
func levelsOf(runes []rune) []int {
	var paragraph bidi.Paragraph
	levels := make([]int, len(runes))
	direct := paragraph.Segment(runes, bidi.LeftToRight)
	leftwards := false // the last letter is read so
	for n := range direct.NumRuns() {
		run := direct.Run(n)
		for at := run.Start; at < run.End; at++ {
			class := classOf(runes, at)
			switch {
			case !run.IsLeftToRight():
				levels[at] = 1
			case class == unibidi.AN || class == unibidi.EN && leftwards:
				levels[at] = 2
			}
			if class == unibidi.L || class == unibidi.R || class == unibidi.AL {
				leftwards = class != unibidi.L
			}
		}
	}
	return levels
}

// classOf returns the class of a character. Separators between the digits of a number and signs
// next to it have the class of a number (rules W4 and W5).
func classOf(runes []rune, at int) unibidi.Class {
	class := func(n int) unibidi.Class {
		if n < 0 || n >= len(runes) {
			return unibidi.ON
		}
		properties, _ := unibidi.LookupRune(runes[n])
		return properties.Class()
	}
	switch own := class(at); own {
	case unibidi.ES, unibidi.CS:
		if before := class(at - 1); before == class(at+1) && (before == unibidi.EN || before == unibidi.AN && own == unibidi.CS) {
			return before
		}
	case unibidi.ET:
		from, to := at, at
		for class(from) == unibidi.ET {
			from--
		}
		for class(to) == unibidi.ET {
			to++
		}
		if class(from) == unibidi.EN || class(to) == unibidi.EN {
			return unibidi.EN
		}
	default:
		return own
	}
	return unibidi.ON
}
