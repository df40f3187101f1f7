package groupnames

import (
	"math"

	"github.com/dibmap/dibmap/internal/vocabulary"
)

// Range says in words where a range of numbers begins and ends, and which end belongs to it: both of whole numbers, and the
// first of others. low and high are the numbers where it begins and the next one begins, infinite where there is none; if
// they do not say so, the text stays.
func Range(text, begins, ends string, low, high float64, whole bool) string {
	words := &vocabulary.English.Ranges
	says := words.Under
	switch {
	case whole:
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
