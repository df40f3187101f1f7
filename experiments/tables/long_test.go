//go:build long

package main

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLongTables fetches all packages and makes all tables: they are those of testdata/tables.txt.
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
	want, err := os.ReadFile("testdata/tables.txt")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), told.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
