//go:build long

package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLongTables fetches all packages and makes all tables: they are those of docs/benchmarks.md.
func TestLongTables(t *testing.T) {
	for _, name := range []string{"go", "npm", "python3", "Rscript"} {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if os.Getenv("DIBMAP_REQUIRE_TOOLS") != "" {
			t.Fatalf("%s is not installed", name)
		}
		t.Skipf("%s is not installed", name)
	}
	var told bytes.Buffer
	if err := (call{out: t.TempDir()}).run(t.Context(), &told); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), told.String()) {
		t.Errorf("docs/benchmarks.md does not have\n%s", &told)
	}
}
