package listing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// Width is the number of characters on a line of a summary.
const Width = 100

// Points prints the chosen points of a frontier, one a line.
func Points(w io.Writer, f *frontier.Frontier, chosen func(frontier.Point) bool) error {
	terms := TermsOf(f)
	if _, err := io.WriteString(w, terms.Head()); err != nil {
		return err
	}
	for p := range f.All() {
		if !chosen(p) {
			continue
		}
		line := terms.Line(f, p)
		if _, err := fmt.Fprintf(w, "%s%s\n", line, Clusters(p, Width-len(line))); err != nil {
			return err
		}
	}
	return nil
}

// Clusters writes the clusters of a point on one line of at most width characters.
func Clusters(p frontier.Point, width int) string {
	clusters := p.Clusters()
	if clusters == nil {
		return "(no assignments in this file)"
	}
	return wording.Clusters(clusters, width)
}
