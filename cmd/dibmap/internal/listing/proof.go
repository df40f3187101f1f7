package listing

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// Proof says in a line what is proved of a frontier. It is empty if that has no
// certificate.
func Proof(f *frontier.Frontier) string {
	c := f.Certificate
	switch {
	case c == nil:
		return ""
	case c.Complete:
		return fmt.Sprintf("proved complete to %s bit: no grouping beats it", power(c.Tolerance))
	case f.Len() == 0 || c.CompleteFromH >= f.At(f.Len()-1).H:
		return fmt.Sprintf("not proved complete: at most %s bits of i are missing", atLeast(f.Missing()))
	default:
		return fmt.Sprintf("proved complete for h >= %s bits; below, at most %s bits of i are missing", atLeast(c.CompleteFromH), atLeast(f.Missing()))
	}
}

// atLeast writes a number of bits with four decimals, rounded up, so that no more
// is claimed than is proved.
func atLeast(v float64) string { return wording.Bits(math.Ceil(v*1e4-1e-6) / 1e4) }

// power writes a small number without the zero that Go puts into its exponent.
func power(v float64) string {
	text := fmt.Sprintf("%g", v)
	if n := len(text); n > 3 && text[n-3:n-1] == "-0" {
		text = text[:n-2] + text[n-1:]
	}
	return text
}
