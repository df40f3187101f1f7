package records

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpacked presents a Parquet file to the library as one in which some columns are not compressed:
// those with chunks in LZ4, and those whose chunks are compressed in different ways. Version 0.32 of
// the library returns wrong values for the former (its issue 608: it drops what the codec returns in
// a buffer of its own), and decompresses the latter as their first chunk.
//
// Behind the file lie windows, one for each chunk of such a column, and a footer that points to
// them. A window is larger than its chunk can become, since the length is known only after all pages
// were seen. Pages are decompressed when they are read, so that one page of each column is in memory.
type unpacked struct {
	file    io.ReaderAt
	size    int64 // of the file
	windows []window
	footer  []byte
	begin   int64 // of the footer
}

// window is where a chunk lies when it is not compressed.
type window struct {
	begin, length int64
	from          int64 // in the file
	packed        int64 // the length there
	codec         format.CompressionCodec
	column        *unpackedColumn
}

// unpackedColumn holds the page of a column that was read last. Readers of one column share it.
type unpackedColumn struct {
	sync.Mutex
	window     *window
	from, left int64  // where the next page begins in the file, and the length of what follows
	begin      int64  // of the page in the window
	page       []byte // its header and its content
	packed     []byte
}

const (
	// maxLZ4 is how often as long data in LZ4 can become: a byte stands for at most 255.
	maxLZ4 = 255
	// windowRatio is how often as long a window is. It is beyond what Zstandard reaches.
	windowRatio = 1 << 17
	// someHeader and maxHeader are lengths of the header of a page: what is read at first, and at most.
	someHeader = 1 << 10
	maxHeader  = 1 << 24
)

