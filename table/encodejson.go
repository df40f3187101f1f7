package table

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonLines encodes the records of a JSON Lines file.
func (e *encodeRun) jsonLines(in *input) error {
	f := openJSONLines(in)
	if in.marked && e.out.size() == 0 {
		e.out.buffer = append(e.out.buffer, byteOrderMark...)
	}
	var fields []jsonField
	var members [][]byte
	folders := newKeyWatch(in)
	known := false // the key has occurred: no more need be kept for a message
	visit := func(key []byte) error {
		if !known {
			e.columns.keys.note(key)
		}
		folders.note(key)
		if string(key) == e.opts.Column {
			return e.taken(in.label(), f.line, int(f.decoder.InputOffset())-len(key)-1)
		}
		return f.read(key, fields)
	}
	for {
		line, err := f.nextLine()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			e.out.buffer = append(e.out.buffer, line...)
			if err := e.out.flushFull(); err != nil {
				return err
			}
			continue
		}
		if fields == nil {
			if fields, err = e.columns.jsonFields(f, line); err != nil {
				return err
			}
			members = e.jsonMembers(line)
			if err := e.beginJSON(line); err != nil {
				return err
			}
		}
		fields[0].state = absent
		known = known || e.columns.keys.complete()
		if err := f.object(line, visit); err != nil {
			return err
		}
		folders.end(e.lost)
		if err := e.jsonRecord(f, line, &fields[0], members); err != nil {
			return err
		}
	}
}

// keyWatch finds out which keys that folders give are absent from some object.
type keyWatch struct {
	keys    []string // that no object lacked so far
	present []bool   // in the current one; as long as keys was
}

func newKeyWatch(in *input) *keyWatch {
	return &keyWatch{keys: keysOf(in.fixed), present: make([]bool, len(in.fixed))}
}

// note notes a key of the current object.
func (w *keyWatch) note(key []byte) {
	for i, k := range w.keys {
		if k == string(key) {
			w.present[i] = true
		}
	}
}

// end ends the current object, and calls lacks for the keys that are absent for the first time.
func (w *keyWatch) end(lacks func(key string)) {
	for i := len(w.keys) - 1; i >= 0; i-- {
		if !w.present[i] {
			lacks(w.keys[i])
			w.keys = slices.Delete(w.keys, i, i+1)
		}
	}
	clear(w.present)
}

// beginJSON ends the line that the file before may have left open.
func (e *encodeRun) beginJSON(line []byte) error {
	if !e.begun {
		e.begun = true
		return nil
	}
	end := "\n"
	if bytes.HasSuffix(line, []byte("\r\n")) {
		end = "\r\n"
	}
	return e.out.endLine(end)
}

// jsonRecord writes the object on a line with its cluster.
func (e *encodeRun) jsonRecord(f *jsonFile, line []byte, field *jsonField, members [][]byte) error {
	var code int32
	var err error
	switch {
	case field.state == present:
		code, err = e.coder.code(field.text)
	case field.state == absent && field.fixed != nil:
		code, err = e.coder.field([]byte(field.fixed.value), field.fixed.missing)
	default:
		code, err = e.coder.missing()
	}
	if err != nil {
		return e.columns.jsonRefused(f, field, err)
	}
	e.coder.count(code)
	member := members[e.coder.place(code)]
	body := bytes.TrimRight(line[:f.closed-1], " \t\r\n")
	if f.keyless {
		member = bytes.TrimLeft(member, ", ")
	}
	e.out.buffer = append(e.out.buffer, body...)
	e.out.buffer = append(e.out.buffer, member...)
	e.out.buffer = append(e.out.buffer, line[len(body):]...)
	return e.out.flushFull()
}

// jsonMembers returns what is added to an object for every code: a comma, the key and
// the value, with spaces if the first object, on the line, has some after its colons.
func (e *encodeRun) jsonMembers(line []byte) [][]byte {
	space := ""
	if _, value, ok := bytes.Cut(line, []byte(`":`)); ok && bytes.HasPrefix(value, []byte(" ")) {
		space = " "
	}
	key := "," + space + jsonString(e.opts.Column) + ":" + space
	return e.coder.forEach(func(text string, number bool) []byte {
		if number {
			return []byte(key + text)
		}
		return []byte(key + jsonString(text))
	})
}

// jsonString returns a text as JSON.
func jsonString(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // fails for what is not UTF-8, which is refused
	return string(quoted)
}
