package table

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Numbers of fields in the footer of a Parquet file, where they are edited.
const (
	metaSchema, metaRows, metaGroups, metaPairs, metaOrders, metaEncryption = 2, 3, 4, 5, 7, 8

	groupChunks, groupBytes, groupOffset, groupCompressed, groupOrdinal = 1, 2, 5, 6, 7

	chunkPath, chunkOffset, chunkMeta, chunkFirstIndex, chunkLastIndex = 1, 2, 3, 4, 7

	chunkDataPage, chunkIndexPage, chunkDictionary, chunkBloom = 9, 10, 11, 14

	elementChildren = 5

	pairKey, pairValue = 1, 2
)

// readFooter returns where the footer starts and its fields.
func readFooter(f *parquet.File) (start int64, meta []thriftField, err error) {
	tail := make([]byte, parquetTail)
	if _, err := f.ReadAt(tail, f.Size()-parquetTail); err != nil {
		return 0, nil, err
	}
	start = f.Size() - parquetTail - int64(binary.LittleEndian.Uint32(tail))
	footer := make([]byte, f.Size()-parquetTail-start)
	if _, err := f.ReadAt(footer, start); err != nil {
		return 0, nil, err
	}
	meta, err = thriftFields(footer)
	return start, meta, err
}

// finish writes the footer.
func (p *parquetEncoding) finish() error {
	schema, err := p.column.schema(p.schema)
	if err != nil {
		return parquetError(p.label, err)
	}
	rows, groups := fieldOf(p.meta, metaRows), fieldOf(p.meta, metaGroups)
	if rows == nil || groups == nil {
		return parquetError(p.label, errThrift)
	}
	fieldOf(p.meta, metaSchema).value = schema
	rows.value = binary.AppendVarint(nil, p.rows)
	groups.value = thriftListOf(thriftStruct, p.groups)
	if orders := fieldOf(p.meta, metaOrders); orders != nil {
		// The order that the type defines: an empty structure in the first field.
		byType := appendThriftStruct(nil, []thriftField{{id: 1, kind: thriftStruct, value: []byte{0}}})
		if err := orders.addItem(byType); err != nil {
			return parquetError(p.label, err)
		}
	}
	if err := p.editPairs(); err != nil {
		return parquetError(p.label, err)
	}
	out := p.run.out
	before := out.size()
	out.buffer = appendThriftStruct(out.buffer, p.meta)
	out.buffer = binary.LittleEndian.AppendUint32(out.buffer, uint32(out.size()-before))
	out.buffer = append(out.buffer, parquetMagic...)
	return out.flush()
}

// group returns a row group with one more chunk, and its bytes moved.
func (p *parquetEncoding) group(raw []byte, shift int64, oneOfMany bool, added format.ColumnChunk) ([]byte, error) {
	fields, err := thriftFields(raw)
	if err != nil {
		return nil, err
	}
	chunks := fieldOf(fields, groupChunks)
	if chunks == nil {
		return nil, errThrift
	}
	kind, items, err := thriftItems(chunks.value)
	if err != nil {
		return nil, err
	}
	for i := range items {
		if items[i], err = movedChunk(items[i], shift, oneOfMany); err != nil {
			return nil, err
		}
	}
	item, err := thrift.Marshal(new(thrift.CompactProtocol), added)
	if err != nil {
		return nil, err
	}
	chunks.value = thriftListOf(kind, append(items, item))
	addNumber(fields, groupBytes, added.MetaData.TotalUncompressedSize)
	addNumber(fields, groupCompressed, added.MetaData.TotalCompressedSize)
	addNumber(fields, groupOffset, shift)
	if ordinal := fieldOf(fields, groupOrdinal); ordinal != nil {
		addNumber(fields, groupOrdinal, int64(len(p.groups))-ordinal.number())
	}
	return appendThriftStruct(nil, fields), nil
}

// movedChunk returns the description of a chunk whose bytes are shifted. The indexes of
// its pages hold places of their own, so that they are left out of files that become
// one; readers do without.
func movedChunk(raw []byte, shift int64, oneOfMany bool) ([]byte, error) {
	fields, err := thriftFields(raw)
	if err != nil {
		return nil, err
	}
	if fieldOf(fields, chunkPath) != nil {
		return nil, errors.New("has a column in another file, which is not read")
	}
	if !oneOfMany {
		return raw, nil
	}
	fields = slices.DeleteFunc(fields, func(f thriftField) bool { return f.id >= chunkFirstIndex && f.id <= chunkLastIndex })
	if at := fieldOf(fields, chunkOffset); at != nil && at.number() > 0 {
		addNumber(fields, chunkOffset, shift)
	}
	meta := fieldOf(fields, chunkMeta)
	if meta == nil {
		return nil, errThrift
	}
	inner, err := thriftFields(meta.value)
	if err != nil {
		return nil, err
	}
	for _, id := range []int64{chunkDataPage, chunkIndexPage, chunkDictionary, chunkBloom} {
		if at := fieldOf(inner, id); at != nil && at.number() > 0 {
			addNumber(inner, id, shift)
		}
	}
	meta.value = appendThriftStruct(nil, inner)
	return appendThriftStruct(nil, fields), nil
}

// editPairs adds the column to what Arrow's programs wrote about the columns as they see
// them or, where that cannot be read, takes it out: some of those programs refuse a file
// whose columns it does not list, and all do without.
func (p *parquetEncoding) editPairs() error {
	pairs := fieldOf(p.meta, metaPairs)
	if pairs == nil {
		return nil
	}
	kind, items, err := thriftItems(pairs.value)
	if err != nil {
		return err
	}
	kept := items[:0]
	for _, item := range items {
		fields, err := thriftFields(item)
		if err != nil {
			return err
		}
		key, value := fieldOf(fields, pairKey), fieldOf(fields, pairValue)
		if key != nil && key.text() == arrowKey {
			text, ok := "", false
			if value != nil {
				text, ok = withArrowColumn(value.text(), p.run.opts.Column, p.column.kind == format.Int32, len(p.columns))
			}
			if !ok {
				continue
			}
			value.value = append(binary.AppendUvarint(nil, uint64(len(text))), text...)
			item = appendThriftStruct(nil, fields)
		}
		kept = append(kept, item)
	}
	pairs.value = thriftListOf(kind, kept)
	return nil
}
