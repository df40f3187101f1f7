package dibmap_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The README stays short enough to be read, and so does its example.
const (
	maxReadmeLines  = 250
	maxExampleLines = 15
)

func TestReadme(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	readme := read("README.md")
	if n := strings.Count(readme, "\n"); n > maxReadmeLines {
		t.Errorf("the README has %d lines, more than %d", n, maxReadmeLines)
	}
	_, rest, _ := strings.Cut(readme, "```go\n")
	example, _, found := strings.Cut(rest, "```\n")
	if !found || !strings.Contains(read("example_test.go"), example) {
		t.Errorf("the example of the README is not a function of example_test.go, which is compiled and run:\n%s", example)
	}
	if n := strings.Count(example, "\n") - 2; n > maxExampleLines { // without the lines of func and }
		t.Errorf("the example of the README has %d lines, more than %d", n, maxExampleLines)
	}
}

// TestExampleReportsErrors gives the example of the README input that it cannot read,
// and a table with no column of Y, and output that it cannot write.
func TestExampleReportsErrors(t *testing.T) {
	folder := t.TempDir()
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	records := write("survey.csv", survey)
	for name, paths := range map[string][2]string{
		"no file":   {filepath.Join(folder, "none.csv"), filepath.Join(folder, "f.json")},
		"no column": {write("other.csv", "city,price\nOslo,1\n"), filepath.Join(folder, "f.json")},
		"no folder": {records, filepath.Join(folder, "none", "f.json")},
	} {
		if _, err := groupCities(t.Context(), paths[0], paths[1]); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
