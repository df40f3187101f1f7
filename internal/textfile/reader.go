package textfile

import (
	"bytes"
	"fmt"
	"io"
)

// maxRecord is the longest record or line, in bytes: a quote that is never closed must not
// read a large file into memory.
const maxRecord = 1 << 24

// maxFields is the largest number of fields of a record. Each field takes forty bytes or more. They are counted
// from the first byte on that a record of fewer fields need not have.
const maxFields = 1 << 20

// ByteOrderMark may begin a text and is not part of it.
const ByteOrderMark = "\ufeff"

// Reader reads a file that must be UTF-8 text without NUL. A byte order mark is skipped.
type Reader struct {
	source *Source
	part   []byte // what is not yet read of the last part of the source
	whole  []byte // that part
	err    error  // the error that ended the source
	hint   string // what may be wrong with a record that is too long

	separator []byte // of fields, unless it is nil
	fields    int    // separators since maxFields bytes after the last whole record

	read, parsed int64 // bytes that were read, and bytes of whole records among them

	window []byte // the bytes read since the last whole record or earlier, unless it is nil; it ends at byte number read
}

// NewReader returns a reader of r. Errors call it file. hint says what may be wrong where a
// record does not end within 16 MiB.
func NewReader(r io.Reader, file, hint string) *Reader {
	return &Reader{source: NewSource(r, file), hint: hint}
}

// Read implements [io.Reader]. Its errors are of type [*Error], except io.EOF.
func (t *Reader) Read(p []byte) (int, error) {
	if len(t.part) == 0 && t.err == nil {
		t.source.Advance(t.whole)
		t.whole, t.err = t.source.Next()
		t.part = t.whole
		if t.read == 0 {
			t.part = bytes.TrimPrefix(t.part, []byte(ByteOrderMark))
		}
		if t.err == nil {
			t.err = t.tooLong()
		}
	}
	if t.err != nil {
		return 0, t.err
	}
	n := copy(p, t.part)
	if t.window != nil {
		if used := t.parsed - (t.read - int64(len(t.window))); used > int64(len(t.window))/2 {
			t.window = append(t.window[:0], t.window[used:]...)
		}
		t.window = append(t.window, t.part[:n]...)
	}
	t.part = t.part[n:]
	t.read += int64(n)
	return n, nil
}

// tooLong returns an error if the record that is being read is too long or has too many fields.
func (t *Reader) tooLong() error {
	length := t.read - t.parsed
	if length > maxFields && t.separator != nil {
		t.fields += bytes.Count(t.part, t.separator)
	} else {
		t.fields = 0
	}
	var much string
	switch {
	case length > maxRecord:
		much = fmt.Sprintf("%d MiB", maxRecord>>20)
	case t.fields > maxFields:
		much = "a million fields"
	default:
		return nil
	}
	return &Error{File: t.source.file, Line: t.source.line, Msg: fmt.Sprintf("a record of more than %s ends here or later: %s", much, t.hint)}
}

// Taken tells the reader that whole records up to a number of bytes have been parsed.
func (t *Reader) Taken(bytes int64) { t.parsed = bytes }

// between returns the bytes of the text from one offset to another, which must lie within the bytes read last.
func (t *Reader) between(from, to int64) []byte {
	start := t.read - int64(len(t.window))
	return t.window[from-start : to-start]
}
