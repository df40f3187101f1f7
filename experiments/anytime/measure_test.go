package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/experiments/internal/place"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// alphabet returns a subject with the frontier that local search finds.
func alphabet(t *testing.T) *subject {
	t.Helper()
	x, y, cells, err := dataset.Pairs("@alphabet")
	if err != nil {
		t.Fatal(err)
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.Map(t.Context(), problem.DIB(j), search.Options{Method: search.Local})
	if err != nil {
		t.Fatal(err)
	}
	s := newSubject("letters", j, io.Discard)
	s.frontier = r.Frontier
	return s
}

// TestCompare: the groupings of a frontier have its area and lie nowhere above it, and those that a
// frontier lacks lie above it.
func TestCompare(t *testing.T) {
	s := alphabet(t)
	whole := s.frontier
	all := slices.Collect(judge.ClusteringsOf(whole))
	s.compare(measurement{method: "dib"}, all, false)
	got := s.made.measured[0]
	if math.Abs(got.area-whole.Hypervolume()) > 1e-12 || got.groupings != whole.Len() || got.above != 0 || s.made.above() != nil {
		t.Errorf("%+v, want the area %v of %d points", got, whole.Hypervolume(), whole.Len())
	}
	for _, g := range s.made.groupings {
		if g.frontierI != g.i || g.frontierH != g.h {
			t.Errorf("%+v is on the frontier", g)
		}
	}

	ends := []frontier.Entry{entry(whole.At(0)), entry(whole.At(whole.Len() - 1))}
	var err error
	if s.frontier, err = frontier.New(whole.Problem, whole.Search, ends); err != nil {
		t.Fatal(err)
	}
	s.made, s.found = results{}, make(map[string]*findings)
	s.compare(measurement{method: "dib"}, all[:10], true)
	s.compare(measurement{method: "dib"}, all[5:], true)
	s.compare(measurement{method: "dib"}, all[:10], false)
	var areas []float64
	for _, m := range s.made.measured {
		areas = append(areas, m.area)
	}
	if got := s.made.measured[1]; got.above != whole.Len()-2 || got.groupings != whole.Len() || len(s.made.above()) != whole.Len()-2 {
		t.Errorf("%+v, %d lines", got, len(s.made.above()))
	}
	if areas[0] != areas[2] || math.Abs(areas[1]-whole.Hypervolume()) > 1e-12 {
		t.Errorf("areas %v", areas)
	}
	if lines := s.made.above(); !strings.HasPrefix(lines[0], "letters, dib: ") || !strings.HasSuffix(lines[0], "and the frontier has 0.000000000 there") {
		t.Errorf("%q", lines[0])
	}
}

func entry(p frontier.Point) frontier.Entry {
	return frontier.Entry{H: p.H, I: p.I, K: p.K, Assignment: p.Packed()}
}

// TestAreaUnder: the area under a staircase, by hand.
func TestAreaUnder(t *testing.T) {
	set := new(pareto.Set[judge.Point])
	for _, p := range [][2]float64{{0, 0}, {1, 2}, {2, 1}, {3, 3}, {5, 4}} {
		set.Add(p[0], p[1], judge.Point{}, nil)
	}
	if got := areaUnder(set, 4); got != 2*2+1*3 {
		t.Error(got)
	}
}

// TestKeep: of the groupings near a number of clusters, the nearest is kept, and of equals the one
// that tells most.
func TestKeep(t *testing.T) {
	var r results
	for _, g := range []grouping{
		{table: "a", method: "m", k: 52, i: 3},
		{table: "a", method: "m", k: 50, i: 1},
		{table: "a", method: "m", k: 50, i: 2},
		{table: "a", method: "m", k: 49, i: 9},
		{table: "a", method: "m", k: 12, i: 9},
		{table: "a", method: "n", k: 45, i: 1},
		{table: "b", method: "m", k: 46, i: 1},
	} {
		r.keep(g)
	}
	want := []grouping{{table: "a", method: "m", k: 50, i: 2}, {table: "b", method: "m", k: 46, i: 1}}
	if d := cmp.Diff(want, r.groupings, same); d != "" {
		t.Error(d)
	}
}

// TestResults: what is written is read, and what is not is an error that names the line.
func TestResults(t *testing.T) {
	want := results{
		measured:  []measurement{{table: "words", method: "local", setting: 0.5, seconds: 1.25, area: 2.5, groupings: 3, above: 1}},
		groupings: []grouping{{table: "words", method: "sib", k: 10, h: 1.5, i: 0.25, frontierI: 0.5, frontierH: 0.75}},
	}
	dir := folder(t)
	p, err := place.Open(filepath.Join(dir, "large.md"), "anytime")
	if err != nil {
		t.Fatal(err)
	}
	if err := want.write(dir, p); err != nil {
		t.Fatal(err)
	}
	got, err := readAll(dir)
	if d := cmp.Diff(want, got, same); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for _, name := range []string{measuredFile, groupingsFile} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range [][3]string{
			{"table,", "tables,", "the first line is not table,method,"},
			{",0.", ",x.", "line 2: "},
			{",0.", "", "record on line 2"},
		} {
			if err := os.WriteFile(path, bytes.Replace(text, []byte(tt[0]), []byte(tt[1]), 1), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := readAll(dir); err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), tt[2]) {
				t.Errorf("%s with %q: %v", name, tt[1], err)
			}
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSibJob: every cell is in the job once.
func TestSibJob(t *testing.T) {
	j := alphabet(t).joint
	job := newSibJob(j)
	var sum float64
	for n, x := range job.Rows {
		sum += job.Counts[n]
		if columns, _ := j.Row(x); !slices.Contains(columns, job.Columns[n]) {
			t.Errorf("row %d has no cell in column %d", x, job.Columns[n])
		}
	}
	records, _ := j.Samples()
	if want := []int{2, 5, 10, 20}; sum != float64(records) || !slices.Equal(job.Clusters, want) {
		t.Errorf("%v records in clusters of %v", sum, job.Clusters)
	}
}

// TestEveryPartition: labels of another program become a clustering, whatever they are.
func TestEveryPartition(t *testing.T) {
	s := alphabet(t)
	labels := make([]int, s.joint.Rows())
	labels[3], labels[5] = 9, -4
	c := baseline.Clustering{Partition: partition.Canonical(labels)}
	s.compare(measurement{method: "sib"}, []baseline.Clustering{c}, true)
	coarse := s.joint.Coarsen(c.Partition)
	if got, want := s.made.measured[0].area, coarse.IXY()*(s.joint.HX()-coarse.HX()); math.Abs(got-want) > 1e-9 {
		t.Errorf("the area is %v, want %v", got, want)
	}
}
