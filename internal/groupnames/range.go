package groupnames

import (
	"math"
	"strings"

	"github.com/dibmap/dibmap/internal/vocabulary"
	"github.com/dibmap/dibmap/scale"
)

// Range says in words where a range of a column begins and ends, and which end belongs to it: both of whole numbers, and
// the first of others. between separates the ends in the text. low and high are the numbers where the range and the next
// one begin, infinite where there is none. The text stays if the column is not of numbers in bins, or if they do not say so.
func Range(of *scale.Scale, between, text string, low, high float64) string {
	if of == nil || of.Type != scale.Number || !of.Binned() {
		return text
	}
	begins, ends, ok := strings.Cut(text, between)
	words := &vocabulary.English.Ranges
	says := words.Under
	switch {
	case !ok:
		return text
	case of.Whole:
		says = words.Closed
	case math.IsNaN(low) || math.IsInf(low, -1) && math.IsInf(high, 1):
		return text
	case math.IsInf(low, -1):
		says = words.Below
	case math.IsInf(high, 1):
		says = words.From
	}
	return vocabulary.Fill(says, "from", begins, "to", ends)
}
