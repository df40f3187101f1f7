package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/problem"
)

// The table and the step that is drawn: the most frequent symbols, a depth at which some of
// what is dominated is followed, and a step in which an optimal clustering has children of
// all three kinds: optimal ones, others that chance lets in, and others that it does not.
const (
	fewRows      = 8
	drawnEpsilon = 0.01
	drawnStep    = 70
)

// pedagogy draws one step of the mapper before all clusterings of a few letters.
func pedagogy(ctx context.Context, e *env) (outcome, error) {
	letters, err := e.alphabet(ctx)
	if err != nil {
		return outcome{}, err
	}
	j, err := frequent(letters.joint, fewRows)
	if err != nil {
		return outcome{}, err
	}
	p := problem.DIB(j)
	s := plot.Step{Problem: p.Describe()}
	eval := p.Evaluators(1, 1<<24)[0]
	var records [][]string
	for f := range partition.All(j.Rows()) {
		at := eval.Load(f)
		s.All = append(s.All, plot.BackgroundPoint{H: at.H, I: at.I, K: f.K()})
		records = append(records, []string{"all", number(at.H), number(at.I), strconv.Itoa(f.K())})
	}
	m := newMapper(j, drawnEpsilon, 0, false)
	var parent candidate
	var children []candidate
	for range drawnStep {
		s.Frontier = nil
		for p := range m.frontier.All() {
			s.Frontier = append(s.Frontier, plot.BackgroundPoint{H: p.H, I: p.I, K: p.Payload.K()})
		}
		parent, children, _ = m.step()
	}
	s.Parent = spot(parent)
	note := func(role string, p plot.BackgroundPoint) {
		records = append(records, []string{role, number(p.H), number(p.I), strconv.Itoa(p.K)})
	}
	note("parent", s.Parent)
	for _, c := range children {
		s.Children = append(s.Children, spot(c))
		role := "child"
		if c.enqueued {
			role = "enqueued child"
			s.Enqueued = append(s.Enqueued, spot(c))
		}
		note(role, spot(c))
	}
	for _, p := range s.Frontier {
		note("frontier so far", p)
	}
	if err := e.numbers("fig-pedagogy", []string{"role", "h", "i", "k"}, records); err != nil {
		return outcome{}, err
	}
	made := outcome{table: letters.name, lines: []line{
		{"clusterings of the eight most frequent symbols", "", strconv.Itoa(len(s.All)), "all are drawn; the Bell number B(8)"},
		{"children of the clustering in this step", "", strconv.Itoa(len(children)), fmt.Sprintf("step %d at epsilon = %g, of those not seen before", drawnStep, drawnEpsilon)},
		{"of these enqueued", "", strconv.Itoa(len(s.Enqueued)), "those that are optimal so far, and by chance some that are not"},
	}}
	opts := plot.Options{Title: fmt.Sprintf("Step %d of the mapper with %d letters, ε = %g bit", drawnStep, j.Rows(), drawnEpsilon)}
	return made, e.figure("fig-pedagogy", opts, func(w io.Writer, format plot.Format, opts plot.Options) error {
		return plot.Pedagogy(w, s, format, opts)
	})
}

// spot hands a clustering over to package plot.
func spot(c candidate) plot.BackgroundPoint {
	return plot.BackgroundPoint{H: c.H, I: c.I, K: c.clusters.K()}
}

// frequent returns the table of the heaviest rows alone.
func frequent(j *joint.Joint, count int) (*joint.Joint, error) {
	rows := make([]int, j.Rows())
	for x := range rows {
		rows[x] = x
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(j.RowMass(b), j.RowMass(a)) })
	var labels []string
	var cells []joint.Cell
	for n, x := range rows[:count] {
		labels = append(labels, j.XLabels()[x])
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: int32(n), Y: y, Value: masses[k] / j.Total()})
		}
	}
	return joint.New(labels, j.YLabels(), cells)
}
