package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier/codec"
)

// TestUnprintableColumns: columns whose names no file holds are left out of it, and nothing that
// is printed has a character that a terminal obeys.
func TestUnprintableColumns(t *testing.T) {
	folder := t.TempDir()
	records := write(t, filepath.Join(folder, "records.csv"), "\"the\n\x1b[2Jcity\",drink\nOslo,tea\nRome,coffee\nRome,tea\n")
	output := filepath.Join(folder, "f.json")
	args := []string{"--x", "the\n\x1b[2Jcity", "--y", "drink"}
	printed := ""
	run := func(want int, args ...string) {
		t.Helper()
		code, stdout, stderr := call(t.Context(), args...)
		if code != want {
			t.Errorf("dibmap %q: exit code %d: %s", args, code, stderr)
		}
		printed += stdout + stderr
	}
	run(0, append([]string{"map", records, "-o", output}, args...)...)
	f, err := codec.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Problem.Source; s.X != "" || s.Y != "" || s.Path != records {
		t.Errorf("the file has %+v", s)
	}
	run(0, "select", output, "--clusters", "2")
	run(2, "verify", output, records, "--x", "the\n\x1b[2Jcities", "--y", "drink")
	run(0, append([]string{"verify", output}, args...)...)
	run(2, "encode", output, records, "--clusters", "2")
	if strings.Contains(printed, "\x1b") || strings.Contains(printed, "\n[2J") {
		t.Errorf("the terminal is told what to do: %q", printed)
	}
}
