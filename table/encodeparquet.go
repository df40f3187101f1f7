package table

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
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

// parquetEncoding is what becomes of Parquet files: the bytes of their columns as they
// are, one file after the other; a chunk of the new column for every row group of a
// file, after its bytes; and a footer at the end.
type parquetEncoding struct {
	run     *encodeRun
	label   string   // of the first file
	columns []string // of all files
	schema  []byte   // the same, as Thrift
	meta    []thriftField
	rows    int64
	groups  [][]byte // as Thrift
	column  *parquetColumn
}

// parquetFile encodes the records of a Parquet file.
func (e *encodeRun) parquetFile(in *input, oneOfMany bool) (err error) {
	defer recoverParquet(in.label(), &err)
	if e.opts.Compression != Uncompressed {
		return &Error{File: in.label(), Msg: "Parquet is compressed within: choose a name without .gz or .zst for what is written"}
	}
	f, err := openParquet(in)
	if err != nil {
		return err
	}
	names := parquetNames(f)
	if slices.Contains(names, e.opts.Column) {
		return e.taken(in.label(), 0, 0)
	}
	at, err := e.columns.find(in, names)
	if err != nil {
		return err
	}
	if e.parquet == nil {
		e.parquet = &parquetEncoding{run: e, label: in.label(), columns: names, column: newParquetColumn(e)}
	}
	codes, err := e.parquetCodes(in, f, &at.keys[0])
	if err != nil {
		return err
	}
	return e.parquet.file(f, in.label(), codes, oneOfMany)
}

// codeReader reads the codes of a column of one file.
type codeReader struct {
	pages *pageReader[int32] // nil if the names of folders give the value
	fixed int32
}

// parquetCodes returns a reader of the codes of the column X.
func (e *encodeRun) parquetCodes(in *input, f *parquet.File, at *column) (r codeReader, err error) {
	if at.index < 0 {
		if r.fixed, err = e.coder.field([]byte(at.fixed.value), at.fixed.missing); err != nil {
			err = &Error{File: in.label(), Msg: fmt.Sprintf("%s in the name of a folder %v", shown(at.fixed.key), err)}
		}
		return r, err
	}
	c, text, err := labelColumn(in, f, at)
	if err != nil {
		return r, err
	}
	var buffer []byte
	r.pages = newPageReader(in.label(), c, func(v parquet.Value) (int32, error) {
		if v.IsNull() {
			return e.coder.missing()
		}
		buffer = text(buffer[:0], v)
		return e.coder.code(buffer)
	})
	return r, nil
}

// file adds the records of a file.
func (p *parquetEncoding) file(f *parquet.File, label string, codes codeReader, oneOfMany bool) error {
	end, meta, err := readFooter(f)
	if err != nil {
		return parquetError(label, err)
	}
	if err := p.join(meta, label, parquetNames(f)); err != nil {
		return err
	}
	start := int64(0)
	if p.run.out.size() > 0 {
		start = int64(len(parquetMagic))
	}
	shift := p.run.out.size() - start
	if err := p.run.copyAll(io.NewSectionReader(f, start, end-start)); err != nil {
		return err
	}
	groups := fieldOf(meta, metaGroups)
	if groups == nil {
		return parquetError(label, errThrift)
	}
	_, items, err := thriftItems(groups.value)
	known := f.Metadata().RowGroups
	if err != nil || len(items) != len(known) {
		return parquetError(label, errThrift)
	}
	for i, item := range items {
		chunk, err := p.column.write(f, &known[i], codes)
		if err != nil {
			return err
		}
		group, err := p.group(item, shift, oneOfMany, chunk)
		if err != nil {
			return parquetError(label, err)
		}
		p.groups = append(p.groups, group)
		p.rows += known[i].NumRows
	}
	return nil
}

// copyAll writes what a reader of the input holds.
func (e *encodeRun) copyAll(r io.Reader) error {
	buffer := make([]byte, outputLength)
	for {
		n, err := r.Read(buffer)
		e.out.buffer = append(e.out.buffer, buffer[:n]...)
		if problem := e.out.flushFull(); problem != nil {
			return problem
		}
		switch {
		case err == io.EOF: //nolint:errorlint // readers return it as it is
			return nil
		case err != nil:
			return err
		}
	}
}

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

// join takes over the schema of the first file, and compares that of the others.
func (p *parquetEncoding) join(meta []thriftField, label string, names []string) error {
	schema := fieldOf(meta, metaSchema)
	switch {
	case fieldOf(meta, metaEncryption) != nil:
		return &Error{File: label, Msg: "is encrypted Parquet, which is not read: decrypt it first"}
	case schema == nil:
		return parquetError(label, errThrift)
	case p.meta == nil:
		p.meta, p.schema = meta, schema.value
	case !slices.Equal(names, p.columns):
		return differentColumns(label, names, p.label, p.columns)
	case !bytes.Equal(schema.value, p.schema):
		return &Error{File: label, Msg: fmt.Sprintf("the types of the columns are not those of %s: files that become one must have the same, so encode them one by one", p.label)}
	}
	return nil
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
	chunks.value = appendThriftList(nil, kind, append(items, item))
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
		return nil, fmt.Errorf("has a column in another file, which is not read")
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
	groups.value = appendThriftList(nil, thriftStruct, p.groups)
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
	pairs.value = appendThriftList(nil, kind, kept)
	return nil
}
