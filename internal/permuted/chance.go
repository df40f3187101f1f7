package permuted

import "github.com/dibmap/dibmap/frontier"

// MostlyChance reports whether most of the plug-in I(X;Y) of some records may be chance, because most values of X, or of
// Y if these are more, are too rare to tell: there are fewer than five records for each on average, and the mean of the
// permutations is above half of I(X;Y).
func MostlyChance(e *frontier.Evidence, information float64, records int64, rows, columns int) bool {
	const few, most = 5, 0.5
	return float64(records) < few*float64(max(rows, columns)) && e.Chance > most*information
}
