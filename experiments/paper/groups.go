package main

import (
	"context"
	"io"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/grouptable"
)

// groupNames are the groups of the paper, which are data sets of this project.
var groupNames = []struct{ name, title, file string }{
	{"@z40", "(Z/40Z)×", "pxy_Z40x.npy"},
	{"@pauli", "Pauli group", "pxy_pauli.npy"},
}

// groupTables draws the multiplication tables of two groups.
func groupTables(_ context.Context, e *env) (outcome, error) {
	var tables []grouptable.Table
	for _, g := range groupNames {
		elements, _, products, err := dataset.Triples(g.name)
		if err != nil {
			return outcome{}, err
		}
		t := grouptable.Table{Title: g.title, Labels: elements, YLabels: elements, Cells: make([][]int, len(elements))}
		for _, p := range products {
			t.Cells[p.X1] = append(t.Cells[p.X1], int(p.Y))
		}
		tables = append(tables, t)
	}
	lines, err := sameGroups(e)
	if err != nil {
		return outcome{}, err
	}
	return outcome{table: "@z40 and @pauli", lines: lines}, e.drawn("fig-group-tables", draw.Page{DPI: 100}, func(w io.Writer, format string, page draw.Page) error {
		return grouptable.Draw(w, tables, format, page)
	})
}
