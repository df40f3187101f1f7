package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// TestNoFileOfAComparisonIsLeft fails to open the second file, or to read the table.
func TestNoFileOfAComparisonIsLeft(t *testing.T) {
	folder := t.TempDir()
	figure := filepath.Join(folder, "x.svg")
	for _, args := range [][]string{
		{"@occupation", "--csv", filepath.Join(folder, "no", "x.csv")},
		{"@nothing", "--csv", filepath.Join(folder, "x.csv")},
	} {
		code, _, stderr := call(context.Background(), append([]string{"compare", "-o", figure}, args...)...)
		left, err := os.ReadDir(folder)
		if code != cli.ExitUsage || strings.Count(stderr, "\n") != 1 || err != nil || len(left) != 0 {
			t.Errorf("%v: exit code %d, %q, left %v", args, code, stderr, left)
		}
	}
}
