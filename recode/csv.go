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

// csvHeader is the part that must be the same in all CSV files that become one.
type csvHeader struct {
	label   string
	columns []string
	comma   rune
	lineEnd []byte
}

// csv encodes the records of a CSV or TSV file.
func (e *run) csv(in *source.Input) error {
	c := records.NewCSV(in)
	header, err := c.Header()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	index, err := e.find(in, header)
	if err != nil {
		return err
	}
	if err := e.csvHeader(in, c, header); err != nil {
		return err
	}
	all := e.coders
	texts := make([][][]byte, len(all.all))
	for i, one := range all.all {
		texts[i] = one.forEach(func(text string, _ bool) []byte { return csvField(text, c.Comma) })
	}
	places := make([]int, len(all.all))
	for {
		record, err := c.Next()
		if errors.Is(err, io.EOF) {
			return e.out.write(c.Raw()) // empty lines
		}
		if err != nil {
			return err
		}
		for i, at := range index {
			if at >= 0 {
				v := &all.values[i]
				v.text, v.missing = append(v.text[:0], record[at]...), record[at] == ""
			}
		}
		if column, err := all.record(places); err != nil {
			return e.refused(in, column, err, func() error {
				return c.Wrong(index[column], "%s %w", textfile.Shown(all.columns[column]), err)
			})
		}
		body, lineEnd := splitLineEnd(c.Raw())
		if err := e.out.write(body); err != nil {
			return err
		}
		for i, place := range places {
			if err := e.out.write(texts[i][place]); err != nil {
				return err
			}
		}
		if err := e.out.write(lineEnd); err != nil {
			return err
		}
	}
}

// splitLineEnd divides a record from its line end.
func splitLineEnd(raw []byte) (body, lineEnd []byte) {
	body = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
	return body, raw[len(body):]
}

// csvHeader writes the header of the first file, and compares the headers of the others with it.
func (e *run) csvHeader(in *source.Input, c *textfile.CSV, header []string) error {
	first := e.first
	if name := e.coders.added(header...); name != "" {
		line, column := c.Place(slices.Index(header, name))
		return taken(name, in.Label(), line, column)
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
	names := [][]byte{body}
	for _, one := range e.coders.all {
		names = append(names, csvField(one.as, c.Comma))
	}
	return e.out.write(append(names, lineEnd)...)
}

// csvField returns a text as another field of CSV, in quotes if needed.
func csvField(text string, comma rune) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	_ = w.Write([]string{"", text}) // to memory, which does not fail
	w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
