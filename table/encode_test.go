package table

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/encode"
)

// cities returns an encoder of some values into the clusters "north" and "south".
func cities(t testing.TB, labels ...string) *encode.Encoder {
	t.Helper()
	assignment := make([]int, len(labels))
	for i := range labels {
		assignment[i] = i % 2
	}
	e, err := encode.New(labels, assignment, []string{"north", "south"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func cityOptions(t testing.TB) EncodeOptions {
	return EncodeOptions{X: "city", Column: "region", Encoder: cities(t, "Paris", "Rome", "Oslo", "(missing)")}
}

// encoded returns what is written for a file of the given name and content.
func encoded(t testing.TB, name, content string, opts EncodeOptions) (string, EncodeStats) {
	t.Helper()
	var b bytes.Buffer
	stats, err := Encode(context.Background(), &b, write(t, t.TempDir(), name, content), opts)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), stats
}

func TestEncodeKeepsEveryByte(t *testing.T) {
	tests := []struct{ name, file, content, want string }{
		{"plain", "a.csv", smallCSV, "city,product,n,region\nParis,tea,1,north\nParis,coffee,2,north\nRome,coffee,3,south\nParis,tea,4,north\n"},
		{"no last line end", "a.csv", "city\nRome", "city,region\nRome,south"},
		{"CR LF, mark, empty lines", "a.csv", "\ufeff\r\nn,city\r\n\r\n1.0,Rome\r\n,\r\n", "\ufeff\r\nn,city,region\r\n\r\n1.0,Rome,south\r\n,,south\r\n"},
		{"CR at the end", "a.csv", "city,n\nRome,1\r", "city,n,region\nRome,1,south\r"},
		{"quotes", "a.csv", "\"city\",\"n\"\n\"Rome\",\"a\nb\"\"\"\nOslo,\"\"\n\"\",x\n", "\"city\",\"n\",region\n\"Rome\",\"a\nb\"\"\",south\nOslo,\"\",north\n\"\",x,south\n"},
		{"tabs", "a.tsv", "city\tn\nRome\t1,2\n", "city\tn\tregion\nRome\t1,2\tsouth\n"},
		{"semicolons", "a.csv", "city;n\nRome;1,2\n", "city;n;region\nRome;1,2;south\n"},
		{"only a header", "a.csv", "city\n", "city,region\n"},
		{"JSON", "a.jsonl", "{\"n\": 1.0, \"city\": \"Rome\"}\n\n { \"city\":\"\\u0050aris\" ,\"x\":{\"a\":[1]} } \r\n{}", "{\"n\": 1.0, \"city\": \"Rome\", \"region\": \"south\"}\n\n { \"city\":\"\\u0050aris\" ,\"x\":{\"a\":[1]}, \"region\": \"north\" } \r\n{\"region\": \"south\"}"},
		{"tight JSON", "a.jsonl", "{\"city\":null}\n{\"city\":\"Oslo\"}\n", "{\"city\":null,\"region\":\"south\"}\n{\"city\":\"Oslo\",\"region\":\"north\"}\n"},
	}
	for _, tt := range tests {
		got, _ := encoded(t, tt.file, tt.content, cityOptions(t))
		if got != tt.want {
			t.Errorf("%s:\n%q\nwant\n%q", tt.name, got, tt.want)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	const n = 100_000
	records := someRecords(n)
	formats := encodings(b)
	formats[".parquet"] = func(rs []record) string { return parquetRows(b, rs) } // with pages of a usual size
	formats[".quoted.csv"] = func(rs []record) string {
		return strings.ReplaceAll(strings.ReplaceAll(separated(b, rs, ','), "city", `"city`), "\n", "\"\n")
	}
	for _, end := range []string{".csv", ".quoted.csv", ".jsonl", ".parquet"} {
		path := write(b, b.TempDir(), "records"+end, formats[end](records))
		tab := mustOpen(b, path, cityProduct())
		opts := EncodeOptions{X: "city", Column: "region", Encoder: cities(b, tab.x...)}
		b.Run("format="+end[1:], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Encode(context.Background(), discard{}, path, opts); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// discard is a writer that is nothing else: io.Discard would read by itself.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
