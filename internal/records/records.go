package records

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Query selects what is read of records.
type Query struct {
	// Columns are the names of the columns whose values are read.
	Columns []string
	// Choose is used if Columns is empty: it returns the names of the columns to read, given
	// the columns of the first file.
	Choose func(columns []string) ([]string, error)
	// Count is the name of a column with the counts of records, or "".
	Count string
	// Decimal is the decimal mark of counts in text: a point, unless it is a comma.
	Decimal string
	// Array reads a file with an array of numbers instead of records, and returns the number of
	// its rows. If it is nil, such a file is an error.
	Array func(in *source.Input) (rows int, err error)
	// Options say how the files are opened.
	source.Options
}

// Reader reads the records of files of one format, one after the other.
type Reader struct {
	// Empty is the number of files without records.
	Empty int
	// Notes tell a person how the files were read.
	Notes []string

	ctx     context.Context
	inputs  source.Inputs
	files   []source.File // the files not yet opened
	query   Query
	formats Formats
	keys    *Keys // of JSON Lines
	in      *source.Input
	file    file // nil between files, and for an array
	headers int  // files that have at least a header
	here    bool // the current file has a record
	any     bool // some file has

	declared []scale.Spec // what the first file says of the columns; nil before it is read
}

// file reads the records of one file. Columns are the columns of the query, and then the column of counts.
type file interface {
	next() error
	// label returns the number of a value among the labels of a column.
	label(i int, labels *tally.Labels) uint32
	// value returns the text of a value, which is valid until the next call, and whether it is missing.
	value(i int) (text []byte, missing bool)
	number(i int) (float64, error)
	wrong(i int, err error) error
}

// Open returns a reader, which the caller closes.
func Open(ctx context.Context, in source.Inputs, q Query) *Reader {
	return &Reader{ctx: ctx, inputs: in, files: in.Files, query: q, keys: NewKeys()}
}

// Formats checks that files that are read together are of one format.
type Formats struct{ first *source.Input }

// Check returns an error if a file is of another format than the files before it. It ignores an empty
// file whose name has no format.
func (f *Formats) Check(in *source.Input) error {
	if _, err := in.Peek(1); err != nil && source.FormatOf(in.Path) == "" {
		return nil
	}
	f.first = cmp.Or(f.first, in)
	if in.Format != f.first.Format {
		return &textfile.Error{File: in.Path, Msg: fmt.Sprintf("holds %s, but %s holds %s: files that are read together must be of one format",
			in.Format, f.first.Path, f.first.Format)}
	}
	return nil
}

// Close closes the current file.
func (r *Reader) Close() {
	if r.in != nil {
		r.in.Close()
	}
}

// Columns returns the names of the columns that are read.
func (r *Reader) Columns() []string { return r.query.Columns }

// all returns the names of the columns and of the counts.
func (r *Reader) all() []string {
	if r.query.Count == "" {
		return r.query.Columns
	}
	return append(slices.Clip(r.query.Columns), r.query.Count)
}

// Next goes to the next record. It returns io.EOF after the last.
func (r *Reader) Next() error {
	for {
		if r.file != nil {
			err := r.file.next()
			if err == nil {
				r.here, r.any = true, true
				return nil
			}
			if !errors.Is(err, io.EOF) {
				return r.in.Fault(err)
			}
		}
		if r.in != nil {
			r.endFile()
		}
		if len(r.files) == 0 {
			return r.end()
		}
		if err := r.open(); err != nil {
			return err
		}
	}
}

func (r *Reader) endFile() {
	if !r.here {
		r.Empty++
	}
	r.here = false
	r.Notes = r.in.NewNotes(r.Notes)
	r.in.Close()
	r.in, r.file = nil, nil
}

// end returns io.EOF, or an error that can only be found when all files are read.
func (r *Reader) end() error {
	if r.any {
		if err := r.keys.Check(r.inputs.Label(), r.all()); err != nil {
			return err
		}
		return io.EOF
	}
	return Nothing(r.inputs, r.headers > 0)
}

// Nothing returns the error for files without records.
func Nothing(in source.Inputs, header bool) error {
	msg := "the file is empty"
	switch {
	case len(in.Files) > 1:
		msg = "the files hold no records"
	case header:
		msg = "there are no records, only a header"
	}
	return &textfile.Error{File: in.Label(), Msg: msg}
}

// open opens the next file.
func (r *Reader) open() (err error) {
	if r.in, err = source.Open(r.ctx, r.files[0], r.query.Options); err != nil {
		r.in = nil
		return err
	}
	r.files = r.files[1:]
	if err := r.formats.Check(r.in); err != nil {
		return err
	}
	switch r.in.Format {
	case source.CSV, source.TSV:
		err = r.openCSV()
	case source.JSONLines:
		err = r.openJSON()
	case source.Parquet:
		err = r.openParquet()
	case source.Arrow:
		err = r.openArrow()
	case source.NPY:
		if r.query.Array == nil {
			return NoRecords(r.in)
		}
		var rows int
		rows, err = r.query.Array(r.in)
		r.here = rows > 0
		r.any = r.any || r.here
	default:
		err = NoRecords(r.in)
	}
	if errors.Is(err, io.EOF) { // the file is empty
		return nil
	}
	if err != nil {
		return r.in.Fault(err)
	}
	return nil
}

