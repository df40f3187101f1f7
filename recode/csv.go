package recode

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// csvHeader is what must be the same in all files of CSV that become one.
type csvHeader struct {
	label   string
	columns []string
	comma   rune
	lineEnd []byte
}

// csv encodes the records of a CSV or TSV file.
func (e *run) csv(in *source.Input) error {
	c := records.NewCSV(in)
	c.Keep = true
	header, err := c.Header()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	index, fixed, err := e.find(in, header)
	if err != nil {
		return err
	}
	if err := e.csvHeader(in, c, header); err != nil {
		return err
	}
	comma := string(c.Comma)
	texts := e.coder.forEach(func(text string, _ bool) []byte { return append([]byte(comma), csvField(text, c.Comma)...) })
	var code int32
	if fixed != nil {
		if code, err = e.fixed(in, fixed); err != nil {
			return err
		}
	}
	var value []byte
	for {
		record, err := c.Next()
		if errors.Is(err, io.EOF) {
			return e.out.write(c.Raw()) // empty lines
		}
		if err != nil {
			return err
		}
		if fixed == nil {
			value = append(value[:0], record[index]...)
			if code, err = e.coder.code(value, len(value) == 0); err != nil {
				return c.Wrong(index, "%s %w", textfile.Shown(e.opts.X), err)
			}
		}
		body, lineEnd := splitLineEnd(c.Raw())
		if err := e.out.write(body, texts[e.coder.count(code)], lineEnd); err != nil {
			return err
		}
	}
}

// splitLineEnd divides a record from its line end.
func splitLineEnd(raw []byte) (body, lineEnd []byte) {
	body = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
	return body, raw[len(body):]
}

// csvHeader writes the header of the first file, and compares that of the others.
func (e *run) csvHeader(in *source.Input, c *textfile.CSV, header []string) error {
	first := e.first
	if i := slices.Index(header, e.opts.As); i >= 0 {
		line, column := c.Place(i)
		return e.taken(in.Label(), line, column)
	}
	switch {
	case first == nil:
		return e.writeHeader(in, c, header)
	case c.Comma != first.comma:
		return &textfile.Error{File: in.Label(), Msg: fmt.Sprintf("separates columns by %q, but %s by %q: encode the files one by one", string(c.Comma), first.label, string(first.comma))}
	case !slices.Equal(header, first.columns):
		return differentColumns(in.Label(), header, first.label, first.columns)
	}
	return e.out.endLine(first.lineEnd)
}

// writeHeader writes the header with the new column, and the empty lines before it.
func (e *run) writeHeader(in *source.Input, c *textfile.CSV, header []string) error {
	body, lineEnd := splitLineEnd(c.Raw())
	e.begun = true
	e.first = &csvHeader{label: in.Label(), columns: header, comma: c.Comma, lineEnd: []byte("\n")}
	if string(lineEnd) == "\r\n" {
		e.first.lineEnd = []byte("\r\n")
	}
	if in.Marked {
		body = append([]byte(textfile.ByteOrderMark), body...)
	}
	return e.out.write(body, []byte(string(c.Comma)), csvField(e.opts.As, c.Comma), lineEnd)
}

// csvField returns a text as a field of CSV, in quotes where it needs them.
func csvField(text string, comma rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	_ = w.Write([]string{text}) // to memory, which does not fail
	w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
