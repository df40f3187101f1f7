package table

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/internal/oracle"
)

// shop has columns of many kinds beside the one that is encoded.
type shop struct {
	ID    int64              `parquet:"id,delta"`
	City  *string            `parquet:"city,optional,dict"`
	When  time.Time          `parquet:"when,timestamp(microsecond)"`
	Tags  []string           `parquet:"tags,list"`
	Notes map[string]int32   `parquet:"notes"`
	Price float64            `parquet:"price,split"`
	Place struct{ A, B int } `parquet:"place"`
	Raw   [3]byte            `parquet:"raw"`
}

func someShops(n int) []shop {
	rng := rand.New(rand.NewPCG(3, 4))
	cities := []string{"Paris", "Rome", "Oslo"}
	shops := make([]shop, n)
	for i := range shops {
		s := &shops[i]
		s.ID, s.When, s.Price = int64(i), time.Unix(int64(i), 1000).UTC(), rng.NormFloat64()
		if c := rng.IntN(4); c < 3 {
			s.City = &cities[c]
		}
		if i < n/2 { // a long run of one cluster
			s.City = &cities[2]
		}
		s.Tags = slices.Repeat([]string{"t"}, rng.IntN(3))
		s.Notes = map[string]int32{fmt.Sprint(i): int32(i)}
		s.Place.A, s.Place.B, s.Raw[0] = i, -i, byte(i)
	}
	return shops
}

