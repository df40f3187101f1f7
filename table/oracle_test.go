package table

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// writeRecords makes the same 20,000 records, with missing values, in many ways
// and prints nothing. Its argument is a folder.
const writeRecords = `
import sys, os, random
import pyarrow as pa, pyarrow.parquet as pq, pyarrow.csv as pc, duckdb
folder = sys.argv[1]
at = lambda *names: os.path.join(folder, *names)
random.seed(1)
n = 20000
city = [random.choice(['Paris', 'Rome', 'Orléans', 'a,b', 'x"y', None]) for _ in range(n)]
floor = [random.choice([1, 2, 10, -3, None]) for _ in range(n)]
weight = [random.choice([1, 2, 3]) for _ in range(n)]
t = pa.table({'city': pa.array(city), 'floor': pa.array(floor, pa.int32()), 'weight': pa.array(weight, pa.int64()),
              'list': pa.array([[1]] * n)})
flat = t.drop(['list'])
pq.write_table(t, at('dictionary.parquet'))
pq.write_table(t.slice(0, 0), at('empty.parquet')) # a row group without pages
pq.write_table(t, at('plain.parquet'), use_dictionary=False, compression='none')
pq.write_table(t, at('groups.parquet'), row_group_size=777, compression='gzip', data_page_size=256, data_page_version='2.0')
pq.write_table(t, at('zstd.parquet'), compression='zstd', row_group_size=5000, write_page_index=True, write_page_checksum=True)
pq.write_table(t, at('lz4.parquet'), compression='lz4', version='1.0')
pq.write_table(t, at('brotli.parquet'), compression='brotli', use_dictionary=['city'])
pq.write_table(t, at('delta.parquet'), use_dictionary=False, column_encoding={'city': 'DELTA_BYTE_ARRAY', 'floor': 'DELTA_BINARY_PACKED',
               'weight': 'DELTA_BINARY_PACKED'})
pq.write_table(t.set_column(0, 'city', t['city'].dictionary_encode()), at('categories.parquet'))
pq.write_to_dataset(flat, at('hive'), partition_cols=['floor'])
pc.write_csv(flat, at('arrow.csv'))
db = duckdb.connect()
db.register('t', flat)
db.execute(f"COPY t TO '{at('duck.parquet')}' (FORMAT parquet, ROW_GROUP_SIZE 4096)")
db.execute(f"COPY t TO '{at('duck2.parquet')}' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd)")
db.execute(f"COPY t TO '{at('duck')}' (FORMAT parquet, PARTITION_BY (city))")
db.execute(f"COPY t TO '{at('parts')}' (FORMAT parquet, PER_THREAD_OUTPUT true)")
db.execute(f"COPY t TO '{at('duck.csv')}' (HEADER)")
db.execute(f"COPY t TO '{at('duck.csv.gz')}' (HEADER, COMPRESSION gzip)")
db.execute(f"COPY t TO '{at('duck.tsv.zst')}' (HEADER, DELIMITER '\t', COMPRESSION zstd)")
db.execute(f"COPY t TO '{at('duck.jsonl')}' (FORMAT json)")
db.execute(f"COPY (SELECT city, floor, sum(weight)::DECIMAL(12,2) AS weight FROM t GROUP BY ALL) TO '{at('summed.parquet')}'")
for row in db.execute("""SELECT coalesce(city, '(missing)') || ' ' || coalesce(floor::VARCHAR, '(missing)') AS cell, count(*), sum(weight)
                         FROM t GROUP BY cell ORDER BY cell""").fetchall():
    print('|'.join(str(v) for v in row))
`

