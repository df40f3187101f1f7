package choosing

import (
	"fmt"
	"io"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
)

// contributions is the largest number of values of Y that are listed as more frequent in a cluster
// than elsewhere, and as less frequent.
const contributions = 3

// clusterWidth is the number of characters after which a list of labels is continued on the next
// line.
const clusterWidth = 120

// printClusters prints each cluster with its number, its mass, its contribution to I(Z;Y), its
// ranges or labels in the order of the table, and the values of Y that are more and less frequent
// in it than elsewhere. Facts that the file does not have are left out. If the output is longer
// than a screen and full is false, it has the heaviest clusters, and the heaviest labels of long
// clusters.
func printClusters(w io.Writer, f *frontier.Frontier, p frontier.Point, full bool) error {
	clusters := describe.Clusters(f, p, contributions)
	if len(clusters) == 0 {
		return nil
	}
	t := newClusterTable(f, clusters)
	t.emphasis = wording.Emphasis(w)
	labels := listing.Texts(p.Ranges())
	var b strings.Builder
	b.WriteString(t.head)
	var whole strings.Builder
	for c := range clusters {
		whole.WriteString(t.entry(c, folded(labels[c], t.width)))
	}
	if full || t.fits(whole.String()) {
		b.WriteString(whole.String())
	} else {
		sorted, byMass := heaviestFirst(f, p, labels)
		t.brief(&b, sorted, byMass)
	}
	t.missing(&b, f)
	b.WriteString(t.legend)
	sayNearest(&b, f, p)
	_, err := io.WriteString(w, b.String())
	return err
}

// folded writes all labels of a cluster, separated by spaces, or by commas where these are easier to
// read, on lines of at most width columns. Longer labels have a line of their own.
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
		case wording.Width(line)+wording.Width(label) >= width:
			lines, line = append(lines, line), label
		default:
			line += " " + label
		}
	}
	return append(lines, line)
}

// contrast lists values of Y after an introduction. It returns nothing for an empty list.
func contrast(introduction string, list []describe.Contribution) string {
	if len(list) == 0 {
		return ""
	}
	var values []string
	for _, v := range list {
		values = append(values, fmt.Sprintf("%s %s (%s)", wording.Label(v.Y), wording.Share(v.P, 1), wording.Share(v.Overall, 1)))
	}
	return introduction + strings.Join(values, ", ")
}
