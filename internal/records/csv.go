package records

import (
	"errors"
	"io"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
)

// NewCSV returns a reader of a CSV or TSV file.
func NewCSV(in *source.Input) *textfile.CSV {
	c := textfile.NewCSV(in, in.Label())
	c.Comma, c.Comment, c.Guessed = in.Delimiter(), in.Comment(), in.NoteDelimiter
	c.Skipped = in.Skipped()
	return c
}

// emptyFile returns the error for a file that ends where a header or record is needed.
func emptyFile(in *source.Input, err error) error {
	if errors.Is(err, io.EOF) {
		return &textfile.Error{File: in.Label(), Msg: "the file is empty"}
	}
	return err
}

// csvFile reads the records of a CSV or TSV file after its header.
type csvFile struct {
	in      *source.Input
	csv     *textfile.CSV
	columns []column
	record  []string
	buffer  []byte
	decimal string
}

func (f *csvFile) next() (err error) {
	f.record, err = f.csv.Next()
	return err
}

func (f *csvFile) value(i int) (text []byte, missing bool) {
	c := &f.columns[i]
	if c.index < 0 {
		return []byte(c.fixed.Value), c.fixed.Missing
	}
	f.buffer = append(f.buffer[:0], f.record[c.index]...)
	return f.buffer, len(f.buffer) == 0
}

func (f *csvFile) label(i int, labels *tally.Labels) uint32 {
	c := &f.columns[i]
	if c.index < 0 {
		return labels.Number(f.value(i))
	}
	return labels.NumberOf(f.record[c.index])
}

func (f *csvFile) number(i int) (float64, error) {
	text, _ := f.value(i)
	return textfile.ParseCountBy(string(text), f.decimal)
}

func (f *csvFile) wrong(i int, err error) error {
	c := &f.columns[i]
	if c.index < 0 {
		return WrongFolder(f.in, c.fixed, err)
	}
	return f.csv.Wrong(c.index, "%s %w", textfile.Shown(c.name), err)
}
