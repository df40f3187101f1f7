package main

import (
	"bytes"
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
)

// program is a call of dibmap in a process of its own, which writes a checkpoint
// as often as it may.
func program(folder string, stderr *bytes.Buffer, args ...string) *exec.Cmd {
	cmd := exec.Command("dibmap", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), everyVariable+"=20ms")
	cmd.Stderr = stderr
	return cmd
}

// TestKilledSearchGoesOn kills searches at random moments, again and again, and
// has them go on with another number of workers each time. What they find in the
// end is what they would have found undisturbed, to the byte.
func TestKilledSearchGoesOn(t *testing.T) {
	switch {
	case runtime.GOOS == "windows":
		t.Skip("no signal to kill with")
	case raceDetector():
		t.Skip("it would take minutes; package search resumes searches under the race detector")
	}
	for name, tt := range map[string]struct {
		table string
		flags []string
		kills int
	}{
		"rounds": {randomTable(40, 18, 1), []string{"--effort", "5"}, 20},
		"merge":  {randomTable(14, 8, 1), []string{"--epsilon", "0.01", "--seed", "7"}, 5},
		"memory": {randomTable(200, 10, 1), []string{"--effort", "0.01", "--max-memory", "16MiB"}, 5},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "rounds" {
				t.Skip("short")
			}
			folder := t.TempDir()
			write(t, filepath.Join(folder, "table.csv"), tt.table)
			args := append([]string{"map", "table.csv", "-q"}, tt.flags...)
			var stderr bytes.Buffer
			start := time.Now()
			if err := program(folder, &stderr, append(args, "-o", "whole.json")...).Run(); err != nil {
				t.Fatal(err, stderr.String())
			}
			took := time.Since(start)
			args = append(args, "--checkpoint", "state", "--resume", "-o", "f.json")
			moved := killed(t, folder, args, tt.kills, took/4)
			t.Logf("took %v; %d of %d kills came after a new checkpoint", took, moved, tt.kills)
			if moved < 2 {
				t.Error("no search had gone on when it was killed: this tests nothing")
			}
			if err := program(folder, &stderr, args...).Run(); err != nil {
				t.Fatal(err, stderr.String())
			}
			whole, f := read(t, filepath.Join(folder, "whole.json")), read(t, filepath.Join(folder, "f.json"))
			if timeless(f) != timeless(whole) {
				t.Errorf("the frontier is another:\n%s", firstDifference(timeless(f), timeless(whole)))
			}
		})
	}
}

// killed starts a search and kills it, again and again, in turn at a random moment
// within a time and at once when its checkpoint changes. It returns how often the
// search had come further than ever before.
func killed(t *testing.T, folder string, args []string, kills int, within time.Duration) (moved int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(20, 26))
	path, far := filepath.Join(folder, "state"), 0
	for k := range kills {
		var stderr bytes.Buffer
		cmd := program(folder, &stderr, append(args, "--workers", strconv.Itoa(1+k%3))...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		moment := time.Now().Add(time.Duration(rng.Float64() * float64(within)))
		before, _ := os.Stat(path)
		for time.Now().Before(moment) || k%2 == 1 && time.Since(moment) < within {
			if now, _ := os.Stat(path); k%2 == 1 && changed(before, now) {
				break
			}
			time.Sleep(50 * time.Microsecond)
		}
		_ = cmd.Process.Kill()
		if err := cmd.Wait(); err != nil && cmd.ProcessState.Exited() {
			t.Fatalf("after %d kills: %v: %s", k, err, &stderr)
		}
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

// changed tells whether a file was written to or replaced.
func changed(before, now fs.FileInfo) bool {
	if before == nil || now == nil {
		return before != nil || now != nil
	}
	return before.Size() != now.Size() || !before.ModTime().Equal(now.ModTime())
}

// evaluated is in the header of a checkpoint.
var evaluated = regexp.MustCompile(`"Evaluated":([0-9]+)`)

// evaluatedIn returns how far a checkpoint is: 0 if there is none.
func evaluatedIn(t *testing.T, path string) int {
	t.Helper()
	state, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0
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

// TestSecondInterruptEndsAtOnce has the program wait for a table that does not
// come, where the first interrupt can do nothing.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
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
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	// The output is opened after the program has begun to listen for signals.
	opened := func() bool {
		files, _ := os.ReadDir(folder)
		return len(files) > 0
	}
	for !opened() {
		time.Sleep(time.Millisecond)
	}
	for range 200 {
		if err := cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		select {
		case <-ended:
			if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("ended with %v: %s", cmd.ProcessState, &stderr)
			}
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	_ = cmd.Process.Kill()
	t.Error("200 interrupts have not ended it")
}
