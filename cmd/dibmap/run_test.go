package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// call runs the program in this process.
func call(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = cli.Run(ctx, newRoot, args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &err})
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
		{[]string{}, cli.ExitDone},
		{[]string{"map", "@occupation"}, cli.ExitDone},
		{[]string{"info", "--json"}, cli.ExitDone},
		{[]string{"data"}, cli.ExitDone},
		{[]string{"--version"}, cli.ExitDone},
		{[]string{"completion", "bash"}, cli.ExitDone},
		{[]string{"mpa"}, cli.ExitUsage},
		{[]string{"map", "--epsilon", "x"}, cli.ExitUsage},
		{[]string{"map", "a", "b"}, cli.ExitUsage},
		{[]string{"map", "-o", filepath.Join(folder, "no", "f.json")}, cli.ExitUsage},
		{[]string{"map", "-o", folder}, cli.ExitUsage},
		{[]string{"map", filepath.Join(folder, "missing.csv")}, cli.ExitUsage},
		{[]string{"info", "@nothing"}, cli.ExitUsage},
		{[]string{"show", bad}, cli.ExitUsage},
		{[]string{"select", bad, "--clusters", "2"}, cli.ExitUsage},
		{[]string{"plot", bad, "-o", filepath.Join(folder, "f.svg")}, cli.ExitUsage},
		{[]string{"data", "@occupation", "-o", filepath.Join(folder, "no", "f.csv")}, cli.ExitUsage},
	} {
		code, _, stderr := call(context.Background(), tt.args...)
		if code != tt.want {
			t.Errorf("dibmap %v: exit code %d, want %d; %s", tt.args, code, tt.want, stderr)
		}
		if lines := strings.Count(stderr, "\n"); tt.want != cli.ExitDone && lines != 1 {
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
	f := filepath.Join(t.TempDir(), "frontier.json")
	if code, _, stderr := call(context.Background(), "map", "@occupation", "-q", "-o", f); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	for _, args := range [][]string{
		{},
		{"--help"},
		{"help"},
		{"help", "map"},
		{"map", "--help"},
		{"--version"},
		{"completion", "bash"},
		{"__complete", "map", "--"},
		{"map", "@occupation"},
		{"map", "@occupation", "-o", "-"},
		{"info", "@occupation"},
		{"info", "@occupation", "--json"},
		{"data"},
		{"data", "@occupation"},
		{"sample", "@occupation", "--n", "1000"},
		{"compare", "@occupation", "--methods", "ward"},
		{"tune-epsilon", "@occupation"},
		{"tune-epsilon", "@occupation", "--json"},
		{"show", f},
		{"select", f, "--clusters", "3"},
		{"verify", f},
		{"merge", f},
		{"encode", f, "--clusters", "3", "--export", "json"},
	} {
		var stderr bytes.Buffer
		if code := cli.Run(context.Background(), newRoot, args, cli.Streams{In: strings.NewReader(""), Out: brokenPipe{}, Err: &stderr}); code != cli.ExitFailed {
			t.Errorf("dibmap %v: exit code %d, want %d; %s", args, code, cli.ExitFailed, stderr.String())
		}
		if got := stderr.String(); !strings.HasSuffix(got, "dibmap: cannot write to standard output: broken pipe\n") || strings.Count(got, "cannot write") != 1 {
			t.Errorf("dibmap %v: %s", args, got)
		}
	}
}

// TestFullDiskIsAFailure has every kind of output fail when it is written.
func TestFullDiskIsAFailure(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no full disk here")
	}
	folder := t.TempDir()
	f := filepath.Join(folder, "frontier.json")
	if code, _, stderr := call(context.Background(), "map", "@occupation", "-q", "-o", f); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	for name, args := range map[string][]string{
		"f.json":    {"map", "@occupation"},
		"f.csv":     {"map", "@occupation"},
		"f.parquet": {"map", "@occupation"},
		"f.npz":     {"map", "@occupation"},
		"u.json":    {"merge", f},
		"t.csv":     {"sample", "@occupation", "--n", "100"},
		"t.npy":     {"data", "@occupation"},
		"f.svg":     {"plot", f},
		"f.png":     {"plot", f},
		"f.pdf":     {"plot", f},
		"f.html":    {"plot", f},
		"m.sql":     {"encode", f, "--budget", "9", "--export", "sql", "--x", "x"},
		"c.svg":     {"compare", "@occupation", "--methods", "ward"},
	} {
		link := filepath.Join(folder, name)
		if err := os.Symlink("/dev/full", link); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := call(context.Background(), append(args, "-o", link)...)
		if code != cli.ExitFailed || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s", name, code, stderr)
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
	if code != cli.ExitFailed || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
