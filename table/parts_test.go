package table

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/joint"
)

// byWeek reads the tables of triple_test.go, with the weeks as parts.
func byWeek() Options { return Options{X: "from", Y: "to", Fold: "week"} }

// massesOf returns the masses of a table by its labels. A table of one record has no counts.
func massesOf(j *joint.Joint) map[string]float64 {
	unit := 1.0
	if _, counts := j.Samples(); !counts && j.NonZero() == 1 {
		unit = j.Total()
	}
	m := make(map[string]float64)
	for x, label := range j.XLabels() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			m[label+" "+j.YLabels()[y]] = masses[k] / unit
		}
	}
	return m
}

// TestFoldsInEveryFormat also reads the parts from the names of folders.
func TestFoldsInEveryFormat(t *testing.T) {
	folder := t.TempDir()
	hive := filepath.Join(folder, "hive")
	files.Write(t, hive, "week=1/a.csv", "from,to,n\nRome,Paris,2\nRome,Paris,0.5\n")
	files.Write(t, hive, "week=2/a.csv", "n,from,to\n1,Rome,Paris\n4,Oslo,Oslo\n")
	for _, path := range []string{
		files.Write(t, folder, "a.csv", smallTriples),
		files.Write(t, folder, "a.csv.zst", files.Zstandard(t, smallTriples)),
		files.Write(t, folder, "a.tsv.gz", files.Gzipped(t, strings.ReplaceAll(smallTriples, ",", "\t"))),
		files.Write(t, folder, "a.jsonl", tripleJSON),
		files.Write(t, folder, "a.parquet", tripleParquet(t)),
		hive,
	} {
		tab := mustOpen(t, path, byWeek())
		checkCells(t, tab, map[string]float64{"Rome Paris": 3, "Oslo Oslo": 1})
		folds, err := tab.Folds()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var got []map[string]float64
		for _, f := range folds {
			got = append(got, massesOf(f.Training), massesOf(f.HeldOut))
		}
		first, second := map[string]float64{"Rome Paris": 2}, map[string]float64{"Rome Paris": 1, "Oslo Oslo": 1}
		if d := cmp.Diff([]map[string]float64{second, first, first, second}, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", path, d)
		}
		if tab.Records != 4 || tab.Missing != 0 || tab.Notes != nil {
			t.Errorf("%s: %d records, %d missing, notes %q", path, tab.Records, tab.Missing, tab.Notes)
		}
	}
}

// TestFoldsOfCounts: records count as often as they say, those without a part are a part, and one
// that no record counts for is none.
func TestFoldsOfCounts(t *testing.T) {
	opts := byWeek()
	opts.Count = "n"
	tab := mustRead(t, "a.csv", "week,from,to,n\n2,a,u,3\n10,a,u,1\n10,b,v,5\n,b,u,2\n3,b,u,0\n", opts)
	folds, err := tab.Folds()
	if err != nil {
		t.Fatal(err)
	}
	var held []map[string]float64
	for _, f := range folds {
		held = append(held, massesOf(f.HeldOut))
	}
	if d := cmp.Diff([]map[string]float64{{"a u": 3}, {"a u": 1, "b v": 5}, {"b u": 2}}, held); d != "" {
		t.Errorf("held out (-want +got)\n%s", d)
	}
	if want := []string{`1 of 5 records have no week; they count as the value "(missing)"`}; !cmp.Equal(tab.Notes, want) {
		t.Errorf("notes %q", tab.Notes)
	}
}

// TestFoldsOfRareValues: the training records decide what is rare, and held-out records go there.
func TestFoldsOfRareValues(t *testing.T) {
	opts := byWeek()
	opts.MinCount = 2
	folds, err := mustRead(t, "a.csv", "week,from,to\n1,a,u\n2,a,u\n1,b,v\n2,c,u\n2,c,v\n2,d,v\n", opts).Folds()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]float64{"(rare) u": 1, "(rare) v": 1}, massesOf(folds[0].HeldOut)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff(map[string]float64{"(rare) u": 1, "c u": 1, "c v": 1, "(rare) v": 1}, massesOf(folds[0].Training)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestFoldsErrors(t *testing.T) {
	var many strings.Builder
	many.WriteString("week,from,to\n")
	for n := range folding.MaxParts + 1 {
		fmt.Fprintf(&many, "%d,a,u\n", n)
	}
	for content, want := range map[string]string{
		"week,from,to\n1,a,u\n1,b,v\n": "a.csv: week has the same value in all records, 1: with these held out, none are left to learn from",
		many.String():                  "a.csv: week has 101 values, and one after the other is held out: name a column of 2 to 100 values",
	} {
		_, err := mustRead(t, "a.csv", content, byWeek()).Folds()
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := mustRead(t, "a.csv", smallTriples, Options{X: "from", Y: "to"}).Folds(); err == nil || !strings.HasSuffix(err.Error(), "no column divides the records into parts") {
		t.Errorf("without a column: %v", err)
	}
	for _, tt := range []struct {
		name, want string
		opts       Options
	}{
		{"@alphabet", "@alphabet: the parts are named by the column week, and only records have such a column: name the columns X and Y of a file", Options{Fold: "week"}},
		{"a.csv", "a.csv: the parts are named by the column week, and only records have such a column: name the columns X and Y of a file", Options{Fold: "week"}},
		{files.Write(t, t.TempDir(), "a.csv", smallTriples), "a.csv: no column \"year\"; the columns are week, from, to, n", Options{X: "from", Y: "to", Fold: "year"}},
	} {
		if _, err := Open(context.Background(), tt.name, tt.opts); err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
