package table

import (
	"errors"
	"io"
)

// jsonField is one of the keys that are read from every object.
type jsonField struct {
	name  string
	fixed *pair  // what the names of the folders say, where the key is absent
	text  []byte // the value of the current record; its memory is reused
	state fieldState
	at    int64 // where the value starts in its line
}

// fieldState tells what a record has under a key.
type fieldState int

const (
	absent fieldState = iota
	null
	present
)

// keySet is what is known about the keys of the objects read so far.
type keySet struct {
	active bool
	found  map[string]bool // the keys that were asked for: whether they occurred
	others []string        // some of the keys, as long as found is not complete
	known  map[string]bool // the same, as a set
}

// maxKeys bounds the keys that are kept for a message.
const maxKeys = 1000

func (k *keySet) want(name string) {
	if k.found == nil {
		k.found, k.known, k.active = make(map[string]bool), make(map[string]bool), true
	}
	k.found[name] = k.found[name] || false
}

// complete tells whether all the keys asked for occurred.
func (k *keySet) complete() bool {
	for _, ok := range k.found {
		if !ok {
			return false
		}
	}
	return true
}

func (k *keySet) note(key []byte) {
	if _, asked := k.found[string(key)]; asked {
		k.found[string(key)] = true
	}
	if len(k.others) < maxKeys && !k.known[string(key)] {
		k.known[string(key)] = true
		k.others = append(k.others, string(key))
	}
}

// check returns an error for one of the names that is a key of no record.
func (k *keySet) check(file string, names []string) error {
	for _, name := range names {
		if occurs, asked := k.found[name]; asked && !occurs {
			return &Error{File: file, Msg: noColumn(name, k.others)}
		}
	}
	return nil
}

// readJSONLines counts the records of a JSON Lines file.
func (r *recordReader) readJSONLines(in *input) error {
	f := openJSONLines(in)
	var fields []jsonField
	var complete bool
	visit := func(key []byte) error {
		if !complete {
			r.keys.note(key)
		}
		return f.read(key, fields)
	}
	for !r.counter.full {
		line, err := f.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if fields == nil {
			if fields, err = r.jsonFields(f, line); err != nil {
				return err
			}
			complete = r.keys.complete()
		}
		for i := range fields {
			fields[i].state = absent
		}
		if err := f.object(line, visit); err != nil {
			return err
		}
		complete = complete || r.keys.complete()
		if err := r.countJSON(f, fields); err != nil {
			return err
		}
	}
	return nil
}

// jsonFields returns the keys asked for: the key columns and, if there is one,
// the count. line is the first object, whose keys are the columns of the file
// where none are named.
func (r *recordReader) jsonFields(f *jsonFile, line []byte) ([]jsonField, error) {
	in := f.in
	if r.names == nil {
		keys, err := f.keys(line)
		if err == nil {
			err = r.takeAll(in, keys)
		}
		if err != nil {
			return nil, err
		}
	}
	var fields []jsonField
	for _, name := range r.wanted() {
		fields = append(fields, jsonField{name: name})
	}
	for i := range fields {
		f := &fields[i]
		r.keys.want(f.name)
		for p := range in.fixed {
			if in.fixed[p].key == f.name {
				f.fixed = &in.fixed[p]
				r.keys.note([]byte(f.name))
			}
		}
	}
	return fields, nil
}

// read reads the value of a key into the fields of that name, if there are any.
func (f *jsonFile) read(key []byte, fields []jsonField) error {
	var value []byte
	var start int64
	for i := range fields {
		field := &fields[i]
		if field.name != string(key) {
			continue
		}
		if value == nil {
			raw, err := f.decoder.ReadValue()
			if err != nil {
				return f.syntax(err)
			}
			value, start = raw, f.decoder.InputOffset()-int64(len(raw))
		}
		if field.state != absent {
			return f.wrong(start, "the key %s stands twice in the object", shown(field.name))
		}
		if err := f.keep(field, value, start); err != nil {
			return err
		}
	}
	return nil
}

// keep makes a value that of a field.
func (f *jsonFile) keep(field *jsonField, value []byte, start int64) error {
	field.at = start
	field.state = present
	switch value[0] {
	case 'n':
		field.state = null
	case '"':
		field.text = append(field.text[:0], f.unquoted(value, &field.text)...)
	case '{', '[':
		return f.wrong(start, "the value of %s is an object or an array: it must be a string, a number, true, false or null", shown(field.name))
	default:
		field.text = append(field.text[:0], value...)
	}
	return nil
}

// countJSON counts the record whose values are in the fields.
func (r *recordReader) countJSON(f *jsonFile, fields []jsonField) error {
	n := 1.0
	if keys := len(r.names); len(fields) > keys {
		var err error
		if n, err = r.jsonCount(f, &fields[keys]); err != nil {
			return err
		}
	}
	r.tuple = r.tuple[:0]
	for i, labels := range r.counter.keys {
		r.tuple = append(r.tuple, labels.numberOfJSON(&fields[i]))
		if labels.refused != nil {
			return r.jsonRefused(f, &fields[i], labels.refused)
		}
	}
	r.counter.record(r.tuple, n)
	return nil
}

// jsonCount returns the value of a field as a number of times.
func (r *recordReader) jsonCount(f *jsonFile, field *jsonField) (float64, error) {
	text := ""
	switch {
	case field.state == present:
		text = string(field.text)
	case field.state == absent && field.fixed != nil:
		text = field.fixed.value
	}
	n, err := parseCount(text)
	if err != nil {
		return 0, r.jsonRefused(f, field, err)
	}
	return n, nil
}

// jsonRefused returns the error for a value that a column cannot have: its
// place or, if no record had the key so far, that there is no such column.
func (r *recordReader) jsonRefused(f *jsonFile, field *jsonField, err error) error {
	switch {
	case field.state != absent:
		return f.wrong(field.at, "%s %v", shown(field.name), err)
	case field.fixed == nil && !r.keys.found[field.name]:
		return &Error{File: f.in.label(), Line: f.line, Msg: noColumn(field.name, r.keys.others)}
	}
	return f.wrong(0, "%s %v", shown(field.name), err)
}

// numberOfJSON returns the number of the label that a field holds.
func (l *interner) numberOfJSON(field *jsonField) uint32 {
	switch {
	case field.state == present:
		return l.numberOfBytes(field.text)
	case field.state == absent && field.fixed != nil && !field.fixed.missing:
		return l.number(field.fixed.value)
	}
	return l.missing()
}
