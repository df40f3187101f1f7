package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/judge"
)

// findings computes what the page of findings says.
func findings(ctx context.Context, e *env) (outcome, error) {
	letters, err := e.alphabet(ctx)
	if err != nil {
		return outcome{}, err
	}
	f, err := e.frontier(ctx, letters)
	if err != nil {
		return outcome{}, err
	}
	rows := make([]int, letters.joint.Rows())
	for x := range rows {
		rows[x] = x
	}
	port := runPort(letters.joint, rows, judge.Points(letters.joint, judge.ClusteringsOf(f)))
	counted := func(published string) string { // by running the published program on the authors' table
		if letters.name != lettersFile {
			return ""
		}
		return published
	}
	made := outcome{table: letters.name, lines: []line{
		{"letters: points of the frontier", counted("801, by the published program"), fmt.Sprint(f.Len()), certified(f)},
		{"letters: points that a port of the published program returns", counted("801"), fmt.Sprint(port.points), "in the order of the table"},
		{"letters: of these on the frontier", counted("538"), fmt.Sprint(port.right), fmt.Sprintf("%d of them are dominated, and %d points of the frontier are missing", port.wrong, f.Len()-port.right)},
	}}
	lines, err := colourFindings(ctx, e)
	if err != nil {
		return outcome{}, err
	}
	made.lines = append(made.lines, lines...)
	z40, err := groupFrontier(ctx, groupNames[0].name)
	if err != nil {
		return outcome{}, err
	}
	pauli, err := groupFrontier(ctx, groupNames[1].name)
	if err != nil {
		return outcome{}, err
	}
	made.lines = append(made.lines, line{
		"groups: points of @z40 and of @pauli", "identical", fmt.Sprintf("%d and %d", z40.Len(), pauli.Len()),
		fmt.Sprintf("%d of them have the same bits in h and i", sameBits(z40, pauli)),
	})
	return made, nil
}

// colourFindings counts the groupings of hues into arcs and names the others, if the authors'
// table is there.
func colourFindings(ctx context.Context, e *env) ([]line, error) {
	s, err := e.colours()
	if errors.Is(err, errNoTable) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := e.frontier(ctx, s)
	if err != nil {
		return nil, err
	}
	lines := []line{
		{"colours: points of the frontier", "243 in our run, of which 147 are optimal", fmt.Sprint(f.Len()), certified(f)},
		{"colours: of these groupings into arcs of the hue circle", "", fmt.Sprint(arcs(f)), "of all groupings of 30 hues, about one in 10^15 is one into arcs"},
	}
	rows := make([]int, s.joint.Rows())
	for x := range rows {
		rows[x] = x
	}
	port := runPort(s.joint, rows, judge.Points(s.joint, judge.ClusteringsOf(f)))
	lines = append(lines, line{"colours: points that a port of the published program returns", "", fmt.Sprint(port.points), fmt.Sprintf("%d of them are optimal; the number depends on the rounding of points", port.right)})
	list, err := strays(ctx, s.joint, f)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		// What is cut into pieces by a small cluster in pieces is the rest of the circle.
		small := slices.MinFunc(inPieces(p.Point), func(a, b string) int { return cmp.Compare(strings.Count(a, " "), strings.Count(b, " ")) })
		lines = append(lines, line{
			fmt.Sprintf("colours: point %d, the smallest cluster that is no arc", p.Index+1), "", small,
			fmt.Sprintf("h = %s, i = %s, %d clusters; arcs reach %s bit less", show(p.H), show(p.I), p.K, show(p.I-p.arcs)),
		})
	}
	page := draw.Page{Title: fmt.Sprintf("The %d optimal groupings of %s that are not into arcs", len(list), s.name), Height: straysHeight(len(list))}
	return lines, e.drawn("findings-colors", page, func(w io.Writer, format string, page draw.Page) error {
		return drawStrays(w, f, list, format, page)
	})
}

// sameBits returns the number of points that two frontiers share bit for bit, both by increasing h.
func sameBits(f, g *frontier.Frontier) int {
	seen := make(map[[2]float64]bool)
	for p := range f.All() {
		seen[[2]float64{p.H, p.I}] = true
	}
	count := 0
	for p := range g.All() {
		if seen[[2]float64{p.H, p.I}] {
			count++
		}
	}
	return count
}
