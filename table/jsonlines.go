package table

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonFile reads the records of a JSON Lines file: one object a line.
type jsonFile struct {
	in      *input
	text    *textReader
	lines   *bufio.Reader
	line    int    // number of the current line
	long    []byte // holds a line that is longer than the buffer
	taken   int64  // bytes of whole lines
	content bytes.Buffer
	decoder *jsontext.Decoder
	name    []byte // holds a key
	closed  int64  // where the brace that closes the last object ends in its line
	keyless bool   // that object has no keys
}

func openJSONLines(in *input) *jsonFile {
	f := &jsonFile{in: in, text: newTextReader(in, in.label(), "one object a line is needed")}
	f.lines = bufio.NewReaderSize(f.text, blockLength)
	f.decoder = jsontext.NewDecoder(&f.content)
	return f
}

// next goes to the next line that is not blank. It returns io.EOF after the
// last.
func (f *jsonFile) next() ([]byte, error) {
	for {
		line, err := f.nextLine()
		if err != nil {
			return nil, err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			return line, nil
		}
	}
}

func (f *jsonFile) nextLine() ([]byte, error) {
	f.long = f.long[:0]
	line, err := f.lines.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		f.long = append(f.long, line...)
		line, err = f.lines.ReadSlice('\n')
	}
	if len(f.long) > 0 {
		f.long = append(f.long, line...)
		line = f.long
	}
	if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
		return nil, err
	}
	f.line++
	f.taken += int64(len(line))
	f.text.taken(f.taken)
	return line, nil
}

// object calls visit for every key of the object on a line, with the key's
// text, which is valid during the call. visit reads the value with f.value or
// leaves it.
func (f *jsonFile) object(line []byte, visit func(key []byte) error) error {
	// The buffer is set to the line, not filled with a copy of it.
	f.content = *bytes.NewBuffer(line)
	// What a key may not do is to stand twice among those that are read, and
	// that is checked there; to check all of them takes a quarter of the time.
	f.decoder.Reset(&f.content, jsontext.AllowDuplicateNames(true))
	token, err := f.decoder.ReadToken()
	if err != nil {
		return f.syntax(err)
	}
	if token.Kind() != '{' {
		start := len(line) - len(bytes.TrimLeft(line, " \t\r\n"))
		return f.wrong(int64(start), "not an object in braces: JSON Lines holds one a line (jq -c '.[]' turns an array into lines)")
	}
	f.keyless = f.decoder.PeekKind() == '}'
	for f.decoder.PeekKind() != '}' {
		key, err := f.decoder.ReadValue()
		if err != nil {
			return f.syntax(err)
		}
		end := f.decoder.InputOffset()
		// The decoder's own copy of the key does not outlive the next call.
		f.name = append(f.name[:0], f.unquoted(key, &f.name)...)
		if err := visit(f.name); err != nil {
			return err
		}
		if f.decoder.InputOffset() == end {
			if err := f.decoder.SkipValue(); err != nil {
				return f.syntax(err)
			}
		}
	}
	if _, err := f.decoder.ReadToken(); err != nil {
		return f.syntax(err)
	}
	end := f.decoder.InputOffset()
	f.closed = end
	if rest := bytes.TrimLeft(line[end:], " \t\r\n"); len(rest) > 0 {
		return f.wrong(int64(len(line)-len(rest)), "something follows the object: JSON Lines holds one a line")
	}
	return nil
}

// unquoted returns the text of a JSON string. Its escapes, if there are any,
// are undone in the buffer.
func (f *jsonFile) unquoted(value []byte, buffer *[]byte) []byte {
	if bytes.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1]
	}
	// The decoder has checked the string, so that this cannot fail.
	*buffer, _ = jsontext.AppendUnquote((*buffer)[:0], value)
	return *buffer
}

// wrong returns an error at a byte of the line.
func (f *jsonFile) wrong(at int64, format string, args ...any) error {
	return &Error{File: f.in.label(), Line: f.line, Column: int(at) + 1, Msg: fmt.Sprintf(format, args...)}
}

// syntax returns a decoder's error with its place.
func (f *jsonFile) syntax(err error) error {
	at := f.decoder.InputOffset()
	cause := err
	if wrong := (*jsontext.SyntacticError)(nil); errors.As(err, &wrong) {
		at, cause = wrong.ByteOffset, cmp.Or(wrong.Err, err)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		cause = errors.New("the line ends within the object")
	}
	e := f.wrong(at, "not JSON: %v", cause)
	return e
}

// firstKeys returns the keys of the first record of a JSON Lines file.
func firstKeys(in *input) ([]string, error) {
	f := openJSONLines(in)
	line, err := f.next()
	if errors.Is(err, io.EOF) {
		return nil, &Error{File: in.label(), Msg: "the file is empty"}
	}
	if err != nil {
		return nil, err
	}
	return f.keys(line)
}

// keys returns the keys of the object on a line.
func (f *jsonFile) keys(line []byte) ([]string, error) {
	var keys []string
	err := f.object(line, func(key []byte) error {
		keys = append(keys, string(key))
		return nil
	})
	return keys, err
}
