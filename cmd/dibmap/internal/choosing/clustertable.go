package choosing

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
)

// screen is the largest number of lines of clusters that are printed whole by default. If there
// are more, a cluster has at most briefLines lines of labels, and only the clusters that fit on a
// screen are printed.
const (
	screen     = 60
	briefLines = 4
)

// clusterTable writes the clusters of a point as a table.
type clusterTable struct {
	clusters     []describe.Cluster
	known, told  bool    // the masses of clusters, and their contributions to I(Z;Y)
	information  float64 // of all clusters
	spread       float64 // of Y, whose level each cluster has; 0 without
	head, legend string
	indent       string // of the second line of a cluster
	width        int    // of the labels
	emphasis     func(labels string) string
}

// newClusterTable returns a table of clusters of a frontier.
func newClusterTable(f *frontier.Frontier, clusters []describe.Cluster) *clusterTable {
	t := &clusterTable{clusters: clusters, known: !math.IsNaN(clusters[0].Mass), told: !math.IsNaN(clusters[0].I)}
	if !t.known {
		t.indent, t.width = strings.Repeat(" ", len("   0: ")), math.MaxInt
		return t
	}
	for _, c := range clusters {
		t.information += c.I // of the table: the I of a point may be an estimate that is not the sum of the clusters
	}
	if f.Problem.Means != nil {
		t.spread = math.Sqrt(f.Problem.Variance)
	}
	head := t.line("", "share", "of I", "mean", "sd", "95 % of mean")
	values, others := "cluster", "Y"
	if x, y, ok := f.Problem.Columns(); ok {
		values, others = "values of "+x, y
	}
	t.head = fmt.Sprintf("\n%s%s\n", head, values)
	t.indent, t.width = strings.Repeat(" ", len(head)), clusterWidth-len(head)
	if t.told {
		t.legend = "\nMore and less: the values of " + others + " that set the records of a cluster apart, with their share\namong these and, in brackets, among all.\n"
	}
	if t.spread > 0 {
		t.legend = fmt.Sprintf("\nmean and sd: of %s in a group; 95 %% of mean: an interval of its mean by Student's t.\n", others)
	}
	return t
}

// row writes the columns before the labels of a cluster that is described.
func (t *clusterTable) row(number int, information string, c *describe.Cluster) string {
	level := func(v float64) string { return wording.Level(v, t.spread) }
	interval := "-"
	if !math.IsNaN(c.Low) {
		interval = level(c.Low) + " - " + level(c.High)
	}
	return t.line(fmt.Sprint(number), wording.Share(c.Mass, 1), information, level(c.Mean), level(c.SD), interval)
}

// line writes the columns before the labels of a cluster.
func (t *clusterTable) line(number, mass, information, mean, sd, interval string) string {
	text := fmt.Sprintf("%4s  %7s  ", number, mass)
	if t.spread > 0 {
		text += fmt.Sprintf("%8s  %8s  %17s  ", mean, sd, interval)
	}
	if t.told {
		text += fmt.Sprintf("%7s  ", information)
	}
	return text
}

// entry writes a cluster with lines of labels.
func (t *clusterTable) entry(c int, labels []string) string {
	for n, line := range labels {
		labels[n] = t.emphasis(line)
	}
	if !t.known {
		return fmt.Sprintf("%4d: %s\n", c, strings.Join(labels, "\n"+t.indent))
	}
	cluster, indent := &t.clusters[c], "\n"+t.indent
	return t.row(c, wording.Share(cluster.I, t.information), cluster) +
		strings.Join(labels, indent) + contrast(indent+"more: ", cluster.Tells) + contrast(indent+"less: ", cluster.TellsNot) + "\n"
}

// fits reports whether a screen holds some lines. Long lines count as several.
func (t *clusterTable) fits(text string) bool {
	lines := 0
	for line := range strings.Lines(text) {
		lines += 1 + (wording.Width(line)-1)/(2*clusterWidth)
	}
	return lines <= screen
}

// brief writes the heaviest clusters that fit on a screen, with the first labels of each. Then it
// says what was left out, and whether labels are by mass.
func (t *clusterTable) brief(w io.Writer, labels [][]string, byMass bool) {
	beside := 0 // other lines of a cluster
	if t.told {
		beside = 2
	}
	order := make([]int, len(t.clusters))
	for c := range order {
		order[c] = c
	}
	weight := func(c int) float64 {
		if t.known {
			return t.clusters[c].Mass
		}
		return float64(len(labels[c]))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	shown := order[:min(len(order), screen/(1+beside))]
	most := min(briefLines, screen/len(shown)-beside)
	if len(shown) == len(order) {
		slices.Sort(shown)
	}
	for _, c := range shown {
		fmt.Fprint(w, t.entry(c, shortened(labels[c], min(t.width, clusterWidth), most)))
	}
	fmt.Fprintln(w)
	t.sayRest(w, order[len(shown):])
	if byMass {
		fmt.Fprint(w, "Values that occur most often come first. ")
	}
	fmt.Fprintln(w, "--full prints all.")
}

// sayRest describes the clusters that were left out.
func (t *clusterTable) sayRest(w io.Writer, rest []int) {
	if len(rest) == 0 {
		return
	}
	share := ""
	if t.known {
		mass := 0.0
		for _, c := range rest {
			mass += t.clusters[c].Mass
		}
		share = ", with " + wording.Share(min(mass, 1), 1) + " of the records"
	}
	fmt.Fprintf(w, "And %s%s. ", wording.Plural(len(rest), "more group"), share)
}

// heaviestFirst returns the labels of clusters by decreasing mass, or as they are if they are ranges of
// an order or if masses are not known, and whether they are by mass.
func heaviestFirst(f *frontier.Frontier, p frontier.Point, labels [][]string) (sorted [][]string, byMass bool) {
	heaviest := listing.Heaviest(f)
	if f.Order() != nil || heaviest == nil {
		return labels, false
	}
	return listing.Grouped(f, p, heaviest), true
}

// shortened writes the labels of a cluster on some lines. If there are too many, it writes the
// first labels and the number of the others.
func shortened(labels []string, width, most int) []string {
	for n := min(len(labels), most*width); ; n-- {
		lines := folded(labels[:n], width)
		if n == len(labels) && len(lines) <= most {
			return lines
		}
		last := lines[len(lines)-1] + " and " + wording.Number(len(labels)-n) + " more"
		if len(lines) < most || len(lines) == most && wording.Width(last) <= width || n == 1 {
			lines[len(lines)-1] = last
			return lines
		}
	}
}