// unpack returns a file that the library reads correctly, with its length: file itself, unless a
// column has to be presented as not compressed. It changes meta, which is the footer of the file.
func unpack(file io.ReaderAt, size int64, meta *format.FileMetaData) (io.ReaderAt, int64, error) {
	wrong := columnsToUnpack(meta)
	if len(wrong) == 0 {
		return file, size, nil
	}
	u := &unpacked{file: file, size: size, begin: size}
	for g := range meta.RowGroups {
		for i := range meta.RowGroups[g].Columns {
			if column := wrong[i]; column != nil && !elsewhere(&meta.RowGroups[g].Columns[i]) {
				if err := u.add(&meta.RowGroups[g].Columns[i], column); err != nil {
					return nil, 0, err
				}
			}
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
	if err != nil {
		return nil, 0, err
	}
	u.footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	u.footer = append(u.footer, parquetMagic...)
	return u, u.begin + int64(len(u.footer)), nil
}

// columnsToUnpack returns the columns that the library would decompress wrongly.
func columnsToUnpack(meta *format.FileMetaData) map[int]*unpackedColumn {
	wrong, first := make(map[int]*unpackedColumn), make(map[int]format.CompressionCodec)
	for _, g := range meta.RowGroups {
		for i := range g.Columns {
			codec := g.Columns[i].MetaData.Codec
			if _, ok := first[i]; !ok {
				first[i] = codec
			}
			if isLZ4(codec) || codec != first[i] {
				wrong[i] = new(unpackedColumn)
			}
		}
	}
	return wrong
}

func isLZ4(codec format.CompressionCodec) bool { return codec == format.Lz4 || codec == format.Lz4Raw }

// elsewhere tells whether a chunk is encrypted or in another file.
func elsewhere(chunk *format.ColumnChunk) bool {
	return chunk.FilePath != "" || chunk.CryptoMetadata.Value != nil || len(chunk.EncryptedColumnMetadata) > 0
}

// add makes a window for a chunk, and points to it.
func (u *unpacked) add(chunk *format.ColumnChunk, column *unpackedColumn) error {
	about := &chunk.MetaData
	w := window{begin: u.begin, from: about.DataPageOffset, codec: about.Codec, column: column}
	if about.DictionaryPageOffset != 0 {
		w.from = about.DictionaryPageOffset
		about.DictionaryPageOffset = w.begin
	}
	w.from = min(max(w.from, 0), u.size)
	w.packed = min(max(about.TotalCompressedSize, 0), u.size-w.from)
	if w.packed > (math.MaxInt64/4-u.begin)/windowRatio {
		return errors.New("the chunks of columns are longer than the file")
	}
	w.length = (w.packed + 1) * windowRatio
	u.begin += w.length
	u.windows = append(u.windows, w)
	// With the dictionary first, all that is read begins there.
	about.Codec, about.DataPageOffset, about.TotalCompressedSize = format.Uncompressed, w.begin, w.length
	about.BloomFilterOffset, about.BloomFilterLength = 0, 0
	chunk.OffsetIndexOffset, chunk.OffsetIndexLength, chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0, 0, 0
	return nil
}

// ReadAt implements [io.ReaderAt]. The library reads no range that reaches beyond a window.
func (u *unpacked) ReadAt(p []byte, at int64) (int, error) {
	switch {
	case at < u.size:
		return u.file.ReadAt(p, at)
	case at >= u.begin:
		n := copy(p, u.footer[min(at-u.begin, int64(len(u.footer))):])
		if n < len(p) {
			return n, io.EOF
		}
		return n, nil
	}
	i, found := slices.BinarySearchFunc(u.windows, at, func(w window, at int64) int { return cmp.Compare(w.begin, at) })
	if !found {
		i--
	}
	w := &u.windows[i]
	w.column.Lock()
	defer w.column.Unlock()
	return w.column.read(u.file, w, p, at-w.begin)
}

// read reads from a place in a window.
func (c *unpackedColumn) read(file io.ReaderAt, w *window, p []byte, at int64) (n int, err error) {
	if c.window != w || at < c.begin {
		c.window, c.from, c.left, c.begin, c.page = w, w.from, w.packed, 0, c.page[:0]
	}
	for n < len(p) {
		for at >= c.begin+int64(len(c.page)) {
			c.begin += int64(len(c.page))
			c.page = c.page[:0]
			if c.left == 0 {
				return n, io.EOF
			}
			if err := c.next(file); err != nil {
				c.page = c.page[:0]
				return n, err
			}
		}
		k := copy(p[n:], c.page[at-c.begin:])
		n, at = n+k, at+int64(k)
	}
	return n, nil
}

// next decompresses the next page.
func (c *unpackedColumn) next(file io.ReaderAt) error {
	header, length, err := c.header(file)
	if err != nil {
		return err
	}
	if err := checkPage(header); err != nil {
		return err
	}
	levels, compressed, err := c.layout(header, c.left-length)
	if err != nil {
		return err
	}
	c.packed = slices.Grow(c.packed[:0], int(header.CompressedPageSize))[:header.CompressedPageSize]
	if err := fill(c.packed, file, c.from+length); err != nil {
		return err
	}
	if header.CRC != 0 && uint32(header.CRC) != crc32.ChecksumIEEE(c.packed) {
		return errors.New("damaged page: its checksum is another one")
	}
	content := c.packed
	if compressed {
		if content, err = c.window.decompress(c.packed[levels:], int(header.UncompressedPageSize)-levels); err != nil {
			return err
		}
		if levels > 0 {
			content = slices.Concat(c.packed[:levels], content)
		}
	}
	from, left := c.from+length+int64(len(c.packed)), c.left-length-int64(len(c.packed))
	header.CompressedPageSize, header.UncompressedPageSize, header.CRC = int32(len(content)), int32(len(content)), 0
	head, err := thrift.Marshal(new(thrift.CompactProtocol), header)
	if err != nil {
		return err
	}
	c.page = append(append(c.page[:0], head...), content...)
	c.from, c.left = from, left
	return nil
}

// fill reads as many bytes as p has.
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
func (c *unpackedColumn) header(file io.ReaderAt) (*format.PageHeader, int64, error) {
	for n := int64(someHeader); ; n *= 16 {
		n = min(n, c.left)
		c.packed = slices.Grow(c.packed[:0], int(n))[:n]
		if err := fill(c.packed, file, c.from); err != nil {
			return nil, 0, err
		}
		w := footerWalk{rest: c.packed}
		if w.structure(0); w.err == nil {
			length := len(c.packed) - len(w.rest)
			header := new(format.PageHeader)
			err := thrift.Unmarshal(new(thrift.CompactProtocol), c.packed[:length], header)
			return header, int64(length), err
		}
		if n == c.left || n >= maxHeader {
			return nil, 0, errors.New("damaged page: its header makes no sense")
		}
	}
}

// layout returns how many bytes of levels come before the values of a page, and whether the values
// are compressed. left is the length of the chunk from there.
func (c *unpackedColumn) layout(header *format.PageHeader, left int64) (levels int, compressed bool, err error) {
	compressed = c.window.codec != format.Uncompressed
	packed, plain := int64(header.CompressedPageSize), int64(header.UncompressedPageSize)
	var one, other int64
	if v2 := header.DataPageHeaderV2; header.Type == format.DataPageV2 && v2.Valid {
		one, other = int64(v2.V.DefinitionLevelsByteLength), int64(v2.V.RepetitionLevelsByteLength)
		compressed = compressed && (!v2.V.IsCompressed.Valid || v2.V.IsCompressed.V)
	}
	switch {
	case one < 0 || other < 0 || one+other > min(packed, plain):
		return 0, false, errors.New("damaged page: its levels are longer than the page")
	case packed > left:
		return 0, false, errors.New("damaged page: it is longer than its column")
	}
	return int(one + other), compressed, nil
}

// decompress returns the values of a page, which have a known length.
func (w *window) decompress(packed []byte, length int) ([]byte, error) {
	if !isLZ4(w.codec) {
		values, err := parquet.LookupCompressionCodec(w.codec).Decode(nil, packed)
		if err == nil && len(values) != length {
			err = fmt.Errorf("damaged page: of %d bytes when it is decompressed, not %d", len(values), length)
		}
		return values, err
	}
	if int64(length) > maxLZ4*int64(len(packed)) {
		return nil, fmt.Errorf("damaged page: %d bytes in LZ4 would hold %d when they are decompressed", len(packed), length)
	}
	values := make([]byte, length)
	if length == 0 || w.codec == format.Lz4 && fromBlocks(values, packed) {
		return values, nil
	}
	// Early programs wrote data without blocks by the name of LZ4, too.
	if n, err := lz4.UncompressBlock(packed, values); err != nil || n != length {
		return nil, fmt.Errorf("damaged page: %d bytes in LZ4 do not hold %d when they are decompressed", len(packed), length)
	}
	return values, nil
}

// fromBlocks decompresses Hadoop's blocks. Each begins with its length when it is decompressed, and
// has one or more parts that begin with their length as it is. It returns false for other data.
func fromBlocks(values, packed []byte) bool {
	number := func() (uint32, bool) {
		if len(packed) < 4 {
			return 0, false
		}
		n := binary.BigEndian.Uint32(packed)
		packed = packed[4:]
		return n, true
	}
	for len(packed) > 0 {
		block, ok := number()
		if !ok || uint64(block) > uint64(len(values)) {
			return false
		}
		for left := int(block); left > 0; {
			part, ok := number()
			if !ok || uint64(part) > uint64(len(packed)) {
				return false
			}
			n, err := lz4.UncompressBlock(packed[:part], values[:left])
			if err != nil || n <= 0 {
				return false
			}
			packed, values, left = packed[part:], values[n:], left-n
		}
	}
	return len(values) == 0
}

// codecsOf returns how the columns of a file are compressed, as its first row group says, with LZ4
// as it is written today.
func codecsOf(meta *format.FileMetaData) []compress.Codec {
	if len(meta.RowGroups) == 0 {
		return nil
	}
	var codecs []compress.Codec
	for _, chunk := range meta.RowGroups[0].Columns {
		codec := chunk.MetaData.Codec
		if isLZ4(codec) {
			codec = format.Lz4Raw
		}
		codecs = append(codecs, parquet.LookupCompressionCodec(codec))
	}
	return codecs
}
