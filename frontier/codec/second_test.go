package codec

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// withSecond returns a frontier with a second variable.
func withSecond(t testing.TB, aim frontier.Aim) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(frontier.Problem{
		Kind: "dib", N: 3, M: 2, XLabels: []string{"a", "b", "c"}, YLabels: []string{"u", "v"}, HX: 1.5, HY: 1, IXY: 1,
	}, frontier.Search{Method: "enumeration", Status: frontier.StatusComplete}, []frontier.Entry{
		{K: 1, Assignment: partition.Pack(partition.Partition{0, 0, 0})}, {H: 1, I: 1, K: 2, Assignment: partition.Pack(partition.Partition{0, 1, 1})},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Second = &frontier.Second{
		Name: "s", Aim: aim, Labels: []string{"m", "f"}, H: 1, I: 0.5, Exact: true,
		Cells: &frontier.Cells{X: []int{0, 1, 2}, Y: []int{0, 0, 1}, Weight: []float64{2, 1, 1}},
		Entries: []frontier.SecondEntry{
			{Entry: frontier.Entry{K: 1, Assignment: partition.Pack(partition.Partition{0, 0, 0})}},
			{
				Entry: frontier.Entry{H: 1, I: 1, K: 2, Assignment: partition.Pack(partition.Partition{0, 1, 1})}, S: 0.25,
				HeldOut: &[2]frontier.HeldOut{{I: 0.1, SE: 0.01}, {I: 0.2}},
			},
		},
	}
	return f
}

func TestSecondIsKept(t *testing.T) {
	for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
		for _, format := range Formats() {
			f := withSecond(t, aim)
			var b bytes.Buffer
			if err := Write(&b, f, format); err != nil {
				t.Fatal(err)
			}
			if format == "csv" {
				if line, _, _ := strings.Cut(b.String(), "\n"); !strings.Contains(line, string(aim)) {
					t.Errorf("%s has no column %s", line, aim)
				}
				continue
			}
			g, err := Read(bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if format == "parquet" {
				file, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
				if err != nil {
					t.Fatal(err)
				}
				column, ok := file.Schema().Lookup(string(aim))
				if !ok {
					t.Fatal("no column ", aim)
				}
				values := make([]parquet.Value, 2)
				pages := file.RowGroups()[0].ColumnChunks()[column.ColumnIndex].Pages()
				page, err := pages.ReadPage()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := page.Values().ReadValues(values); err != nil && !errors.Is(err, io.EOF) {
					t.Fatal(err)
				}
				if want, _ := f.At(1).Second(); values[1].Double() != want || want <= 0 {
					t.Errorf("the column %s has %v, want %v", aim, values[1], want)
				}
			}
			if !reflect.DeepEqual(g.Second, f.Second) {
				t.Errorf("%s: %+v, want %+v", format, g.Second, f.Second)
			}
		}
	}
}

func TestSecondIsRefused(t *testing.T) {
	for change, want := range map[string]string{
		`"version": 3|"version": 1`:     "and only they",
		`"version": 3|"version": 4`:     "reads versions 1 to 3",
		`"aim": "leak"|"aim": "little"`: "want leak or also",
		`"m",|"f",`:                     "occurs twice",
		`"ixs": 0.5|"ixs": 5`:           "0 <= ixs <= hs",
		`"s": 0.25|"s": 0.75`:           "want 0 to ixs",
		`"s": 0.25|"s": 1e999`:          "s",
		`[0,1,1]|[0,1,2]`:               "3 clusters",
		`"weight"|"weights"`:            "weight is missing",
	} {
		var b bytes.Buffer
		if err := Write(&b, withSecond(t, frontier.AimLeak), "json"); err != nil {
			t.Fatal(err)
		}
		from, to, _ := strings.Cut(change, "|")
		text := b.String()
		at := strings.Index(text, from)
		if at < 0 {
			t.Fatalf("%s is not in %s", from, text)
		}
		_, err := Read(strings.NewReader(text[:at] + to + text[at+len(from):]))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", change, err, want)
		}
	}
}
