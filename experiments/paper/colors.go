package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot"
)

// shownColours is the largest number of clusters whose most informative point gets a palette.
const shownColours = 9

// colours draws the frontier of hues and objects with the hues of some groupings, if the
// authors' table is there.
func colours(ctx context.Context, e *env) (outcome, error) {
	s, err := e.colours()
	if errors.Is(err, errNoTable) {
		return outcome{}, nil
	}
	if err != nil {
		return outcome{}, err
	}
	f, err := e.frontier(ctx, s)
	if err != nil {
		return outcome{}, err
	}
	palette := &plot.Palette{Mass: f.Problem.XMass}
	for x := range s.joint.Rows() {
		palette.Hues = append(palette.Hues, 360*(float64(x)+0.5)/float64(s.joint.Rows()))
	}
	for p := range f.All() {
		if p.DMC && p.K >= 2 && p.K <= shownColours {
			palette.Points = append(palette.Points, p.Index)
		}
	}
	if err := e.points("fig-colors", f); err != nil {
		return outcome{}, err
	}
	opts := plot.Options{Title: fmt.Sprintf("%s: %d hues, %d classes of objects, %d points", s.name, f.Problem.N, f.Problem.M, f.Len()), Width: 200, Height: 140, DPI: 125, Palette: palette}
	made := outcome{table: s.name, lines: []line{
		{"largest I(Z;Y)", "about 0.12 bit in the figure", show(f.Problem.IXY) + " bit", "I(X;Y) of the published table, which is not that of the published figure"},
		{"points on the frontier", "243 in our run, of which 147 are optimal", fmt.Sprint(f.Len()), certified(f)},
		{"of these groupings into arcs of the circle", "", fmt.Sprint(arcs(f)), "nothing asks for contiguous hues; the data does"},
	}}
	return made, e.figure("fig-colors", opts, func(w io.Writer, format string, opts plot.Options) error {
		return plot.Frontier(w, f, format, opts)
	})
}

// arcs returns the number of points whose clusters are all contiguous on the circle of rows.
func arcs(f *frontier.Frontier) int {
	var count int
	for p := range f.All() {
		if len(inPieces(p)) == 0 {
			count++
		}
	}
	return count
}

// inPieces returns the clusters of a point that are in several pieces on the circle of rows.
func inPieces(p frontier.Point) []string {
	a := p.Assignment()
	pieces := make([]int, p.K)
	for x := range a {
		if a[x] != a[(x+1)%len(a)] {
			pieces[a[x]]++
		}
	}
	var list []string
	for c, cluster := range p.Clusters() {
		if pieces[c] > 1 {
			list = append(list, strings.Join(cluster, " "))
		}
	}
	return list
}
