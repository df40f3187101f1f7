package parquetfile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/textfile"
)

// The library takes memory for all values of a page at once, and a page of a few bytes can hold or claim 2^31
// of them. Pages that programs write have about a megabyte, or 20,000 rows.
const (
	mostPageValues = 1 << 24
	mostPageBytes  = 64 << 20
)

// someHeader and maxHeader are the numbers of bytes that are read for the header of a page, at first and at most.
const (
	someHeader = 1 << 10
	maxHeader  = 1 << 24
)

// column holds the last page that was read of a column. Readers of one column share it.
type column struct {
	name       string
	window     *window
	from, left int64  // where the next page begins in the file, and the length of what follows
	begin      int64  // of the page in the window
	page       []byte // its header and its content, or nothing after its end
}

// read reads from a place in a window.
func (c *column) read(u *unpacked, w *window, p []byte, at int64) (n int, err error) {
	if c.window != w || at < c.begin {
		c.window, c.from, c.left, c.begin, c.page = w, w.from, w.packed, 0, nil
	}
	for n < len(p) {
		if c.page == nil {
			if c.left == 0 {
				return n, io.EOF
			}
			if err := c.next(u); err != nil {
				return n, err
			}
		}
		k := copy(p[n:], c.page[min(at-c.begin, int64(len(c.page))):])
		n, at = n+k, at+int64(k)
		if end := c.begin + int64(len(c.page)); at >= end { // the next page takes its memory
			u.free, c.begin, c.page = c.page, end, nil
		}
	}
	return n, nil
}

// next decompresses the next page.
func (c *column) next(u *unpacked) error {
	header, length, err := c.header(u)
	if err != nil {
		return err
	}
	levels, compressed, err := c.layout(header, c.left-length)
	if err != nil {
		return err
	}
	u.packed = slices.Grow(u.packed[:0], int(header.CompressedPageSize))[:header.CompressedPageSize]
	if err := fill(u.packed, u.file, c.from+length); err != nil {
		return err
	}
	if header.CRC != 0 && uint32(header.CRC) != crc32.ChecksumIEEE(u.packed) {
		return errors.New("damaged page: its checksum is another one")
	}
	plain := *header
	plain.CompressedPageSize, plain.CRC = header.UncompressedPageSize, 0
	head, err := thrift.Marshal(new(thrift.CompactProtocol), &plain)
	if err != nil {
		return err
	}
	page := slices.Grow(append(u.free[:0], head...), int(header.UncompressedPageSize))[:len(head)+int(header.UncompressedPageSize)]
	content := page[len(head):]
	if !compressed {
		levels = len(content)
	}
	copy(content[:levels], u.packed)
	if compressed {
		if err := decompress(c.window.codec, content[levels:], u.packed[levels:]); err != nil {
			return err
		}
	}
	c.page, u.free = page, nil
	c.from, c.left = c.from+length+int64(len(u.packed)), c.left-length-int64(len(u.packed))
	return nil
}

// fill reads len(p) bytes.
func fill(p []byte, file io.ReaderAt, at int64) error {
	n, err := file.ReadAt(p, at)
	switch {
	case n == len(p):
		return nil
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}

// header reads the header of the next page. Its length is known only when it has been walked through.
func (c *column) header(u *unpacked) (*format.PageHeader, int64, error) {
	for n := int64(someHeader); ; n *= 16 {
		n = min(n, c.left)
		u.packed = slices.Grow(u.packed[:0], int(n))[:n]
		if err := fill(u.packed, u.file, c.from); err != nil {
			return nil, 0, err
		}
		w := footerWalk{rest: u.packed}
		if w.structure(0); w.err == nil {
			length := len(u.packed) - len(w.rest)
			header := new(format.PageHeader)
			err := thrift.Unmarshal(new(thrift.CompactProtocol), u.packed[:length], header)
			return header, int64(length), err
		}
		if n == c.left || n >= maxHeader {
			return nil, 0, errors.New("damaged page: its header makes no sense")
		}
	}
}

// layout returns how many bytes of levels come before the values of a page, and whether the values
// are compressed. left is the length of the chunk from there.
func (c *column) layout(header *format.PageHeader, left int64) (levels int, compressed bool, err error) {
	compressed = c.window.codec != format.Uncompressed
	packed, plain := int64(header.CompressedPageSize), int64(header.UncompressedPageSize)
	var one, other int64
	if v2 := header.DataPageHeaderV2; header.Type == format.DataPageV2 && v2.Valid {
		one, other = int64(v2.V.DefinitionLevelsByteLength), int64(v2.V.RepetitionLevelsByteLength)
		compressed = compressed && (!v2.V.IsCompressed.Valid || v2.V.IsCompressed.V)
	}
	values := max(header.DataPageHeader.V.NumValues, header.DataPageHeaderV2.V.NumValues, header.DictionaryPageHeader.V.NumValues)
	switch {
	case values > mostPageValues:
		return 0, false, textfile.Refusal(fmt.Sprintf("column %s has a page of %d values, more than %d: write the file with smaller pages or row groups", c.name, values, mostPageValues))
	case plain > mostPageBytes:
		return 0, false, textfile.Refusal(fmt.Sprintf("column %s has a page that unpacks to %d bytes, more than %d: write the file with smaller pages", c.name, plain, mostPageBytes))
	case packed < 0 || plain < 0:
		return 0, false, errors.New("damaged page: its sizes make no sense")
	case one < 0 || other < 0 || one+other > min(packed, plain):
		return 0, false, errors.New("damaged page: its levels are longer than the page")
	case packed > left:
		return 0, false, errors.New("damaged page: it is longer than its column")
	case !compressed && packed != plain:
		return 0, false, fmt.Errorf("damaged page: it has %d bytes, not %d", packed, plain)
	}
	return int(one + other), compressed, nil
}
