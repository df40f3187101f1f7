package main

import (
	"io"
	"slices"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	page "github.com/dibmap/dibmap/internal/draw"
)

// figureFile is the figure of the measurements.
const figureFile = "anytime.svg"

// draw draws areas against seconds, a column for each table: the areas, and below them how much of the
// largest area of the table each lacks, on a logarithmic axis that has no place for the largest itself.
func draw(w io.Writer, format string, r results) error {
	var upper, lower []chart.Panel
	for _, table := range r.tables() {
		most := r.largest(table)
		upper = append(upper, r.panel(table, table, chart.Axis{Name: "area [bit²]"}, func(area float64) float64 { return area }))
		p := r.panel(table, "", chart.Axis{Name: "short of the largest area [%]", Log: true}, func(area float64) float64 {
			return 100 * (1 - area/most)
		})
		if len(p.Series) > 0 {
			lower = append(lower, p)
		}
	}
	c := chart.Chart{Panels: append(upper, lower...), Columns: len(upper)}
	return c.Draw(w, format, page.Page{Width: 180, Height: 160})
}

// tables returns the names of the tables, in order.
func (r results) tables() (names []string) {
	for _, m := range r.measured {
		names = append(names, m.table)
	}
	return slices.Compact(names)
}

// largest returns the largest area of a table.
func (r results) largest(table string) (most float64) {
	for _, m := range r.measured {
		if m.table == table {
			most = max(most, m.area)
		}
	}
	return most
}

// panel returns the panel of a table with a number computed of each area. A logarithmic axis leaves
// numbers of 0 out.
func (r results) panel(table, title string, y chart.Axis, of func(area float64) float64) chart.Panel {
	p := chart.Panel{Title: title, X: chart.Axis{Name: "time [s]", Log: true}, Y: y}
	for _, m := range methods() {
		s := chart.Series{Name: m.title}
		for _, at := range r.of(table, m.id) {
			if v := of(at.area); v > 0 || !y.Log {
				s.Points = append(s.Points, chart.Point{X: at.seconds, Y: v})
			}
		}
		if len(s.Points) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	return p
}
