package drawing

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/grouptable"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

func (f *plotFlags) drawGroupTables(ctx context.Context, w io.Writer, names []string, format string, s cli.Streams) error {
	tables := make([]grouptable.Table, len(names))
	for n, name := range names {
		t, triple, err := input.Read(ctx, &f.table, name, s, true, table.OpenTriple, (*table.TripleTable).Triple)
		if err != nil {
			return err
		}
		if tables[n], err = groupTable(triple); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		tables[n].Title = t.Name
		if len(f.clustersOf) > 0 {
			if tables[n].Clusters, err = f.clusters(f.clustersOf[n], tables[n].Labels, s); err != nil {
				return fmt.Errorf("--clusters-of: %w", err)
			}
		}
	}
	return grouptable.Draw(w, tables, format, f.sheet())
}

// sheet returns the page of a figure that package plot does not draw.
func (f *plotFlags) sheet() draw.Page {
	return draw.Page{Title: f.opts.Title, Width: f.opts.Width, Height: f.opts.Height, DPI: f.opts.DPI, Theme: f.opts.Theme, Fonts: f.opts.Fonts}
}

// groupTable returns the table to draw. There y is a function of x1 and x2.
func groupTable(t *joint.Triple) (grouptable.Table, error) {
	g := grouptable.Table{Labels: t.XLabels(), YLabels: t.YLabels()}
	n := t.Rows()
	if n > grouptable.MaxElements {
		return g, fmt.Errorf("%s are too many for a group table: draw one of at most %d", wording.Plural(n, "element"), grouptable.MaxElements)
	}
	g.Cells = make([][]int, n)
	for x1 := range g.Cells {
		row := slices.Repeat([]int{-1}, n)
		second, columns, _ := t.Row(x1)
		for k, x2 := range second {
			if first := row[x2]; first >= 0 {
				return g, fmt.Errorf("x1 %s and x2 %s have y %s and y %s, and a group table shows one: draw a table in which x1 and x2 tell y",
					wording.Label(g.Labels[x1]), wording.Label(g.Labels[x2]), wording.Label(g.YLabels[first]), wording.Label(g.YLabels[columns[k]]))
			}
			row[x2] = int(columns[k])
		}
		g.Cells[x1] = row
	}
	return g, nil
}

// clusters returns the cluster of each label in the best grouping within the budget of a
// frontier file.
func (f *plotFlags) clusters(path string, labels []string, s cli.Streams) ([]int, error) {
	fr, err := input.ReadFrontier(path, s)
	if err != nil {
		return nil, err
	}
	p, err := f.choice.Point(path, fr)
	if err != nil {
		return nil, err
	}
	of := make(map[string]int, len(labels))
	for x, cluster := range p.Assignment() {
		of[fr.Problem.XLabels[x]] = cluster
	}
	clusters := make([]int, len(labels))
	var missing []string
	for x, label := range labels {
		var ok bool
		if clusters[x], ok = of[label]; !ok {
			missing = append(missing, wording.Label(label))
		}
	}
	if missing != nil {
		return nil, fmt.Errorf("%s: the frontier is not one of this table, of which it lacks %s", path, wording.Cut(strings.Join(missing, ", "), 60))
	}
	return clusters, nil
}
