package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/place"
)

var same = cmp.AllowUnexported(call{}, results{}, measurement{}, grouping{})

func TestParse(t *testing.T) {
	got, err := parse([]string{"-docs", "d", "-table", "t.csv", "-skip", "sib,dib"}, nil)
	if d := cmp.Diff(call{docs: "d", table: "t.csv", skip: []string{"sib", "dib"}}, got, same); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for args, want := range map[string]string{
		"more":         `"more" is one word too many: a table is named with -table`,
		"-skip=sweeps": `-skip: there is no "sweeps": want some of local,sib,`,
	} {
		if _, err := parse([]string{args}, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// The lines between which the table stands.
const (
	begin = "<!-- What follows is written by: go run -C experiments ./anytime -->\n"
	end   = "<!-- Written by experiments/anytime up to here. -->\n"
)

// folder returns a folder with a page that has a place for the table.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "large.md"), []byte("Before.\n"+begin+"old\n"+end+"After.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// python makes a Python that writes some lines, whatever it is asked to do, and fails or not.
func python(t *testing.T, out, told string, code string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "python")
	text := "#!/bin/sh\ncat >/dev/null\nprintf '" + out + "'\necho '" + told + "' >&2\nexit " + code + "\n"
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DIBMAP_PYTHON", path)
}

const small = "word,next,count\na,u,20\na,v,5\nb,u,10\nb,v,20\nc,u,5\nc,w,20\nd,w,9\nd,u,2\ne,v,7\n"

// TestRun measures a small table by all methods. All of them find a frontier of the few groupings that
// there are, and the numbers of another table stay.
func TestRun(t *testing.T) {
	dir := folder(t)
	table := filepath.Join(t.TempDir(), "small.csv")
	if err := os.WriteFile(table, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	old := results{measured: []measurement{{table: "old", method: "sweeps", seconds: 3, area: 2}, {table: "small", method: "dib", seconds: 9, area: 9}}}
	p, err := place.Open(filepath.Join(dir, "large.md"), "anytime")
	if err != nil {
		t.Fatal(err)
	}
	if err := old.write(dir, p); err != nil {
		t.Fatal(err)
	}
	python(t, `{"k": 2, "seconds": 0.5, "labels": [7, 7, 3, 3, 7]}\n`, "", "0")
	var told bytes.Buffer
	if err := (call{docs: dir, table: table}).run(t.Context(), &told); err != nil {
		t.Fatalf("%v\n%s", err, &told)
	}
	got, err := readAll(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(old.measured[:1], got.of("old", "sweeps"), same); d != "" {
		t.Error(d)
	}
	truth := got.of("small", "sweeps")[0]
	for _, m := range methods() {
		of := got.of("small", m.id)
		if m.id == "brown" { // the smallest window is wider than the table
			if len(of) > 0 {
				t.Errorf("%+v", of)
			}
			continue
		}
		if len(of) != 1 || of[0].above != 0 || of[0].groupings == 0 || !(of[0].area > 0 && of[0].area <= truth.area) {
			t.Errorf("%s: %+v", m.id, of)
		}
	}
	if of := got.of("small", "sib")[0]; of.seconds != 0.5 || of.setting != 2 {
		t.Errorf("%+v", of)
	}
	text, err := os.ReadFile(filepath.Join(dir, "large.md"))
	if err != nil || !strings.HasPrefix(string(text), "Before.\n"+begin+"\n| table |") || !strings.HasSuffix(string(text), end+"After.\n") || strings.Contains(string(text), "old\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestRunFails: what is wrong is told in one line, and nothing is changed.
func TestRunFails(t *testing.T) {
	dir := folder(t)
	table := filepath.Join(t.TempDir(), "small.csv")
	if err := os.WriteFile(table, []byte(small), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(docs, table, want string) {
		t.Helper()
		if err := (call{docs: docs, table: table}).run(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	run(t.TempDir(), table, "large.md")
	run(dir, "none.csv", "none.csv")
	python(t, "", "no module named sib", "1")
	run(dir, table, "sib: ")
	run(dir, table, "exit status 1: no module named sib")
	python(t, "no labels\\n", "", "0")
	run(dir, table, `answered "no labels`)
	python(t, `{"k": 2, "seconds": 0.5, "labels": [0, 1]}\n`, "", "0")
	run(dir, table, "sib: 2 clusters: there are 2 labels for 5 rows")
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// committed returns the results that are part of the project, and the page.
func committed(t *testing.T) (results, place.Place) {
	t.Helper()
	p, err := place.Open(docs+"/large.md", "anytime")
	if err != nil {
		t.Fatal(err)
	}
	r, err := readAll(docs)
	if err != nil || len(r.measured) == 0 || len(r.groupings) == 0 {
		t.Fatalf("%d measurements, %d groupings, %v", len(r.measured), len(r.groupings), err)
	}
	return r, p
}

const docs = "../../docs"

// TestUpToDate: the table and the figure are those of the numbers.
func TestUpToDate(t *testing.T) {
	r, p := committed(t)
	for name, write := range map[string]func(w io.Writer) error{
		"large.md": func(w io.Writer) error {
			_, err := io.WriteString(w, p.With(r.page()))
			return err
		},
		figureFile: func(w io.Writer) error { return draw(w, "svg", r) },
	} {
		var made bytes.Buffer
		if err := write(&made); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), made.String()); d != "" {
			t.Errorf("%s is not what 'go run -C experiments ./anytime' writes (-committed +made):\n%s", name, d)
		}
	}
}

// TestSweepsFindMost: no curve ends above that of the sweeps, and none of the groupings that are kept
// lies above the frontier. (Some of very many or of two clusters do; see docs/large.md.)
func TestSweepsFindMost(t *testing.T) {
	r, _ := committed(t)
	for _, table := range r.tables() {
		sweeps := r.of(table, "sweeps")
		for _, m := range methods() {
			for _, at := range r.of(table, m.id) {
				if most := sweeps[len(sweeps)-1].area; at.area > most {
					t.Errorf("%+v, and sweeps have %v", at, most)
				}
			}
		}
	}
	for _, g := range r.groupings {
		if g.i > g.frontierI+1e-7 || g.h < g.frontierH-1e-7 {
			t.Errorf("%+v", g)
		}
	}
}
