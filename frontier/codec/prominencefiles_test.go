package codec

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/npy"
)

// TestProminenceInFiles: all formats hold what follows from the points.
func TestProminenceInFiles(t *testing.T) {
	f, err := frontier.New(frontier.Problem{}, frontier.Search{}, []frontier.Entry{
		{K: 1}, {H: 1, I: 3, K: 1}, {H: 3, I: 4, K: 1}, {H: 4, I: 4.25, K: 1}, {H: 5, I: 5, K: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	const line = `{"h": 1, "i": 3, "k": 1, "assignment": null, "ties": 0, "hull": true, "prominence": 0.4472135954999579, "kink": 45}`
	if got := written(t, f, "json"); !bytes.Contains(got, []byte(line)) || bytes.Contains(got, []byte(`"prominence": 0,`)) || bytes.Contains(got, []byte(`"kink": 0`)) {
		t.Errorf("%s", got)
	}
	records, err := csv.NewReader(bytes.NewReader(written(t, f, "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	file := written(t, f, "parquet")
	type parquetRow struct {
		Prominence float64 `parquet:"prominence"`
		Kink       float64 `parquet:"kink"`
	}
	rows, err := parquet.Read[parquetRow](bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	prominence, kink := npzMember(t, f, "prominence.npy"), npzMember(t, f, "kink.npy")
	for k, p := range slices.Collect(f.All()) {
		number := func(column int) float64 {
			v, err := strconv.ParseFloat(records[k+1][column], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		for _, got := range [][2]float64{{number(6), number(7)}, {rows[k].Prominence, rows[k].Kink}, {prominence[k], kink[k]}} {
			if got != [2]float64{p.Prominence, p.Kink} {
				t.Errorf("point %d: %v, want %g and %g", k, got, p.Prominence, p.Kink)
			}
		}
	}
}

// npzMember returns an array of the archive that f is written as.
func npzMember(t *testing.T, f *frontier.Frontier, member string) (values []float64) {
	t.Helper()
	file := written(t, f, "npz")
	members, err := npy.NewArchive(bytes.NewReader(file), int64(len(file)))
	a := archive{members}
	if err != nil {
		t.Fatal(err)
	}
	err = a.rows(member, []int{f.Len()}, func(_ int, cells []float64) error {
		values = append(values, cells[0])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return values
}
