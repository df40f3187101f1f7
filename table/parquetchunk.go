package table

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// maxPage is the largest page that is read, in bytes and in rows. Programs
// write pages of about a mebibyte; a corrupt file may claim any size.
const maxPage = 1 << 28

// chunk reads the pages of a column in one row group.
//
// The library has a reader of pages too, which in version 0.32 keeps a buffer
// of old bytes for many a page that LZ4 compressed (its issue 608): the counts
// are wrong, and nothing tells. It also believes the sizes that a corrupt file
// claims, and makes up zeros where values are missing. So pages are cut and
// decompressed here; the library parses headers and decodes values.
type chunk struct {
	column *parquet.Column
	codec  compress.Codec
	r      *bufio.Reader
	size   int64 // bytes from the start of the chunk to the end of the file

	compressed, plain []byte // buffers
}

// dataPage is a page, decompressed. Its bytes are valid until the next.
type dataPage struct {
	dictionary bool
	rows       int // or entries of the dictionary
	encoding   format.Encoding
	levels     []byte // definition levels, encoded; of optional columns only
	values     []byte // encoded
}

// open goes to the first page of a column chunk. The buffers of the one before
// are used again.
func (c *chunk) open(file io.ReaderAt, size int64, column *parquet.Column, at *format.ColumnChunk) error {
	switch {
	case at.FilePath != "":
		return fmt.Errorf("is kept in another file, %s, which is not read", shown(at.FilePath))
	case at.CryptoMetadata.Value != nil || len(at.EncryptedColumnMetadata) > 0:
		return errors.New("is encrypted")
	}
	start := at.MetaData.DataPageOffset
	if d := at.MetaData.DictionaryPageOffset; d > 0 {
		start = min(start, d)
	}
	if start < int64(len(parquetMagic)) || start >= size {
		return errors.New("lies outside the file")
	}
	c.column = column
	c.codec = parquet.LookupCompressionCodec(at.MetaData.Codec)
	// The length in the metadata is wrong in files of some writers. The rows
	// tell where to stop.
	c.size = size - start
	section := io.NewSectionReader(file, start, c.size)
	if c.r == nil {
		c.r = bufio.NewReaderSize(section, blockLength)
	} else {
		c.r.Reset(section)
	}
	return nil
}

// next reads the next page.
func (c *chunk) next() (dataPage, error) {
	for {
		header, err := c.header()
		if err != nil {
			return dataPage{}, err
		}
		body, err := c.body(header)
		if err != nil {
			return dataPage{}, err
		}
		size := int(header.UncompressedPageSize)
		switch header.Type {
		case format.DictionaryPage:
			return c.dictionaryPage(header.DictionaryPageHeader, body, size)
		case format.DataPage:
			return c.pageV1(header.DataPageHeader, body, size)
		case format.DataPageV2:
			return c.pageV2(header.DataPageHeaderV2, body, size)
		case format.IndexPage:
		}
		// An index page holds no values.
	}
}

