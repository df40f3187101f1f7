package listing

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/robust"
)

// Introduce says in a few lines what was clustered, how, and what is proved.
func Introduce(w io.Writer, f *frontier.Frontier) {
	fmt.Fprintf(w, "%s\n%s\n", Table(f.Problem), describeSearch(f))
	for _, line := range []string{describeConstraints(f.Problem.Constraints), Proof(f), describeUncertainty(f)} {
		if line != "" {
			fmt.Fprintln(w, line)
		}
	}
	fmt.Fprintln(w)
}

// describeSearch says in a line what was found, and how sure that is.
func describeSearch(f *frontier.Frontier) string {
	s := f.Search
	evaluated := "groupings"
	if byProgram(s) {
		evaluated = "partial groupings"
	}
	return fmt.Sprintf("%s of X found%s; %s, %s %s evaluated, %s",
		wording.Plural(f.Len(), "Pareto-optimal grouping"), describeOrder(s.Order), describeMethod(s), wording.Number(s.Evaluated), evaluated, describeEnd(s, TermsOf(f).H))
}

// byProgram tells whether a frontier was found by dynamic programming.
func byProgram(s frontier.Search) bool {
	return s.Method == "dp" || s.Method == "intervals" || s.Method == "line"
}

// describeOrder says among which groupings those of a frontier are optimal, if not
// among all.
func describeOrder(order string) string {
	switch order {
	case "":
		return ""
	case string(exact.Linear):
		return " among those into contiguous runs, in the order of the table"
	case string(exact.Circular):
		return " among those into contiguous runs, in the order of the table as a circle"
	default:
		return " among those into contiguous runs, in " + order + " order"
	}
}

// describeMethod says how a frontier was found.
func describeMethod(s frontier.Search) string {
	depth := ""
	if s.Epsilon > 0 {
		depth = fmt.Sprintf(" with epsilon %g bits", float64(s.Epsilon))
	}
	switch s.Method {
	case "dp", "intervals", "line":
		if s.Status == frontier.StatusComplete {
			return "exact, by dynamic programming"
		}
		return "dynamic programming"
	case "rounds":
		if s.RoundEpsilon > 0 { // it is 0 if there is one point
			return fmt.Sprintf("local search and %s up to %.2g bits", wording.Plural(s.Rounds, "epsilon round"), s.RoundEpsilon)
		}
		return "local search"
	case "local":
		return "local search" + depth
	case "mapper":
		if s.Epsilon == 0 {
			return "greedy search"
		}
		return "search" + depth
	case "enumeration":
		if s.Status == frontier.StatusComplete {
			return "all groupings tried"
		}
		return "groupings tried one by one"
	case "union":
		return "union of " + wording.Plural(len(s.Runs), "run")
	default:
		return s.Method + " search" + depth
	}
}

// describeEnd says how a search ended. h is the name of the objective to be small.
func describeEnd(s frontier.Search, h string) string {
	end := string(s.Status)
	switch s.Status {
	case frontier.StatusEffort:
		end = "effort spent"
	case frontier.StatusMemory:
		end = "memory used up"
	case frontier.StatusDeadline:
		end = "cut short by the time limit: the best so far"
	case frontier.StatusInterrupted:
		end = "interrupted: the best so far"
	case frontier.StatusComplete:
	}
	if s.Resolution == 0 {
		return end
	}
	thinned := fmt.Sprintf("thinned to one point per %.2g bits to stay within the memory", s.Resolution)
	if byProgram(s) {
		thinned = fmt.Sprintf("thinned to stay within the memory: up to %.2g bits off in %s", s.Resolution, h)
	}
	if s.Status == frontier.StatusMemory {
		return thinned
	}
	return end + "; " + thinned
}

