package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/joint"
)

// maxCells is the number of cells beyond which a matrix is refused. Zero cells
// take no memory, but reading that many takes hours.
const maxCells = 1 << 31

// readMatrix reads a matrix from the one source there is.
func readMatrix(ctx context.Context, in inputs, opts Options) (*Table, error) {
	if in.folder || len(in.sources) > 1 {
		return nil, &Error{File: in.label(), Msg: "a matrix is one file; for records in a folder or several files, name their columns with --x and --y"}
	}
	f, err := open(ctx, in.sources[0], opts)
	if err != nil {
		return nil, err
	}
	defer f.close()
	t, err := f.matrix(maxCells)
	if err != nil {
		return nil, f.fault(err)
	}
	t.name, t.file = in.tableName(), in.label()
	return t, nil
}

// matrix reads a matrix of at most limit cells.
func (in *input) matrix(limit int64) (*Table, error) {
	switch in.format {
	case NPY:
		return in.numpyMatrix(limit)
	case JSONLines:
		keys, err := firstKeys(in)
		return nil, in.notMatrix("JSON Lines", keys, err)
	case Parquet:
		names, err := parquetColumns(in)
		return nil, in.notMatrix("Parquet", names, err)
	case Auto, CSV, TSV:
	}
	return in.csvMatrix(limit)
}

// notMatrix returns the error for a format that only holds records.
func (in *input) notMatrix(format string, columns []string, err error) error {
	if err != nil {
		return err
	}
	return &Error{File: in.label(), Msg: fmt.Sprintf("%s holds records: name two of their columns with --x and --y; the columns are %s",
		format, listed(slices.Concat(columns, keysOf(in.fixed))))}
}

// numberLabels returns "0" to "n-1".
func numberLabels(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = strconv.Itoa(i)
	}
	return labels
}

// csvMatrix reads a matrix with a header of Y labels and a first column of X
// labels.
func (in *input) csvMatrix(limit int64) (*Table, error) {
	f, err := openCSV(in)
	if errors.Is(err, io.EOF) {
		return nil, &Error{File: in.label(), Msg: "the file is empty"}
	}
	if err != nil {
		return nil, err
	}
	m := matrixReader{csvFile: f, in: in, table: &Table{y: f.header[1:]}, line: make(map[string]int)}
	if err := m.checkHeader(); err != nil {
		return nil, err
	}
	for {
		record, err := f.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if int64(len(m.table.x)+1) > limit/int64(len(m.table.y)) {
			return nil, f.wrong(0, "the matrix has more than %d cells up to here: group rows or columns first", limit)
		}
		if err := m.row(record); err != nil {
			return nil, err
		}
	}
	if len(m.table.x) == 0 {
		return nil, &Error{File: in.label(), Msg: "there are no rows, only a header"}
	}
	m.noteNumbers()
	return m.table, nil
}

// matrixReader builds the table of a matrix row by row.
type matrixReader struct {
	*csvFile
	in    *input
	table *Table
	line  map[string]int // where a row label stands
}

func (m *matrixReader) checkHeader() error {
	if len(m.header) == 1 {
		return m.wrong(0, "the header has one field: a matrix has a first column of labels and more of numbers")
	}
	seen := make(map[string]bool, len(m.header))
	for i, label := range m.header[1:] {
		if seen[label] {
			return m.wrong(i+1, "two columns are labelled %s: rename one of them", shown(label))
		}
		seen[label] = true
	}
	return nil
}

// row adds a row to the table.
func (m *matrixReader) row(record []string) error {
	x := strings.Clone(record[0]) // not to keep the text of the whole record with it
	line, _ := m.parser.FieldPos(0)
	if first, ok := m.line[x]; ok {
		return m.wrong(0, "two rows are labelled %s, the other on line %d: rename one of them%s", shown(x), first, m.recordsHint(record))
	}
	m.line[x] = line
	row := int32(len(m.table.x))
	for i, text := range record[1:] {
		v, err := parseCount(text)
		if err != nil {
			hint := ""
			if errors.Is(err, errNotNumber) {
				hint = m.recordsHint(record)
			}
			return m.wrong(i+1, "row %s, column %s %v%s", shown(x), shown(m.table.y[i]), err, hint)
		}
		if v != 0 {
			m.table.cells = append(m.table.cells, joint.Cell{X: row, Y: int32(i), Value: v})
		}
	}
	m.table.x = append(m.table.x, x)
	return nil
}

// recordsHint says what to do if the file holds records after all, which is so
// if one of its cells is text.
func (m *matrixReader) recordsHint(record []string) string {
	for _, text := range record[1:] {
		if _, err := parseCount(text); errors.Is(err, errNotNumber) {
			return fmt.Sprintf("; if the file holds records, name two of their columns with --x and --y: the columns are %s",
				listed(slices.Concat(m.header, keysOf(m.in.fixed))))
		}
	}
	return ""
}

// noteNumbers notes that a matrix without labels may have lost its first row
// and column to them.
func (m *matrixReader) noteNumbers() {
	for _, labels := range [][]string{m.header, m.table.x} {
		for _, l := range labels {
			if _, ok := number(strings.TrimSpace(l)); !ok {
				return
			}
		}
	}
	m.table.notes = append(m.table.notes, "the first row and the first column hold numbers and were read as labels")
}
