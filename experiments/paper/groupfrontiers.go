package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/plot"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// sameGroups compares the authors' tables with the products of the groups.
func sameGroups(e *env) ([]line, error) {
	var lines []line
	for _, g := range groupNames {
		a, err := e.array(g.file)
		if errors.Is(err, errNoTable) {
			continue
		}
		if err != nil {
			return nil, err
		}
		differ, err := differences(a, g.name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.file, err)
		}
		l := line{g.file + " against " + g.name, "", "the same", "every product of two elements, in the same order of elements"}
		if differ > 0 {
			l.ours, l.remark = fmt.Sprintf("%d products differ", differ), "elements stand in another order"
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// differences returns the number of products in a table that differ from the group.
func differences(a *npy.Array, name string) (int, error) {
	elements, _, products, err := dataset.Triples(name)
	if err != nil {
		return 0, err
	}
	n := len(elements)
	if len(a.Data) != n*n*n {
		return 0, fmt.Errorf("the shape is %v, and the group has %d elements", a.Shape, n)
	}
	var differ int
	for _, p := range products {
		if a.Data[(int(p.X1)*n+int(p.X2))*n+int(p.Y)] == 0 {
			differ++
		}
	}
	return differ, nil
}

// groupFrontier maps a group, with one clustering of the elements for both factors.
func groupFrontier(ctx context.Context, name string) (*frontier.Frontier, error) {
	t, err := table.OpenTriple(ctx, name, table.Options{})
	if err != nil {
		return nil, err
	}
	triple, err := t.Triple()
	if err != nil {
		return nil, err
	}
	r, err := search.Map(ctx, problem.Symmetric(triple), search.Options{})
	if err != nil {
		return nil, err
	}
	return r.Frontier, ctx.Err()
}

// groupFrontiers maps both groups, and compares their points.
func groupFrontiers(ctx context.Context, e *env) (outcome, error) {
	var fs []*frontier.Frontier
	var panels []plot.NamedFrontier
	var records [][]string
	for _, g := range groupNames {
		f, err := groupFrontier(ctx, g.name)
		if err != nil {
			return outcome{}, err
		}
		fs = append(fs, f)
		panels = append(panels, plot.NamedFrontier{Name: g.title, Frontier: f, Annotations: subgroups(f)})
		for p := range f.All() {
			records = append(records, []string{g.name, number(p.H), number(p.I), strconv.Itoa(p.K)})
		}
	}
	if err := e.numbers("fig-groups", []string{"group", "h", "i", "k"}, records); err != nil {
		return outcome{}, err
	}
	made := outcome{table: "@z40 and @pauli", lines: []line{{"points on the two frontiers", "identical", fmt.Sprintf("%d and %d", fs[0].Len(), fs[1].Len()), samePoints(fs[0], fs[1])}}}
	for _, h := range []float64{1, 2, 3} {
		made.lines = append(made.lines, subgroupLine(fs, h))
	}
	return made, e.figure("fig-groups", plot.Options{Width: 200, DPI: 125, Identity: true}, func(w io.Writer, format string, opts plot.Options) error {
		return plot.Frontiers(w, panels, format, opts)
	})
}

// samePoints says whether two frontiers agree.
func samePoints(f, g *frontier.Frontier) string {
	if f.Len() != g.Len() {
		return "different numbers of points"
	}
	var farthest float64
	for k := range f.Len() {
		p, q := f.At(k), g.At(k)
		farthest = max(farthest, math.Abs(p.H-q.H), math.Abs(p.I-q.I))
	}
	return fmt.Sprintf("they differ by %s bit at most", show(farthest))
}

// subgroups annotates the points with i = h, whose clusters are a subgroup and its cosets.
func subgroups(f *frontier.Frontier) []plot.Annotation {
	var list []plot.Annotation
	for _, h := range []float64{1, 2, 3} {
		if p, _ := f.Within(h); p.H == h {
			list = append(list, plot.Annotation{Point: p.Index, Text: fmt.Sprintf("subgroup of %d", 16>>int(h))})
		}
	}
	return list
}

// subgroupLine looks for the subgroup of index 2^h and its cosets.
func subgroupLine(fs []*frontier.Frontier, h float64) line {
	var ours string
	for n, f := range fs {
		if n > 0 {
			ours += " and "
		}
		p, _ := f.Within(h)
		ours += fmt.Sprintf("(%s, %s) of %d clusters", show(p.H), show(p.I), p.K)
	}
	return line{fmt.Sprintf("subgroup of order %d and its cosets", 16>>int(h)), fmt.Sprintf("(%g, %g)", h, h), ours, "on the bound i = h"}
}
