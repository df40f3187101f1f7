package recode

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/table"
)

// pairsCounted returns counts by "x y".
func pairsCounted(c encode.Counts) map[string]float64 {
	m := make(map[string]float64)
	for i, w := range c.Weight {
		m[c.X[c.Row[i]]+" "+c.Y[c.Column[i]]] += w
	}
	return m
}

func TestCountUnknown(t *testing.T) {
	content := "city,product,n\nParis,tea,1\nBern,tea,2\nRome,juice,3\nLima,coffee,4\nBern,tea,5\n,milk,6\n(missing),milk,7\n"
	for _, tt := range []struct {
		name  string
		e     *encode.Encoder
		count string
		want  map[string]float64
		total float64
		x, y  []string
	}{
		{"records", cities(t, "Paris", "Rome", "(missing)"), "", map[string]float64{"Bern tea": 2, "Lima coffee": 1}, 7, []string{"Bern", "Lima"}, []string{"tea", "coffee"}},
		{"counts", cities(t, "Paris", "Rome", "(missing)"), "n", map[string]float64{"Bern tea": 7, "Lima coffee": 4}, 28, []string{"Bern", "Lima"}, []string{"tea", "coffee"}},
		{"missing", cities(t, "Paris", "Rome", "Bern"), "", map[string]float64{"Lima coffee": 1, "(missing) milk": 2}, 7, []string{"Lima", "(missing)"}, []string{"coffee", "milk"}},
		{"all known", cities(t, "Paris", "Rome", "Bern", "Lima", "(missing)"), "", map[string]float64{}, 7, nil, nil},
	} {
		got, total, err := CountUnknown(context.Background(), files.Write(t, t.TempDir(), "a.csv", content), tt.e, table.Options{X: "city", Y: "product", Count: tt.count})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, pairsCounted(got)); d != "" || total != tt.total {
			t.Errorf("%s: total %g, %s", tt.name, total, d)
		}
		if d := cmp.Diff([][]string{tt.x, tt.y}, [][]string{got.X, got.Y}); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

// TestCountUnknownAddsExactly has counts whose sum depends on the order of the records
// where every step rounds: of known values, of unknown ones, and of both.
func TestCountUnknownAddsExactly(t *testing.T) {
	for _, records := range []string{
		"Rome,tea,9007199254740992.0\nRome,tea,1\nRome,milk,1\n",
		"Rome,tea,1\nRome,milk,1\nRome,tea,9007199254740992.0\n",
		"Bern,tea,1\nBern,milk,9007199254740992.0\nBern,tea,1\n",
		"Rome,tea,9007199254740992.0\nBern,tea,1\nBern,milk,1\n",
		"Rome,tea,1\nBern,tea,9007199254740992.0\nBern,tea,1\n",
	} {
		file := files.Write(t, t.TempDir(), "a.csv", "city,product,n\n"+records)
		_, total, err := CountUnknown(context.Background(), file, cities(t, "Paris", "Rome"), table.Options{X: "city", Y: "product", Count: "n"})
		if err != nil {
			t.Fatal(err)
		}
		if total != 0x1p53+2 {
			t.Errorf("%q add up to %.17g, want %.17g", records, total, 0x1p53+2)
		}
	}
}

func TestCountUnknownErrors(t *testing.T) {
	folder := t.TempDir()
	path := files.Write(t, folder, "a.csv", smallCSV)
	for _, tt := range []struct {
		name string
		opts table.Options
		want string
	}{
		{"-", cityProduct(), "stdin: unknown values are placed by reading the records twice, which cannot be done here: name a file, or give unknown values a label"},
		{path, table.Options{X: "city"}, "a.csv: unknown values are placed by the values of Y that they come with: name the columns X and Y"},
		{path, table.Options{X: "city", Y: "prodct"}, `a.csv: no column "prodct"; the columns are city, product, n (did you mean product?)`},
		{"@alphabet", cityProduct(), "@alphabet: a built-in data set has no records to encode (write ./@alphabet for a file of that name)"},
	} {
		_, _, err := CountUnknown(context.Background(), tt.name, cities(t, "Rome", "Paris"), tt.opts)
		checkError(t, err, folder, tt.want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := CountUnknown(ctx, path, cities(t, "Rome", "Paris"), cityProduct()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNearestOfRecords goes the whole way: count what is unknown, place it, encode.
func TestNearestOfRecords(t *testing.T) {
	folder := t.TempDir()
	known := files.Write(t, folder, "known.csv", "city,product\nParis,coffee\nParis,coffee\nRome,tea\nRome,tea\nRome,coffee\n")
	data := files.Write(t, folder, filepath.Join("data", "new.csv"), "city,product\nParis,coffee\nBern,tea\nLima,coffee\nBern,tea\nBern,coffee\nCairo,mate\n")
	j := mustJoint(t, known)
	e := cities(t, j.XLabels()...)
	counts := encode.Counts{X: j.XLabels(), Y: j.YLabels()}
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for i, y := range columns {
			counts.Row, counts.Column, counts.Weight = append(counts.Row, x), append(counts.Column, int(y)), append(counts.Weight, masses[i])
		}
	}
	unknown, _, err := CountUnknown(t.Context(), data, e, cityProduct())
	if err != nil {
		t.Fatal(err)
	}
	placed, err := e.Nearest(counts, unknown, 5)
	if err != nil {
		t.Fatal(err)
	}
	if e, err = e.With(placed.Values, placed.Clusters); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	stats, err := Encode(t.Context(), &b, data, Options{Codings: []encode.Coding{{X: "city", As: "region", Encoder: e, Style: encode.Style{Unknown: "label"}}}})
	want := "city,product,region\nParis,coffee,north\nBern,tea,south\nLima,coffee,north\nBern,tea,south\nBern,coffee,south\nCairo,mate,(unknown)\n"
	if err != nil || b.String() != want || stats.Columns[0].Unknown != 1 || len(placed.Nowhere) != 1 || placed.Nowhere[0] != "Cairo" {
		t.Errorf("%v, %+v\n%s", err, stats, b.String())
	}
}