// Table says in a line what was clustered.
func Table(p frontier.Problem) string {
	var b strings.Builder
	h, i := p.Axes()
	samples := ""
	if p.Samples != nil {
		samples = ", N = " + wording.Number(*p.Samples)
	}
	switch {
	case i.Share:
		fmt.Fprintf(&b, "%s: %s points in %s%s; H(X) = %s bits",
			p.Source.Name, wording.Number(p.N), wording.Plural(p.M, "dimension"), samples, wording.Bits(p.HX))
		if p.Variance > 0 {
			fmt.Fprintf(&b, ", variance %.4g", p.Variance)
		}
	case p.Kind == "symmetric":
		fmt.Fprintf(&b, "%s: %s x %s x %s%s; H(X1,X2)/2 = %s, H(Y) = %s, I(X1,X2;Y) = %s bits",
			p.Source.Name, wording.Number(p.N), wording.Number(p.N), wording.Number(p.M), samples, wording.Bits(p.HX), wording.Bits(p.HY), wording.Bits(p.IXY))
	case h.Unit == "":
		fmt.Fprintf(&b, "%s: %s, %s rows", p.Source.Name, p.Kind, wording.Number(p.N))
	default:
		fmt.Fprintf(&b, "%s: %s x %s%s; H(X) = %s, H(Y) = %s, I(X;Y) = %s bits",
			p.Source.Name, wording.Number(p.N), wording.Number(p.M), samples, wording.Bits(p.HX), wording.Bits(p.HY), wording.Bits(p.IXY))
	}
	if p.Estimator != "" {
		b.WriteString(" by " + p.Estimator)
	}
	return b.String()
}

// describeConstraints says in a line to which groupings a search was restricted. The line is
// empty if there were no constraints.
func describeConstraints(c frontier.Constraints) string {
	var parts []string
	if c.MinMass > 0 {
		parts = append(parts, fmt.Sprintf("groups of at least %s", wording.Share(c.MinMass, 1)))
	}
	if c.MaxClusters > 0 {
		parts = append(parts, fmt.Sprintf("at most %s", wording.Plural(c.MaxClusters, "group")))
	}
	if n := len(c.MustLink); n > 0 {
		parts = append(parts, wording.Plural(n, "must-link"))
	}
	if n := len(c.CannotLink); n > 0 {
		parts = append(parts, wording.Plural(n, "cannot-link"))
	}
	if len(parts) == 0 {
		return ""
	}
	return "constraints: " + strings.Join(parts, ", ")
}

// describeUncertainty says in a line how the uncertainty was computed, and how many points
// are robust. The line is empty if the frontier has no uncertainty.
func describeUncertainty(f *frontier.Frontier) string {
	u := f.Uncertainty
	if u == nil {
		return ""
	}
	how := u.Method
	if u.Resamples > 0 {
		noun := "resample"
		if u.Method == string(robust.Posterior) {
			noun = "draw"
		}
		how += " of " + wording.Plural(u.Resamples, noun)
	}
	terms := TermsOf(f)
	apart := fmt.Sprintf("both %s and %s", terms.H, terms.I)
	if u.Filter.Apart == "either" {
		apart = fmt.Sprintf("%s or %s", terms.H, terms.I)
	}
	overlap := map[string]string{
		"intervals":  "by intervals of ± %g sd",
		"value":      "beyond %g sd of the other",
		"difference": "by %g sd of the difference",
	}[u.Filter.Overlap]
	return fmt.Sprintf("uncertainty by %s: %s robust, apart in %s "+overlap, how, wording.Plural(len(robustPoints(f)), "point"), apart, u.Filter.Sigma)
}

// robustPoints returns the robust points of a frontier.
func robustPoints(f *frontier.Frontier) []frontier.Point {
	return Where(f, func(p frontier.Point) bool { return p.Robust })
}

// Proof says in a line what is proved of a frontier. The line is empty if the frontier has no
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

// atLeast writes a number of bits rounded up to four decimals, so that no more is claimed
// than is proved.
func atLeast(v float64) string { return wording.Bits(math.Ceil(v*1e4-1e-6) / 1e4) }

// power writes a small number without a zero at the beginning of its exponent.
func power(v float64) string {
	text := fmt.Sprintf("%g", v)
	if n := len(text); n > 3 && text[n-3:n-1] == "-0" {
		text = text[:n-2] + text[n-1:]
	}
	return text
}
