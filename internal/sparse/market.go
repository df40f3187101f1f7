package sparse

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
)

// MarketBanner begins every file of Matrix Market.
const MarketBanner = "%%MatrixMarket"

// Market reads a file of Matrix Market (Boisvert, Pozo and Remington 1996, NISTIR 5935), coordinates or an array, of
// at most limit cells that are written out. Errors call it file, and are of type [*textfile.Error].
func Market(r *bufio.Reader, file string, limit int64, visit Visit) (Size, error) {
	m := market{r: r, file: file, visit: visit}
	if err := m.banner(); err != nil {
		return m.size, err
	}
	cells, err := m.dimensions(limit)
	if err != nil {
		return m.size, err
	}
	for m.size.Entries < cells {
		err := m.next()
		switch {
		case errors.Is(err, io.EOF):
			return m.size, &textfile.Error{File: file, Msg: fmt.Sprintf("ends after %d of %d entries: the file is cut short", m.size.Entries, cells)}
		case err == nil && m.array:
			err = m.number()
		case err == nil:
			err = m.coordinate()
		}
		if err != nil {
			return m.size, err
		}
		m.size.Entries++
	}
	if err := m.next(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = m.wrong("more follows than the %d entries that line %d states", cells, m.stated)
		}
		return m.size, err
	}
	return m.size, nil
}

// market is a file that is being read.
type market struct {
	r       *bufio.Reader
	file    string
	visit   Visit
	size    Size
	array   bool // every cell has a number, and otherwise an entry has a row and a column
	pattern bool // entries have no number
	mirror  bool // the matrix is symmetric, and the file has one half
	row     int  // of the next number of an array
	column  int

	begun  bool // the first line was read
	line   int  // of the last line that was read
	stated int  // the line that states the size
	fields [][]byte
}

// wrong returns an error in the last line that was read.
func (m *market) wrong(format string, args ...any) error {
	return &textfile.Error{File: m.file, Line: m.line, Msg: fmt.Errorf(format, args...).Error()}
}

