package listing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
)

// notableClusters is the largest number of clusters that a summary lists, unless more are recommended.
const notableClusters = 9

// Summarise prints the result of a search: the recommended grouping, the best groupings into few groups, a drawing, notes
// on the table and the sample, with remarks of the caller, and in the last line how complete the frontier is. If
// verbose, it prints all details of the search in place of this line.
func Summarise(w io.Writer, f *frontier.Frontier, ascii, verbose bool, remarks ...string) error {
	say(w, whyNone(f))
	if fewestClusters(f) <= f.Problem.N {
		if err := answer(w, f, ascii); err != nil {
			return err
		}
		fmt.Fprintln(w)
		if err := Draw(w, f, ascii); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	say(w, Table(f.Problem), describeColumns(f.Problem))
	say(w, describeScales(f)...)
	say(w, describeMissing(f), describeSmooth(f), describeConstraints(f), describeEvidence(f), describeSecond(f))
	if f.Problem.Smooth == 0 { // or the remarks are about another I(X;Y)
		say(w, remarks...)
	}
	say(w, describeUncertainty(f), curse(f), describeValidation(f))
	say(w, describeLayers(f))
	if verbose {
		say(w, describeShares(f), Claim(f), describeCeiling(f), describeSoft(f), describeSearch(f))
	} else {
		say(w, Conclude(f))
	}
	return nil
}

// whyNone says in a line why there is nothing to group. It is empty otherwise.
func whyNone(f *frontier.Frontier) string {
	none := fewestClusters(f) > f.Problem.N
	switch {
	case none && constrained(f):
		return "The constraints leave nothing but one group."
	case none && f.Problem.Estimator != "":
		return fmt.Sprintf("By %s, no grouping of X in this sample tells anything about Y. That need not be so: see 'dibmap info' for other estimates.", wording.Word(f.Problem.Estimator))
	case none:
		return "X tells nothing about Y here, so no grouping is worth its bits."
	}
	if r, ok := recommend.From(f); ok && r.Rule == recommend.Nothing && r.K == 1 {
		return wording.Word(r.Reason)
	}
	return ""
}

// answer prints the purpose of a search: the recommended grouping, the best groupings, and the groupings that a sample
// can tell apart.
func answer(w io.Writer, f *frontier.Frontier, ascii bool) error {
	if r, ok := recommend.From(f); ok && r.Rule != recommend.Nothing {
		Answer(w, f, r.Point, groupview.Below(f, r.Point), Why(r))
		if err := Groups(w, f, r.Point, ascii, Screen/2); err != nil {
			return err
		}
	}
	fewest, status := fewestClusters(f), f.Search.Status
	if fewest > 2 && (status == frontier.StatusDeadline || status == frontier.StatusInterrupted) {
		fmt.Fprintf(w, "\nThe search did not reach groupings into fewer than %s groups. Give it more time, or a table of fewer values of X.\n", wording.Number(fewest))
	}
	if f.Uncertainty == nil || groupview.Listed(f) { // otherwise what is robust on the frontier is what there is to know
		if err := listBest(w, f); err != nil || f.Uncertainty == nil {
			return err
		}
	}
	return listRobust(w, f)
}

// mostRobust is the largest number of robust points that a summary lists.
const mostRobust = 24

// listRobust prints the robust points of more than one cluster, by increasing entropy.
func listRobust(w io.Writer, f *frontier.Frontier) error {
	list := Where(f, func(p frontier.Point) bool { return p.Robust && p.K > 1 })
	all := len(robustPoints(f))
	if all < 2 {
		_, err := fmt.Fprintln(w, "\nNo grouping is "+apartBy(f.Uncertainty)+" from one single group: the sample cannot tell any from it.")
		return err
	}
	more := ""
	if all > mostRobust {
		more = fmt.Sprintf(" (the first %d of %s; 'dibmap show --robust' lists all)", mostRobust, wording.Number(all))
	}
	keeps := ", and how much of I(X;Y) each keeps"
	if TermsOf(f).kept == "" {
		keeps = ""
	}
	fmt.Fprintf(w, "\nThe points %s%s%s:\n\n", apartBy(f.Uncertainty), keeps, more)
	return Points(w, f, list[:min(len(list), mostRobust)], "", nil)
}

// fewestClusters returns the smallest number of clusters above one, or more than the number of
// rows if all points have one cluster.
func fewestClusters(f *frontier.Frontier) int {
	fewest := f.Problem.N + 1
	for p := range f.All() {
		if p.K > 1 {
			fewest = min(fewest, p.K)
		}
	}
	return fewest
}

// describeLayers says how many groupings the layers have besides the points. It is empty if there are none.
func describeLayers(f *frontier.Frontier) string {
	l := f.Layers()
	if l == nil {
		return ""
	}
	how := ", and others may be missing"
	if l.Exact {
		how = ", and none is missing"
	}
	return fmt.Sprintf("per k: %s not on the frontier that no other one with the same number of groups dominates%s.",
		wording.Plural(len(l.Entries)-f.Len(), "grouping"), how)
}
