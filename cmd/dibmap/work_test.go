package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// planned returns a folder with the plan of a table: windows of sweeps, folds, draws and the rest.
func planned(t *testing.T, folder string) {
	t.Helper()
	write(t, filepath.Join(folder, "table.csv"), randomTable(310, 6, 1))
	var stderr bytes.Buffer
	args := []string{"plan", "table.csv", "-q", "-o", "run", "--parts", "3", "--effort", "0.01", "--best-up-to", "2", "--validate=2", "--robust", "--resamples", "4", "--fast"}
	if err := program(folder, &stderr, args...).Run(); err != nil {
		t.Fatal(err, stderr.String())
	}
}

// worked does all units that are left in a folder and returns the united frontier.
func worked(t *testing.T, folder, run string) string {
	t.Helper()
	for _, args := range [][]string{{"work", run, "--all", "-q"}, {"merge", run, "-q", "-o", "f.json"}} {
		var stderr bytes.Buffer
		if err := program(folder, &stderr, args...).Run(); err != nil || stderr.Len() > 0 {
			t.Fatal(args, err, stderr.String())
		}
	}
	return read(t, filepath.Join(folder, "f.json"))
}

// killWork has pairs of workers take the same units of a plan, kills both, so many times, and has one of them do the
// rest. The frontier must be that of work that nobody disturbed, to the byte.
func killWork(t *testing.T, kills int) {
	t.Helper()
	if runtime.GOOS == "windows" || raceDetector() {
		t.Skip("no signal to kill with, or it would take minutes")
	}
	folder := t.TempDir()
	planned(t, folder)
	if err := os.CopyFS(filepath.Join(folder, "copy"), os.DirFS(filepath.Join(folder, "run"))); err != nil {
		t.Fatal(err)
	}
	whole := worked(t, folder, "copy")
	rng := rand.New(rand.NewPCG(11, 21))
	left := 0 // kills that left units to do
	for range kills {
		if !workUntilKilled(t, folder, 1+rng.IntN(12)) {
			break
		}
		left++
	}
	t.Logf("%d kills before all was done", left)
	if left < 2 {
		t.Skip("the work was over before it could be killed twice: the machine is too fast, or its disk too slow")
	}
	if united := worked(t, folder, "run"); united != whole {
		t.Errorf("the frontier is not that of undisturbed work:\n%s", firstDifference(united, whole))
	}
	if files := filesIn(t, filepath.Join(folder, "run", "parts")); strings.Contains(files, ".tmp") || strings.Contains(files, ".state") {
		t.Errorf("merge has left behind\n%s", files)
	}
}

// workUntilKilled starts two workers and kills them when the folder of results has changed so often. It tells whether
// anything was left to do.
func workUntilKilled(t *testing.T, folder string, changes int) (left bool) {
	t.Helper()
	parts := filepath.Join(folder, "run", "parts")
	ended := make(chan error, 2)
	var workers [2]*exec.Cmd
	var stderr [2]bytes.Buffer
	for k := range workers {
		workers[k] = program(folder, &stderr[k], "work", "run", "--all", "-q", "--workers", fmt.Sprint(1+k))
		if err := workers[k].Start(); err != nil {
			t.Fatal(err)
		}
		go func() { ended <- workers[k].Wait() }()
	}
	running := len(workers)
	for last := filesIn(t, parts); changes > 0 && running == len(workers); {
		select {
		case err := <-ended:
			running--
			if err != nil {
				t.Errorf("a worker that nobody killed: %v: %s%s", err, &stderr[0], &stderr[1])
			}
		case <-time.After(100 * time.Microsecond):
		}
		if now := filesIn(t, parts); now != last {
			last = now
			changes--
		}
	}
	left = running == len(workers)
	for _, w := range workers {
		_ = w.Process.Kill()
	}
	for range running {
		<-ended
	}
	return left
}

// TestWorkKnowsNoClock has machines with clocks years apart: what files say of their time does not matter.
func TestWorkKnowsNoClock(t *testing.T) {
	folder := t.TempDir()
	run, whole := filepath.Join(folder, "run"), filepath.Join(folder, "whole.json")
	must := func(args ...string) {
		t.Helper()
		if code, _, stderr := call(context.Background(), args...); code != cli.ExitDone {
			t.Fatal(args, stderr)
		}
	}
	must("plan", "@occupation", "-q", "--validate=3", "-o", run)
	times := []time.Time{time.Unix(0, 0), time.Now().AddDate(30, 0, 0)}
	for k := 1; k <= 5; k++ {
		must("work", run, "--part", fmt.Sprint(k), "-q")
		err := filepath.WalkDir(run, func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(path, times[k%2], times[k%2])
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	must("merge", run, "-q", "-o", filepath.Join(folder, "f.json"))
	must("map", "@occupation", "-q", "--validate=3", "-o", whole)
	if f, want := read(t, filepath.Join(folder, "f.json")), read(t, whole); timeless(f) != timeless(want) {
		t.Error(firstDifference(timeless(f), timeless(want)))
	}
}

// TestWorkOnAFullDisk cannot write a result: it says so, and the unit is still to be done.
func TestWorkOnAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no full disk here")
	}
	run := filepath.Join(t.TempDir(), "run")
	if code, _, stderr := call(context.Background(), "plan", "@occupation", "-q", "-o", run); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	result := filepath.Join(run, "parts", "00002")
	if err := os.Symlink("/dev/full", result); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := call(context.Background(), "work", run, "--part", "2")
	if code != cli.ExitFailed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "no space left") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if err := os.Remove(result); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := call(context.Background(), "work", run, "--all"); code != cli.ExitDone || !strings.Contains(stderr, "unit 2 of 2 is done\n") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestPlanMakesNoMoreRangesThanHaveEffort: with little effort, there are fewer ranges than parts, and plan says so.
func TestPlanMakesNoMoreRangesThanHaveEffort(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.csv")
	write(t, table, randomTable(310, 6, 1))
	for effort, fewer := range map[string]bool{"0.01": true, "1": false} {
		run := filepath.Join(t.TempDir(), "run")
		code, stdout, stderr := call(context.Background(), "plan", table, "--fast", "--best-up-to", "0", "--parts", "40", "--effort", effort, "-o", run)
		if code != cli.ExitDone || strings.Contains(stdout, "fewer than the 40 parts") != fewer || strings.Contains(stdout, "1-40") == fewer {
			t.Errorf("effort %s: %s%s", effort, stdout, stderr)
		}
	}
}
