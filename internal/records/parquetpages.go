package records

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// The library takes memory for all values of a page at once, and a page of a few bytes can hold or claim 2^31
// of them. Pages that programs write have about a megabyte, or 20,000 rows.
const (
	mostPageValues = 1 << 24
	mostPageBytes  = 64 << 20
)

// checkPage returns an error for a page that would take too much memory.
func checkPage(h *format.PageHeader) error {
	if n := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues, h.DictionaryPageHeader.V.NumValues); n > mostPageValues {
		return fmt.Errorf("has a page of %d values, more than %d: write the file with smaller pages", n, mostPageValues)
	}
	if n := h.UncompressedPageSize; n > mostPageBytes {
		return fmt.Errorf("has a page that unpacks to %d bytes, more than %d: write the file with smaller pages", n, mostPageBytes)
	}
	return nil
}

// checkPages checks the pages of a column by their headers. Headers that make no sense are left to the library.
func checkPages(file io.ReaderAt, chunk *format.ColumnMetaData) error {
	c := &unpackedColumn{from: chunk.DataPageOffset, left: chunk.TotalCompressedSize}
	if d := chunk.DictionaryPageOffset; d > 0 && d < c.from {
		c.from = d
	}
	for c.left > 0 {
		header, length, err := c.header(file)
		if err != nil {
			return nil //nolint:nilerr // the library says what is wrong, if it reads as far
		}
		if err := checkPage(header); err != nil {
			return err
		}
		if header.CompressedPageSize < 0 {
			return nil
		}
		length += int64(header.CompressedPageSize)
		c.from, c.left = c.from+length, c.left-length
	}
	return nil
}
