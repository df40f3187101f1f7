package workfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/sealed"
	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// folderOf plans work on a table.
func folderOf(t testing.TB, j *joint.Joint, files map[string][]byte, work ...Work) *Folder {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run")
	f, err := Create(folder, Plan{Program: "test", Tables: tableOf(j), Work: work}, []Contents{{Rows: j}}, files)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func tableOf(j *joint.Joint) []Table {
	return []Table{{File: TableFile, Problem: problem.DIB(j).Describe()}}
}

func small(t testing.TB) *joint.Joint {
	t.Helper()
	j, err := joint.Dense([]string{"b", "a"}, []string{"y", "z"}, [][]float64{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestTableIsReadAsItWas writes tables of counts and of probabilities, with odd labels and rows without mass.
func TestTableIsReadAsItWas(t *testing.T) {
	folder := t.TempDir()
	number := 0
	rapid.Check(t, func(rt *rapid.T) {
		n, m := rapid.IntRange(1, 9).Draw(rt, "n"), rapid.IntRange(1, 7).Draw(rt, "m")
		label := rapid.SampledFrom([]string{"", "NA", "(missing)", "1", "1.0", " x", "ü\x00\n", `"`, "null"})
		x := rapid.SliceOfNDistinct(label, n, n, rapid.ID).Draw(rt, "x")
		y := rapid.SliceOfNDistinct(label, m, m, rapid.ID).Draw(rt, "y")
		value := rapid.Custom(func(rt *rapid.T) float64 { return float64(rapid.IntRange(0, 5).Draw(rt, "count")) })
		if rapid.Bool().Draw(rt, "probabilities") {
			value = rapid.Float64Range(0, 1)
		}
		table := make([][]float64, n)
		for k := range table {
			table[k] = rapid.SliceOfN(value, m, m).Draw(rt, "row")
		}
		j, err := joint.Dense(x, y, table)
		if err != nil {
			rt.Skip("a table without mass")
		}
		number++
		made, err := Create(filepath.Join(folder, fmt.Sprint(number)), Plan{Tables: tableOf(j)}, []Contents{{Rows: j}}, nil)
		if err != nil {
			rt.Fatal(err)
		}
		f, err := Open(made.Path)
		if err != nil {
			rt.Fatal(err)
		}
		again, err := f.Joint(0)
		if err != nil {
			rt.Fatal(err)
		}
		samples, counts := j.Samples()
		if n, is := again.Rows.Samples(); n != samples || is != counts {
			rt.Fatalf("%d samples, counts %v, want %d, %v", n, is, samples, counts)
		}
		if fmt.Sprint(again.Rows.XLabels(), again.Rows.YLabels(), again.Rows.ZeroRows()) != fmt.Sprint(j.XLabels(), j.YLabels(), j.ZeroRows()) {
			rt.Fatalf("labels %q %q %q, want %q %q %q", again.Rows.XLabels(), again.Rows.YLabels(), again.Rows.ZeroRows(), j.XLabels(), j.YLabels(), j.ZeroRows())
		}
		for r := range j.Rows() {
			columns, masses := j.Row(r)
			if c, v := again.Rows.Row(r); fmt.Sprint(c, v) != fmt.Sprint(columns, masses) {
				rt.Fatalf("row %d is %v %v, want %v %v", r, c, v, columns, masses)
			}
		}
	})
}

func TestUnits(t *testing.T) {
	f := folderOf(t, small(t), nil, Work{1, "a", 3}, Work{1, "b", 1}, Work{2, "c", 2})
	if got := fmt.Sprint(f.Stages()); got != "[1-4 5-6]" {
		t.Errorf("the stages are %s", got)
	}
	if u, err := f.Unit(6); err != nil || u != (Unit{6, 2, "c", 1, 2}) {
		t.Errorf("unit 6 is %v, %v", u, err)
	}
	for _, n := range []int{-1, 0, 7} {
		if _, err := f.Unit(n); err == nil {
			t.Errorf("there is a unit %d", n)
		}
	}
	for _, n := range []int{2, 3, 6} {
		if err := f.Keep(n, []byte("found")); err != nil {
			t.Fatal(err)
		}
	}
	for before, want := range map[int]string{1: "", 2: "1, 4", 3: "1, 4-5"} {
		if missing, err := f.Missing(before); err != nil || Ranges(missing) != want {
			t.Errorf("missing before stage %d are %q, %v; want %q", before, Ranges(missing), err, want)
		}
	}
}

// TestResultsThatAreNotWhole cuts and changes a result everywhere: it is never taken for what it was.
func TestResultsThatAreNotWhole(t *testing.T) {
	f := folderOf(t, small(t), nil, Work{1, "a", 2})
	want := "what a unit has found"
	if err := f.Keep(1, []byte(want)); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(f.Files().Path(nameOf(1)))
	if err != nil {
		t.Fatal(err)
	}
	check := func(content []byte) {
		t.Helper()
		if err := os.WriteFile(f.Files().Path(nameOf(1)), content, 0o644); err != nil {
			t.Fatal(err)
		}
		if result, err := f.Result(1); err == nil && string(result) != want {
			t.Fatalf("of %q the result is %q", content, result)
		}
	}
	for k := range whole {
		check(whole[:k])
		if done, err := f.Done(1); done || err != nil {
			t.Fatalf("a file that is cut at %d counts as done: %v", k, err)
		}
		flipped := []byte(string(whole))
		flipped[k] ^= 1
		check(flipped)
	}
	check(append(whole, 'x'))
	if _, err := f.Result(1); !errors.Is(err, ErrDamaged) {
		t.Errorf("a longer file is read with the error %v", err)
	}
	check(whole)
	if result, err := f.Result(1); err != nil || string(result) != want {
		t.Errorf("the result is %q, %v", result, err)
	}
	if result, err := f.Result(2); result != nil || err != nil {
		t.Errorf("the result of a unit that is not done is %q, %v", result, err)
	}
}

// TestPlanThatIsNotWhole cuts and changes a plan everywhere: nothing is planned by chance.
func TestPlanThatIsNotWhole(t *testing.T) {
	f := folderOf(t, small(t), nil, Work{1, "a", 2})
	path := filepath.Join(f.Path, planFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, content []byte) {
		t.Helper()
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(f.Path); err == nil || !strings.HasSuffix(err.Error(), ": plan again") {
			t.Fatalf("%s: %v", what, err)
		}
	}
	for k := range whole {
		refused(fmt.Sprint("cut at ", k), whole[:k])
		flipped := bytes.Clone(whole)
		flipped[k] ^= 1 << (k % 8)
		refused(fmt.Sprint("changed at ", k), flipped)
	}
	refused("longer", append(bytes.Clone(whole), ' '))
	if err := os.WriteFile(path, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(f.Path); err != nil {
		t.Error(err)
	}
}

// TestPlanOfTooMuch: the number of all units is bounded, and so is that of tables, whatever the number of kinds.
func TestPlanOfTooMuch(t *testing.T) {
	f := folderOf(t, small(t), nil, Work{1, "a", 2})
	kinds := slices.Repeat([]Work{{1, "a", MaxParts}}, maxUnits/MaxParts)
	for _, tt := range []struct {
		change func(p *Plan)
		want   string
	}{
		{func(p *Plan) { p.Work = kinds }, ""},
		{func(p *Plan) { p.Work = slices.Concat(kinds, []Work{{1, "b", 1}}) }, "lists more than 100000 units: plan again"},
		{func(p *Plan) { p.Work = []Work{{1, "a", math.MaxInt}, {1, "b", math.MaxInt}} }, "lists more than 100000 units: plan again"},
		{func(p *Plan) { p.Tables = make([]Table, maxUnits+1) }, "lists more than 100000 tables: plan again"},
	} {
		p := f.Plan
		tt.change(&p)
		p.SHA256 = unsealed
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(f.Path, planFile), seal(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(f.Path); (err == nil) != (tt.want == "") || err != nil && !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("the error is %v, want %q", err, tt.want)
		}
	}
	folder := filepath.Join(t.TempDir(), "run")
	if _, err := Create(folder, Plan{Tables: tableOf(small(t)), Work: slices.Concat(kinds, []Work{{1, "b", 1}})}, []Contents{{Rows: small(t)}}, nil); err == nil {
		t.Error("a plan of more units is written")
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder is made for it")
	}
}

// TestUnfinishedPlan: what a plan leaves that does not end is no obstacle to the next one, and other files are.
func TestUnfinishedPlan(t *testing.T) {
	j := small(t)
	begun := folderOf(t, j, nil, Work{1, "a", 2}).Path
	for _, name := range []string{planFile, "." + planFile + ".12-0.tmp"} {
		if _, err := Create(begun, Plan{Tables: tableOf(j)}, []Contents{{Rows: j}}, nil); err == nil {
			t.Fatalf("with %s, there is room for a plan", name)
		}
		if err := os.Rename(filepath.Join(begun, planFile), filepath.Join(begun, name)); err != nil && name != planFile {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(begun, unfinishedFile), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Create(begun, Plan{Tables: tableOf(j)}, []Contents{{Rows: j}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.Path, unfinishedFile)); err == nil {
		t.Error("it counts as unfinished")
	}
	empty := t.TempDir()
	if err := os.WriteFile(filepath.Join(empty, ".unfinished.12-0.tmp"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := CheckNew(empty); err != nil {
		t.Error(err)
	}
}

// TestOthersResults puts results of another plan, and of another unit, into a folder.
func TestOthersResults(t *testing.T) {
	f, other := folderOf(t, small(t), nil, Work{1, "a", 2}), folderOf(t, small(t), nil, Work{1, "b", 2})
	for _, put := range []struct {
		from *Folder
		unit int
		want string
	}{{other, 1, "is a result of another plan"}, {f, 2, "is the result of unit 2, not of unit 1"}} {
		if err := put.from.Keep(put.unit, []byte("found")); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(put.from.Files().Path(nameOf(put.unit)))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Files().Path(nameOf(1)), content, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Result(1); err == nil || !strings.Contains(err.Error(), put.want) {
			t.Errorf("it is read with the error %v, want %q", err, put.want)
		}
		if _, err := f.Missing(2); err == nil || !strings.Contains(err.Error(), put.want) {
			t.Errorf("it counts with the error %v, want %q", err, put.want)
		}
	}
}

func TestFilesOfAPlan(t *testing.T) {
	f := folderOf(t, small(t), map[string][]byte{"start": []byte("begun")})
	if content, err := f.File("start"); err != nil || string(content) != "begun" || !f.Has("start") || f.Has("end") {
		t.Errorf("the file is %q, %v", content, err)
	}
	for _, name := range []string{"start", TableFile} {
		if err := os.WriteFile(filepath.Join(f.Path, name), []byte("begin"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := f.File(name); err == nil || !strings.Contains(err.Error(), "is not what was written with the plan") {
			t.Errorf("a changed %s is read with the error %v", name, err)
		}
	}
	if err := CheckNew(f.Path); err == nil || !strings.Contains(err.Error(), "holds a plan already") {
		t.Errorf("another plan may be written there: %v", err)
	}
}

// FuzzOpen reads plans that may make no sense.
func FuzzOpen(f *testing.F) {
	made := folderOf(f, small(f), nil, Work{1, "a", 3}, Work{2, "c", 2})
	plan, err := os.ReadFile(filepath.Join(made.Path, planFile))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bytes.Replace(plan, []byte(made.Plan.SHA256), []byte(unsealed), 1))
	f.Add([]byte(`{"format":"dibmap/plan","version":1,"work":[{"stage":1,"kind":"a","units":1000000000}],"sha256":"` + unsealed + `"}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, planFile), seal(content), 0o644); err != nil {
			t.Fatal(err)
		}
		read, err := Open(folder)
		if err != nil {
			return
		}
		if _, err := read.Joint(0); err == nil {
			t.Error("there is a table without a file")
		}
		if _, err := read.Missing(3); err != nil {
			t.Error(err)
		}
	})
}

// FuzzTable reads tables that may make no sense.
func FuzzTable(f *testing.F) {
	j := small(f)
	table, err := encodeTable(j)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(table)
	p := problem.DIB(j).Describe()
	f.Fuzz(func(t *testing.T, content []byte) {
		if again, err := decodeTable(content, &p); err == nil && again.Rows() > j.Rows() {
			t.Error("there are more rows than in the plan")
		}
	})
}

// TestLinksLeadNowhere: whatever links are in a folder of work, nothing outside of it is read, written or removed.
func TestLinksLeadNowhere(t *testing.T) {
	for _, link := range []string{"parts", "parts/00001", "parts/00001.state", "start", TableFile, planFile, unfinishedFile} {
		f, outside := folderOf(t, small(t), map[string][]byte{"start": []byte("begun")}, Work{1, "a", 2}), t.TempDir()
		place, victim := filepath.Join(f.Path, link), filepath.Join(outside, filepath.Base(link))
		if link == "parts" {
			victim = filepath.Join(outside, "00001.state")
		}
		if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(place) // it need not be there
		if link == "parts" {
			victim = outside
		}
		if err := os.Symlink(victim, place); err != nil {
			t.Skip(err)
		}
		refused := map[string]bool{
			"plan":   f.reopened() != nil,
			"result": second(f.Result(1)) != nil,
			"done":   second(f.Done(1)) != nil,
			"file":   second(f.File("start")) != nil,
			"table":  second(f.Joint(0)) != nil,
			"keep":   f.Keep(1, []byte("found")) != nil,
		}
		f.Clean()
		_, _ = Create(f.Path, Plan{Tables: tableOf(small(t))}, []Contents{{Rows: small(t)}}, nil) // another plan in its place
		want := map[string][]string{
			"parts": {"result", "done", "keep"}, "parts/00001": {"result", "done"}, "start": {"file"}, TableFile: {"table"}, planFile: {"plan"},
		}[link]
		for what, is := range refused {
			if is != slices.Contains(want, what) {
				t.Errorf("%s is a link: %s is refused: %v", link, what, is)
			}
		}
		left, err := filepath.Glob(filepath.Join(outside, "*"))
		if err != nil || len(left) != 1 {
			t.Fatalf("%s is a link: %v, %v are outside", link, left, err)
		}
		if content, err := os.ReadFile(left[0]); err != nil || string(content) != "precious" {
			t.Errorf("%s is a link: outside there is %q, %v", link, content, err)
		}
	}
}

func (f *Folder) reopened() error {
	_, err := Open(f.Path)
	return err
}

func second[T any](_ T, err error) error { return err }

// TestNamesLeadNowhere: a plan whose table is outside of its folder is refused.
func TestNamesLeadNowhere(t *testing.T) {
	f := folderOf(t, small(t), nil, Work{1, "a", 2})
	content, err := f.File(TableFile)
	if err != nil {
		t.Fatal(err)
	}
	name := "../outside.parquet"
	if err := os.WriteFile(filepath.Join(f.Path, name), content, 0o600); err != nil {
		t.Fatal(err)
	}
	f.Plan.Tables[0].File, f.Plan.Files[name] = name, sealed.Digest(content)
	if _, err := f.Joint(0); !errors.Is(err, atomicfile.ErrOutside) {
		t.Errorf("it is read with the error %v", err)
	}
}
