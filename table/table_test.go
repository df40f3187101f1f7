package table

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/joint"
)

// cityProduct is what most tests of records ask for.
func cityProduct() Options { return Options{X: "city", Y: "product"} }

// mustOpen opens a table that must open.
func mustOpen(t testing.TB, name string, opts Options) *Table {
	t.Helper()
	tab, err := Open(context.Background(), name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// mustRead is mustOpen for a file of the given name and content.
func mustRead(t testing.TB, name, content string, opts Options) *Table {
	t.Helper()
	return mustOpen(t, files.Write(t, t.TempDir(), name, content), opts)
}

// mustJoint returns the joint distribution of a table that has one.
func mustJoint(t testing.TB, tab *Table) *joint.Joint {
	t.Helper()
	j, err := tab.Joint()
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// cellsOf returns the non-zero cells of a table by "x y".
func cellsOf(tab *Table) map[string]float64 {
	cells := make(map[string]float64)
	for _, c := range tab.cells {
		cells[tab.x[c.X]+" "+tab.y[c.Y]] += c.Value
	}
	return cells
}

// checkCells compares the cells of a table with those wanted.
func checkCells(t *testing.T, tab *Table, want map[string]float64) {
	t.Helper()
	if diff := cmp.Diff(want, cellsOf(tab)); diff != "" {
		t.Errorf("cells (-want +got):\n%s", diff)
	}
}

// checkError checks that an error is an *Error of one line that reads as
// wanted, after the folder of temporary files is taken out.
func checkError(t *testing.T, err error, folder, want string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *Error; want %s", err, want)
	}
	got := err.Error()
	if folder != "" {
		got = strings.ReplaceAll(got, folder+string(filepath.Separator), "")
	}
	if strings.Contains(got, "\n") {
		t.Errorf("the error has more than one line: %q", got)
	}
	if got != want {
		t.Errorf("error\n%s\nwant\n%s", got, want)
	}
}

const smallCSV = "city,product,n\nParis,tea,1\nParis,coffee,2\nRome,coffee,3\nParis,tea,4\n"

func smallCells() map[string]float64 {
	return map[string]float64{"Paris tea": 2, "Paris coffee": 1, "Rome coffee": 1}
}

func TestOpenCountsRecords(t *testing.T) {
	tab := mustRead(t, "small.csv", smallCSV, cityProduct())
	checkCells(t, tab, smallCells())
	if tab.Name != "small.csv" || tab.Records != 4 || tab.Missing != 0 || tab.Notes != nil {
		t.Errorf("name %q, %d records, %d missing, notes %q", tab.Name, tab.Records, tab.Missing, tab.Notes)
	}
	j := mustJoint(t, tab)
	if n, ok := j.Samples(); n != 4 || !ok {
		t.Errorf("%d samples, %v", n, ok)
	}
	if diff := cmp.Diff([]string{"Paris", "Rome"}, j.XLabels()); diff != "" {
		t.Error(diff)
	}
}

func TestCountColumn(t *testing.T) {
	opts := cityProduct()
	opts.Count = "n"
	tab := mustRead(t, "small.csv", smallCSV, opts)
	checkCells(t, tab, map[string]float64{"Paris tea": 5, "Paris coffee": 2, "Rome coffee": 3})
	if tab.Records != 4 {
		t.Errorf("%d records, want 4: records, not counts", tab.Records)
	}
	if n, ok := mustJoint(t, tab).Samples(); n != 10 || !ok {
		t.Errorf("%d samples, %v; want 10", n, ok)
	}
	tab = mustRead(t, "small.csv", strings.ReplaceAll(smallCSV, ",3\n", ", 2.5 \n"), opts)
	if _, ok := mustJoint(t, tab).Samples(); ok {
		t.Error("a table with a count of 2.5 has a number of samples")
	}
}

// TestMissingValuesAreAValue also shows that the label of missing values comes
// last, and numbers in their order.
func TestMissingValuesAreAValue(t *testing.T) {
	tab := mustRead(t, "a.csv", "city,product\n10,tea\n,tea\n2,\n,\n9,\n", cityProduct())
	checkCells(t, tab, map[string]float64{
		"10 tea": 1, "(missing) tea": 1, "2 (missing)": 1, "(missing) (missing)": 1, "9 (missing)": 1,
	})
	if tab.Missing != 4 {
		t.Errorf("%d missing, want 4", tab.Missing)
	}
	if diff := cmp.Diff([]string{"2", "9", "10", "(missing)"}, tab.x); diff != "" {
		t.Error(diff)
	}
	want := []string{
		`2 of 5 records have no city; they count as the value "(missing)"`,
		`3 of 5 records have no product; they count as the value "(missing)"`,
	}
	if diff := cmp.Diff(want, tab.Notes); diff != "" {
		t.Error(diff)
	}
}

// TestTextThatReadsMissing checks that a value spelt like the missing one does
// not give two rows of one name, and is told of.
func TestTextThatReadsMissing(t *testing.T) {
	tab := mustRead(t, "a.csv", "city,product\n(missing),tea\n,tea\nRome,coffee\n", cityProduct())
	mustJoint(t, tab)
	checkCells(t, tab, map[string]float64{"(missing) tea": 2, "Rome coffee": 1})
	if tab.Missing != 1 || len(tab.Notes) != 2 ||
		tab.Notes[1] != `some records hold the text "(missing)" as their city and count as missing too` {
		t.Errorf("%d missing, notes %q", tab.Missing, tab.Notes)
	}
	tab = mustRead(t, "a.csv", "city,product\n(missing),tea\nRome,coffee\n", cityProduct())
	if tab.Missing != 0 || tab.Notes != nil {
		t.Errorf("%d missing, notes %q, but nothing is missing", tab.Missing, tab.Notes)
	}
}

func TestJointErrorsNameTheFile(t *testing.T) {
	tests := []struct {
		name, csv string
		opts      Options
		want      string
		is        error
	}{
		{"no mass", "x,a,b\nr,0,0\ns,0,0\n", Options{}, "t.csv: the table has no mass: every cell is zero", joint.ErrTooSmall},
		{
			"counts of zero", "city,product,n\nRome,tea,0\nParis,coffee,0\n",
			Options{X: "city", Y: "product", Count: "n"},
			"t.csv: the table has no mass: every cell is zero", joint.ErrTooSmall,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			tab := mustOpen(t, files.Write(t, folder, "t.csv", tt.csv), tt.opts)
			_, err := tab.Joint()
			checkError(t, err, folder, tt.want)
			if !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
		})
	}
}

func TestOptionsThatContradict(t *testing.T) {
	tests := []struct {
		file string
		opts Options
		want string
	}{
		{"f", Options{X: "city"}, "f: X is the column city, and Y is missing: name the column to be told about as Y"},
		{"f", Options{Y: "city"}, "f: Y is the column city, and X is missing: name the column to be clustered as X"},
		{"f", Options{Count: "n"}, "f: the count is the column n, but X and Y are missing: only records are counted"},
		{"f", Options{X: "a", Y: "b", Text: letters}, "f: a text is counted by its symbols, so X, Y and a count do not apply"},
		{"f", Options{Text: words, Format: source.CSV}, "f: a text is read as plain text, so the format csv does not apply"},
		{"f", Options{X: "a", Y: "b", Format: source.NPY}, "f: an .npy file holds numbers without names, not records, so X and Y do not apply"},
		{"f.npy", Options{X: "a", Y: "b"}, "f.npy: an .npy file holds numbers without names, not records, so no columns of it can be named"},
		{"f", Options{X1: "a"}, "f: X1 and X2 name the two inputs of a symmetric problem: name the variable that is clustered as X"},
		{"f", Options{X2: "a", Y: "b"}, "f: X1 and X2 name the two inputs of a symmetric problem: name the variable that is clustered as X"},
		{"f", Options{Columns: []string{"a"}}, "f: columns name the coordinates of points: for a table of records, name two variables as X and Y"},
		{
			"@alphabet",
			Options{X: "a", Y: "b"},
			"@alphabet: X, Y, a count, a text and a format do not apply to a built-in data set (write ./@alphabet for a file of that name)",
		},
	}
	folder := t.TempDir()
	files.Write(t, folder, "f.npy", "\x93NUMPY")
	for _, tt := range tests {
		name := tt.file
		if name == "f.npy" {
			name = filepath.Join(folder, name)
		}
		_, err := Open(context.Background(), name, tt.opts)
		checkError(t, err, folder, tt.want)
	}
}

func TestErrorPlaces(t *testing.T) {
	tests := []struct {
		err  Error
		want string
	}{
		{Error{File: "f", Line: 3, Column: 4, Msg: "m"}, "f:3:4: m"},
		{Error{File: "f", Line: 3, Msg: "m"}, "f:3: m"},
		{Error{File: "f", Msg: "m"}, "f: m"},
		{Error{Msg: "m"}, "m"},
		{Error{File: "a\nb", Msg: "c\r\nd"}, `a\nb: c\r\nd`},
	}
	for _, tt := range tests {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestCancelled cancels while a file without end is read.
func TestCancelled(t *testing.T) {
	for _, format := range []string{source.CSV, source.JSONLines, source.Parquet} {
		ctx, cancel := context.WithCancel(context.Background())
		opts := cityProduct()
		opts.Format = format
		opts.Stdin = &endless{part: []byte("{\"city\":1,\"product\":2}\n"), stop: cancel}
		if format == source.CSV {
			opts.Stdin = &endless{part: []byte("city,product\n"), stop: cancel}
		}
		if _, err := Open(ctx, "-", opts); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v, want context.Canceled", format, err)
		}
	}
}

// endless repeats a part for ever and calls stop after a million bytes.
type endless struct {
	part []byte
	read int
	stop func()
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e.part) <= len(p) {
		n += copy(p[n:], e.part)
	}
	if e.read += n; e.read > 1e6 {
		e.stop()
	}
	return n, nil
}

// openContext is Open without a context that ends.
func openContext(t testing.TB, name string, opts Options) (*Table, error) {
	t.Helper()
	return Open(context.Background(), name, opts)
}
