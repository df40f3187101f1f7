package main

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/table"
)

func TestParse(t *testing.T) {
	got, err := parse([]string{"-o", "out", "-only", "arrests,languages"}, nil)
	if d := cmp.Diff(call{out: "out", only: []string{"arrests", "languages"}}, got, cmp.AllowUnexported(call{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for args, want := range map[string]string{
		"":                    "say with -o into which folder",
		"-o out more":         `"more" is one word too many`,
		"-o out -only nobody": `-only: there is no table "nobody": want some of sawyer-words-40,`,
	} {
		if _, err := parse(strings.Fields(args), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestCut: rare values of X are left out with their cells, and rare values of Y in what remains
// are one column. Equally frequent values are in the order of their names.
func TestCut(t *testing.T) {
	c := counts{
		{"a", "p"}: 5, {"a", "q"}: 1, {"a", "r"}: 1,
		{"b", "q"}: 3, {"b", "p"}: 4,
		{"c", "s"}: 7, {"d", "s"}: 6,
	}
	got := c.cut(3, 2)
	want := matrix{
		x: []string{"a", "b", "c"}, y: []string{"p", "s", other},
		cells: [][]float64{{5, 0, 2}, {4, 0, 3}, {0, 7, 0}},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(matrix{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := c.cut(9, 9); len(got.x) != 4 || slices.Contains(got.y, other) || got.records() != "27" {
		t.Errorf("everything kept: %+v", got)
	}
	if got := (counts{{"a", "b"}: 1.5}).cut(1, 1).records(); got != "-" {
		t.Errorf("records of what is no count: %s", got)
	}
}

// TestRun: what is written is a table that the library reads, and a package that is missing is an
// error after the tables of the others.
func TestRun(t *testing.T) {
	c := call{out: t.TempDir(), only: []string{"scripts"}}
	var told bytes.Buffer
	if err := c.run(t.Context(), &told); err != nil || !strings.Contains(told.String(), "\nscripts ") {
		t.Fatalf("%v:\n%s", err, &told)
	}
	read, err := table.Open(t.Context(), filepath.Join(c.out, "scripts.csv"), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j, err := read.Joint()
	if err != nil {
		t.Fatal(err)
	}
	row := slices.Index(j.XLabels(), "Greek")
	columns, masses := j.Row(row)
	at := slices.IndexFunc(columns, func(k int32) bool { return j.YLabels()[k] == "Lt" })
	if j.Rows() != 50 || at < 0 || masses[at] != 27 {
		t.Errorf("%d rows; of the Greek characters, 27 are title case: %v %v", j.Rows(), columns, masses)
	}

	missing := tableSpec{name: "none", from: packages.NPMPackage{Name: "none", Version: "0", SHA256: "00"}, count: rMatrix}
	t.Setenv("PATH", t.TempDir())
	if _, err := c.make(t.Context(), missing, t.TempDir(), make(map[packages.Source]fs.FS)); err == nil || !strings.Contains(err.Error(), "npm") {
		t.Errorf("without npm: %v", err)
	}
	c.only = []string{"arrests", "scripts"}
	told.Reset()
	if err := c.run(t.Context(), &told); err == nil || !strings.HasPrefix(err.Error(), "arrests: ") || !strings.Contains(told.String(), "\nscripts ") {
		t.Errorf("without R: %v:\n%s", err, &told)
	}
	c.out = filepath.Join(c.out, "none")
	if err := c.run(t.Context(), &told); err == nil || !strings.Contains(err.Error(), "is no folder") {
		t.Error(err)
	}
}

// TestCounts counts small files by hand.
func TestCounts(t *testing.T) {
	files := fstest.MapFS{
		"a.txt": {Data: []byte("To be, or\nnot to be")},
		"p.go":  {Data: []byte("package p // x\n")},
		"package/data/1801_thomas_jefferson_dr.txt": {Data: []byte("my my fellow citizens")},
		"package/data/1802_thomas_jefferson_dr.txt": {Data: []byte("my fellow people")},
		"table.csv": {Data: []byte("\"\",\"k\",\"l\"\n\"r\",1,0\n\"s\",2.5,3\n")},
	}
	for name, tt := range map[string]struct {
		count func(context.Context, fs.FS) (counts, error)
		want  counts
	}{
		"words":      {words("a.txt"), counts{{"to", "be"}: 2, {"be", "or"}: 1, {"or", "not"}: 1, {"not", "to"}: 1}},
		"presidents": {presidents, counts{{"thomas_jefferson", "my"}: 3, {"thomas_jefferson", "fellow"}: 2}},
		"go tokens":  {goTokens, counts{{"package", "IDENT"}: 1, {"IDENT", "COMMENT"}: 1, {"COMMENT", ";"}: 1}},
		"R":          {rMatrix, counts{{"r", "k"}: 1, {"s", "k"}: 2.5, {"s", "l"}: 3}},
	} {
		got, err := tt.count(t.Context(), files)
		if d := cmp.Diff(tt.want, got); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, d)
		}
	}
	c, err := characters("a.txt")(t.Context(), files)
	if err != nil || c[[2]string{"space", "b"}] != 2 || c[[2]string{"r", "newline"}] != 1 || len(c) != 15 {
		t.Errorf("characters: %v, %v", c, err)
	}
	if _, err := words("*.md")(t.Context(), files); err == nil || !strings.Contains(err.Error(), "the package has no *.md") {
		t.Error(err)
	}
	files["package/data/notes.txt"] = &fstest.MapFile{Data: []byte("a b")}
	if _, err := presidents(t.Context(), files); err == nil || !strings.Contains(err.Error(), "notes.txt: the name is not") {
		t.Error(err)
	}
}

// TestLanguages: German and its letters are there, and no language of another script.
func TestLanguages(t *testing.T) {
	c, err := languages(t.Context(), nil)
	if err != nil || c[[2]string{"German", "ß"}] == 0 || c[[2]string{"German", "ı"}] != 0 || c[[2]string{"Turkish", "ı"}] == 0 {
		t.Errorf("%v", err)
	}
	for pair := range c {
		if pair[0] == "Russian" || pair[0] == "Greek" {
			t.Fatalf("%v", pair)
		}
	}
}
