package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
)

// committed is docs/paper.
const committed = "../../docs/paper"

// read returns a file of docs/paper.
func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(committed, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPagesAreUpToDate: the pages are what the program makes of their texts and the lines of
// comparison.csv, and what they link is there.
func TestPagesAreUpToDate(t *testing.T) {
	made, err := comparison(bytes.NewReader(read(t, comparisonFile)))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents() {
		var want bytes.Buffer
		if err := d.write(&want, made); err != nil {
			t.Fatal(err)
		}
		text := string(read(t, d.name))
		if d := cmp.Diff(want.String(), text); d != "" {
			t.Errorf("docs/paper is not that of 'go run -C experiments ./paper -only copulas' (-want +got):\n%s", d)
		}
		if strings.Contains(text, notMade) {
			t.Errorf("%s: a row was not made: docs/paper is made with -data", d.name)
		}
		for name := range linked(text) {
			if _, err := os.Stat(filepath.Join(committed, name)); err != nil {
				t.Errorf("%s links what is not there: %v", d.name, err)
			}
		}
	}
	for _, id := range ids() {
		if len(made[id].lines) == 0 {
			t.Errorf("%s has no lines", id)
		}
	}
}

// TestTenGroups: the derived table is that of the authors, and one line says so.
func TestTenGroups(t *testing.T) {
	e := &env{data: filepath.Dir(oracle.Shared(t, "data", "reference", tenFile)), out: t.TempDir()}
	ten, err := e.groups(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l, ok, err := e.sameTen(ten.joint)
	if err != nil || !ok || l.ours != "the same" {
		t.Errorf("%+v, %t, %v", l, ok, err)
	}
	other, err := simplex(10, 27, 0)
	if err != nil {
		t.Fatal(err)
	}
	if l, _, _ := e.sameTen(other); !strings.HasPrefix(l.ours, "a row differs by ") {
		t.Errorf("another table: %+v", l)
	}
}

// TestGroupFiles: the authors' groups are those of this project, element by element.
func TestGroupFiles(t *testing.T) {
	e := &env{data: filepath.Dir(oracle.Shared(t, "data", "reference", "pxy_pauli.npy"))}
	lines, err := sameGroups(e)
	if err != nil || len(lines) != 2 || lines[0].ours != "the same" || lines[1].ours != "the same" {
		t.Errorf("%+v, %v", lines, err)
	}
}
