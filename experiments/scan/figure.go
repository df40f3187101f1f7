package main

import (
	"cmp"
	"io"
	"slices"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/internal/draw"
)

// drawResults draws the information of groups about held-out records, a panel for each data set.
// Columns are in the order of the information of dibmap's groups.
func drawResults(w io.Writer, format string, results []result) error {
	c := chart.Chart{}
	for _, d := range dataSets() {
		of := ofData(results, d.id)
		var own []result
		for _, r := range of {
			if r.method == ours && r.column != "" {
				own = append(own, r)
			}
		}
		if len(own) == 0 {
			continue
		}
		slices.SortStableFunc(own, func(a, b result) int { return cmp.Compare(b.heldOut, a.heldOut) })
		panel := chart.Panel{Title: d.title, X: chart.Axis{Name: "columns, the most telling first"}, Y: chart.Axis{Name: "I(Z;Y), held out [bits]"}}
		for _, m := range present(of) {
			s := chart.Series{Name: m.title, NoLine: m.id != ours}
			for n, at := range own {
				if r, ok := find(of, at.column, m.id); ok {
					s.Points = append(s.Points, chart.Point{X: float64(n + 1), Y: r.heldOut})
				}
			}
			panel.Series = append(panel.Series, s)
		}
		c.Panels = append(c.Panels, panel)
	}
	return c.Draw(w, format, draw.Page{Width: 180, Height: 95})
}
