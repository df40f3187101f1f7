package table

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// Format is a file format.
type Format int

// The file formats. The zero value decides by the name of a file, then by its
// content.
const (
	Auto Format = iota
	CSV
	TSV
	JSONLines
	Parquet
	NPY
)

// formatNames holds what [Format.String] and [ParseFormat] call the formats.
func formatNames() []string { return []string{"auto", "csv", "tsv", "jsonl", "parquet", "npy"} }

// String returns the name that [ParseFormat] understands.
func (f Format) String() string {
	if names := formatNames(); f >= 0 && int(f) < len(names) {
		return names[f]
	}
	return fmt.Sprintf("Format(%d)", int(f))
}

// ParseFormat returns the format of the given name: auto, csv, tsv, jsonl,
// parquet or npy.
func ParseFormat(s string) (Format, error) {
	for f, name := range formatNames() {
		if s == name {
			return Format(f), nil
		}
	}
	return Auto, fmt.Errorf("there is no format %q: choose %s", s, strings.Join(formatNames(), ", "))
}

// FormatOfName returns the format that the name of a file tells, under a suffix
// for compression; Auto if it tells none.
func FormatOfName(name string) Format {
	name = strings.ToLower(name)
	if ext := filepath.Ext(name); ext == ".gz" || ext == ".zst" {
		name = strings.TrimSuffix(name, ext)
	}
	switch filepath.Ext(name) {
	case ".csv":
		return CSV
	case ".tsv", ".tab":
		return TSV
	case ".jsonl", ".ndjson":
		return JSONLines
	case ".parquet", ".pq":
		return Parquet
	case ".npy":
		return NPY
	}
	return Auto
}

// headLength is how much of a file is looked at to tell its format. A header
// longer than that is told by its beginning.
const headLength = 1 << 12

// formatOfContent tells a format by the first bytes of a file. What looks like
// nothing else is CSV.
func formatOfContent(head []byte) Format {
	switch {
	case bytes.HasPrefix(head, []byte(parquetMagic)):
		return Parquet
	case bytes.HasPrefix(head, []byte("\x93NUMPY")):
		return NPY
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")):
		return JSONLines
	}
	header, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.IndexByte(header, '\t') >= 0 && bytes.IndexByte(header, ',') < 0 {
		return TSV
	}
	return CSV
}

// foreign returns what to say of a file in a well-known format that is not
// read, and "" of any other. People meet these when they give an archive, a
// spreadsheet or another program's data as they are.
func foreign(head []byte) string {
	for _, f := range []struct{ magic, what string }{
		{"PK\x03\x04", "is a zip archive or a spreadsheet: unpack it, or save it as CSV"},
		{"BZh", "is compressed with bzip2: decompress it first, or use gzip or zstd"},
		{"\xfd7zXZ\x00", "is compressed with xz: decompress it first, or use gzip or zstd"},
		{"ARROW1\x00", "is an Arrow file: save it as Parquet"},
		{"SQLite format 3\x00", "is an SQLite database: export the table as CSV"},
		{"\x89HDF\r\n", "is an HDF5 file: save the table as CSV, Parquet or .npy"},
		{"\xff\xfe", "is not UTF-8 but looks like UTF-16: convert it to UTF-8"},
		{"\xfe\xff", "is not UTF-8 but looks like UTF-16: convert it to UTF-8"},
	} {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f.what
		}
	}
	if list, ok := bytes.CutPrefix(bytes.TrimSpace(head), []byte("[")); ok && bytes.HasPrefix(bytes.TrimSpace(list), []byte("{")) {
		return "is a JSON array: write its objects one a line, without commas between them, as JSON Lines"
	}
	return ""
}

// separatorOf returns what separates the fields of a CSV file, by its header: a
// comma, unless the header has none but another common separator.
func separatorOf(head []byte) rune {
	header, _, _ := bytes.Cut(head, []byte("\n"))
	for _, separator := range ",\t;|" {
		if bytes.ContainsRune(header, separator) {
			return separator
		}
	}
	return ','
}
