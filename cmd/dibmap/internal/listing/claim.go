package listing

import (
	"fmt"
	"math"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/scale"
)

// Claim says in a line that a frontier is complete, or that its points are the best found, and how
// far from complete it may be.
func Claim(f *frontier.Frontier) string {
	s := f.Search
	of := " of X" + describeOrder(f)
	switch {
	case !constrained(f):
	case f.Len() == 1:
		of += " that satisfies the constraints"
	default:
		of += " that satisfy the constraints"
	}
	if f.Second != nil && f.Second.Limit != nil {
		of += " within the limit on " + wording.Label(f.Second.Name)
	}
	found := wording.Plural(f.Len(), "grouping") + of
	switch {
	case s.Method == "":
		return found + "; the file does not say how they were found"
	case groupview.Complete(f) && f.Len() == 1:
		return fmt.Sprintf("proved complete to %s: the one Pareto-optimal grouping%s", tolerance(f), of)
	case groupview.Complete(f):
		return fmt.Sprintf("proved complete to %s: all %s%s", tolerance(f), wording.Plural(f.Len(), "Pareto-optimal grouping"), of)
	case f.Certificate != nil:
		return "best found: " + found + "; " + Proof(f)
	case byProgram(s) && s.Resolution > 0:
		return fmt.Sprintf("best found: %s; for as much %s, no other has an %s smaller by more than %.2g bits", found, TermsOf(f).I, TermsOf(f).H, s.Resolution)
	default:
		return "best found: " + found + "; not proved, so better ones may exist"
	}
}

// Conclude returns a line with the claim of a frontier and the method of its search.
func Conclude(f *frontier.Frontier) string {
	if f.Search.Method == "" {
		return Claim(f)
	}
	how := describeMethod(f.Search)
	if !groupview.Complete(f) {
		how += describeEnd(f)
	}
	return Claim(f) + " (" + how + ")"
}

// tolerance states the accuracy of a proof. Programs that go over all groupings compare points on
// a grid.
func tolerance(f *frontier.Frontier) string {
	if f.Certificate != nil && f.Certificate.Complete {
		return power(f.Certificate.Tolerance) + " bit"
	}
	unit := ""
	if _, i := f.Problem.Axes(); i.Unit == "bits" {
		unit = " bit"
	}
	return power(math.Pow10(int(math.Ceil(math.Log10(pareto.Tolerance))))) + unit
}

// constrained reports whether groupings satisfy constraints other than a group of its own for
// missing values, which have no place in an order.
func constrained(f *frontier.Frontier) bool {
	c := f.Problem.Constraints
	return !c.IsZero() && !c.Missing()
}

// describeOrder names the groupings among which a frontier is optimal, if not among all.
func describeOrder(f *frontier.Frontier) string {
	order := f.Search.Order
	switch {
	case order == "":
		return ""
	case f.Problem.XScales.Order() == scale.Order(order):
		return " into ranges"
	}
	switch order {
	case string(exact.Linear):
		return " into contiguous runs, in the order of the table"
	case string(exact.Circular):
		return " into contiguous runs, in the order of the table as a circle"
	default:
		return " into contiguous runs, in " + order + " order"
	}
}

// Proof says what the certificate of a frontier proves. The text is empty without a certificate.
func Proof(f *frontier.Frontier) string {
	c := f.Certificate
	terms := TermsOf(f)
	switch {
	case c == nil:
		return ""
	case c.Complete:
		return fmt.Sprintf("proved complete to %s bit: no grouping beats it", power(c.Tolerance))
	case f.Len() == 0 || c.CompleteFromH >= f.At(f.Len()-1).H:
		return fmt.Sprintf("not proved complete: at most %s bits of %s are missing", atLeast(f.Gap()), terms.I)
	default:
		return fmt.Sprintf("proved complete for %s >= %s bits; below, at most %s bits of %s are missing", terms.H, atLeast(c.CompleteFromH), atLeast(f.Gap()), terms.I)
	}
}

// describeCeiling says in a line how far above a frontier the upper bound is. The line is empty
// without a bound.
func describeCeiling(f *frontier.Frontier) string {
	if f.Ceiling == nil {
		return ""
	}
	terms := TermsOf(f)
	largest, at, mean := f.Headroom()
	return fmt.Sprintf("upper bound: no grouping beats these by more than %s bits of %s (at %s = %s), or by %s on average over %s",
		atLeast(largest), terms.I, terms.H, wording.Bits(at), atLeast(mean), terms.H)
}

// atLeast writes a number of bits rounded up to four decimals, so that the text does not claim
// more than the proof.
func atLeast(v float64) string { return wording.Bits(max(0, math.Ceil(float64(v*1e4)-1e-6)) / 1e4) }

// power writes a small number without a zero at the beginning of its exponent.
func power(v float64) string {
	text := fmt.Sprintf("%g", v)
	if n := len(text); n > 3 && text[n-3:n-1] == "-0" {
		text = text[:n-2] + text[n-1:]
	}
	return text
}