// TestAgainstArrowAndDuckDB reads what pyarrow and DuckDB write, and compares
// the counts with DuckDB's.
func TestAgainstArrowAndDuckDB(t *testing.T) {
	python := oracle.Python(t, "pyarrow.parquet", "duckdb")
	folder := t.TempDir()
	counted, weighted := make(map[string]float64), make(map[string]float64)
	for line := range strings.Lines(string(python(writeRecords, folder))) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		n, _ := textfile.ParseCount(fields[1])
		w, _ := textfile.ParseCount(fields[2])
		counted[fields[0]], weighted[fields[0]] = n, w
	}
	_, err := Open(t.Context(), filepath.Join(folder, "empty.parquet"), cityProduct())
	if err == nil || !strings.Contains(err.Error(), `no column "product"`) {
		t.Errorf("a table without rows: %v", err)
	}
	_, err = Open(t.Context(), filepath.Join(folder, "empty.parquet"), Options{X: "city", Y: "floor"})
	if err == nil || !strings.HasSuffix(err.Error(), "there are no records, only a header") {
		t.Errorf("a table without rows: %v", err)
	}
	digests := make(map[string]bool)
	for _, name := range []string{
		"dictionary.parquet", "plain.parquet", "groups.parquet", "zstd.parquet", "lz4.parquet", "brotli.parquet", "delta.parquet",
		"categories.parquet", "hive", "arrow.csv", "duck.parquet", "duck2.parquet", "duck", "parts", "duck.csv", "duck.csv.gz",
		"duck.tsv.zst", "duck.jsonl", "summed.parquet", "[dz]*.parquet",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(folder, name)
			opts := Options{X: "city", Y: "floor"}
			times := 1.0
			if strings.HasPrefix(name, "[") {
				times = 5 // dictionary, delta, duck, duck2 and zstd
			}
			scaled := func(cells map[string]float64) map[string]float64 {
				s := make(map[string]float64)
				for cell, n := range cells {
					s[cell] = times * n
				}
				return s
			}
			if name != "summed.parquet" {
				checkCells(t, mustOpen(t, path, opts), scaled(counted))
			}
			opts.Count = "weight"
			tab := mustOpen(t, path, opts)
			checkCells(t, tab, scaled(weighted))
			if diff := cmp.Diff([]string{"-3", "1", "2", "10", "(missing)"}, tab.y); diff != "" {
				t.Error(diff)
			}
			if times == 1 {
				digests[mustJoint(t, tab).SHA256()] = true
			}
		})
	}
	if len(digests) != 1 {
		t.Errorf("%d different digests of the same records", len(digests))
	}
}

// TestLZ4AgainstWriters reads the LZ4 of pyarrow, polars and DuckDB, in pages of both versions, with
// and without dictionaries, and compares the table with that of the same records in Zstandard.
func TestLZ4AgainstWriters(t *testing.T) {
	python := oracle.Python(t, "pyarrow.parquet", "duckdb", "polars")
	folder := t.TempDir()
	names := python(`
import sys, os, random
import pyarrow as pa, pyarrow.parquet as pq, duckdb, polars
at = lambda name: os.path.join(sys.argv[1], name + '.parquet')
random.seed(2)
n = 5000
t = pa.table({
  'city': pa.array([random.choice(['Paris', 'Rome', '', 'x' * 300, None]) for _ in range(n)]),
  'floor': pa.array([random.choice([1, 2, 10, -3, None]) for _ in range(n)], pa.int32()),
  'weight': pa.array([random.random() for _ in range(n)]),
  'none': pa.nulls(n, pa.int64()),
})
pq.write_table(t, at('zstd'), compression='zstd')
names = []
def write(name, **how):
    pq.write_table(t, at(name), row_group_size=1500, **how)
    names.append(name)
for version in '1.0', '2.0':
    for dictionary in True, False:
        for checksum in True, False:
            name = f'{version} {dictionary} {checksum}'
            how = dict(data_page_version=version, use_dictionary=dictionary, write_page_checksum=checksum, data_page_size=4000)
            write('lz4 ' + name, compression='lz4', write_page_index=checksum, **how)
            write('mixed ' + name, compression={'city': 'lz4', 'floor': 'zstd', 'weight': 'none', 'none': 'lz4'}, **how)
polars.from_arrow(t).write_parquet(at('polars'), compression='lz4', row_group_size=1700)
duckdb.connect().execute(f"COPY t TO '{at('duck')}' (FORMAT parquet, COMPRESSION lz4)")
duckdb.connect().execute(f"COPY t TO '{at('duck2')}' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION lz4)")
for name in names + ['polars', 'duck', 'duck2']:
    file = pq.ParquetFile(at(name)).metadata
    assert file.row_group(0).column(0).compression == 'LZ4', name
    print(name)
`, folder)
	all := []Options{{X: "city", Y: "floor", Count: "weight"}, {X: "weight", Y: "floor"}, {X: "none", Y: "city"}}
	for _, opts := range all {
		want := cellsOf(mustOpen(t, filepath.Join(folder, "zstd.parquet"), opts))
		for name := range strings.Lines(string(names)) {
			got := cellsOf(mustOpen(t, filepath.Join(folder, strings.TrimSpace(name)+".parquet"), opts))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s:\n%s", strings.TrimSpace(name), opts.X, textfile.Cut(diff, 1000))
			}
		}
	}
}

