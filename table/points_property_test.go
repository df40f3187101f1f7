package table

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// pointRecord is a record of a point of two coordinates, which may be written in
// several ways.
type pointRecord struct {
	Name string  `parquet:"name"`
	X    string  `parquet:"x,dict"`
	Y    string  `parquet:"y"`
	N    float64 `parquet:"n"`
}

// at returns the place of a record's point.
func (r pointRecord) at(t rapid.TB) []float64 {
	t.Helper()
	at := make([]float64, 2)
	for i, text := range []string{r.X, r.Y} {
		v, err := textfile.ParseNumber(text)
		if err != nil {
			t.Fatal(err)
		}
		at[i] = v + 0
	}
	return at
}

// drawPointRecords returns records whose names tell places apart.
func drawPointRecords(t *rapid.T) []pointRecord {
	texts := rapid.SampledFrom([]string{"0", "-0", "1", "1.0", "1e0", "-2.5", "1e300", "0.1", "10", "9", " 9"})
	counts := rapid.SampledFrom([]float64{0, 1, 2, 0.1, 0.2, 0.3, 1e-6, 1e6, 12345.678, 1.0 / 3})
	var records []pointRecord
	for range rapid.IntRange(1, 40).Draw(t, "n") {
		r := pointRecord{X: texts.Draw(t, "x"), Y: texts.Draw(t, "y"), N: counts.Draw(t, "weight")}
		r.Name = fmt.Sprint(coordinateText(r.at(t)), " ", rapid.IntRange(0, 2).Draw(t, "name"))
		records = append(records, r)
	}
	return records
}

// naivePoints returns the points of records as pointLines does.
func naivePoints(t *rapid.T, records []pointRecord, labelled bool) []string {
	weights, places := make(map[string][]float64), make(map[string][]float64)
	for _, r := range records {
		label := coordinateText(r.at(t))
		if labelled {
			label = r.Name
		}
		weights[label] = append(weights[label], r.N)
		places[label] = r.at(t)
	}
	labels := slices.SortedFunc(maps.Keys(places), func(a, b string) int {
		return cmp.Or(slices.Compare(places[a], places[b]), cmp.Compare(a, b))
	})
	var lines []string
	for _, label := range labels {
		lines = append(lines, fmt.Sprintf("%s: %s x %g", label, coordinateText(places[label]), tally.Sum(weights[label])))
	}
	return lines
}

// pointsCSV returns records as CSV.
func pointsCSV(records []pointRecord) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"n", "y", "x", "name"})
	for _, r := range records {
		_ = w.Write([]string{strconv.FormatFloat(r.N, 'g', -1, 64), r.Y, r.X, r.Name})
	}
	w.Flush()
	return b.String()
}

// TestPointsAreCounted writes records in any order and format, divided in any
// way, and compares what is read with a naive count.
func TestPointsAreCounted(t *testing.T) {
	root, run := t.TempDir(), 0
	rapid.Check(t, func(rt *rapid.T) {
		records := drawPointRecords(rt)
		opts := Options{Columns: []string{"x", "y"}, Count: "n"}
		labelled := rapid.Bool().Draw(rt, "labelled")
		if labelled {
			opts.X = "name"
		}
		want := naivePoints(rt, records, labelled)
		records = rapid.Permutation(records).Draw(rt, "order")
		run++
		folder := filepath.Join(root, strconv.Itoa(run))
		end := rapid.SampledFrom([]string{".csv", ".parquet"}).Draw(rt, "format")
		for part := 0; len(records) > 0; part++ {
			n := rapid.IntRange(1, len(records)).Draw(rt, "part")
			content := pointsCSV(records[:n])
			if end == ".parquet" {
				content = files.Parquet(t, records[:n], parquet.PageBufferSize(64))
			}
			files.Write(t, folder, fmt.Sprintf("part-%d%s", part, end), content)
			records = records[n:]
		}
		tab, err := OpenPoints(t.Context(), folder, opts)
		if err != nil {
			rt.Fatal(err)
		}
		if d := gocmp.Diff(want, pointLines(tab)); d != "" {
			rt.Fatalf("(-want +got)\n%s", d)
		}
	})
}