// checkShops compares what is written for shops with the content as it was, which the
// library reads in a way of its own where values are missing.
func checkShops(t *testing.T, shops []shop, before, after string) {
	t.Helper()
	want, err := parquet.Read[shop](strings.NewReader(before), int64(len(before)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := parquet.Read[shop](strings.NewReader(after), int64(len(after)))
	if d := gocmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v %.1000s", err, d)
	}
	type row struct {
		Region string `parquet:"region"`
	}
	rows, err := parquet.Read[row](strings.NewReader(after), int64(len(after)))
	if err != nil || len(rows) != len(shops) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, s := range shops {
		region := "north"
		if s.City == nil || *s.City == "Rome" {
			region = "south"
		}
		if rows[i].Region != region {
			t.Fatalf("shop %d is in the %s, want %s", i, rows[i].Region, region)
		}
	}
}

// TestEncodeParquet checks every value of every column, in one file and in several.
func TestEncodeParquet(t *testing.T) {
	shops := someShops(5000)
	for version := 1; version <= 2; version++ {
		opts := []parquet.WriterOption{
			parquet.DataPageVersion(version), parquet.PageBufferSize(4000), parquet.MaxRowsPerRowGroup(1234), parquet.Compression(&parquet.Zstd),
			parquet.BloomFilters(parquet.SplitBlockFilter(10, "city")), parquet.KeyValueMetadata("who", "me"), parquet.KeyValueMetadata(arrowKey, "nonsense"),
		}
		folder := t.TempDir()
		before := parquetFile(t, shops, opts...)
		write(t, folder, "a.parquet", parquetFile(t, shops[:3000], opts...))
		write(t, folder, "b.parquet", parquetFile(t, shops[:0], opts...))
		write(t, folder, "c.parquet", parquetFile(t, shops[3000:], opts...))
		one := write(t, t.TempDir(), "a.parquet", before)
		for _, name := range []string{one, folder} {
			got, stats, err := encodeString(t, name, cityOptions(t))
			if err != nil || stats.Records != 5000 {
				t.Fatalf("%+v, %v", stats, err)
			}
			checkShops(t, shops, before, got)
			f, err := parquet.OpenFile(strings.NewReader(got), int64(len(got)))
			if err != nil {
				t.Fatal(err)
			}
			if v, ok := f.Lookup("who"); v != "me" || !ok {
				t.Errorf("who is %q", v)
			}
			if _, ok := f.Lookup(arrowKey); ok {
				t.Error("a schema of Arrow's that makes no sense is kept")
			}
			checkFilters(t, f)
			for i, g := range f.Metadata().RowGroups {
				if g.Ordinal != int16(i) {
					t.Errorf("row group %d has ordinal %d", i, g.Ordinal)
				}
			}
		}
	}
}

// checkFilters looks up a city in the Bloom filters, which lie at places of their own.
func checkFilters(t *testing.T, f *parquet.File) {
	t.Helper()
	for i, g := range f.RowGroups() {
		if g.NumRows() == 0 {
			continue
		}
		filter := g.ColumnChunks()[1].BloomFilter()
		if filter == nil {
			t.Fatalf("row group %d has no filter", i)
		}
		ok, err := filter.Check(parquet.ByteArrayValue([]byte("Oslo")))
		other, _ := filter.Check(parquet.ByteArrayValue([]byte("nowhere at all")))
		if !ok || other || err != nil {
			t.Errorf("row group %d: %v, %v, %v", i, ok, other, err)
		}
	}
}

func TestEncodeParquetNumbers(t *testing.T) {
	opts := cityOptions(t)
	opts.Numbers = true
	got, _ := encoded(t, "a.parquet", smallParquet(t), opts)
	type row struct {
		Region int32 `parquet:"region"`
	}
	rows, err := parquet.Read[row](strings.NewReader(got), int64(len(got)))
	if d := gocmp.Diff([]row{{0}, {0}, {1}, {0}}, rows); d != "" || err != nil {
		t.Error(err, d)
	}
}

// TestEncodeParquetOfFolders looks up what the names of folders say.
func TestEncodeParquetOfFolders(t *testing.T) {
	type row struct {
		N int64 `parquet:"n"`
	}
	type encodedRow struct {
		N      int64  `parquet:"n"`
		Region string `parquet:"region"`
	}
	folder := t.TempDir()
	write(t, folder, "city=Oslo/a.parquet", parquetFile(t, []row{{1}, {2}}))
	write(t, folder, "city=Rome/a.parquet", parquetFile(t, []row{{3}}))
	got, _, err := encodeString(t, folder, cityOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[encodedRow](strings.NewReader(got), int64(len(got)))
	if d := gocmp.Diff([]encodedRow{{1, "north"}, {2, "north"}, {3, "south"}}, rows); d != "" || err != nil {
		t.Error(err, d)
	}
	opts := cityOptions(t)
	opts.Encoder = cities(t, "Rome", "Lima")
	_, _, err = encodeString(t, folder, opts)
	checkError(t, err, folder, filepath.FromSlash("city=Oslo/a.parquet: city in the name of a folder is Oslo, which was not in the table that was clustered: choose what to do with such values with --unknown label or --unknown nearest"))
}

// TestEncodedParquetIsReadByOthers has Arrow and DuckDB read what is written, with the
// types of Arrow that Parquet does not have.
func TestEncodedParquetIsReadByOthers(t *testing.T) {
	run := oracle.Python(t, "pyarrow", "duckdb")
	folder := t.TempDir()
	in := filepath.Join(folder, "in", "a.parquet")
	if err := os.Mkdir(filepath.Dir(in), 0o755); err != nil {
		t.Fatal(err)
	}
	run(`
import sys, datetime, pyarrow as pa, pyarrow.parquet as pq
n = 3000
t = pa.table({
    "id": pa.array(range(n), pa.uint16()),
    "city": pa.array(["Paris", "Rome", None] * (n // 3)).dictionary_encode(),
    "when": pa.array([datetime.datetime(2020, 1, 1)] * n, pa.timestamp("us", "Europe/Paris")),
    "for": pa.array([datetime.timedelta(seconds=5)] * n, pa.duration("s")),
    "large": pa.array(["x"] * n, pa.large_string()),
    "nested": pa.array([{"a": [1, 2]}] * n),
}, metadata={"who": "me"})
for version in ("1.0", "2.0"):
    pq.write_table(t, sys.argv[1].replace("a.parquet", "b.parquet") if version == "2.0" else sys.argv[1], row_group_size=700, data_page_version=version, write_page_index=True, compression="zstd")
`, in)
	for i, name := range []string{in, filepath.Dir(in)} {
		opts := cityOptions(t)
		opts.Numbers = i == 1
		got, stats, err := encodeString(t, name, opts)
		if err != nil {
			t.Fatalf("%+v, %v", stats, err)
		}
		out := run(`
import json, sys, pyarrow as pa, pyarrow.parquet as pq, duckdb
old, new = pq.read_table(sys.argv[1]), pq.read_table(sys.argv[2])
region = new.schema.field("region")
new_schema, new = new.schema, new.drop(["region"])
counts = duckdb.sql(f"SELECT city, CAST(region AS VARCHAR), count(*) FROM '{sys.argv[2]}' WHERE id < 3000 GROUP BY ALL ORDER BY ALL").fetchall()
filtered = pq.read_table(sys.argv[2], filters=[("id", "=", 1500)]).num_rows
print(json.dumps([new.equals(pa.concat_tables([old] * (new.num_rows // old.num_rows)), check_metadata=True), str(region.type), counts, filtered, new_schema.metadata[b"who"].decode()]))
`, in, write(t, folder, fmt.Sprint(i, ".parquet"), got))
		var result []any
		if err := json.Unmarshal(out, &result); err != nil {
			t.Fatal(err)
		}
		times := float64(i + 1)
		want := []any{true, "string", []any{[]any{"Paris", "north", 1000.}, []any{"Rome", "south", 1000.}, []any{nil, "south", 1000.}}, 1., "me"}
		if i == 1 {
			want = []any{true, "int32", []any{[]any{"Paris", "0", 2000.}, []any{"Rome", "1", 2000.}, []any{nil, "1", 2000.}}, times, "me"}
		}
		if d := gocmp.Diff(want, result); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestArrowSchemas adds a column to one that Arrow wrote: a message, with columns i of
// 32 bits and s of text.
func TestArrowSchemas(t *testing.T) {
	run := oracle.Python(t, "pyarrow")
	encodedSchema := strings.TrimSpace(string(run(`
import base64, pyarrow as pa
s = pa.schema([pa.field("i", pa.int32()), pa.field("s", pa.string(), metadata={"k": "v"})], metadata={"who": "me"})
print(base64.b64encode(s.serialize().to_pybytes()).decode())
`)))
	raw, err := base64.StdEncoding.DecodeString(encodedSchema)
	if err != nil {
		t.Fatal(err)
	}
	show := `
import base64, sys, pyarrow as pa
s = pa.ipc.read_schema(pa.BufferReader(base64.b64decode(sys.argv[1])))
print(s.names, [str(t) for t in s.types], s.field(2).nullable, s.metadata, s.field(1).metadata)
`
	for _, old := range []string{encodedSchema, base64.StdEncoding.EncodeToString(raw[4:])} { // with and without the continuation
		for _, integers := range []bool{false, true} {
			got, ok := withArrowColumn(old, "nouvelle é", integers, 2)
			if !ok {
				t.Fatal("the schema is not understood")
			}
			kind := "string"
			if integers {
				kind = "int32"
			}
			want := fmt.Sprintf("['i', 's', 'nouvelle é'] ['int32', 'string', '%s'] False {b'who': b'me'} {b'k': b'v'}\n", kind)
			if out := string(run(show, got)); out != want {
				t.Errorf("%s\nwant\n%s", out, want)
			}
		}
	}
	if _, ok := withArrowColumn(encodedSchema, "c", false, 3); ok {
		t.Error("a schema of two columns passes for one of three")
	}
	for n := range raw {
		cutShort := base64.StdEncoding.EncodeToString(raw[:n])
		withArrowColumn(cutShort, "c", false, 2) // must not crash
		changed := bytes.Clone(raw)
		changed[n] ^= 0xff
		withArrowColumn(base64.StdEncoding.EncodeToString(changed), "c", false, 2)
	}
}

// TestThriftFieldsRoundTrip takes a structure of every type apart and puts it together.
func TestThriftFieldsRoundTrip(t *testing.T) {
	b := []byte{
		0x11, 0x12, 0x13, 5, 0x14, 0x80, 1, 0x15, 2, 0x16, 3, // booleans, a byte, numbers
		0x18, 2, 'a', 'b', 0xf9, 0x21, 1, 2, 0x1b, 0, // text, a list far on, a map
		0x1c, 0x15, 8, 0, 0x05, 0x02, 7, // a structure, and a number whose field is told apart
		0,
	}
	fields, err := thriftFields(b)
	if err != nil || len(fields) != 11 {
		t.Fatalf("%v, %v", fields, err)
	}
	if got := appendThriftStruct(nil, fields); !bytes.Equal(got, b) {
		t.Errorf("%x, want %x", got, b)
	}
	for n := range b {
		if fields, err := thriftFields(b[:n]); err == nil {
			t.Errorf("cut after %d bytes: %v", n, fields)
		}
	}
	_, footer, err := readFooter(mustParquet(t, smallParquet(t)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := thriftFields(appendThriftStruct(nil, footer))
	if d := gocmp.Diff(footer, again, gocmp.AllowUnexported(thriftField{})); d != "" || err != nil {
		t.Error(err, d)
	}
	long := make([][]byte, 20)
	for i := range long {
		long[i] = []byte{byte(i)}
	}
	kind, items, err := thriftItems(thriftListOf(thriftByte, long))
	if d := gocmp.Diff(long, items); d != "" || err != nil || kind != thriftByte {
		t.Error(err, kind, d)
	}
}

func mustParquet(t testing.TB, content string) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRunsRoundTrip writes numbers in runs and reads them.
func TestRunsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 20).Draw(t, "width")
		var numbers []uint32
		for range rapid.IntRange(0, 12).Draw(t, "runs") {
			n := rapid.Uint32Range(0, 1<<width-1).Draw(t, "number")
			for range rapid.IntRange(1, 20).Draw(t, "length") {
				numbers = append(numbers, n)
			}
		}
		b := appendRuns(nil, numbers, width)
		got, err := appendHybrid(nil, b, width, len(numbers))
		if err != nil || !slices.Equal(got, numbers) {
			t.Fatalf("%v: %v, %v", numbers, got, err)
		}
	})
}

// TestEncodeRefusesParquetInParts meets a column that lies in another file.
func TestEncodeRefusesParquetInParts(t *testing.T) {
	chunk := appendThriftStruct(nil, []thriftField{{id: chunkPath, kind: thriftBinary, value: []byte{1, 'f'}}})
	if _, err := movedChunk(chunk, 0, false); err == nil || err.Error() != "has a column in another file, which is not read" {
		t.Error(err)
	}
	if _, err := movedChunk([]byte{0}, 0, true); err == nil {
		t.Error("a chunk without a description passes")
	}
	if _, err := Encode(context.Background(), discard{}, write(t, t.TempDir(), "a.parquet", "PAR1"), cityOptions(t)); err == nil {
		t.Error("a file that is cut short passes")
	}
}
