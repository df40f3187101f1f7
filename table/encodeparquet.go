package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
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
	at, err := e.find(in, names)
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
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
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
