package parquetfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// TestPageClaims gives sizes that a page cannot have, or that take too much memory.
func TestPageClaims(t *testing.T) {
	page := func(change func(h *format.PageHeader)) error {
		h := format.PageHeader{Type: format.DataPageV2, CompressedPageSize: 10, UncompressedPageSize: 10}
		h.DataPageHeaderV2 = thrift.New(format.DataPageHeaderV2{NumValues: 5})
		change(&h)
		b, err := thrift.Marshal(&thrift.CompactProtocol{}, h)
		if err != nil {
			t.Fatal(err)
		}
		b = slices.Repeat(append(b, "0123456789"...), 2) // two pages
		u := &unpacked{file: bytes.NewReader(b)}
		c := column{name: "x", window: new(window), left: int64(len(b))}
		return errors.Join(c.next(u), c.next(u))
	}
	if err := page(func(*format.PageHeader) {}); err != nil {
		t.Error(err)
	}
	for _, tt := range []struct {
		want   string
		change func(h *format.PageHeader)
	}{
		{"it is longer than its column", func(h *format.PageHeader) { h.CompressedPageSize, h.UncompressedPageSize = 1<<20, 1<<20 }},
		{"its sizes make no sense", func(h *format.PageHeader) { h.CompressedPageSize = -1 }},
		{"its sizes make no sense", func(h *format.PageHeader) { h.UncompressedPageSize = -1 }},
		{"it has 10 bytes, not 11", func(h *format.PageHeader) { h.UncompressedPageSize = 11 }},
		{"its checksum is another one", func(h *format.PageHeader) { h.CRC = 1 }},
		{"its levels are longer than the page", func(h *format.PageHeader) { h.DataPageHeaderV2.V.DefinitionLevelsByteLength = 11 }},
		{"its levels are longer than the page", func(h *format.PageHeader) { h.DataPageHeaderV2.V.RepetitionLevelsByteLength = -1 }},
		{"column x has a page that unpacks to 67108865 bytes, more than 67108864", func(h *format.PageHeader) { h.UncompressedPageSize = mostPageBytes + 1 }},
		{"column x has a page of 16777217 values, more than 16777216", func(h *format.PageHeader) { h.DataPageHeaderV2.V.NumValues = mostPageValues + 1 }},
		{"column x has a page of 16777217 values, more than 16777216", func(h *format.PageHeader) {
			h.DataPageHeader = thrift.New(format.DataPageHeader{NumValues: mostPageValues + 1})
		}},
		{"column x has a page of 16777217 values, more than 16777216", func(h *format.PageHeader) {
			h.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: mostPageValues + 1})
		}},
	} {
		if err := page(tt.change); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// TestDecompress decompresses what every codec compresses, to its length and to others, and parts of it.
func TestDecompress(t *testing.T) {
	for _, codec := range []format.CompressionCodec{format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw} {
		for _, text := range []string{"", "a", strings.Repeat("abc", 1000), strings.Repeat("\x00", 10_000_000)} {
			packed, err := parquet.LookupCompressionCodec(codec).Encode(nil, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, length := range []int{0, 1, len(text) - 1, len(text), len(text) + 1, 2 * len(text)} {
				values := make([]byte, max(0, length))
				if err := decompress(codec, values, packed); length == len(text) && (err != nil || string(values) != text) {
					t.Errorf("%v, %d bytes: %v", codec, length, err)
				} else if length > len(text) && err == nil || length > 0 && length < len(text) && err == nil {
					t.Errorf("%v, %d bytes: as %d bytes", codec, len(text), length)
				}
			}
			if cut := len(packed) / 2; len(text) > 0 && decompress(codec, make([]byte, len(text)), packed[:cut]) == nil {
				t.Errorf("%v, %d bytes: from half of the data", codec, len(text))
			}
		}
	}
}

// TestImpossibleLZ4 decompresses data that claim to hold more than they can, or hold something else.
func TestImpossibleLZ4(t *testing.T) {
	for _, codec := range []format.CompressionCodec{format.Lz4, format.Lz4Raw} {
		for _, packed := range []string{
			"", "\x00", "\x10a", "\x00\x00\x00\x04\x00\x00\x00\x00", "\x00\x00\x00\x04\xff\xff\xff\xff", "\xff\xff\xff\xff\x00\x00\x00\x01",
			"\x00\x00\x00\x00", "\x1fa\x01\x00", "\x1fa\x00\x00\xff\xff",
		} {
			for _, length := range []int{2, 255 * len(packed), mostPageBytes} {
				if values := make([]byte, length); length > 0 && decompress(codec, values, []byte(packed)) == nil {
					t.Errorf("%v, %q: %q", codec, packed, values)
				}
			}
		}
	}
}

// FuzzDecompress decompresses any data by every codec: as the library does if they hold as much as asked for, and
// otherwise not at all.
func FuzzDecompress(f *testing.F) {
	codecs := []format.CompressionCodec{format.Snappy, format.Gzip, format.Brotli, format.Zstd}
	for k, codec := range codecs {
		packed, err := parquet.LookupCompressionCodec(codec).Encode(nil, []byte("abcabcabcabcabc"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(k), uint16(15), packed)
	}
	f.Fuzz(func(t *testing.T, k byte, length uint16, packed []byte) {
		codec, values := codecs[int(k)%len(codecs)], make([]byte, length)
		err := decompress(codec, values, packed)
		if size, wrong := snappy.DecodedLen(packed); codec == format.Snappy && (wrong != nil || size > 1<<20) {
			return // the library would take the memory
		}
		want, wrong := byLibrary(codec, packed)
		if holds := wrong == nil && len(want) == len(values); holds != (err == nil) || holds && !bytes.Equal(values, want) {
			t.Errorf("%v, %d bytes: %v; the library: %d bytes, %v", codec, length, err, len(want), wrong)
		}
	})
}

// byLibrary decompresses data as the library does, which panics at the end of some data that are cut short, but of data
// that may become any number of bytes no more than a megabyte.
func byLibrary(codec format.CompressionCodec, packed []byte) (values []byte, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	var r io.Reader
	switch codec {
	case format.Gzip:
		r, err = gzip.NewReader(bytes.NewReader(packed))
	case format.Brotli:
		r = brotli.NewReader(bytes.NewReader(packed))
	case format.Zstd:
		r, err = zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1))
	default:
		return parquet.LookupCompressionCodec(codec).Decode(nil, packed)
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, 1<<20))
}
