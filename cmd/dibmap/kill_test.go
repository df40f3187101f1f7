package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// program is a call of dibmap in a process of its own, which writes checkpoints as
// often as it may.
func program(folder string, stderr *bytes.Buffer, args ...string) *exec.Cmd {
	cmd := exec.Command("dibmap", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), everyVariable+"=20ms")
	cmd.Stderr = stderr
	return cmd
}

// TestKilledSearchGoesOn kills searches several times, on any system with signals. TestFaultsKillAtRandom and
// TestFaultsKillAtCalls do so with all commands.
func TestKilledSearchGoesOn(t *testing.T) {
	t.Run("rounds", func(t *testing.T) { killAndResume(t, randomTable(40, 18, 1), 5, "--effort", "1") })
	t.Run("sweeps", func(t *testing.T) {
		killAndResume(t, randomTable(420, 8, 1), 6, "--effort", "0.05", "--best-up-to", "0")
	})
}

// killAndResume starts a search of a table, kills it, and has it go on from its
// checkpoint with another number of workers, so many times. Its frontier must be that
// of an undisturbed search, to the byte.
func killAndResume(t *testing.T, table string, kills int, flags ...string) {
	t.Helper()
	switch {
	case runtime.GOOS == "windows":
		t.Skip("no signal to kill with")
	case raceDetector():
		t.Skip("it would take minutes; package search resumes searches under the race detector")
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "table.csv"), table)
	args := append([]string{"map", "table.csv", "-q", "--prove=no"}, flags...)
	var stderr bytes.Buffer
	if err := program(folder, &stderr, append(args, "-o", "whole.json")...).Run(); err != nil {
		t.Fatal(err, stderr.String())
	}
	args = append(args, "--checkpoint", "state", "--resume", "-o", "f.json")
	moved := killed(t, folder, args, kills)
	t.Logf("%d of %d kills came after a new checkpoint", moved, kills)
	if moved < 2 {
		t.Skip("the search was over before it could be killed twice: the machine is too fast, or its disk too slow")
	}
	if err := program(folder, &stderr, args...).Run(); err != nil {
		t.Fatal(err, stderr.String())
	}
	whole, f := read(t, filepath.Join(folder, "whole.json")), read(t, filepath.Join(folder, "f.json"))
	if timeless(f) != timeless(whole) {
		t.Errorf("the frontier is not that of the undisturbed search:\n%s", firstDifference(timeless(f), timeless(whole)))
	}
}

// killed starts a search and kills it, so many times or until it ends by itself. In
// turn, the moment is when the checkpoint has changed, and when something in the folder
// has changed a random number of times, such as a temporary file: the waits depend on
// what the program does, not on its speed. It returns how often the search had come
// further than ever before.
func killed(t *testing.T, folder string, args []string, kills int) (moved int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(20, 26))
	path, far := filepath.Join(folder, "state"), 0
	for k := range kills {
		before := filesIn(t, folder)
		var stderr bytes.Buffer
		cmd := program(folder, &stderr, append(args, "--workers", strconv.Itoa(1+k%3))...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		changes := 1 + rng.IntN(9)
		last := before
	wait:
		for {
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("after %d kills: %v: %s", k, err, &stderr)
				}
				return moved
			case <-time.After(100 * time.Microsecond):
			}
			now := filesIn(t, folder)
			if now != last {
				changes--
			}
			last = now
			if k%2 == 0 && checkpointIn(now) != checkpointIn(before) || k%2 == 1 && changes <= 0 {
				break wait
			}
		}
		_ = cmd.Process.Kill()
		<-ended
		now := evaluatedIn(t, path)
		if now < far {
			t.Errorf("after kill %d the checkpoint is of %d evaluations, after %d before", k, now, far)
		}
		if now > far {
			moved++
		}
		far = now
	}
	return moved
}

// filesIn describes the files in a folder, a line for each: a description changes when
// a file is made, written to, replaced or removed.
func filesIn(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range files {
		if info, err := f.Info(); err == nil { // it may just have been removed
			fmt.Fprintln(&b, f.Name(), info.Size(), info.ModTime())
		}
	}
	return b.String()
}

// checkpointIn returns the line of the checkpoint in the description of a folder.
func checkpointIn(files string) string {
	for line := range strings.Lines(files) {
		if strings.HasPrefix(line, "state ") {
			return line
		}
	}
	return ""
}

// evaluated is in the header of a checkpoint, except of sweeps.
var evaluated = regexp.MustCompile(`"Evaluated":([0-9]+)`)

// evaluatedIn returns how far a checkpoint is: 0 if there is none.
func evaluatedIn(t *testing.T, path string) int {
	t.Helper()
	state, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	if _, rest, ok := bytes.Cut(state, []byte(`"sweeps":true`)); ok {
		_, body, _ := bytes.Cut(rest, []byte("}}"))
		n, _ := binary.Uvarint(body[1:]) // after the phase
		return int(n)
	}
	found := evaluated.FindSubmatch(state)
	if err != nil || found == nil {
		t.Fatal("no checkpoint: ", err)
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i+1, as[i], bs[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(as), len(bs))
}

// TestFirstInterruptEndsWaiting has the program wait for a table that never comes.
func TestFirstInterruptEndsWaiting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt signal")
	}
	folder := t.TempDir()
	var stderr bytes.Buffer
	cmd := program(folder, &stderr, "map", "-", "--x", "x", "--y", "y", "-o", "f.json")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for filesIn(t, folder) == "" { // the output is created after the program has begun to listen for signals
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	if cmd.ProcessState.ExitCode() != cli.ExitFailed || !strings.Contains(stderr.String(), "interrupted while it was read") {
		t.Errorf("ended with %v: %s", err, stderr.String())
	}
	if left := filesIn(t, folder); left != "" {
		t.Errorf("left %s", left)
	}
}

// TestSecondInterruptEndsAtOnce has the program write what an interrupted search has found to a pipe
// that nobody empties.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt signal")
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "table.csv"), randomTable(300, 10, 1))
	var stderr bytes.Buffer
	cmd := program(folder, &stderr, "map", "table.csv", "-q", "--effort", "1e6", "--checkpoint", "state", "-o", "-")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for { // the search writes its first checkpoint when it begins
		if _, err := os.Stat(filepath.Join(folder, "state")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err, stderr.String())
	}
	ended := make(chan struct{})
	defer func() { <-ended }()
	go func() {
		defer close(ended)
		for cmd.Process.Signal(os.Interrupt) == nil {
			time.Sleep(time.Millisecond)
		}
	}()
	_ = cmd.Wait() // the state says more
	state := cmd.ProcessState
	if status, ok := state.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v: %s", state, stderr.String())
	}
}
