package records

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// parquetMagic stands at both ends of a Parquet file.
const parquetMagic = "PAR1"

// parquetTail is the number of bytes after the footer: its length and the magic.
const parquetTail = 8

// Parquet is an open Parquet file.
type Parquet struct {
	*parquet.File
	in       *source.Input
	declared map[string]declared // by the names of columns
	codecs   []compress.Codec    // of the columns, in the file
	pages    io.ReaderAt         // the file, in which columns lie that are not unpacked
	size     int64               // of that file
}

// Codec returns how a leaf column is compressed, or nil if the file does not say.
func (p *Parquet) Codec(leaf int) compress.Codec {
	if leaf >= len(p.codecs) {
		return nil
	}
	return p.codecs[leaf]
}

// OpenParquet opens a Parquet file. It is read from its end, so that one that is compressed or
// comes through a pipe is copied to a temporary file first.
func OpenParquet(in *source.Input) (p *Parquet, err error) {
	file, size, err := in.Seekable()
	if err != nil {
		return nil, err
	}
	defer RecoverParquet(in.Label(), &err)
	meta, err := checkParquetEnds(file, size)
	if err != nil {
		return nil, ParquetError(in.Label(), err)
	}
	codecs, pages, length := codecsOf(meta), file, size
	file, size, err = unpack(file, size, meta)
	if err != nil {
		return nil, ParquetError(in.Label(), err)
	}
	f, err := parquet.OpenFile(file, size,
		parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(bufferLength))
	if err != nil {
		return nil, ParquetError(in.Label(), err)
	}
	return &Parquet{f, in, declarations(f.Lookup), codecs, pages, length}, nil
}

// Names returns the names of the columns at the top.
func (p *Parquet) Names() []string {
	var names []string
	for _, c := range p.Root().Columns() {
		names = append(names, c.Name())
	}
	return names
}

// parquetField is a column, or a value of structures in one.
type parquetField struct {
	name   string // the path, with dots
	column *parquet.Column
}

// fields returns the columns with structures taken apart, as far as these hold one value a row.
func (p *Parquet) fields() []parquetField {
	var all []parquetField
	top := p.Names()
	for _, c := range p.Root().Columns() {
		for _, f := range fieldsOf(c.Name(), c) {
			if f.column == c || !slices.Contains(top, f.name) { // a column of that name comes first
				all = append(all, f)
			}
		}
	}
	return all
}

// fieldsOf returns the values of a structure, or the column itself if it is none.
func fieldsOf(name string, c *parquet.Column) []parquetField {
	if c.Leaf() || c.MaxRepetitionLevel() > 0 || c.Type().LogicalType() != nil && c.Type().LogicalType().Value != nil {
		return []parquetField{{name, c}}
	}
	var all []parquetField
	for _, child := range c.Columns() {
		all = append(all, fieldsOf(name+"."+child.Name(), child)...)
	}
	return all
}

// lists returns those of Fields that hold several values a row.
func (p *Parquet) lists() (names []string) {
	for _, f := range p.fields() {
		if !f.column.Leaf() || f.column.MaxRepetitionLevel() > 0 {
			names = append(names, f.name)
		}
	}
	return names
}

// Fields returns the names of the columns and, instead of structures, the paths to their values.
func (p *Parquet) Fields() []string {
	var names []string
	for _, f := range p.fields() {
		names = append(names, f.name)
	}
	return names
}

// errNested completes a message that starts with the name of a column.
var errNested = errors.New("holds a list or a structure, not one value a row: write the values wanted to a column of their own")

// plainError is the text of an error that is not about corrupt data.
type plainError string

func (e plainError) Error() string { return string(e) }

// checkParquetEnds checks what the library takes for granted: the two ends of the file, and the
// footer, which it returns.
func checkParquetEnds(file io.ReaderAt, size int64) (*format.FileMetaData, error) {
	head, tail := make([]byte, len(parquetMagic)), make([]byte, parquetTail)
	if size == 0 {
		return nil, plainError("the file is empty")
	}
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case string(head) == "PARE":
		return nil, plainError("is encrypted Parquet, which is not read: decrypt it first")
	case string(head) != parquetMagic:
		return nil, plainError("is not Parquet: it does not start with " + parquetMagic)
	case size < int64(len(parquetMagic)+parquetTail):
		return nil, plainError("is cut short: it is too small for Parquet")
	}
	if _, err := file.ReadAt(tail, size-parquetTail); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if !bytes.HasSuffix(tail, []byte(parquetMagic)) || length > size-parquetTail-int64(len(parquetMagic)) {
		return nil, plainError("is cut short or corrupt: it does not end as Parquet does")
	}
	footer := make([]byte, length)
	if _, err := file.ReadAt(footer, size-parquetTail-length); err != nil {
		return nil, err
	}
	return readFooter(footer)
}

// maxCause is the length beyond which a message of the library, which may quote a file, is cut.
const maxCause = 300

// ParquetError returns an error of the library with the name of the file. Errors with a name of
// their own stay as they are.
func ParquetError(label string, err error) error {
	var known *textfile.Error
	var plain plainError
	switch {
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &plain):
		return &textfile.Error{File: label, Msg: err.Error()}
	}
	return &textfile.Error{File: label, Msg: "the Parquet data is corrupt or of an unknown kind: " + textfile.Cut(err.Error(), maxCause), Err: err}
}

// RecoverParquet turns a panic into an error: some corrupt files make the library panic.
func RecoverParquet(label string, err *error) {
	if p := recover(); p != nil {
		*err = ParquetError(label, fmt.Errorf("%v", p))
	}
}

// CheckColumn returns an error for a column chunk that is not read: in another file, encrypted, or
// with truth values in runs. Version 0.32 of the library returns wrong values for the last: it takes
// their length for that of bytes, of eight values each.
func CheckColumn(chunk *format.ColumnChunk) error {
	name := textfile.Shown(fmt.Sprint(chunk.MetaData.PathInSchema))
	if len(chunk.MetaData.PathInSchema) == 1 {
		name = textfile.Shown(chunk.MetaData.PathInSchema[0])
	}
	switch {
	case chunk.FilePath != "":
		return plainError(fmt.Sprintf("column %s is kept in another file, %s, which is not read", name, textfile.Shown(chunk.FilePath)))
	case chunk.CryptoMetadata.Value != nil || len(chunk.EncryptedColumnMetadata) > 0:
		return plainError(fmt.Sprintf("column %s is encrypted, and encrypted columns are not read", name))
	case chunk.MetaData.Type == format.Boolean && hasRuns(&chunk.MetaData):
		return plainError(fmt.Sprintf("column %s holds truth values as runs (RLE), which are not read: write the file with data pages of version 1", name))
	}
	return nil
}

// hasRuns tells whether the values of a column are run-length encoded. Without statistics of the
// pages, the list of encodings tells it. That list has the encoding of levels, too, so that only
// columns without another encoding have runs for certain; those with both are taken to have none,
// since programs that write such pages write the statistics as well.
func hasRuns(column *format.ColumnMetaData) bool {
	for _, pages := range column.EncodingStats {
		if pages.PageType != format.DictionaryPage && pages.Encoding == format.RLE {
			return true
		}
	}
	return len(column.EncodingStats) == 0 && slices.Contains(column.Encoding, format.RLE) && !slices.Contains(column.Encoding, format.Plain)
}
