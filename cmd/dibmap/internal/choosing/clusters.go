package choosing

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// contributions is the number of values of Y, at most, that say what is more frequent in
// a cluster than elsewhere, and of those that are less.
const contributions = 3

// clusterLines prints clusters one after the other: number, mass, what it contributes to
// I(Z;Y), labels in the order of the table, and what is more and what is less frequent in
// it. What the file does not tell is left out.
func clusterLines(w io.Writer, f *frontier.Frontier, p frontier.Point) error {
	clusters, labels, whole := f.Describe(p, contributions), p.Clusters(), p.I
	if len(clusters) == 0 {
		return nil
	}
	masses, told := !math.IsNaN(clusters[0].Mass), !math.IsNaN(clusters[0].I)
	if !masses {
		return plainLines(w, labels)
	}
	var b strings.Builder
	head := fmt.Sprintf("%4s  %7s", "", "share")
	if told {
		head += fmt.Sprintf("  %7s", "of I")
	}
	fmt.Fprintf(&b, "\n%s  cluster\n", head)
	indent := strings.Repeat(" ", len(head)+2)
	for c, cluster := range clusters {
		line := fmt.Sprintf("%4d  %7s", c, wording.Share(cluster.Mass, 1))
		if told {
			line += fmt.Sprintf("  %7s", wording.Share(cluster.I, whole))
		}
		fmt.Fprintf(&b, "%s  %s\n", line, strings.Join(folded(labels[c], clusterWidth-len(indent)), "\n"+indent))
		for _, text := range []string{contrast("more", cluster.Tells), contrast("less", cluster.TellsNot)} {
			if text != "" {
				fmt.Fprintf(&b, "%s%s\n", indent, text)
			}
		}
	}
	if told {
		b.WriteString("\nMore and less: the values of Y that set the records of a cluster apart, with their share\namong these and, in brackets, among all.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func plainLines(w io.Writer, clusters [][]string) error {
	for c, labels := range clusters {
		if _, err := fmt.Fprintf(w, "%4d: %s\n", c, joined(labels)); err != nil {
			return err
		}
	}
	return nil
}

// joined writes all labels of a cluster on one line.
func joined(labels []string) string { return strings.Join(folded(labels, math.MaxInt), " ") }

// clusterWidth is the number of characters beyond which a list of labels goes on in the
// next line.
const clusterWidth = 120

// folded writes all labels of a cluster on lines of at most width characters, but for
// labels that are longer.
func folded(labels []string, width int) []string {
	var lines []string
	var line strings.Builder
	length := 0
	for _, l := range labels {
		l = wording.Apart(l)
		n := utf8.RuneCountInString(l)
		if length > 0 && n >= width-length {
			lines = append(lines, line.String())
			line.Reset()
			length = 0
		}
		if length > 0 {
			line.WriteByte(' ')
			length++
		}
		line.WriteString(l)
		length += n
	}
	return append(lines, line.String())
}

// contrast lists values of Y that are more frequent in a cluster than elsewhere, or less.
func contrast(word string, list []frontier.Contribution) string {
	if len(list) == 0 {
		return ""
	}
	var values []string
	for _, v := range list {
		values = append(values, fmt.Sprintf("%s %s (%s)", wording.Label(v.Y), wording.Share(v.P, 1), wording.Share(v.Overall, 1)))
	}
	return word + ": " + strings.Join(values, ", ")
}
