package records

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// below returns what remains of a path after a key, and whether the path leads through it.
func below(path string, key []byte) (string, bool) {
	rest, ok := strings.CutPrefix(path, string(key))
	if !ok {
		return "", false
	}
	return strings.CutPrefix(rest, ".")
}

// descend looks for the value of a field in an object at a place of the line. path is the rest of the path, and
// keys the number of nested keys of the object's values. The decoder of the line has checked the object.
func (f *JSON) descend(field *jsonField, path string, object []byte, start int64, keys int) error {
	return eachMember(object, func(key, value []byte, at int) error {
		if string(key) == path {
			f.keys.note(field.name)
			return f.take(field, value, start+int64(at), keys)
		}
		if rest, ok := below(path, key); ok && value[0] == '{' {
			return f.descend(field, rest, value, start+int64(at), keys+1)
		}
		return nil
	})
}

// eachMember calls visit with the keys and values of an object that was checked, and the places of the values.
func eachMember(object []byte, visit func(key, value []byte, at int) error) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(object), jsontext.AllowDuplicateNames(true))
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	var key []byte
	for d.PeekKind() != '}' {
		name, err := d.ReadValue()
		if err != nil {
			return err
		}
		key, _ = jsontext.AppendUnquote(key[:0], name) // it was checked
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		if err := visit(key, value, int(d.InputOffset())-len(value)); err != nil {
			return err
		}
	}
	return nil
}

// firstKey returns the first key of an object that was checked, or a word for one.
func firstKey(object []byte) string {
	first := ""
	_ = eachMember(object, func(key, _ []byte, _ int) error {
		if first == "" {
			first = string(key)
		}
		return nil
	})
	if first == "" {
		return "field"
	}
	return first
}

// paths calls visit with the paths to the values of an object, except those that are objects.
func paths(prefix string, object []byte, visit func(path string, list bool)) error {
	return eachMember(object, func(key, value []byte, _ int) error {
		path := prefix + "." + string(key)
		if value[0] == '{' {
			return paths(path, value, visit)
		}
		visit(path, value[0] == '[')
		return nil
	})
}
