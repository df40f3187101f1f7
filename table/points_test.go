package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/points"
)

func mustPoints(t testing.TB, name string, opts Options) *PointTable {
	t.Helper()
	tab, err := OpenPoints(context.Background(), name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// pointLines returns the points of a table as lines "label: coordinates x weight".
func pointLines(tab *PointTable) []string {
	var lines []string
	for i, label := range tab.labels {
		lines = append(lines, fmt.Sprintf("%s: %s x %g", label, coordinateText(tab.coordinates[i]), tab.weights[i]))
	}
	return lines
}

func checkPoints(t *testing.T, tab *PointTable, names []string, want ...string) {
	t.Helper()
	if d := gocmp.Diff(want, pointLines(tab)); d != "" {
		t.Errorf("points (-want +got)\n%s", d)
	}
	if d := gocmp.Diff(names, tab.names); d != "" {
		t.Errorf("names of coordinates (-want +got)\n%s", d)
	}
}

const (
	smallPoints = "name,lon,lat,n\nb,1.0,2,1\na,-1,10,0.5\nb,1,2e0,2\nc, 1,2,3\n"
	pointJSON   = `{"name":"b","lon":1.0,"lat":2,"n":1}
{"name":"a","lon":"-1","lat":10,"n":0.5}
{"name":"b","lon":1,"lat":2e0,"n":2}
{"name":"c","lon":1,"lat":2,"n":3}
`
)

func pointParquet(t testing.TB) string {
	type row struct {
		Name string  `parquet:"name"`
		Lon  float64 `parquet:"lon"`
		Lat  int32   `parquet:"lat,dict"`
		N    float32 `parquet:"n"`
	}
	return files.Parquet(t, []row{{"b", 1, 2, 1}, {"a", -1, 10, 0.5}, {"b", 1, 2, 2}, {"c", 1, 2, 3}})
}

// TestPointsInEveryFormat adds up records of equal coordinates, whatever their
// text, and of an equal label.
func TestPointsInEveryFormat(t *testing.T) {
	folder := t.TempDir()
	hive := filepath.Join(folder, "hive")
	files.Write(t, hive, "lat=2/a.csv", "name,lon,n\nb,1.0,1\nb,1,2\nc,1,3\n")
	files.Write(t, hive, "lat=10/a.csv", "n,name,lon\n0.5,a,-1\n")
	for _, path := range []string{
		files.Write(t, folder, "a.csv", smallPoints),
		files.Write(t, folder, "a.tsv.gz", files.Gzipped(t, strings.ReplaceAll(smallPoints, ",", "\t"))),
		files.Write(t, folder, "a.jsonl", pointJSON),
		files.Write(t, folder, "a.parquet", pointParquet(t)),
		hive,
	} {
		opts := Options{Columns: []string{"lat", "lon"}}
		checkPoints(t, mustPoints(t, path, opts), opts.Columns, "2,1: 2,1 x 3", "10,-1: 10,-1 x 1")
		opts.Count = "n"
		checkPoints(t, mustPoints(t, path, opts), opts.Columns, "2,1: 2,1 x 6", "10,-1: 10,-1 x 0.5")
		opts.X = "name"
		tab := mustPoints(t, path, opts)
		checkPoints(t, tab, opts.Columns, "b: 2,1 x 3", "c: 2,1 x 3", "a: 10,-1 x 0.5")
		if tab.Records != 4 || tab.Notes != nil || tab.Name != filepath.Base(path) || tab.Missing != 0 {
			t.Errorf("%s: %d records, notes %q, name %q", path, tab.Records, tab.Notes, tab.Name)
		}
		opts = Options{Columns: []string{"lat"}}
		checkPoints(t, mustPoints(t, path, opts), opts.Columns, "2: 2 x 3", "10: 10 x 1")
		if path == hive {
			continue // in which lat is no column of a file
		}
		opts = Options{X: "name", Count: "n"}
		tab = mustPoints(t, path, opts)
		checkPoints(t, tab, []string{"lon", "lat"}, "a: -1,10 x 0.5", "b: 1,2 x 3", "c: 1,2 x 3")
		if d := gocmp.Diff([]string{"the coordinates are the columns lon, lat"}, tab.Notes); d != "" {
			t.Error(d)
		}
	}
}

func TestCloud(t *testing.T) {
	path := files.Write(t, t.TempDir(), "a.csv", smallPoints)
	c, err := mustPoints(t, path, Options{X: "name", Columns: []string{"lon", "lat"}}).Cloud()
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := c.Samples(); n != 4 || !ok || !slices.Equal(c.Labels(), []string{"a", "b", "c"}) || !slices.Equal(c.Names(), []string{"lon", "lat"}) {
		t.Errorf("%d samples, %v, labels %v, names %v", n, ok, c.Labels(), c.Names())
	}
	folder := t.TempDir()
	_, err = mustPoints(t, files.Write(t, folder, "one.csv", "a\n1\n1.0\n"), Options{}).Cloud()
	if !errors.Is(err, points.ErrInput) {
		t.Fatalf("one point: %v", err)
	}
	checkError(t, err, folder, "one.csv: "+errors.Unwrap(err).Error())
}

// TestPointsThatAreEqual has coordinates that are equal as numbers.
func TestPointsThatAreEqual(t *testing.T) {
	tab := mustPoints(t, files.Write(t, t.TempDir(), "a.csv", "a\n0\n-0\n0.0\n+0\n-0e5\n1e2\n100\n 1E+2 \n.5\n5e-1\n9007199254740993\n9007199254740992\n1e-400\n"), Options{})
	checkPoints(t, tab, []string{"a"}, "0: 0 x 6", "0.5: 0.5 x 2", "100: 100 x 3", "9007199254740992: 9007199254740992 x 2")
	notes := []string{"the coordinate is the column a"}
	if d := gocmp.Diff(notes, tab.Notes); d != "" {
		t.Error(d)
	}
	tab = mustPoints(t, files.Write(t, t.TempDir(), "a.csv", "1,2\n3,4\n5,6\n"), Options{})
	notes = []string{"the coordinates are the columns 1, 2", "the first row holds numbers and was read as names of columns"}
	if d := gocmp.Diff(notes, tab.Notes); d != "" {
		t.Error(d)
	}
}

// TestPointsWithoutALabel: a label that is missing is one more value.
func TestPointsWithoutALabel(t *testing.T) {
	tab := mustPoints(t, files.Write(t, t.TempDir(), "a.csv", "name,a\n,1\nx,2\n,1.0\n"), Options{X: "name"})
	checkPoints(t, tab, []string{"a"}, "(missing): 1 x 2", "x: 2 x 1")
	if tab.Missing != 2 || len(tab.Notes) != 2 || tab.Notes[1] != `2 of 3 records have no name; they count as the value "(missing)"` {
		t.Errorf("%d missing, notes %q", tab.Missing, tab.Notes)
	}
}

func TestNumpyPoints(t *testing.T) {
	values := []float64{3, 4, 1, math.Copysign(0, -1), 3, 4}
	content := files.Numpy(t, []int{3, 2}, values)
	fortran := strings.Replace(files.Numpy(t, []int{3, 2}, []float64{3, 1, 3, 4, 0, 4}), "'fortran_order': False", "'fortran_order': True ", 1)
	for _, c := range []string{content, fortran, files.Gzipped(t, content)} {
		tab := mustPoints(t, "-", Options{Stdin: strings.NewReader(c)})
		checkPoints(t, tab, []string{"0", "1"}, "1,0: 1,0 x 1", "3,4: 3,4 x 2")
		if tab.Records != 3 || tab.Notes != nil {
			t.Errorf("%d records, notes %q", tab.Records, tab.Notes)
		}
	}
	tab := mustPoints(t, "-", Options{Stdin: strings.NewReader(files.Numpy(t, []int{3}, []float64{2, -1, 2}))})
	checkPoints(t, tab, []string{"0"}, "-1: -1 x 1", "2: 2 x 2")
	folder := t.TempDir()
	files.Write(t, folder, "f/a.npy", content)
	files.Write(t, folder, "f/b.npy", fortran)
	checkPoints(t, mustPoints(t, filepath.Join(folder, "f"), Options{}), []string{"0", "1"}, "1,0: 1,0 x 2", "3,4: 3,4 x 4")
	files.Write(t, folder, "f/c.npy", files.Numpy(t, []int{1}, []float64{1}))
	_, err := OpenPoints(context.Background(), filepath.Join(folder, "f"), Options{})
	checkError(t, err, folder, filepath.FromSlash("f/c.npy: holds points of 1 coordinate, but the files before it of 2"))
}

func TestPointErrors(t *testing.T) {
	ab := Options{Columns: []string{"a", "b"}}
	const drop = " is missing, and a coordinate must be a number: drop such records or fill them in"
	const which = ": name the columns that hold coordinates"
	for _, tt := range []struct {
		name, file, content, want string
		opts                      Options
	}{
		{"missing", "a.csv", "a,b\n1,2\n,2\n", "a.csv:3:1: a" + drop, ab},
		{"missing label of a number", "a.csv", "a,b\n1,(missing)\n", "a.csv:2:3: b is \"(missing)\", which is not a number", ab},
		{"space", "a.csv", "a,b\n1,2\n1, \n", "a.csv:3:3: b is empty where a number must stand", ab},
		{"text", "a.csv", "a,b\n1,2\n\n1,Rome\n", "a.csv:4:3: b is Rome, which is not a number", ab},
		{"text in any column", "a.csv", "a,b\n1,Rome\n", "a.csv:2:3: b is Rome, which is not a number" + which, Options{}},
		{"hexadecimal", "a.csv", "a,b\n1,0x10\n", "a.csv:2:3: b is 0x10, which is not a number", ab},
		{"infinite", "a.csv", "a,b\n-inf,0\n", "a.csv:2:1: a is -Inf, which is not a finite number", ab},
		{"NaN", "a.csv", "a,b\nnan,0\n", "a.csv:2:1: a is NaN, which is not a finite number", ab},
		{"too large", "a.csv", "a,b\n1e309,0\n", "a.csv:2:1: a is 1e309, which is too large", ab},
		{"no column", "a.csv", "a,c\n1,2\n", `a.csv: no column "b"; the columns are a, c`, ab},
		{"no label", "a.csv", "a,c\n1,2\n", `a.csv: no column "name"; the columns are a, c`, Options{X: "name"}},
		{"no name", "a.csv", ",b\n0,2\n", "a.csv: column 1 has no name: name the columns that hold coordinates", Options{}},
		{"two names", "a.csv", "a,a\n0,2\n", "a.csv: two columns are called a: rename one of them", Options{}},
		{"two names of labels", "a.csv", "a,c,a\n0,2,1\n", "a.csv: two columns are called a: rename one of them", Options{X: "a"}},
		{"nothing left", "a.csv", "a,n\n1,2\n", "a.csv: no column is left for the coordinates", Options{X: "a", Count: "n"}},
		{"header only", "a.csv", "a,b\n", "a.csv: there are no records, only a header", Options{}},
		{"empty", "a.csv", "", "a.csv: the file is empty", Options{}},
		{"bad weight", "a.csv", "a,n\n1,-1\n", "a.csv:2:3: n is -1, which is negative", Options{Count: "n"}},
		{
			"two places", "a.csv", "name,a,b\nx,1,2\nx,1,2.0\ny,3,4\nz,5,6\nx,0,2.5\n",
			"a.csv: the label x stands at two different places, 0,2.5 and 1,2: give each place a label of its own, or leave the labels out",
			Options{X: "name"},
		},
		{"null", "a.jsonl", "{\"a\":1,\"b\":2}\n{\"a\":null,\"b\":2}\n", "a.jsonl:2:6: a" + drop, Options{}},
		{"absent", "a.jsonl", "{\"a\":1,\"b\":2}\n{\"b\":2}\n", "a.jsonl:2:1: a" + drop, Options{}},
		{"true", "a.jsonl", "{\"a\":1,\"b\":true}\n", "a.jsonl:1:12: b is true, which is not a number", ab},
		{"no such key", "a.jsonl", "{\"a\":1,\"c\":true}\n", `a.jsonl:1: no column "b"; the columns are a, c`, ab},
		{"no object", "a.jsonl", "[1,2]\n", "a.jsonl:1:2: not an object in braces: records are objects, in an array or one a line", Options{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			path := files.Write(t, folder, tt.file, tt.content)
			_, err := OpenPoints(context.Background(), path, tt.opts)
			checkError(t, err, folder, filepath.FromSlash(tt.want))
		})
	}
}

func TestPointErrorsOfTypedFiles(t *testing.T) {
	type floats struct {
		A *float64 `parquet:"a,optional"`
		B float64  `parquet:"b"`
		C string   `parquet:"c"`
		D int32    `parquet:"d,date"`
		L []int64  `parquet:"l"`
	}
	one := 1.0
	rows := files.Parquet(t, []floats{{&one, 1, "x", 1, nil}, {nil, math.Inf(1), "y", 2, nil}})
	for _, tt := range []struct {
		name, file, content, want string
		opts                      Options
	}{
		{"null in Parquet", "a.parquet", rows, "a.parquet: row 2: a is missing, and a coordinate must be a number: drop such records or fill them in", Options{Columns: []string{"a"}}},
		{"infinite in Parquet", "a.parquet", rows, "a.parquet: row 2: b is +Inf, which is not a finite number", Options{Columns: []string{"b"}}},
		{"text in Parquet", "a.parquet", rows, "a.parquet: row 1: c is x, which is not a number", Options{Columns: []string{"c"}}},
		{"dates in Parquet", "a.parquet", rows, "a.parquet: row 1: d is 1970-01-02, which is not a number", Options{Columns: []string{"d"}}},
		{
			"list in Parquet", "a.parquet", rows,
			"a.parquet: column l holds a list or a structure, not one value a row: write the values wanted to a column of their own",
			Options{Columns: []string{"l"}},
		},
		{"folder", "e=x/a.parquet", rows, "e=x/a.parquet: e in the name of a folder is x, which is not a number", Options{Columns: []string{"e"}}},
		{"names of an array", "a.npy", files.Numpy(t, []int{1}, []float64{1}), "a.npy: an .npy file holds numbers without names, not records, so no columns of it can be named", Options{Columns: []string{"a", "b"}}},
		{"infinite in an array", "a.npy", files.Numpy(t, []int{2, 2}, []float64{1, 2, 3, math.Inf(-1)}), "a.npy: row 1, column 1 (from 0) is -Inf, which is not a finite number", Options{}},
		{
			"three dimensions", "a.npy", files.Numpy(t, []int{1, 1, 1}, []float64{1}),
			"a.npy: holds an array of 3 dimensions, and points take 1 or 2: one row a point, one column a coordinate",
			Options{},
		},
		{"no columns", "a.npy", files.Numpy(t, []int{3, 0}, nil), "a.npy: holds points without coordinates", Options{}},
		{"no rows", "a.npy", files.Numpy(t, []int{0, 3}, nil), "a.npy: the file is empty", Options{}},
		{"cut short", "a.npy", "\x93NUMPY", "a.npy: is not a .npy file", Options{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := OpenPoints(context.Background(), files.Write(t, folder, tt.file, tt.content), tt.opts)
			checkError(t, err, folder, filepath.FromSlash(tt.want))
		})
	}
}

func TestPointsThatAreNotRead(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := OpenPoints(ctx, files.Write(t, t.TempDir(), "a.csv", "a\n1\n"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := OpenPoints(context.Background(), filepath.Join(t.TempDir(), "none.csv"), Options{}); err == nil || !strings.HasSuffix(err.Error(), "none.csv: no such file or folder") {
		t.Errorf("no file: %v", err)
	}
}

func TestPointOptionsThatContradict(t *testing.T) {
	for _, tt := range []struct {
		opts Options
		want string
	}{
		{Options{}, "@z40: a built-in data set is a table of discrete variables, and this problem takes points: name a file of numeric columns (./@z40 for a file of that name)"},
		{Options{Text: words}, "f: a text is counted by its symbols, and this problem takes points: name a file of numeric columns"},
		{Options{Y: "b"}, "f: Y is the column b, and points have no Y: name the columns of their coordinates"},
		{Options{X1: "b"}, "f: X1 and X2 do not apply to points: name the columns of their coordinates"},
		{Options{X2: "b"}, "f: X1 and X2 do not apply to points: name the columns of their coordinates"},
		{Options{X: "b", Format: source.NPY}, "f: an .npy file holds numbers without names, not records, so columns, labels and a count do not apply"},
		{Options{Columns: []string{"a", ""}}, "f: one of the names of columns is empty"},
		{Options{Columns: []string{"a", "b", "a"}}, "f: the columns name a twice"},
	} {
		name, _, _ := strings.Cut(tt.want, ":")
		_, err := OpenPoints(context.Background(), name, tt.opts)
		checkError(t, err, "", tt.want)
	}
}

// FuzzPoints leaves the format to the content.
func FuzzPoints(f *testing.F) {
	for _, seed := range []string{
		smallPoints, pointJSON, pointParquet(f), files.Gzipped(f, smallPoints), "a\n1\n-0\n", "a,b\n1,\n", "name,a\nx,1\nx,2\n", "{}", "{\"a\":1}\n{\"b\":2}\n",
		files.Numpy(f, []int{2, 2}, []float64{1, 2, 3, 4}), files.Numpy(f, []int{3}, []float64{1, 2, 3}), files.Numpy(f, []int{0, 3}, nil),
	} {
		f.Add([]byte(seed), "", "", "")
		f.Add([]byte(seed), "lat", "name", "")
		f.Add([]byte(seed), "", "name", "n")
	}
	f.Fuzz(func(t *testing.T, content []byte, column, x, count string) {
		opts := Options{X: x, Count: count, Stdin: bytes.NewReader(content)}
		if column != "" {
			opts.Columns = []string{column}
		}
		tab, err := OpenPoints(context.Background(), "-", opts)
		if err != nil {
			checkFuzzError(t, err)
			return
		}
		for i, at := range tab.coordinates {
			for _, v := range at {
				if math.IsNaN(v) || math.IsInf(v, 0) || math.Signbit(v) && v == 0 {
					t.Fatalf("coordinate %g", v)
				}
			}
			if i > 0 && cmp.Or(slices.Compare(tab.coordinates[i-1], at), cmp.Compare(tab.labels[i-1], tab.labels[i])) >= 0 || len(at) != len(tab.names) {
				t.Fatalf("point %v stands after %v", at, tab.coordinates[i-1])
			}
		}
		if _, err := tab.Cloud(); err != nil {
			checkFuzzError(t, err)
		}
	})
}
