//go:build long && linux

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/oracle/hostile"
)

// What a reader may take for an input of at most a megabyte.
const (
	mostPeak      = 256 << 20
	mostProcessor = 10 * time.Second
)

// TestLongHostileInputs reads inputs of at most a megabyte that claim or unpack to much more, in a process
// of its own each, with measured memory and processor time. They are refused in one line with exit code 2, or read.
func TestLongHostileInputs(t *testing.T) {
	for _, input := range hostile.All() {
		t.Run(input.Name, func(t *testing.T) {
			t.Parallel() // the memory and the time of each process are its own
			folder := t.TempDir()
			for name, content := range input.Files {
				if len(content) > 1<<20 {
					t.Fatalf("%s has %d bytes, more than a megabyte", name, len(content))
				}
				write(t, filepath.Join(folder, name), string(content))
			}
			for _, args := range input.Calls {
				readHostile(t, folder, args, input.Read)
			}
		})
	}
}

// readHostile makes a call, and checks what it took, its exit code and its line.
func readHostile(t *testing.T, folder string, args []string, read bool) {
	t.Helper()
	peakFile := filepath.Join(t.TempDir(), "peak")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // for what does not end
	defer cancel()
	cmd := exec.CommandContext(ctx, "dibmap", args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &stdout, &stderr
	cmd.Env = append(os.Environ(), peakVariable+"="+peakFile)
	err := cmd.Run()
	code, took := cmd.ProcessState.ExitCode(), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	peak := peakIn(t, peakFile)
	t.Logf("%v: exit code %d, %d MB, %v: %.150s", args, code, peak>>20, took.Round(10*time.Millisecond), stderr.String())
	switch {
	case code != 0 && code != 2:
		t.Errorf("%v: %v: %.500s", args, err, stderr.String())
	case code == 0 && !read:
		t.Errorf("%v: it is read: %.300s", args, stdout.String())
	case code == 2 && (strings.Count(stderr.String(), "\n") != 1 || stderr.Len() > 4000):
		t.Errorf("%v: not one line: %.500s", args, stderr.String())
	}
	if peak > mostPeak {
		t.Errorf("%v takes %d MB", args, peak>>20)
	}
	if took > mostProcessor {
		t.Errorf("%v takes %v of processor time", args, took)
	}
}

// peakLine is the line of /proc/self/status with the largest resident memory of a process. That of rusage
// would include its parent's, from before the program was loaded.
var peakLine = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peakIn returns the number of bytes that a program has written.
func peakIn(t *testing.T, path string) int {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line := peakLine.FindSubmatch(content)
	if line == nil {
		t.Fatalf("no peak in %q", content)
	}
	kB, err := strconv.Atoi(string(line[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kB << 10
}
