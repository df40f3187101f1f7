package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

const magic = "\x93NUMPY"

// maxHeader is the longest header read, in bytes. An array of numbers needs
// fewer than 1500; the format allows more for records of many fields.
const maxHeader = 1 << 16

// maxRank is the largest number of dimensions, as in NumPy.
const maxRank = 64

// header is what stands before the cells.
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

// parseHeader reads a dictionary such as
//
//	{'descr': '<f8', 'fortran_order': False, 'shape': (27, 27), }
//
// with its keys in any order.
func parseHeader(text string) (header, error) {
	var h header
	var seen []string
	s := scanner{text}
	err := s.expect("{")
	for err == nil && !s.next("}") {
		var key string
		if key, err = s.quoted(); err != nil {
			break
		}
		if slices.Contains(seen, key) {
			return h, fmt.Errorf("%q stands twice", key)
		}
		seen = append(seen, key)
		if err = s.expect(":"); err != nil {
			break
		}
		switch key {
		case "descr":
			h.dtype, err = s.dtype()
		case "fortran_order":
			h.fortran, err = s.boolean()
		case "shape":
			h.shape, err = s.tuple()
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err == nil && !s.next(",") {
			err = s.expect("}")
			break
		}
	}
	if err == nil && len(seen) < 3 && h.dtype != records {
		err = errors.New("descr, fortran_order or shape is missing")
	}
	return h, err
}

// scanner takes apart the few kinds of Python literal that a header may hold.
type scanner struct{ rest string }

// next skips white space and then token, and tells whether token was there.
func (s *scanner) next(token string) bool {
	s.rest = strings.TrimLeft(s.rest, " \t\r\n")
	rest, ok := strings.CutPrefix(s.rest, token)
	s.rest = rest
	return ok
}

func (s *scanner) expect(token string) error {
	if !s.next(token) {
		return fmt.Errorf("%q where %s should stand", s.rest[:min(len(s.rest), 10)], token)
	}
	return nil
}

// quoted reads a string in single or double quotes, without escapes.
func (s *scanner) quoted() (string, error) {
	quote := "'"
	if s.next(`"`) {
		quote = `"`
	} else if err := s.expect("'"); err != nil {
		return "", err
	}
	text, rest, ok := strings.Cut(s.rest, quote)
	if !ok {
		return "", errors.New("a string without an end")
	}
	s.rest = rest
	return text, nil
}

// records stands for every dtype of several fields.
const records = "records"

// dtype reads the name of a type. Of a list of fields it reads the bracket
// only: nothing that follows is needed to refuse it.
func (s *scanner) dtype() (string, error) {
	if s.next("[") {
		s.rest = "}"
		return records, nil
	}
	return s.quoted()
}

func (s *scanner) boolean() (bool, error) {
	if s.next("True") {
		return true, nil
	}
	return false, s.expect("False")
}

// tuple reads a shape: (), (3,) or (3, 4).
func (s *scanner) tuple() ([]int, error) {
	shape := []int{}
	if err := s.expect("("); err != nil {
		return nil, err
	}
	for !s.next(")") {
		digits := s.rest[:len(s.rest)-len(strings.TrimLeft(s.rest, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil {
			return nil, fmt.Errorf("%q where a number should stand", s.rest[:min(len(s.rest), 20)])
		}
		s.rest = s.rest[len(digits):]
		s.next("L") // Python 2 marked long integers
		shape = append(shape, n)
		if len(shape) > maxRank {
			return nil, fmt.Errorf("more than %d dimensions", maxRank)
		}
		if !s.next(",") {
			return shape, s.expect(")")
		}
	}
	return shape, nil
}
