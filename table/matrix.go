package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// maxCells is the number of cells beyond which a matrix is refused. Zero cells
// take no memory, but reading that many takes hours.
const maxCells = 1 << 31

// readMatrix reads a matrix from one file.
func readMatrix(ctx context.Context, in source.Inputs, opts Options) (*Table, error) {
	t := new(Table)
	notes, err := readOne(ctx, in, opts, "a matrix is one file; for records in a folder or several files, name the columns X and Y", func(f *source.Input) (err error) {
		switch f.Format {
		case source.CSV, source.TSV:
			return t.readMatrix(f, opts.Clean.Decimal, maxCells)
		case source.NPY:
			return t.readArray(f, maxCells)
		case source.NPZ, source.Market:
			return t.readSparse(f, maxCells)
		}
		return notMatrix(f)
	})
	t.Name, t.file, t.Notes = in.Title(), in.Label(), slices.Concat(notes, t.Notes)
	if err == nil {
		t.noteSums()
	}
	return t, err
}

// readOne reads one file with a function, and returns notes on how it was read. Several files are an error.
func readOne(ctx context.Context, in source.Inputs, opts Options, several string, read func(*source.Input) error) ([]string, error) {
	if in.Folder || len(in.Files) > 1 {
		return nil, &Error{File: in.Label(), Msg: several}
	}
	f, err := source.Open(ctx, in.Files[0], opts.source())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := read(f); err != nil {
		return nil, f.Fault(err)
	}
	return f.NewNotes(nil), nil
}

// notMatrix returns the error for a format that only holds records.
func notMatrix(in *source.Input) error {
	columns, err := records.Columns(in)
	if err != nil {
		return err
	}
	format := map[string]string{source.JSONLines: "JSON Lines", source.Parquet: "Parquet", source.Arrow: "Arrow"}[in.Format]
	return &Error{File: in.Label(), Msg: fmt.Sprintf("%s holds records: name two of their columns as X and Y; the columns are %s",
		format, textfile.Listed(columns))}
}

// numberLabels returns "0" to "n-1".
func numberLabels(n int) []string {
	return lists.Make(n, strconv.Itoa)
}

// readMatrix reads a matrix of at most limit cells, with a header of Y labels and a first column of
// X labels. Numbers have a decimal mark.
func (t *Table) readMatrix(in *source.Input, decimal string, limit int64) error {
	m := matrixReader{CSV: records.NewCSV(in), in: in, decimal: decimal, table: t, line: make(map[string]int)}
	var err error
	if m.header, err = m.Header(); err == nil {
		err = m.checkHeader()
	}
	switch {
	case errors.Is(err, io.EOF):
		return &Error{File: in.Label(), Msg: "the file is empty"}
	case err != nil:
		return err
	}
	t.y = m.header[1:]
	for {
		record, err := m.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if int64(len(t.x)+1) > limit/int64(len(t.y)) {
			return m.Wrong(0, "the matrix has more than %d cells up to here: group rows or columns first", limit)
		}
		if err := m.row(record); err != nil {
			return err
		}
	}
	if len(t.x) == 0 {
		return &Error{File: in.Label(), Msg: "there are no rows, only a header"}
	}
	t.cells = m.cells.all()
	return m.checkLabels()
}

// matrixReader builds the table of a matrix row by row.
type matrixReader struct {
	*textfile.CSV
	in      *source.Input
	decimal string // mark
	table   *Table
	cells   list[joint.Cell]
	header  []string
	line    map[string]int // of every row label
}

func (m *matrixReader) checkHeader() error {
	if len(m.header) == 1 {
		hint := ""
		if strings.ContainsAny(strings.TrimSpace(m.header[0]), " |:^~") {
			hint = "; if another character separates the fields, name the delimiter"
		}
		return m.Wrong(0, "the header has one field: a matrix has a first column of labels and more of numbers%s", hint)
	}
	if i := lists.Repeated(m.header[1:]); i >= 0 {
		return m.Wrong(i+1, "two columns are labelled %s: rename one of them", textfile.Shown(m.header[i+1]))
	}
	return nil
}

// row adds a row to the table.
func (m *matrixReader) row(record []string) error {
	x := strings.Clone(record[0]) // not to keep the text of the whole record with it
	line, _ := m.Place(0)
	if first, ok := m.line[x]; ok {
		return m.Wrong(0, "two rows are labelled %s, the other on line %d: rename one of them%s", textfile.Shown(x), first, m.recordsHint(record))
	}
	m.line[x] = line
	row := int32(len(m.table.x))
	for i, text := range record[1:] {
		v, err := m.count(text)
		if err != nil {
			return m.Wrong(i+1, "row %s, column %s %v%s", textfile.Shown(x), textfile.Shown(m.table.y[i]), err, m.recordsHint(record))
		}
		if v != 0 {
			m.cells.add(joint.Cell{X: row, Y: int32(i), Value: v})
		}
	}
	m.table.x = append(m.table.x, x)
	return nil
}

// count parses the number of a cell.
func (m *matrixReader) count(text string) (float64, error) {
	v, err := textfile.ParseCountBy(text, m.decimal)
	if _, is := textfile.Decimal(textfile.WithPoint(text, ",")); is && errors.Is(err, textfile.ErrNotNumber) {
		return 0, fmt.Errorf("%w: if the comma is a decimal mark, name the decimal mark", err)
	}
	return v, err
}

// recordsHint says what to do if the file holds records after all, as it does if a cell is text or below zero, or if
// the label of two rows is a number.
func (m *matrixReader) recordsHint(record []string) string {
	for i, text := range record {
		_, err := m.count(text)
		if number := err == nil; i == 0 && number && m.line[text] > 0 || i > 0 && (errors.Is(err, textfile.ErrNotNumber) || errors.Is(err, textfile.ErrNegative)) {
			return "; " + m.ifRecords()
		}
	}
	return ""
}

func (m *matrixReader) ifRecords() string {
	names := slices.DeleteFunc(slices.Concat(m.header, m.in.Keys()), func(name string) bool { return name == "" })
	return "if the file holds records, name two of their columns as X and Y: the columns are " + textfile.Listed(names)
}

// checkLabels returns an error if the cell in the corner of an array without labels shows that numbers were read as
// labels. It notes that other numbers were, and numbers of rows, which a program such as pandas writes before records.
func (m *matrixReader) checkLabels() error {
	if m.header[0] == "" && len(m.table.x) > 2 && slices.Equal(m.table.x, numberLabels(len(m.table.x))) {
		m.table.Notes = append(m.table.Notes, "the first column numbers the rows and has no name, and the others are taken as counts: "+m.ifRecords())
	}
	number := func(label string) (float64, bool) { return textfile.Decimal(strings.TrimSpace(label)) }
	for _, labels := range [][]string{m.header, m.table.x} {
		for _, l := range labels {
			if _, ok := number(l); !ok {
				return nil
			}
		}
	}
	if corner, _ := number(m.header[0]); corner != math.Trunc(corner) {
		return &Error{File: m.in.Label(), Line: 1, Msg: "the first row and the first column hold numbers where labels belong: add a row with the values of Y and a column with those of X, or save the array as .npy"}
	}
	m.table.Notes = append(m.table.Notes, "the first row and the first column hold numbers and were read as labels")
	return nil
}
