package table

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
)

// csvFile reads the records of a CSV or TSV file after its header.
type csvFile struct {
	label  string
	text   *textReader
	parser *csv.Reader
	header []string
	before int // lines of the file before what the parser reads
}

// unclosedHint is what may be wrong with a record of CSV that has no end.
const unclosedHint = "is a quote before it not closed?"

// openCSV reads the header. It returns io.EOF if the file is empty.
func openCSV(in *input) (*csvFile, error) {
	f := &csvFile{label: in.label(), text: newTextReader(in, in.label(), unclosedHint)}
	// The parser uses a reader with a buffer as it is.
	buffer := bufio.NewReaderSize(f.text, blockLength)
	f.parser = csv.NewReader(buffer)
	f.parser.ReuseRecord = true
	if in.format == TSV {
		f.parser.Comma = '\t'
	} else {
		head, _ := buffer.Peek(headLength) // a failure is kept for the first read
		f.parser.Comma = separatorOf(head)
	}
	record, err := f.next()
	if err != nil {
		return nil, err
	}
	f.header = slices.Clone(record) // the parser uses the slice again
	return f, nil
}

// next returns the next record, which is valid until the next call, or io.EOF.
func (f *csvFile) next() ([]string, error) {
	record, err := f.parser.Read()
	if err != nil {
		return nil, f.error(err, len(record))
	}
	f.text.taken(f.parser.InputOffset())
	return record, nil
}

// error returns a parser's error with its place.
func (f *csvFile) error(err error, fields int) error {
	var wrong *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return err
	case f.text.err != nil && !errors.Is(f.text.err, io.EOF):
		return f.text.err
	case !errors.As(err, &wrong):
		return err
	}
	e := &Error{File: f.label, Line: f.before + wrong.Line, Column: wrong.Column, Err: wrong.Err}
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		e.Column = 0
		e.Msg = fmt.Sprintf("%s, but the header has %d", plural(fields, "field"), len(f.header))
	case errors.Is(err, csv.ErrQuote):
		e.Msg = `a quoted field goes wrong here: a " in it must be doubled, and one must end it`
	case errors.Is(err, csv.ErrBareQuote):
		e.Msg = `a " stands in a field that is not quoted: quote the field and double the "`
	default:
		e.Msg = wrong.Err.Error()
	}
	if wrong.StartLine < wrong.Line {
		e.Msg += fmt.Sprintf(" (the record starts on line %d)", f.before+wrong.StartLine)
	}
	return e
}

func plural(n int, what string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// wrong returns an error at a field of the last record.
func (f *csvFile) wrong(field int, format string, args ...any) error {
	line, column := f.parser.FieldPos(field)
	return &Error{File: f.label, Line: f.before + line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// readCSV counts the records of a CSV or TSV file.
func (r *recordReader) readCSV(in *input) error {
	f, err := openCSV(in)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	at, err := r.find(in, f.header)
	if err != nil {
		return err
	}
	tuple := make([]uint32, len(at.keys))
	for !r.counter.full {
		record, err := f.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		n := 1.0
		if at.counted {
			text, _ := at.count.field(record)
			if n, err = parseCount(text); err != nil {
				return f.wrong(max(at.count.index, 0), "%s %v", shown(r.opts.Count), err)
			}
		}
		for i := range at.keys {
			key, labels := &at.keys[i], r.counter.keys[i]
			tuple[i] = labels.numberOfField(key.field(record))
			if labels.refused != nil {
				return f.wrong(max(key.index, 0), "%s %v", shown(r.names[i]), labels.refused)
			}
		}
		r.counter.record(tuple, n)
	}
	return nil
}

// field returns the value of the column in a record; an empty field is none.
func (c *column) field(record []string) (text string, missing bool) {
	if c.index < 0 {
		return c.fixed.value, c.fixed.missing
	}
	text = record[c.index]
	return text, text == ""
}

// numberOfField returns the number of a label, or of "no value".
func (l *interner) numberOfField(text string, missing bool) uint32 {
	if missing {
		return l.missing()
	}
	return l.number(text)
}
