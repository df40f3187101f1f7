package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestTimes(t *testing.T) {
	m := times{plan: 1, merge: 2, stages: [][]float64{{3, 5, 4}, {7}}}
	if m.sum() != 22 || m.path() != 15 || m.slowest() != "5.0 s, 7.0 s" {
		t.Errorf("sum %g, path %g, slowest %s", m.sum(), m.path(), m.slowest())
	}
}

func TestCall(t *testing.T) {
	for _, args := range []string{"", "name", "-parts 0 name table", "-parts 4,x name table", "-nothing name table"} {
		if _, err := parse(strings.Fields(args), new(bytes.Buffer)); err == nil {
			t.Errorf("%q is a call", args)
		}
	}
	c, err := parse(strings.Fields("-parts 2,3 name table --x a"), new(bytes.Buffer))
	if err != nil || len(c.parts) != 2 || strings.Join(c.args, " ") != "table --x a" {
		t.Errorf("%v, %v", c, err)
	}
}

// TestScaling measures a small search: what is said of it is in the form of the table in the documents.
func TestScaling(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(table, []byte(",y,z\na,3,1\nb,1,3\nc,2,2\nd,4,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	c := call{parts: []int{2}, name: "small", args: []string{table, "--robust", "--resamples", "4"}}
	if err := c.run(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?s)^small: one run takes [0-9.]+ s; [0-9]+ points, area [0-9.]+ bit\^2\n.*\n\| 2 \| [0-9.]+ \| [0-9.]+ s \| [0-9.]+ s, [0-9.]+ s \| [0-9.]+ s \| [0-9.]+ \| \+0.000000 \|\n$`).MatchString(b.String()) {
		t.Error(b.String())
	}
}
