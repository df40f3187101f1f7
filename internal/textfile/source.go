package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Source reads UTF-8 text without NUL in parts of whole characters, and knows the line and
// column of the next part.
type Source struct {
	r    io.Reader
	file string

	buffer []byte
	rest   []byte // read, but not yet a whole character
	failed error  // the error that ended the reader

	line, column int // of the next part; the column counts bytes from 0
}

// partLength is how many bytes are read at once: enough for system calls not to matter,
// few enough for a processor's cache.
const partLength = 1 << 16

// NewSource returns a source that reads from r. Errors call it file.
func NewSource(r io.Reader, file string) *Source { return &Source{r: r, file: file, line: 1} }

// Next returns the next part of the text, which is valid until the next call, or io.EOF. The
// error for what is not text is an [*Error] with the place.
func (s *Source) Next() ([]byte, error) {
	if s.failed == nil {
		if s.buffer == nil {
			s.buffer = make([]byte, partLength)
		}
		kept := copy(s.buffer, s.rest)
		var n int
		n, s.failed = fill(s.r, s.buffer[kept:])
		s.rest = s.buffer[:kept+n]
	}
	if s.failed != nil && !errors.Is(s.failed, io.EOF) {
		return nil, &Error{File: s.file, Msg: "cannot be read: " + s.failed.Error(), Err: s.failed}
	}
	part := s.rest
	if s.failed == nil {
		part = wholeCharacters(part)
	}
	s.rest = s.rest[len(part):]
	if len(part) == 0 {
		return nil, io.EOF
	}
	return part, s.check(part)
}

// fill reads until the buffer is full or the reader fails. It is io.ReadFull, except that it
// returns the reader's own error: io.ErrUnexpectedEOF means a compressed file that was cut off.
func fill(r io.Reader, buffer []byte) (int, error) {
	filled := 0
	for filled < len(buffer) {
		n, err := r.Read(buffer[filled:])
		filled += n
		if err != nil {
			return filled, err
		}
	}
	return filled, nil
}

// wholeCharacters returns the text without an incomplete character at its end.
func wholeCharacters(text []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		last := text[len(text)-n:]
		if utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return text[:len(text)-n]
			}
			break
		}
	}
	return text
}

// check returns an error for the first byte of a part that is not UTF-8 or is NUL.
func (s *Source) check(part []byte) error {
	nul := bytes.IndexByte(part, 0)
	if nul < 0 && utf8.Valid(part) {
		return nil
	}
	at := 0
	for at != nul {
		r, size := utf8.DecodeRune(part[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	bad := part[at]
	s.Advance(part[:at])
	advice := "name its encoding, such as latin1 or windows-1252"
	if bad == 0 {
		advice = "is it a text? name its format, or its encoding"
	}
	return s.Wrong(fmt.Errorf("not UTF-8 text (byte 0x%02x): %s", bad, advice))
}

// Advance moves the position past a part of the text.
func (s *Source) Advance(part []byte) {
	s.line += bytes.Count(part, []byte{'\n'})
	if newline := bytes.LastIndexByte(part, '\n'); newline >= 0 {
		s.column = len(part) - newline - 1
	} else {
		s.column += len(part)
	}
}

// Wrong returns an error at the current position.
func (s *Source) Wrong(err error) error {
	return &Error{File: s.file, Line: s.line, Column: s.column + 1, Msg: err.Error(), Err: err}
}
