package table

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/scale"
)

// TestValuesStayApart reads columns of text whose values differ, and are equal as numbers or after a change
// of line ends.
func TestValuesStayApart(t *testing.T) {
	for _, tt := range []struct {
		name, file, content string
		want                []string
	}{
		{
			"identifiers", "a.csv", "x,y\n1234567890123456781,a\n1234567890123456782,b\n1234567890123456783,c\n1234567890123456784,c\n",
			[]string{"1234567890123456781", "1234567890123456782", "1234567890123456783", "1234567890123456784"},
		},
		{"versions", "a.csv", "x,y\n1.1,a\n1.10,b\n1.2,c\n", []string{"1.1", "1.10", "1.2"}},
		{"codes", "a.csv", "x,y\n1E3,a\n10E2,b\n100E1,c\n", []string{"100E1", "10E2", "1E3"}},
		{"texts of JSON", "a.jsonl", `{"x":"1.1","y":1}` + "\n" + `{"x":"1.10","y":2}` + "\n", []string{"1.1", "1.10"}},
		{"numbers of JSON", "a.jsonl", `{"x":9007199254740993,"y":1}` + "\n" + `{"x":9007199254740992,"y":2}` + "\n", []string{"9007199254740992", "9007199254740993"}},
		{"line ends", "a.csv", "x,y\r\n\"a\r\nb\",a\r\n\"a\nb\",b\r\n", []string{"a\nb", "a\r\nb"}},
	} {
		tab := mustRead(t, tt.file, tt.content, Options{X: "x", Y: "y"})
		if got := slices.Sorted(slices.Values(tab.x)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestDeclaredColumns reads columns whose types a Parquet file says.
func TestDeclaredColumns(t *testing.T) {
	type row struct {
		Zip     string `parquet:"zip"`
		Coded   string `parquet:"coded,dict"`
		Day     string `parquet:"day"`
		ID      int64  `parquet:"id"`
		Hash    uint64 `parquet:"hash"`
		Whole   int64  `parquet:"whole"`
		Ratio   float64
		Decimal int64  `parquet:"decimal,decimal(2:18)"`
		Raw     []byte `parquet:"raw"`
		Y       string `parquet:"y"`
	}
	path := filepath.Join(t.TempDir(), "a.parquet")
	rows := []row{
		{"12", "1.5", "2024-01-01", 1234567890123456781, 1 << 63, 3, 0, 123456789012345678, []byte("7"), "a"},
		{"13", "2.5", "2024-01-02", 1234567890123456782, 1<<63 + 1, 4, 1e300, 123456789012345679, []byte("8"), "b"},
		{"14", "2.5", "2024-01-02", 5, 5, 5, 0.1, 100, []byte("9"), "b"},
	}
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	for column, want := range map[string]struct {
		kind   scale.Type
		labels int
		note   string
	}{
		"zip":     {scale.Category, 3, "give zip the type number"},
		"coded":   {scale.Category, 2, "give coded the type number"},
		"day":     {scale.Category, 2, "give day the type time"},
		"id":      {scale.Category, 3, "give id the type number"},
		"hash":    {scale.Category, 3, "give hash the type number"},
		"whole":   {scale.Number, 3, ""},
		"Ratio":   {scale.Number, 3, ""},
		"decimal": {scale.Category, 3, "give decimal the type number"},
		"raw":     {scale.Number, 3, ""},
	} {
		tab := mustOpen(t, path, Options{X: column, Y: "y"})
		x, _ := tab.Scales()
		if x[0].Type != want.kind || len(tab.x) != want.labels {
			t.Errorf("%s is a %s of %q, want a %s of %d", column, x[0].Type, tab.x, want.kind, want.labels)
		}
		if notes := strings.Join(tab.Notes, "\n"); !strings.Contains(notes, want.note) || (notes == "") != (want.note == "") {
			t.Errorf("%s: notes %q, want %q", column, notes, want.note)
		}
		if want.note == "" || column == "day" {
			continue
		}
		tab = mustOpen(t, path, Options{X: column, Y: "y", Scales: map[string]scale.Spec{column: {Type: scale.Number}}})
		if x, _ := tab.Scales(); x[0].Type != scale.Number || tab.Notes != nil {
			t.Errorf("%s as numbers is a %s, with the notes %q", column, x[0].Type, tab.Notes)
		}
	}
	tab := mustOpen(t, path, Options{X: "day", Y: "y", Scales: map[string]scale.Spec{"day": {Part: "weekday"}}})
	if !slices.Equal(tab.x, []string{"Mon", "Tue"}) {
		t.Errorf("weekdays of a column of text: %q", tab.x)
	}
}

// textsOfFrames writes columns of texts that are digits, and of numbers that float64 does not hold.
const textsOfFrames = `
import sys, os, decimal
import pandas as pd, polars as pl, pyarrow as pa
at = lambda name: os.path.join(sys.argv[1], name)
columns = {'zip': ['12', '13', '14'], 'id': [1234567890123456781, 1234567890123456782, 1234567890123456783], 'y': ['a', 'b', 'c']}
pd.DataFrame(columns | {'coded': pd.Categorical([3, 1, 2])}).to_parquet(at('pandas.parquet'))
pd.DataFrame(columns | {'coded': pd.Categorical([3, 1, 2])}).to_feather(at('pandas.feather'))
frame = pl.DataFrame(columns | {'coded': pl.Series(['3', '1', '2'], dtype=pl.Categorical)})
frame.write_parquet(at('polars.parquet'))
frame.write_ipc_stream(at('polars.arrows'))
print('written')
`

// TestTextsOfFrames reads what pandas and polars say is text or a category as that.
func TestTextsOfFrames(t *testing.T) {
	folder := t.TempDir()
	oracle.Python(t, "pandas", "polars", "pyarrow")(textsOfFrames, folder)
	for _, file := range []string{"pandas.parquet", "pandas.feather", "polars.parquet", "polars.arrows"} {
		for _, column := range []string{"zip", "id", "coded"} {
			tab := mustOpen(t, filepath.Join(folder, file), Options{X: column, Y: "y"})
			if x, _ := tab.Scales(); x[0].Type != scale.Category || len(tab.x) != 3 {
				t.Errorf("%s of %s is a %s of %q", column, file, x[0].Type, tab.x)
			}
		}
	}
}
