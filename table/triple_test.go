package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

func mustTriple(t testing.TB, name string, opts Options) *TripleTable {
	t.Helper()
	tab, err := OpenTriple(context.Background(), name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// tripleCells returns the non-zero cells of a table by "x1 x2 y".
func tripleCells(tab *TripleTable) map[string]float64 {
	cells := make(map[string]float64)
	for _, c := range tab.cells {
		cells[tab.x[c.X1]+" "+tab.x[c.X2]+" "+tab.y[c.Y]] += c.Value
	}
	return cells
}

func fromToWeek() Options { return Options{X1: "from", X2: "to", Y: "week"} }

const (
	smallTriples = "week,from,to,n\n1,Rome,Paris,2\n2,Rome,Paris,1\n1,Rome,Paris,0.5\n2,Oslo,Oslo,4\n"
	tripleJSON   = `{"from":"Rome","to":"Paris","week":1,"n":2}
{"from":"Rome","to":"Paris","week":2,"n":1}
{"from":"Rome","to":"Paris","week":1,"n":0.5}
{"from":"Oslo","to":"Oslo","week":2,"n":4}
`
)

func tripleParquet(t testing.TB) string {
	type row struct {
		Week     int32
		From, To string
		N        float64
	}
	type named struct {
		Week int32   `parquet:"week"`
		From string  `parquet:"from,dict"`
		To   string  `parquet:"to"`
		N    float64 `parquet:"n"`
	}
	var rows []named
	for _, r := range []row{{1, "Rome", "Paris", 2}, {2, "Rome", "Paris", 1}, {1, "Rome", "Paris", 0.5}, {2, "Oslo", "Oslo", 4}} {
		rows = append(rows, named(r))
	}
	return files.Parquet(t, rows)
}

// TestTriplesInEveryFormat also reads a column from the names of folders.
func TestTriplesInEveryFormat(t *testing.T) {
	counted := map[string]float64{"Rome Paris 1": 2, "Rome Paris 2": 1, "Oslo Oslo 2": 1}
	weighted := map[string]float64{"Rome Paris 1": 2.5, "Rome Paris 2": 1, "Oslo Oslo 2": 4}
	folder := t.TempDir()
	hive := filepath.Join(folder, "hive")
	files.Write(t, hive, "week=1/a.csv", "from,to,n\nRome,Paris,2\nRome,Paris,0.5\n")
	files.Write(t, hive, "week=2/a.csv", "n,from,to\n1,Rome,Paris\n4,Oslo,Oslo\n")
	files.Write(t, folder, "keys/week=2/from=Oslo/to=Oslo/a.parquet", files.Parquet(t, []struct {
		N float64 `parquet:"n"`
	}{{4}}))
	files.Write(t, folder, "keys/week=3/from=Oslo/to=Rome/a.parquet", files.Parquet(t, []struct {
		N float64 `parquet:"n"`
	}{{1}, {1}}))
	for _, path := range []string{
		files.Write(t, folder, "a.csv", smallTriples),
		files.Write(t, folder, "a.tsv.gz", files.Gzipped(t, strings.ReplaceAll(smallTriples, ",", "\t"))),
		files.Write(t, folder, "a.jsonl", tripleJSON),
		files.Write(t, folder, "a.parquet", tripleParquet(t)),
		hive, filepath.Join(hive, "week=*"),
	} {
		opts := fromToWeek()
		tab := mustTriple(t, path, opts)
		if d := cmp.Diff(counted, tripleCells(tab)); d != "" {
			t.Errorf("%s (-want +got)\n%s", path, d)
		}
		if d := cmp.Diff([][]string{{"Oslo", "Paris", "Rome"}, {"1", "2"}}, [][]string{tab.x, tab.y}); d != "" {
			t.Errorf("%s: labels (-want +got)\n%s", path, d)
		}
		if tab.Records != 4 || tab.Missing != 0 || tab.Notes != nil || tab.Name != filepath.Base(path) {
			t.Errorf("%s: %d records, %d missing, notes %q, name %q", path, tab.Records, tab.Missing, tab.Notes, tab.Name)
		}
		opts.Count = "n"
		if d := cmp.Diff(weighted, tripleCells(mustTriple(t, path, opts))); d != "" {
			t.Errorf("%s, weighted (-want +got)\n%s", path, d)
		}
	}
	tab := mustTriple(t, filepath.Join(folder, "keys"), fromToWeek())
	if d := cmp.Diff(map[string]float64{"Oslo Oslo 2": 1, "Oslo Rome 3": 2}, tripleCells(tab)); d != "" {
		t.Errorf("folders only (-want +got)\n%s", d)
	}
}

func TestTripleOfCounts(t *testing.T) {
	j, err := mustTriple(t, files.Write(t, t.TempDir(), "a.csv", smallTriples), fromToWeek()).Triple()
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := j.Samples(); n != 4 || !ok || j.Rows() != 3 || j.Cols() != 2 || j.NonZero() != 3 {
		t.Errorf("%d samples, %v, %d rows, %d columns, %d cells", n, ok, j.Rows(), j.Cols(), j.NonZero())
	}
}

// TestMissingInTriples: inputs share the value that stands for none.
func TestMissingInTriples(t *testing.T) {
	content := "from,to,week\nRome,,1\n,Rome,1\n,,\n(missing),Oslo,2\n"
	tab := mustTriple(t, files.Write(t, t.TempDir(), "a.csv", content), fromToWeek())
	want := map[string]float64{
		"Rome (missing) 1": 1, "(missing) Rome 1": 1, "(missing) (missing) (missing)": 1, "(missing) Oslo 2": 1,
	}
	if d := cmp.Diff(want, tripleCells(tab)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff([]string{"Oslo", "Rome", "(missing)"}, tab.x); d != "" {
		t.Error(d)
	}
	notes := []string{
		`2 of 4 records have no from; they count as the value "(missing)"`,
		`some records hold the text "(missing)" as their from or to and count as missing too`,
		`2 of 4 records have no to; they count as the value "(missing)"`,
		`1 of 4 records have no week; they count as the value "(missing)"`,
	}
	if d := cmp.Diff(notes, tab.Notes); d != "" || tab.Missing != 3 {
		t.Errorf("%d missing (-want +got)\n%s", tab.Missing, d)
	}
}

func TestTripleArray(t *testing.T) {
	values := []float64{1, 0, 0, 2, 0.5, 0, 0, 0, 3, 0, 0, 4} // 2 x 2 x 3
	want := map[string]float64{"0 0 0": 1, "0 1 0": 2, "0 1 1": 0.5, "1 0 2": 3, "1 1 2": 4}
	columnsFirst := make([]float64, len(values))
	for i, v := range values {
		columnsFirst[(i%3*2+i/3%2)*2+i/6] = v
	}
	c := files.Numpy(t, []int{2, 2, 3}, values)
	fortran := strings.Replace(files.Numpy(t, []int{2, 2, 3}, columnsFirst), "'fortran_order': False", "'fortran_order': True ", 1)
	for _, content := range []string{c, fortran, files.Gzipped(t, c)} {
		tab := mustTriple(t, "-", Options{Stdin: strings.NewReader(content)})
		if d := cmp.Diff(want, tripleCells(tab)); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
		if len(tab.x) != 2 || len(tab.y) != 3 || tab.Records != 0 || tab.Name != "stdin" {
			t.Errorf("%v %v, %d records, name %s", tab.x, tab.y, tab.Records, tab.Name)
		}
	}
}

func TestTripleErrors(t *testing.T) {
	three := func(values ...float64) string { return files.Numpy(t, []int{1, 1, len(values)}, values) }
	for _, tt := range []struct {
		name, file, content, want string
		opts                      Options
	}{
		{"matrix", "a.npy", files.Numpy(t, []int{1, 2}, []float64{1, 2}), "a.npy: holds a matrix of two variables, and " + wantTriple, Options{}},
		{"a row", "a.npy", files.Numpy(t, []int{2}, []float64{1, 2}), "a.npy: holds an array of 1 dimension, and " + wantTriple, Options{}},
		{
			"no square", "a.npy", files.Numpy(t, []int{1, 2, 1}, []float64{1, 2}),
			"a.npy: holds an array of 1 x 2 x 1: the first two dimensions must be equal, since both inputs have the same labels",
			Options{},
		},
		{"negative", "a.npy", three(1, 2, -3), "a.npy: x1 0, x2 0, y 2 (from 0) is -3, which is negative", Options{}},
		{"NaN", "a.npy", three(math.NaN()), "a.npy: x1 0, x2 0, y 0 (from 0) is NaN, which is not a finite number", Options{}},
		{"records of an array", "a.npy", three(1, 2), "a.npy: an .npy file holds numbers without names, not records, so no columns of it can be named", fromToWeek()},
		{"a matrix of text", "a.csv", "x,a,b\nr,1,2\n", "a.csv: " + wantTriple + "; the columns are x, a, b", Options{}},
		{"JSON Lines", "a.jsonl", tripleJSON, "a.jsonl: " + wantTriple + "; the columns are from, to, week, n", Options{}},
		{"Parquet", "k=1/a.parquet", tripleParquet(t), "k=1/a.parquet: " + wantTriple + "; the columns are week, from, to, n, k", Options{}},
		{"empty", "a.csv", "", "a.csv: the file is empty", Options{}},
		{"empty", "a.jsonl", "", "a.jsonl: the file is empty", Options{}},
		{"header only", "a.csv", "from,to,week\n", "a.csv: there are no records, only a header", fromToWeek()},
		{"no column", "a.csv", smallTriples, `a.csv: no column "too"; the columns are week, from, to, n (did you mean to?)`, Options{X1: "from", X2: "too", Y: "week"}},
		{"no key", "a.jsonl", tripleJSON, `a.jsonl: no column "too"; the columns are from, to, week, n (did you mean to?)`, Options{X1: "from", X2: "too", Y: "week"}},
		{"no file", "b.csv", "", "a.csv: no such file or folder", fromToWeek()},
		{"bad count", "a.csv", "from,to,week,n\na,b,c,x\n", "a.csv:2:7: n is x, which is not a number", Options{X1: "from", X2: "to", Y: "week", Count: "n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			path := files.Write(t, folder, tt.file, tt.content)
			if tt.file == "b.csv" {
				path = filepath.Join(folder, "a.csv")
			}
			_, err := OpenTriple(context.Background(), path, tt.opts)
			checkError(t, err, folder, filepath.FromSlash(tt.want))
		})
	}
	folder := t.TempDir()
	files.Write(t, folder, "f/a.csv", smallTriples)
	_, err := OpenTriple(context.Background(), filepath.Join(folder, "f"), Options{})
	checkError(t, err, folder, "f: is more than one file: name the columns of the records, X1, X2 and Y")
	_, err = mustTriple(t, files.Write(t, folder, "one.csv", "from,to,week\na,a,b\n"), fromToWeek()).Triple()
	if err != nil {
		t.Errorf("one row: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := OpenTriple(ctx, filepath.Join(folder, "one.csv"), fromToWeek()); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestTripleOptionsThatContradict(t *testing.T) {
	const pick = "f: a symmetric problem takes the columns of two inputs, X1 and X2, and of the output, Y: name all three"
	for _, tt := range []struct {
		opts Options
		want string
	}{
		{Options{X: "a"}, "f: X is the column a, and a symmetric problem takes two inputs: name their columns X1 and X2"},
		{Options{Columns: []string{"a"}}, "f: columns name the coordinates of points, and a symmetric problem takes three variables: name X1, X2 and Y"},
		{Options{Text: words}, "f: a text gives pairs of symbols, and a symmetric problem takes a table of three variables"},
		{Options{X1: "a"}, pick},
		{Options{X1: "a", Y: "c"}, pick},
		{Options{X2: "b", Y: "c"}, pick},
		{Options{Count: "n"}, "f: the count is the column n, but X1, X2 and Y are missing: only records are counted"},
		{Options{X1: "a", X2: "b", Y: "c", Format: source.NPY}, "f: an .npy file holds numbers without names, not records, so X1, X2 and Y do not apply"},
		{Options{Y: "c"}, pick},
		{Options{X1: "a", X2: "b", Y: "c"}, "@z40: X1, X2, Y, a count and a format do not apply to a built-in data set (write ./@z40 for a file of that name)"},
	} {
		name, _, _ := strings.Cut(tt.want, ":")
		_, err := OpenTriple(context.Background(), name, tt.opts)
		checkError(t, err, "", tt.want)
	}
}

// TestTriplesAreCounted writes records of five columns in any format and
// compares the count with a map's.
func TestTriplesAreCounted(t *testing.T) {
	values := rapid.SampledFrom([]string{"", "a", "b", "1", "10", "two\nlines", "q\"q", "ü", "(missing)"})
	ends := rapid.SampledFrom([]string{".csv", ".jsonl", ".parquet"})
	root, run := t.TempDir(), 0
	rapid.Check(t, func(rt *rapid.T) {
		type row struct {
			A *string `parquet:"a,optional" json:"a"`
			B *string `parquet:"b,optional,dict" json:"b"`
			C *string `parquet:"c,optional" json:"c,omitempty"`
		}
		var rows []row
		var lines, objects bytes.Buffer
		table := csv.NewWriter(&lines)
		_ = table.Write([]string{"c", "b", "a"})
		want := make(map[string]float64)
		for range rapid.IntRange(1, 40).Draw(rt, "n") {
			record := rapid.SliceOfN(values, 3, 3).Draw(rt, "record")
			var cells [3]*string
			key := ""
			for i, v := range record {
				if v != "" {
					cells[i] = &record[i]
				}
				key += " " + map[bool]string{true: scale.MissingLabel, false: v}[v == ""]
			}
			want[key[1:]]++
			rows = append(rows, row{cells[0], cells[1], cells[2]})
			_ = table.Write([]string{record[2], record[1], record[0]})
			if err := json.NewEncoder(&objects).Encode(rows[len(rows)-1]); err != nil {
				rt.Fatal(err)
			}
		}
		table.Flush()
		end := ends.Draw(rt, "format")
		content := map[string]func() string{
			".csv": lines.String, ".jsonl": objects.String, ".parquet": func() string { return files.Parquet(t, rows, parquet.PageBufferSize(64)) },
		}[end]()
		run++
		path := files.Write(t, filepath.Join(root, strconv.Itoa(run)), "t"+end, content)
		got, err := OpenTriple(t.Context(), path, Options{X1: "a", X2: "b", Y: "c"})
		if end == ".jsonl" && err != nil && strings.Contains(err.Error(), `no column "c"`) {
			return // no record has one
		}
		if err != nil {
			rt.Fatal(err)
		}
		if !maps.Equal(want, tripleCells(got)) {
			rt.Fatalf("%s: got %v, want %v", end, tripleCells(got), want)
		}
	})
}

// TestTripleArraysAgainstNumpy reads what NumPy writes.
func TestTripleArraysAgainstNumpy(t *testing.T) {
	python := oracle.Python(t, "numpy")
	folder := t.TempDir()
	out := python(`
import sys, os
import numpy as np
at = lambda name: os.path.join(sys.argv[1], name)
a = np.random.default_rng(1).integers(0, 4, (5, 5, 300))
np.save(at('i8.npy'), a)
np.save(at('u2.npy'), a.astype('>u2'))
np.save(at('f4.npy'), np.asfortranarray(a.astype('f4')))
np.save(at('p.npy'), np.asfortranarray(a / 4))
for i, j, k in zip(*a.nonzero()):
    print(i, j, k, a[i, j, k], sep=' ')
`, folder)
	want := make(map[string]float64)
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		want[strings.Join(fields[:3], " ")], _ = textfile.ParseCount(fields[3])
	}
	for _, name := range []string{"i8.npy", "u2.npy", "f4.npy", "p.npy"} {
		got := tripleCells(mustTriple(t, filepath.Join(folder, name), Options{}))
		if name == "p.npy" {
			for k := range got {
				got[k] *= 4
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}

// fuzzTriple is fuzzOpen for tables of three variables.
func fuzzTriple(t *testing.T, content []byte, opts Options) {
	t.Helper()
	opts.Stdin = bytes.NewReader(content)
	tab, err := OpenTriple(context.Background(), "-", opts)
	if err != nil {
		checkFuzzError(t, err)
		return
	}
	for _, c := range tab.cells {
		if int(max(c.X1, c.X2)) >= len(tab.x) || int(c.Y) >= len(tab.y) || !(c.Value > 0) {
			t.Fatalf("cell %v in a table of %d rows and %d columns", c, len(tab.x), len(tab.y))
		}
	}
	if _, err := tab.Triple(); err != nil {
		checkFuzzError(t, err)
	}
}

func FuzzTripleArray(f *testing.F) {
	content := files.Numpy(f, []int{2, 2, 1}, []float64{1, 2, 3, 4})
	f.Add([]byte(content))
	f.Add([]byte(strings.Replace(content, "'fortran_order': False", "'fortran_order': True ", 1)))
	f.Add([]byte(files.Numpy(f, []int{2, 3, 1}, make([]float64, 6))))
	f.Add([]byte(files.Numpy(f, []int{0, 0, 3}, nil)))
	f.Add([]byte(content[:70]))
	f.Fuzz(func(t *testing.T, content []byte) { fuzzTriple(t, content, Options{Format: source.NPY}) })
}

// FuzzTripleRecords leaves the format to the content.
func FuzzTripleRecords(f *testing.F) {
	for _, seed := range []string{smallTriples, tripleJSON, tripleParquet(f), files.Gzipped(f, smallTriples), "from,to,week\n,,\n", "from,to,week,n\na,b,c,1e999\n", "{}"} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "n")
	}
	f.Fuzz(func(t *testing.T, content []byte, count string) {
		opts := fromToWeek()
		opts.Count = count
		fuzzTriple(t, content, opts)
		fuzzTriple(t, content, Options{})
	})
}
