package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	got, err := parse([]string{"-data", "d", "-o", "out", "-only", "copulas,fig-scaling", "-fast"}, nil)
	want := call{data: "d", out: "out", only: []string{"copulas", "fig-scaling"}, fast: true}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(call{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for args, want := range map[string]string{
		"more":             `"more" is one word too many: rows are named with -only`,
		"-fast":            "-fast would put smaller figures into ../docs/paper: say with -o where else",
		"-only=fig-nobody": `-only: there is no row "fig-nobody": want some of fig-`,
		"-x":               "flag provided but not defined: -x",
	} {
		if _, err := parse([]string{args}, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	var help bytes.Buffer
	if _, err := parse([]string{"-h"}, &help); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "-data FOLDER") {
		t.Errorf("%v: %s", err, &help)
	}
}

// linked returns the names of files that a page links.
func linked(page string) map[string]bool {
	names := make(map[string]bool)
	for _, part := range strings.Split(page, "](")[1:] {
		name, _, _ := strings.Cut(part, ")")
		name, _, _ = strings.Cut(name, "#")
		if !strings.HasPrefix(name, "http") {
			names[name] = true
		}
	}
	return names
}

func TestRunFails(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("data/pxy_alpha27.npy", "no array")
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		ctx  context.Context
		c    call
		want string
	}{
		{t.Context(), call{out: filepath.Join(dir, "none"), fast: true}, "is no folder: make it first"},
		{t.Context(), call{out: dir, data: data, only: []string{"tab-compare"}, fast: true}, "tab-compare: " + filepath.Join(data, "pxy_alpha27.npy")},
		{stopped, call{out: dir, only: []string{"tab-compare"}, fast: true}, "context canceled"},
	} {
		if err := tt.c.run(tt.ctx, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.c, err, tt.want)
		}
	}
	write(comparisonFile, "a,b\n1,2\n")
	if err := (call{out: dir, only: []string{"copulas"}}).run(t.Context(), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "remove it and make all rows") {
		t.Errorf("a damaged file: %v", err)
	}
}

func TestPage(t *testing.T) {
	var b bytes.Buffer
	made := map[string]outcome{"tab-compare": {table: "a table", lines: []line{{"a|b", "", "3", "why"}}}}
	if err := (document{"README.md", pageText}).write(&b, made); err != nil {
		t.Fatal(err)
	}
	want := "Table: `a table`.\n\n| quantity | published | ours | remark |\n|---|---|---|---|\n| a\\|b | - | 3 | why |\n"
	if !strings.Contains(b.String(), want) || strings.Count(b.String(), notMade) != strings.Count(pageText, "{{table")-1 {
		t.Errorf("the page is\n%s", &b)
	}
}

func TestRecord(t *testing.T) {
	e := &env{out: t.TempDir()}
	a, b := outcome{table: "t", lines: []line{{"q", "1", "2", "r, \"s\""}}}, outcome{lines: []line{{"x", "", "y", ""}}}
	for _, r := range []struct {
		id   string
		made outcome
	}{{"tab-compare", b}, {"copulas", b}, {"tab-compare", a}} {
		if err := e.record(r.id, r.made); err != nil {
			t.Fatal(err)
		}
	}
	got, err := e.recorded()
	want := map[string]outcome{"tab-compare": a, "copulas": b}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(outcome{}, line{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
}

// TestIDs: rows are told apart, and every one has its place on a page.
func TestIDs(t *testing.T) {
	known := ids()
	for _, id := range known {
		if !slices.ContainsFunc(documents(), func(d document) bool { return strings.Contains(d.text, `{{table "`+id+`"}}`) }) {
			t.Errorf("no page has a table of %s", id)
		}
	}
	slices.Sort(known)
	if len(slices.Compact(known)) != len(ids()) {
		t.Errorf("%v", known)
	}
}
