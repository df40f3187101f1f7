package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestKilledStagesGoOn kills a call in each of its stages: search, proof, best of each k, draws, and the search of a
// part of the records.
func TestKilledStagesGoOn(t *testing.T) {
	killStages(t, randomTable(40, 12, 1), 1, "--effort", "0.1", "--best-up-to", "12", "--robust", "--resamples", "2000", "--validate=2")
}

// killStages starts a call, kills it in each of its stages, so many times, and has it go on with another number of
// workers. In the end it must have found what an undisturbed call finds, to the byte.
func killStages(t *testing.T, table string, times int, flags ...string) {
	t.Helper()
	switch {
	case runtime.GOOS == "windows":
		t.Skip("no signal to kill with")
	case raceDetector():
		t.Skip("it would take minutes; packages exact, best and robust go on under the race detector")
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "table.csv"), table)
	args := append([]string{"map", "table.csv", "-q"}, flags...)
	var stderr bytes.Buffer
	if err := program(folder, &stderr, append(args, "-o", "whole.json")...).Run(); err != nil {
		t.Fatal(err, stderr.String())
	}
	args = append(args, "--checkpoint", "state", "--resume", "-o", "f.json")
	rng := rand.New(rand.NewPCG(20, 27))
	kills := make(map[string]int)
	for _, stage := range []string{"search", "proof", "best", "draws", "fold 1/search", "fold 1/best", "fold 2/search"} {
		for range times {
			workers, writes := strconv.Itoa(1+rng.IntN(3)), 1+rng.IntN(3)
			if strings.HasPrefix(stage, "fold") { // which is soon over
				writes = 1
			}
			if killedIn(t, folder, stage, writes, append(args, "--workers", workers)) {
				kills[stage]++
			}
		}
	}
	t.Logf("kills: %v", kills)
	if len(kills) < 3 {
		t.Skip("the call was over before it could be killed in three stages: the machine is too fast, or its disk too slow")
	}
	if err := program(folder, &stderr, args...).Run(); err != nil {
		t.Fatal(err, stderr.String())
	}
	whole, f := read(t, filepath.Join(folder, "whole.json")), read(t, filepath.Join(folder, "f.json"))
	if timeless(f) != timeless(whole) {
		t.Errorf("the frontier is not that of the undisturbed call:\n%s", firstDifference(timeless(f), timeless(whole)))
	}
}

// killedIn starts a call and kills it when its checkpoint has been written so many times since the first one
// in which the stage has begun. It returns false if the call ended before.
func killedIn(t *testing.T, folder, stage string, writes int, args []string) bool {
	t.Helper()
	path := filepath.Join(folder, "state")
	var stderr bytes.Buffer
	last := checkpointIn(filesIn(t, folder))
	cmd := program(folder, &stderr, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v: %s", err, &stderr)
			}
			return false
		case <-time.After(100 * time.Microsecond):
		}
		now := checkpointIn(filesIn(t, folder))
		if now == last {
			continue
		}
		last = now
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(content), `"name":"`+stage+`"`) {
			continue
		}
		if writes--; writes == 0 {
			break
		}
	}
	_ = cmd.Process.Kill()
	<-ended
	return true
}
