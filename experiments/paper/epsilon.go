package main

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/robust"
	"github.com/dibmap/dibmap/search"
)

// epsilonSelection splits samples of the letters, maps the halves at several depths, and
// sees how far the frontiers agree.
func epsilonSelection(ctx context.Context, e *env) (outcome, error) {
	s, err := pick(e, e.groups, e.alphabet)(ctx)
	if err != nil {
		return outcome{}, err
	}
	made := outcome{table: s.name}
	axis := plot.ChartAxis{Name: "search depth ε [bits]", Log: true}
	transfer := plot.Panel{Title: "(a) lost from half to half", X: axis, Y: plot.ChartAxis{Name: "transfer [share of the area]", Log: true}}
	overlap := plot.Panel{Title: "(b) clusterings in both halves", X: axis, Y: plot.ChartAxis{Name: "overlap", To: 1}}
	var records [][]string
	for _, r := range []float64{4, 25, 500} {
		n := int64(math.Round(r * math.Exp2(s.joint.HXY())))
		j, err := drawn(s.joint, n, 0)
		if err != nil {
			return outcome{}, err
		}
		t, err := robust.TuneEpsilon(ctx, j, robust.TuneOptions{Budget: pick(e, int64(200_000), 10_000_000)})
		if err != nil {
			return outcome{}, err
		}
		if t.Status == search.Interrupted || t.Status == search.Deadline {
			return outcome{}, context.Cause(ctx)
		}
		a, b := plot.Series{Name: fmt.Sprintf("r = %g", r)}, plot.Series{Name: fmt.Sprintf("r = %g", r)}
		for _, l := range t.Levels {
			a.Points = append(a.Points, plot.ChartPoint{X: l.Epsilon, Y: l.Transfer, SD: l.TransferError})
			b.Points = append(b.Points, plot.ChartPoint{X: l.Epsilon, Y: l.Overlap})
			records = append(records, []string{
				number(r), strconv.FormatInt(n, 10), number(l.Epsilon), short(l.Points), short(l.Evaluated),
				short(l.Transfer), short(l.TransferError), short(l.Gap), short(l.Distance), short(l.Overlap),
			})
		}
		transfer.Series, overlap.Series = append(transfer.Series, a), append(overlap.Series, b)
		best, chosen := t.Levels[t.Best], t.Levels[t.Recommended]
		made.lines = append(made.lines, line{
			fmt.Sprintf("epsilon for r = %g, %d records", r, n), "5e-3 to 5e-2 bit matter", show(chosen.Epsilon) + " bit",
			fmt.Sprintf("least transfer %s ± %s at %s, %s ± %s at 0; a point is known to %s bit",
				show(best.Transfer), show(best.TransferError), show(best.Epsilon), show(t.Levels[0].Transfer), show(t.Levels[0].TransferError), show(t.Scale)),
		})
	}
	if err := e.numbers("epsilon-selection", []string{"r", "records", "epsilon", "points", "evaluated", "transfer", "transfer_error", "gap", "distance", "overlap"}, records); err != nil {
		return outcome{}, err
	}
	return made, e.chart("epsilon-selection", plot.Chart{Columns: 2, Panels: []plot.Panel{transfer, overlap}}, plot.Options{Height: 85})
}
