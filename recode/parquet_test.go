package recode

import (
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

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/oracle/files"
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
			parquet.KeyValueMetadata("who", "me"),
		}
		for _, key := range ownSchemas {
			opts = append(opts, parquet.KeyValueMetadata(key, "nonsense"))
		}
		folder := t.TempDir()
		before := files.Parquet(t, shops, opts...)
		files.Write(t, folder, "a.parquet", files.Parquet(t, shops[:3000], opts...))
		files.Write(t, folder, "b.parquet", files.Parquet(t, shops[:0], opts...))
		files.Write(t, folder, "c.parquet", files.Parquet(t, shops[3000:], opts...))
		one := files.Write(t, t.TempDir(), "a.parquet", before)
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
			for _, key := range ownSchemas {
				if _, ok := f.Lookup(key); ok {
					t.Errorf("%s is kept, which does not list the new column", key)
				}
			}
			for i, g := range f.Metadata().RowGroups {
				if g.Ordinal != int16(i) {
					t.Errorf("row group %d has ordinal %d", i, g.Ordinal)
				}
			}
		}
	}
}

// TestEncodeLZ4 encodes files in LZ4 behind one in Zstandard, which decides how the result is
// compressed, and alone, for pyarrow to read.
func TestEncodeLZ4(t *testing.T) {
	shops := someShops(3000)
	zstd, lz4 := parquet.Compression(&parquet.Zstd), parquet.Compression(&parquet.Lz4Raw)
	how := []parquet.WriterOption{parquet.PageBufferSize(4000), parquet.MaxRowsPerRowGroup(1234)}
	folder := t.TempDir()
	files.Write(t, folder, "a.parquet", files.Parquet(t, shops[:1000], append(how, zstd)...))
	files.Write(t, folder, "b.parquet", files.Parquet(t, shops[1000:], append(how, lz4)...))
	got, _, err := encodeString(t, folder, cityOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	before := files.Parquet(t, shops, append(how, zstd)...)
	checkShops(t, shops, before, got)

	python := oracle.Python(t, "pyarrow.parquet")
	results := t.TempDir()
	for name, content := range map[string]string{"zstd.parquet": before, "lz4.parquet": files.Parquet(t, shops, append(how, lz4)...)} {
		got, _ := encoded(t, "a.parquet", content, cityOptions(t))
		files.Write(t, results, name, got)
	}
	python(`
import os, sys
import pyarrow.parquet as pq
one, other = (pq.ParquetFile(os.path.join(sys.argv[1], name)) for name in ('zstd.parquet', 'lz4.parquet'))
codecs = [other.metadata.row_group(0).column(i).compression for i in range(other.metadata.num_columns)]
assert set(codecs[:-1]) == {'LZ4'}, codecs
assert one.read().equals(other.read())
`, results)
}

func TestEncodeParquetNumbers(t *testing.T) {
	opts := cityOptions(t)
	opts.Codings[0].Numbers = true
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
	files.Write(t, folder, "city=Oslo/a.parquet", files.Parquet(t, []row{{1}, {2}}))
	files.Write(t, folder, "city=Rome/a.parquet", files.Parquet(t, []row{{3}}))
	got, _, err := encodeString(t, folder, cityOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[encodedRow](strings.NewReader(got), int64(len(got)))
	if d := gocmp.Diff([]encodedRow{{1, "north"}, {2, "north"}, {3, "south"}}, rows); d != "" || err != nil {
		t.Error(err, d)
	}
	opts := cityOptions(t)
	opts.Codings[0].Encoder = cities(t, "Rome", "Lima")
	_, _, err = encodeString(t, folder, opts)
	checkError(t, err, folder, filepath.FromSlash("city=Oslo/a.parquet: city in the name of a folder is Oslo, which was not in the table that was grouped: choose whether such values get a label or the group that is nearest"))
}

// TestEncodeParquetOfArrow encodes files that Arrow writes: with plain values of all kinds, and with a
// row group without rows. Truth values in runs, of which the library returns wrong ones, are refused.
func TestEncodeParquetOfArrow(t *testing.T) {
	run := oracle.Python(t, "pyarrow")
	folder := t.TempDir()
	run(`
import sys, decimal, pyarrow as pa, pyarrow.parquet as pq
n = 600
t = pa.table({
    "city": ["Paris", "Rome", None] * (n // 3),
    "text": pa.array([str(i) if i % 5 else None for i in range(n)]),
    "whole": pa.array(range(n), pa.int64()),
    "small": pa.array([i % 7 for i in range(n)], pa.int32()),
    "real": pa.array([i / 3 for i in range(n)], pa.float32()),
    "fixed": pa.array([decimal.Decimal(i) / 4 for i in range(n)], pa.decimal128(30, 2)),
    "truth": pa.array([i % 3 == 0 for i in range(n)]),
    "list": pa.array([[i, None] if i % 2 else [] for i in range(n)]),
    "deep": pa.array([{"a": [{"b": str(i)}]} for i in range(n)]),
})
pq.write_table(t, sys.argv[1] + "/plain.parquet", use_dictionary=False)
pq.write_table(t.slice(0, 0), sys.argv[1] + "/empty.parquet")
pq.write_table(t, sys.argv[1] + "/runs.parquet", data_page_version="2.0")
`, folder)
	opts := cityOptions(t)
	for _, name := range []string{"plain", "empty"} {
		got, _, err := encodeString(t, filepath.Join(folder, name+".parquet"), opts)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		out := run(`
import sys, pyarrow.parquet as pq
old, new = (pq.read_table(path) for path in sys.argv[1:])
print(len(new), new.column_names == old.column_names + ["region"], new.drop_columns("region").to_pylist() == old.to_pylist(), new.schema.types[:-1] == old.schema.types)
`, filepath.Join(folder, name+".parquet"), files.Write(t, t.TempDir(), "out.parquet", got))
		if want := map[string]string{"plain": "600", "empty": "0"}[name] + " True True True\n"; string(out) != want {
			t.Errorf("%s: %s, want %s", name, out, want)
		}
	}
	_, _, err := encodeString(t, filepath.Join(folder, "runs.parquet"), opts)
	if err == nil || !strings.Contains(err.Error(), "column truth holds truth values as runs (RLE)") {
		t.Errorf("runs of truth values: %v", err)
	}
}

// TestEncodedParquetIsReadByOthers has Arrow, pandas and DuckDB read the output: values, order, row groups
// and compression are those of the input, which also has types of Arrow that Parquet does not have.
func TestEncodedParquetIsReadByOthers(t *testing.T) {
	run := oracle.Python(t, "pyarrow", "duckdb", "pandas")
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
		opts.Codings[0].Numbers = i == 1
		got, stats, err := encodeString(t, name, opts)
		if err != nil {
			t.Fatalf("%+v, %v", stats, err)
		}
		out := run(`
import json, sys, pandas as pd, pyarrow.parquet as pq, duckdb
a, b = pq.ParquetFile(sys.argv[1]), pq.ParquetFile(sys.argv[2])
times = b.metadata.num_rows // a.metadata.num_rows
old, new = a.read(), b.read()
# Arrow's own types are gone: durations are numbers, and times keep their instant.
lists = lambda t, c: [v.total_seconds() if c == "for" and hasattr(v, "total_seconds") else v for v in t[c].to_pylist()]
same = [c for c in old.column_names if lists(old, c) * times == lists(new, c)]
sql = lambda q: duckdb.sql(q.replace("OLD", f"'{sys.argv[1]}'").replace("NEW", f"'{sys.argv[2]}'")).fetchall()
print(json.dumps([
    new.column_names, same, str(new.schema.field("region").type), str(new.schema.field("id").type),
    sql("SELECT * FROM OLD EXCEPT SELECT * EXCLUDE (region) FROM NEW") + sql("SELECT * EXCLUDE (region) FROM NEW EXCEPT SELECT * FROM OLD"),
    sql("SELECT city, CAST(region AS VARCHAR), count(*) FROM NEW GROUP BY ALL ORDER BY ALL"),
    pq.read_table(sys.argv[2], filters=[("id", "=", 1500)]).num_rows, len(pd.read_parquet(sys.argv[2])["region"]),
    new.schema.metadata[b"who"].decode(), b.metadata.num_row_groups // times == a.metadata.num_row_groups,
    sorted({b.metadata.row_group(0).column(i).compression for i in range(b.metadata.num_columns - 1)}),
]))
`, in, files.Write(t, folder, fmt.Sprint(i, ".parquet"), got))
		var result []any
		if err := json.Unmarshal(out, &result); err != nil {
			t.Fatal(err)
		}
		times := float64(i + 1)
		names := []any{"id", "city", "when", "for", "large", "nested"}
		kind, north, south := "string", "north", "south"
		if i == 1 {
			kind, north, south = "int32", "0", "1"
		}
		want := []any{
			append(names[:len(names):len(names)], "region"), names, kind, "uint16",
			[]any{},
			[]any{[]any{"Paris", north, 1000 * times}, []any{"Rome", south, 1000 * times}, []any{nil, south, 1000 * times}},
			times, 3000 * times, "me", true,
			[]any{"ZSTD"},
		}
		if d := gocmp.Diff(want, result); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
