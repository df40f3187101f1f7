package listing

import (
	"fmt"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/robust"
)

// Dependence says in a line whether the counts of a table show that X and Y depend on each other.
// Information is the plug-in I(X;Y) in bits of some records in a table of some rows and columns, which is at most a bound; a
// value below 0 means that it is not known. Where most of it may be chance, what chance gives takes the place of the
// corrected value.
func Dependence(e *frontier.Evidence, information, bound float64, records *int64, rows, columns int) string {
	show := "show"
	if e.AtLeast <= 1 {
		show = "shows"
	}
	test := fmt.Sprintf("%s %s as much dependence (p = %.2g)", Permutations(e), show, e.P())
	found := "X and Y depend on each other: "
	if !e.Shown() {
		found = "no evidence that X and Y depend on each other: "
	}
	switch {
	case information < 0:
		return found + test
	case !e.Shown() || records != nil && permuted.MostlyChance(e, information, *records, rows, columns):
		return fmt.Sprintf("%sI(X;Y) = %s bits, and by chance it is %s on average; %s",
			found, wording.Bits(information), wording.Bits(e.Chance), test)
	default:
		return fmt.Sprintf("%sI(X;Y) = %s bits, corrected for sample size %s; %s",
			found, wording.Bits(information), wording.Bits(min(max(e.Corrected, 0), bound)), test)
	}
}

// Permutations says how many permutations of a test reach the value of the data.
func Permutations(e *frontier.Evidence) string {
	many := "none"
	if e.AtLeast > 0 {
		many = wording.Number(e.AtLeast)
	}
	return fmt.Sprintf("%s of %s permutations", many, wording.Number(e.Permutations))
}

// describeEvidence says in a line whether there is dependence, and the consequence for the
// groupings if there is none. The line is empty without a test.
func describeEvidence(f *frontier.Frontier) string {
	if f.Evidence == nil {
		return ""
	}
	if f.Problem.Means != nil {
		return meansDepend(f)
	}
	information := f.Problem.IXY
	if f.Problem.Estimator != "" || f.Problem.Smooth > 0 {
		information = -1
	}
	line := Dependence(f.Evidence, information, min(f.Problem.HX, f.Problem.HY), f.Problem.Samples, f.Problem.N, f.Problem.M)
	if !f.Evidence.Shown() {
		line += "; these groupings may be of noise"
	}
	return line
}

// meansDepend says in a line whether the means of Y differ, and the consequence for the groupings if they do not.
func meansDepend(f *frontier.Frontier) string {
	e := f.Evidence
	_, test, _ := strings.Cut(Dependence(e, -1, 0, nil, 0, 0), ": ")
	r := func(v float64) string { return wording.Share(max(v, 0), 1) }
	if !e.Shown() {
		return fmt.Sprintf("no evidence that the mean of Y depends on X: R2 = %s, and by chance it is %s on average; %s; these groupings may be of noise",
			r(f.Problem.IXY), r(e.Chance), test)
	}
	return fmt.Sprintf("the mean of Y depends on X: R2 = %s, adjusted for the number of values %s; %s", r(f.Problem.IXY), r(e.Corrected), test)
}

// Unsure says that I(X;Y) of an unsure problem is not known well enough for shares of it.
func Unsure(p *frontier.Problem) string {
	return fmt.Sprintf("I(X;Y) = %s bits by %s is not above its error of %s", wording.Bits(p.IXY), wording.Word(p.Estimator), wording.Bits(p.IXYSD))
}

// describeShares says in a line why shares of I(X;Y) are left out. The line is empty if they are
// shown.
func describeShares(f *frontier.Frontier) string {
	if !f.Problem.WithinError() {
		return ""
	}
	return Unsure(&f.Problem) + ", so shares of it are left out"
}

// curse warns of the winner's curse in a line, if points were compared by resampling although the
// test shows no dependence of X and Y. Otherwise it is empty.
func curse(f *frontier.Frontier) string {
	if f.Uncertainty == nil || f.Evidence == nil || f.Evidence.Shown() || len(robustPoints(f)) < 2 {
		return "" // a single point is one cluster
	}
	return "beware of the winner's curse: of many groupings the search takes those that chance favours, and some are apart where X and Y are independent, too"
}

// apartBy names the method by which the points that the filter keeps are apart.
func apartBy(u *frontier.Uncertainty) string {
	switch robust.Method(u.Method) {
	case robust.Bootstrap:
		return "apart by resampling"
	case robust.Posterior:
		return "apart by draws"
	default:
		return "apart by their errors"
	}
}
