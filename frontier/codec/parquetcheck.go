package codec

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The library that reads Parquet allocates as much memory as a file claims to need, and one wrong
// bit can claim all of it. The functions here check these claims beforehand. The library compares
// the checksums of pages, so that only a file made to do harm passes both.

// errNotParquet is the beginning of every error about a damaged file.
var errNotParquet = errors.New("is not a whole Parquet file")

// checkFooter returns an error if a file claims to have a footer longer than itself.
func checkFooter(r io.ReaderAt, size int64) error {
	const frame = 12 // the magic string before, the length and the magic string after
	var end [8]byte
	if size >= frame {
		if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	if string(end[4:]) != "PAR1" || int64(binary.LittleEndian.Uint32(end[:4])) > size-frame {
		return fmt.Errorf("%w: its end is missing", errNotParquet)
	}
	return nil
}

// checkChunks checks the columns of every group of rows. It refuses compressions that the library
// cannot decode in bounded memory if the data are damaged.
func checkChunks(r io.ReaderAt, size int64, meta *format.FileMetaData) error {
	for _, group := range meta.RowGroups {
		for _, chunk := range group.Columns {
			m := &chunk.MetaData
			switch m.Codec {
			case format.Uncompressed, format.Snappy, format.Gzip, format.Zstd:
			default:
				return fmt.Errorf("is compressed with %v: use zstd, gzip or snappy", m.Codec)
			}
			start := m.DataPageOffset
			if m.DictionaryPageOffset != 0 {
				start = m.DictionaryPageOffset
			}
			if start < 0 || m.TotalCompressedSize < 0 || m.TotalCompressedSize > size-start {
				return fmt.Errorf("%w: a column lies outside of it", errNotParquet)
			}
			if err := checkPages(io.NewSectionReader(r, start, m.TotalCompressedSize)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkPages checks the header of every page of a column.
func checkPages(column *io.SectionReader) error {
	const maxHeader = 1 << 16
	b := bufio.NewReaderSize(column, maxHeader)
	left := column.Size()
	for left > 0 {
		start, err := b.Peek(maxHeader)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		header := (&thrift.CompactProtocol{}).NewReaderFromBytes(start)
		var h format.PageHeader
		if err := thrift.NewDecoder(header).Decode(&h); err != nil {
			return fmt.Errorf("%w: %w", errNotParquet, err)
		}
		page := int64(header.BytesRead()) + int64(h.CompressedPageSize)
		if h.CompressedPageSize < 0 || page > left {
			return fmt.Errorf("%w: a page lies outside of its column", errNotParquet)
		}
		// Pages that this program writes have about 256 kB, and pages above 1 MB are rare.
		const most = 64 << 20
		for _, n := range []int32{
			h.UncompressedPageSize, h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues,
			h.DictionaryPageHeader.V.NumValues,
		} {
			if n < 0 || n > most {
				return fmt.Errorf("%w: a page claims a size of %d", errNotParquet, n)
			}
		}
		if _, err := b.Discard(int(page)); err != nil {
			return err
		}
		left -= page
	}
	return nil
}