// next reads the fields of the next line, except for empty lines and comments.
func (m *market) next() error {
	for {
		line, err := m.r.ReadSlice('\n')
		comment := bytes.HasPrefix(line, []byte("%")) && m.begun
		for ; errors.Is(err, bufio.ErrBufferFull) && comment; _, err = m.r.ReadSlice('\n') {
		}
		m.line++
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return m.wrong("the line is longer than %d bytes: it is no line of a Matrix Market file", len(line))
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0):
			return err
		}
		if m.fields = split(m.fields[:0], line); len(m.fields) > 0 && !comment {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// maxFields is more than the fields of any line.
const maxFields = 8

// split appends the fields of a line, up to maxFields.
func split(fields [][]byte, line []byte) [][]byte {
	for field := range bytes.FieldsSeq(line) {
		if fields = append(fields, field); len(fields) == maxFields {
			break
		}
	}
	return fields
}

// banner reads the first line.
func (m *market) banner() error {
	if err := m.next(); errors.Is(err, io.EOF) {
		return &textfile.Error{File: m.file, Msg: "the file is empty"}
	} else if err != nil {
		return err
	}
	m.begun = true
	words := []string{"", "", "", "", ""}
	for k, field := range m.fields[:min(len(m.fields), len(words))] {
		words[k] = strings.ToLower(string(field))
	}
	if m.line > 1 || len(m.fields) != len(words) || words[0] != strings.ToLower(MarketBanner) {
		m.line = 1
		return m.wrong("the first line is not %q and four words, such as matrix coordinate integer general", MarketBanner)
	}
	object, format, kind, symmetry := words[1], words[2], words[3], words[4]
	m.array, m.pattern, m.mirror = format == "array", kind == "pattern", symmetry == "symmetric"
	switch {
	case object != "matrix":
		return m.wrong("it holds a %s, and a table is a matrix", textfile.Shown(object))
	case !m.array && format != "coordinate":
		return m.wrong("the format is %s, and coordinate and array are read", textfile.Shown(format))
	case kind == "complex":
		return m.wrong("the numbers are complex, and a table has counts or weights")
	case !slices.Contains([]string{"real", "double", "integer", "unsigned-integer", "pattern"}, kind) || m.array && m.pattern:
		return m.wrong("the numbers are %s, and real, integer and, of coordinates, pattern are read", textfile.Shown(kind))
	case symmetry == "skew-symmetric":
		return m.wrong("the matrix is skew-symmetric, so that it has numbers below zero, and a table has counts or weights")
	case !m.mirror && symmetry != "general":
		return m.wrong("the symmetry is %s, and general and symmetric are read", textfile.Shown(symmetry))
	}
	return nil
}

// dimensions reads the size, and returns the number of entries that follow.
func (m *market) dimensions(limit int64) (cells int64, err error) {
	switch err := m.next(); {
	case errors.Is(err, io.EOF):
		return 0, &textfile.Error{File: m.file, Msg: "ends before the line that states the size: the file is cut short"}
	case err != nil:
		return 0, err
	}
	m.stated = m.line
	numbers := make([]int64, len(m.fields))
	for k, field := range m.fields {
		var ok bool
		if numbers[k], ok = whole(field); !ok {
			return 0, m.wrong("%s stands where the size should, in whole numbers", textfile.Shown(string(field)))
		}
	}
	switch {
	case m.array && len(numbers) != 2:
		return 0, m.wrong("the size of an array has two numbers: rows and columns")
	case !m.array && len(numbers) != 3:
		return 0, m.wrong("the size has three numbers: rows, columns and entries")
	}
	if m.size, err = newSize(float64(numbers[0]), float64(numbers[1])); err != nil {
		return 0, m.wrong("the matrix %v", err)
	}
	n := int64(m.size.Rows)
	switch {
	case m.mirror && m.size.Rows != m.size.Columns:
		return 0, m.wrong("the matrix is symmetric, and has %d rows and %d columns", m.size.Rows, m.size.Columns)
	case !m.array:
		cells = numbers[2]
	case m.mirror:
		cells = n * (n + 1) / 2
	default:
		cells = n * int64(m.size.Columns)
	}
	if cells > limit {
		return 0, m.wrong("the matrix has %d entries, more than the %d allowed: group rows or columns first", cells, limit)
	}
	return cells, nil
}

// coordinate takes an entry with a row, a column and, unless it is a pattern, a number.
func (m *market) coordinate() error {
	want := 3
	if m.pattern {
		want = 2
	}
	if len(m.fields) != want {
		return m.wrong("an entry has %d fields, and this line has %d", want, len(m.fields))
	}
	row, err := m.index(m.fields[0], "row", m.size.Rows)
	if err != nil {
		return err
	}
	column, err := m.index(m.fields[1], "column", m.size.Columns)
	if err != nil {
		return err
	}
	return m.take(row, column, m.fields[2:])
}

// index reads a row or a column, which count from 1.
func (m *market) index(field []byte, name string, most int) (int, error) {
	n, ok := whole(field)
	if !ok || n < 1 || n > int64(most) {
		return 0, m.wrong("the %s is %s, and the matrix has those from 1 to %d", name, textfile.Shown(string(field)), most)
	}
	return int(n) - 1, nil
}

// number takes a number of an array. The rows change fastest. The file of a symmetric array has the diagonal and the
// part below it.
func (m *market) number() error {
	if len(m.fields) != 1 {
		return m.wrong("a line of an array has one number, and this one has %d", len(m.fields))
	}
	if err := m.take(m.row, m.column, m.fields); err != nil {
		return err
	}
	if m.row++; m.row == m.size.Rows {
		m.column++
		m.row = 0
		if m.mirror {
			m.row = m.column
		}
	}
	return nil
}

// take takes the number of a cell, which is 1 if the text has no number.
func (m *market) take(row, column int, number [][]byte) error {
	value := 1.0
	if len(number) > 0 {
		n, ok := whole(number[0])
		if value = float64(n); !ok || n >= textfile.MaxCount {
			var err error
			if value, err = textfile.ParseCount(string(number[0])); err != nil {
				return m.wrong("the number of row %d, column %d %w", row+1, column+1, err)
			}
		}
	}
	if value == 0 {
		return nil
	}
	if m.visit(row, column, value); m.mirror && row != column {
		m.visit(column, row, value)
	}
	return nil
}

// whole parses a whole number of up to 18 digits.
func whole(field []byte) (int64, bool) {
	const digits = 18
	if len(field) == 0 || len(field) > digits {
		return 0, false
	}
	n := int64(0)
	for _, c := range field {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}
