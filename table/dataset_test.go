package table

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/internal/oracle/files"
)

// TestWrittenDatasetsAreReadBack writes every data set of two variables and opens what was written.
func TestWrittenDatasetsAreReadBack(t *testing.T) {
	for _, name := range []string{"@alphabet", "@occupation"} {
		want := mustOpen(t, name, Options{})
		if want.Name != name {
			t.Errorf("%s is called %s", name, want.Name)
		}
		got := mustRead(t, "t.csv", string(writtenDataset(t, name, "csv")), Options{})
		if mustJoint(t, got).SHA256() != mustJoint(t, want).SHA256() {
			t.Errorf("%s is read as another table", name)
		}
	}
}

func writtenDataset(t *testing.T, name, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := dataset.WriteBuiltin(&b, name, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWrittenGroupIsReadBack writes a group and reads the records and the array.
func TestWrittenGroupIsReadBack(t *testing.T) {
	for _, name := range []string{"@z40", "@pauli", "@group:D4", "@group:Z2xS3"} {
		want := mustTriple(t, name, Options{})
		path := files.Write(t, t.TempDir(), "g.csv", string(writtenDataset(t, name, "csv")))
		got := mustTriple(t, path, Options{X1: "x1", X2: "x2", Y: "y", Count: "count"})
		if d := cmp.Diff(tripleCells(want), tripleCells(got)); d != "" {
			t.Errorf("%s as CSV (-want +got)\n%s", name, d)
		}
		path = files.Write(t, t.TempDir(), "g.npy", string(writtenDataset(t, name, "npy")))
		got = mustTriple(t, path, Options{})
		if !slices.Equal(got.cells, want.cells) {
			t.Errorf("%s as NPY: other cells", name)
		}
	}
}
