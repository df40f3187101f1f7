// Package records reads the values of some columns of records from files of any format: CSV, TSV,
// JSON Lines or Parquet.
package records

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// JSON reads the records of a file of JSON: objects, one a line or all in one array.
type JSON struct {
	// End is where the brace that closes the last object ends in its line, and Empty whether
	// that object has no keys.
	End   int
	Empty bool

	in      *source.Input
	comment string // what comments start with, if there are any
	text    *textfile.Reader
	lines   *bufio.Reader
	array   *jsonArray // nil for one object a line
	begun   bool
	line    int    // number of the line on which the chunk begins
	before  int    // bytes of that line before the chunk
	chunk   []byte // the current line, or an object of an array with the text before it
	start   int    // where the object begins in the chunk
	long    []byte // holds a line that is longer than the buffer
	taken   int64  // bytes of whole lines
	pending []byte // a line that was read ahead
	content bytes.Buffer
	decoder *jsontext.Decoder
	name    []byte // holds a key

	keys   *Keys
	fields []jsonField
	led    map[string][]int // the fields with this key as their name or at the beginning of their path
}

// jsonField is one of the keys whose values are read.
type jsonField struct {
	name  string
	fixed *source.Pair // gives the value where the key is absent, or nil
	text  []byte       // the value in the current object; its memory is reused
	state fieldState
	keys  int     // how many keys lead to the value
	kinds [2]bool // which of the kinds occurred
	at    int64   // where the value starts in its line
}

// fieldState says what an object has under a key.
type fieldState int

const (
	absent fieldState = iota
	null
	present
)

const bufferLength = 1 << 16

// OpenJSON returns a reader of the values under some keys. keys is shared by files that are read
// as one table.
func OpenJSON(in *source.Input, keys *Keys, names ...string) *JSON {
	f := &JSON{in: in, keys: keys, text: textfile.NewReader(in, in.Label(), "one object a line is needed")}
	if c := in.Comment(); c != 0 {
		f.comment = string(c)
	}
	f.lines = bufio.NewReaderSize(f.text, bufferLength)
	f.decoder = jsontext.NewDecoder(&f.content)
	f.read(names)
	return f
}

// read adds keys whose values are read.
func (f *JSON) read(names []string) {
	f.keys.want(names)
	if f.led == nil {
		f.led = make(map[string][]int, len(names))
	}
	f.fields = slices.Grow(f.fields, len(names))
	for _, name := range names {
		fixed := fixedBy(f.in, name)
		if fixed != nil {
			f.keys.note(name)
		}
		for at := range name {
			if name[at] == '.' {
				f.led[name[:at]] = append(f.led[name[:at]], len(f.fields))
			}
		}
		f.led[name] = append(f.led[name], len(f.fields))
		f.fields = append(f.fields, jsonField{name: name, fixed: fixed})
	}
}

// Array reports whether the file holds one array of objects, once a line was read.
func (f *JSON) Array() bool { return f.array != nil }

// Line returns the next line with its end. For an array, it returns the next object with the text before it, and at
// last the text after the last object. It is valid until the next call. The error may be io.EOF.
func (f *JSON) Line() ([]byte, error) {
	if line := f.pending; line != nil {
		f.pending = nil
		return line, nil
	}
	if !f.begun {
		f.begun = true
		f.line = 1
		if f.isArray() {
			f.array = new(jsonArray)
		}
	}
	if newline := bytes.LastIndexByte(f.chunk, '\n'); newline >= 0 {
		f.line += bytes.Count(f.chunk, []byte("\n"))
		f.before = len(f.chunk) - newline - 1
	} else {
		f.before += len(f.chunk)
	}
	f.chunk, f.start = nil, 0
	read := f.readLine
	if f.array != nil {
		read = f.element
	}
	var err error
	if f.chunk, f.start, err = read(); err != nil {
		return nil, err
	}
	f.taken += int64(len(f.chunk))
	f.text.Taken(f.taken)
	return f.chunk, nil
}

// readLine reads a line.
func (f *JSON) readLine() (line []byte, start int, err error) {
	f.long = f.long[:0]
	line, err = f.lines.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		f.long = append(f.long, line...)
		line, err = f.lines.ReadSlice('\n')
	}
	if len(f.long) > 0 {
		f.long = append(f.long, line...)
		line = f.long
	}
	if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
		return nil, 0, err
	}
	return line, 0, nil
}

