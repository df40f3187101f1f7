package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

const magic = "\x93NUMPY"

// maxHeader is the longest header read, in bytes. An array of numbers needs
// fewer than 1500; the format allows more for records of many fields.
const maxHeader = 1 << 16

// maxRank is the largest number of dimensions, as in NumPy.
const maxRank = 64

// header is the content of the header.
type header struct {
	dtype   string
	fortran bool
	shape   []int
}

var errNotNPY = errors.New("is not a .npy file")

// readHeader reads up to and including the dictionary.
func readHeader(r io.Reader) (header, error) {
	start := make([]byte, len(magic)+2)
	if _, err := io.ReadFull(r, start); err != nil {
		return header{}, eof(err, errNotNPY)
	}
	if string(start[:len(magic)]) != magic {
		return header{}, errNotNPY
	}
	major, minor := start[len(magic)], start[len(magic)+1]
	lengthBytes := 4
	switch {
	case major == 1:
		lengthBytes = 2
	case major < 1 || major > 3:
		return header{}, fmt.Errorf("is of .npy version %d.%d, and only 1.0 to 3.0 are known", major, minor)
	}
	var length [4]byte
	if _, err := io.ReadFull(r, length[:lengthBytes]); err != nil {
		return header{}, eof(err, errors.New("ends within its header"))
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > maxHeader {
		return header{}, fmt.Errorf("has a header of %d bytes, more than an array of numbers needs", n)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return header{}, eof(err, errors.New("ends within its header"))
	}
	h, err := parseHeader(string(text))
	if err != nil {
		return header{}, fmt.Errorf("has a header that cannot be read: %w", err)
	}
	return h, nil
}

// eof returns short if err is the end of the file, and err otherwise.
func eof(err, short error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return short
	}
	return err
}

// entry is an entry of the dictionary with what ends it. The value is a string, a truth value, a shape, or
// the beginning of a list of fields.
var entry = regexp.MustCompile(`^\s*['"](\w+)['"]\s*:\s*('[^']*'|"[^"]*"|True|False|\([\d,L\s]*\)|\[)\s*[,}]?`)

// parseHeader reads a dictionary such as
//
//	{'descr': '<f8', 'fortran_order': False, 'shape': (27, 27), }
//
// with its keys in any order.
func parseHeader(text string) (header, error) {
	var h header
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "{")
	if !ok {
		return h, errors.New("it does not start with {")
	}
	seen := make(map[string]bool)
	for strings.Trim(rest, " \t\r\n}") != "" {
		m := entry.FindStringSubmatch(rest)
		if m == nil {
			return h, fmt.Errorf("%.20q stands where a key and its value should", rest)
		}
		rest = rest[len(m[0]):]
		key, value := m[1], m[2]
		if seen[key] {
			return h, fmt.Errorf("%q stands twice", key)
		}
		seen[key] = true
		inside := strings.Trim(value, `'"()`)
		switch {
		case key == "descr" && value == "[": // what follows is not needed to refuse it
			return header{dtype: records}, nil
		case key == "descr" && strings.ContainsAny(value[:1], `'"`):
			h.dtype = inside
		case key == "fortran_order" && (value == "True" || value == "False"):
			h.fortran = value == "True"
		case key == "shape" && value[0] == '(':
			var err error
			if h.shape, err = parseShape(inside); err != nil {
				return h, err
			}
		default:
			return h, fmt.Errorf("%q is no key of a header, or its value makes no sense", key)
		}
	}
	if !seen["descr"] || !seen["fortran_order"] || !seen["shape"] {
		return h, errors.New("descr, fortran_order or shape is missing")
	}
	return h, nil
}

// records represents every dtype of several fields.
const records = "records"

// parseShape reads the text between the brackets of a shape: nothing, "3," or "3, 4".
func parseShape(text string) ([]int, error) {
	shape := []int{}
	text = strings.TrimSuffix(strings.TrimSpace(text), ",")
	if text == "" {
		return shape, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(part), "L")) // Python 2 marked long integers
		if err != nil {
			return nil, fmt.Errorf("%q stands where a number should", part)
		}
		shape = append(shape, n)
	}
	if len(shape) > maxRank {
		return nil, fmt.Errorf("it has more than %d dimensions", maxRank)
	}
	return shape, nil
}
