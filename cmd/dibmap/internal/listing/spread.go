package listing

import (
	"fmt"
	"io"
	"math"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// Nobody reads a list of more than mostListed points. It is shortened to spreadOver points, which
// fill a screen.
const (
	mostListed = 1000
	spreadOver = 40
)

// Spread returns points at even steps of H, from the first to the last, if there are more than 1,000, and
// otherwise all of them. O(points).
func Spread(points []frontier.Point) []frontier.Point {
	if len(points) <= mostListed {
		return points
	}
	first, last := points[0].H, points[len(points)-1].H
	var kept []frontier.Point
	next := math.Inf(-1) // the step that the next point is on
	for n, p := range points {
		step := math.Floor((p.H - first) / (last - first) * (spreadOver - 1))
		if step > next || n == 0 || n == len(points)-1 {
			kept, next = append(kept, p), step
		}
	}
	return kept
}

// SaySpread says how many of the points are listed.
func SaySpread(w io.Writer, f *frontier.Frontier, listed, all int) error {
	_, err := fmt.Fprintf(w, "\n%s of %s are listed, at even steps of %s; --full lists all.\n", wording.Number(listed), wording.Plural(all, "point"), TermsOf(f).H)
	return err
}
