package recode

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// jsonLines encodes the records of a JSON Lines file.
func (e *run) jsonLines(in *source.Input) error {
	if in.Marked && !e.out.written() {
		if err := e.out.write([]byte(textfile.ByteOrderMark)); err != nil {
			return err
		}
	}
	f := records.OpenJSON(in, e.keys, e.coders.columns...)
	folders := keyWatch{keys: in.Keys(), present: make([]bool, len(in.Fixed))}
	visit := func(key []byte) error {
		folders.note(key)
		for _, one := range e.coders.all {
			if string(key) == one.as {
				line, column := f.KeyPlace()
				return taken(one.as, in.Label(), line, column)
			}
		}
		return nil
	}
	var members [][][]byte
	places := make([]int, len(e.coders.all))
	for first := true; ; first = false {
		line, err := f.Line()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if first && e.jsonFiles(f.Array()) {
			return &textfile.Error{File: in.Label(), Msg: "files of JSON arrays do not become one: encode them one by one, or as JSON Lines"}
		}
		if f.Blank(line) {
			if err := e.out.write(line); err != nil {
				return err
			}
			continue
		}
		if members == nil {
			members = e.jsonMembers(line)
			if err := e.beginJSON(line); err != nil {
				return err
			}
		}
		if err := f.Object(line, visit); err != nil {
			return err
		}
		folders.end(e.lost)
		if err := e.jsonRecord(f, line, members, places); err != nil {
			return err
		}
	}
}

// jsonFiles counts a file of JSON, and reports whether there are several and one is an array.
func (e *run) jsonFiles(array bool) bool {
	e.json++
	e.array = e.array || array
	return e.array && e.json > 1
}

// beginJSON ends the last line of the file before, if it is open.
func (e *run) beginJSON(line []byte) error {
	if !e.begun {
		e.begun = true
		return nil
	}
	end := []byte("\n")
	if bytes.HasSuffix(line, []byte("\r\n")) {
		end = []byte("\r\n")
	}
	return e.out.endLine(end)
}

// jsonRecord writes the object on a line with its clusters.
func (e *run) jsonRecord(f *records.JSON, line []byte, members [][][]byte, places []int) error {
	for i := range e.coders.values {
		text, missing := f.Value(i)
		e.coders.values[i] = value{text, missing}
	}
	if column, err := e.coders.record(places); err != nil {
		return f.Wrong(column, err)
	}
	body := bytes.TrimRight(line[:f.End-1], " \t\r\n")
	if err := e.out.write(body); err != nil {
		return err
	}
	for i, place := range places {
		member := members[i][place]
		if i == 0 && f.Empty {
			member = bytes.TrimLeft(member, ", ")
		}
		if err := e.out.write(member); err != nil {
			return err
		}
	}
	return e.out.write(line[len(body):])
}

// jsonMembers returns the text that is added to an object for every coding and code: a comma, the
// key and the value, with spaces if the object on the line has spaces after its colons.
func (e *run) jsonMembers(line []byte) [][][]byte {
	space := ""
	if _, value, ok := bytes.Cut(line, []byte(`":`)); ok && bytes.HasPrefix(value, []byte(" ")) {
		space = " "
	}
	var members [][][]byte
	for _, one := range e.coders.all {
		key := "," + space + jsonString(one.as) + ":" + space
		members = append(members, one.forEach(func(text string, number bool) []byte {
			if number {
				return []byte(key + text)
			}
			return []byte(key + jsonString(text))
		}))
	}
	return members
}

// jsonString returns a text as JSON.
func jsonString(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // fails for what is not UTF-8, which is refused
	return string(quoted)
}

// keyWatch finds keys from folders that some object lacks.
type keyWatch struct {
	keys    []string // that no object lacked so far
	present []bool   // which of them the current object has
}

// note notes a key of the current object.
func (w *keyWatch) note(key []byte) {
	for i, k := range w.keys {
		if k == string(key) {
			w.present[i] = true
		}
	}
}

// end ends the current object, and calls lacks for every key that it is the first to lack.
func (w *keyWatch) end(lacks func(key string)) {
	for i := len(w.keys) - 1; i >= 0; i-- {
		if !w.present[i] {
			lacks(w.keys[i])
			w.keys = slices.Delete(w.keys, i, i+1)
		}
	}
	clear(w.present)
}