// TestTypesAgainstArrow compares the labels of typed columns with the text that
// Python has for the values.
func TestTypesAgainstArrow(t *testing.T) {
	python := oracle.Python(t, "pyarrow.parquet")
	folder := t.TempDir()
	python(`
import sys, os, datetime as dt, decimal as d, uuid
import pyarrow as pa, pyarrow.parquet as pq
utc = dt.timezone.utc
t = pa.table({
  'y': pa.array(['a', 'b', None]),
  'bool': pa.array([True, False, None]),
  'i8': pa.array([-128, 127, None], pa.int8()),
  'u64': pa.array([2**64 - 1, 0, None], pa.uint64()),
  'f32': pa.array([0.1, 16777216, None], pa.float32()),
  'f64': pa.array([1e300, 2.5, None]),
  'date': pa.array([dt.date(1600, 2, 29), dt.date(2024, 2, 29), None]),
  'time': pa.array([dt.time(1, 2, 3, 4), dt.time(23, 59), None]),
  'local': pa.array([dt.datetime(1969, 12, 31, 23, 59, 59, 999999), dt.datetime(2024, 2, 29), None], pa.timestamp('us')),
  'utc': pa.array([dt.datetime(2024, 2, 29, 1, 2, 3, 500000, utc), dt.datetime(2024, 2, 29, tzinfo=utc), None], pa.timestamp('ms', 'UTC')),
  'dec': pa.array([d.Decimal('-0.05'), d.Decimal('12345678901234567890.10'), None], pa.decimal128(30, 2)),
  'dec32': pa.array([d.Decimal('-0.05'), d.Decimal('12.10'), None], pa.decimal128(5, 2)),
  'bin': pa.array([b'ok', b'\xff\x00', None]),
  'large': pa.array(['ok', 'ö', None], pa.large_string()),
  'none': pa.nulls(3),
})
pq.write_table(t, os.path.join(sys.argv[1], 'types.parquet'), store_decimal_as_integer=True)
pq.write_table(t, os.path.join(sys.argv[1], 'int96.parquet'), use_deprecated_int96_timestamps=True, use_dictionary=False)
with pa.ipc.new_file(os.path.join(sys.argv[1], 'types.arrow'), t.schema, options=pa.ipc.IpcWriteOptions(compression='lz4')) as file:
    file.write(t)
coded = pa.table({n: (t[n] if n == 'none' else t[n].dictionary_encode()) for n in t.column_names})
with pa.ipc.new_stream(os.path.join(sys.argv[1], 'coded.arrows'), coded.schema) as stream:
    stream.write(coded)
`, folder)
	for name, want := range map[string][]string{
		"bool":  {"false", "true", scale.MissingLabel},
		"i8":    {"-128", "127", scale.MissingLabel},
		"u64":   {"0", "18446744073709551615", scale.MissingLabel},
		"f32":   {"0.1", "16777216", scale.MissingLabel},
		"f64":   {"2.5", "1e+300", scale.MissingLabel},
		"date":  {"1600-02-29", "2024-02-29", scale.MissingLabel},
		"time":  {"01:02:03.000004", "23:59:00", scale.MissingLabel},
		"local": {"1969-12-31T23:59:59.999999", "2024-02-29T00:00:00", scale.MissingLabel},
		"utc":   {"2024-02-29T00:00:00Z", "2024-02-29T01:02:03.5Z", scale.MissingLabel},
		"dec":   {"-0.05", "12345678901234567890.10", scale.MissingLabel},
		"dec32": {"-0.05", "12.10", scale.MissingLabel},
		"bin":   {"0xff00", "ok", scale.MissingLabel},
		"large": {"ok", "ö", scale.MissingLabel},
		"none":  {scale.MissingLabel},
	} {
		for _, file := range []string{"types.parquet", "types.arrow", "coded.arrows", "int96.parquet"} {
			tab := mustOpen(t, filepath.Join(folder, file), Options{X: name, Y: "y", Scales: map[string]scale.Spec{name: {Type: scale.Category}}})
			if file == "int96.parquet" && name == "utc" {
				want = []string{"2024-02-29T00:00:00", "2024-02-29T01:02:03.5", scale.MissingLabel}
			}
			if diff := cmp.Diff(want, tab.x); diff != "" {
				t.Errorf("%s of %s (-want +got):\n%s", name, file, diff)
			}
		}
	}
	for name, want := range map[string]string{
		"u64":  "row 1: u64 is 18446744073709551615, which is too large for a count",
		"f32":  "row 3: f32 is missing",
		"f64":  "row 3: f64 is missing",
		"none": "row 1: none is missing",
	} {
		_, err := openContext(t, filepath.Join(folder, "types.parquet"), Options{X: "bool", Y: "y", Count: name})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s as a count: %v", name, err)
		}
	}
}

