package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/joint"
)

// textOf returns what a table is written as.
func textOf(t testing.TB, tab *Table, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := tab.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// fromText reads a table from a text.
func fromText(t testing.TB, text string, opts Options) *Table {
	t.Helper()
	opts.Stdin = strings.NewReader(text)
	tab, err := Open(context.Background(), "-", opts)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func TestWriteCSV(t *testing.T) {
	tab := &Table{
		x: []string{"b", `comma, "quote"`, "none"}, y: []string{"", "lines\nof two", " space"},
		cells: []joint.Cell{{X: 1, Y: 2, Value: 0.1}, {X: 0, Y: 0, Value: 1e15}, {X: 1, Y: 0, Value: 3}, {X: 0, Y: 2, Value: 2e-300}},
	}
	want := `,,"lines
of two"," space"
b,1000000000000000,0,2e-300
"comma, ""quote""",3,0,0.1
none,0,0,0
`
	for _, format := range []string{source.CSV} {
		if d := cmp.Diff(want, textOf(t, tab, format)); d != "" {
			t.Errorf("%v: %s", format, d)
		}
	}
	if tab.cells[0].X != 1 {
		t.Error("writing has changed the table")
	}
}

// TestWrittenTablesAreReadBack draws tables of odd labels and values.
func TestWrittenTablesAreReadBack(t *testing.T) {
	label := rapid.StringMatching(`[a-z,;"' \t|#]{0,4}`)
	value := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 1e300), rapid.Map(rapid.Int64Range(0, 1<<53), func(n int64) float64 { return float64(n) }))
	rapid.Check(t, func(t *rapid.T) {
		tab := &Table{
			x: rapid.SliceOfNDistinct(label, 1, 6, rapid.ID).Draw(t, "x"),
			y: rapid.SliceOfNDistinct(label, 1, 6, rapid.ID).Draw(t, "y"),
		}
		want := make(map[[2]string]float64)
		for x := range tab.x {
			for y := range tab.y {
				if v := value.Draw(t, "value"); v > 0 {
					tab.cells = append(tab.cells, joint.Cell{X: int32(x), Y: int32(y), Value: v})
					want[[2]string{tab.x[x], tab.y[y]}] = v
				}
			}
		}
		var b bytes.Buffer
		if err := tab.Write(&b, source.CSV); err != nil {
			t.Fatal(err)
		}
		back, err := Open(context.Background(), "-", Options{Stdin: &b, Format: source.CSV})
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[[2]string]float64)
		for _, c := range back.cells {
			got[[2]string{back.x[c.X], back.y[c.Y]}] = c.Value
		}
		if d := cmp.Diff(tab.x, back.x) + cmp.Diff(tab.y, back.y) + cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestWriteNPY(t *testing.T) {
	tab := fromText(t, ",u,v,w\na,1,0,2.5\nempty,0,0,0\n", Options{})
	back := fromText(t, textOf(t, tab, source.NPY), Options{})
	if d := cmp.Diff(numberLabels(2), back.x) + cmp.Diff(numberLabels(3), back.y) + cmp.Diff(tab.cells, back.cells); d != "" {
		t.Error(d)
	}
}

// TestNumPyReadsTables asks NumPy.
func TestNumPyReadsTables(t *testing.T) {
	python := oracle.Python(t, "numpy")
	path := filepath.Join(t.TempDir(), "m.npy")
	tab := fromText(t, ",u,v,w\na,1,0,2.5\nb,0,1e15,0\n", Options{})
	if err := os.WriteFile(path, []byte(textOf(t, tab, source.NPY)), 0o644); err != nil {
		t.Fatal(err)
	}
	got := string(python("import numpy, sys\na = numpy.load(sys.argv[1])\nprint(a.dtype, a.tolist())", path))
	if want := "float64 [[1.0, 0.0, 2.5], [0.0, 1000000000000000.0, 0.0]]"; strings.TrimSpace(got) != want {
		t.Errorf("NumPy reads %s, want %s", got, want)
	}
}

func TestWriteErrors(t *testing.T) {
	tab := fromText(t, ",u,v\na,1,2\nb,3,4\n", Options{})
	for _, format := range []string{source.TSV, source.JSONLines, source.Parquet} {
		err := tab.Write(io.Discard, format)
		if want := fmt.Sprintf("stdin: cannot be written as %q: choose csv or npy", format); err == nil || err.Error() != want {
			t.Errorf("%v: %v, want %s", format, err, want)
		}
	}
	for _, format := range []string{source.CSV, source.NPY} {
		if err := tab.Write(full{}, format); !errors.Is(err, errFull) {
			t.Errorf("%v: %v, want %v", format, err, errFull)
		}
	}
}

// TestSamplesKeepTheShape: rows and columns stay where they are, also those that the
// joint distribution leaves out.
func TestSamplesKeepTheShape(t *testing.T) {
	tab := fromText(t, ",none,v,nought,u\nempty,0,0,0,0\nb,0,1000,0,1\nc,0,0,0,0\na,0,1,0,3000\nd,0,0,0,0\n", Options{})
	s, err := tab.Sample(4, 0)
	if err != nil {
		t.Fatal(err)
	}
	if s.Records != 4 || s.Name != tab.Name {
		t.Errorf("%d records of %s", s.Records, s.Name)
	}
	if d := cmp.Diff(",none,v,nought,u\nempty,0,0,0,0\nb,0,1,0,0\nc,0,0,0,0\na,0,0,0,3\nd,0,0,0,0\n", textOf(t, s, source.CSV)); d != "" {
		t.Error(d)
	}
	j, err := tab.Joint()
	if err != nil {
		t.Fatal(err)
	}
	counts, err := j.Sample(1e15, 9)
	if err != nil {
		t.Fatal(err)
	}
	large, err := tab.Sample(1e15, 9)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []joint.Cell{{X: 1, Y: 1}, {X: 1, Y: 3}, {X: 3, Y: 1}, {X: 3, Y: 3}} {
		want.Value = float64(counts[i])
		if large.cells[i] != want {
			t.Errorf("cell %d is %v, want %v", i, large.cells[i], want)
		}
	}
}

func TestSampleErrors(t *testing.T) {
	var wrong *Error
	if _, err := fromText(t, ",u,v\na,0,0\n", Options{}).Sample(3, 0); !errors.As(err, &wrong) || !errors.Is(err, joint.ErrTooSmall) {
		t.Errorf("an empty table: %v", err)
	}
	if _, err := fromText(t, ",u,v\na,1,2\nb,3,4\n", Options{}).Sample(0, 0); !errors.Is(err, joint.ErrInput) {
		t.Errorf("an empty sample: %v", err)
	}
}

// full is a disk without space.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }
