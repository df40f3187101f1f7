package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

// The table and the step of the figure: the most frequent symbols, a depth with some dominated
// clusterings in the queue, and a step where an optimal clustering has children of all three
// kinds: optimal, dominated and enqueued by chance, and dominated and dropped.
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
	var s mapperStep
	eval := p.Evaluators(1, 1<<24)[0]
	var records [][]string
	for f := range partition.All(j.Rows()) {
		at := eval.Load(f)
		s.all = append(s.all, stepPoint{at.H, at.I, f.K()})
		records = append(records, []string{"all", number(at.H), number(at.I), strconv.Itoa(f.K())})
	}
	m := newMapper(j, drawnEpsilon, 0, false)
	var parent candidate
	var children []candidate
	for range drawnStep {
		s.frontier = nil
		for p := range m.frontier.All() {
			s.frontier = append(s.frontier, stepPoint{p.H, p.I, p.Payload.K()})
		}
		parent, children, _ = m.step()
	}
	s.parent = spot(parent)
	note := func(role string, p stepPoint) {
		records = append(records, []string{role, number(p.h), number(p.i), strconv.Itoa(p.k)})
	}
	note("parent", s.parent)
	for _, c := range children {
		s.children = append(s.children, spot(c))
		role := "child"
		if c.enqueued {
			role = "enqueued child"
			s.enqueued = append(s.enqueued, spot(c))
		}
		note(role, spot(c))
	}
	for _, p := range s.frontier {
		note("frontier so far", p)
	}
	if err := e.numbers("fig-pedagogy", []string{"role", "h", "i", "k"}, records); err != nil {
		return outcome{}, err
	}
	made := outcome{table: letters.name, lines: []line{
		{"clusterings of the eight most frequent symbols", "", strconv.Itoa(len(s.all)), "all are drawn; the Bell number B(8)"},
		{"children of the clustering in this step", "", strconv.Itoa(len(children)), fmt.Sprintf("step %d at epsilon = %g, of those not seen before", drawnStep, drawnEpsilon)},
		{"of these enqueued", "", strconv.Itoa(len(s.enqueued)), "those that are optimal so far, and by chance some that are not"},
	}}
	page := draw.Page{Title: fmt.Sprintf("Step %d of the mapper with %d letters, ε = %g bit", drawnStep, j.Rows(), drawnEpsilon)}
	return made, e.drawn("fig-pedagogy", page, s.draw)
}

// spot returns the point of a clustering.
func spot(c candidate) stepPoint { return stepPoint{c.H, c.I, c.clusters.K()} }

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