// TestAgainstNumpy reads matrices that NumPy and pandas write.
func TestAgainstNumpy(t *testing.T) {
	python := oracle.Python(t, "numpy", "pandas")
	folder := t.TempDir()
	python(`
import sys, os
import numpy as np, pandas as pd
at = lambda name: os.path.join(sys.argv[1], name)
a = np.arange(12).reshape(3, 4) * 2
np.save(at('i8.npy'), a)
np.save(at('u2.npy'), a.astype('>u2'))
np.save(at('f4.npy'), np.asfortranarray(a.astype('f4')))
np.save(at('text.npy'), a.astype(str))
np.save(at('three.npy'), a.reshape(3, 2, 2))
np.save(at('one.npy'), a.ravel())
pd.DataFrame(a).to_csv(at('frame.csv'))
pd.DataFrame(a).to_csv(at('frame.tsv.gz'), sep='\t')
`, folder)
	want := make(map[string]float64)
	for i := range 12 {
		if i > 0 {
			want[numberLabels(3)[i/4]+" "+numberLabels(4)[i%4]] = float64(2 * i)
		}
	}
	for _, name := range []string{"i8.npy", "u2.npy", "f4.npy", "frame.tsv.gz", "frame.csv"} {
		tab := mustOpen(t, filepath.Join(folder, name), Options{})
		checkCells(t, tab, want)
		if n, ok := mustJoint(t, tab).Samples(); !ok || n != 132 {
			t.Errorf("%s: %d samples, %v", name, n, ok)
		}
	}
	for name, want := range map[string]string{
		"text.npy":  "holds text",
		"three.npy": "a table of three variables, x1, x2 and y",
		"one.npy":   "an array of 1 dimension, and a matrix has 2",
	} {
		if _, err := openContext(t, filepath.Join(folder, name), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
