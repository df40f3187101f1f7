package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/partition"
)

// positionError is an error in a text file with its place. Lines and columns count from 1, and
// columns are bytes.
type positionError struct {
	line, column int
	err          error
}

func (e *positionError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.line, e.column, e.err)
}

func (e *positionError) Unwrap() error { return e.err }

// mostOfValue is the largest number of bytes that are read without a value or a name coming to its end. The
// longest values are lists of changes, of fifteen bytes for each row.
const mostOfValue = 64 << 20

// lineReader passes a stream on and remembers where its lines end, from where the decoder is.
type lineReader struct {
	r        io.Reader
	decoded  func() int64 // the offset up to which the decoder has returned what it read
	read     int64
	newlines []int64 // offsets
	dropped  int     // newlines before these
	begin    int64   // of the line in which the first of these is
	err      error   // what ended the stream before its end
}

// Read implements [io.Reader].
func (l *lineReader) Read(p []byte) (int, error) {
	decoded := l.decoded()
	if l.read-decoded > mostOfValue {
		l.err = fmt.Errorf("a value of more than %d MiB is none of a frontier", mostOfValue>>20)
		return 0, l.err
	}
	l.drop(decoded)
	n, err := l.r.Read(p)
	for at := 0; ; at++ {
		next := bytes.IndexByte(p[at:n], '\n')
		if next < 0 {
			break
		}
		at += next
		l.newlines = append(l.newlines, l.read+int64(at))
	}
	l.read += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}

// drop forgets the lines that end before an offset, if there are many.
func (l *lineReader) drop(offset int64) {
	const many = 1 << 16
	if len(l.newlines) < many {
		return
	}
	if n, _ := slices.BinarySearch(l.newlines, offset); n > 0 {
		l.dropped, l.begin = l.dropped+n, l.newlines[n-1]+1
		l.newlines = slices.Delete(l.newlines, 0, n)
	}
}

// place returns the line and column of an offset that the decoder has not left behind.
func (l *lineReader) place(offset int64) (line, column int) {
	n, _ := slices.BinarySearch(l.newlines, offset)
	begin := l.begin
	if n > 0 {
		begin = l.newlines[n-1] + 1
	}
	return l.dropped + n + 1, int(offset-begin) + 1
}

// at returns an error with the line and column of an offset.
func (d *document) at(offset int64, err error) error {
	line, column := d.lines.place(offset)
	return &positionError{line, column, err}
}

// explained rewords an error of the library and adds its position.
func (d *document) explained(err error) error {
	var placed *positionError
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case d.lines.err != nil:
		return d.lines.err
	case errors.As(err, &placed):
		return placed
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return d.at(d.lines.read, errors.New("the file ends too early: part of it is missing"))
	case errors.As(err, &syntactic) && errors.Is(err, jsontext.ErrDuplicateName):
		return d.at(syntactic.ByteOffset, fmt.Errorf("%s occurs twice", place(syntactic.JSONPointer)))
	case errors.As(err, &syntactic):
		return d.at(syntactic.ByteOffset, fmt.Errorf("is not JSON: %w", syntactic.Err))
	case errors.As(err, &semantic) && semantic.GoType != nil && semantic.GoType.Kind() == reflect.Array:
		return d.at(semantic.ByteOffset, fmt.Errorf("%s is not %s", place(semantic.JSONPointer), wanted(semantic.GoType)))
	case errors.As(err, &semantic) && semantic.Err != nil:
		return semantic.Err
	}
	return err
}

// place returns a pointer in the notation of most languages: points[3].h.
func place(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if strings.Trim(token, "0123456789") == "" {
			b.WriteString("[" + token + "]")
		} else {
			b.WriteString("." + token)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// mismatch is the error of a value just read that is not of the type wanted.
func mismatch(dec *jsontext.Decoder, value jsontext.Value, want string) error {
	text := string(bytes.Join(bytes.Fields(value), []byte(" ")))
	if len(text) > 20 {
		text = strings.ToValidUTF8(text[:20], "") + "..."
	}
	return fmt.Errorf("%s is %s, want %s", place(dec.StackPointer()), text, want)
}

// wanted names in JSON's terms what may be stored in a Go type.
func wanted(t reflect.Type) string {
	if t == reflect.TypeFor[partition.Packed]() {
		return "a list"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number that is not negative"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Array:
		return fmt.Sprintf("a list of %d", t.Len())
	case reflect.Struct:
		return "an object"
	default:
		return "a string"
	}
}
