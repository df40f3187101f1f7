package table

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
)

// legacyLZ4 compresses as the codec LZ4 of Hadoop does: blocks of a length, each in parts of another.
// Without blocks it is what early programs wrote by the same name.
type legacyLZ4 struct{ block, part int }

func (legacyLZ4) String() string                             { return "LZ4" }
func (legacyLZ4) CompressionCodec() format.CompressionCodec  { return format.Lz4 }
func (legacyLZ4) Decode(_, _ []byte) (plain []byte, e error) { return nil, errors.ErrUnsupported }

func (c legacyLZ4) Encode(_, src []byte) ([]byte, error) {
	if c.block == 0 {
		return appendLZ4(nil, src)
	}
	var dst []byte
	for len(src) > 0 {
		block := src[:min(c.block, len(src))]
		src = src[len(block):]
		dst = binary.BigEndian.AppendUint32(dst, uint32(len(block)))
		for len(block) > 0 {
			part := block[:min(c.part, len(block))]
			block = block[len(part):]
			packed, err := appendLZ4(nil, part)
			if err != nil {
				return nil, err
			}
			dst = append(binary.BigEndian.AppendUint32(dst, uint32(len(packed))), packed...)
		}
	}
	return dst, nil
}

func appendLZ4(dst, src []byte) ([]byte, error) {
	packed := make([]byte, lz4.CompressBlockBound(len(src)))
	n, err := new(lz4.Compressor).CompressBlock(src, packed)
	return append(dst, packed[:n]...), err
}

type lz4Row struct {
	City    *string `parquet:"city,optional,dict"`
	Product string  `parquet:"product"`
	N       int64   `parquet:"n"`
}

// lz4Rows are n rows, some of them with a missing city.
func lz4Rows(n int) []lz4Row {
	rows := make([]lz4Row, n)
	for i := range rows {
		rows[i] = lz4Row{nil, fmt.Sprint("product ", i*i%37), int64(i % 5)}
		if i%7 > 0 {
			city := strings.Repeat("city ", i%11)
			rows[i].City = &city
		}
	}
	return rows
}

// together returns the row groups of some files, which have the same columns, as one file.
func together(t testing.TB, contents ...string) string {
	t.Helper()
	var all format.FileMetaData
	merged := []byte("PAR1")
	for i, content := range contents {
		end := len(content) - 8
		begin := end - int(binary.LittleEndian.Uint32([]byte(content[end:])))
		var meta format.FileMetaData
		if err := thrift.Unmarshal(new(thrift.CompactProtocol), []byte(content[begin:end]), &meta); err != nil {
			t.Fatal(err)
		}
		for g := range meta.RowGroups {
			meta.RowGroups[g].Ordinal = int16(len(all.RowGroups) + g)
			for c := range meta.RowGroups[g].Columns {
				chunk := &meta.RowGroups[g].Columns[c]
				chunk.MetaData.DataPageOffset += int64(len(merged))
				if chunk.MetaData.DictionaryPageOffset > 0 {
					chunk.MetaData.DictionaryPageOffset += int64(len(merged))
				}
			}
		}
		merged = append(merged, content[:begin]...)
		if i == 0 {
			all = meta
			continue
		}
		all.RowGroups = append(all.RowGroups, meta.RowGroups...)
		all.NumRows += meta.NumRows
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &all)
	if err != nil {
		t.Fatal(err)
	}
	return string(merged) + parquetOf(footer)[4:]
}

// TestLegacyLZ4 reads the blocks of Hadoop, alone and in one file with all other codecs.
func TestLegacyLZ4(t *testing.T) {
	rows := lz4Rows(4000)
	opts := Options{X: "city", Y: "product", Count: "n"}
	for version := 1; version <= 2; version++ {
		how := []parquet.WriterOption{parquet.DataPageVersion(version), parquet.PageBufferSize(3000), parquet.MaxRowsPerRowGroup(1500)}
		want := cellsOf(mustRead(t, "a.parquet", files.Parquet(t, rows, how...), opts))
		var mixed []string
		codecs := []compress.Codec{
			legacyLZ4{1 << 18, 1 << 18},
			legacyLZ4{700, 700},
			legacyLZ4{1 << 18, 300},
			legacyLZ4{},
			&parquet.Lz4Raw, &parquet.Snappy, &parquet.Zstd, &parquet.Gzip, &parquet.Brotli, &parquet.Uncompressed,
		}
		for _, codec := range codecs {
			content := files.Parquet(t, rows, append(how, parquet.Compression(codec))...)
			if diff := cmp.Diff(want, cellsOf(mustRead(t, "a.parquet", content, opts))); diff != "" {
				t.Errorf("%#v, version %d:\n%s", codec, version, diff)
			}
			mixed = append(mixed, content)
		}
		two := cellsOf(mustRead(t, "a.parquet", together(t, mixed[5], mixed[6]), opts)) // Snappy and Zstandard
		for cell, n := range want {
			if two[cell] != 2*n {
				t.Errorf("without LZ4, version %d: %q %v times, want %v", version, cell, two[cell], 2*n)
			}
		}
		for cell := range want {
			want[cell] *= float64(len(codecs))
		}
		for range 2 { // with the last codec first, too
			mixed = append(mixed[1:], mixed[0])
			if diff := cmp.Diff(want, cellsOf(mustRead(t, "a.parquet", together(t, mixed...), opts))); diff != "" {
				t.Errorf("all codecs, version %d:\n%s", version, diff)
			}
		}
	}
}

// TestDamagedLZ4 changes one bit of every byte of files. Pages have checksums, so that no change
// before the footer gives another table.
func TestDamagedLZ4(t *testing.T) {
	opts := Options{X: "city", Y: "product", Count: "n", Format: source.Parquet}
	path := files.Write(t, t.TempDir(), "a.parquet", "")
	for version, codec := range []compress.Codec{1: legacyLZ4{50, 30}, 2: &parquet.Lz4Raw} {
		if codec == nil {
			continue
		}
		content := []byte(files.Parquet(t, lz4Rows(12), parquet.DataPageVersion(version), parquet.Compression(codec)))
		footer := len(content) - 8 - int(binary.LittleEndian.Uint32(content[len(content)-8:]))
		want := cellsOf(mustRead(t, "a.parquet", string(content), opts))
		for i := version; i < len(content); i += 2 {
			mask := byte(1) << (i / 2 % 8)
			content[i] ^= mask
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			tab, err := Open(context.Background(), path, opts)
			switch {
			case err == nil && i < footer && !cmp.Equal(want, cellsOf(tab)):
				t.Errorf("%v, byte %d: another table", codec, i)
			case err != nil && (!errors.As(err, new(*Error)) || strings.Contains(err.Error(), "\n")):
				t.Errorf("%v, byte %d: %v", codec, i, err)
			}
			content[i] ^= mask
		}
	}
}