// header reads the header of a page. It is parsed in the reader's buffer: a
// header longer than that is not one.
func (c *chunk) header() (*format.PageHeader, error) {
	head, err := c.r.Peek(blockLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(head) == 0 {
		return nil, errors.New("has fewer values than rows")
	}
	reader := new(thrift.CompactProtocol).NewReaderFromBytes(head)
	header := new(format.PageHeader)
	if err := thrift.NewDecoder(reader).Decode(header); err != nil {
		return nil, fmt.Errorf("has a page header that cannot be read: %w", err)
	}
	_, err = c.r.Discard(reader.BytesRead())
	return header, err
}

// body reads the bytes of a page and checks their sum if there is one.
func (c *chunk) body(header *format.PageHeader) ([]byte, error) {
	size := header.CompressedPageSize
	if size < 0 || int64(size) > c.size || size > maxPage || header.UncompressedPageSize < 0 || header.UncompressedPageSize > maxPage {
		return nil, fmt.Errorf("has a page of %d bytes, %d decompressed: more than the file or %d MiB",
			size, header.UncompressedPageSize, maxPage>>20)
	}
	c.compressed = sized(c.compressed, int(size))
	if _, err := io.ReadFull(c.r, c.compressed); err != nil {
		return nil, fmt.Errorf("has a page that is cut short: %w", err)
	}
	if header.CRC != 0 && uint32(header.CRC) != crc32.ChecksumIEEE(c.compressed) {
		return nil, errors.New("has a page with a wrong checksum")
	}
	return c.compressed, nil
}

func (c *chunk) dictionaryPage(h thrift.Null[format.DictionaryPageHeader], body []byte, size int) (dataPage, error) {
	values, err := c.decompress(body, size)
	p := dataPage{dictionary: true, rows: int(h.V.NumValues), encoding: h.V.Encoding, values: values}
	return p, cmp.Or(err, checkRows(h.Valid, h.V.NumValues))
}

// pageV1 cuts a page of the first kind: levels and values are compressed
// together, and four bytes tell the length of the levels.
func (c *chunk) pageV1(h thrift.Null[format.DataPageHeader], body []byte, size int) (dataPage, error) {
	body, err := c.decompress(body, size)
	if err = cmp.Or(err, checkRows(h.Valid, h.V.NumValues)); err != nil {
		return dataPage{}, err
	}
	p := dataPage{rows: int(h.V.NumValues), encoding: h.V.Encoding, values: body}
	if c.column.MaxDefinitionLevel() == 0 {
		return p, nil
	}
	if h.V.DefinitionLevelEncoding != format.RLE {
		return p, fmt.Errorf("has definition levels in the encoding %v, which is not read", h.V.DefinitionLevelEncoding)
	}
	if len(body) < 4 || int64(binary.LittleEndian.Uint32(body)) > int64(len(body)-4) {
		return p, errors.New("has a page whose definition levels are cut short")
	}
	end := 4 + int(binary.LittleEndian.Uint32(body))
	p.levels, p.values = body[4:end], body[end:]
	return p, nil
}

// pageV2 cuts a page of the second kind: levels come first and are not
// compressed.
func (c *chunk) pageV2(h thrift.Null[format.DataPageHeaderV2], body []byte, size int) (dataPage, error) {
	if err := checkRows(h.Valid, h.V.NumValues); err != nil {
		return dataPage{}, err
	}
	start, length := int64(h.V.RepetitionLevelsByteLength), int64(h.V.DefinitionLevelsByteLength)
	end := start + length
	if start < 0 || length < 0 || end > int64(len(body)) || end > int64(size) {
		return dataPage{}, errors.New("has a page whose definition levels are cut short")
	}
	p := dataPage{rows: int(h.V.NumValues), encoding: h.V.Encoding, levels: body[start:end], values: body[end:]}
	if h.V.IsCompressed.Valid && !h.V.IsCompressed.V || size == int(end) {
		return p, nil
	}
	var err error
	p.values, err = c.decompress(p.values, size-int(end))
	return p, err
}

// checkRows checks the number of values that a page header claims.
func checkRows(valid bool, rows int32) error {
	if !valid || rows < 0 || rows > maxPage {
		return fmt.Errorf("has a page header without sense (%d values)", rows)
	}
	return nil
}

// decompress returns the size bytes that are compressed in body.
func (c *chunk) decompress(body []byte, size int) (plain []byte, err error) {
	code := c.codec.CompressionCodec()
	// Codecs believe the size in the data, so it is checked first.
	claimed := size
	switch code {
	case format.Uncompressed:
		return body, nil
	case format.Snappy:
		claimed, err = snappy.DecodedLen(body)
	case format.Zstd:
		var frame zstd.Header
		if err = frame.Decode(body); err == nil && frame.HasFCS && frame.FrameContentSize != uint64(size) {
			claimed = -1
		}
	default:
	}
	if err == nil && claimed != size {
		err = errors.New("another size than its header says")
	}
	if err == nil {
		c.plain = sized(c.plain, size)
		plain, err = c.decode(code, body)
	}
	if err == nil && len(plain) != size {
		err = errors.New("another size than its header says")
	}
	if err != nil {
		return nil, fmt.Errorf("has a page that %v cannot decompress: %w", c.codec, err)
	}
	return plain, nil
}

// decode decompresses body, into c.plain if the codec likes it.
func (c *chunk) decode(code format.CompressionCodec, body []byte) (plain []byte, err error) {
	defer func() { // the codecs for gzip and brotli panic where they could return an error
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	if code == format.Lz4Raw {
		// The library's codec takes any error for a buffer that is too small,
		// and tries ever larger ones.
		n, err := lz4.UncompressBlock(body, c.plain)
		if err != nil {
			return nil, err
		}
		return c.plain[:n], nil
	}
	return c.codec.Decode(c.plain, body)
}

// sized returns a buffer of n bytes, the old one if it is large enough.
func sized(buffer []byte, n int) []byte {
	if cap(buffer) < n {
		return make([]byte, n)
	}
	return buffer[:n]
}
