package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/scale"
)

func TestMatrix(t *testing.T) {
	want := map[string]float64{"r2 b": 1.5, "r2 a": 3, "r1 a": 0.25}
	tests := []struct{ name, file, content string }{
		{"CSV", "a.csv", "free text,b,a\nr2,1.5,3\nr1,0,.25\n"},
		{"no text", "a.csv", ",b,a\nr2,1.5,3\nr1,0,.25\n"},
		{"TSV", "a.tsv", "x\tb\ta\nr2\t1.5\t3\nr1\t0\t.25\n"},
		{"TSV by content", "a", "x\tb\ta\nr2\t1.5\t3\nr1\t0\t.25\n"},
		{"space around numbers", "a.csv", "x,b,a\r\nr2, 1.5 ,\t3\r\nr1,-0,2.5e-1\r\n"},
		{"quotes and mark", "a.csv", "\ufeffx,\"b\",a\n\"r2\",\"1.5\",3\nr1,0,.25"},
		{"zstd", "a.csv.zst", files.Zstandard(t, "x,b,a\nr2,1.5,3\nr1,0,.25\n")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tab := mustRead(t, tt.file, tt.content, Options{})
			checkCells(t, tab, want)
			if diff := cmp.Diff([]string{"r2", "r1"}, tab.x); diff != "" {
				t.Errorf("the order of rows is not the file's: %s", diff)
			}
			if diff := cmp.Diff([]string{"b", "a"}, tab.y); diff != "" {
				t.Errorf("the order of columns is not the file's: %s", diff)
			}
			var notes []string
			if tt.name == "TSV by content" {
				notes = []string{"the fields are separated by tabs, as the first line shows"}
			}
			if tab.Records != 0 || tab.Missing != 0 || !slices.Equal(tab.Notes, notes) || tab.Name != tt.file {
				t.Errorf("%d records, %d missing, notes %q, name %q", tab.Records, tab.Missing, tab.Notes, tab.Name)
			}
		})
	}
}

// TestMatrixWithoutLabels reads numbers only, which lose a row and a column to
// the labels: that must be told.
func TestMatrixWithoutLabels(t *testing.T) {
	tab := mustRead(t, "a.csv", "1,2,3\n4,5,6\n7,8,9\n", Options{})
	want := []string{"the first row and the first column hold numbers and were read as labels"}
	if diff := cmp.Diff(want, tab.Notes); diff != "" {
		t.Error(diff)
	}
	for _, content := range []string{"x,2,3\n4,5,6\n", "1,2,3\na,5,6\n", "1,a,3\n4,5,6\n"} {
		if notes := mustRead(t, "a.csv", content, Options{}).Notes; notes != nil {
			t.Errorf("%q: notes %q", content, notes)
		}
	}
	_, err := Open(t.Context(), files.Write(t, t.TempDir(), "a.csv", "1.5e-01,0.2\n0.3,0.35\n"), Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "a.csv:1: the first row and the first column hold numbers where labels belong: add a row with the values of Y and a column with those of X, or save the array as .npy") {
		t.Errorf("probabilities without labels: %v", err)
	}
}

func TestNumpyMatrix(t *testing.T) {
	want := map[string]float64{"0 0": 1, "0 2": 2, "1 1": 0.5}
	content := files.Numpy(t, []int{2, 3}, []float64{1, 0, 2, 0, 0.5, 0})
	checkCells(t, mustRead(t, "a.npy", content, Options{}), want)
	checkCells(t, mustRead(t, "a", content, Options{}), want)
	checkCells(t, mustRead(t, "a.npy.gz", files.Gzipped(t, content), Options{}), want)
	checkCells(t, mustOpen(t, "-", Options{Stdin: strings.NewReader(content)}), want)
	fortran := strings.Replace(files.Numpy(t, []int{2, 3}, []float64{1, 0, 0, 0.5, 2, 0}), "'fortran_order': False", "'fortran_order': True ", 1)
	checkCells(t, mustRead(t, "a.npy", fortran, Options{}), want)
	big := make([]float64, 3*1000)
	wantBig := make(map[string]float64)
	labels := numberLabels(1000)
	for i := range big {
		big[i] = float64(i % 7)
		if i%7 != 0 {
			wantBig[labels[i/1000]+" "+labels[i%1000]] = float64(i % 7)
		}
	}
	checkCells(t, mustRead(t, "a.npy", files.Numpy(t, []int{3, 1000}, big), Options{}), wantBig)
}

