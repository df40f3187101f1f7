package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/frontier/codec"
)

// The numbers of groups that are compared.
const fewest, most = 2, 8

// method is a way to group values of X.
type method struct {
	id, title string
	// ours means dibmap's, and runs means that every group is a run of neighbours in the order
	// of X.
	ours, runs bool
}

// methods returns the methods in the order of the tables.
func methods() []method {
	return []method{
		{id: "best", title: "dibmap, best of k", ours: true},
		{id: "frontier", title: "dibmap, point of the frontier", ours: true},
		{id: "best-order", title: "dibmap, best of k, in order", ours: true, runs: true},
		{id: "frontier-order", title: "dibmap, point of the frontier, in order", ours: true, runs: true},
		{id: "tree", title: "decision tree", runs: true},
		{id: "optbinning", title: "optbinning", runs: true},
		{id: "quantile", title: "quantile bins", runs: true},
		{id: "kmeans-x", title: "k-means of the numbers", runs: true},
		{id: "kmeans-y", title: "k-means of p(y given x)"},
	}
}

// groupings are the groups of the values of X: for each method and number of groups, from fewest
// to most, the group of every value. It is nil where a method has no grouping.
type groupings map[string][][]int

// command is the dibmap command, and a folder for its files.
type command struct{ path, work string }

// group returns dibmap's groupings of a sample, and with a line also groupings of neighbours.
func (c command) group(ctx context.Context, s sample, effort float64) (groupings, error) {
	matrix := filepath.Join(c.work, "table.csv")
	if err := s.write(matrix); err != nil {
		return nil, err
	}
	g := make(groupings)
	if err := c.add(ctx, g, s.x, "", matrix, "--effort", strconv.FormatFloat(cmp.Or(effort, 1), 'g', -1, 64)); err != nil {
		return nil, err
	}
	if s.line == nil {
		return g, nil
	}
	return g, c.add(ctx, g, s.x, "-order", matrix, "--order", "linear")
}

// add maps the table, and adds the best grouping of each number of groups and the one of the
// frontier. If fewer groups tell as much, the best grouping has fewer groups.
func (c command) add(ctx context.Context, g groupings, labels []string, suffix, matrix string, flags ...string) error {
	output := filepath.Join(c.work, "frontier.json")
	if _, err := packages.Output(ctx, c.work, c.path, append([]string{"map", matrix, "-q", "-o", output}, flags...)...); err != nil {
		return err
	}
	f, err := codec.ReadFile(output)
	if err == nil && !slices.Equal(f.Problem.XLabels, labels) {
		err = errors.New("the labels are not those of the table")
	}
	if err != nil {
		return err
	}
	best, on := make([][]int, most+1), make([][]int, most+1)
	for k := 1; k <= most; k++ {
		if p, ok := f.WithClusters(k); ok {
			best[k] = p.Assignment()
		} else if k > 1 {
			best[k] = best[k-1]
		}
		for p := range f.All() {
			if p.K == k {
				on[k] = p.Assignment()
			}
		}
	}
	g["best"+suffix], g["frontier"+suffix] = best[fewest:], on[fewest:]
	return nil
}

//go:embed others.py
var script string

// job is what others.py groups.
type job struct {
	Methods  []string  `json:"methods"`
	Labels   []string  `json:"labels"`
	Counts   [][]int64 `json:"counts"`
	Ordered  bool      `json:"ordered"`
	Line     []float64 `json:"line"`
	New      []float64 `json:"new"`
	Clusters []int     `json:"clusters"`
}

// job returns the job for a sample of a whole tally, with the other methods that apply.
func (s sample) job(whole tally, skip []string) job {
	j := job{Labels: s.x, Counts: s.counts, Ordered: s.line != nil, Line: s.line}
	for _, x := range s.unseen {
		if s.line != nil {
			j.New = append(j.New, whole.line[x])
		}
	}
	for k := fewest; k <= most; k++ {
		j.Clusters = append(j.Clusters, min(k, len(s.x)))
	}
	for _, m := range methods() {
		if !m.ours && s.takes(m.id) && !slices.Contains(skip, m.id) {
			j.Methods = append(j.Methods, m.id)
		}
	}
	return j
}

// takes reports whether another method applies to the sample.
func (s sample) takes(method string) bool {
	switch method {
	case "quantile", "kmeans-x":
		return s.line != nil
	case "optbinning":
		return len(s.y) == 2 || s.line != nil && len(s.y) <= 100 // more classes are an error of optbinning
	}
	return true
}

// others runs the other methods on several jobs.
func others(ctx context.Context, jobs []job) ([]groupings, error) {
	input, err := json.Marshal(jobs)
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, packages.Python(), "-c", script)
	var out, told bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), &out, &told
	if err := c.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(told.String()), "\n")
		return nil, fmt.Errorf("%s: %w: %s", packages.Python(), err, lines[len(lines)-1])
	}
	var done []groupings
	if err := json.Unmarshal(out.Bytes(), &done); err != nil || len(done) != len(jobs) {
		return nil, errors.Join(fmt.Errorf("%s answered %d of %d jobs", packages.Python(), len(done), len(jobs)), err)
	}
	return done, nil
}

// checkTools returns an error that says what to install, if Python lacks a module.
func checkTools(ctx context.Context, skip []string) error {
	modules := []string{"numpy", "sklearn", "pandas"}
	if !slices.Contains(skip, "optbinning") {
		modules = append(modules, "optbinning")
	}
	for _, m := range modules {
		if _, err := packages.Output(ctx, ".", packages.Python(), "-c", "import "+m); err != nil {
			return fmt.Errorf("%s has no module %s: install scikit-learn, pandas and optbinning for it, or name another Python in $DIBMAP_PYTHON", packages.Python(), m)
		}
	}
	return nil
}
