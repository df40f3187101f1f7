package listing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// width is the number of characters on a line of a listing, and leastRoom the number
// that clusters get if numbers take nearly all.
const (
	width     = 100
	leastRoom = 8
)

// Room returns the number of characters that are left on a line for the clusters.
func Room(line string) int { return max(width-len(line), leastRoom) }

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
		if _, err := fmt.Fprintf(w, "%s%s\n", line, Clusters(p, Room(line))); err != nil {
			return err
		}
	}
	return nil
}

// Clusters writes the clusters of a point on one line of at most room characters.
func Clusters(p frontier.Point, room int) string {
	clusters := p.Clusters()
	if clusters == nil {
		return "(no assignments in this file)"
	}
	return wording.Clusters(clusters, room)
}
