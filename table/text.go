package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// TextUnit is what a text is cut into: X is a symbol of the text, Y the one
// after it.
type TextUnit int

// Units of a text.
const (
	// NoText says that the input is not a text.
	NoText TextUnit = iota
	// Letters are a to z and the space. Letters of any case and with any
	// diacritics count as the plain ones they are written with (é as e, ß as
	// ss); whatever lies between letters is one space, labelled "_". There is
	// no space before the first letter or after the last.
	Letters
	// Words are runs of letters and digits of any script with their
	// diacritics, in lower case, in Unicode's form NFC. An apostrophe within a
	// word belongs to it and is written '; everything else separates words.
	Words
)

// String returns the name that [ParseTextUnit] understands.
func (u TextUnit) String() string {
	switch u {
	case NoText:
		return "none"
	case Letters:
		return "letters"
	case Words:
		return "words"
	}
	return fmt.Sprintf("TextUnit(%d)", int(u))
}

// ParseTextUnit returns the unit called "letters" or "words".
func ParseTextUnit(s string) (TextUnit, error) {
	for _, u := range []TextUnit{Letters, Words} {
		if s == u.String() {
			return u, nil
		}
	}
	return NoText, fmt.Errorf("a text cannot be counted by %q: choose letters or words", s)
}

// countText adds every symbol of a text with the symbol after it to the
// counter. Memory grows with the distinct pairs of symbols, not with the text.
//
// The error is an [*Error] if the text is not UTF-8, holds a NUL byte, or has
// fewer than two symbols; the counter may then hold a part of the text.
// O(length of the text).
func countText(r io.Reader, file string, unit TextUnit, c *counter) error {
	var symbols symbolCounter
	switch unit {
	case Letters:
		symbols = newLetterCounter()
	case Words:
		symbols = &wordCounter{counter: c}
	case NoText:
		return &Error{File: file, Msg: "no unit of text is chosen: choose letters or words"}
	}
	source := textSource{r: r, file: file, line: 1}
	for {
		part, err := source.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		at, err := symbols.count(part)
		source.advance(part[:at])
		if err != nil {
			return &Error{File: file, Line: source.line, Column: source.column + 1, Msg: err.Error(), Err: err}
		}
	}
	if err := symbols.finish(c); err != nil {
		return &Error{File: file, Msg: err.Error(), Err: err}
	}
	return nil
}

// symbolCounter cuts a text into symbols. The text comes in parts, each of
// which is whole characters without NUL; where it is divided makes no
// difference.
type symbolCounter interface {
	// count takes the next part and returns how much of it was counted: all,
	// unless there is an error.
	count(part []byte) (int, error)
	// finish counts what is left at the end of the text.
	finish(c *counter) error
}

// errNoPairs is wrapped by the error for a text of fewer than two symbols.
var errNoPairs = errors.New("counting what follows what takes two")

// textSource reads a text in parts of whole characters and keeps track of
// where it is.
type textSource struct {
	r    io.Reader
	file string

	buffer []byte
	rest   []byte // read, but not yet a whole character
	failed error  // what the reader ended with

	line, column int // of the next part; the column counts bytes from 0
}

// partLength is how much of a text is read at once: enough for system calls
// not to count, and little enough for a processor's cache.
const partLength = 1 << 16

// next returns the next part of the text, which is valid until the next call,
// or io.EOF.
func (s *textSource) next() ([]byte, error) {
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

// fill reads until the buffer is full or the reader fails. It is io.ReadFull
// except that io.ErrUnexpectedEOF is always the reader's: that of a compressed
// file that was cut off.
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

// wholeCharacters returns the text without a beginning of a character at its
// end.
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

// check returns the error for the first place at which the part is not UTF-8
// text.
func (s *textSource) check(part []byte) error {
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
	s.advance(part[:at])
	return &Error{
		File: s.file, Line: s.line, Column: s.column + 1,
		Msg: fmt.Sprintf("not UTF-8 text (byte 0x%02x): convert the file to UTF-8, or name its format if it is not a text", part[at]),
	}
}

// advance moves on past a part of the text.
func (s *textSource) advance(part []byte) {
	s.line += bytes.Count(part, []byte{'\n'})
	if newline := bytes.LastIndexByte(part, '\n'); newline >= 0 {
		s.column = len(part) - newline - 1
	} else {
		s.column += len(part)
	}
}