// Blank reports whether a line has no object: it is empty, a comment, or the end of an array.
func (f *JSON) Blank(line []byte) bool {
	if f.array != nil {
		return f.start == len(line)
	}
	return len(bytes.TrimSpace(line)) == 0 || f.comment != "" && bytes.HasPrefix(line, []byte(f.comment))
}

// next reads the next object.
func (f *JSON) next() error {
	for {
		line, err := f.Line()
		if err != nil {
			return err
		}
		if !f.Blank(line) {
			return f.Object(line, nil)
		}
	}
}

// firstKeys returns the keys of the first object, or the paths to the values of objects in it, and the
// keys with arrays. The next call of Line returns that object again.
func (f *JSON) firstKeys() (names, lists []string, err error) {
	for {
		line, err := f.Line()
		if err != nil {
			return nil, nil, err
		}
		if f.Blank(line) {
			continue
		}
		err = f.object(line, func(key []byte) error {
			name := string(key)
			keep := func(name string, list bool) {
				names = append(names, name)
				if list {
					lists = append(lists, name)
				}
			}
			if kind := f.decoder.PeekKind(); kind != '{' {
				keep(name, kind == '[')
				return nil
			}
			value, err := f.decoder.ReadValue()
			if err != nil {
				return f.syntax(err)
			}
			return paths(name, value, keep)
		})
		f.pending = line
		return names, lists, err
	}
}

// Object reads the object on a line. visit, if it is not nil, is called for every key, which is
// valid during the call.
func (f *JSON) Object(line []byte, visit func(key []byte) error) error {
	for i := range f.fields {
		f.fields[i].state = absent
	}
	return f.object(line, func(key []byte) error {
		if f.keys.absent > 0 {
			f.keys.note(string(key))
		}
		if visit != nil {
			if err := visit(key); err != nil {
				return err
			}
		}
		return f.keep(key)
	})
}

// object calls visit for every key of the object on a line. visit may read the value.
func (f *JSON) object(line []byte, visit func(key []byte) error) error {
	f.content = *bytes.NewBuffer(line[f.start:]) // the line itself, not a copy
	// A key that is read must not occur twice, which keep checks. Checking all keys would take a
	// quarter of the time.
	f.decoder.Reset(&f.content, jsontext.AllowDuplicateNames(true))
	token, err := f.decoder.ReadToken()
	if err != nil {
		return f.syntax(err)
	}
	if token.Kind() != '{' {
		start := len(line) - len(bytes.TrimLeft(line, " \t\r\n"))
		return f.fault(int64(start), "not an object in braces: records are objects, one a line or all in an array")
	}
	f.Empty = f.decoder.PeekKind() == '}'
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
	f.End = f.start + int(f.decoder.InputOffset())
	if rest := bytes.TrimLeft(line[f.End:], " \t\r\n"); len(rest) > 0 {
		return f.fault(int64(len(line)-len(rest)), "something follows the object: JSON Lines holds one a line")
	}
	return nil
}

