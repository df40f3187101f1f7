package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// searching starts a search whose output is out/f.json, and waits until it has begun.
func searching(t *testing.T, folder string, stderr *bytes.Buffer) *exec.Cmd {
	t.Helper()
	if err := os.Mkdir(filepath.Join(folder, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "table.csv"), randomTable(100, 10, 1))
	cmd := program(folder, stderr, "map", "table.csv", "-q", "--effort", "1e6", "--checkpoint", "state", "-o", "out/f.json")
	cmd.Env = append(cmd.Env, cacheVariable+"="+filepath.Join(folder, "cache"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for { // the search writes its first checkpoint when it begins
		if _, err := os.Stat(filepath.Join(folder, "state")); err == nil {
			return cmd
		}
		time.Sleep(time.Millisecond)
	}
}

// TestResultOfRenamedFolderIsKept renames the folder of the output while the search runs.
func TestResultOfRenamedFolderIsKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder with open files is not renamed")
	}
	folder := t.TempDir()
	var stderr bytes.Buffer
	cmd := searching(t, folder, &stderr)
	if err := os.Rename(filepath.Join(folder, "out"), filepath.Join(folder, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the code says more
	said := regexp.MustCompile(`^dibmap: cannot write out/f\.json: no such file or directory; the result is kept in (.*/rescued/f-[0-9]+\.json)\n$`).FindStringSubmatch(stderr.String())
	if cmd.ProcessState.ExitCode() != cli.ExitFailed || said == nil {
		t.Fatalf("exit code %d: %s", cmd.ProcessState.ExitCode(), stderr.String())
	}
	if code, _, stderr := call(t.Context(), "show", said[1]); code != cli.ExitDone {
		t.Error(stderr)
	}
}

// TestNextRunSweeps kills a search, and lets the next one of the same output begin at once.
func TestNextRunSweeps(t *testing.T) {
	folder := t.TempDir()
	var stderr bytes.Buffer
	cmd := searching(t, folder, &stderr)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	left, err := filepath.Glob(filepath.Join(folder, "out", ".f.json.*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("left %v, %v", left, err)
	}
	if code, _, stderr := call(t.Context(), "map", "@occupation", "-q", "-o", filepath.Join(folder, "out", "f.json")); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	if entries, err := os.ReadDir(filepath.Join(folder, "out")); err != nil || len(entries) != 1 {
		t.Errorf("left %v, %v", entries, err)
	}
}

// TestCheckpointInUse: a second search on a checkpoint is refused, and told who has it.
func TestCheckpointInUse(t *testing.T) {
	folder := t.TempDir()
	var stderr bytes.Buffer
	cmd := searching(t, folder, &stderr)
	state := filepath.Join(folder, "state")
	for _, resume := range [][]string{nil, {"--resume"}} {
		args := append([]string{"map", "@occupation", "--checkpoint", state}, resume...)
		code, _, said := call(t.Context(), args...)
		want := fmt.Sprintf("dibmap: --checkpoint: %s is in use by process %d on ", state, cmd.Process.Pid)
		if code != cli.ExitUsage || !strings.HasPrefix(said, want) || !strings.HasSuffix(said, ": wait for it to end, or name another file\n") {
			t.Errorf("exit code %d: %s", code, said)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if err := os.Remove(state); err != nil {
		t.Fatal(err)
	}
	code, _, said := call(t.Context(), "map", "@occupation", "--checkpoint", state, "-q")
	if code != cli.ExitDone {
		t.Errorf("a killed search keeps the checkpoint: exit code %d: %s", code, said)
	}
	if left, err := filepath.Glob(filepath.Join(folder, ".state.*")); err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
