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
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"
)

// parquetFile returns the content of a Parquet file of rows.
func parquetFile[T any](t testing.TB, rows []T, opts ...parquet.WriterOption) string {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, opts...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sale is a row of the small table.
type sale struct {
	City    string `parquet:"city"`
	Product string `parquet:"product"`
	N       int64  `parquet:"n"`
}

func smallSales() []sale {
	return []sale{{"Paris", "tea", 1}, {"Paris", "coffee", 2}, {"Rome", "coffee", 3}, {"Paris", "tea", 4}}
}

func smallParquet(t testing.TB) string { return parquetFile(t, smallSales()) }

func TestParquet(t *testing.T) {
	content := smallParquet(t)
	for _, file := range []string{"a.parquet", "a.pq", "a"} {
		tab := mustRead(t, file, content, cityProduct())
		checkCells(t, tab, smallCells())
		if tab.Records() != 4 {
			t.Errorf("%d records", tab.Records())
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
			row.City, x = nil, missingLabel
		}
		if i > 4000 { // whole pages without a value
			row.Product, y = nil, missingLabel
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
			"plain": parquetFile(t, plains, writer...), "dictionary": parquetFile(t, dictionaries, writer...),
		} {
			tab := mustRead(t, "a.parquet", content, opts)
			checkCells(t, tab, want)
			if missing := int64(1000 + 999 - 199); tab.Records() != 5000 || tab.Missing() != missing {
				t.Errorf("version %d, %s: %d of %d missing, want %d of 5000", version, name, tab.Missing(), tab.Records(), missing)
			}
		}
	}
}

func TestParquetValues(t *testing.T) {
	day := func(s string) time.Time {
		d, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	text := func(typ parquet.Node, v parquet.Value) string {
		t.Helper()
		f, err := valueText(typ.Type())
		if err != nil {
			t.Fatal(err)
		}
		return string(f([]byte("<"), v)) + ">"
	}
	stamp := day("2021-12-31T23:59:58.123456789Z")
	int96 := deprecated.Int96{0, 0, julianEpoch + 1}
	for _, tt := range []struct {
		node parquet.Node
		v    parquet.Value
		want string
	}{
		{parquet.String(), parquet.ByteArrayValue([]byte(" a,é")), "< a,é>"},
		{parquet.Leaf(parquet.ByteArrayType), parquet.ByteArrayValue([]byte("raw")), "<raw>"},
		{parquet.Leaf(parquet.ByteArrayType), parquet.ByteArrayValue([]byte{0xff, 0}), "<0xff00>"},
		{parquet.Leaf(parquet.FixedLenByteArrayType(2)), parquet.FixedLenByteArrayValue([]byte{0xc3, 0xa9}), "<é>"},
		{parquet.Leaf(parquet.BooleanType), parquet.BooleanValue(true), "<true>"},
		{parquet.Int(8), parquet.Int32Value(-7), "<-7>"},
		{parquet.Int(64), parquet.Int64Value(-1 << 63), "<-9223372036854775808>"},
		{parquet.Uint(32), parquet.Int32Value(-1), "<4294967295>"},
		{parquet.Uint(64), parquet.Int64Value(-1), "<18446744073709551615>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(1), "<1>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(-1234567.5), "<-1234567.5>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(1e21), "<1e+21>"},
		{parquet.Leaf(parquet.DoubleType), parquet.DoubleValue(-1e-7), "<-1e-07>"},
		{parquet.Leaf(parquet.FloatType), parquet.FloatValue(0.1), "<0.1>"},
		{parquet.Date(), parquet.Int32Value(-1), "<1969-12-31>"},
		{parquet.Date(), parquet.Int32Value(int32(stamp.Unix() / secondsPerDay)), "<2021-12-31>"},
		{parquet.Timestamp(parquet.Nanosecond), parquet.Int64Value(stamp.UnixNano()), "<2021-12-31T23:59:58.123456789Z>"},
		{parquet.Timestamp(parquet.Microsecond), parquet.Int64Value(stamp.UnixMicro()), "<2021-12-31T23:59:58.123456Z>"},
		{parquet.Timestamp(parquet.Millisecond), parquet.Int64Value(stamp.Unix() * 1000), "<2021-12-31T23:59:58Z>"},
		{parquet.TimestampAdjusted(parquet.Millisecond, false), parquet.Int64Value(0), "<1970-01-01T00:00:00>"},
		{parquet.Time(parquet.Millisecond), parquet.Int32Value(86399001), "<23:59:59.001>"},
		{parquet.Time(parquet.Microsecond), parquet.Int64Value(1), "<00:00:00.000001>"},
		{parquet.Decimal(2, 9, parquet.Int32Type), parquet.Int32Value(-1230), "<-12.30>"},
		{parquet.Decimal(3, 18, parquet.Int64Type), parquet.Int64Value(5), "<0.005>"},
		{parquet.Decimal(0, 9, parquet.Int32Type), parquet.Int32Value(7), "<7>"},
		{parquet.Decimal(1, 30, parquet.FixedLenByteArrayType(13)), parquet.FixedLenByteArrayValue(append([]byte{0xff}, bytes.Repeat([]byte{0xff}, 12)...)), "<-0.1>"},
		{parquet.Decimal(1, 30, parquet.ByteArrayType), parquet.ByteArrayValue([]byte{1, 0}), "<25.6>"},
		{parquet.Decimal(1, 30, parquet.ByteArrayType), parquet.ByteArrayValue(nil), "<0.0>"},
		{parquet.UUID(), parquet.FixedLenByteArrayValue([]byte("\x12\x34\x56\x78\x9a\xbc\xde\xf0\x12\x34\x56\x78\x9a\xbc\xde\xf0")), "<12345678-9abc-def0-1234-56789abcdef0>"},
		{parquet.Leaf(parquet.Int96Type), parquet.Int96Value(int96), "<1970-01-02T00:00:00>"},
	} {
		if got := text(tt.node, tt.v); got != tt.want {
			t.Errorf("%v %v: %s, want %s", tt.node, tt.v, got, tt.want)
		}
	}
	for _, scale := range []int{-1, maxScale + 1} {
		if _, err := decimalText(scale); err == nil {
			t.Errorf("a scale of %d passes", scale)
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
	rows := parquetFile(t, []other{{F: 1, S: "1", D: &two}, {F: -1, S: "x", D: &minus}})
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
		{"no rows", parquetFile(t, []sale{}), "a.parquet: there are no records, only a header", cityProduct()},
		{"no column", small, `a.parquet: no column "citty"; the columns are city, product, n (did you mean city?)`, Options{X: "citty", Y: "product"}},
		{"list", rows, "a.parquet: column tags holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "city", Y: "tags"}},
		{"repeated", rows, "a.parquet: column many holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "city", Y: "many"}},
		{"structure", rows, "a.parquet: column in holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "in", Y: "city"}},
		{"map", rows, "a.parquet: column map holds a list or a structure, not one value a row: write the values wanted to a column of their own", Options{X: "city", Y: "city", Count: "map"}},
		{"dotted path", rows, `a.parquet: no column "in.A"; the columns are city, tags, many, in, map, day, yes, f, s, d (did you mean in?)`, Options{X: "in.A", Y: "city"}},
		{"date for a count", rows, "a.parquet: column day holds DATE, not numbers, and cannot be a count", Options{X: "city", Y: "city", Count: "day"}},
		{"truth for a count", rows, "a.parquet: column yes holds BOOLEAN, not numbers, and cannot be a count", Options{X: "city", Y: "city", Count: "yes"}},
		{"negative count", rows, "a.parquet: row 2: f is -1, which is negative", Options{X: "city", Y: "city", Count: "f"}},
		{"text for a count", rows, "a.parquet: row 2: s is x, which is not a number", Options{X: "city", Y: "city", Count: "s"}},
		{"negative count in a dictionary", rows, "a.parquet: row 2: d is -2, which is negative", Options{X: "city", Y: "city", Count: "d"}},
		{
			"missing count", parquetFile(t, []other{{D: &two}, {}}), "a.parquet: row 2: d is missing where a number must stand",
			Options{X: "city", Y: "city", Count: "d"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := Open(context.Background(), write(t, folder, "a.parquet", tt.content), tt.opts)
			checkError(t, err, folder, tt.want)
		})
	}
	_, err := Open(context.Background(), write(t, t.TempDir(), "a.parquet", string(badFooter)), cityProduct())
	if err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a bad footer: %v", err)
	}
}

// TestRowOfABadCount checks row numbers across pages and row groups.
func TestRowOfABadCount(t *testing.T) {
	rows := make([]sale, 5000)
	rows[4321].N = -1
	folder := t.TempDir()
	path := write(t, folder, "a.parquet", parquetFile(t, rows, parquet.PageBufferSize(512), parquet.MaxRowsPerRowGroup(1234)))
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
	for _, s := range smallSales() {
		rows = append(rows, row{&s.City, s.Product, s.N}, row{nil, s.Product, s.N})
	}
	content := []byte(parquetFile(t, rows, parquet.DataPageStatistics(true)))
	opts := Options{X: "city", Y: "product", Count: "n", Format: Parquet}
	errs := 0
	for i := range content {
		for _, mask := range []byte{0x01, 0x80, 0xff} {
			content[i] ^= mask
			folder := t.TempDir()
			if _, err := Open(context.Background(), write(t, folder, "a.parquet", string(content)), opts); err != nil {
				errs++
				if !errors.As(err, new(*Error)) {
					t.Errorf("byte %d: %v", i, err)
				}
			}
			content[i] ^= mask
		}
	}
	if errs < len(content) {
		t.Errorf("%d errors for %d changes", errs, 3*len(content))
	}
}

// TestCodecs reads what every codec compressed. The library's own page reader
// gets another table for LZ4. The sizes are those of the library's buffers, at
// which other codecs return buffers of their own as well.
func TestCodecs(t *testing.T) {
	type row struct {
		City    int64 `parquet:"city"`
		Product int64 `parquet:"product"`
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, 1<<15)
	want := make(map[string]float64)
	for i := range rows {
		rows[i] = row{int64(rng.IntN(200)), int64(rng.IntN(3)) - 1}
		want[fmt.Sprint(rows[i].City, " ", rows[i].Product)]++
	}
	for _, codec := range []compress.Codec{
		&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw,
	} {
		for _, size := range []int{4096, 65536} {
			for version := 1; version <= 2; version++ {
				content := parquetFile(t, rows, parquet.Compression(codec), parquet.PageBufferSize(size), parquet.DataPageVersion(version))
				if diff := cmp.Diff(want, cellsOf(mustRead(t, "a.parquet", content, cityProduct()))); diff != "" {
					t.Errorf("%v, pages of %d bytes, version %d:\n%s", codec, size, version, diff)
				}
			}
		}
	}
}

// TestHybrid compares with the library's encoder, for every width.
func TestHybrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 32).Draw(t, "width")
		var numbers []int32
		for range rapid.IntRange(0, 20).Draw(t, "runs") {
			v := rapid.Uint32Max(1<<width-1).Draw(t, "value")
			for range rapid.IntRange(1, 40).Draw(t, "length") {
				numbers = append(numbers, int32(v))
				if rapid.Bool().Draw(t, "change") {
					v ^= 1
				}
			}
		}
		encoded, err := (&rle.Encoding{BitWidth: width}).EncodeInt32(nil, numbers)
		if err != nil {
			t.Fatal(err)
		}
		got, err := appendHybrid(nil, encoded, width, len(numbers))
		if err != nil || len(got) != len(numbers) {
			t.Fatalf("%d of %d numbers, %v", len(got), len(numbers), err)
		}
		for i, n := range numbers {
			if got[i] != uint32(n) {
				t.Fatalf("number %d of width %d is %d, want %d", i, width, got[i], uint32(n))
			}
		}
	})
}

func TestHybridEdges(t *testing.T) {
	tests := []struct {
		name     string
		src      []byte
		width, n int
		want     []uint32
		fails    bool
	}{
		{"no bits", nil, 0, 3, []uint32{0, 0, 0}, false},
		{"nothing", nil, 1, 0, nil, false},
		{"too short", nil, 1, 1, nil, true},
		{"run without its value", []byte{2}, 1, 1, nil, true},
		{"run of none", []byte{0, 1, 2, 1}, 1, 1, []uint32{1}, false},
		{"endless run", []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 1}, 1, 2, []uint32{1, 1}, false},
		{"endless groups", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 5}, 1, 3, []uint32{1, 0, 1}, false},
		{"endless groups cut", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 5}, 1, 9, nil, true},
		{"header without end", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, 1, 9, nil, true},
		{"bits beyond the width", []byte{4, 0xff}, 1, 2, []uint32{1, 1}, false},
		{"cut group", []byte{3, 0x21}, 4, 2, []uint32{1, 2}, false},
	}
	for _, tt := range tests {
		got, err := appendHybrid(nil, tt.src, tt.width, tt.n)
		if (err != nil) != tt.fails || !tt.fails && !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
}