// keep keeps the value at the decoder if its key is read or begins a path that is read.
func (f *JSON) keep(key []byte) error {
	var value []byte
	var start int64
	for _, i := range f.led[string(key)] {
		field := &f.fields[i]
		if value == nil {
			raw, err := f.decoder.ReadValue()
			if err != nil {
				return f.syntax(err)
			}
			value, start = raw, int64(f.start)+f.decoder.InputOffset()-int64(len(raw))
		}
		var err error
		if len(field.name) == len(key) {
			err = f.take(field, value, start, 1)
		} else if path, _ := below(field.name, key); value[0] == '{' {
			err = f.descend(field, path, value, start, 2)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take sets the value of a field that was found under a number of nested keys. Of several values,
// the one with the fewest keys counts: a key with a dot in it has precedence over a path.
func (f *JSON) take(field *jsonField, value []byte, start int64, keys int) error {
	if field.state != absent {
		switch {
		case field.keys < keys:
			return nil
		case field.keys == keys:
			return f.fault(start, "the key %s stands twice in the object", textfile.Shown(field.name))
		}
	}
	field.at, field.state, field.keys = start, present, keys
	switch value[0] {
	case 'n':
		field.state = null
	case '"':
		field.text = append(field.text[:0], f.unquoted(value, &field.text)...)
		f.occurs(field, textKind)
	case '{':
		return f.fault(start, "the value of %s is an object: name one of its fields, as in %s", textfile.Shown(field.name), textfile.Shown(field.name+"."+firstKey(value)))
	case '[':
		return f.fault(start, "the value of %s is an array: it must be a string, a number, true, false or null", textfile.Shown(field.name))
	default:
		field.text = append(field.text[:0], value...)
		if value[0] == 't' || value[0] == 'f' {
			f.occurs(field, textKind)
		} else {
			f.occurs(field, numberKind)
		}
	}
	return nil
}

// occurs records that a field had a value of a kind.
func (f *JSON) occurs(field *jsonField, kind int) {
	if !field.kinds[kind] {
		field.kinds[kind] = true
		f.keys.kinds[kind][field.name] = true
	}
}

// unquoted returns the text of a JSON string. Its escapes, if there are any, are undone in the
// buffer.
func (f *JSON) unquoted(value []byte, buffer *[]byte) []byte {
	if bytes.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1]
	}
	*buffer, _ = jsontext.AppendUnquote((*buffer)[:0], value) // the decoder has checked the string
	return *buffer
}

// Value returns the text under a key of the last object, which is valid until the next one, and
// whether it is missing: absent or null.
func (f *JSON) Value(i int) (text []byte, missing bool) {
	field := &f.fields[i]
	switch {
	case field.state == present:
		return field.text, false
	case field.state == absent && field.fixed != nil:
		return []byte(field.fixed.Value), field.fixed.Missing
	}
	return nil, true
}

func (f *JSON) value(i int) (text []byte, missing bool) { return f.Value(i) }

func (f *JSON) label(i int, labels *tally.Labels) uint32 { return labels.Number(f.Value(i)) }

func (f *JSON) number(i int) (float64, error) {
	text, _ := f.Value(i)
	return textfile.ParseCount(string(text))
}

// Wrong returns the error for a value that a column cannot have: with its place or, if no object
// had the key so far, that there is no such column.
func (f *JSON) Wrong(i int, err error) error {
	field := &f.fields[i]
	switch {
	case field.state != absent:
		return f.fault(field.at, "%s %w", textfile.Shown(field.name), err)
	case field.fixed != nil:
		return WrongFolder(f.in, field.fixed, err)
	case !f.keys.found[field.name]:
		return f.keys.lacks(f.in.Label(), f.line, field.name)
	}
	return f.fault(0, "%s %w", textfile.Shown(field.name), err)
}

func (f *JSON) wrong(i int, err error) error { return f.Wrong(i, err) }

// KeyPlace returns the line and column of the key that was visited last.
func (f *JSON) KeyPlace() (line, column int) {
	e := f.place(int64(f.start) + f.decoder.InputOffset() - int64(len(f.name)) - 2)
	return e.Line, e.Column
}

// fault returns an error at a byte of the line.
func (f *JSON) fault(at int64, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	e := f.place(at)
	e.Msg, e.Err = err.Error(), errors.Unwrap(err)
	return e
}

// place returns an error without a message at a byte of the line.
func (f *JSON) place(at int64) *textfile.Error {
	e := &textfile.Error{File: f.in.Label(), Line: f.line, Column: f.before + int(at) + 1}
	if until := f.chunk[:min(int(at), len(f.chunk))]; f.array != nil {
		e.Line += bytes.Count(until, []byte("\n"))
		if newline := bytes.LastIndexByte(until, '\n'); newline >= 0 {
			e.Column = int(at) - newline
		}
	}
	return e
}

// syntax returns a decoder's error with its place.
func (f *JSON) syntax(err error) error {
	at := f.decoder.InputOffset()
	cause := err
	if wrong := (*jsontext.SyntacticError)(nil); errors.As(err, &wrong) {
		at, cause = wrong.ByteOffset, cmp.Or(wrong.Err, err)
	}
	at += int64(f.start)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		cause = errors.New("the line ends within the object")
	}
	return f.fault(at, "not JSON: %v", cause)
}
