package table

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/klauspost/compress/snappy"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// optionalColumn returns a column "city" of numbers that may be missing, from a
// file, and the file.
func optionalColumn(t *testing.T) (*parquet.Column, string) {
	t.Helper()
	content := parquetFile(t, []struct {
		City *int32 `parquet:"city,optional"`
	}{{nil}})
	f, err := parquet.OpenFile(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return f.Root().Column("city"), content
}

// chunkOf returns a chunk of pages of the given headers and bodies.
func chunkOf(t *testing.T, codec format.CompressionCodec, pages ...any) *chunk {
	t.Helper()
	file := bytes.NewBufferString("PAR1")
	for i := 0; i < len(pages); i += 2 {
		header, err := thrift.Marshal(new(thrift.CompactProtocol), pages[i])
		if err != nil {
			t.Fatal(err)
		}
		file.Write(header)
		file.WriteString(pages[i+1].(string))
	}
	column, _ := optionalColumn(t)
	c := &chunk{}
	at := &format.ColumnChunk{MetaData: format.ColumnMetaData{Codec: codec, DataPageOffset: 4}}
	if err := c.open(bytes.NewReader(file.Bytes()), int64(file.Len()), column, at); err != nil {
		t.Fatal(err)
	}
	return c
}

// v1 returns the header of a page of the first kind.
func v1(compressed, size, values int32) *format.PageHeader {
	return &format.PageHeader{
		Type: format.DataPage, CompressedPageSize: compressed, UncompressedPageSize: size,
		DataPageHeader: thrift.New(format.DataPageHeader{NumValues: values, DefinitionLevelEncoding: format.RLE}),
	}
}

// v2 returns the header of a page of the second kind with levels of two bytes.
func v2(compressed, size, values int32) *format.PageHeader {
	return &format.PageHeader{
		Type: format.DataPageV2, CompressedPageSize: compressed, UncompressedPageSize: size,
		DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{NumValues: values, DefinitionLevelsByteLength: 2}),
	}
}

func TestChunkReadsPages(t *testing.T) {
	levels := "\x02\x00\x00\x00\x02\x01"
	packed := string(snappy.Encode(nil, []byte("data")))
	unpacked := v2(6, 6, 1)
	unpacked.DataPageHeaderV2.V.IsCompressed = thrift.New(false)
	summed := v1(10, 10, 1)
	summed.CRC = int32(crc32.ChecksumIEEE([]byte(levels + "data")))
	dictionary := &format.PageHeader{
		Type: format.DictionaryPage, CompressedPageSize: 4, UncompressedPageSize: 4,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: 1}),
	}
	index := &format.PageHeader{Type: format.IndexPage, CompressedPageSize: 3, UncompressedPageSize: 3}
	tests := []struct {
		name   string
		codec  format.CompressionCodec
		header *format.PageHeader
		body   string
		levels string
	}{
		{"first kind", format.Uncompressed, v1(10, 10, 1), levels + "data", "\x02\x01"},
		{"checksum", format.Uncompressed, summed, levels + "data", "\x02\x01"},
		{"second kind", format.Snappy, v2(int32(2+len(packed)), 6, 1), "\x02\x01" + packed, "\x02\x01"},
		{"second kind, not compressed", format.Snappy, unpacked, "\x02\x01data", "\x02\x01"},
		{"dictionary", format.Uncompressed, dictionary, "data", ""},
	}
	for _, tt := range tests {
		page, err := chunkOf(t, tt.codec, index, "xxx", tt.header, tt.body).next()
		if err != nil || page.rows != 1 || string(page.values) != "data" || string(page.levels) != tt.levels ||
			page.dictionary != (tt.header.Type == format.DictionaryPage) {
			t.Errorf("%s: %+v, %v", tt.name, page, err)
		}
	}
}

