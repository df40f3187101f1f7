package table

import (
	"fmt"
	"io"
)

// maxRecord is the longest record or line, in bytes: a quote that is never
// closed must not take a large file into memory.
const maxRecord = 1 << 26

// textReader reads a file that must be UTF-8 text without NUL.
type textReader struct {
	source textSource
	part   []byte // of the source's last part, what is not yet read
	whole  []byte
	err    error  // what the source ended with
	hint   string // what may be wrong with a record that is too long

	read, parsed int64 // bytes read from it, and bytes of whole records
}

func newTextReader(r io.Reader, label, hint string) *textReader {
	return &textReader{source: textSource{r: r, file: label, line: 1}, hint: hint}
}

func (t *textReader) Read(p []byte) (int, error) {
	if len(t.part) == 0 && t.err == nil {
		t.source.advance(t.whole)
		t.whole, t.err = t.source.next()
		t.part = t.whole
		if t.err == nil && t.read-t.parsed > maxRecord {
			t.err = &Error{File: t.source.file, Line: t.source.line, Msg: fmt.Sprintf(
				"a record of more than %d MiB ends here or later: %s", maxRecord>>20, t.hint)}
		}
	}
	if t.err != nil {
		return 0, t.err
	}
	n := copy(p, t.part)
	t.part = t.part[n:]
	t.read += int64(n)
	return n, nil
}

// taken tells the reader that whole records up to a number of bytes have been
// parsed.
func (t *textReader) taken(bytes int64) { t.parsed = bytes }

var _ io.Reader = (*textReader)(nil)
