package main

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/chart"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/robust"
)

// selection is a table whose depth is chosen.
type selection struct {
	*source
	name   string
	ratios []float64
}

// epsilonSelection splits samples of the letters and of their ten groups, maps the halves at
// several depths, and sees how far the frontiers agree.
func epsilonSelection(ctx context.Context, e *env) (outcome, error) {
	ten, err := e.groups(ctx)
	if err != nil {
		return outcome{}, err
	}
	all := []selection{{ten, "ten groups", []float64{4, 25, 500, 5e4}}}
	if !e.fast {
		all = append(all, selection{e.letters, "letters", []float64{4, 25, 500}})
	}
	made := outcome{table: e.letters.name}
	var c chart.Chart
	var records [][]string
	for _, s := range all {
		panel := chart.Panel{
			Title: fmt.Sprintf("(%c) %s", 'a'+rune(len(c.Panels)), s.name),
			X:     chart.Axis{Name: "search depth ε [bits]", Log: true}, Y: chart.Axis{Name: "transfer [share of the area]", Log: true},
		}
		for _, r := range s.ratios {
			t, n, err := tuned(ctx, e, s, r)
			if err != nil {
				return outcome{}, err
			}
			series := chart.Series{Name: fmt.Sprintf("r = %g", r)}
			for _, l := range t.Levels {
				series.Points = append(series.Points, chart.Point{X: l.Epsilon, Y: l.Transfer, SD: l.TransferError})
				records = append(records, []string{
					s.name, number(r), strconv.FormatInt(n, 10), number(l.Epsilon), short(l.Points), short(l.Evaluated),
					short(l.Transfer), short(l.TransferError), short(l.Gap), short(l.Distance), short(l.Overlap),
				})
			}
			panel.Series = append(panel.Series, series)
			made.lines = append(made.lines, tuningLine(t, s.name, r, n))
		}
		c.Panels = append(c.Panels, panel)
	}
	header := []string{"table", "r", "records", "epsilon", "points", "evaluated", "transfer", "transfer_error", "gap", "distance", "overlap"}
	if err := e.numbers("epsilon-selection", header, records); err != nil {
		return outcome{}, err
	}
	return made, e.drawn("epsilon-selection", draw.Page{Height: 85}, c.Draw)
}

// tuned splits a sample of r records a cell, of n in all.
func tuned(ctx context.Context, e *env, s selection, r float64) (t *robust.Tuning, n int64, err error) {
	n = int64(math.Round(r * math.Exp2(s.joint.HXY())))
	j, err := s.joint.SampleTable(n, 0)
	if err != nil {
		return nil, n, err
	}
	t, err = robust.TuneEpsilon(ctx, j, robust.TuneOptions{Budget: pick(e, int64(200_000), 10_000_000)})
	if err != nil {
		return nil, n, err
	}
	return t, n, ctx.Err()
}

// tuningLine says which depth is chosen, and why.
func tuningLine(t *robust.Tuning, name string, r float64, n int64) line {
	best, chosen := t.Levels[t.Best], t.Levels[t.Recommended]
	l := line{fmt.Sprintf("epsilon for %s, r = %g", name, r), "", show(chosen.Epsilon) + " bit", fmt.Sprintf("%d records; transfer %s ± %s at 0", n, share(t.Levels[0].Transfer), share(t.Levels[0].TransferError))}
	if t.Best > 0 {
		l.remark += fmt.Sprintf(", least %s ± %s at %s bit", share(best.Transfer), share(best.TransferError), show(best.Epsilon))
	}
	if len(t.Deeper) > 0 {
		l.remark += fmt.Sprintf("; %s bit and more took too much", show(t.Deeper[0]))
	}
	return l
}

// share writes a share.
func share(v float64) string { return strconv.FormatFloat(100*v, 'g', 3, 64) + " %" }
