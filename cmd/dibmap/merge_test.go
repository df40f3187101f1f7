package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// TestMergeFailures: an interrupt and an output that breaks are no fault of the
// call, and leave nothing behind.
func TestMergeFailures(t *testing.T) {
	folder := t.TempDir()
	part := filepath.Join(folder, "part.json")
	if code, _, stderr := call(context.Background(), "map", "@occupation", "-q", "-o", part); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	code, _, stderr := call(cancelled, "merge", part, part, "-o", filepath.Join(folder, "union.json"))
	if code != cli.ExitFailed || !strings.HasSuffix(stderr, "part.json: interrupted while it was read\n") {
		t.Errorf("interrupted: exit code %d: %s", code, stderr)
	}
	for _, args := range [][]string{{"merge", part}, {"merge", part, "-q", "-o", "-"}} {
		var stderr bytes.Buffer
		code := cli.Run(context.Background(), newRoot, args, cli.Streams{In: strings.NewReader(""), Out: brokenPipe{}, Err: &stderr})
		if code != cli.ExitFailed || stderr.String() != "dibmap: cannot write to standard output: broken pipe\n" {
			t.Errorf("dibmap %v: exit code %d: %s", args, code, stderr.String())
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("failed calls left files behind: %v, %v", left, err)
	}
}