func TestChunkErrors(t *testing.T) {
	long := "\xff\xff\xff\xff\x02\x01data"
	wrongSum := v1(10, 10, 1)
	wrongSum.CRC = 1
	packed := v1(10, 10, 1)
	packed.DataPageHeader.V.DefinitionLevelEncoding = format.BitPacked
	none := &format.PageHeader{Type: format.DataPage, CompressedPageSize: 10, UncompressedPageSize: 10}
	levels := v2(6, 6, 1)
	levels.DataPageHeaderV2.V.DefinitionLevelsByteLength = 7
	minus := v2(6, 6, 1)
	minus.DataPageHeaderV2.V.RepetitionLevelsByteLength = -1
	twice := string(snappy.Encode(nil, []byte("datadata")))
	frame := "\x28\xb5\x2f\xfd\x60\x00\x00" + "\x01\x00\x00" // zstd of 256 bytes, which are not there
	tests := []struct {
		name   string
		codec  format.CompressionCodec
		header *format.PageHeader
		body   string
		want   string
	}{
		{"cut short", format.Uncompressed, v1(10, 10, 1), "data", "has a page that is cut short: unexpected EOF"},
		{"larger than the file", format.Uncompressed, v1(1000, 10, 1), "data", "has a page of 1000 bytes, 10 decompressed: more than the file or 256 MiB"},
		{"too large", format.Uncompressed, v1(10, maxPage+1, 1), "datadata..", "has a page of 10 bytes, 268435457 decompressed: more than the file or 256 MiB"},
		{"negative size", format.Uncompressed, v1(-1, 10, 1), "", "has a page of -1 bytes, 10 decompressed: more than the file or 256 MiB"},
		{"wrong sum", format.Uncompressed, wrongSum, long, "has a page with a wrong checksum"},
		{"negative number", format.Uncompressed, v1(10, 10, -1), long, "has a page header without sense (-1 values)"},
		{"no header", format.Uncompressed, none, long, "has a page header without sense (0 values)"},
		{"levels too long", format.Uncompressed, v1(10, 10, 1), long, "has a page whose definition levels are cut short"},
		{"no levels", format.Uncompressed, v1(3, 3, 1), "abc", "has a page whose definition levels are cut short"},
		{"old levels", format.Uncompressed, packed, long, "has definition levels in the encoding BIT_PACKED, which is not read"},
		{"second levels too long", format.Uncompressed, levels, "abcdef", "has a page whose definition levels are cut short"},
		{"second levels negative", format.Uncompressed, minus, "abcdef", "has a page whose definition levels are cut short"},
		{"second with negative number", format.Uncompressed, v2(6, 6, -1), "abcdef", "has a page header without sense (-1 values)"},
		{"snappy of another size", format.Snappy, v1(int32(len(twice)), 4, 1), twice, "has a page that SNAPPY cannot decompress: another size than its header says"},
		{"zstd of another size", format.Zstd, v1(int32(len(frame)), 4, 1), frame, "has a page that ZSTD cannot decompress: another size than its header says"},
		{"no zstd", format.Zstd, v1(4, 4, 1), "data", "has a page that ZSTD cannot decompress: "},
		{"no LZ4", format.Lz4Raw, v1(4, 4, 1), "data", "has a page that LZ4_RAW cannot decompress: "},
		{"LZ4 of another size", format.Lz4Raw, v1(3, 4, 1), "\x20da", "has a page that LZ4_RAW cannot decompress: another size than its header says"},
		{"no gzip", format.Gzip, v1(4, 4, 1), "data", "has a page that GZIP cannot decompress: "},
		{"LZO", format.LZO, v1(4, 4, 1), "data", "cannot decompress: "},
	}
	for _, tt := range tests {
		_, err := chunkOf(t, tt.codec, tt.header, tt.body).next()
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	c := chunkOf(t, format.Uncompressed, v1(10, 10, 1), long)
	if _, err := c.r.Discard(c.r.Size()); err == nil {
		t.Fatal("the pages are longer than a buffer")
	}
	if _, err := c.next(); err == nil || err.Error() != "has fewer values than rows" {
		t.Errorf("after the last page: %v", err)
	}
	c.r.Reset(strings.NewReader("\xff\xff"))
	if _, err := c.next(); err == nil || !strings.HasPrefix(err.Error(), "has a page header that cannot be read: ") {
		t.Errorf("a bad header: %v", err)
	}
}

func TestOpenChunkErrors(t *testing.T) {
	column, content := optionalColumn(t)
	tests := []struct {
		want string
		at   format.ColumnChunk
	}{
		{"is kept in another file, other.parquet, which is not read", format.ColumnChunk{FilePath: "other.parquet"}},
		{"is encrypted", format.ColumnChunk{EncryptedColumnMetadata: []byte{1}}},
		{"lies outside the file", format.ColumnChunk{}},
		{"lies outside the file", format.ColumnChunk{MetaData: format.ColumnMetaData{DataPageOffset: 1 << 40}}},
		{"lies outside the file", format.ColumnChunk{MetaData: format.ColumnMetaData{DataPageOffset: 4, DictionaryPageOffset: 3}}},
	}
	for _, tt := range tests {
		err := (&chunk{}).open(strings.NewReader(content), int64(len(content)), column, &tt.at)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
	p := newPageReader("f", column, func(parquet.Value) (int, error) { return 0, nil })
	if err := p.read(dataPage{dictionary: true, rows: 1, values: []byte("data")}); err != nil || p.dictionary == nil {
		t.Fatalf("dictionary %v, %v", p.dictionary, err)
	}
	first := &format.RowGroup{Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{DataPageOffset: 4}}}}
	if err := p.start(strings.NewReader(content), int64(len(content)), first); err != nil || p.dictionary != nil {
		t.Errorf("the dictionary outlives its row group: %v", err)
	}
	if err := p.start(strings.NewReader(content), int64(len(content)), &format.RowGroup{}); err == nil ||
		err.Error() != "f: the Parquet data is corrupt or of an unknown kind: column city is not in every row group" {
		t.Errorf("got %v", err)
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
	length := binary.LittleEndian.Uint32([]byte(content[len(content)-parquetTail:]))
	start := len(content) - parquetTail - int(length)
	var meta format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), []byte(content[start:len(content)-parquetTail]), &meta); err != nil {
		t.Fatal(err)
	}
	for i := range meta.RowGroups {
		meta.RowGroups[i].NumRows = rows
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		t.Fatal(err)
	}
	return content[:start] + strings.TrimPrefix(parquetOf(footer), parquetMagic)
}

// TestFullReaders stops at a limit of one pair, in every format.
func TestFullReaders(t *testing.T) {
	for format, content := range map[Format]string{CSV: smallCSV, JSONLines: smallJSON, Parquet: smallParquet(t)} {
		opts := cityProduct()
		opts.Format, opts.Stdin = format, strings.NewReader(content)
		r := &recordReader{opts: opts, names: []string{"city", "product"}, counter: newPairCounter()}
		r.counter.limit = 1
		if err := r.read(t.Context(), source{path: stdinName}); err != nil || !r.counter.full {
			t.Errorf("%v: %v, full is %v", format, err, r.counter.full)
		}
		if format != Parquet && r.counter.records > 2 {
			t.Errorf("%v: read on for %d records", format, r.counter.records)
		}
	}
}
