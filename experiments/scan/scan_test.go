package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/internal/heldout"
	"github.com/dibmap/dibmap/experiments/internal/place"
)

func TestParse(t *testing.T) {
	got, err := parse([]string{"-o", "page.md", "-only", "churn,credit", "-skip", "optbinning", "-records", "50"}, nil)
	want := call{out: "page.md", only: []string{"churn", "credit"}, skip: []string{"optbinning"}, records: 50, parts: 5}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(call{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for args, want := range map[string]string{
		"more":         `"more" is one word too many: tables are named with -only`,
		"-only=nobody": `-only: there is no "nobody": want some of diamonds,`,
		"-skip=dibmap": `-skip: there is no "dibmap": want some of optbinning,`,
		"-records=-1":  `-records: -1 is below 0`,
	} {
		if _, err := parse([]string{args}, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestRunFails: a Python without modules is one line.
func TestRunFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "page.md")
	if err := os.WriteFile(path, []byte(begin+end), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DIBMAP_PYTHON", filepath.Join(dir, "python"))
	want := filepath.Join(dir, "python") + " has no module numpy: install "
	if err := (call{out: path}).run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Error(err)
	}
}

// small is a table of numbers, names and a target, in which a record has no target.
func small(t *testing.T) table {
	t.Helper()
	got, err := newTable([]string{"y", "other", "n", "name"}, []string{"n", "name", "y"}, "y", [][]string{
		{"a", "-", "1.5", "u"}, {"b", "-", "NA", ""}, {"NA", "-", "7", "w"}, {"a", "-", "1e3", "v"}, {"a", "-", "2", "v"}, {"b", "-", "1.5", "v"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestNewTable: columns are chosen and their kinds found, missing numbers are empty and missing names are one name, and records
// without a target left out.
func TestNewTable(t *testing.T) {
	want := table{
		columns: []column{{"n", true, 3}, {"name", false, 2}, {"y", false, 2}}, y: 2,
		rows: [][]string{{"1.5", "u", "a"}, {"", "unnamed", "b"}, {"1e3", "v", "a"}, {"2", "v", "a"}, {"1.5", "v", "b"}},
	}
	same := cmp.AllowUnexported(table{}, column{})
	got := small(t)
	if d := cmp.Diff(want, got, same); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if in := got.inputs(); !slices.Equal(in, []int{0, 1}) {
		t.Errorf("inputs: %v", in)
	}
	if _, err := newTable([]string{"a"}, []string{"a", "b"}, "b", nil); err == nil || err.Error() != "there is no column b" {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := got.write(path); err != nil {
		t.Fatal(err)
	}
	header, rows, err := readCSV(path)
	if d := cmp.Diff(want.rows, rows); d != "" || err != nil || !slices.Equal(header, []string{"n", "name", "y"}) {
		t.Errorf("%v, %v (-want +got):\n%s", header, err, d)
	}
}

// TestSplit: every record is held out once, and the parts depend on the seed alone.
func TestSplit(t *testing.T) {
	whole := small(t)
	whole.rows = nil
	for n := range 300 {
		whole.rows = append(whole.rows, []string{"", string(rune('a' + n%26)), strings.Repeat("y", n+1)})
	}
	training, heldOut := whole.split(3, 1)
	again, _ := whole.split(3, 1)
	seen := make(map[string]int)
	for p := range training {
		if len(heldOut[p].rows) < 60 || len(training[p].rows)+len(heldOut[p].rows) != 300 {
			t.Errorf("%d and %d records", len(training[p].rows), len(heldOut[p].rows))
		}
		for _, row := range heldOut[p].rows {
			seen[row[2]]++
		}
		if d := cmp.Diff(training[p].rows, again[p].rows); d != "" {
			t.Error(d)
		}
	}
	for y, n := range seen {
		if n != 1 {
			t.Errorf("%s is held out %d times", y, n)
		}
	}
	if len(seen) != 300 {
		t.Errorf("%d records are held out", len(seen))
	}
	if s := whole.sample(20, 1); len(s.rows) != 20 || len(whole.sample(0, 1).rows) != 300 {
		t.Errorf("a sample of %d", len(s.rows))
	}
}

// TestRead: a data set is read from a file of its source, and what is missing there is an error.
func TestRead(t *testing.T) {
	d := dataSet{from: plotnine, y: "b", columns: []string{"a"}, read: file("t.csv")}
	got, err := d.table(fstest.MapFS{"t.csv": {Data: []byte("b,a\nx,1\n")}})
	if d := cmp.Diff([][]string{{"1", "x"}}, got.rows); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for want, files := range map[string]fstest.MapFS{
		"PyPI package plotnine 0.15.9: open t.csv":         {},
		"PyPI package plotnine 0.15.9: there is no header": {"t.csv": {}},
		"there is no column a":                             {"t.csv": {Data: []byte("b,c\nx,1\n")}},
	} {
		if _, err := d.table(files); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestTells: groups that are the target tell all of it, one group tells nothing, and new groups
// and new values of the target count as nothing.
func TestTells(t *testing.T) {
	y := slices.Repeat([]string{"a", "b"}, 50)
	all := tells(y, y, []string{"a", "b", "new", "a"}, []string{"a", "b", "a", "new"})
	if all.groups != 2 || math.Abs(all.training-1) > 1e-12 || all.bits[0] < 0.95 || all.bits[0] > 1 || all.bits[2] != 0 || all.bits[3] != 0 {
		t.Errorf("%+v", all)
	}
	one := tells(slices.Repeat([]string{"z"}, 100), y, []string{"z", "z"}, []string{"a", "b"})
	if one.groups != 1 || one.training != 0 || !slices.Equal(one.bits, []float64{0, 0}) {
		t.Errorf("%+v", one)
	}
	// The same as the measure of counts says.
	z := slices.Repeat([]string{"u", "u", "u", "v"}, 25)
	got := gainOf(tells(z, y, z, y).bits)
	q := heldout.New([][]int64{{50, 25}, {0, 25}})
	if want := 50*q.Bits(0, 0) + 25*q.Bits(0, 1) + 25*q.Bits(1, 1); got.Records != 100 || math.Abs(got.Sum-want) > 1e-9 {
		t.Errorf("%v, want %v", got.Sum, want)
	}
}

// TestResults: what is written is read, and what is not is an error.
func TestResults(t *testing.T) {
	want := []result{{
		data: "churn", records: 70, column: "tenure", number: true, values: 9, method: "tree", asked: 2.5, groups: 2,
		training: 0.5, heldOut: -0.25, se: 0.125, less: -0.5, seLess: 0.25, loss: 0.75, seconds: 1.5,
	}}
	var file bytes.Buffer
	if err := writeResults(&file, want); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	got, err := readResults(&file)
	if d := cmp.Diff(want, got, cmp.AllowUnexported(result{})); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for text, want := range map[string]string{
		"":                                   "the first line is not data,records,",
		strings.Replace(text, "70", "x", 1):  `line 2: strconv.Atoi: parsing "x"`,
		strings.Replace(text, "2.5", "y", 1): `line 2: strconv.ParseFloat: parsing "y"`,
	} {
		if _, err := readResults(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestScore: columns in which all methods make the same groups are left out, and differences are
// clear beyond two standard errors.
func TestScore(t *testing.T) {
	of := func(column, method string, less float64) result {
		return result{data: "churn", column: column, method: method, less: less, seLess: 0.01}
	}
	results := []result{
		of("same", ours, 0), of("same", "tree", 0), of("same", "kmeans", 0),
		of("a", ours, 0), of("a", "tree", 0), of("a", "kmeans", 0.5),
		of("b", ours, 0), of("b", "tree", -0.5), of("b", "kmeans", 0.015),
		of("c", ours, 0), of("c", "tree", -0.015),
	}
	if got, want := scoreOf(results, "tree"), (score{columns: 3, equal: 1, less: 2, clearlyLess: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := scoreOf(results, "kmeans"), (score{columns: 2, more: 2, clearlyMore: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The lines between which the tables stand.
const (
	begin = "<!-- What follows is written by: go run -C experiments ./scan -->\n"
	end   = "<!-- Written by experiments/scan up to here. -->\n"
)

// TestPage: results go into their place, those of other data stay, and dashes stand where a method
// does not apply.
func TestPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(path, []byte("Before.\n"+begin+"old\n"+end+"After.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	of := func(data, column, method string, heldOut, less float64) result {
		return result{data: data, records: 1234, column: column, number: true, values: 9, method: method, asked: 3, groups: 3, heldOut: heldOut, less: less, seLess: 0.01}
	}
	all := func(data, method string, loss float64) result {
		return result{data: data, records: 1234, method: method, loss: loss, seconds: 2}
	}
	made := [][]result{
		{of("credit", "Age", ours, 0.25, 0), of("credit", "Age", "tree", 0.125, 0.125), of("credit", "Job", ours, -1e-9, 0), all("credit", ours, math.Ln2), all("credit", none, 2*math.Ln2)},
		{of("churn", "tenure", ours, 0.5, 0), of("churn", "tenure", "tree", 0.75, -0.25)},
	}
	for _, results := range made {
		p, err := place.Open(path, "scan")
		if err != nil {
			t.Fatal(err)
		}
		if err := write(p, results); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, want := range []string{
		"Before.\n" + begin, end + "After.\n",
		"| decision tree | 2 | 1 | 0 | 1 | 1 | 1 |\n",
		"| dibmap | - | 1.0000, 2.0 s |\n", "| not grouped | - | 2.0000 |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\nold") || strings.Index(text, "Telco") > strings.Index(text, "Credit") {
		t.Errorf("the page has what it should not:\n%s", text)
	}
	if svg, err := os.ReadFile(strings.TrimSuffix(path, ".md") + ".svg"); err != nil || !bytes.Contains(svg, []byte("Telco churn")) {
		t.Errorf("the figure: %v", err)
	}
}

// committedPage is the page with the tables.
const committedPage = "../../docs/scan.md"

// TestPageIsUpToDate: the tables and the figure are those of the numbers beside the page.
func TestPageIsUpToDate(t *testing.T) {
	p, err := place.Open(committedPage, "scan")
	if err != nil {
		t.Fatal(err)
	}
	results, err := committedResults(p)
	if err != nil || len(results) == 0 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for path, write := range map[string]func(w io.Writer) error{
		committedPage: func(w io.Writer) error {
			_, err := io.WriteString(w, p.With(tables(results)))
			return err
		},
		p.Beside(".svg"): func(w io.Writer) error { return drawResults(w, "svg", results) },
	} {
		var made bytes.Buffer
		if err := write(&made); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), made.String()); d != "" {
			t.Errorf("%s is not what 'go run -C experiments ./scan -only credit' writes (-committed +made):\n%s", path, d)
		}
	}
}
