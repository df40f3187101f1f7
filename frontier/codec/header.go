package codec

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
)

// formatName and version say what a file is. A change that a reader of version
// 1 would misunderstand takes a new version.
const (
	formatName = "dibmap/frontier"
	version    = 1
)

// header is what a frontier file holds beside the points. All formats but CSV
// hold it as this JSON object.
type header struct {
	Format      string                `json:"format"`
	Version     int                   `json:"version"`
	Problem     frontier.Problem      `json:"problem"`
	Search      frontier.Search       `json:"search"`
	Certificate *frontier.Certificate `json:"certificate"`
	Uncertainty *frontier.Uncertainty `json:"uncertainty,omitzero"`
}

func headerOf(f *frontier.Frontier) header {
	return header{formatName, version, f.Problem, f.Search, f.Certificate, f.Uncertainty}
}

// marshal returns the header as JSON, indented or on one line.
func (h header) marshal(options ...jsontext.Options) ([]byte, error) {
	b, err := json.Marshal(h, options...)
	// The library words its errors differently from one run to the next.
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntactic):
		err = fmt.Errorf("%s cannot be written: %w", place(syntactic.JSONPointer), syntactic.Err)
	case errors.As(err, &semantic):
		err = fmt.Errorf("%s cannot be written: %w", place(semantic.JSONPointer), semantic.Err)
	}
	return b, err
}

// check returns an error if what the header says cannot be, whatever the points.
func (h *header) check() error {
	f := frontier.Frontier{Problem: h.Problem, Search: h.Search, Uncertainty: h.Uncertainty}
	return f.Check()
}

func errNestedRuns(path string) error {
	return fmt.Errorf("%s.runs should not be there: a run that was united has none", path)
}

// checkFormat and checkVersion refuse files of others.
func checkFormat(format string) error {
	if format != formatName {
		return fmt.Errorf("is not a frontier: format is %q and not %q", format, formatName)
	}
	return nil
}

func checkVersion(v int) error {
	if v != version {
		return fmt.Errorf("is a frontier of version %d, and this program reads version %d: update it", v, version)
	}
	return nil
}

// unmarshal stores a JSON value, of which path is the name for messages, in v.
// Every key that v has must be there, unless it may be omitted. Where the
// value is not as it should be, the error has the offset within it.
func unmarshal(value jsontext.Value, path string, v any) (offset int64, err error) {
	if err := json.Unmarshal(value, v); err != nil {
		var semantic *json.SemanticError
		if !errors.As(err, &semantic) {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		found, _ := jsontext.NewDecoder(bytes.NewReader(value[semantic.ByteOffset:])).ReadValue()
		if semantic.JSONPointer != "" {
			path += "." + place(semantic.JSONPointer)
		}
		return semantic.ByteOffset, mismatch(path, found, wanted(semantic.GoType))
	}
	return 0, checkKeys(value, path, reflect.TypeOf(v).Elem())
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

// mismatch is the error of a value that is not of the type wanted.
func mismatch(path string, value jsontext.Value, want string) error {
	text := strings.Join(strings.Fields(string(value)), " ")
	if text == "" { // a list whose length is wrong is found wrong where it ends
		return fmt.Errorf("%s is not %s", path, want)
	}
	if len(text) > 20 {
		text = strings.ToValidUTF8(text[:20], "") + "..."
	}
	return fmt.Errorf("%s is %s where %s should stand", path, text, want)
}

// wanted names in JSON's terms what may be stored in a Go type.
func wanted(t reflect.Type) string {
	if t == reflect.TypeFor[frontier.Depth]() {
		return `a number or "inf"`
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

// checkKeys returns an error if value, which is known to unmarshal into type t,
// lacks a key of t or holds null where t has no place for it.
func checkKeys(value jsontext.Value, path string, t reflect.Type) error {
	null := value.Kind() == 'n'
	if t.Kind() == reflect.Pointer {
		if null {
			return nil
		}
		t = t.Elem()
	}
	switch {
	case null:
		return mismatch(path, value, wanted(t))
	case t.Kind() == reflect.Struct:
		var members map[string]jsontext.Value
		if err := json.Unmarshal(value, &members); err != nil {
			return err
		}
		for i := range t.NumField() {
			key, option, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			member, ok := members[key]
			if !ok && (option == "omitempty" || option == "omitzero") {
				continue
			}
			if !ok {
				return fmt.Errorf("%s.%s is missing", path, key)
			}
			if key == "runs" && strings.HasSuffix(path, "]") {
				// To check runs of runs of runs takes time and memory that
				// grow faster than the file.
				return errNestedRuns(path)
			}
			if err := checkKeys(member, path+"."+key, t.Field(i).Type); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		var elements []jsontext.Value
		if err := json.Unmarshal(value, &elements); err != nil {
			return err
		}
		plain := t.Elem().Kind() < reflect.Array // numbers, of which there may be very many
		for i, e := range elements {
			if plain && e.Kind() != 'n' {
				continue
			}
			if err := checkKeys(e, fmt.Sprintf("%s[%d]", path, i), t.Elem()); err != nil {
				return err
			}
		}
	}
	return nil
}