// TestNumberedRows: records that a program wrote with numbers in front of them are not read as counts silently.
func TestNumberedRows(t *testing.T) {
	for content, want := range map[string][]string{
		",low,age\n0,1,19\n1,0,33\n2,0,20\n":  {"the first column numbers the rows and has no name, and the others are taken as counts: if the file holds records, name two of their columns as X and Y: the columns are low, age"},
		"n,low,age\n0,1,19\n1,0,33\n2,0,20\n": nil,
		",low,age\n1,1,19\n2,0,33\n3,0,20\n":  nil,
	} {
		if diff := cmp.Diff(want, mustRead(t, "a.csv", content, Options{}).Notes); diff != "" {
			t.Errorf("%q: %s", content, diff)
		}
	}
}

func TestMatrixErrors(t *testing.T) {
	tests := []struct{ name, file, content, want string }{
		{"empty", "a.csv", "", "a.csv: the file is empty"},
		{"header only", "a.csv", "x,a,b\n", "a.csv: there are no rows, only a header"},
		{"spaces", "a.csv", "x a b\nr 1 2\n", "a.csv:1:1: the header has one field: a matrix has a first column of labels and more of numbers; if another character separates the fields, name the delimiter"},
		{"labels only", "a.csv", "x\na\n", "a.csv:1:1: the header has one field: a matrix has a first column of labels and more of numbers"},
		{"ragged", "a.csv", "x,a,b\nr,1\n", "a.csv:2: 2 fields, but the header has 3"},
		{"empty cell", "a.csv", "x,a,b\nr,1,2\ns,1,\n", "a.csv:3:5: row s, column b is empty where a number must stand"},
		{"negative", "a.csv", "x,a,b\nr,1,-2\n", "a.csv:2:5: row r, column b is -2, which is negative; if the file holds records, name two of their columns as X and Y: the columns are x, a, b"},
		{"NaN", "a.csv", "x,a,b\nr,nan,-2\n", "a.csv:2:3: row r, column a is NaN, which is not a finite number; if the file holds records, name two of their columns as X and Y: the columns are x, a, b"},
		{"infinite", "a.csv", "x,a,b\nr,1,-inf\n", "a.csv:2:5: row r, column b is -Inf, which is not a finite number"},
		{"too large", "a.csv", "x,a,b\nr,1,1e309\n", "a.csv:2:5: row r, column b is 1e309, which is too large"},
		{"equal columns", "a.csv", "x,a,a\nr,1,2\n", "a.csv:1:5: two columns are labelled a: rename one of them"},
		{"equal rows", "a.csv", "x,a,b\nr,1,2\ns,1,2\nr,1,2\n", "a.csv:4:1: two rows are labelled r, the other on line 2: rename one of them"},
		{"equal numbers of rows", "a.csv", "x,a,b\n1,1,2\n1,1,2\n", "a.csv:3:1: two rows are labelled 1, the other on line 2: rename one of them; if the file holds records, name two of their columns as X and Y: the columns are x, a, b"},
		{"records", "a.csv", smallCSV, "a.csv:2:7: row Paris, column product is tea, which is not a number; if the file holds records, name two of their columns as X and Y: the columns are city, product, n"},
		{
			"records after numbers", "a.csv", "city,n,product\nRome,1,2\nRome,2,tea\n",
			"a.csv:3:1: two rows are labelled Rome, the other on line 2: rename one of them; if the file holds records, name two of their columns as X and Y: the columns are city, n, product",
		},
		{"NUL", "a.csv", "x,a\nr,\x00\n", "a.csv:2:3: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
		{"Parquet", "a.parquet", smallParquet(t), "a.parquet: Parquet holds records: name two of their columns as X and Y; the columns are city, product, n"},
		{"empty Parquet", "a.parquet", "", "a.parquet: the file is empty"},
		{"three dimensions", "a.npy", files.Numpy(t, []int{2, 2, 2}, make([]float64, 8)), "a.npy: holds a table of three variables, x1, x2 and y"},
		{"one dimension", "a.npy", files.Numpy(t, []int{2}, make([]float64, 2)), "a.npy: holds an array of 1 dimension, and a matrix has 2"},
		{"four dimensions", "a.npy", files.Numpy(t, []int{1, 1, 1, 2}, make([]float64, 2)), "a.npy: holds an array of 4 dimensions, and a matrix has 2"},
		{"negative in .npy", "a.npy", files.Numpy(t, []int{2, 2}, []float64{1, 2, 3, -4}), "a.npy: row 1, column 1 (from 0) is -4, which is negative"},
		{"too large a count in .npy", "a.npy", wholeNumbers(t, 1, 1<<53, 3, 4), "a.npy: row 0, column 1 (from 0) is about 9.007199254740992e+15, which is too large for a count: counts are below 2^53 (9007199254740992). If the numbers are no counts but weights, store them as floats"},
		{"NaN in .npy", "a.npy", files.Numpy(t, []int{2, 2}, []float64{1, math.NaN(), 3, -4}), "a.npy: row 0, column 1 (from 0) is NaN, which is not a finite number"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := Open(context.Background(), files.Write(t, folder, tt.file, tt.content), Options{})
			checkError(t, err, folder, tt.want)
		})
	}
}

// TestNumpyErrorsNameTheFile leaves the words to package npy.
func TestNumpyErrorsNameTheFile(t *testing.T) {
	content := files.Numpy(t, []int{2, 2}, []float64{1, 2, 3, 4})
	for _, bad := range []string{
		content[:len(content)-1], // cut short
		content[:20],
		"", "PAR1",
		strings.Replace(content, "<f8", "<U2", 1),                       // text
		strings.Replace(content, "(2, 2), ", "(9999999, 9999999), ", 1), // 10^14 cells
	} {
		_, err := Open(context.Background(), files.Write(t, t.TempDir(), "a.npy", bad), Options{})
		var e *Error
		if !errors.As(err, &e) || !strings.HasSuffix(e.File, "a.npy") || strings.Contains(e.Msg, "\n") || e.Msg == "" {
			t.Errorf("got %v", err)
		}
	}
}

// TestArraysWithoutCells claims many rows, columns or labels of a third variable that no
// byte of the file stands for. No label may be made for them.
func TestArraysWithoutCells(t *testing.T) {
	for _, tt := range []struct {
		shape []int
		want  string
	}{
		{[]int{2_000_000, 0}, "a.npy: has the shape 2000000 x 0, which holds no numbers"},
		{[]int{0, 2_000_000}, "a.npy: has the shape 0 x 2000000, which holds no numbers"},
		{[]int{0, 0, 2_000_000}, "a.npy: has the shape 0 x 0 x 2000000, which holds no numbers"},
	} {
		folder := t.TempDir()
		file := files.Write(t, folder, "a.npy", files.Numpy(t, tt.shape, nil))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Open(context.Background(), file, Options{})
		if len(tt.shape) == 3 {
			_, err = OpenTriple(context.Background(), file, Options{})
		}
		runtime.ReadMemStats(&after)
		checkError(t, err, folder, tt.want)
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<22 {
			t.Errorf("%v takes %d bytes", tt.shape, bytes)
		}
	}
}

