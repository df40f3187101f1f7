package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	got, err := parse([]string{"-o", "a.pdf", "-csv", "b", "-seeds", "3", "-table", "c"}, nil)
	if want := (call{"a.pdf", "b", "c", 3}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err = parse(nil, nil); err != nil || got != (call{"performance.svg", "", "", 20}) {
		t.Errorf("%+v, %v", got, err)
	}
	for args, want := range map[string]string{
		"table.csv": `"table.csv" is one word too many: a table is named with -table`,
		"-seeds=0":  "-seeds is 0: want 1 or more",
		"-x":        "flag provided but not defined: -x",
	} {
		if _, err := parse([]string{args}, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v", args, err)
		}
	}
	var help bytes.Buffer
	if _, err := parse([]string{"-h"}, &help); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "-seeds NUMBER") {
		t.Errorf("%v: %s", err, &help)
	}
}

const smallCSV = "x,u,v,w\na,20,5,5\nb,10,20,5\nc,5,5,20\n"

// TestRun makes the experiment with a small table, twice the same.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("t.csv"), []byte(smallCSV), 0o600); err != nil {
		t.Fatal(err)
	}
	var files [2][2][]byte
	for n := range files {
		c := call{in("f.svg"), in("r.csv"), in("t.csv"), 1}
		var told bytes.Buffer
		if err := c.run(t.Context(), &told); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(told.String(), "3 x 3, H(X,Y) = ") || !strings.Contains(told.String(), "100 % of 96 runs") {
			t.Errorf("it tells %s", &told)
		}
		for k, name := range []string{c.figure, c.runs} {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[n][k] = data
		}
	}
	if d := cmp.Diff(files[0], files[1]); d != "" {
		t.Errorf("the files differ from one time to the next:\n%s", d)
	}
	if n := bytes.Count(files[0][1], []byte("\n")); n != 97 || !bytes.HasPrefix(files[0][0], []byte("<?xml")) {
		t.Errorf("%d lines, and a figure that begins %.20q", n, files[0][0])
	}
}

// TestRunLeavesNothing: what fails leaves no file behind.
func TestRunLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(table, []byte(smallCSV), 0o600); err != nil {
		t.Fatal(err)
	}
	figure := filepath.Join(dir, "f.svg")
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		ctx  context.Context
		c    call
		want string
	}{
		{t.Context(), call{"f.jpg", "", table, 1}, "-o: f.jpg: the name does not tell"},
		{t.Context(), call{filepath.Join(dir, "none", "f.svg"), "", table, 1}, "-o: cannot write"},
		{t.Context(), call{figure, filepath.Join(dir, "none", "r.csv"), table, 1}, "-csv: cannot write"},
		{t.Context(), call{figure, filepath.Join(dir, "r.csv"), filepath.Join(dir, "none.csv"), 1}, "none.csv"},
		{t.Context(), call{figure, "", "@alphabet", 1}, "rows"},
		{stopped, call{figure, filepath.Join(dir, "r.csv"), table, 1}, "context canceled"},
	} {
		err := tt.c.run(tt.ctx, new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.c, err, tt.want)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
