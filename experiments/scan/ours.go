package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/frontier/recommend"
)

// command is the dibmap command.
type command struct{ path string }

// recoded is what a method makes of the training and the held-out records.
type recoded struct {
	training, heldOut table
	seconds           float64
}

// recode recodes the columns of the records in two files by the recommended groupings of the
// first. A column without a supported grouping has one group.
func (c command) recode(ctx context.Context, folder string, training, heldOut table) (recoded, error) {
	began := time.Now()
	r := recoded{training: training.blank(), heldOut: heldOut.blank()}
	for _, n := range training.inputs() {
		name := training.columns[n].name
		output := filepath.Join(folder, "frontier.json")
		if _, err := packages.Output(ctx, folder, c.path, "map", "train.csv", "-q", "--x", name, "--y", training.columns[training.y].name,
			"--validate", "-o", output); err != nil {
			return r, fmt.Errorf("column %s: %w", name, err)
		}
		f, err := codec.ReadFile(output)
		if err != nil {
			return r, err
		}
		best, ok := recommend.From(f)
		if !ok {
			return r, fmt.Errorf("column %s: nothing is recommended", name)
		}
		g := groupsOf(f, best.Point)
		r.training.recode(n, training, g)
		r.heldOut.recode(n, heldOut, g)
	}
	r.seconds = time.Since(began).Seconds()
	return r, nil
}

// groupsOf returns the group of any value.
func groupsOf(f *frontier.Frontier, p frontier.Point) func(value string) string {
	groups := make(map[string]string)
	for n, g := range p.Assignment() {
		groups[f.Problem.XLabels[n]] = strconv.Itoa(g)
	}
	of := &f.Problem.XScales[0]
	if f.Problem.Missing != nil { // the records without a value are the group after the others
		groups[of.Label("", true)] = strconv.Itoa(p.K)
	}
	return func(value string) string {
		if g, ok := groups[of.Label(value, value == "")]; ok {
			return g
		}
		return unknown
	}
}

// unknown is the group of values that the training records do not have.
const unknown = "unknown"

// blank returns a table with the same number of records and columns to fill.
func (t table) blank() table {
	b := table{y: -1}
	for _, n := range t.inputs() {
		b.columns = append(b.columns, column{name: t.columns[n].name})
	}
	b.rows = make([][]string, len(t.rows))
	for n := range b.rows {
		b.rows[n] = make([]string, len(b.columns))
	}
	return b
}

// recode fills a column with the groups of another table's column of the same name.
func (t table) recode(from int, of table, group func(value string) string) {
	for at, c := range t.columns {
		if c.name != of.columns[from].name {
			continue
		}
		for n, row := range of.rows {
			t.rows[n][at] = group(row[from])
		}
	}
}
