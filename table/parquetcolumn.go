package table

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// parquetColumn writes the new column: a dictionary of what stands for the clusters,
// and pages of indices into it.
type parquetColumn struct {
	run        *encodeRun
	kind       format.Type
	dictionary []byte
	entries    int
	indices    []uint32 // of the page in the making
	page       []byte
}

// pageRows is the number of rows of a page.
const pageRows = 1 << 16

func newParquetColumn(e *encodeRun) *parquetColumn {
	c := &parquetColumn{run: e, kind: format.ByteArray}
	if e.coder.written.Integers {
		c.kind = format.Int32
	}
	texts := e.coder.written.Clusters
	if e.coder.written.HasOther {
		texts = append(texts[:len(texts):len(texts)], e.coder.written.Other)
	}
	c.entries = len(texts)
	for _, text := range texts {
		if c.kind == format.Int32 {
			n, _ := strconv.ParseInt(text, 10, 32) // it is an integer
			c.dictionary = binary.LittleEndian.AppendUint32(c.dictionary, uint32(n))
		} else {
			c.dictionary = binary.LittleEndian.AppendUint32(c.dictionary, uint32(len(text)))
			c.dictionary = append(c.dictionary, text...)
		}
	}
	return c
}

// schema returns a schema, as Thrift, with the column at its end.
func (c *parquetColumn) schema(raw []byte) ([]byte, error) {
	kind, items, err := thriftItems(raw)
	if err != nil || len(items) == 0 {
		return nil, errThrift
	}
	root, err := thriftFields(items[0])
	if err != nil {
		return nil, err
	}
	addNumber(root, elementChildren, 1)
	items[0] = appendThriftStruct(nil, root)
	element := format.SchemaElement{
		Type:           thrift.New(c.kind),
		RepetitionType: thrift.New(format.Required),
		Name:           c.run.opts.Column,
	}
	if c.kind == format.ByteArray {
		element.ConvertedType = thrift.New(deprecated.UTF8)
		element.LogicalType.Value = new(format.StringType)
	}
	item, err := thrift.Marshal(new(thrift.CompactProtocol), element)
	if err != nil {
		return nil, err
	}
	return thriftListOf(kind, append(items, item)), nil
}

// write writes the chunk of a row group, and returns its description.
func (c *parquetColumn) write(f *parquet.File, g *format.RowGroup, codes codeReader) (format.ColumnChunk, error) {
	out := c.run.out
	start := out.size()
	err := c.writePage(format.PageHeader{
		Type:                 format.DictionaryPage,
		DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{NumValues: int32(c.entries), Encoding: format.Plain}),
	}, c.dictionary)
	data := out.size()
	if err == nil && codes.pages != nil && g.NumRows > 0 {
		err = codes.pages.start(f, f.Size(), g)
	}
	written := false
	for left := g.NumRows; err == nil && (left > 0 || !written); written = true {
		n := min(left, pageRows)
		if err = c.take(codes, n, left); err == nil {
			err = c.writeIndices()
		}
		left -= n
	}
	size := out.size() - start
	return format.ColumnChunk{MetaData: format.ColumnMetaData{
		Type:                  c.kind,
		Encoding:              []format.Encoding{format.Plain, format.RLEDictionary},
		PathInSchema:          []string{c.run.opts.Column},
		Codec:                 format.Uncompressed,
		NumValues:             g.NumRows,
		TotalUncompressedSize: size,
		TotalCompressedSize:   size,
		DataPageOffset:        data,
		DictionaryPageOffset:  start,
	}}, err
}

// take makes the next n codes, of those left in the row group, the indices of a page.
func (c *parquetColumn) take(codes codeReader, n, left int64) error {
	coder := c.run.coder
	c.indices = c.indices[:0]
	if codes.pages == nil {
		for range n {
			coder.count(codes.fixed)
			c.indices = append(c.indices, uint32(coder.place(codes.fixed)))
		}
		return nil
	}
	for n > 0 {
		have, err := codes.pages.have(left)
		if err != nil {
			return err
		}
		have = min(have, n)
		for _, code := range codes.pages.take(have) {
			coder.count(code)
			c.indices = append(c.indices, uint32(coder.place(code)))
		}
		n -= have
		left -= have
	}
	return nil
}

// writeIndices writes the page of indices.
func (c *parquetColumn) writeIndices() error {
	width := max(bits.Len(uint(c.entries-1)), 1)
	c.page = appendRuns(append(c.page[:0], byte(width)), c.indices, width)
	return c.writePage(format.PageHeader{
		Type: format.DataPage,
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: int32(len(c.indices)), Encoding: format.RLEDictionary,
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	}, c.page)
}

func (c *parquetColumn) writePage(header format.PageHeader, body []byte) error {
	header.UncompressedPageSize, header.CompressedPageSize = int32(len(body)), int32(len(body))
	head, err := thrift.Marshal(new(thrift.CompactProtocol), header)
	if err != nil {
		return fmt.Errorf("a page header: %w", err)
	}
	c.run.out.buffer = append(append(c.run.out.buffer, head...), body...)
	return c.run.out.flushFull()
}

// appendRuns appends numbers of width bits in Parquet's hybrid of repeated numbers and
// packed groups of eight; appendHybrid undoes it. O(numbers).
func appendRuns(dst []byte, numbers []uint32, width int) []byte {
	for len(numbers) > 0 {
		if n := runLength(numbers, len(numbers)); n >= 8 {
			dst = binary.AppendUvarint(dst, uint64(n)<<1)
			for i := range (width + 7) / 8 {
				dst = append(dst, byte(numbers[0]>>(8*i)))
			}
			numbers = numbers[n:]
			continue
		}
		groups := 1
		for 8*groups < len(numbers) && runLength(numbers[8*groups:], 8) < 8 {
			groups++
		}
		dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
		packed := min(8*groups, len(numbers))
		dst = packBits(dst, numbers[:packed], 8*groups, width)
		numbers = numbers[packed:]
	}
	return dst
}

// runLength returns how many equal numbers there are at the start, up to a limit.
func runLength(numbers []uint32, limit int) int {
	n := 1
	for n < limit && n < len(numbers) && numbers[n] == numbers[0] {
		n++
	}
	return n
}

// packBits appends numbers of width bits, the lowest bits first, and zeros up to a
// multiple of eight of them in all.
func packBits(dst []byte, numbers []uint32, all, width int) []byte {
	var window uint64
	var have int
	for i := range all {
		if i < len(numbers) {
			window |= uint64(numbers[i]) << have
		}
		for have += width; have >= 8; have -= 8 {
			dst = append(dst, byte(window))
			window >>= 8
		}
	}
	return dst
}
