package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// columns are records with two columns beside Y.
const columns = "age,city,product\n21,Oslo,ski\n22,Oslo,ski\n35,Rome,sun\n41,Bari,sun\n44,Rome,sun\n18,Oslo,hat\n19,Bonn,ski\n"

// victim writes a file that no call may change, and returns its path and a check of its folder.
func victim(t *testing.T, parent string) (path string, check func(what string)) {
	t.Helper()
	folder := filepath.Join(parent, "victim")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	path = write(t, filepath.Join(folder, "settings.json"), "precious")
	return path, func(what string) {
		t.Helper()
		if content := read(t, path); content != "precious" {
			t.Errorf("%s: the file outside holds %.50q", what, content)
		}
		if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
			t.Errorf("%s: the folder outside holds %v, %v", what, entries, err)
		}
	}
}

// forged replaces a text in scan.json of a folder of work, whose units are done, with right digests.
func forged(t *testing.T, run, old, other string) {
	t.Helper()
	folder, err := workfolder.Open(run)
	if err != nil {
		t.Fatal(err)
	}
	results := make(map[int][]byte)
	for _, u := range folder.Units() {
		if results[u.Number], err = folder.Result(u.Number); err != nil {
			t.Fatal(err)
		}
	}
	digest := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	scan := read(t, filepath.Join(run, "scan.json"))
	if !strings.Contains(scan, old) {
		t.Fatalf("scan.json has no %s: %s", old, scan)
	}
	changed := strings.ReplaceAll(scan, old, other)
	write(t, filepath.Join(run, "scan.json"), changed)
	path, none := filepath.Join(run, "plan.json"), strings.Repeat("0", 64)
	plan := strings.NewReplacer(folder.Plan.SHA256, none, digest(scan), digest(changed)).Replace(read(t, path))
	write(t, path, strings.Replace(plan, none, digest(plan), 1))
	if folder, err = workfolder.Open(run); err != nil {
		t.Fatal(err)
	}
	for number, result := range results {
		if err := folder.Keep(number, result); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMergeWritesToItsOutputOnly: whatever files a divided scan names, they are those of its columns.
func TestMergeWritesToItsOutputOnly(t *testing.T) {
	for _, name := range []string{"../victim/settings.json", "mapping.json", "index.html", "sub/city.json", "age.json", "", "city.json.gz", "\x00"} {
		parent := t.TempDir()
		_, check := victim(t, parent)
		run, out := filepath.Join(parent, "run"), filepath.Join(parent, "out")
		must(t, "scan", write(t, filepath.Join(parent, "columns.csv"), columns), "--y", "product", "--validate", "0", "--plan", run)
		must(t, "work", run, "--all", "-q")
		forged(t, run, `"city.json"`, fmt.Sprintf("%q", name))
		code, _, stderr := call(t.Context(), "merge", run, "-o", out)
		if want := filepath.Join(run, "scan.json") + ": makes no sense: plan again\n"; code != cli.ExitUsage || stderr != "dibmap: "+want {
			t.Errorf("%q: exit code %d, %s", name, code, stderr)
		}
		check(name)
		if _, err := os.Lstat(out); err == nil {
			t.Errorf("%q: something is written", name)
		}
	}
}

// TestScanFollowsNoLinkOut: a scan into a folder that others may have written leaves what links in it lead to.
func TestScanFollowsNoLinkOut(t *testing.T) {
	parent := t.TempDir()
	path, check := victim(t, parent)
	data, out := write(t, filepath.Join(parent, "columns.csv"), columns), filepath.Join(parent, "out")
	scan := []string{"scan", data, "--y", "product", "--validate", "0", "-q", "-o", out}
	must(t, scan...)
	for _, name := range []string{"index.html", "city.json", "age.json"} {
		file := filepath.Join(out, name)
		want := read(t, file)
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, file); err != nil {
			t.Skip(err)
		}
		if name != "index.html" {
			code, _, stderr := call(t.Context(), "encode", out, data, "-o", filepath.Join(parent, "grouped.csv"))
			if code != cli.ExitUsage || stderr != "dibmap: "+file+": it leads out of the folder: put the file itself there, and no link\n" {
				t.Errorf("%s is a link: encode ends with %d, %s", name, code, stderr)
			}
		}
		must(t, scan...)
		check(name)
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || timeless(read(t, file)) != timeless(want) {
			t.Errorf("%s is not what it was, or a link: %v", name, err)
		}
	}
	mapping := filepath.Join(out, "mapping.json")
	if err := os.Rename(mapping, filepath.Join(parent, "mapping.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(parent, "mapping.json"), mapping); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{scan, {"encode", out, data, "-o", filepath.Join(parent, "grouped.csv")}} {
		if code, _, stderr := call(t.Context(), args...); code != cli.ExitUsage || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "leads out of the folder") {
			t.Errorf("%v with a linked mapping.json: exit code %d, %s", args, code, stderr)
		}
	}
}

// TestWorkFollowsNoLinkOut: results and states of units stay in the folder of work.
func TestWorkFollowsNoLinkOut(t *testing.T) {
	parent := t.TempDir()
	path, check := victim(t, parent)
	table := write(t, filepath.Join(parent, "table.csv"), randomTable(410, 5, 1))
	for _, link := range []struct{ name, to, want string }{
		{"parts", filepath.Dir(path), "parts/00001: cannot be read: it leads out of the folder: put the file itself there, and no link"},
		{"parts/00001", path, "parts/00001: cannot be read: it leads out of the folder: put the file itself there, and no link"},
		{"parts/00001.state", path, "parts/00001.state: it leads out of the folder: put the file itself there, and no link"},
	} {
		run := filepath.Join(parent, "run-"+filepath.Base(link.name))
		must(t, "plan", table, "--fast", "--best-up-to", "0", "--effort", "0.01", "-q", "--parts", "2", "-o", run)
		place := filepath.Join(run, link.name)
		_ = os.Remove(place) // it need not be there
		if err := os.Symlink(link.to, place); err != nil {
			t.Skip(err)
		}
		code, _, stderr := call(t.Context(), "work", run, "--part", "1", "-q")
		if code != cli.ExitUsage || strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(filepath.ToSlash(stderr), link.want+"\n") {
			t.Errorf("%s is a link: exit code %d, %s", link.name, code, stderr)
		}
		check(link.name)
	}
}

// TestPlanNamesNoOtherFile: of the flags of a plan, none names a file that units read.
func TestPlanNamesNoOtherFile(t *testing.T) {
	j, err := joint.Dense([]string{"a", "b"}, []string{"y", "z"}, [][]float64{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	secret := write(t, filepath.Join(t.TempDir(), "secret.csv"), "secret\n1\n")
	for flag, reason := range map[string]string{"--test=" + secret: "--test", "--fold=" + secret: "--fold", "--time-limit=1s": "--time-limit"} {
		run := filepath.Join(t.TempDir(), "run")
		plan := workfolder.Plan{
			Program: version(), Flags: []string{flag}, Work: []workfolder.Work{{Stage: 1, Kind: "best", Units: 1}},
			Tables: []workfolder.Table{{File: workfolder.TableFile, Problem: problem.DIB(j).Describe()}},
		}
		if _, err := workfolder.Create(run, plan, []workfolder.Contents{{Rows: j}}, nil); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"work", run, "--all"}, {"merge", run, "-o", "-"}} {
			code, _, stderr := call(t.Context(), command...)
			if code != cli.ExitUsage || !strings.HasPrefix(stderr, "dibmap: "+run+": "+reason+": ") || strings.Contains(stderr, "secret\"") {
				t.Errorf("%s: exit code %d, %s", flag, code, stderr)
			}
		}
	}
}
