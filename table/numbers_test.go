package table_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/table"
)

// openNumbers reads records of x and y with numbers of y.
func openNumbers(t *testing.T, text string) (*table.Table, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.csv")
	if err := os.WriteFile(path, []byte("x,y\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	return table.Open(context.Background(), path, table.Options{X: "x", Y: "y", NumericY: true})
}

// TestNumbers: one label a number, however it is written; records without a number are left out.
func TestNumbers(t *testing.T) {
	read, err := openNumbers(t, "a,1\na,1.0\nb,2e3\nb,-0\nb,\nc,NaN\na,007\n")
	if err != nil {
		t.Fatal(err)
	}
	j, err := read.Joint()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(j.YLabels(), " "); got != "0 1 7 2000" {
		t.Errorf("the numbers are %s", got)
	}
	if n, ok := j.Samples(); n != 5 || !ok || strings.Join(j.XLabels(), "") != "ab" {
		t.Errorf("%d records of %v", n, j.XLabels())
	}
	if got := strings.Join(read.Notes, "; "); got != "2 of 7 records have no y: they are left out" {
		t.Errorf("notes: %s", got)
	}
}

// TestNoNumbers: what is not a column of finite numbers is refused with the value and its record.
func TestNoNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"a,1\nb,low\n":               `y has the value "low" in record 2, which is not a number`,
		"a,1\nb,inf\n":               "y is infinite in record 2",
		"a,\nb,\n":                   "no record has a number as its y",
		"a,2026-01-01\nb,2026-02-01": "y holds a time",
	} {
		if _, err := openNumbers(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
