package records

import (
	"errors"
	"io"
)

// jsonArray finds the objects of an array, one after the other, without reading more of it.
type jsonArray struct {
	opened bool // the bracket was read
	closed bool
	comma  bool // a comma was read after the last object
	some   bool // there was an object
}

// isArray reports whether the text begins with a bracket and therefore is an array of objects.
func (f *JSON) isArray() bool {
	for n := 1; ; n++ {
		head, err := f.lines.Peek(n)
		if err != nil {
			return false
		}
		switch head[n-1] {
		case ' ', '\t', '\r', '\n':
		default:
			return head[n-1] == '['
		}
	}
}

// element returns the next object of an array with the text before it, or the text after the last
// object. Only in the second case, start is the length of the text.
func (f *JSON) element() (text []byte, start int, err error) {
	f.long = f.long[:0]
	depth, quoted, escaped := 0, false, false
	for {
		if _, err := f.lines.Peek(1); err != nil {
			if !errors.Is(err, io.EOF) {
				return nil, 0, err
			}
			return f.arrayEnds(depth, start)
		}
		part, _ := f.lines.Peek(f.lines.Buffered()) // buffered bytes are there
		for i, b := range part {
			switch {
			case escaped:
				escaped = false
			case quoted:
				quoted, escaped = b != '"', b == '\\'
			case depth == 0:
				began, fault := f.array.between(b)
				if fault != "" {
					f.long = append(f.long, part[:i]...)
					f.chunk = f.long
					return nil, 0, f.fault(int64(len(f.long)), "%s", fault)
				}
				if began {
					depth, start = 1, len(f.long)+i
				}
			case b == '"':
				quoted = true
			case b == '{', b == '[':
				depth++
			case b == '}', b == ']':
				if depth--; depth == 0 {
					f.long = append(f.long, part[:i+1]...)
					_, _ = f.lines.Discard(i + 1) // they were peeked
					return f.long, start, nil
				}
			}
		}
		f.long = append(f.long, part...)
		_, _ = f.lines.Discard(len(part))
	}
}

// arrayEnds returns the text after the last object at the end of the file, or the error for a file
// that ends too early.
func (f *JSON) arrayEnds(depth, start int) ([]byte, int, error) {
	switch {
	case len(f.long) == 0 && f.array.closed:
		return nil, 0, io.EOF
	case depth > 0 || !f.array.closed:
		f.chunk = f.long
		return nil, 0, f.fault(int64(max(start, len(f.long)-1)), "the array ends too early: the file is cut short")
	}
	return f.long, len(f.long), nil
}

// between takes a byte outside the objects. It returns whether an object begins, or what is wrong.
func (a *jsonArray) between(b byte) (begins bool, fault string) {
	switch {
	case b == ' ' || b == '\t' || b == '\r' || b == '\n':
		return false, ""
	case a.closed:
		return false, "something follows the array"
	case !a.opened: // by the bracket that made it an array
		a.opened = true
		return false, ""
	case b == ']' && !a.comma:
		a.closed = true
		return false, ""
	case b == ',' && a.some && !a.comma:
		a.comma = true
		return false, ""
	case b == '{' && (a.comma || !a.some):
		a.comma, a.some = false, true
		return true, ""
	case b == '{':
		return false, "a comma is missing between two objects"
	}
	return false, "not an object in braces: records are objects, in an array or one a line"
}