// TestTooManyCells reads matrices with a limit of five cells.
func TestTooManyCells(t *testing.T) {
	for content, want := range map[string]string{
		"x,a,b\nr,1,2\ns,1,2\n":                         "",
		"x,a,b\nr,1,2\ns,1,2\nt,1,2\n":                  "stdin:4:1: the matrix has more than 5 cells up to here: group rows or columns first",
		"x,a,b,c,d,e,f\nr,1,2,3,4,5,6":                  "stdin:2:1: the matrix has more than 5 cells up to here: group rows or columns first",
		files.Numpy(t, []int{2, 3}, make([]float64, 6)): "stdin: has 6 cells, more than the 5 allowed",
	} {
		in, err := source.Open(context.Background(), source.File{Path: source.Stdin}, source.Options{Stdin: strings.NewReader(content)})
		if err != nil {
			t.Fatal(err)
		}
		if in.Format == source.NPY {
			err = new(Table).readArray(in, 5)
		} else {
			err = new(Table).readMatrix(in, "", 5)
		}
		if want == "" && err == nil {
			continue
		}
		checkError(t, err, "", want)
	}
}

// wholeNumbers returns an .npy file of two rows of whole numbers.
func wholeNumbers(t *testing.T, values ...int64) string {
	t.Helper()
	var b bytes.Buffer
	if err := npy.WriteHeader(&b, "<i8", []int{2, len(values) / 2}); err != nil {
		t.Fatal(err)
	}
	if err := binary.Write(&b, binary.LittleEndian, values); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMatrixDecimalComma(t *testing.T) {
	const content = ";a;b\nx;0,25;0,5\ny;1,5;2\n"
	comma := Options{Clean: scale.Clean{Decimal: ","}}
	checkCells(t, mustRead(t, "m.csv", content, comma), map[string]float64{"x a": 0.25, "x b": 0.5, "y a": 1.5, "y b": 2})
	for _, tt := range []struct {
		content, want string
		opts          Options
	}{
		{content, `m.csv:2:3: row x, column a is "0,25", which is not a number: if the comma is a decimal mark, name the decimal mark`, Options{}},
		{";a;b\nx;0,25;0.5\n", `m.csv:2:8: row x, column b is 0.5, which is not a number with a decimal comma`, comma},
		{";a;b\nx;0,25;-0,5\n", `m.csv:2:8: row x, column b is -0.5, which is negative`, comma},
	} {
		_, err := Open(t.Context(), files.Write(t, t.TempDir(), "m.csv", tt.content), tt.opts)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.content, err, tt.want)
		}
	}
}

// TestMatrixSums: totals and conditional probabilities are noted, and other matrices are not.
func TestMatrixSums(t *testing.T) {
	for _, tt := range []struct {
		content string
		notes   []string
	}{
		{",a,b\nx,1,2\ny,4,5\nz,2,2\n", nil},
		{",a,b\nx,1,2\ny,4,5\nz,5,7\n", []string{"the last row, z, has the sums of the others and is read as a value of X: leave it out if it is a total"}},
		{",a,b,z\nx,1,2,3\ny,4,5,9\n", []string{"the last column, z, has the sums of the others and is read as a value of Y: leave it out if it is a total"}},
		{",a,b\nx,1,2\ny,1,2\n", nil}, // two rows
		{",a,b\nx,1,0\ny,0,1\n", nil}, // counts
		{",a,b\nx,0.25,0.75\ny,0.667,0.333\n", []string{"each row sums to 1, so all values of X have the same weight: if these are p(y|x), multiply each row by p(x)"}},
		{",a,b\nx,0.25,0.75\ny,0.6,0.3\n", nil},
	} {
		if d := cmp.Diff(tt.notes, mustRead(t, "m.csv", tt.content, Options{}).Notes); d != "" {
			t.Errorf("%q (-want +got):\n%s", tt.content, d)
		}
	}
}
