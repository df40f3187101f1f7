package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestUnits runs the tests of the scripts that need no browser.
func TestUnits(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("DIBMAP_REQUIRE_TOOLS") != "" {
			t.Fatal(err)
		}
		t.Skip("needs node")
	}
	folder, err := filepath.Abs("../../report/web/unit")
	if err != nil {
		t.Fatal(err)
	}
	script, err := bundle(folder, "all.ts")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "unit.js")
	if err := os.WriteFile(file, script, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, file).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
