package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// positionError is what is wrong with a text file and where, both counted from
// one; columns are bytes.
type positionError struct {
	line, column int
	err          error
}

func (e *positionError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.line, e.column, e.err)
}

func (e *positionError) Unwrap() error { return e.err }

// lineReader passes a stream on and remembers where its lines end, as far as
// positions may still be asked for.
type lineReader struct {
	r        io.Reader
	read     int64
	err      error   // what ended the stream before its end
	newlines []int64 // offsets of the line ends that are not forgotten
	line     int     // the line on which the first byte not forgotten is
	start    int64   // the offset at which that line starts
}

// Read implements [io.Reader].
func (l *lineReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for from := 0; ; {
		at := bytes.IndexByte(p[from:n], '\n')
		if at < 0 {
			break
		}
		l.newlines = append(l.newlines, l.read+int64(from+at))
		from += at + 1
	}
	l.read += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}

// forget lets go of the line ends before an offset. Later positions must not be
// before it.
func (l *lineReader) forget(offset int64) {
	n, _ := slices.BinarySearch(l.newlines, offset)
	if n == 0 {
		return
	}
	l.line += n
	l.start = l.newlines[n-1] + 1
	l.newlines = slices.Delete(l.newlines, 0, n)
}

// position returns line and column of the byte at an offset.
func (l *lineReader) position(offset int64) (line, column int) {
	l.forget(offset)
	return l.line, int(offset-l.start) + 1
}

// at returns an error with the position of an offset.
func (d *document) at(offset int64, err error) error {
	line, column := d.lines.position(offset)
	return &positionError{line, column, err}
}

// valueError is the error of a value just read that is not what was wanted.
func (d *document) valueError(value jsontext.Value, want string) error {
	return d.at(d.dec.InputOffset()-int64(len(value)), mismatch(place(d.dec.StackPointer()), value, want))
}

// syntax adds position and plain words to an error of the decoder.
func (d *document) syntax(err error) error {
	var syntactic *jsontext.SyntacticError
	switch {
	case err == nil:
		return nil
	case d.lines.err != nil:
		return d.lines.err
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return d.at(d.lines.read, errors.New("the file ends too early: part of it is missing"))
	case errors.As(err, &syntactic) && errors.Is(err, jsontext.ErrDuplicateName):
		return d.at(syntactic.ByteOffset, fmt.Errorf("%s stands twice", place(syntactic.JSONPointer)))
	case errors.As(err, &syntactic):
		return d.at(syntactic.ByteOffset, fmt.Errorf("is not JSON: %w", syntactic.Err))
	}
	return err
}
