package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/scale"
)

func smallParquet(t testing.TB) string { return files.Parquet(t, files.SmallSales()) }

func TestParquet(t *testing.T) {
	content := smallParquet(t)
	for _, file := range []string{"a.parquet", "a.pq", "a"} {
		tab := mustRead(t, file, content, cityProduct())
		checkCells(t, tab, smallCells())
		if tab.Records != 4 {
			t.Errorf("%d records", tab.Records)
		}
	}
	opts := Options{X: "city", Y: "product", Count: "n"}
	checkCells(t, mustRead(t, "a.parquet", content, opts), map[string]float64{"Paris tea": 5, "Paris coffee": 2, "Rome coffee": 3})
}

// TestParquetPages writes nulls in pages of a few rows, whose ends differ from
// column to column, as plain values and with dictionaries, in both versions of
// the format.
func TestParquetPages(t *testing.T) {
	type plain struct {
		City    *string `parquet:"city,optional"`
		Product *int32  `parquet:"product,optional"`
		N       *uint32 `parquet:"n,optional"`
	}
	type dictionary struct {
		City    *string `parquet:"city,optional,dict"`
		Product *int32  `parquet:"product,optional,dict"`
		N       *uint32 `parquet:"n,optional,dict"`
	}
	var plains []plain
	var dictionaries []dictionary
	want := make(map[string]float64)
	for i := range 5000 {
		city := strings.Repeat("x", i%17) + "é"
		product := int32(i%7 - 3)
		n := uint32(i % 3)
		row := plain{&city, &product, &n}
		x, y := city, []string{"-3", "-2", "-1", "0", "1", "2", "3"}[i%7]
		if i%5 == 0 {
			row.City, x = nil, scale.MissingLabel
		}
		if i > 4000 { // whole pages without a value
			row.Product, y = nil, scale.MissingLabel
		}
		if n > 0 {
			want[x+" "+y] += float64(n)
		}
		plains = append(plains, row)
		dictionaries = append(dictionaries, dictionary(row))
	}
	opts := Options{X: "city", Y: "product", Count: "n"}
	for version := 1; version <= 2; version++ {
		writer := []parquet.WriterOption{
			parquet.DataPageVersion(version), parquet.PageBufferSize(512), parquet.MaxRowsPerRowGroup(1234),
			parquet.Compression(&parquet.Snappy),
		}
		for name, content := range map[string]string{
			"plain": files.Parquet(t, plains, writer...), "dictionary": files.Parquet(t, dictionaries, writer...),
		} {
			tab := mustRead(t, "a.parquet", content, opts)
			checkCells(t, tab, want)
			if missing := int64(1000 + 999 - 199); tab.Records != 5000 || tab.Missing != missing {
				t.Errorf("version %d, %s: %d of %d missing, want %d of 5000", version, name, tab.Missing, tab.Records, missing)
			}
		}
	}
}

