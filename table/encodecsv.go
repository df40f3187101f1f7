package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
)

// csvHeader is what must be the same in all files of CSV that become one.
type csvHeader struct {
	label   string
	columns []string
	comma   byte
	lineEnd string
}

// csv encodes the records of a CSV or TSV file.
func (e *encodeRun) csv(in *input) error {
	s, err := openScanner(in)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	at, err := e.find(in, s.header)
	if err != nil {
		return err
	}
	if err := e.csvHeader(in, s); err != nil {
		return err
	}
	column := at.keys[0]
	s.want = column.index
	texts := e.coder.forEach(func(text string, _ bool) []byte { return append(s.comma[:1:1], csvField(text, s.comma[0])...) })
	for {
		err := s.scan()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := e.csvRecord(s, &column, texts); err != nil {
			return err
		}
	}
}

// csvRecord writes the current record with its cluster, or an empty line as it is. A record
// without a cluster is not begun.
func (e *encodeRun) csvRecord(s *csvScanner, column *column, texts [][]byte) error {
	var cluster []byte
	if !s.blank {
		var code int32
		var err error
		switch {
		case column.index < 0:
			code, err = e.coder.field([]byte(column.fixed.value), column.fixed.missing)
		case len(s.field) == 0:
			code, err = e.coder.missing()
		default:
			code, err = e.coder.code(s.field)
		}
		if err != nil {
			return s.wrong("%s %v", shown(e.opts.X), err)
		}
		e.coder.count(code)
		cluster = texts[e.coder.place(code)]
	}
	e.out.buffer = append(e.out.buffer, s.buffer[s.start:s.body]...)
	e.out.buffer = append(e.out.buffer, cluster...)
	e.out.buffer = append(e.out.buffer, s.buffer[s.body:s.next]...)
	return e.out.flushFull()
}

// csvHeader writes the header of the first file, and compares that of the others.
func (e *encodeRun) csvHeader(in *input, s *csvScanner) error {
	first := e.first
	switch {
	case slices.Contains(s.header, e.opts.Column):
		line, column := s.fieldPlace(slices.Index(s.header, e.opts.Column))
		return e.taken(s.label, line, column)
	case first == nil:
		e.writeHeader(in, s)
		return nil
	case s.comma[0] != first.comma:
		return &Error{File: s.label, Msg: fmt.Sprintf("separates columns by %q, but %s by %q: encode the files one by one", s.comma, first.label, string(first.comma))}
	case !slices.Equal(s.header, first.columns):
		return differentColumns(s.label, s.header, first.label, first.columns)
	}
	return e.out.endLine(first.lineEnd)
}

// differentColumns returns the error for files that cannot become one.
func differentColumns(label string, columns []string, first string, others []string) error {
	return &Error{File: label, Msg: fmt.Sprintf("the columns are %s, but those of %s are %s: files that become one must have the same, so encode them one by one",
		listed(columns), first, listed(others))}
}

// writeHeader writes the header with the new column, and what stands before it.
func (e *encodeRun) writeHeader(in *input, s *csvScanner) {
	lineEnd := s.buffer[s.body:s.next]
	if in.marked {
		e.out.buffer = append(e.out.buffer, byteOrderMark...)
	}
	e.out.buffer = append(append(e.out.buffer, s.before...), s.buffer[s.start:s.body]...)
	e.out.buffer = append(e.out.buffer, s.comma...)
	e.out.buffer = append(e.out.buffer, csvField(e.opts.Column, s.comma[0])...)
	e.out.buffer = append(e.out.buffer, lineEnd...)
	e.first = &csvHeader{label: s.label, columns: s.header, comma: s.comma[0], lineEnd: "\n"}
	if bytes.Equal(lineEnd, []byte("\r\n")) {
		e.first.lineEnd = "\r\n"
	}
	e.begun = true
}

// csvField returns a text as a field of CSV, in quotes if need be.
func csvField(text string, comma byte) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = rune(comma)
	_ = w.Write([]string{text}) // to memory, which does not fail
	w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
