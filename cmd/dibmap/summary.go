package main

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/search"
)

// summaryWidth is the number of characters on a line of a summary.
const summaryWidth = 100

// notableClusters is the largest number of clusters that a summary lists.
const notableClusters = 9

// summarise prints what a person first wants to know of a frontier: the table,
// the search, the shape, and the best groupings into few clusters.
func summarise(w io.Writer, f *frontier.Frontier, ascii bool) error {
	introduce(w, f)
	if err := plot.Terminal(w, f, plot.TerminalOptions{ASCII: ascii}); err != nil {
		return err
	}
	if remark := remarkOn(f); remark != "" {
		fmt.Fprintf(w, "\n%s\n", remark)
	}
	if f.Uncertainty != nil && fewestClusters(f) <= f.Problem.N {
		return listRobust(w, f)
	}
	if fewestClusters(f) > min(notableClusters, f.Problem.N) {
		return nil
	}
	fmt.Fprintf(w, "\n%s\n\n", wordsOf(f).lead)
	return pointTable(w, f, func(p frontier.Point) bool {
		return p.DMC && p.K >= 2 && p.K <= notableClusters
	})
}

// mostRobust is the largest number of robust points that a summary lists.
const mostRobust = 24

// listRobust prints the robust points of more than one cluster, from few bits to many.
func listRobust(w io.Writer, f *frontier.Frontier) error {
	if robustPoints(f) < 2 {
		_, err := fmt.Fprintln(w, "\nNo grouping is robust: the sample cannot tell any from one single group.")
		return err
	}
	left := mostRobust
	more := ""
	if n := robustPoints(f); n > mostRobust {
		more = fmt.Sprintf(" (the first %d of %s; 'dibmap show --robust' lists all)", mostRobust, number(n))
	}
	fmt.Fprintf(w, "\nThe robust points, and how much of I(X;Y) each keeps%s:\n\n", more)
	return pointTable(w, f, func(p frontier.Point) bool {
		if !p.Robust || p.K == 1 || left == 0 {
			return false
		}
		left--
		return true
	})
}

// introduce says in a few lines what was clustered, how, and what is proved.
func introduce(w io.Writer, f *frontier.Frontier) {
	fmt.Fprintf(w, "%s\n%s\n", describeTable(f.Problem), describeSearch(f))
	for _, line := range []string{describeConstraints(f.Problem.Constraints), proofLine(f), describeUncertainty(f)} {
		if line != "" {
			fmt.Fprintln(w, line)
		}
	}
	fmt.Fprintln(w)
}

// remarkOn says what a person might miss in a frontier, and why it is missing.
func remarkOn(f *frontier.Frontier) string {
	fewest := fewestClusters(f)
	switch {
	case fewest > f.Problem.N && !f.Problem.Constraints.IsZero():
		return "The constraints leave nothing but one group."
	case fewest > f.Problem.N && f.Problem.Estimator != "":
		return fmt.Sprintf("By %s, no grouping of X in this sample tells anything about Y. That need not be so: see 'dibmap info' for other estimates.", f.Problem.Estimator)
	case fewest > f.Problem.N:
		return "X tells nothing about Y here, so no grouping is worth its bits."
	case fewest > 2 && (f.Search.Status == search.Deadline || f.Search.Status == search.Interrupted):
		return fmt.Sprintf("The search did not reach groupings into fewer than %s clusters. Give it more time, or a table of fewer values of X.", number(fewest))
	default:
		return ""
	}
}

// fewestClusters returns the smallest number of clusters above one, and more
// than there are rows if there is none.
func fewestClusters(f *frontier.Frontier) int {
	fewest := f.Problem.N + 1
	for p := range f.All() {
		if p.K > 1 {
			fewest = min(fewest, p.K)
		}
	}
	return fewest
}

// describeSearch says in a line what was found, and how sure that is.
func describeSearch(f *frontier.Frontier) string {
	s := f.Search
	evaluated := "groupings"
	if byProgram(s) {
		evaluated = "partial groupings"
	}
	return fmt.Sprintf("%s of X found%s; %s, %s %s evaluated, %s",
		plural(f.Len(), "Pareto-optimal grouping"), describeOrder(s.Order), describeMethod(s), number(s.Evaluated), evaluated, describeEnd(s, wordsOf(f).h))
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
		if s.Status == search.Complete {
			return "exact, by dynamic programming"
		}
		return "dynamic programming"
	case "rounds":
		if s.RoundEpsilon > 0 { // it is 0 if all points are one
			return fmt.Sprintf("local search and %s up to %.2g bits", plural(s.Rounds, "epsilon round"), s.RoundEpsilon)
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
		if s.Status == search.Complete {
			return "all groupings tried"
		}
		return "groupings tried one by one"
	case "union":
		return "union of " + plural(len(s.Runs), "run")
	default:
		return s.Method + " search" + depth
	}
}

// describeEnd says how a search ended; h is what its small objective is called.
func describeEnd(s frontier.Search, h string) string {
	end := string(s.Status)
	switch s.Status {
	case search.Effort:
		end = "effort spent"
	case search.Memory:
		end = "memory used up"
	case search.Deadline:
		end = "cut short by the time limit: the best so far"
	case search.Interrupted:
		end = "interrupted: the best so far"
	}
	if s.Resolution == 0 {
		return end
	}
	thinned := fmt.Sprintf("thinned to one point per %.2g bits to stay within the memory", s.Resolution)
	if byProgram(s) {
		thinned = fmt.Sprintf("thinned to stay within the memory: up to %.2g bits off in %s", s.Resolution, h)
	}
	if s.Status == search.Memory {
		return thinned
	}
	return end + "; " + thinned
}

// pointTable prints the chosen points of a frontier, one a line.
func pointTable(w io.Writer, f *frontier.Frontier, chosen func(frontier.Point) bool) error {
	terms := wordsOf(f)
	if _, err := io.WriteString(w, terms.head()); err != nil {
		return err
	}
	for p := range f.All() {
		if !chosen(p) {
			continue
		}
		line := terms.line(f, p)
		if _, err := fmt.Fprintf(w, "%s%s\n", line, clusterText(p, summaryWidth-len(line))); err != nil {
			return err
		}
	}
	return nil
}
