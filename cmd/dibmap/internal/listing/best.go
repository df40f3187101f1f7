package listing

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/vocabulary"
	"github.com/dibmap/dibmap/scale"
)

// listBest prints the best groupings into few groups and the recommended grouping, below a title.
func listBest(w io.Writer, f *frontier.Frontier) error {
	r, ok := recommend.From(f)
	ok = ok && r.Rule != recommend.Nothing
	var few []frontier.Point
	for p := range f.BestKnown() {
		if p.K >= 2 && p.K <= notableClusters || ok && p.K == r.K {
			few = append(few, p)
		}
	}
	if len(few) == 0 {
		return nil
	}
	t := TermsOf(f)
	var legend []string
	if ok {
		t.marked = r.K
		legend = append(legend, "> "+vocabulary.English.Legend.Recommended)
	}
	fmt.Fprintf(w, "\n%s:\n\n", bestAre(f))
	var err error
	if f.BestUpTo() > 0 {
		err = t.bestPoints(w, f, few)
		legend = append(legend, t.bestLegend(f, few))
	} else {
		err = t.points(w, f, few, "", nil)
	}
	if err == nil && legend != nil {
		_, err = fmt.Fprintf(w, "\n%s\n", strings.Join(legend, "\n"))
	}
	return err
}

// bestAre names the best groupings, and the columns of their table.
func bestAre(f *frontier.Frontier) string {
	t := TermsOf(f)
	if !groupview.Listed(f) {
		return "The best of the frontier's groupings for each number of groups" + t.keep
	}
	return "The best grouping for each number of groups" + t.keep
}

// Best prints best groupings, one on each line, below a head, and then the meaning of the columns.
func Best(w io.Writer, f *frontier.Frontier, points []frontier.Point) error {
	if f.BestUpTo() == 0 {
		return Explained(w, f, points)
	}
	t := TermsOf(f)
	if err := t.bestPoints(w, f, points); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", t.bestLegend(f, points))
	return err
}

// bestPoints prints best groupings, one on each line, below a head.
func (t Terms) bestPoints(w io.Writer, f *frontier.Frontier, points []frontier.Point) error {
	clusters := NewClusters(f)
	var b strings.Builder
	b.WriteString(t.bestRow("k", t.H, t.I, t.kept, "held out", t.second, "frontier", "apart", "best") + "groups\n")
	for _, p := range points {
		line := t.bestRow(t.count(p), wording.Bits(p.H), t.level(p.I), shareOf(f, p), HeldOut(f, p), t.told(p), mark(p.Index >= 0), mark(p.Robust), statusOf(p))
		b.WriteString(line + clusters.Line(p, Room(w, line)) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// OfClusters returns a function that prints groupings into k groups, one on each line below a head, and then the meaning of
// the columns. Held-out values are left out, as they are not comparable with other lists.
func OfClusters(k int) func(w io.Writer, f *frontier.Frontier, points []frontier.Point) error {
	return func(w io.Writer, f *frontier.Frontier, points []frontier.Point) error {
		t, clusters := TermsOf(f), NewClusters(f)
		t.heldOut, t.uncertain = "", false
		best, listed := f.WithClusters(k)
		listed = listed && groupview.Listed(f)
		text := t.bestRow("k", t.H, t.I, t.kept, "", t.second, "frontier", "", "best") + "groups\n"
		for _, p := range points {
			on, _ := f.Within(p.H)
			status := ""
			if listed && p.I >= best.I-pareto.Tolerance {
				status = statusOf(best)
			}
			line := t.bestRow(t.count(p), wording.Bits(p.H), t.level(p.I), shareOf(f, p), "", t.told(p), mark(on.I <= p.I+pareto.Tolerance), "", status)
			text += line + clusters.Line(p, Room(w, line)) + "\n"
		}
		var marked []frontier.Point
		if listed {
			marked = append(marked, best)
		}
		_, err := fmt.Fprintf(w, "%s\n%s\n", text, t.bestLegend(f, marked))
		return err
	}
}

// statusOf says whether a grouping is proved to be the best for its number of groups.
func statusOf(best frontier.Point) string {
	if best.Exact {
		return "proved"
	}
	return "found"
}

// bestRow writes the columns of a line that the frontier has.
func (t Terms) bestRow(k, h, i, kept, held, second, on, robust, best string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%4s %*s %*s ", k, max(8, len(t.H)), h, max(8, len(t.I)), i)
	if t.kept != "" {
		fmt.Fprintf(&b, "%*s ", max(8, len(t.kept)), kept)
		if t.heldOut != "" {
			fmt.Fprintf(&b, "%8s ", held)
		}
	}
	if t.second != "" {
		fmt.Fprintf(&b, "%7s ", second)
	}
	fmt.Fprintf(&b, "%8s ", on)
	if t.uncertain {
		fmt.Fprintf(&b, "%6s ", robust)
	}
	fmt.Fprintf(&b, " %-6s  ", best)
	return b.String()
}

// bestLegend says in a sentence why these groupings are the best, and explains the marks.
func (t Terms) bestLegend(f *frontier.Frontier, points []frontier.Point) string {
	exact := lists.Count(points, func(p frontier.Point) bool { return p.Exact })
	none := "no " + Into(f, "as many groups")
	var best string
	switch {
	case len(points) == 0:
		best = "best: none is known to tell more than fewer groups"
	case exact == len(points):
		best = fmt.Sprintf("proved: %s %s", none, t.better)
	case exact == 0:
		best = fmt.Sprintf("found: the search met %s that %s", none, t.better)
	default:
		best = fmt.Sprintf("proved: %s %s; found: the search met none that does", none, t.better)
	}
	if f.Problem.Missing.Group() {
		best += ".\nbeside the k groups: " + scale.MissingLabel + ", " + Absent(f)
	}
	if t.second != "" {
		best += ".\n" + t.meaning()
	}
	return best + ".\nfrontier: * where no grouping is known that " + t.better + " at the same " + t.H + " or less."
}

// Into names the groupings that a best grouping is compared with: all, or only groupings that the
// order and the constraints allow.
func Into(f *frontier.Frontier, groups string) string {
	what := "grouping"
	switch p := &f.Problem; {
	case f.Search.Order == "":
		what += " into " + groups
	case f.Search.Order == string(p.XScales.Order()) && !slices.Contains(p.XLabels, scale.MissingLabel):
		what += " into " + strings.Replace(groups, "group", "range", 1)
	default:
		what += " of neighbours into " + groups
	}
	if constrained(f) {
		what += " that satisfies the constraints"
	}
	return what
}