func TestParquetErrors(t *testing.T) {
	type other struct {
		City string             `parquet:"city"`
		Tags []string           `parquet:"tags,list"`
		Many []string           `parquet:"many"`
		In   struct{ A string } `parquet:"in"`
		Map  map[string]string  `parquet:"map"`
		Day  int32              `parquet:"day,date"`
		Yes  bool               `parquet:"yes"`
		F    float64            `parquet:"f"`
		S    string             `parquet:"s"`
		D    *int32             `parquet:"d,optional,dict"`
	}
	two := int32(2)
	minus := int32(-2)
	rows := files.Parquet(t, []other{{F: 1, S: "1", D: &two}, {F: -1, S: "x", D: &minus}})
	small := smallParquet(t)
	badFooter := []byte(small)
	badFooter[len(small)-8] ^= 0xff
	hugeFooter := []byte(small)
	binary.LittleEndian.PutUint32(hugeFooter[len(small)-8:], 0xffffffff)
	tests := []struct {
		name, content, want string
		opts                Options
	}{
		{"empty", "", "a.parquet: the file is empty", cityProduct()},
		{"not Parquet", smallCSV, "a.parquet: is not Parquet: it does not start with PAR1", cityProduct()},
		{"encrypted", "PARE" + small[4:], "a.parquet: is encrypted Parquet, which is not read: decrypt it first", cityProduct()},
		{"magic only", "PAR1", "a.parquet: is cut short: it is too small for Parquet", cityProduct()},
		{"cut", small[:len(small)-1], "a.parquet: is cut short or corrupt: it does not end as Parquet does", cityProduct()},
		{"footer too large", string(hugeFooter), "a.parquet: is cut short or corrupt: it does not end as Parquet does", cityProduct()},
		{"no rows", files.Parquet(t, []files.Sale{}), "a.parquet: there are no records, only a header", cityProduct()},
		{"no column", small, `a.parquet: no column "citty"; the columns are city, product, n (did you mean city?)`, Options{X: "citty", Y: "product"}},
		{"list", rows, "a.parquet: column tags holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "city", Y: "tags"}},
		{"repeated", rows, "a.parquet: column many holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "city", Y: "many"}},
		{"structure", rows, "a.parquet: in is no column but what others begin with: name one of these, as in in.A", Options{X: "in", Y: "city"}},
		{"map", rows, "a.parquet: column map holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "city", Y: "yes", Count: "map"}},
		{"dotted path", rows, `a.parquet: no column "in.B"; the columns are city, tags, many, in.A, map, day, yes, f, s, d (did you mean in.A?)`, Options{X: "in.B", Y: "city"}},
		{"date for a count", rows, "a.parquet: column day holds DATE, not numbers, and cannot be a count", Options{X: "city", Y: "yes", Count: "day"}},
		{"truth for a count", rows, "a.parquet: column yes holds BOOLEAN, not numbers, and cannot be a count", Options{X: "city", Y: "yes", Count: "yes"}},
		{"negative count", rows, "a.parquet: row 2: f is -1, which is negative", Options{X: "city", Y: "yes", Count: "f"}},
		{"text for a count", rows, "a.parquet: row 2: s is x, which is not a number", Options{X: "city", Y: "yes", Count: "s"}},
		{"negative count in a dictionary", rows, "a.parquet: row 2: d is -2, which is negative", Options{X: "city", Y: "yes", Count: "d"}},
		{
			"missing count", files.Parquet(t, []other{{D: &two}, {}}), "a.parquet: row 2: d is missing where a number must stand",
			Options{X: "city", Y: "yes", Count: "d"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := Open(context.Background(), files.Write(t, folder, "a.parquet", tt.content), tt.opts)
			checkError(t, err, folder, tt.want)
		})
	}
	_, err := Open(context.Background(), files.Write(t, t.TempDir(), "a.parquet", string(badFooter)), cityProduct())
	if err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a bad footer: %v", err)
	}
}

// TestRowOfABadCount checks row numbers across pages and row groups.
func TestRowOfABadCount(t *testing.T) {
	rows := make([]files.Sale, 5000)
	rows[4321].N = -1
	folder := t.TempDir()
	path := files.Write(t, folder, "a.parquet", files.Parquet(t, rows, parquet.PageBufferSize(512), parquet.MaxRowsPerRowGroup(1234)))
	_, err := Open(context.Background(), path, Options{X: "city", Y: "product", Count: "n"})
	checkError(t, err, folder, "a.parquet: row 4322: n is -1, which is negative")
}

// TestCorruptParquet flips every byte of a file in turn. The result is an error
// or, where the byte is one of the data, another table; never a panic.
func TestCorruptParquet(t *testing.T) {
	type row struct {
		City    *string `parquet:"city,optional,dict"`
		Product string  `parquet:"product"`
		N       int64   `parquet:"n"`
	}
	var rows []row
	for _, s := range files.SmallSales() {
		rows = append(rows, row{&s.City, s.Product, s.N}, row{nil, s.Product, s.N})
	}
	content := []byte(files.Parquet(t, rows, parquet.DataPageStatistics(true)))
	opts := Options{X: "city", Y: "product", Count: "n", Format: source.Parquet}
	errs, folder := 0, t.TempDir()
	for i := range content {
		mask := []byte{0x01, 0x80, 0xff}[i%3]
		content[i] ^= mask
		if _, err := Open(context.Background(), files.Write(t, folder, "a.parquet", string(content)), opts); err != nil {
			errs++
			if !errors.As(err, new(*Error)) {
				t.Errorf("byte %d: %v", i, err)
			}
		}
		content[i] ^= mask
	}
	if errs < len(content)/3 {
		t.Errorf("%d errors for %d changes", errs, len(content))
	}
}

// TestCodecs reads what every codec compressed. The sizes are those of the library's buffers, at which codecs return buffers of their own.
func TestCodecs(t *testing.T) {
	type row struct {
		City    int64 `parquet:"city"`
		Product int64 `parquet:"product"`
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, 1<<15)
	want := make(map[string]float64)
	opts := cityProduct()
	opts.Scales = map[string]scale.Spec{"city": {Type: scale.Category}}
	for i := range rows {
		rows[i] = row{int64(rng.IntN(200)), int64(rng.IntN(3)) - 1}
		want[fmt.Sprint(rows[i].City, " ", rows[i].Product)]++
	}
	for _, codec := range []compress.Codec{
		&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw,
	} {
		for _, size := range []int{4096, 65536} {
			for version := 1; version <= 2; version++ {
				content := files.Parquet(t, rows, parquet.Compression(codec), parquet.PageBufferSize(size), parquet.DataPageVersion(version))
				if diff := cmp.Diff(want, cellsOf(mustRead(t, "a.parquet", content, opts))); diff != "" {
					t.Errorf("%v, pages of %d bytes, version %d:\n%s", codec, size, version, diff)
				}
			}
		}
	}
}

// TestLZ4InTheLibrary fails when the library reads LZ4 correctly, so that pages of LZ4_RAW need not be
// decompressed for it any more.
func TestLZ4InTheLibrary(t *testing.T) {
	type row struct {
		A int64 `parquet:"a"`
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, 1<<15)
	for i := range rows {
		rows[i].A = int64(rng.IntN(200))
	}
	for _, size := range []int{4096, 65536} {
		content := files.Parquet(t, rows, parquet.Compression(&parquet.Lz4Raw), parquet.PageBufferSize(size))
		got, err := parquet.Read[row](strings.NewReader(content), int64(len(content)))
		if err != nil || !slices.Equal(got, rows) {
			return
		}
	}
	t.Error("LZ4 is read correctly: leave format.Lz4Raw to the library in internal/parquetfile/unpacked.go")
}

// parquetOf returns a file that is nothing but a footer.
func parquetOf(footer []byte) string {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))
	return "PAR1" + string(footer) + string(length) + "PAR1"
}

