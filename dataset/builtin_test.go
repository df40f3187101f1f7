package dataset

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

func TestBuiltinsAreWhatTheySay(t *testing.T) {
	for _, b := range Builtins() {
		t.Run(b.Name, func(t *testing.T) {
			if b.Title == "" || b.Source == "" || !strings.HasPrefix(b.Name, "@") {
				t.Errorf("incomplete: %+v", b)
			}
			if len(b.Shape) == 3 {
				checkTripleBuiltin(t, b)
				return
			}
			j := mustJoint(t, b.Name)
			if got := []int{j.Rows(), j.Cols()}; !slices.Equal(got, b.Shape) {
				t.Errorf("shape %v, want %v", got, b.Shape)
			}
			if n, ok := j.Samples(); n != b.Samples || !ok {
				t.Errorf("%d samples, %v, want %d", n, ok, b.Samples)
			}
			if len(j.ZeroRows())+len(j.ZeroCols()) > 0 {
				t.Errorf("no mass: %v %v", j.ZeroRows(), j.ZeroCols())
			}
		})
	}
}

func checkTripleBuiltin(t *testing.T, b Builtin) {
	t.Helper()
	x, y, cells, err := Triples(b.Name)
	if err != nil {
		t.Fatal(err)
	}
	j, err := joint.NewTriple(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	n := b.Shape[0]
	if !slices.Equal([]int{n, n, n}, b.Shape) || j.Rows() != n || j.Cols() != n || j.NonZero() != n*n {
		t.Errorf("%s: %d inputs, %d outputs, %d cells, want shape %v", b.Name, j.Rows(), j.Cols(), j.NonZero(), b.Shape)
	}
}

func TestBuiltinFilesAreSmall(t *testing.T) {
	err := fs.WalkDir(builtinData, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Size() > 8<<10 {
			t.Errorf("%s has %d bytes", path, info.Size())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAlphabet holds what must be so in any count of English text. That the
// table is what the texts give is .ci/check-alphabet's to tell.
func TestAlphabet(t *testing.T) {
	j := mustJoint(t, "@alphabet")
	labels := strings.Split("_abcdefghijklmnopqrstuvwxyz", "")
	if d := cmp.Diff([][]string{labels, labels}, [][]string{j.XLabels(), j.YLabels()}); d != "" {
		t.Fatalf("labels (-want +got)\n%s", d)
	}
	// A symbol that precedes also follows, except at the ends of 371 texts.
	var surplus float64
	for s := range labels {
		d := j.RowMass(s) - j.ColMass(s)
		if math.Abs(d) > 371 {
			t.Errorf("%q: %g as X, %g as Y", labels[s], j.RowMass(s), j.ColMass(s))
		}
		surplus += d
	}
	if surplus != 0 {
		t.Errorf("rows and columns differ by %g", surplus)
	}
	if columns, _ := j.Row(0); columns[0] == 0 {
		t.Error("a space follows a space")
	}
	const q, u = 17, 21
	columns, masses := j.Row(q)
	if share := masses[slices.Index(columns, u)] / j.RowMass(q); share < 0.95 { // Iraq ends in q
		t.Errorf("only %g of all q are before u", share)
	}
	// The measures that docs/data.md names.
	if hx, ixy := j.HX(), j.IXY(); math.Abs(hx-4.095212) > 5e-7 || math.Abs(ixy-0.794194) > 5e-7 {
		t.Errorf("H(X) = %.6f, I(X;Y) = %.6f", hx, ixy)
	}
}

// TestOccupation compares with what R 4.2.2 prints for occupationalStatus of
// its package datasets.
func TestOccupation(t *testing.T) {
	rows, err := builtinRows(Builtins()[1])
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"", "1", "2", "3", "4", "5", "6", "7", "8"},
		{"1", "50", "19", "26", "8", "7", "11", "6", "2"},
		{"8", "0", "3", "14", "32", "15", "126", "91", "106"},
	}
	if d := cmp.Diff(want, [][]string{rows[0], rows[1], rows[8]}); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	j := mustJoint(t, "@occupation")
	if hx, ixy := j.HX(), j.IXY(); math.Abs(hx-2.573598) > 5e-7 || math.Abs(ixy-0.196832) > 5e-7 {
		t.Errorf("H(X) = %.6f, I(X;Y) = %.6f", hx, ixy)
	}
}

// mustJoint returns a data set of two variables.
func mustJoint(t *testing.T, name string) *joint.Joint {
	t.Helper()
	x, y, cells, err := Pairs(name)
	if err != nil {
		t.Fatal(err)
	}
	j, err := joint.New(x, y, cells)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestWriteBuiltinAsArray compares the array of every table of two variables with its counts.
func TestWriteBuiltinAsArray(t *testing.T) {
	for _, b := range Builtins() {
		if len(b.Shape) != 2 {
			continue
		}
		_, _, cells, err := Pairs(b.Name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := npy.Read(bytes.NewReader(written(t, b.Name, "npy")), 1000)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Shape, b.Shape) {
			t.Fatalf("%s: shape %v", b.Name, a.Shape)
		}
		var total float64
		for _, c := range cells {
			at := int(c.X)*b.Shape[1] + int(c.Y)
			if a.Data[at] != c.Value {
				t.Errorf("%s: cell %d is %g, want %g", b.Name, at, a.Data[at], c.Value)
			}
		}
		for _, v := range a.Data {
			total += v
		}
		if total != float64(b.Samples) {
			t.Errorf("%s: total %g, want %d", b.Name, total, b.Samples)
		}
	}
}

func written(t *testing.T, name string, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteBuiltin(&b, name, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWriteBuiltinOfThreeVariables holds that the records and the array say the
// same.
func TestWriteBuiltinOfThreeVariables(t *testing.T) {
	for _, name := range []string{"@z40", "@pauli", "@group:Z2xQ8"} {
		records, err := csv.NewReader(bytes.NewReader(written(t, name, "csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"x1", "x2", "y", "count"}, records[0]); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		a, err := npy.Read(bytes.NewReader(written(t, name, "npy")), 5000)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]int{16, 16, 16}, a.Shape); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		var labels []string // x2 runs fastest
		for _, r := range records[1:17] {
			labels = append(labels, r[1])
		}
		fromRecords := make([]float64, 16*16*16)
		for _, r := range records[1:] {
			at := 0
			for _, label := range r[:3] {
				at = 16*at + slices.Index(labels, label)
			}
			if r[3] != "1" {
				t.Errorf("%s: %v", name, r)
			}
			fromRecords[at]++
		}
		if d := cmp.Diff(fromRecords, a.Data); d != "" {
			t.Errorf("%s: (-records +array)\n%s", name, d)
		}
	}
}

func TestBuiltinErrors(t *testing.T) {
	const symmetric = " is a table of three variables, x1, x2 and y"
	open := func(name string) error {
		_, _, _, err := Pairs(name)
		return err
	}
	triple := func(name string) error {
		_, _, _, err := Triples(name)
		return err
	}
	group := func(name string) error {
		_, err := openGroup(name)
		return err
	}
	write := func(name string, f string) error { return WriteBuiltin(&bytes.Buffer{}, name, f) }
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"unknown", open("@nothing"), "there is no built-in data set @nothing; choose @pauli, @alphabet, @z40, @group:S3, @occupation"},
		{"misspelt", open("@ocupation"), "there is no built-in data set @ocupation; choose @occupation, @pauli, @alphabet, @group:S3, @z40"},
		{"no name", open("@"), "there is no built-in data set @; choose @z40, @pauli, @alphabet, @group:S3, @occupation"},
		{"without @", write("alphabet", "csv"), "there is no built-in data set alphabet; choose @alphabet, @pauli, @z40, @group:S3, @occupation"},
		{"three variables", open("@z40"), "@z40" + symmetric},
		{"three variables", open("@pauli"), "@pauli" + symmetric},
		{"three variables", open("@group:S3"), "@group:S3" + symmetric},
		{"two variables", triple("@alphabet"), "@alphabet is not a group: choose @z40, @pauli or a group such as @group:S3"},
		{"unknown triple", triple("@nothing"), "there is no built-in data set @nothing; choose @pauli, @alphabet, @z40, @group:S3, @occupation"},
		{"no group", group("@occupation"), "@occupation is not a group: choose @z40, @pauli or a group such as @group:S3"},
		{"unknown group", group("@z41"), "there is no built-in data set @z41; choose @z40, @pauli, @alphabet, @group:S3, @occupation"},
		{"format", write("@z40", "parquet"), `@z40 cannot be written as "parquet": choose csv or npy`},
		{"format", write("@alphabet", "tsv"), `@alphabet cannot be written as "tsv": choose csv or npy`},
	}
	for _, tt := range tests {
		var e *textfile.Error
		if !errors.As(tt.err, &e) || e.Error() != tt.want {
			t.Errorf("%s: got %v\nwant %s", tt.name, tt.err, tt.want)
		}
	}
}

// full is a file on a disk without space.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteBuiltinToAFullDisk(t *testing.T) {
	for _, b := range Builtins() {
		for _, format := range []string{"csv", "npy"} {
			if err := WriteBuiltin(full{}, b.Name, format); !errors.Is(err, errFull) {
				t.Errorf("%s as %v: error %v", b.Name, format, err)
			}
		}
	}
}
