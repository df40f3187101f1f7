package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program in this process.
func call(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(ctx, args, streams{in: strings.NewReader(""), out: &out, err: &err})
	return code, out.String(), err.String()
}

func TestExitCodes(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "bad.json")
	if err := os.WriteFile(bad, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want int
	}{
		{[]string{}, exitDone},
		{[]string{"map", "@occupation"}, exitDone},
		{[]string{"info", "--json"}, exitDone},
		{[]string{"data"}, exitDone},
		{[]string{"--version"}, exitDone},
		{[]string{"completion", "bash"}, exitDone},
		{[]string{"mpa"}, exitUsage},
		{[]string{"map", "--epsilon", "x"}, exitUsage},
		{[]string{"map", "a", "b"}, exitUsage},
		{[]string{"map", "-o", filepath.Join(folder, "no", "f.json")}, exitUsage},
		{[]string{"map", "-o", folder}, exitUsage},
		{[]string{"map", filepath.Join(folder, "missing.csv")}, exitUsage},
		{[]string{"info", "@nothing"}, exitUsage},
		{[]string{"show", bad}, exitUsage},
		{[]string{"select", bad, "--clusters", "2"}, exitUsage},
		{[]string{"plot", bad, "-o", filepath.Join(folder, "f.svg")}, exitUsage},
		{[]string{"data", "@occupation", "-o", filepath.Join(folder, "no", "f.csv")}, exitUsage},
	} {
		code, _, stderr := call(context.Background(), tt.args...)
		if code != tt.want {
			t.Errorf("dibmap %v: exit code %d, want %d; %s", tt.args, code, tt.want, stderr)
		}
		if lines := strings.Count(stderr, "\n"); tt.want != exitDone && lines != 1 {
			t.Errorf("dibmap %v: %d lines of error, want 1: %s", tt.args, lines, stderr)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 1 {
		t.Errorf("failed calls left files behind: %v", left)
	}
}

// TestBrokenPipeIsAFailure: results that cannot be written are not the caller's
// fault.
func TestBrokenPipeIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"map", "@occupation", "-o", "-"}, {"info", "@occupation", "--json"}, {"data"}, {"tune-epsilon", "@occupation"}, {"tune-epsilon", "@occupation", "--json"}} {
		var stderr bytes.Buffer
		if code := run(context.Background(), args, streams{in: strings.NewReader(""), out: brokenPipe{}, err: &stderr}); code != exitFailed {
			t.Errorf("dibmap %v: exit code %d, want %d; %s", args, code, exitFailed, stderr.String())
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// TestCancelledBeforeTheTableIsRead: there is nothing to keep yet.
func TestCancelledBeforeTheTableIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.csv")
	if err := os.WriteFile(path, []byte("x,y\n"+strings.Repeat("a,b\nc,d\n", 100_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, _, stderr := call(ctx, "map", path, "--x", "x", "--y", "y")
	if code != exitFailed || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