// TestFootersMadeToCrash nests sets, structures, maps and columns deep enough to
// exhaust the stack or the memory.
func TestFootersMadeToCrash(t *testing.T) {
	const deep = 3_000_000
	columns := []byte("\x15\x02\x19\xfc")
	columns = binary.AppendUvarint(columns, deep/20+1)
	columns = append(columns, bytes.Repeat([]byte("\x48\x01a\x15\x02\x00"), deep/20)...) // a group "a" of one child
	columns = append(columns, "\x15\x02\x38\x01a\x00"+"\x16\x00\x19\x0c\x00"...)
	tests := []struct {
		name, want string
		footer     []byte
	}{
		{"sets", "the footer is nested too deep", append([]byte{0x5a}, bytes.Repeat([]byte{0x1a}, deep)...)},
		{"structures", "the footer is nested too deep", bytes.Repeat([]byte{0x5c}, deep)},
		{"maps", "the footer is nested too deep", append([]byte{0x5b}, bytes.Repeat([]byte{1, 0x3b, 0}, deep)...)},
		{"columns", "columns are nested more than 255 levels deep", columns},
		{"endless list", "the footer makes no sense", []byte("\x15\x02\x19\xfc\xff\xff\xff\xff\x07")},
		{"endless text", "the footer makes no sense", []byte("\x18\xff\xff\xff\xff\x07a")},
		{"unknown type", "the footer makes no sense", []byte{0x1e}},
		{"no end", "the footer makes no sense", []byte{0x15, 0x02}},
		{"nothing", "the footer makes no sense", nil},
	}
	for _, tt := range tests {
		_, err := openContext(t, "-", Options{X: "a", Y: "b", Stdin: strings.NewReader(parquetOf(tt.footer))})
		checkError(t, err, "", "stdin: the Parquet data is corrupt or of an unknown kind: "+tt.want)
	}
}

// TestRowsThatLie has footers that claim fewer, more and less than no rows.
func TestRowsThatLie(t *testing.T) {
	content := smallParquet(t)
	for rows, want := range map[int64]string{
		3:  "stdin: the Parquet data is corrupt or of an unknown kind: column city has more values than rows",
		5:  "stdin: the Parquet data is corrupt or of an unknown kind: column city ",
		-1: "stdin: the Parquet data is corrupt or of an unknown kind: ", // found by the library
	} {
		_, err := openContext(t, "-", Options{X: "city", Y: "product", Stdin: strings.NewReader(withRows(t, content, rows))})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d rows: %v, want %s", rows, err, want)
		}
	}
}

// withRows returns a Parquet file whose row groups claim a number of rows.
func withRows(t *testing.T, content string, rows int64) string {
	t.Helper()
	length := binary.LittleEndian.Uint32([]byte(content[len(content)-8:]))
	start := len(content) - 8 - int(length)
	var meta format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), []byte(content[start:len(content)-8]), &meta); err != nil {
		t.Fatal(err)
	}
	for i := range meta.RowGroups {
		meta.RowGroups[i].NumRows = rows
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		t.Fatal(err)
	}
	return content[:start] + strings.TrimPrefix(parquetOf(footer), "PAR1")
}

// TestFullReaders stops at a limit of one pair, in every format.
func TestFullReaders(t *testing.T) {
	for format, content := range map[string]string{source.CSV: smallCSV, source.JSONLines: smallJSON, source.Parquet: smallParquet(t)} {
		in, err := source.Find("-")
		if err != nil {
			t.Fatal(err)
		}
		c := tally.NewPairs()
		c.Limit = 1
		opts := Options{Format: format, Stdin: strings.NewReader(content)}
		if _, _, err := countRecords(t.Context(), in, opts, records.Query{Columns: []string{"city", "product"}}, c); err != nil || !c.Full || c.Records > 2 {
			t.Errorf("%s: %v, full is %v after %d records", format, err, c.Full, c.Records)
		}
		_, err = pairTable(in, c)
		checkError(t, err, "", "stdin: there are more than 1 different pairs: group the values of one of the columns first")
	}
}
