package source

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/dibmap/dibmap/internal/fileformat"
)

// The formats of files. With "", the name of a file or its content decides.
const (
	CSV       = "csv"
	TSV       = "tsv"
	JSONLines = "jsonl" // and an array of objects
	Parquet   = "parquet"
	Arrow     = "arrow" // IPC: a stream or a file
	NPY       = "npy"
	NPZ       = "npz" // of scipy.sparse.save_npz
	Market    = "mtx" // Matrix Market
)

// Unnamed reports whether files of a format hold numbers without names, and not records.
func Unnamed(format string) bool { return format == NPY || format == NPZ || format == Market }

// Nameless says of a file of such a format what follows from its numbers having no names.
func Nameless(format, so string) string {
	return "an ." + format + " file holds numbers without names, not records, so " + so
}

// ArrowMagic is at both ends of a file of Arrow. A stream follows the first one.
const ArrowMagic = "ARROW1"

// CheckFormat returns an error for an unknown format.
func CheckFormat(format string) error {
	if format == "" {
		return nil
	}
	return fileformat.Check(format, CSV, TSV, JSONLines, Parquet, Arrow, NPY, NPZ, Market)
}

// FormatOf returns the format of a file by its name, and "" if the name does not determine it.
// The name may end in a suffix for compression.
func FormatOf(name string) string {
	extension, _ := fileformat.Split(name)
	switch extension {
	case "tab":
		return TSV
	case "ndjson", "json":
		return JSONLines
	case "pq":
		return Parquet
	case "arrows", "feather", "ipc":
		return Arrow
	}
	if CheckFormat(extension) != nil {
		return ""
	}
	return extension
}

// headLength is the number of bytes that are examined to determine the format of a file.
const headLength = 1 << 12

// formatOfContent returns the format of a file by its first bytes: CSV unless they show another format.
func formatOfContent(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")):
		return Parquet
	case bytes.HasPrefix(head, []byte("\x93NUMPY")):
		return NPY
	case archiveOfArrays(head):
		return NPZ
	case bytes.HasPrefix(bytes.ToLower(head), []byte("%%matrixmarket ")):
		return Market
	case bytes.HasPrefix(head, []byte(ArrowMagic)), bytes.HasPrefix(head, []byte("FEA1")), isArrowStream(head):
		return Arrow
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")), isArray(head):
		return JSONLines
	}
	header, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.IndexByte(header, '\t') >= 0 && bytes.IndexByte(header, ',') < 0 {
		return TSV
	}
	return CSV
}

// ownFile is the beginning of the JSON files that this program writes.
var ownFile = regexp.MustCompile(`^\s*\{\s*"format"\s*:\s*"(dibmap[/-]\w+)"`)

// archiveOfArrays reports whether head begins a zip archive whose first member is an array of NumPy or the
// header of a frontier.
func archiveOfArrays(head []byte) bool {
	const nameAt = 30
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < nameAt {
		return false
	}
	name := head[nameAt:min(len(head), nameAt+int(head[26])+int(head[27])<<8)]
	return bytes.HasSuffix(name, []byte(".npy")) || string(name) == "meta.json"
}

// foreign returns the message for a file in a well-known format that is not read, such as an archive or a
// document, and "" for any other. A web page and other XML are texts, too.
func foreign(head []byte, text bool) string {
	for _, f := range []struct{ magic, what string }{
		{"PK\x03\x04", "is a zip archive or a spreadsheet (.xlsx, .ods): unpack it, or save the sheet as CSV"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is a document of an old Office program, such as .xls: save the sheet as CSV"},
		{"%PDF-", "is a PDF document, which is no table: export the table as CSV"},
		{"\x89PNG\r\n", "is a picture (PNG), which is no table: export the table as CSV"},
		{"\xff\xd8\xff", "is a picture (JPEG), which is no table: export the table as CSV"},
		{"7z\xbc\xaf\x27\x1c", "is a 7z archive: unpack it first"},
		{"Rar!\x1a\x07", "is a RAR archive: unpack it first"},
		{"BZh", "is compressed with bzip2: decompress it first, or use gzip or zstd"},
		{"\xfd7zXZ\x00", "is compressed with xz: decompress it first, or use gzip or zstd"},
		{"SQLite format 3\x00", "is an SQLite database: export the table as CSV"},
		{"\x89HDF\r\n", "is an HDF5 file: save the table as CSV, Parquet or .npy"},
		{"<stata_dta>", "is a Stata file: save the table as CSV or Parquet"},
		{"$FL2@(#)", "is an SPSS file: save the table as CSV or Parquet"},
		{"Obj\x01", "is an Avro file: save the table as CSV or Parquet"},
		{"MATLAB 5.0 MAT-file", "is a MATLAB file: save the table as CSV or .npy"},
		{"\x80\x04\x95", "is a Python pickle: save the table as CSV, Parquet or .npy"},
		{"\x80\x05\x95", "is a Python pickle: save the table as CSV, Parquet or .npy"},
	} {
		if bytes.HasPrefix(head, []byte(f.magic)) && !archiveOfArrays(head) {
			return f.what
		}
	}
	if of := ownFile.FindSubmatch(head); of != nil && !text {
		return fmt.Sprintf("is a file that dibmap wrote (%s), not a table: name the table", of[1])
	}
	start := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"))
	begins := func(with string) bool { return !text && bytes.HasPrefix(start, []byte(with)) }
	switch {
	case begins("<!doctype html"), begins("<html"):
		return "is a web page (HTML), not the table that may be behind it: download the table itself, or save it as CSV"
	case begins("<svg"), begins("<?xml") && bytes.Contains(start, []byte("<svg")):
		return "is a picture (SVG), which is no table: export the table as CSV"
	case begins("<?xml"):
		return "is an XML document, which is no table: export the table as CSV"
	}
	return ""
}

// isArrowStream reports whether head begins a stream of Arrow: with the mark of a message and its length.
func isArrowStream(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xff\xff\xff\xff")) && len(head) >= 8 && head[7] == 0
}

// isArray reports whether head begins a JSON array of objects.
func isArray(head []byte) bool {
	list, ok := bytes.CutPrefix(bytes.TrimSpace(head), []byte("["))
	list = bytes.TrimSpace(list)
	return ok && (bytes.HasPrefix(list, []byte("{")) || bytes.Equal(list, []byte("]")))
}
