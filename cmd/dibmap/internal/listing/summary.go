package listing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// notableClusters is the largest number of clusters that a summary lists.
const notableClusters = 9

// Summarise prints the table and the search of a frontier, with remarks about the table, a drawing of
// the frontier, and its best groupings into few clusters.
func Summarise(w io.Writer, f *frontier.Frontier, ascii bool, remarks ...string) error {
	Introduce(w, f, remarks...)
	if err := drawFrontier(w, f, ascii); err != nil {
		return err
	}
	if remark := remarkOn(f); remark != "" {
		fmt.Fprintf(w, "\n%s\n", remark)
	}
	if fewestClusters(f) > f.Problem.N {
		return nil
	}
	if f.Uncertainty == nil {
		return listBest(w, f)
	}
	if Listed(f) { // otherwise what is robust on the frontier is what there is to know
		if err := listBest(w, f); err != nil {
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

// remarkOn says why a frontier lacks what a person may expect in it.
func remarkOn(f *frontier.Frontier) string {
	fewest := fewestClusters(f)
	switch {
	case fewest > f.Problem.N && constrained(f):
		return "The constraints leave nothing but one group."
	case fewest > f.Problem.N && f.Problem.Estimator != "":
		return fmt.Sprintf("By %s, no grouping of X in this sample tells anything about Y. That need not be so: see 'dibmap info' for other estimates.", wording.Word(f.Problem.Estimator))
	case fewest > f.Problem.N:
		return "X tells nothing about Y here, so no grouping is worth its bits."
	case fewest > 2 && (f.Search.Status == frontier.StatusDeadline || f.Search.Status == frontier.StatusInterrupted):
		return fmt.Sprintf("The search did not reach groupings into fewer than %s clusters. Give it more time, or a table of fewer values of X.", wording.Number(fewest))
	default:
		return ""
	}
}

// fewestClusters returns the smallest number of clusters above one. If there is none, it is
// larger than the number of rows.
func fewestClusters(f *frontier.Frontier) int {
	fewest := f.Problem.N + 1
	for p := range f.All() {
		if p.K > 1 {
			fewest = min(fewest, p.K)
		}
	}
	return fewest
}
