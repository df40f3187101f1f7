package choosing

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// contributions is the largest number of values of Y that are listed as more frequent in a
// cluster than elsewhere, and of those that are less frequent.
const contributions = 3

// clusterWidth is the number of characters after which a list of labels goes on in the
// next line.
const clusterWidth = 120

// printClusters prints each cluster with its number, its mass, what it contributes to
// I(Z;Y), its ranges or labels in the order of the table, and the values of Y that are more and less
// frequent in it than elsewhere. What the file does not tell is left out.
func printClusters(w io.Writer, f *frontier.Frontier, p frontier.Point) error {
	clusters, labels := f.Describe(p, contributions), listing.Texts(p.Ranges())
	if len(clusters) == 0 {
		return nil
	}
	var b strings.Builder
	if math.IsNaN(clusters[0].Mass) {
		for c := range clusters {
			fmt.Fprintf(&b, "%4d: %s\n", c, strings.Join(folded(labels[c], math.MaxInt), " "))
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
	told, all := !math.IsNaN(clusters[0].I), 0.0
	for _, c := range clusters {
		all += c.I // of the table: p.I may be an estimate, of which the clusters are no parts
	}
	line := func(number, mass, information string) string {
		text := fmt.Sprintf("%4s  %7s  ", number, mass)
		if told {
			text += fmt.Sprintf("%7s  ", information)
		}
		return text
	}
	head := line("", "share", "of I")
	values, others := "cluster", "Y"
	if x, y, ok := f.Problem.Columns(); ok {
		values, others = "values of "+x, y
	}
	fmt.Fprintf(&b, "\n%s%s\n", head, values)
	indent := "\n" + strings.Repeat(" ", len(head))
	for c, cluster := range clusters {
		b.WriteString(line(fmt.Sprint(c), wording.Share(cluster.Mass, 1), wording.Share(cluster.I, all)))
		b.WriteString(strings.Join(folded(labels[c], clusterWidth-len(head)), indent))
		b.WriteString(contrast(indent+"more: ", cluster.Tells) + contrast(indent+"less: ", cluster.TellsNot) + "\n")
	}
	if told {
		b.WriteString("\nMore and less: the values of " + others + " that set the records of a cluster apart, with their share\namong these and, in brackets, among all.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// folded writes all labels of a cluster, separated by spaces, or by commas where these are easier to
// read, on lines of at most width characters. Longer labels have a line of their own.
func folded(labels []string, width int) []string {
	var lines []string
	var line string
	spoken := wording.Spoken(labels)
	for n, label := range labels {
		if !spoken {
			label = wording.Apart(label)
		} else if label = wording.Part(label, len(labels) == 1); n < len(labels)-1 {
			label += ","
		}
		switch {
		case line == "":
			line = label
		case utf8.RuneCountInString(line)+utf8.RuneCountInString(label) >= width:
			lines, line = append(lines, line), label
		default:
			line += " " + label
		}
	}
	return append(lines, line)
}

// contrast lists values of Y after an introduction. It returns nothing for an empty list.
func contrast(introduction string, list []frontier.Contribution) string {
	if len(list) == 0 {
		return ""
	}
	var values []string
	for _, v := range list {
		values = append(values, fmt.Sprintf("%s %s (%s)", wording.Label(v.Y), wording.Share(v.P, 1), wording.Share(v.Overall, 1)))
	}
	return introduction + strings.Join(values, ", ")
}
