package codec

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// readParquet reads points and header. Files that another program has written
// anew will do if it kept the metadata: whole numbers may have 64 bits, and
// columns may be nullable as long as they hold no null.
func readParquet(r io.ReaderAt, size int64) (f *frontier.Frontier, err error) {
	// The library takes a file at its word and panics where it is false.
	defer func() {
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("%w: it is damaged (%v)", errNotParquet, p)
		}
	}()
	if err := checkFooter(r, size); err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNotParquet, err)
	}
	if err := checkChunks(r, size, file.Metadata()); err != nil {
		return nil, err
	}
	meta, ok := file.Lookup(metadataKey)
	if !ok {
		return nil, fmt.Errorf("is not a frontier: the metadata has no key %q", metadataKey)
	}
	h, err := readHeader(strings.NewReader(meta))
	if err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	t := parquetTable{labels: make(partition.Partition, h.Problem.N), columns: pointColumns}
	if h.Uncertainty != nil {
		t.columns = parquetColumns
	}
	if err := t.findColumns(file.Schema()); err != nil {
		return nil, err
	}
	for _, group := range file.RowGroups() {
		if err := t.readGroup(group); err != nil {
			return nil, err
		}
	}
	return assemble(h, t.entries, t.spreads)
}

// The columns that are read: those of any point, and with uncertainty as many as
// there are. The others follow from them.
const (
	columnH = iota
	columnI
	columnK
	columnTies
	columnAssignment
	columnDH
	columnDI
	columnCov
	parquetColumns

	pointColumns = columnDH
)

func parquetColumnName(c int) string {
	return [parquetColumns]string{"h", "i", "k", "ties", "assignment", "dh", "di", "cov"}[c]
}

// parquetTable collects the points of a Parquet file.
type parquetTable struct {
	columns int   // how many of the columns are read
	role    []int // of every leaf column of the file: which column it is, or -1
	labels  partition.Partition
	entries []frontier.Entry
	spreads []frontier.Spread
}

// findColumns finds the leaf columns by name and checks that there is one of
// each.
func (t *parquetTable) findColumns(schema *parquet.Schema) error {
	var found [parquetColumns]int
	for _, path := range schema.Columns() {
		role := -1
		for c := range t.columns {
			if path[0] == parquetColumnName(c) && (len(path) == 1) == (c != columnAssignment) {
				role = c
				found[c]++
			}
		}
		t.role = append(t.role, role)
	}
	for c, n := range found[:t.columns] {
		if n != 1 {
			return fmt.Errorf("is not a frontier: there is no column %s of the right type", parquetColumnName(c))
		}
	}
	return nil
}

func (t *parquetTable) readGroup(group parquet.RowGroup) error {
	rows := group.Rows()
	defer func() { _ = rows.Close() }() // it was only read
	buffer := make([]parquet.Row, 64)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			e, s, err := t.point(row)
			if err != nil {
				return fmt.Errorf("point %d: %w", len(t.entries), err)
			}
			t.entries, t.spreads = append(t.entries, e), append(t.spreads, s)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%w: %w", errNotParquet, err)
		case n == 0:
			return fmt.Errorf("%w: it ends within a group of rows", errNotParquet)
		}
	}
}

// point returns the point of a row.
func (t *parquetTable) point(row parquet.Row) (e frontier.Entry, s frontier.Spread, err error) {
	labels, known := 0, true
	for _, v := range row {
		role := t.role[v.Column()]
		switch role {
		case columnH:
			e.H, err = floatValue(v)
		case columnI:
			e.I, err = floatValue(v)
		case columnK:
			e.K, err = wholeValue(v, 1)
		case columnTies:
			e.Ties, err = wholeValue(v, 0)
		case columnDH:
			s.DH, err = floatValue(v)
		case columnDI:
			s.DI, err = floatValue(v)
		case columnCov:
			s.Cov, err = floatValue(v)
		case columnAssignment:
			if v.IsNull() {
				known = false
				break
			}
			if labels == len(t.labels) {
				return e, s, fmt.Errorf("the assignment has more labels than the %d rows", labels)
			}
			t.labels[labels], err = wholeValue(v, 0)
			labels++
		}
		if err != nil {
			return e, s, fmt.Errorf("%s is %w", parquetColumnName(role), err)
		}
	}
	if !known && labels == 0 { // null or an empty list
		return e, s, nil
	}
	if labels != len(t.labels) || !known {
		return e, s, fmt.Errorf("the assignment has %d labels for %d rows", labels, len(t.labels))
	}
	e.Assignment, err = packed(t.labels)
	return e, s, err
}

func floatValue(v parquet.Value) (float64, error) {
	if v.Kind() != parquet.Double { // null has no kind
		return 0, fmt.Errorf("%v where a number of 64 bits should stand", v)
	}
	return v.Double(), nil
}

// wholeValue returns a whole number from least up to the largest int32.
func wholeValue(v parquet.Value, least int) (int, error) {
	var c int64
	switch v.Kind() {
	case parquet.Int32:
		c = int64(v.Int32())
	case parquet.Int64:
		c = v.Int64()
	default: // null among them
		c = math.MinInt64
	}
	if c < int64(least) || c > math.MaxInt32 {
		return 0, fmt.Errorf("%v where a whole number from %d should stand", v, least)
	}
	return int(c), nil
}