// NoRecords returns the error for a file of a format that has no records, or whose records are not read.
func NoRecords(in *source.Input) error {
	msg := fmt.Sprintf("records in the format %s are not read here", in.Format)
	if source.Unnamed(in.Format) {
		msg = source.Nameless(in.Format, "no columns of it can be named")
	}
	return &textfile.Error{File: in.Label(), Msg: msg}
}

// choose selects columns of the first file if the query names none. Columns of lists cannot be chosen,
// as they have no single value.
func (r *Reader) choose(columns, lists []string) (err error) {
	if r.query.Columns != nil {
		return nil
	}
	if len(lists) > 0 {
		columns = slices.DeleteFunc(slices.Clone(columns), func(name string) bool { return slices.Contains(lists, name) })
		r.Notes = append(r.Notes, fmt.Sprintf("%s left out: the values are lists", textfile.Listed(lists)))
	}
	if r.query.Columns, err = r.query.Choose(columns); err != nil {
		return &textfile.Error{File: r.in.Label(), Msg: err.Error()}
	}
	return nil
}

// find returns the places of the columns in a file with a header.
func (r *Reader) find(header, lists []string) ([]column, error) {
	r.headers++
	if err := r.choose(header, lists); err != nil {
		return nil, err
	}
	return findAll(r.in, header, r.all())
}

func (r *Reader) openCSV() error {
	c := NewCSV(r.in)
	header, err := c.Header()
	if err != nil {
		return err
	}
	columns, err := r.find(header, nil)
	if err != nil {
		return err
	}
	r.file = &csvFile{in: r.in, csv: c, columns: columns, decimal: r.query.Decimal}
	return nil
}

func (r *Reader) openJSON() error {
	f := OpenJSON(r.in, r.keys)
	if r.query.Columns == nil {
		names, lists, err := f.firstKeys()
		if err != nil {
			return err
		}
		if err := r.choose(names, lists); err != nil {
			return err
		}
	}
	f.read(r.all())
	r.file = f
	return nil
}

func (r *Reader) openParquet() error {
	p, err := OpenParquet(r.in)
	if err != nil {
		return err
	}
	columns, err := r.find(p.Fields(), p.lists())
	if err != nil {
		return err
	}
	f, err := newParquetFile(p, columns, r.counts())
	if err != nil {
		return err
	}
	r.file = f
	return r.declare(p, columns)
}

// counts returns the index of the column that holds counts, or -1.
func (r *Reader) counts() int {
	if r.query.Count == "" {
		return -1
	}
	return len(r.query.Columns)
}

// Count returns the count of the current record.
func (r *Reader) Count() (float64, error) {
	if r.query.Count == "" {
		return 1, nil
	}
	i := len(r.query.Columns)
	n, err := r.file.number(i)
	if err != nil {
		return 0, r.Wrong(i, err)
	}
	return n, nil
}

// Label returns the number of the value that the current record has in a column among the labels of
// the column.
func (r *Reader) Label(i int, labels *tally.Labels) uint32 { return r.file.label(i, labels) }

// Value returns the text of the value of the current record in a column, which is valid until the next
// call, and whether it is missing.
func (r *Reader) Value(i int) (text []byte, missing bool) { return r.file.value(i) }

// Wrong returns an error about the value in a column of the current record. err completes a message
// that starts with the name of the column.
func (r *Reader) Wrong(i int, err error) error { return r.in.Fault(r.file.wrong(i, err)) }

// CountAll counts all records by the values of the columns of the query. It stops without an error
// when the counter is full.
func (r *Reader) CountAll(c *tally.Counter) error {
	return r.Each(c, func(tuple []uint32, n float64) bool {
		c.Record(tuple, n)
		return !c.Full
	})
}

// Each calls visit for every record, with the numbers of its values by the keys of a counter and the
// count of the record, until visit returns false. It counts nothing.
func (r *Reader) Each(c *tally.Counter, visit func(tuple []uint32, n float64) bool) error {
	var tuple []uint32
	for more := true; more; {
		err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		n, err := r.Count()
		if err != nil {
			return err
		}
		tuple = tuple[:0]
		for i, labels := range c.Keys {
			tuple = append(tuple, r.file.label(i, labels))
			if labels.Refused != nil {
				return r.Wrong(i, labels.Refused)
			}
		}
		more = visit(tuple, n)
	}
	return nil
}
