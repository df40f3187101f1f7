package recode

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/table"
)

// checkError checks that an error is an *textfile.Error of one line that reads as
// wanted, after the folder of temporary files is taken out.
func checkError(t *testing.T, err error, folder, want string) {
	t.Helper()
	var e *textfile.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *textfile.Error; want %s", err, want)
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

func smallParquet(t testing.TB) string { return files.Parquet(t, files.SmallSales()) }

// checkFuzzError checks that an error is one line that names standard input.
func checkFuzzError(t *testing.T, err error) {
	t.Helper()
	var e *textfile.Error
	text := err.Error()
	if !errors.As(err, &e) || e.Msg == "" || strings.ContainsAny(text, "\r\n") || len(text) > 4000 ||
		!strings.HasPrefix(text, "stdin:") || strings.HasPrefix(e.Msg, "stdin:") {
		t.Fatalf("error %q", text)
	}
}

const smallCSV = "city,product,n\nParis,tea,1\nParis,coffee,2\nRome,coffee,3\nParis,tea,4\n"

const smallJSON = `{"city":"Paris","product":"tea","n":1}
{"city":"Paris","product":"coffee","n":2}
{"n":3,"product":"coffee","city":"Rome"}
{"city":"Paris","product":"tea","n":4}
`

// cityProduct is what most tests of records ask for.
func cityProduct() table.Options { return table.Options{X: "city", Y: "product"} }

// mustJoint opens a table that must open.
func mustJoint(t testing.TB, name string) *joint.Joint {
	t.Helper()
	tab, err := table.Open(context.Background(), name, cityProduct())
	if err != nil {
		t.Fatal(err)
	}
	j, err := tab.Joint()
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// counted returns the error of counting the cities of some records.
func counted(format, content string) error {
	in, err := source.Find("-")
	if err != nil {
		return err
	}
	r := records.Open(context.Background(), in, records.Query{Columns: []string{"city"}, Options: source.Options{Format: format, Stdin: strings.NewReader(content)}})
	defer r.Close()
	return r.CountAll(tally.NewCounter(tally.NewLabels()))
}
