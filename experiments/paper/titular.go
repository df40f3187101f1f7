package main

import (
	"context"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot"
)

// titular draws the points that the Lagrangian form reaches, and the whole frontier.
func titular(ctx context.Context, e *env) (outcome, error) {
	letters, err := e.alphabet(ctx)
	if err != nil {
		return outcome{}, err
	}
	f, err := e.frontier(ctx, letters)
	if err != nil {
		return outcome{}, err
	}
	hull := 0
	for p := range f.All() {
		if p.Hull {
			hull++
		}
	}
	h, lost := widestHidden(f)
	made := outcome{table: letters.name, lines: []line{
		{"points on the frontier", "801, by the published program", fmt.Sprint(f.Len()), certified(f)},
		{"points on the hull", "", fmt.Sprint(hull), "what the Lagrangian form can reach"},
		{
			"most that the Lagrangian form loses", "", show(lost) + " bit of I(Z;Y)",
			fmt.Sprintf("with a budget for H(Z) just below %s bit", show(h)),
		},
	}}
	return made, e.figure("fig-titular", plot.Options{}, func(w io.Writer, format string, opts plot.Options) error {
		return plot.HullAndFrontier(w, f, format, opts)
	})
}

// widestHidden returns the budget at which the best point is farthest above the best hull
// point, and by how much.
func widestHidden(f *frontier.Frontier) (h, lost float64) {
	var hull frontier.Point
	for k := range f.Len() {
		p := f.At(k)
		if p.Hull {
			hull = p
		}
		if d := p.I - hull.I; d > lost && k+1 < f.Len() {
			h, lost = f.At(k+1).H, d
		}
	}
	return h, lost
}