// TestPagesThatLie changes headers, and data, which no checksum guards.
func TestPagesThatLie(t *testing.T) {
	content := parquetFile(t, []struct {
		City *int32 `parquet:"city,optional"`
	}{{nil}})
	f, err := parquet.OpenFile(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	column := f.Root().Column("city")
	reader := func() *pageReader[string] {
		return newPageReader("a", column, func(v parquet.Value) (string, error) { return v.String(), nil })
	}
	plain := []byte{1, 0, 0, 0, 2, 0, 0, 0}
	tests := []struct {
		name string
		page dataPage
		want string
	}{
		{"good", dataPage{rows: 3, levels: []byte{3, 0b101}, values: plain}, ""},
		{"no values", dataPage{rows: 3, levels: []byte{6, 0}}, ""},
		{"too few levels", dataPage{rows: 9, levels: []byte{3, 0b101}, values: plain}, "has a page with too few numbers"},
		{"too few values", dataPage{rows: 3, levels: []byte{3, 0b111}, values: plain}, "has a page of 3 values that holds 2"},
		{"half a value", dataPage{rows: 3, levels: []byte{3, 0b101}, values: plain[:7]}, "PLAIN: cannot decode INT32 from input of size 7: invalid argument"},
		{"no dictionary", dataPage{rows: 1, levels: []byte{2, 1}, values: []byte{0}, encoding: format.RLEDictionary}, "has a page that needs a dictionary, and there is none"},
		{"unknown encoding", dataPage{rows: 1, levels: []byte{2, 1}, values: plain, encoding: 99}, "not supported"},
	}
	for _, tt := range tests {
		err := reader().read(tt.page)
		if tt.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	for values, want := range map[string]string{
		"":             "has a page with too few numbers",
		"\x21":         "has a page with too few numbers",
		"\x01\x02\x01": "",
		"\x02\x02\x02": "has the index 2 into a dictionary of 2",
		"\x01":         "has a page with too few numbers",
	} {
		p := reader()
		if err := p.read(dataPage{dictionary: true, rows: 2, values: plain}); err != nil {
			t.Fatal(err)
		}
		err := p.read(dataPage{rows: 1, levels: []byte{2, 1}, values: []byte(values), encoding: plainDictionary})
		if want == "" && err == nil {
			continue
		}
		if err == nil || err.Error() != want {
			t.Errorf("indices %q: %v, want %s", values, err, want)
		}
	}
}
