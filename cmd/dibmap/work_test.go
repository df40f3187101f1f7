package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/oracle/hostile"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

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

// TestPlansThatMakeNoSense changes the files of plans, with the digests that these have then: each is refused in one line.
func TestPlansThatMakeNoSense(t *testing.T) {
	folder := t.TempDir()
	table := write(t, filepath.Join(folder, "table.csv"), "age,city,y\n"+strings.Repeat("1,Oslo,a\n2,Oslo,b\n3,Rome,a\n4,Rome,a\n5,Bari,b\n", 5))
	made := map[string]string{"search": filepath.Join(folder, "search"), "scan": filepath.Join(folder, "scan")}
	for _, args := range [][]string{
		{"plan", table, "--x", "city", "--y", "y", "--validate=3", "-q", "-o", made["search"]},
		{"scan", table, "--y", "y", "-q", "--plan", made["scan"]},
	} {
		if code, _, stderr := call(context.Background(), args...); code != cli.ExitDone {
			t.Fatal(args, stderr)
		}
	}
	for _, tt := range []struct {
		run, file, old, new string
		do                  []string
		want                string
	}{
		{"scan", "scan.json", `"columns":[`, `"columns":[null,`, []string{"merge", "-o", "out", "-q"}, "scan.json: makes no sense: plan again"},
		{"scan", "scan.json", `"columns":[`, `"columns":[null,`, []string{"work", "--part", "1"}, "scan.json: makes no sense: plan again"},
		{"scan", "scan.json", `"columns":[{`, `"columns":[{"unusable":"none"},{`, []string{"work", "--part", "1"}, ""},
		{"scan", "scan.json", `"columns":[{`, `"columns":[{},{`, []string{"merge", "-o", "out", "-q"}, "scan.json: makes no sense: plan again"},
		{"scan", "plan.json", `"kind": "column"`, `"kind": "fold"`, []string{"work", "--part", "1"}, "lists units that are not of its table and flags: plan again"},
		{"scan", "plan.json", `"kind": "column"`, `"kind": "dependence"`, []string{"work", "--part", "1"}, "lists units that are not of its table and flags: plan again"},
		{"search", "plan.json", `"--validate=3"`, `"--validate=2"`, []string{"work", "--part", "1"}, "lists units that are not of its table and flags: plan again"},
		{"search", "plan.json", `"--validate=3"`, `"--validate=4"`, []string{"merge", "-o", "out.json"}, "lists units that are not of its table and flags: plan again"},
		{"search", "plan.json", `"kind": "best"`, `"kind": "fold"`, []string{"work", "--all"}, "lists units that are not of its table and flags: plan again"},
		{"search", "plan.json", `"units": 3`, `"units": 100000`, []string{"work", "--units"}, "lists more than 100000 units: plan again"},
	} {
		run := filepath.Join(t.TempDir(), "run")
		if err := os.CopyFS(run, os.DirFS(made[tt.run])); err != nil {
			t.Fatal(err)
		}
		plan := read(t, filepath.Join(run, "plan.json"))
		text, old := plan, ""
		if tt.file != "plan.json" {
			text = read(t, filepath.Join(run, tt.file))
			old = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		}
		if !strings.Contains(text, tt.old) {
			t.Fatalf("%s has no %s: %s", tt.file, tt.old, text)
		}
		text = strings.Replace(text, tt.old, tt.new, 1)
		if old != "" {
			write(t, filepath.Join(run, tt.file), text)
			text = strings.Replace(plan, old, fmt.Sprintf("%x", sha256.Sum256([]byte(text))), 1)
		}
		write(t, filepath.Join(run, "plan.json"), string(hostile.Sealed(digestOfPlan.ReplaceAllString(text, `"sha256": "`+strings.Repeat("0", 64)+"\"\n}"))))
		t.Chdir(t.TempDir())
		code, _, stderr := call(context.Background(), slices.Insert(tt.do, 1, run)...)
		switch {
		case tt.want == "" && code == cli.ExitDone:
		case code != cli.ExitUsage || strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(stderr, tt.want+"\n") || tt.want == "":
			t.Errorf("%s for %s, %v: exit code %d: %s", tt.new, tt.old, tt.do, code, stderr)
		}
	}
}

// digestOfPlan is the end of plan.json, with its digest.
var digestOfPlan = regexp.MustCompile(`"sha256": "[0-9a-f]{64}"\n}$`)

// TestWorkThatCannotWrite a result says so, and the unit is still to be done. TestFaults fills disks.
func TestWorkThatCannotWrite(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run")
	must(t, "plan", "@occupation", "-q", "-o", run)
	parts := filepath.Join(run, "parts")
	if err := os.Remove(parts); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := call(t.Context(), "work", run, "--part", "2")
	want := fmt.Sprintf("dibmap: cannot write %s: no such file or directory\n", filepath.Join(parts, "00002"))
	if code != cli.ExitFailed || stderr != want && runtime.GOOS != "windows" {
		t.Errorf("exit code %d: %s, want %s", code, stderr, want)
	}
	if err := os.Mkdir(parts, 0o777); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := call(t.Context(), "work", run, "--all"); code != cli.ExitDone || !strings.Contains(stderr, "unit 2 of 2 is done\n") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestPlanMakesNoMoreRangesThanHaveEffort: with little effort, there are fewer ranges than parts, and plan says so.
func TestPlanMakesNoMoreRangesThanHaveEffort(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.csv")
	write(t, table, randomTable(410, 6, 1))
	for effort, fewer := range map[string]bool{"0.01": true, "1": false} {
		run := filepath.Join(t.TempDir(), "run")
		code, stdout, stderr := call(context.Background(), "plan", table, "--fast", "--best-up-to", "0", "--parts", "40", "--effort", effort, "-o", run)
		if code != cli.ExitDone || strings.Contains(stdout, "fewer than the 40 parts") != fewer || strings.Contains(stdout, "1-40") == fewer {
			t.Errorf("effort %s: %s%s", effort, stdout, stderr)
		}
	}
}

// TestPlanOfAnotherVersion: units are for the program that planned them.
func TestPlanOfAnotherVersion(t *testing.T) {
	j, err := joint.Dense([]string{"a", "b"}, []string{"y", "z"}, [][]float64{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(t.TempDir(), "run")
	plan := workfolder.Plan{Program: "0", Work: []workfolder.Work{{Stage: 1, Kind: "fold", Units: 1}}, Tables: []workfolder.Table{{File: workfolder.TableFile, Problem: problem.DIB(j).Describe()}}}
	if _, err := workfolder.Create(run, plan, []workfolder.Contents{{Rows: j}}, nil); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := call(context.Background(), "work", run, "--part", "1")
	want := "dibmap: " + run + " was planned by dibmap 0, and this is dibmap " + version() + ": use one version for a plan and all its units\n"
	if code != cli.ExitUsage || stderr != want {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
