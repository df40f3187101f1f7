package listing

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/robust"
)

// Introduce describes in a few lines the points, the table, and the search.
func Introduce(w io.Writer, f *frontier.Frontier) {
	say(w, describeNothing(f), Claim(f), describeCeiling(f), describeSoft(f), Table(f.Problem), describeColumns(f.Problem))
	say(w, describeScales(f)...)
	say(w, describeMissing(f), describeSmooth(f), describeSearch(f), describeConstraints(f), describeEvidence(f), describeSecond(f), describeShares(f),
		describeUncertainty(f), curse(f), describeValidation(f))
	fmt.Fprintln(w)
}

// say prints the lines that are not empty.
func say(w io.Writer, lines ...string) {
	for _, line := range lines {
		if line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

// describeNothing says in a line that there is nothing to group, if the test of dependence finds
// nothing. People should know this first. Otherwise it is empty.
func describeNothing(f *frontier.Frontier) string {
	if f.Evidence == nil || f.Evidence.Shown() {
		return ""
	}
	r, _ := recommend.From(f)
	return wording.Word(r.Reason)
}

// describeSmooth says in a line how rows were smoothed. The line is empty if they were not.
func describeSmooth(f *frontier.Frontier) string {
	if f.Problem.Smooth == 0 {
		return ""
	}
	return fmt.Sprintf("smoothed: p(y|x) is as if %.3g more records with the distribution of all had each value of X; I, and the share that is kept, are of the smoothed table", f.Problem.Smooth)
}

// describeSearch says in a line how the points were found. The line is empty if it is not known.
func describeSearch(f *frontier.Frontier) string {
	s := f.Search
	if s.Method == "" {
		return ""
	}
	evaluated := "groupings"
	if byProgram(s) {
		evaluated = "partial groupings"
	}
	return fmt.Sprintf("found by %s, %s %s evaluated%s", describeMethod(s), wording.Number(s.Evaluated), evaluated, describeEnd(f))
}

// byProgram reports whether a frontier was found by dynamic programming.
func byProgram(s frontier.Search) bool {
	return s.Method == "dp" || s.Method == "intervals" || s.Method == "line"
}

// describeMethod says how a frontier was found.
func describeMethod(s frontier.Search) string {
	depth := ""
	if s.Epsilon > 0 {
		depth = fmt.Sprintf(" with epsilon %g bits", float64(s.Epsilon))
	}
	switch s.Method {
	case "dp", "orbits", "counted", "intervals", "line":
		return "dynamic programming"
	case "rounds":
		if s.RoundEpsilon > 0 { // it is 0 if there is one point
			return fmt.Sprintf("local search and %s up to %.2g bits", wording.Plural(s.Rounds, "epsilon round"), s.RoundEpsilon)
		}
		return "local search"
	case "sweeps":
		return "sweeps"
	case "local":
		return "local search" + depth
	case "mapper":
		if s.Epsilon == 0 {
			return "greedy search"
		}
		return "search" + depth
	case "enumeration":
		return "trying all groupings"
	case "branch-and-bound":
		return "branch and bound"
	case "union":
		return "the union of " + wording.Plural(len(s.Runs), "run")
	default:
		return wording.Word(s.Method) + " search" + depth
	}
}

// thinned reports whether points close to other points were left out.
func thinned(s frontier.Search) bool {
	if s.Method == "union" {
		return slices.ContainsFunc(s.Runs, thinned)
	}
	return s.Resolution > 0 && !byProgram(s)
}

// describeEnd says how a search ended, and the proof after it.
func describeEnd(f *frontier.Frontier) string {
	s := f.Search
	end := ""
	if f.Certificate != nil && f.Certificate.Complete {
		return "; 'dibmap verify' checks the proof"
	}
	switch s.Status {
	case frontier.StatusConverged:
		end = ", converged"
	case frontier.StatusEffort:
		end = ", effort spent"
		if f.Certificate != nil {
			end = "; a proof takes longer, which --prove allows"
		}
	case frontier.StatusMemory:
		if !thinned(s) {
			end = ", memory used up"
		}
	case frontier.StatusDeadline:
		end = ", cut short by the time limit"
	case frontier.StatusInterrupted:
		end = ", interrupted"
	case frontier.StatusComplete:
		end = "; 'dibmap verify' solves it again"
	}
	if thinned(s) {
		end += fmt.Sprintf(", thinned to one point per %.2g bits", s.Resolution)
	}
	return end
}

// Table says in a line what was clustered.
func Table(p frontier.Problem) string {
	var b strings.Builder
	h, i := p.Axes()
	samples, name := "", wording.Word(p.Source.Name)
	if p.Samples != nil {
		samples = ", N = " + wording.Number(*p.Samples)
	}
	switch {
	case p.Means != nil:
		x, y, _ := p.Columns()
		fmt.Fprintf(&b, "%s: %s of %s%s; H(X) = %s bits; variance of %s %.4g, of which %s explains %s",
			name, wording.Plural(p.N, "value"), x, samples, wording.Bits(p.HX), y, p.Variance, x, wording.Share(p.IXY, 1))
	case i.Share:
		fmt.Fprintf(&b, "%s: %s points in %s%s; H(X) = %s bits",
			name, wording.Number(p.N), wording.Plural(p.M, "dimension"), samples, wording.Bits(p.HX))
		if p.Variance > 0 {
			fmt.Fprintf(&b, ", variance %.4g", p.Variance)
		}
	case p.Kind == "symmetric":
		fmt.Fprintf(&b, "%s: %s x %s x %s%s; H(X1,X2)/2 = %s, H(Y) = %s, I(X1,X2;Y) = %s bits",
			name, wording.Number(p.N), wording.Number(p.N), wording.Number(p.M), samples, wording.Bits(p.HX), wording.Bits(p.HY), wording.Bits(p.IXY))
	case h.Unit == "":
		fmt.Fprintf(&b, "%s: %s, %s rows", name, wording.Word(p.Kind), wording.Number(p.N))
	default:
		fmt.Fprintf(&b, "%s: %s x %s%s; H(X) = %s, H(Y) = %s, I(X;Y) = %s bits",
			name, wording.Number(p.N), wording.Number(p.M), samples, wording.Bits(p.HX), wording.Bits(p.HY), wording.Bits(p.IXY))
	}
	if p.Estimator != "" {
		b.WriteString(" by " + wording.Word(p.Estimator))
	}
	return b.String()
}

// describeColumns names the columns X and Y in a line, so that narrow heads can have H(Z). The
// line is empty if they are not known.
func describeColumns(p frontier.Problem) string {
	x, y, ok := p.Columns()
	if len(p.XScales) > 1 {
		x = conjoined(p.XScales)
	}
	if len(p.YScales) > 1 {
		y = conjoined(p.YScales)
	}
	switch {
	case !ok:
		return ""
	case p.Kind == "symmetric":
		return fmt.Sprintf("X1 and X2 are %s, Y is %s; Z1 and Z2 are the groups of X1 and X2", x, y)
	case y == "":
		return fmt.Sprintf("X is %s; Z is the group of X", x)
	case len(p.XScales) == 0 || len(p.YScales) == 0:
		return fmt.Sprintf("X is %s, Y is %s; Z is the group of X", x, y)
	case p.Means != nil:
		return fmt.Sprintf("X is %s, %s; Y is %s, of which groups explain the mean; Z is the group of X", x, readAs(p.XScales, p.XLabels), y)
	default:
		return fmt.Sprintf("X is %s, %s; Y is %s, %s; Z is the group of X", x, readAs(p.XScales, p.XLabels), y, readAs(p.YScales, p.YLabels))
	}
}

// describeConstraints says in a line to which groupings a search was restricted. The line is empty
// without constraints.
func describeConstraints(f *frontier.Frontier) string {
	c := f.Problem.Constraints
	if !constrained(f) {
		return ""
	}
	var parts []string
	if c.MinMass > 0 {
		parts = append(parts, fmt.Sprintf("groups of at least %s", wording.Share(c.MinMass, 1)))
	}
	if c.MaxClusters > 0 {
		parts = append(parts, fmt.Sprintf("at most %s", wording.Plural(c.MaxClusters, "group")))
	}
	if c.Monotone != "" {
		parts = append(parts, describeTrend(&f.Problem))
	}
	if n := len(c.MustLink); n > 0 {
		parts = append(parts, wording.Plural(n, "must-link"))
	}
	if n := len(c.CannotLink); n > 0 {
		parts = append(parts, wording.Plural(n, "cannot-link"))
	}
	for _, label := range c.Alone {
		parts = append(parts, wording.Label(label)+" a group of its own")
	}
	if len(parts) == 0 {
		return ""
	}
	return "constraints: " + strings.Join(parts, ", ")
}

// describeTrend says how the share of the event, the last value of Y, changes along the groups.
func describeTrend(p *frontier.Problem) string {
	_, y, ok := p.Columns()
	if !ok {
		y = "Y"
	}
	changes := map[string]string{"up": "rises", "down": "falls", "peak": "rises and then falls", "valley": "falls and then rises"}[p.Constraints.Monotone]
	if p.M == 2 {
		return fmt.Sprintf("the share of %s = %s %s from group to group", y, wording.Label(p.YLabels[1]), changes)
	}
	return fmt.Sprintf("the share of %s = y or more %s from group to group, for every y", y, changes)
}

// describeUncertainty says in a line how the uncertainty was computed, and how many points
// are apart by it. The line is empty if the frontier has no uncertainty.
func describeUncertainty(f *frontier.Frontier) string {
	u := f.Uncertainty
	if u == nil {
		return ""
	}
	how := wording.Word(u.Method)
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
	return fmt.Sprintf("uncertainty by %s: %s %s, in %s "+overlap, how, wording.Plural(len(robustPoints(f)), "point"), apartBy(u), apart, u.Filter.Sigma)
}

// robustPoints returns the robust points of a frontier.
func robustPoints(f *frontier.Frontier) []frontier.Point {
	return Where(f, func(p frontier.Point) bool { return p.Robust })
}
