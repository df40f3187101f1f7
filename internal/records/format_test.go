package records

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dibmap/dibmap/internal/source"
)

// TestFormatWithoutReader: a format for which there is no reader is an error, and is not read as CSV.
func TestFormatWithoutReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.csv")
	if err := os.WriteFile(path, []byte("a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := source.Find(path)
	if err != nil {
		t.Fatal(err)
	}
	want := path + ": records in the format xml are not read here"
	r := Open(t.Context(), in, Query{Columns: []string{"a"}, Options: source.Options{Format: "xml"}})
	defer r.Close()
	if err := r.open(); err == nil || err.Error() != want {
		t.Errorf("the reader returns %v, want %s", err, want)
	}
	f, err := source.Open(t.Context(), in.Files[0], source.Options{Format: "xml"})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if columns, err := Columns(f); err == nil || err.Error() != want {
		t.Errorf("Columns returns %v, %v, want %s", columns, err, want)
	}
}
