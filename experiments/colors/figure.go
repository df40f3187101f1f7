package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// palettes is the number of points of the frontier that show the colours of their clusters.
const palettes = 9

// figure is a table whose frontier is drawn in the colours of its rows.
type figure struct {
	table *joint.Joint
	hues  map[string]float64 // of the rows, in degrees, by label
}

// figure returns the table of the result with its hues.
func (r *result) figure() (figure, error) {
	j, err := r.joint()
	hues := make(map[string]float64)
	for _, b := range r.bins {
		hues[b.label] = b.hue
	}
	return figure{j, hues}, err
}

// openFigure reads a table. Rows with labels of this program have the hue in the middle of their
// bin. If any row has another label, as in the published table, which has none, the rows are
// taken to be evenly spaced around the circle, from 0 degrees on.
func openFigure(ctx context.Context, name string) (figure, error) {
	t, err := table.Open(ctx, name, table.Options{})
	if err != nil {
		return figure{}, err
	}
	j, err := t.Joint()
	if err != nil {
		return figure{}, err
	}
	hues := make(map[string]float64)
	for _, label := range j.XLabels() {
		if hue, ok := middle(label); ok {
			hues[label] = hue
		}
	}
	if len(hues) < j.Rows() {
		for row, label := range j.XLabels() {
			hues[label] = 360 * (float64(row) + 0.5) / float64(j.Rows())
		}
	}
	return figure{j, hues}, nil
}

// middle returns the middle of a label such as "012-019", in degrees.
func middle(label string) (hue float64, ok bool) {
	first, second, _ := strings.Cut(label, "-")
	from, err := strconv.ParseFloat(first, 64)
	if err != nil || !(from >= 0 && from <= 360) {
		return 0, false
	}
	to, err := strconv.ParseFloat(second, 64)
	if err != nil || !(to >= 0 && to <= 360) {
		return 0, false
	}
	return turned(from + turned(to-from)/2), true
}

// draw finds the frontier of the table and draws it, with the colours of the clusters at the most
// prominent points: a patch for each cluster, the most probable first, in the mean hue of its
// rows. It is more saturated the less these hues differ.
func (g figure) draw(ctx context.Context, w io.Writer, format string) error {
	r, err := search.Map(ctx, problem.DIB(g.table), search.Options{})
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	f := r.Frontier
	var p plot.Palette
	for _, at := range f.MostProminent(palettes) {
		p.Points = append(p.Points, at.Index)
	}
	for row, label := range g.table.XLabels() {
		p.Hues = append(p.Hues, g.hues[label])
		p.Mass = append(p.Mass, g.table.RowMass(row))
	}
	title := fmt.Sprintf("Hues that tell objects apart: %d hues, %d classes, %d points", g.table.Rows(), g.table.Cols(), f.Len())
	return plot.Frontier(w, f, format, plot.Options{Title: title, Palette: &p, Paper: true})
}
