package main

import (
	"io"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/internal/draw"
)

// drawResults draws what groups keep of I(X;Y) on held-out records against their number, a panel
// for each pair.
func drawResults(w io.Writer, format string, results []result) error {
	c := chart.Chart{Columns: 2}
	for _, p := range pairs() {
		of := ofPair(results, p.id)
		if len(of) == 0 {
			continue
		}
		whole, _ := find(of, none, 0)
		panel := chart.Panel{Title: p.title, X: chart.Axis{Name: "groups"}, Y: chart.Axis{Name: "kept, held out [%]"}}
		for _, m := range methods() {
			s := chart.Series{Name: m.title}
			if best, ok := strings.CutPrefix(m.id, "frontier"); ok {
				s.Like = titleOf("best" + best) // colours are not enough for all
			}
			for k := fewest; k <= most; k++ {
				if r, ok := find(of, m.id, k); ok {
					s.Points = append(s.Points, chart.Point{X: float64(k), Y: 100 * r.heldOut / whole.training})
				}
			}
			if len(s.Points) > 0 {
				panel.Series = append(panel.Series, s)
			}
		}
		c.Panels = append(c.Panels, panel)
	}
	return c.Draw(w, format, draw.Page{Width: 180, Height: 240})
}
