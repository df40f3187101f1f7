// Package parquetfile opens files of Parquet and trusts nothing in them: the library that decodes them takes all
// memory that a file claims to need. All packages open Parquet files here.
package parquetfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"github.com/dibmap/dibmap/internal/textfile"
)

// magic is at both ends of a Parquet file.
const magic = "PAR1"

// tailLength is the number of bytes after the footer: its length and the magic.
const tailLength = 8

// bufferLength is the number of bytes that are read at once.
const bufferLength = 1 << 16

// File is an open Parquet file. To the library it looks like an uncompressed file.
type File struct {
	*parquet.File
	codecs []compress.Codec
}

// Open opens a file of the given length. It checks the footer; pages are checked when they are read. Errors
// are about corrupt data, except for a [textfile.Refusal].
func Open(file io.ReaderAt, size int64) (*File, error) {
	meta, err := checkEnds(file, size)
	if err != nil {
		return nil, err
	}
	codecs := codecsOf(meta)
	file, size, err = unpack(file, size, meta)
	if err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(file, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(bufferLength))
	if err != nil {
		return nil, err
	}
	return &File{f, codecs}, nil
}

// Codec returns how a leaf column is compressed in the file, or nil if the file does not say.
func (f *File) Codec(leaf int) compress.Codec {
	if leaf >= len(f.codecs) {
		return nil
	}
	return f.codecs[leaf]
}

// checkEnds checks the two ends of the file and the footer, which the library takes for
// granted, and returns the footer.
func checkEnds(file io.ReaderAt, size int64) (*format.FileMetaData, error) {
	head, tail := make([]byte, len(magic)), make([]byte, tailLength)
	if size == 0 {
		return nil, textfile.Refusal("the file is empty")
	}
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case string(head) == "PARE":
		return nil, textfile.Refusal("is encrypted Parquet, which is not read: decrypt it first")
	case string(head) != magic:
		return nil, textfile.Refusal("is not Parquet: it does not start with " + magic)
	case size < int64(len(magic)+tailLength):
		return nil, textfile.Refusal("is cut short: it is too small for Parquet")
	}
	if _, err := file.ReadAt(tail, size-tailLength); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if !bytes.HasSuffix(tail, []byte(magic)) || length > size-tailLength-int64(len(magic)) {
		return nil, textfile.Refusal("is cut short or corrupt: it does not end as Parquet does")
	}
	footer := make([]byte, length)
	if _, err := file.ReadAt(footer, size-tailLength-length); err != nil {
		return nil, err
	}
	return readFooter(footer)
}

// codecsOf returns how the columns of a file are compressed, as its first row group says, with the
// current form of LZ4.
func codecsOf(meta *format.FileMetaData) []compress.Codec {
	if len(meta.RowGroups) == 0 {
		return nil
	}
	var codecs []compress.Codec
	for _, chunk := range meta.RowGroups[0].Columns {
		codec := chunk.MetaData.Codec
		if codec == format.Lz4 {
			codec = format.Lz4Raw
		}
		codecs = append(codecs, parquet.LookupCompressionCodec(codec))
	}
	return codecs
}

// CheckColumn returns an error for a column chunk that is not read: in another file, encrypted, or
// with truth values in runs. Version 0.32 of the library returns wrong values for runs: it takes
// their length as a number of bytes with eight values each.
func CheckColumn(chunk *format.ColumnChunk) error {
	name := nameOf(chunk)
	switch {
	case chunk.FilePath != "":
		return textfile.Refusal(fmt.Sprintf("column %s is kept in another file, %s, which is not read", name, textfile.Shown(chunk.FilePath)))
	case encrypted(chunk):
		return textfile.Refusal(fmt.Sprintf("column %s is encrypted, and encrypted columns are not read", name))
	case chunk.MetaData.Type == format.Boolean && hasRuns(&chunk.MetaData):
		return textfile.Refusal(fmt.Sprintf("column %s holds truth values as runs (RLE), which are not read: write the file with data pages of version 1", name))
	}
	return nil
}

// hasRuns reports whether the values of a column are run-length encoded. Without statistics of
// the pages, the list of encodings decides. As this list includes the encoding of levels, only
// columns without another encoding certainly have runs. Columns with both are taken to have no
// runs, since programs that write pages of runs write the statistics as well.
func hasRuns(column *format.ColumnMetaData) bool {
	for _, pages := range column.EncodingStats {
		if pages.PageType != format.DictionaryPage && pages.Encoding == format.RLE {
			return true
		}
	}
	return len(column.EncodingStats) == 0 && slices.Contains(column.Encoding, format.RLE) && !slices.Contains(column.Encoding, format.Plain)
}

// nameOf returns the name of a column for messages.
func nameOf(chunk *format.ColumnChunk) string {
	return textfile.Shown(strings.Join(chunk.MetaData.PathInSchema, "."))
}

// elsewhere reports whether a chunk is encrypted or in another file.
func elsewhere(chunk *format.ColumnChunk) bool {
	return chunk.FilePath != "" || encrypted(chunk)
}

func encrypted(chunk *format.ColumnChunk) bool {
	return chunk.CryptoMetadata.Value != nil || len(chunk.EncryptedColumnMetadata) > 0
}
